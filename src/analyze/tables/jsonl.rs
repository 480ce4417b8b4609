//! One JSON object per line, as serde has the row types; every column is in every line.

use std::io::{self, Write};

use serde::Serialize;

use crate::shown::write_json;

/// Bytes that are kept before they are written.
const BUFFER: usize = 64 << 10;

/// A table as JSON lines.
pub(super) struct Table<W> {
    out: W,
    line: Vec<u8>,
}

impl<W: Write> Table<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out, line: Vec::with_capacity(BUFFER + (8 << 10)) }
    }

    pub(super) fn row<R: Serialize>(&mut self, row: &R) -> io::Result<()> {
        write_json(&mut self.line, row)?;
        self.line.push(b'\n');
        if self.line.len() >= BUFFER {
            self.out.write_all(&self.line)?;
            self.line.clear();
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        self.out.write_all(&self.line)?;
        Ok(self.out)
    }
}
