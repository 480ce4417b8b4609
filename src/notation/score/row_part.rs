//! Parts of a printed table row: row numbers, moves, endings, other items. Rows are split in `table_row`.

use super::ending::Ending;
use super::grammar::{is_scanned, null};
use crate::text::whole;
use partie_record::ItemKind;
use partie_record::span::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartKind {
    /// A row number. `dots` is true if dots replace White's move: `12...`.
    Number {
        value: u32,
        dots: bool,
        /// True if a scan misread a character of the number, such as `l` for `1`.
        scanned: bool,
    },
    Move,
    End(Ending),
    Open,
    Close,
    /// Any other item, such as a null move.
    Other(ItemKind),
}

impl PartKind {
    /// True for a move or a null move.
    pub(super) const fn is_move(self) -> bool {
        matches!(self, Self::Move | Self::Other(ItemKind::Null))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub kind: PartKind,
    pub span: Span,
    pub gap: usize,
}

impl Part {
    /// A move cell delimited by its position, even if it is unreadable; a null move becomes `Other`.
    pub(super) fn cell(bytes: &[u8], span: Span) -> Self {
        let kind = whole(span.of(bytes), null).map_or(PartKind::Move, PartKind::Other);
        Self { kind, span, gap: 1 }
    }

    /// A row number delimited by its position.
    pub(super) fn number(bytes: &[u8], value: u32, span: Span) -> Self {
        let kind = PartKind::Number { value, dots: false, scanned: is_scanned(span.of(bytes)) };
        Self { kind, span, gap: 1 }
    }
}
