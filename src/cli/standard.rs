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
        Err(error) => report_error(&format!("error[X002]: cannot write to standard output: {error}"), Exit::Operation),
    }
}

/// Prints a line on standard error.
pub(super) fn report_error(line: &str, exit: Exit) -> Exit {
    // Nothing can be done where not even an error can be told.
    let _ = writeln!(io::stderr(), "{line}");
    exit
}
