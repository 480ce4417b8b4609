//! The JSON of partie in the table of formats.

use super::{cut, looks_like, next, read_record};
use crate::record_format::{Evidence, RecordFormat, Sniff};

pub(crate) const FORMAT: RecordFormat = RecordFormat {
    sniff: Sniff::new(0, looks_like),
    read_record,
    cut,
    next,
    evidence: Evidence::Form,
    is_utf8: true,
    ..RecordFormat::BASE
};
