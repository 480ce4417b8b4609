//! The `partie` command: parses its arguments, runs, and maps the outcome to an exit status.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(partie::cli::parse_and_run() as u8)
}
