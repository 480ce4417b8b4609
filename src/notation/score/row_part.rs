//! What a line of a table is made of. Not for cutting it.

use super::ending::Ending;
use partie_record::ItemKind;
use partie_record::span::Span;

/// What a part of a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartKind {
    /// A number. Dots in the place of White's move say that Black's follows.
    Number {
        value: u32,
        dots: bool,
    },
    Move,
    End(Ending),
    Open,
    Close,
    /// Anything else, as it becomes an item.
    Other(ItemKind),
}

/// A part of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub kind: PartKind,
    pub span: Span,
    pub gap: usize,
}
