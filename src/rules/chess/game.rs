//! Chess as a [`Game`].

use super::moves::{Move, MoveKind};
use super::pattern::Pattern;
use super::position::Position;
use super::setup::Setup;
use super::square::{Role, Square};
use crate::rules::{Game, IllegalReasonOf, Resolution, Side};

impl Game for Position {
    type Square = Square;
    type PieceType = Role;
    type Move = Move;
    type Pattern = Pattern;

    fn start() -> Self {
        Setup::usual().into_position_lenient()
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn resolve(&self, pattern: &Pattern) -> Resolution<Move> {
        self.find_moves(pattern)
    }

    fn illegal_reasons(&self, pattern: &Pattern) -> Vec<IllegalReasonOf<Self>> {
        self.find_faults(pattern)
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        self.play_move(mv);
    }

    fn force(&mut self, pattern: &Pattern) -> Option<Move> {
        self.force_pattern(pattern)
    }

    fn play_null_move(&mut self) {
        self.pass_turn();
    }

    fn null_move(&self) -> Option<Move> {
        let king = self.king(self.turn);
        Some(Move { from: king, to: king, role: Role::King, promotion: None, captured: None, kind: MoveKind::Plain })
    }

    #[inline]
    fn is_null(mv: Move) -> bool {
        mv.from == mv.to && mv.kind != MoveKind::TakenBack
    }

    #[inline]
    fn is_taken_back(mv: Move) -> bool {
        mv.kind == MoveKind::TakenBack
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.checkers != 0
    }

    fn has_legal_move(&self) -> bool {
        self.any_legal()
    }

    #[inline]
    fn zobrist(&self) -> u64 {
        self.zobrist
    }

    fn same_for_repetition(&self, other: &Self) -> bool {
        self.roles == other.roles
            && self.sides == other.sides
            && self.turn == other.turn
            && self.rights == other.rights
            && self.en_passant == other.en_passant
    }

    fn repeats_after(&self, moves: &[Move]) -> bool {
        // Walking back, a square only ever passes its piece on: net displacement per piece must be nothing.
        let mut now: [u8; 64] = std::array::from_fn(|square| square as u8);
        for mv in moves.iter().rev() {
            now.swap(mv.from.index(), mv.to.index());
        }
        let piece = |at: usize| self.piece_at(Square::new(at as u8));
        moves.len().is_multiple_of(2)
            && moves
                .iter()
                .all(|mv| [mv.from, mv.to].iter().all(|at| piece(at.index()) == piece(now[at.index()] as usize)))
    }

    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        mv.captured.is_some()
            || mv.role == Role::Pawn
            || self.en_passant.is_some()
            || mv.kind == MoveKind::Castling
            || (mv.from.bit() | mv.to.bit()) & self.guard != 0
    }

    #[inline]
    fn halfmove_clock(&self) -> u32 {
        self.quiet
    }

    fn legal(&self) -> Vec<Move> {
        let mut all = Vec::with_capacity(48);
        self.visit_legal(|mv| {
            all.push(mv);
            true
        });
        all
    }
}
