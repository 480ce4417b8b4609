//! Arguments of `partie validate`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::common_args::{FindingArgs, FormArg, RunArgs, SeverityArg};
use super::help;
use super::where_args::WhereArgs;
use crate::report::FORMS;

/// What becomes of a line whose move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OnErrorArg {
    /// The rest of the line is not judged
    Stop,
    /// The illegal move, if the record plays on from it, or a likely repair is taken, and what follows says that it assumes so
    Assume,
}

#[derive(Debug, Args)]
pub(super) struct ValidateArgs {
    /// Files and folders; - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,
    /// Output form
    #[arg(long, value_enum, default_value = FORMS[0].name, env = "PARTIE_FORMAT")]
    pub(super) format: FormArg,
    /// With jsonl: also one object for each game
    #[arg(long)]
    pub(super) games: bool,
    /// With --games: also the moves in coordinates
    #[arg(long, requires = "games")]
    pub(super) moves: bool,
    #[arg(long, value_name = "BOOK", help = help::of_rules())]
    pub(super) rules: Vec<String>,
    /// Pieces given as odds in chess, before what the record says: their squares, such as a1,f7
    #[arg(long, value_name = "SQUARES")]
    pub(super) odds: Option<String>,
    #[arg(long, value_name = "FORMAT", help = help::of_from("Record format or movetext"))]
    pub(super) from: Option<String>,
    /// Piece letters, instead of detecting them: en, de, cs, sk, fr, es, it, pl, hu, nl, pt, sv, ru, figurine; of
    /// descriptive notation en, fr, es
    #[arg(long, value_name = "LANG")]
    pub(super) letters: Option<String>,
    /// Encoding of PGN, instead of detecting it for each file: utf-8, windows-1252, windows-1250
    #[arg(long, value_name = "NAME")]
    pub(super) encoding: Option<String>,
    /// At a move that cannot be played: stop judging the line, or go on with what the rest of the record says
    #[arg(long, value_enum, default_value = "stop", value_name = "HOW")]
    pub(super) on_error: OnErrorArg,
    #[command(flatten)]
    pub(super) chosen: WhereArgs,
    #[command(flatten)]
    pub(super) findings: FindingArgs,
    /// Print a table of the codes that were found, and no finding
    #[arg(long, conflicts_with_all = ["games", "max_findings"])]
    pub(super) statistics: bool,
    /// Show only findings of this severity or a higher one
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub(super) min_severity: Option<SeverityArg>,
    /// Maximum number of findings shown for one file [default: 1000]; 0 for no limit except 20 a game
    #[arg(long, value_name = "N")]
    pub(super) max_findings: Option<u64>,
    #[command(flatten)]
    pub(super) run: RunArgs,
}
