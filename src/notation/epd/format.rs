//! EPD in the table of formats, and the base that lists of FEN share with it.

use super::{looks_like, read_epd};
use crate::line_format::cut;
use crate::record_format::{Evidence, RecordFormat, Sniff, open_line};

/// A list of positions.
pub(crate) const LIST: RecordFormat = RecordFormat {
    cut,
    next: cut,
    open_construct: open_line,
    comment_sign: "#",
    evidence: Evidence::AnyMove,
    ..RecordFormat::BASE
};

pub(crate) const FORMAT: RecordFormat =
    RecordFormat { extensions: &["epd"], sniff: Sniff::new(3, looks_like), read_record: read_epd, ..LIST };
