//! Tables with games in the table of formats.

use super::record::read_record;
use super::sniff::looks_like;
use crate::line_format::cut;
use crate::record_format::{Evidence, RecordFormat, Sniff, open_line};

pub(crate) const FORMAT: RecordFormat = RecordFormat {
    sniff: Sniff::new(8, looks_like),
    read_record,
    cut,
    next: cut,
    open_construct: open_line,
    evidence: Evidence::Moves,
    ..RecordFormat::BASE
};
