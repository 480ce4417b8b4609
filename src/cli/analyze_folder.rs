//! `partie analyze --status` and `--verify`: reports the state of an output folder. Not for creating it.

use std::io;
use std::path::Path;

use super::Exit;
use super::standard::{print_lines, report_error};
use partie_analyze::tasks::{self, TaskError};
use partie_archive::file_messages::unwritten;
use partie_record::shown::shown_path;

/// Reports why a run in an output folder cannot continue.
pub(super) fn report_trouble(trouble: &TaskError) -> Exit {
    match trouble {
        TaskError::Io(path, error) if error.kind() == io::ErrorKind::StorageFull => {
            let line = unwritten(&shown_path(path), error);
            report_error(&format!("{line}; with more of it, the same command goes on"), Exit::Operation)
        }
        _ => report_error(&format!("error: {trouble}"), Exit::Operation),
    }
}

/// Prints the progress of an output folder; if `quiet`, only the numbers of unfinished tasks, one per line.
pub(super) fn status(out: &Path, quiet: bool) -> Exit {
    match tasks::status(out) {
        Ok(state) if quiet => {
            let lines: String = state.unfinished().iter().map(|task| format!("{task}\n")).collect();
            print_lines(&lines, if state.is_done() { Exit::Clean } else { Exit::Findings })
        }
        Ok(state) => print_lines(&state.to_string(), if state.is_done() { Exit::Clean } else { Exit::Findings }),
        Err(trouble) => report_trouble(&trouble),
    }
}

/// Verifies an output folder by the digests of its parts, and prints the result; if `quiet`, only damage.
pub(super) fn verify(out: &Path, quiet: bool) -> Exit {
    match tasks::verify(out) {
        Ok(found) => {
            let sound = if quiet { String::new() } else { found.sound_line() };
            print_lines(&format!("{sound}{found}"), if found.is_whole() { Exit::Clean } else { Exit::Findings })
        }
        Err(trouble) => report_trouble(&trouble),
    }
}
