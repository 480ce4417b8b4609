//! The arguments of `partie analyze`.

use std::path::PathBuf;

use clap::{ArgAction, Args};

use super::common_args::{FindingArgs, RulesArgs, RunArgs, one_of};
use super::source_args::SourceArgs;
use super::where_args::WhereArgs;
use partie_analyze::tables::TableFormat;
use partie_table::columns::Columns;

#[derive(Debug, Args)]
// Former names of flags, from before outputs had flags of their own.
#[command(mut_arg("from_letters", |arg| arg.alias("letters")), mut_arg("from_encoding", |arg| arg.alias("encoding")))]
pub(super) struct AnalyzeArgs {
    /// Files and folders; - for standard input
    #[arg(required_unless_present_any = ["plan", "join", "status", "verify"], value_name = "ARCHIVE")]
    pub(super) inputs: Vec<PathBuf>,
    /// Folder of the tables
    #[arg(short, long, group = "tables", value_name = "OUT")]
    pub(super) output: Option<PathBuf>,
    /// Format of the tables [default: parquet]
    #[arg(long, value_parser = one_of(TableFormat::NAMED), requires = "tables", value_name = "FORMAT")]
    format: Option<TableFormat>,
    /// How CSV cells that begin like formulas are written
    #[arg(long, action = ArgAction::Set, value_parser = one_of(TableFormat::RAW), default_value = "safe", value_name = "CELLS", requires = "tables")]
    csv: bool,
    /// Also write the table of moves, one row per ply
    #[arg(long, requires = "tables")]
    pub(super) moves: bool,
    /// Columns of the table games, in this order (first_player,outcome,plies); see partie explain games. Columns of
    /// other tables begin with the table (findings.code, moves.coordinates). Only what they need is computed. A table
    /// without a named column has all its columns [default: all]
    #[arg(long, requires = "tables", value_name = "LIST")]
    pub(super) columns: Option<Columns>,
    /// Also write infos to the table of findings
    #[arg(long, requires = "tables")]
    pub(super) infos: bool,
    /// Also search for a repair of each broken line, for the column fix of the table of findings
    #[arg(long, requires = "tables")]
    pub(super) suggest: bool,
    /// Find games that occur twice or are the beginning of others: a table with -o, else a list instead of totals
    #[arg(long, conflicts_with_all = ["write_plan", "task"])]
    pub(super) duplicates: bool,
    /// Propose one spelling for each player: a CSV table with the columns from and to, for convert --names
    #[arg(long, conflicts_with_all = ["tables", "duplicates"])]
    pub(super) names: bool,
    /// Memory in MiB for finding duplicates, besides that for reading; the rest is sorted on disk. With --names, for
    /// the names, 700 bytes each; the rest is left out, with a warning
    #[arg(long, default_value_t = 256, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) memory: u64,
    /// Chess openings, instead of the built-in ones: tables with columns eco, name, pgn
    #[arg(long, value_name = "FILE|DIR")]
    pub(super) openings: Vec<PathBuf>,
    /// Only write the plan of the tasks
    #[arg(long, help_heading = "Tasks", group = "tables", value_name = "FILE", conflicts_with = "plan")]
    pub(super) write_plan: Option<PathBuf>,
    /// Use a plan; repeat the options it was written with
    #[arg(long, help_heading = "Tasks", value_name = "FILE", requires = "output", conflicts_with = "inputs")]
    pub(super) plan: Option<PathBuf>,
    /// Do one task of the plan
    #[arg(long, help_heading = "Tasks", value_name = "K", requires = "plan")]
    pub(super) task: Option<u64>,
    /// Join the tasks in OUT that were done one by one; repeat the options of their plan
    #[arg(long, help_heading = "Tasks", group = "tables", value_name = "OUT", conflicts_with_all = ["inputs", "plan"])]
    pub(super) join: Option<PathBuf>,
    /// List the tasks in OUT that are missing; exit status 1 if there are any
    #[arg(long, help_heading = "Tasks", value_name = "OUT", conflicts_with_all = ["inputs", "tables", "plan", "task", "restart", "verify", "duplicates"])]
    pub(super) status: Option<PathBuf>,
    /// Read every table in OUT and list those missing or damaged; exit status 1 if there are any
    #[arg(long, help_heading = "Tasks", value_name = "OUT", conflicts_with_all = ["inputs", "tables", "plan", "task", "restart", "duplicates"])]
    pub(super) verify: Option<PathBuf>,
    /// Size of a task in bytes [default: 32 MiB]
    #[arg(long, help_heading = "Tasks", value_name = "BYTES", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) task_size: Option<u64>,
    /// Remove the files of another plan from OUT
    #[arg(long, help_heading = "Tasks", requires = "output", conflicts_with = "task")]
    pub(super) restart: bool,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    #[command(flatten)]
    pub(super) source: SourceArgs,
    #[command(flatten)]
    pub(super) chosen: WhereArgs,
    #[command(flatten)]
    pub(super) findings: FindingArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

impl AnalyzeArgs {
    /// The format of the tables, including the form of CSV cells.
    pub(super) fn table_format(&self) -> TableFormat {
        self.format.unwrap_or_default().with_raw_cells(self.csv)
    }
}
