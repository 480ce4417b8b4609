//! USI in the table of formats.

use super::{cut, looks_like, read, terminal};
use crate::notation::record_format::{Evidence, RecordFormat, Sniff, encoding, open_line};

/// Its row.
pub(in crate::notation) const FORMAT: RecordFormat = RecordFormat {
    extensions: &["usi", "sfen"],
    sniff: Sniff::new(5, looks_like),
    read,
    cut,
    next: cut,
    open_construct: open_line,
    encoding,
    terminal: |word| Some((terminal(word)?, None)),
    evidence: Evidence::AnyMove,
    ..RecordFormat::BASE
};
