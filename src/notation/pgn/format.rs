//! PGN in the table of formats: the fallback for a text that resembles no other format.

use super::{cut, open_construct, read_record, section};
use crate::record_format::{Evidence, RecordFormat};

pub(crate) const FORMAT: RecordFormat = RecordFormat {
    extensions: &["pgn", "hgn", "uci", "coords"],
    read_record,
    cut,
    next: section,
    open_construct,
    evidence: Evidence::Tags,
    ..RecordFormat::BASE
};
