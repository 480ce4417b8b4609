//! What a line of a table is made of. Not for cutting it.

use super::ending::Ending;
use super::grammar::{is_scanned, null};
use crate::text::whole;
use partie_record::ItemKind;
use partie_record::span::Span;

/// What a part of a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartKind {
    /// A number. Dots in the place of White's move say that Black's follows.
    Number {
        value: u32,
        dots: bool,
        /// Whether it has signs that a scan put there.
        scanned: bool,
    },
    Move,
    End(Ending),
    Open,
    Close,
    /// Anything else, as it becomes an item; a null move is one of them.
    Other(ItemKind),
}

impl PartKind {
    /// Whether it is the move of a side, or that it makes none.
    pub(super) const fn is_move(self) -> bool {
        matches!(self, Self::Move | Self::Other(ItemKind::Null))
    }
}

/// A part of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub kind: PartKind,
    pub span: Span,
    pub gap: usize,
}

impl Part {
    /// A cell that its place tells, whether it can be read or not.
    pub(super) fn cell(bytes: &[u8], span: Span) -> Self {
        let kind = whole(span.of(bytes), null).map_or(PartKind::Move, PartKind::Other);
        Self { kind, span, gap: 1 }
    }

    /// A number that its place tells.
    pub(super) fn number(bytes: &[u8], value: u32, span: Span) -> Self {
        let kind = PartKind::Number { value, dots: false, scanned: is_scanned(span.of(bytes)) };
        Self { kind, span, gap: 1 }
    }
}
