//! [`Rules`] for chess and hexagonal chess.

use super::board::{Bitboard, BoardSquare};
use super::moves::{Move, MoveKind};
use super::pattern::Pattern;
use super::position::Position;
use super::role::Role;
use super::variant::Variant;
use crate::{GameKind, IllegalReasonOf, Resolution, Rules, Side};

impl<V: Variant> Rules for Position<V> {
    type Square = V::Square;
    type PieceType = Role;
    type Move = Move<V::Square>;
    type Pattern = Pattern<V::Set>;

    const KIND: GameKind = V::KIND;

    fn start() -> Self {
        V::start()
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn resolve(&self, pattern: &Self::Pattern) -> Resolution<Self::Move> {
        self.find_moves(pattern)
    }

    fn illegal_reasons(&self, pattern: &Self::Pattern) -> Vec<IllegalReasonOf<Self>> {
        self.find_reasons(pattern)
    }

    #[inline(always)]
    fn play(&mut self, mv: Self::Move) {
        self.play_move(mv);
    }

    fn force(&mut self, pattern: &Self::Pattern) -> Option<Self::Move> {
        self.force_pattern(pattern)
    }

    fn play_null_move(&mut self) {
        self.set_en_passant(None);
        self.passed = None;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.switch_turn();
        self.update_checkers();
    }

    fn null_move(&self) -> Option<Self::Move> {
        let king = self.king(self.turn);
        Some(Move { from: king, to: king, role: Role::King, promotion: None, captured: None, kind: MoveKind::Plain })
    }

    #[inline]
    fn is_null(mv: Self::Move) -> bool {
        mv.from == mv.to && mv.kind != MoveKind::TakenBack
    }

    #[inline]
    fn is_taken_back(mv: Self::Move) -> bool {
        mv.kind == MoveKind::TakenBack
    }

    #[inline]
    fn in_check(&self) -> bool {
        !self.checkers.is_empty()
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

    fn repeats_after(&self, moves: &[Self::Move]) -> bool {
        // Swaps the contents of both squares back, move by move. The position repeats if every square that
        // a move touched has the same piece at the end.
        let mut now: [u8; 128] = std::array::from_fn(|square| square as u8);
        for mv in moves.iter().rev() {
            now.swap(mv.from.index(), mv.to.index());
        }
        let stays = |at: &V::Square| self.piece_at(*at) == self.piece_at(V::Square::of_index(now[at.index()].into()));
        moves.len().is_multiple_of(2) && moves.iter().all(|mv| [mv.from, mv.to].iter().all(stays))
    }

    #[inline]
    fn is_irreversible(&self, mv: Self::Move) -> bool {
        // Without short circuit, as no branch can be predicted.
        mv.captured.is_some()
            | (mv.role == Role::Pawn)
            | self.en_passant.is_some()
            | (mv.kind == MoveKind::Castling)
            | V::ends_right(self, mv.from.bit() | mv.to.bit())
    }

    #[inline]
    fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    fn legal(&self) -> Vec<Self::Move> {
        let mut all = Vec::with_capacity(64);
        self.visit_legal(|mv| {
            all.push(mv);
            true
        });
        all
    }
}
