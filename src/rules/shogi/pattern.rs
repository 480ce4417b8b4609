//! Constraints on moves, as written.

use super::bitboard::ranks;
use super::{Bitboard, PieceType, Square};

/// Origin of a move, as far as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Not written (KI2): the board, or the hand if no piece on the board fits.
    Unstated,
    Hand,
    Square(Square),
    /// From a square of this file: a piece on the board (PSN).
    File(u8),
    /// From a square of this rank: a piece on the board (PSN).
    Rank(u8),
}

impl Origin {
    /// Possible origins of a piece on the board.
    pub(super) const fn squares(self) -> Bitboard {
        match self {
            Self::Unstated | Self::Hand => !0,
            Self::Square(from) => from.bit(),
            Self::File(file) => 0x1ff << (file.saturating_sub(1) * 9),
            Self::Rank(rank) => ranks(rank, rank),
        }
    }

    /// True if the text implies a piece on the board.
    pub(super) const fn is_on_board(self) -> bool {
        !matches!(self, Self::Unstated | Self::Hand)
    }
}

/// The words 左, 右 and 直, as seen by the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flank {
    /// 左: the leftmost of the pieces that reach the target.
    Left,
    /// 右: the rightmost.
    Right,
    /// 直: straight ahead; for silvers and pieces that move like a gold.
    Straight,
}

/// The words 上, 寄 and 引, as seen by the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// 上 or 行: forward.
    Up,
    /// 寄: sideways.
    Sideways,
    /// 引: back.
    Back,
}

/// A constraint on moves, parsed from a move text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub to: Square,
    pub origin: Origin,
    /// The piece before the move, if the text names it.
    pub kind: Option<PieceType>,
    /// The piece after the move, if the text names that one (CSA); `kind` is then `None`.
    pub after: Option<PieceType>,
    /// True for a promotion. `None` if the text has no mark: no promotion where there is a choice.
    pub promotes: Option<bool>,
    /// A relative word; ignored if the origin is written.
    pub flank: Option<Flank>,
    pub motion: Option<Motion>,
}
