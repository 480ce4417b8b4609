//! Rules of hexagonal chess that differ from the other games of the orthodox engine.

use std::sync::OnceLock;

use super::position::{Hex, Move, Position};
use super::setup::Setup;
use crate::orthodox::{Reasons, Role, Variant};
use crate::{BoardSide, GameKind, IllegalReason};

impl Variant for Hex {
    const KIND: GameKind = GameKind::Hex;
    const ORIGIN_TELLS_SIDE: bool = true;
    const NAMES_TARGET: bool = true;

    fn start() -> Position {
        // Cached, as a file of damaged games needs it once a line.
        static START: OnceLock<Position> = OnceLock::new();
        START.get_or_init(|| Setup::initial().into_position_lenient()).clone()
    }

    /// By kind, the king first.
    fn listing_order(position: &Position) -> [Self::Set; 6] {
        [Role::King, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .map(|role| position.pieces(position.turn, role))
    }

    /// A piece never replaces one of its own side.
    fn may_force(position: &Position, mv: Move) -> bool {
        position.of_side(position.turn) & mv.to.bit() == 0
    }

    /// Reports a missing king: the game has no castling (Hexašach, the king's section).
    fn castling_reasons(position: &Position, board_side: BoardSide, reasons: &mut Reasons<Self>) {
        reasons.push(IllegalReason::NothingToCastle { board_side, king: true, home: position.king(position.turn) });
    }
}
