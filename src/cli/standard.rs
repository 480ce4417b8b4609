//! Single texts on standard output and standard error.

use std::io::{self, Write};

use super::Exit;

/// Prints a text on standard output.
pub(super) fn print(text: &str, exit: Exit) -> Exit {
    print_bytes(text.as_bytes(), exit)
}

pub(super) fn print_bytes(bytes: &[u8], exit: Exit) -> Exit {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => exit,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => exit,
        Err(error) => report_unwritten("to standard output", &error),
    }
}

/// Prints a line on standard error.
pub(super) fn report_error(line: &str, exit: Exit) -> Exit {
    // Nothing can be done where not even an error can be told.
    let _ = writeln!(io::stderr(), "{line}");
    exit
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
