//! Hexagonal chess as a [`Game`].

use super::Role;
use super::cell::Cell;
use super::moves::{Move, MoveKind};
use super::pattern::Pattern;
use super::position::Position;
use super::setup::Setup;
use crate::rules::{Game, IllegalReasonOf, Resolution, Side};

impl Game for Position {
    type Square = Cell;
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
        mv.from == mv.to
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
            && self.en_passant == other.en_passant
    }

    fn repeats_after(&self, moves: &[Move]) -> bool {
        // Walking back, a cell only ever passes its piece on: net displacement per piece must be nothing.
        let mut now: [u8; 91] = std::array::from_fn(|cell| cell as u8);
        for mv in moves.iter().rev() {
            now.swap(mv.from.index(), mv.to.index());
        }
        let stays = |at: &Cell| self.piece_at(*at) == self.piece_at(Cell::new(now[at.index()]));
        moves.len().is_multiple_of(2) && moves.iter().all(|mv| [mv.from, mv.to].iter().all(stays))
    }

    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        mv.captured.is_some() || mv.role == Role::Pawn || self.en_passant.is_some()
    }

    #[inline]
    fn halfmove_clock(&self) -> u32 {
        self.quiet
    }

    fn legal(&self) -> Vec<Move> {
        let mut all = Vec::with_capacity(64);
        self.visit_legal(|mv| {
            all.push(mv);
            true
        });
        all
    }
}
