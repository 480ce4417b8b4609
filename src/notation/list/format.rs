//! The entries of the list formats in the table of formats.

use super::boundary::{self, Unit};
use crate::pgn::{self, open_construct};
use crate::record_format::{Evidence, RecordFormat};

/// Base of the list formats. They have no sniff of their own, as `list::sniff` chooses one of them.
const LIST: RecordFormat = RecordFormat { open_construct, evidence: Evidence::Moves, ..RecordFormat::BASE };

pub(crate) const LINES: RecordFormat = RecordFormat {
    read_record: |bytes, at, last, record| {
        pgn::read_part(bytes, at, last, record, |at| boundary::game_end(Unit::Line, bytes, at, last))
    },
    cut: |bytes| boundary::cut(Unit::Line, bytes),
    next: boundary::next,
    ..LIST
};

pub(crate) const HEX_LINES: RecordFormat = RecordFormat {
    read_record: |bytes, at, last, record| {
        let outcome = (LINES.read_record)(bytes, at, last, record);
        record.is_hexagonal = true;
        outcome
    },
    ..LINES
};

pub(crate) const PARAGRAPHS: RecordFormat = RecordFormat {
    read_record: |bytes, at, last, record| {
        pgn::read_part(bytes, at, last, record, |at| boundary::game_end(Unit::Paragraph, bytes, at, last))
    },
    cut: |bytes| boundary::cut(Unit::Paragraph, bytes),
    ..LINES
};
