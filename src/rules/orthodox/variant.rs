//! Differences between the games of this engine, apart from their boards.

use super::board::Board;
use super::moves::Move;
use super::pattern::Pattern;
use super::position::Position;
use super::role::Role;
use crate::{BoardSide, GameKind, IllegalReason};

/// Reasons why a move of a game is illegal.
pub type Reasons<V> = Vec<IllegalReason<<V as Board>::Square, Role>>;

/// A game of this engine. The defaults fit a game without castling.
pub trait Variant: Board {
    const KIND: GameKind;
    /// True if a written origin with an enemy piece puts the turn in doubt even in check. Without a written origin,
    /// the turn is certain in check, as the other side could take the king.
    const ORIGIN_TELLS_SIDE: bool;
    /// True if reasons mention the piece on the target even when no piece moves in that way.
    const NAMES_TARGET: bool;

    fn start() -> Position<Self>;
    /// The pieces of the side to move, in groups. Legal moves are listed group by group.
    fn listing_order(position: &Position<Self>) -> [Self::Set; 6];
    /// True if an illegal move may be played; it removes any piece on its target.
    fn may_force(position: &Position<Self>, mv: Move<Self::Square>) -> bool;
    /// Adds the reasons why castling to a side is illegal.
    fn castling_reasons(position: &Position<Self>, board_side: BoardSide, reasons: &mut Reasons<Self>);

    /// The side to which a pattern castles, legally or not.
    fn castling_side(_: &Position<Self>, pattern: &Pattern<Self::Set>) -> Option<BoardSide> {
        pattern.castling
    }
    /// The legal castling move to a side.
    #[inline(always)]
    fn castle(_: &Position<Self>, _: BoardSide) -> Option<Move<Self::Square>> {
        None
    }
    /// The legal castling move that is written as a king's move to a square.
    #[inline(always)]
    fn castle_by_king(_: &Position<Self>, _: &Pattern<Self::Set>, _: Self::Square) -> Option<Move<Self::Square>> {
        None
    }
    /// The castling move to a side even if it is illegal.
    fn force_castling(_: &Position<Self>, _: BoardSide) -> Option<Move<Self::Square>> {
        None
    }
    /// Moves the king and the rook of a castling move to their targets.
    fn move_castling_pieces(_: &mut Position<Self>, _: Move<Self::Square>) {}
    /// True if a move from or to one of these squares ends a castling right.
    #[inline(always)]
    fn ends_right(_: &Position<Self>, _: Self::Set) -> bool {
        false
    }
    /// Removes the castling rights that end when a piece leaves or reaches these squares.
    #[inline(always)]
    fn lose_rights(_: &mut Position<Self>, _: Self::Set) {}
}
