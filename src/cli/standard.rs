//! Single texts on standard output and standard error.

use std::io::{self, Write};

use super::Exit;
use crate::finding::Code;

/// Prints a text on standard output.
pub(super) fn print(text: &str, exit: Exit) -> Exit {
    print_bytes(text.as_bytes(), exit)
}

pub(super) fn print_bytes(bytes: &[u8], exit: Exit) -> Exit {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => exit,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => exit,
        Err(error) => unwritten("to standard output", &error),
    }
}

/// The code for what could not be written, and why.
pub(super) fn code_and_reason(error: &io::Error) -> (Code, String) {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => (Code::X004, "no space is left".to_owned()),
        _ => (Code::X002, error.to_string()),
    }
}

/// Says that `place` could not be written.
pub(super) fn unwritten(place: &str, error: &io::Error) -> Exit {
    let (code, why) = code_and_reason(error);
    report_error(&format!("error[{}]: cannot write {place}: {why}", code.as_str()), Exit::Operation)
}

/// Prints a line on standard error.
pub(super) fn report_error(line: &str, exit: Exit) -> Exit {
    // Nothing can be done where not even an error can be told.
    let _ = writeln!(io::stderr(), "{line}");
    exit
}
