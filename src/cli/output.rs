//! Standard output that knows when nobody listens any more.

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::time::{Duration, Instant};

/// How long what was written may wait.
const WAIT: Duration = Duration::from_millis(50);

use super::actions::harmless;
use super::standard::output_columns;
use super::window;
use crate::report::fold;
use partie_record::shown::{visible, visible_styled};

/// Buffered standard output; remembers the first error instead of failing everywhere.
pub(super) struct Output {
    out: BufWriter<StdoutLock<'static>>,
    error: Option<io::Error>,
    /// When all was passed on.
    flushed: Option<Instant>,
    /// Columns of the terminal, if it goes to one.
    columns: Option<usize>,
}

impl Output {
    pub(super) fn new() -> Self {
        let out = BufWriter::with_capacity(64 << 10, io::stdout().lock());
        Self { out, error: None, flushed: None, columns: output_columns() }
    }

    /// Writes a text; nothing in it steers a terminal.
    pub(super) fn write(&mut self, text: &str) {
        self.write_bytes(harmless(&visible(text)).as_bytes());
    }

    /// Writes commands to what runs the command; only values of them come from records, and those are escaped.
    pub(super) fn write_commands(&mut self, text: &str) {
        self.write_bytes(visible(text).as_bytes());
    }

    /// Writes a text with its colours.
    pub(super) fn write_styled(&mut self, text: &str) {
        self.write_bytes(harmless(&visible_styled(text)).as_bytes());
    }

    /// Writes lines for a reader, with their colors: none is wider than the terminal.
    pub(super) fn write_lines(&mut self, text: &str) {
        self.write_styled(&fold(text, self.columns));
    }

    /// Writes bytes as they are: those of records, and rows that are made for programs.
    pub(super) fn write_bytes(&mut self, bytes: &[u8]) {
        if self.error.is_none() {
            self.error = self.out.write_all(&window::readable(bytes)).err();
        }
    }

    /// Writes bytes of records as they are, unless a terminal shows them, which they must not steer.
    pub(super) fn write_record(&mut self, bytes: &[u8]) {
        if io::stdout().is_terminal() {
            self.write(&String::from_utf8_lossy(bytes));
        } else {
            self.write_bytes(bytes);
        }
    }

    /// Writes a text for a reader and a line end.
    pub(super) fn line(&mut self, text: &str) {
        self.write(&fold(text, self.columns));
        self.write("\n");
    }

    /// Whether something waits for longer than it should.
    pub(super) fn is_due(&self) -> bool {
        !self.out.buffer().is_empty() && self.flushed.is_none_or(|flushed| flushed.elapsed() >= WAIT)
    }

    pub(super) fn flush(&mut self) {
        self.flushed = Some(Instant::now());
        if self.error.is_none() {
            self.error = self.out.flush().err();
        }
    }

    /// Whether it cannot be written any more.
    pub(super) const fn is_broken(&self) -> bool {
        self.error.is_some()
    }

    /// The first error, unless it is only that the reader left.
    pub(super) fn failure(mut self) -> Option<io::Error> {
        self.flush();
        let error = self.error.take()?;
        // What is still buffered would fail once more when dropped.
        let (_, _) = self.out.into_parts();
        (error.kind() != io::ErrorKind::BrokenPipe).then_some(error)
    }
}

/// As bytes of records go to any writer; the first error is remembered, not given.
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
