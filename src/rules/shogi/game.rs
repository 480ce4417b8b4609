//! Shogi as a [`Game`].

use super::{Handicap, Kind, Move, Pattern, Position, Setup, Square};
use crate::rules::{FaultOf, Found, Game, Side};

impl Game for Position {
    type Square = Square;
    type Kind = Kind;
    type Move = Move;
    type Pattern = Pattern;

    fn start() -> Self {
        Setup::handicap(Handicap::Even).position_as_far_as_possible()
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
        self.same(other)
    }

    fn recurs(&self, moves: &[Move]) -> bool {
        self.recurs_after(moves)
    }

    /// Never: a captured man comes back by a drop and a later capture, a pawn that stepped on is
    /// captured and dropped behind, and a promoted man turns back in the hand. Nothing in shogi is
    /// spent for good, so no move excludes that an earlier position recurs.
    #[inline]
    fn irreversible(&self, _: Move) -> bool {
        false
    }

    #[inline]
    fn halfmove_clock(&self) -> u32 {
        0
    }

    fn legal(&self) -> Vec<Move> {
        let mut all = Vec::with_capacity(128);
        self.visit_legal(|mv| all.push(mv));
        all
    }
}
