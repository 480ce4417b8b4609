//! JKF in the table of formats.

use super::{looks_like, read, terminal, time};
use crate::notation::kif::TimeCell;
use crate::notation::record_format::{Evidence, RecordFormat, Sniff};
use crate::record::Encoding;

/// Its row.
pub(in crate::notation) const FORMAT: RecordFormat = RecordFormat {
    extensions: &["jkf"],
    sniff: Sniff::new(1, looks_like),
    read,
    encoding: |_, _| Some(Encoding::Utf8),
    time: |cell| time(cell).map(|time| TimeCell { spent_ms: time.spent_ms, total_ms: time.total_ms }),
    terminal,
    evidence: Evidence::AnyMove,
    is_json: true,
    is_single: true,
    ..RecordFormat::BASE
};
