//! USI in the table of formats.

use super::{cut, looks_like, read, terminal};
use crate::notation::record_format::{Evidence, RecordFormat, Sniff, open_line, script};

/// Its row.
pub(in crate::notation) const FORMAT: RecordFormat = RecordFormat {
    extensions: &["usi", "sfen"],
    sniff: Sniff::new(5, looks_like),
    read,
    cut,
    next: cut,
    open_construct: open_line,
    script,
    terminal: |word, _| Some((terminal(word)?, None)),
    evidence: Evidence::AnyMove,
    ..RecordFormat::BASE
};
