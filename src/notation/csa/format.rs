//! CSA in the table of formats.

use super::{cut, looks_like, read, terminal, time};
use crate::notation::kif::TimeCell;
use crate::notation::record_format::{Evidence, RecordFormat, Sniff, encoding, open_line};

/// Its row.
pub(in crate::notation) const FORMAT: RecordFormat = RecordFormat {
    extensions: &["csa"],
    sniff: Sniff::new(2, looks_like),
    read,
    cut,
    next: cut,
    open_construct: open_line,
    encoding,
    time: |cell| Some(TimeCell { spent_ms: time(cell)?, total_ms: None }),
    terminal,
    bare_comment: |comment| {
        let text = comment.strip_prefix(b"'").unwrap_or(comment);
        text.strip_prefix(b"*").unwrap_or(text)
    },
    evidence: Evidence::AnyMove,
    ..RecordFormat::BASE
};
