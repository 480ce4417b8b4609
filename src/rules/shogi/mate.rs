//! Searches for forced mates by checks alone, as in mating problems (詰将棋), limited to a number of positions.

use std::collections::HashMap;

use super::attacks::{between_squares, lines, pseudo};
use super::{Bitboard, Move, Position};
use crate::Rules as _;

/// Result of a search; `None` if it reached the limit of positions.
type Answer = Option<bool>;

/// Squares of interposing drops that were checked, and the futile ones among them. The kind of the dropped piece makes
/// no difference, as the checking piece captures it.
#[derive(Clone, Copy, Debug, Default)]
struct DropSquares {
    asked: Bitboard,
    in_vain: Bitboard,
}

/// Searches for forced mates. All searches share one limit of positions.
#[derive(Debug)]
pub struct MateSearch {
    /// Number of positions left until the limit.
    left: u32,
    /// Results for positions with the attacker to move, by their keys and the plies left.
    known: HashMap<(u64, u32), bool>,
}

impl MateSearch {
    /// A search of at most `positions` positions.
    pub fn new(positions: u32) -> Self {
        Self { left: positions, known: HashMap::new() }
    }

    /// A first move that mates by force within `plies`; `Some(None)` if no move does, `None` if the limit was reached.
    pub fn first_move(&mut self, position: &Position, plies: u32) -> Option<Option<Move>> {
        for mv in position.checks() {
            let after = self.next(position, mv)?;
            if self.is_forced(&after, plies.checked_sub(1)?)? {
                return Some(Some(mv));
            }
        }
        Some(None)
    }

    /// True if the side to move, which is in check, is mated within `plies` after any defense.
    pub fn is_forced(&mut self, position: &Position, plies: u32) -> Answer {
        Some(self.refutation(position, plies)?.is_none())
    }

    /// A defense against the check that avoids mate within `plies`; `Some(None)` if none exists, `None` if the limit
    /// was reached.
    pub fn refutation(&mut self, position: &Position, plies: u32) -> Option<Option<Move>> {
        let mut drops = DropSquares::default();
        for mv in position.legal() {
            if self.is_futile(position, mv, &mut drops)? {
                continue;
            }
            let holds = match plies.checked_sub(2) {
                None => true,
                Some(plies) => {
                    let after = self.next(position, mv)?;
                    !self.mates(&after, plies + 1)?
                }
            };
            if holds {
                return Some(Some(mv));
            }
        }
        Some(None)
    }

    /// True if the side to move is already mated. Futile interposing drops (無駄合) do not count as a defense.
    pub fn is_mated(&mut self, position: &Position) -> Answer {
        if !position.in_check() {
            return Some(false);
        }
        let mut drops = DropSquares::default();
        for mv in position.legal() {
            if !self.is_futile(position, mv, &mut drops)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// True if the move drops a piece that the checking piece captures at once with mate.
    fn is_futile(&mut self, position: &Position, mv: Move, drops: &mut DropSquares) -> Answer {
        if !mv.is_drop() || !position.checkers().is_power_of_two() {
            return Some(false);
        }
        let square = mv.to().bit();
        if drops.asked & square == 0 {
            drops.asked |= square;
            if self.is_taken_with_mate(position, mv)? {
                drops.in_vain |= square;
            }
        }
        Some(drops.in_vain & square != 0)
    }

    fn is_taken_with_mate(&mut self, position: &Position, mv: Move) -> Answer {
        let by = position.checkers();
        let after = self.next(position, mv)?;
        let takes = |capture: &Move| capture.to() == mv.to() && capture.from().is_some_and(|from| from.bit() == by);
        for capture in after.checks().into_iter().filter(takes) {
            let taken = self.next(&after, capture)?;
            if self.is_mated(&taken)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// True if the side to move mates within `plies`.
    fn mates(&mut self, position: &Position, plies: u32) -> Answer {
        let key = (position.zobrist(), plies);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        let found = self.first_move(position, plies)?.is_some();
        self.known.insert(key, found);
        Some(found)
    }

    /// The position after a move; `None` if the limit is reached.
    fn next(&mut self, position: &Position, mv: Move) -> Option<Position> {
        self.left = self.left.checked_sub(1)?;
        let mut after = position.clone();
        after.play(mv);
        Some(after)
    }
}

impl Position {
    /// Every legal move that gives check.
    pub fn checks(&self) -> Vec<Move> {
        let mut checks = Vec::new();
        let Some(king) = self.king(self.turn.other()) else { return checks };
        self.visit_legal(|mv| {
            let direct = pseudo(self.turn, mv.after(), mv.to()) & king.bit() != 0;
            let discovered = mv.from().is_some_and(|from| lines(from) & king.bit() != 0);
            // A drop gives check if no piece is in between; other moves are played to find the check.
            let blocked = || between_squares(mv.to(), king) & self.occupied() != 0;
            if !(direct || discovered) || mv.is_drop() && blocked() {
                return;
            }
            let is_check = mv.is_drop() || {
                let mut after = self.clone();
                after.play(mv);
                after.in_check()
            };
            if is_check {
                checks.push(mv);
            }
        });
        checks
    }
}
