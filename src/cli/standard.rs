//! Single texts on standard output and standard error.

use std::io::{self, IsTerminal, Write};

use super::Exit;
use partie_record::shown::{visible, visible_styled};

/// Prints a text on standard output; nothing in it steers a terminal.
pub(super) fn print(text: &str, exit: Exit) -> Exit {
    print_bytes(visible(text).as_bytes(), exit)
}

/// Prints a text with its colours.
pub(super) fn print_styled(text: &str, exit: Exit) -> Exit {
    print_bytes(visible_styled(text).as_bytes(), exit)
}

pub(super) fn print_bytes(bytes: &[u8], exit: Exit) -> Exit {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => exit,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => exit,
        Err(error) => report_unwritten("to standard output", &error),
    }
}

/// Prints a line on standard error; nothing in it steers a terminal.
pub(super) fn report_error(line: &str, exit: Exit) -> Exit {
    report_shown(&visible(line));
    exit
}

/// Prints lines on standard error with their colours.
pub(super) fn report_styled(lines: &str) {
    report_shown(&visible_styled(lines));
}

fn report_shown(lines: &str) {
    // Nothing can be done where not even an error can be told.
    let _ = writeln!(io::stderr(), "{lines}");
}

/// The same where the bar may stand in the line.
pub(super) fn report_end(line: &str, exit: Exit) -> Exit {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    report_error(line, exit)
}

/// Says what cannot be written, and why.
pub(super) fn report_unwritten(what: &str, error: &io::Error) -> Exit {
    report_error(&unwritten(what, error), Exit::Operation)
}

/// The line for what cannot be written, with its code.
pub(super) fn unwritten(what: &str, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            format!("error[X004]: cannot write {what}: no space is left")
        }
        _ => format!("error[X002]: cannot write {what}: {error}"),
    }
}
