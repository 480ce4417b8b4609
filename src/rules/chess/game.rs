//! Chess as a [`Game`].

use super::moves::{Kind, Move};
use super::pattern::Pattern;
use super::position::Position;
use super::setup::Setup;
use super::square::{Role, Square};
use crate::rules::{FaultOf, Found, Game, Side};

impl Game for Position {
    type Square = Square;
    type Kind = Role;
    type Move = Move;
    type Pattern = Pattern;

    fn start() -> Self {
        Setup::usual().position_as_far_as_possible()
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn find(&self, pattern: &Pattern) -> Found<Move> {
        self.find_moves(pattern)
    }

    fn faults(&self, pattern: &Pattern) -> Vec<FaultOf<Self>> {
        self.find_faults(pattern)
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        self.play_move(mv);
    }

    fn force(&mut self, pattern: &Pattern) -> Option<Move> {
        self.force_pattern(pattern)
    }

    fn pass(&mut self) {
        self.pass_turn();
    }

    fn null_move(&self) -> Option<Move> {
        let king = self.king(self.turn);
        Some(Move { from: king, to: king, role: Role::King, promotion: None, captured: None, kind: Kind::Plain })
    }

    #[inline]
    fn is_null(mv: Move) -> bool {
        mv.from == mv.to && mv.kind != Kind::TakenBack
    }

    #[inline]
    fn is_taken_back(mv: Move) -> bool {
        mv.kind == Kind::TakenBack
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.checkers != 0
    }

    fn has_legal_move(&self) -> bool {
        self.any_legal()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn same_position(&self, other: &Self) -> bool {
        self.roles == other.roles
            && self.sides == other.sides
            && self.turn == other.turn
            && self.rights == other.rights
            && self.en_passant == other.en_passant
    }

    fn recurs(&self, moves: &[Move]) -> bool {
        // Walking back, a square only ever passes its man on: net displacement per man must be nothing.
        let mut now: [u8; 64] = std::array::from_fn(|square| square as u8);
        for mv in moves.iter().rev() {
            now.swap(mv.from.index(), mv.to.index());
        }
        let man = |at: usize| self.man(Square::new(at as u8));
        moves.len().is_multiple_of(2)
            && moves.iter().all(|mv| [mv.from, mv.to].iter().all(|at| man(at.index()) == man(now[at.index()] as usize)))
    }

    #[inline]
    fn irreversible(&self, mv: Move) -> bool {
        mv.captured.is_some()
            || mv.role == Role::Pawn
            || self.en_passant.is_some()
            || mv.kind == Kind::Castling
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
