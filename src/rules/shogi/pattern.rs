//! What a written move asks for.

use super::bitboard::ranks;
use super::{Bitboard, PieceType, Square};

/// Where a piece comes from, as far as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Not written (KI2): the board, or the hand where no piece on the board fits.
    Unstated,
    Hand,
    Square(Square),
    /// From a square of this file: a piece on the board (PSN).
    File(u8),
    /// From a square of this rank: a piece on the board (PSN).
    Rank(u8),
}

impl Origin {
    /// Squares from which a piece on the board may come.
    pub(super) const fn squares(self) -> Bitboard {
        match self {
            Self::Unstated | Self::Hand => !0,
            Self::Square(from) => from.bit(),
            Self::File(file) => 0x1ff << (file.saturating_sub(1) * 9),
            Self::Rank(rank) => ranks(rank, rank),
        }
    }

    /// Whether it says that the piece stands on the board.
    pub(super) const fn is_on_board(self) -> bool {
        !matches!(self, Self::Unstated | Self::Hand)
    }
}

/// 左, 右 or 直, seen from the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flank {
    /// 左: the leftmost of those that could go there.
    Left,
    /// 右: the rightmost.
    Right,
    /// 直: straight ahead, for gold-like pieces and silver.
    Straight,
}

/// 上, 寄 or 引, seen from the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// 上 (行): forward.
    Up,
    /// 寄: sideways.
    Sideways,
    /// 引: back.
    Back,
}

/// A constraint on moves, as a notation states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub to: Square,
    pub origin: Origin,
    /// The piece before the move, if it is named.
    pub kind: Option<PieceType>,
    /// The piece after the move, where that is what is named (CSA); `kind` is then empty.
    pub after: Option<PieceType>,
    /// Whether it promotes; nothing if unstated, which means no where a choice exists.
    pub promotes: Option<bool>,
    /// A relative word; asked only of an origin that is not written.
    pub flank: Option<Flank>,
    pub motion: Option<Motion>,
}
