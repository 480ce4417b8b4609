//! Arguments of `partie validate`.

use std::path::PathBuf;

use clap::{ArgAction, Args};

use super::baseline::BaselineArgs;
use super::common_args::{AllowArgs, FindingArgs, RulesArgs, RunArgs, one_of};
use super::config_args::ConfigArgs;
use super::form_args::FormsArgs;
use super::source_args::SourceArgs;
use super::where_args::WhereArgs;
use partie_record::finding::Severity;
use partie_replay::Options;

#[derive(Debug, Args)]
// Former names of flags, from before outputs had flags of their own.
#[command(mut_arg("from_letters", |arg| arg.alias("letters")), mut_arg("from_encoding", |arg| arg.alias("encoding")))]
pub(super) struct ValidateArgs {
    /// Files and folders; - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) format: FormsArgs,
    /// With jsonl: also one object for each game
    #[arg(long)]
    pub(super) games: bool,
    /// With --games: also the moves in coordinates
    #[arg(long, requires = "games")]
    pub(super) moves: bool,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    /// Squares of the pieces given as odds in chess, overriding the record, such as a1,f7
    #[arg(long, value_name = "SQUARES")]
    pub(super) odds: Option<String>,
    #[command(flatten)]
    pub(super) source: SourceArgs,
    /// After a move that cannot be played: stop judging the line, or assume a move and go on
    #[arg(long, action = ArgAction::Set, value_parser = one_of(Options::ASSUME), default_value = "stop", value_name = "HOW")]
    pub(super) on_error: bool,
    #[command(flatten)]
    pub(super) chosen: WhereArgs,
    #[command(flatten)]
    pub(super) findings: FindingArgs,
    #[command(flatten)]
    pub(super) allow: AllowArgs,
    #[command(flatten)]
    pub(super) old: BaselineArgs,
    /// Print a table of the codes found instead of the findings
    #[arg(long, conflicts_with_all = ["games", "max_findings"])]
    pub(super) statistics: bool,
    /// Show only findings of at least this severity
    #[arg(long, value_parser = one_of(Severity::NAMED), value_name = "SEVERITY")]
    pub(super) min_severity: Option<Severity>,
    /// Also search for a repair of each broken line, in every form and at any cost
    #[arg(long)]
    pub(super) suggest: bool,
    /// Maximum number of findings shown for one file [default: 1000, 20 a game, 5 of one cause]; 0 shows all
    #[arg(long, value_name = "N")]
    pub(super) max_findings: Option<u64>,
    #[command(flatten)]
    pub(super) config: ConfigArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}
