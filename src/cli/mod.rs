//! The command line interface: clap types, and a module for each subcommand. Not for rules or parsing records.

mod actions;
mod analyze;
mod analyze_args;
mod analyze_folder;
mod analyze_names;
mod analyze_watch;
mod args;
mod baseline;
mod common_args;
mod config;
mod config_args;
mod convert;
mod convert_args;
mod convert_prose;
mod duplicates;
mod explain;
mod fix;
mod fix_args;
mod fix_book;
mod fix_copies;
mod fix_decisions;
mod fix_files;
mod fix_review;
mod fix_show;
mod fix_undo;
mod form_args;
mod help;
mod interrupt;
mod judging;
mod manual;
mod on_demand;
mod output;
mod output_args;
mod page;
mod progress;
mod refused;
mod report;
mod report_args;
mod report_proof;
mod reports;
mod run;
mod select;
mod select_args;
mod show;
mod source_args;
mod standard;
mod stretches;
mod validate;
mod validate_args;
mod validate_order;
mod where_args;
mod window;

pub use args::{Cli, parse_and_run, run, run_with};

/// The exit status of a run. The numbers are part of the stable interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// No findings at or above `--fail-on`.
    Clean = 0,
    /// Findings at or above `--fail-on`.
    Findings = 1,
    /// A usage error, or an input or output that cannot be read or written.
    Operation = 2,
    /// An internal error.
    Internal = 3,
    /// A signal requested a stop.
    Interrupted = 130,
}
