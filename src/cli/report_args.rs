//! Arguments of `partie report`.

use std::path::PathBuf;

use clap::Args;

use super::common_args::RunArgs;
use super::source_args::SourceArgs;

#[derive(Debug, Args)]
// These flags apply only to books, not to tables.
#[command(
    mut_arg("from", |arg| arg.requires("proof")),
    mut_arg("from_letters", |arg| arg.requires("proof")),
    mut_arg("from_encoding", |arg| arg.requires("proof"))
)]
pub(super) struct ReportArgs {
    /// The folder written by analyze -o; with --proof, a book
    #[arg(value_name = "OUT")]
    pub(super) folder: PathBuf,
    /// Write the proof sheet of a book: print and reading side by side, with the board at the cursor
    #[arg(long)]
    pub(super) proof: bool,
    #[command(flatten)]
    pub(super) source: SourceArgs,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) run: RunArgs,
}
