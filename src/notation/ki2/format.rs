//! KI2 in the table of formats: KIF except for its move lines.

use super::{cut, looks_like, read_record, spell};
use crate::kif;
use crate::record_format::{RecordFormat, Sniff};
use crate::shogi_format::{MoveForm, Numbers, ShogiFormat};

pub(crate) const FORMAT: RecordFormat = RecordFormat {
    extensions: &["ki2"],
    utf8_extensions: &["ki2u"],
    sniff: Sniff::new(4, looks_like),
    read_record,
    cut,
    next: cut,
    shogi: ShogiFormat {
        write_move: |before, mv, previous| {
            let mut text = String::new();
            spell(&mut text, before, mv, previous);
            text
        },
        moves: MoveForm::RelativeWords,
        numbers: Numbers::Sparse,
        ..kif::FORMAT.shogi
    },
    ..kif::FORMAT
};
