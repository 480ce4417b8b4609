//! `partie report`: one page of what `analyze -o` wrote, or of a book.

use std::path::{Path, PathBuf};

use clap::Args;

use super::Exit;
use super::report_proof;
use super::source_args::SourceArgs;
use super::standard::{print, report_error};
use super::writer::write_whole;
use partie_analyze::html_report;
use partie_archive::begins;
use partie_record::shown::shown_path;

#[derive(Debug, Args)]
// Tables are read as they are.
#[command(
    mut_arg("from", |arg| arg.requires("proof")),
    mut_arg("from_letters", |arg| arg.requires("proof")),
    mut_arg("from_encoding", |arg| arg.requires("proof"))
)]
pub(super) struct ReportArgs {
    /// The folder that analyze -o wrote; with --proof a book
    #[arg(value_name = "OUT")]
    folder: PathBuf,
    /// Write the proof sheet of a book: print and reading side by side, with the board at the cursor
    #[arg(long)]
    proof: bool,
    #[command(flatten)]
    source: SourceArgs,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub(super) fn run(args: &ReportArgs) -> Exit {
    if args.proof {
        return report_proof::run(&args.folder, &args.source, args.output.as_deref());
    }
    let material = match html_report::load(&args.folder) {
        Ok(material) => material,
        Err(message) => return report_error(&format!("error[X001]: {message}"), Exit::Operation),
    };
    let text = html_report::render(&material);
    match &args.output {
        Some(path) if is_of_run(path, &args.folder) => {
            let line = format!(
                "error[X003]: the output {} is a file that analyze -o wrote; nothing is written to it",
                shown_path(path)
            );
            report_error(&line, Exit::Operation)
        }
        Some(path) if path.as_os_str() != "-" => match write_whole(path, text.as_bytes()) {
            Ok(()) => Exit::Clean,
            Err(unwritten) => report_error(&unwritten.to_string(), Exit::Operation),
        },
        _ => print(&text, Exit::Clean),
    }
}

/// Whether a file lies in the folder of a run, and is no page.
fn is_of_run(path: &Path, folder: &Path) -> bool {
    let inside = match (path.canonicalize(), folder.canonicalize()) {
        (Ok(path), Ok(folder)) => path.starts_with(folder),
        _ => false,
    };
    inside && !begins(path, html_report::HEAD.as_bytes())
}
