//! PSN in the table of formats: framed as PGN is.

use super::{field, looks_like, read, terminal, time};
use crate::notation::kif::TimeCell;
use crate::notation::pgn;
use crate::notation::record_format::{RecordFormat, Sniff, encoding};

/// Its row.
pub(in crate::notation) const FORMAT: RecordFormat = RecordFormat {
    extensions: &["psn"],
    sniff: Sniff::new(6, looks_like),
    sniff_bracket: Sniff::new(1, looks_like),
    read,
    field,
    encoding,
    time: |cell| Some(TimeCell { spent_ms: time(cell)?, total_ms: None }),
    terminal,
    bare_comment: |comment| {
        let text = comment.strip_prefix(b"{").unwrap_or(comment);
        text.strip_suffix(b"}").unwrap_or(text)
    },
    // Where records begin, and what shows them.
    ..pgn::FORMAT
};
