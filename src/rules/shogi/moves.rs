//! A move that can be played.

use super::{PieceType, Square};

/// A move, valid only in the position that produced it; five bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Index of the origin, or [`HAND`].
    from: u8,
    to: Square,
    kind: PieceType,
    promotes: bool,
    captured: Option<PieceType>,
}

const HAND: u8 = u8::MAX;

impl Move {
    #[inline(always)]
    pub(super) const fn board(
        from: Square,
        to: Square,
        kind: PieceType,
        promotes: bool,
        captured: Option<PieceType>,
    ) -> Self {
        Self { from: from.index() as u8, to, kind, promotes, captured }
    }

    #[inline(always)]
    pub(super) const fn drop(kind: PieceType, to: Square) -> Self {
        Self { from: HAND, to, kind, promotes: false, captured: None }
    }

    /// The origin; `None` for a drop.
    #[inline(always)]
    pub const fn from(self) -> Option<Square> {
        Square::from_index(self.from as usize)
    }

    #[inline(always)]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The piece before the move, or the dropped piece.
    #[inline(always)]
    pub const fn kind(self) -> PieceType {
        self.kind
    }

    #[inline]
    pub const fn after(self) -> PieceType {
        match self.kind.promoted() {
            Some(promoted) if self.promotes => promoted,
            _ => self.kind,
        }
    }

    #[inline(always)]
    pub const fn promotes(self) -> bool {
        self.promotes
    }

    /// The captured piece as on the board, possibly promoted.
    #[inline(always)]
    pub const fn captured(self) -> Option<PieceType> {
        self.captured
    }

    #[inline(always)]
    pub const fn is_drop(self) -> bool {
        self.from == HAND
    }
}
