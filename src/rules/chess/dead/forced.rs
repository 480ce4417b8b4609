//! Lines in which there is little choice.

use super::sides::MatingSides;
use super::{likely_mate, mate_cover};
use crate::Rules;
use crate::chess::position::Position;

/// Plies that a line may have.
const PLIES: u32 = 8;
/// Positions that are looked at.
const POSITIONS: u32 = 300;
/// With more legal moves than these the side to move has a choice.
const FEW: u32 = 6;

/// Whether every line ends without a mate within a few plies.
pub(super) fn never(position: &Position, asked: MatingSides) -> bool {
    let mut left = POSITIONS;
    match few_moves(position) {
        0 => !is_mate_by(position, asked),
        count => all_end(position, asked, count > FEW, PLIES, &mut left),
    }
}

/// The position after the moves to which there is no other choice, if there are any.
pub(super) fn only_line(position: &Position) -> Option<Position> {
    let mut after = only_move(position)?;
    for _ in 1..PLIES {
        let Some(next) = only_move(&after) else { break };
        after = next;
    }
    Some(after)
}

/// The position after the only legal move.
fn only_move(position: &Position) -> Option<Position> {
    let mut only = None;
    let mut count = 0;
    position.visit_legal(|mv| {
        only = Some(mv);
        count += 1;
        count < 2
    });
    let mv = only.filter(|_| count == 1)?;
    let mut after = position.clone();
    after.play(mv);
    Some(after)
}

/// Whether every line ends after every move. `choice` says whether there are more than a few.
fn all_end(position: &Position, asked: MatingSides, choice: bool, plies: u32, left: &mut u32) -> bool {
    let mut all = true;
    position.visit_legal(|mv| {
        let mut after = position.clone();
        after.play(mv);
        all = all && ends(&after, asked, choice, plies, left);
        all
    });
    all
}

fn ends(position: &Position, asked: MatingSides, choice_before: bool, plies: u32, left: &mut u32) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    let count = few_moves(position);
    if count == 0 {
        return !is_mate_by(position, asked);
    }
    let asked = asked.with_material(position);
    if asked.nobody() {
        return true;
    }
    if likely_mate::is_mate_likely(position, asked) {
        // Two plies of free choice with force at large: somebody will find a mate.
        if choice_before && count > FEW {
            return false;
        }
    } else if mate_cover::never(position, asked) {
        return true;
    }
    plies > 1 && all_end(position, asked, count > FEW, plies - 1, left)
}

/// The number of legal moves, counted to one more than a few.
fn few_moves(position: &Position) -> u32 {
    let mut count = 0;
    position.visit_legal(|_| {
        count += 1;
        count <= FEW
    });
    count
}

/// Whether a position without legal moves is a mate that one of the sides gave.
pub(super) fn is_mate_by(position: &Position, asked: MatingSides) -> bool {
    position.in_check() && asked.has(position.turn().other())
}
