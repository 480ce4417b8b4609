//! A move that can be played.

use super::{Kind, Square};

/// A move of the position that produced it; five bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Index of the origin, or [`HAND`].
    from: u8,
    to: Square,
    kind: Kind,
    promotes: bool,
    captured: Option<Kind>,
}

const HAND: u8 = u8::MAX;

impl Move {
    #[inline(always)]
    pub(super) const fn board(from: Square, to: Square, kind: Kind, promotes: bool, captured: Option<Kind>) -> Self {
        Self { from: from.index() as u8, to, kind, promotes, captured }
    }

    #[inline(always)]
    pub(super) const fn drop(kind: Kind, to: Square) -> Self {
        Self { from: HAND, to, kind, promotes: false, captured: None }
    }

    /// The origin; none for a drop.
    #[inline(always)]
    pub const fn from(self) -> Option<Square> {
        Square::from_index(self.from as usize)
    }

    /// The target.
    #[inline(always)]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The man before the move, or the man that is dropped.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// The man after the move.
    #[inline]
    pub const fn after(self) -> Kind {
        match self.kind.promoted() {
            Some(promoted) if self.promotes => promoted,
            _ => self.kind,
        }
    }

    /// Whether the man promotes.
    #[inline(always)]
    pub const fn promotes(self) -> bool {
        self.promotes
    }

    /// What is captured, as it stood on the board: promoted or not.
    #[inline(always)]
    pub const fn captured(self) -> Option<Kind> {
        self.captured
    }

    /// Whether a man is dropped from the hand.
    #[inline(always)]
    pub const fn is_drop(self) -> bool {
        self.from == HAND
    }
}
