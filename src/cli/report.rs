//! `partie report`: makes one HTML page from the tables of `analyze -o`, or from a book.

use std::path::Path;

use super::Exit;
use super::report_args::ReportArgs;
use super::report_proof;
use super::standard::{report_error, write_page};
use partie_analyze::html_report;
use partie_archive::begins;
use partie_record::shown::shown_path;

pub(super) fn run(args: &ReportArgs) -> Exit {
    if args.proof {
        return report_proof::run(args);
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
        output => write_page(output.as_deref(), &text),
    }
}

/// True if a file is in the output folder of `analyze`, and is not a report.
fn is_of_run(path: &Path, folder: &Path) -> bool {
    let inside = match (path.canonicalize(), folder.canonicalize()) {
        (Ok(path), Ok(folder)) => path.starts_with(folder),
        _ => false,
    };
    inside && !begins(path, html_report::HEAD.as_bytes())
}
