//! In what the games of one engine differ, beside their boards.

use super::board::Board;
use super::moves::Move;
use super::pattern::Pattern;
use super::position::Position;
use super::role::Role;
use crate::{BoardSide, GameKind, IllegalReason};

/// Reasons why a move of a game is illegal.
pub type Reasons<V> = Vec<IllegalReason<<V as Board>::Square, Role>>;

/// A game of this kind. The defaults are those of a game without castling.
pub trait Variant: Board {
    const KIND: GameKind;
    /// Whether a written origin where an enemy piece stands puts the turn in doubt even in check.
    /// Without one the turn is certain then: the other side could take the king.
    const ORIGIN_TELLS_SIDE: bool;
    /// Whether what stands on the target is named where no piece moves there at all.
    const NAMES_TARGET: bool;

    fn start() -> Position<Self>;
    /// The own pieces in groups, in whose order legal moves are listed.
    fn listing_order(position: &Position<Self>) -> [Self::Set; 6];
    /// Whether an illegal move may be applied, which captures whatever stands on its target.
    fn may_force(position: &Position<Self>, mv: Move<Self::Square>) -> bool;
    /// Why castling to a side is illegal.
    fn castling_reasons(position: &Position<Self>, board_side: BoardSide, reasons: &mut Reasons<Self>);

    /// The side that a pattern castles to, legally or not.
    fn castling_side(_: &Position<Self>, pattern: &Pattern<Self::Set>) -> Option<BoardSide> {
        pattern.castling
    }
    /// The castling move to a side, if it is legal.
    #[inline(always)]
    fn castle(_: &Position<Self>, _: BoardSide) -> Option<Move<Self::Square>> {
        None
    }
    /// The legal castling move that is meant by a king's move to a square.
    #[inline(always)]
    fn castle_by_king(_: &Position<Self>, _: &Pattern<Self::Set>, _: Self::Square) -> Option<Move<Self::Square>> {
        None
    }
    /// Castling as it is written although illegal.
    fn force_castling(_: &Position<Self>, _: BoardSide) -> Option<Move<Self::Square>> {
        None
    }
    /// Puts a castling king and its rook where they go.
    fn move_castling_pieces(_: &mut Position<Self>, _: Move<Self::Square>) {}
    /// Whether a move from or to one of these squares ends a right to castle.
    #[inline(always)]
    fn ends_right(_: &Position<Self>, _: Self::Set) -> bool {
        false
    }
    /// Takes away the rights that end when a piece leaves or reaches these squares.
    #[inline(always)]
    fn lose_rights(_: &mut Position<Self>, _: Self::Set) {}
}
