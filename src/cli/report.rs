//! `partie report`: one page of what `analyze -o` wrote.

use std::path::PathBuf;

use clap::Args;

use super::Exit;
use super::standard::{print, report_error};
use super::writer::NewFile;
use crate::analyze::html_report;

#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// The folder that analyze -o wrote
    #[arg(value_name = "OUT")]
    folder: PathBuf,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub(super) fn run(args: &ReportArgs) -> Exit {
    let material = match html_report::load(&args.folder) {
        Ok(material) => material,
        Err(message) => return report_error(&format!("error[X001]: {message}"), Exit::Operation),
    };
    let text = html_report::render(&material);
    match &args.output {
        Some(path) if path.as_os_str() != "-" => match NewFile::plain(path, text.as_bytes()) {
            Ok(()) => Exit::Clean,
            Err(unwritten) => report_error(&unwritten.to_string(), Exit::Operation),
        },
        _ => print(&text, Exit::Clean),
    }
}
