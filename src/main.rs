//! The `partie` command: parses its arguments, runs, and maps the outcome to an exit status.

use std::process::ExitCode;

use clap::Parser;
use partie::cli::{Cli, run};

fn main() -> ExitCode {
    ExitCode::from(run(Cli::parse()) as u8)
}
