//! Arguments of `partie select`. Not for the meaning of an expression.

use std::path::PathBuf;

use clap::Args;

use super::common_args::{RulesArgs, RunArgs};
use super::output_args::OutputArgs;
use super::refused::Refused;
use super::source_args::SourceArgs;
use super::where_args::read_query;
use partie_select::{Query, SortKeys};

#[derive(Debug, Args)]
pub(super) struct SelectArgs {
    /// Which games, as in "white ~ 'Carlsen' and year >= 2019"; see partie explain where
    #[arg(value_name = "EXPR", required_unless_present = "list")]
    expression: Option<String>,
    /// Files and folders; - for standard input
    #[arg(value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,
    /// Select the games in this list: CSV rows or JSON lines with path (or source) and game; all arguments are then
    /// inputs
    #[arg(long, value_name = "FILE")]
    pub(super) list: Option<PathBuf>,
    /// Select the games that do not match
    #[arg(short = 'v', long)]
    pub(super) invert_match: bool,
    /// Print the number of games, for each file if there are several
    #[arg(short, long, conflicts_with_all = ["output", "out_dir", "files_with_matches"])]
    pub(super) count: bool,
    /// Print the names of the files with matching games
    #[arg(short = 'l', long, conflicts_with_all = ["output", "out_dir"])]
    pub(super) files_with_matches: bool,
    /// Select at most this many games
    #[arg(long, value_name = "N")]
    pub(super) first: Option<u64>,
    /// Skip this many matching games first
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(super) skip: u64,
    /// Select this many games at random; they are kept in memory
    #[arg(long, value_name = "N", conflicts_with_all = ["first", "skip", "count", "files_with_matches"])]
    pub(super) sample: Option<usize>,
    /// Seed for --sample; the same seed selects the same games
    #[arg(long, value_name = "S", requires = "sample", default_value_t = 1, hide_default_value = true)]
    pub(super) seed: u64,
    /// Sort by columns, separated by commas; a minus sorts in descending order, as in date,-elo_max. Uses a temporary
    /// file
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, conflicts_with_all = ["sample", "count", "files_with_matches"])]
    sort: Option<String>,
    /// Memory in MiB for --sort, besides that for reading; the rest is sorted on disk
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) memory: u64,
    #[command(flatten)]
    pub(super) output: OutputArgs,
    #[command(flatten)]
    pub(super) source: SourceArgs,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

impl SelectArgs {
    /// The files and folders. With `--list`, they include the first argument.
    ///
    /// # Errors
    /// The user named no input.
    pub(super) fn inputs(&self) -> Result<Vec<PathBuf>, Refused> {
        let first = self.expression.as_ref().filter(|_| self.list.is_some()).map(PathBuf::from);
        let inputs: Vec<PathBuf> = first.into_iter().chain(self.inputs.iter().cloned()).collect();
        if inputs.is_empty() {
            return Err(Refused::new("name files or folders after the expression, or - for standard input"));
        }
        Ok(inputs)
    }

    /// The query of the expression; `None` if `--list` names the games.
    ///
    /// # Errors
    /// An invalid expression.
    pub(super) fn query(&self) -> Result<Option<Query>, Refused> {
        let Some(text) = self.expression.as_deref().filter(|_| self.list.is_none()) else { return Ok(None) };
        read_query(text).map(Some)
    }

    /// The sort keys of `--sort`, if given.
    ///
    /// # Errors
    /// An unknown name.
    pub(super) fn sort_keys(&self) -> Result<Option<SortKeys>, Refused> {
        Ok(self.sort.as_deref().map(SortKeys::parse).transpose()?)
    }
}
