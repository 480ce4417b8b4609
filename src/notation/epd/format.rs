//! EPD in the table of formats, and the row of defaults that EPD and FEN share.

use super::{looks_like, read_epd};
use crate::line_format::cut;
use crate::record_format::{Evidence, RecordFormat, Sniff, open_line};

/// Defaults for formats with one position a line.
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
