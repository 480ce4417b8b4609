//! `partie analyze --status` and `--verify`: what an output folder holds. Not for making it.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use super::Exit;
use super::output::Output;
use super::standard::{report_error, report_unwritten, unwritten};
use partie_analyze::tasks::{self, TaskError};
use partie_record::shown::shown_path;
use partie_record::{count, format_thousands};

/// Runs of numbers that are listed before the rest is left out.
const LISTED: usize = 20;

/// Says why a run in a folder cannot go on.
pub(super) fn report_trouble(trouble: &TaskError) -> Exit {
    match trouble {
        TaskError::Io(path, error) if error.kind() == io::ErrorKind::StorageFull => {
            let line = unwritten(&shown_path(path), error);
            report_error(&format!("{line}; with more of it, the same command goes on"), Exit::Operation)
        }
        _ => report_error(&format!("error: {trouble}"), Exit::Operation),
    }
}

/// Says how far a folder is. Quiet, the numbers of the missing tasks, one a line.
pub(super) fn status(out: &Path, quiet: bool) -> Exit {
    let state = match tasks::status(out) {
        Ok(state) => state,
        Err(trouble) => return report_trouble(&trouble),
    };
    let mut text = String::new();
    if quiet {
        let mut tasks: Vec<u64> = state.missing.iter().chain(&state.failed).copied().collect();
        tasks.sort_unstable();
        for task in tasks {
            let _ = writeln!(text, "{task}");
        }
    } else {
        let done = state.tasks - state.missing.len() as u64;
        let _ = writeln!(text, "tasks         {} of {} done", format_thousands(done), format_thousands(state.tasks));
        if !state.missing.is_empty() {
            let _ = writeln!(text, "missing       {}", runs(&state.missing));
        }
        let [all, done] = state.bytes.map(format_thousands);
        let _ = writeln!(text, "bytes         {done} of {all} read");
        let _ = writeln!(text, "games         {}", format_thousands(state.games));
        if state.failures > 0 {
            let files = count(state.failures, "file", "files");
            let tasks = if state.failed.len() == 1 { "task" } else { "tasks" };
            let _ =
                writeln!(text, "unreadable    {files}, of {tasks} {}; the next run tries again", runs(&state.failed));
        }
        for line in &state.reports {
            let _ = writeln!(text, "              {line}");
        }
        let joined = if state.joined { "yes" } else { "no" };
        let _ = writeln!(text, "joined        {joined}");
        if state.running {
            text.push_str("running       yes\n");
        }
    }
    print(&text, state.missing.is_empty() && state.failed.is_empty())
}

/// Says whether a folder is whole, by the digests of its parts. Quiet, what is wrong and no more.
pub(super) fn verify(out: &Path, quiet: bool) -> Exit {
    let found = match tasks::verify(out) {
        Ok(found) => found,
        Err(trouble) => return report_trouble(&trouble),
    };
    let mut text = String::new();
    if !quiet {
        let _ = writeln!(text, "sound         {}", count(found.sound, "part", "parts"));
    }
    if !found.missing.is_empty() {
        let _ = writeln!(text, "missing       {}", runs(&found.missing));
    }
    if !found.seams.is_empty() {
        let _ = writeln!(text, "to be joined  {}", runs(&found.seams));
    }
    for (what, paths) in [("damaged", &found.damaged), ("stray", &found.strays)] {
        for path in paths {
            let _ = writeln!(text, "{what:<13} {}", shown_path(path));
        }
    }
    print(&text, found.is_whole())
}

fn print(text: &str, good: bool) -> Exit {
    let mut out = Output::new();
    out.write(text);
    if let Some(error) = out.failure() {
        return report_unwritten("to standard output", &error);
    }
    if good { Exit::Clean } else { Exit::Findings }
}

/// Rising numbers as `3, 5, 9-17`.
fn runs(numbers: &[u64]) -> String {
    let mut text = String::new();
    let followed = |pair: &u64, next: &u64| pair.checked_add(1) == Some(*next);
    for (index, run) in numbers.chunk_by(followed).enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        if index == LISTED {
            text.push_str("...");
            break;
        }
        let _ = match run {
            [one] => write!(text, "{one}"),
            [first, .., last] => write!(text, "{first}-{last}"),
            [] => Ok(()),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_short() {
        assert_eq!(runs(&[]), "");
        assert_eq!(runs(&[3, 5, 9, 10, 11]), "3, 5, 9-11");
        let odd: Vec<u64> = (0..1000).map(|number| number * 2 + 1).collect();
        assert!(runs(&odd).ends_with("37, 39, ..."), "{}", runs(&odd));
    }
}
