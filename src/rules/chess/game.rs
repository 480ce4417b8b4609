//! Rules of chess that differ from the other games of the orthodox engine.

use std::sync::OnceLock;

use super::position::{Chess, Move, Pattern, Position};
use super::setup::Setup;
use super::square::{Bitboard, Square};
use crate::orthodox::{Reasons, Role, Variant};
use crate::{BoardSide, GameKind};

impl Variant for Chess {
    const KIND: GameKind = GameKind::Chess;
    const ORIGIN_TELLS_SIDE: bool = false;
    const NAMES_TARGET: bool = false;

    fn start() -> Position {
        // Cached, as a file of damaged games needs it once a line.
        static START: OnceLock<Position> = OnceLock::new();
        START.get_or_init(|| Setup::initial().into_position_lenient()).clone()
    }

    fn listing_order(position: &Position) -> [Bitboard; 6] {
        [position.of_side(position.turn), 0, 0, 0, 0, 0]
    }

    /// A piece may replace one of its own side. But a pawn can never be on the first or the last rank.
    fn may_force(_: &Position, mv: Move) -> bool {
        mv.role != Role::Pawn || mv.promotion.is_some() || !matches!(mv.to.rank(), 0 | 7)
    }

    fn castling_reasons(position: &Position, board_side: BoardSide, reasons: &mut Reasons<Self>) {
        position.castling_reasons(board_side, reasons);
    }

    fn castling_side(position: &Position, pattern: &Pattern) -> Option<BoardSide> {
        position.castling_side(pattern)
    }

    fn castle(position: &Position, board_side: BoardSide) -> Option<Move> {
        position.castle(board_side)
    }

    fn castle_by_king(position: &Position, pattern: &Pattern, to: Square) -> Option<Move> {
        let board_side = position.castling_meant(to).filter(|_| position.may_mean_castling(pattern))?;
        position.castle(board_side)
    }

    fn force_castling(position: &Position, board_side: BoardSide) -> Option<Move> {
        position.forced_castling(board_side)
    }

    #[inline(never)]
    fn move_castling_pieces(position: &mut Position, mv: Move) {
        position.move_castling_pieces(mv.from, mv.to);
    }

    #[inline(always)]
    fn ends_right(position: &Position, touched: Bitboard) -> bool {
        touched & position.rights.castling_mask != 0
    }

    fn lose_rights(position: &mut Position, touched: Bitboard) {
        position.lose_rights(touched);
    }
}
