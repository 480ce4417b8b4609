//! Lists of FEN in the table of formats: a position a line.

use crate::epd::{LIST, looks_like_fen, read_fen};
use crate::record_format::{RecordFormat, Sniff};

pub(crate) const FORMAT: RecordFormat =
    RecordFormat { extensions: &["fen"], sniff: Sniff::new(4, looks_like_fen), read_record: read_fen, ..LIST };
