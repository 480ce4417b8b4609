//! Buffered standard output that remembers write errors, such as a closed pipe.

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::time::{Duration, Instant};

/// Maximum time that text may stay in the buffer.
const MAX_BUFFERED_TIME: Duration = Duration::from_millis(50);

use super::actions::harmless;
use super::standard::output_columns;
use super::window;
use crate::report::fold;
use partie_record::shown::{visible, visible_styled};

/// Buffered standard output; remembers the first error, so that callers need not handle errors.
pub(super) struct Output {
    out: BufWriter<StdoutLock<'static>>,
    error: Option<io::Error>,
    /// The time of the last flush.
    flushed: Option<Instant>,
    /// Columns of the terminal; `None` if the output is not a terminal.
    columns: Option<usize>,
}

impl Output {
    pub(super) fn new() -> Self {
        let out = BufWriter::with_capacity(64 << 10, io::stdout().lock());
        Self { out, error: None, flushed: None, columns: output_columns() }
    }

    /// Writes a text in visible form, so that it cannot control a terminal.
    pub(super) fn write(&mut self, text: &str) {
        self.write_bytes(harmless(&visible(text)).as_bytes());
    }

    /// Writes commands to a CI runner. Only the values in commands come from records, and they are already escaped.
    pub(super) fn write_commands(&mut self, text: &str) {
        self.write_bytes(visible(text).as_bytes());
    }

    /// Writes a text in visible form, with its colors.
    pub(super) fn write_styled(&mut self, text: &str) {
        self.write_bytes(harmless(&visible_styled(text)).as_bytes());
    }

    /// Writes lines in visible form, with their colors, folded to the width of the terminal.
    pub(super) fn write_lines(&mut self, text: &str) {
        self.write_styled(&fold(text, self.columns));
    }

    /// Writes bytes unchanged, for records and machine-readable rows.
    pub(super) fn write_bytes(&mut self, bytes: &[u8]) {
        if self.error.is_none() {
            self.error = self.out.write_all(&window::readable(bytes)).err();
        }
    }

    /// Writes bytes of records: unchanged, or to a terminal in visible form.
    pub(super) fn write_record(&mut self, bytes: &[u8]) {
        if io::stdout().is_terminal() {
            self.write(&String::from_utf8_lossy(bytes));
        } else {
            self.write_bytes(bytes);
        }
    }

    /// Writes a text in visible form, folded to the width of the terminal, and a line end.
    pub(super) fn line(&mut self, text: &str) {
        self.write(&fold(text, self.columns));
        self.write("\n");
    }

    /// True if text has been in the buffer for too long.
    pub(super) fn is_due(&self) -> bool {
        !self.out.buffer().is_empty() && self.flushed.is_none_or(|flushed| flushed.elapsed() >= MAX_BUFFERED_TIME)
    }

    pub(super) fn flush(&mut self) {
        self.flushed = Some(Instant::now());
        if self.error.is_none() {
            self.error = self.out.flush().err();
        }
    }

    /// True if a write has failed.
    pub(super) const fn is_broken(&self) -> bool {
        self.error.is_some()
    }

    /// The first error; `None` without errors, or if the error is only a closed pipe.
    pub(super) fn failure(mut self) -> Option<io::Error> {
        self.flush();
        let error = self.error.take()?;
        // Dropping the writer would write its buffer, and fail again.
        let (_, _) = self.out.into_parts();
        (error.kind() != io::ErrorKind::BrokenPipe).then_some(error)
    }
}

/// Writes bytes of records; the first error is remembered, not returned.
impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_bytes(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::flush(self);
        Ok(())
    }
}
