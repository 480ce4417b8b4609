//! The entry of printed scores in the table of formats.

use super::{begins_with_bracket, cut, looks_like, next, read_record};
use crate::record_format::{Prose, RecordFormat, Sniff, open_line};

pub(crate) const FORMAT: RecordFormat = RecordFormat {
    sniff: Sniff::new(7, looks_like),
    sniff_bracket: Sniff::new(0, begins_with_bracket),
    read_record,
    cut,
    next,
    open_construct: open_line,
    prose: Prose::Printed,
    ..RecordFormat::BASE
};
