//! Standard output that knows when nobody listens any more.

use std::io::{self, BufWriter, StdoutLock, Write};

/// Buffered standard output; remembers the first error instead of failing everywhere.
pub(super) struct Output {
    out: BufWriter<StdoutLock<'static>>,
    error: Option<io::Error>,
}

impl Output {
    pub(super) fn new() -> Self {
        Self { out: BufWriter::with_capacity(64 << 10, io::stdout().lock()), error: None }
    }

    /// Writes a text as it is.
    pub(super) fn write(&mut self, text: &str) {
        self.write_bytes(text.as_bytes());
    }

    /// Writes bytes.
    pub(super) fn write_bytes(&mut self, bytes: &[u8]) {
        if self.error.is_none() {
            self.error = self.out.write_all(bytes).err();
        }
    }

    /// Writes a text and a line end.
    pub(super) fn line(&mut self, text: &str) {
        self.write(text);
        self.write("\n");
    }

    pub(super) fn flush(&mut self) {
        if self.error.is_none() {
            self.error = self.out.flush().err();
        }
    }

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
