//! Prints texts on standard output and standard error.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use terminal_size::{Height, Width, terminal_size_of};

use super::actions::harmless;
use super::{Exit, window};
use crate::report::fold;
use partie_archive::disk::write_whole;
use partie_archive::file_messages::unwritten;
use partie_record::shown::{visible, visible_styled};

/// Prints a document on standard output, in visible form, so that it cannot control a terminal.
pub(super) fn print(text: &str, exit: Exit) -> Exit {
    print_bytes(visible(text).as_bytes(), exit)
}

/// Prints lines on standard output in visible form, folded to the width of the terminal.
pub(super) fn print_lines(text: &str, exit: Exit) -> Exit {
    print(&fold(text, output_columns()), exit)
}

/// Prints lines on standard output with their colors, folded to the width of the terminal.
pub(super) fn print_styled(text: &str, exit: Exit) -> Exit {
    print_bytes(visible_styled(&fold(text, output_columns())).as_bytes(), exit)
}

/// Writes a page to a file, or to standard output.
pub(super) fn write_page(output: Option<&Path>, page: &str) -> Exit {
    match output {
        Some(path) if path.as_os_str() != "-" => match write_whole(path, page.as_bytes()) {
            Ok(()) => Exit::Clean,
            Err(unwritten) => report_error(&unwritten.to_string(), Exit::Operation),
        },
        _ => print(page, Exit::Clean),
    }
}

/// True if two paths lead to the same existing file.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

pub(super) fn print_bytes(bytes: &[u8], exit: Exit) -> Exit {
    let mut out = io::stdout().lock();
    match out.write_all(&window::readable(bytes)).and_then(|()| out.flush()) {
        Ok(()) => exit,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => exit,
        Err(error) => report_unwritten("to standard output", &error),
    }
}

/// Prints a line on standard error, in visible form, so that it cannot control a terminal.
pub(super) fn report_error(line: &str, exit: Exit) -> Exit {
    report_shown(&visible(line));
    exit
}

/// Prints lines on standard error with their colors.
pub(super) fn report_styled(lines: &str) {
    report_shown(&visible_styled(lines));
}

/// Columns of the terminal of standard output; `None` if it is not a terminal.
pub(super) fn output_columns() -> Option<usize> {
    let out = io::stdout();
    columns(if out.is_terminal() { terminal_size_of(&out) } else { None })
}

/// Columns of the terminal of standard error; `None` if it is not a terminal.
pub(super) fn error_columns() -> Option<usize> {
    let out = io::stderr();
    columns(if out.is_terminal() { terminal_size_of(&out) } else { None })
}

fn columns(size: Option<(Width, Height)>) -> Option<usize> {
    size.map(|(Width(columns), _)| usize::from(columns))
}

fn report_shown(lines: &str) {
    let lines = fold(lines, error_columns());
    // If the message cannot be printed, neither can a message about that.
    let _ = writeln!(io::stderr(), "{}", harmless(&lines));
}

/// Prints a line on standard error, after clearing a line on which the progress bar may be.
pub(super) fn report_end(line: &str, exit: Exit) -> Exit {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    report_error(line, exit)
}

/// Reports a destination that cannot be written.
pub(super) fn report_unwritten(what: &str, error: &io::Error) -> Exit {
    report_error(&unwritten(what, error).to_string(), Exit::Operation)
}
