//! KIF in the table of formats.

use super::{cut, looks_like, read, terminal, time_cell};
use crate::notation::record_format::{Evidence, Prose, RecordFormat, Sniff, encoding, open_line};

/// Its row.
pub(in crate::notation) const FORMAT: RecordFormat = RecordFormat {
    extensions: &["kif"],
    utf8_extensions: &["kifu"],
    sniff: Sniff::new(3, looks_like),
    read,
    cut,
    next: cut,
    open_construct: open_line,
    encoding,
    time: time_cell,
    terminal: |word| Some((terminal(word)?, None)),
    bare_comment: |comment| comment.strip_prefix(b"*").unwrap_or(comment),
    evidence: Evidence::Form,
    prose: Prose::Lines,
    ..RecordFormat::BASE
};
