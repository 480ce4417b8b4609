//! Lines in which the sides have few legal moves.

use super::sides::MatingSides;
use super::{likely_mate, mate_cover};
use crate::Rules;
use crate::chess::position::Position;

/// Maximum length of a line.
const MAX_PLIES: u32 = 8;
/// Maximum number of positions to examine.
const MAX_POSITIONS: u32 = 300;
/// A side with more legal moves than this has a free choice.
const MAX_FORCED_MOVES: u32 = 6;

/// True if every line ends without a mate by one of the `asked` sides, within at most [`MAX_PLIES`].
pub(super) fn never(position: &Position, asked: MatingSides) -> bool {
    let mut left = MAX_POSITIONS;
    match few_moves(position) {
        0 => !is_mate_by(position, asked),
        count => all_end(position, asked, count > MAX_FORCED_MOVES, MAX_PLIES, &mut left),
    }
}

/// The position after a sequence of only moves, at most [`MAX_PLIES`]; `None` if there is a choice at once.
pub(super) fn only_line(position: &Position) -> Option<Position> {
    let mut after = only_move(position)?;
    for _ in 1..MAX_PLIES {
        let Some(next) = only_move(&after) else { break };
        after = next;
    }
    Some(after)
}

/// The position after the only legal move; `None` if there is not exactly one.
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

/// True if all lines end without a mate. `choice`: the side to move has more than [`MAX_FORCED_MOVES`] legal moves.
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
        // Both sides had a free choice and mate is likely: assume that some line reaches it.
        if choice_before && count > MAX_FORCED_MOVES {
            return false;
        }
    } else if mate_cover::never(position, asked) {
        return true;
    }
    plies > 1 && all_end(position, asked, count > MAX_FORCED_MOVES, plies - 1, left)
}

/// Number of legal moves, counted up to `MAX_FORCED_MOVES + 1`.
fn few_moves(position: &Position) -> u32 {
    let mut count = 0;
    position.visit_legal(|_| {
        count += 1;
        count <= MAX_FORCED_MOVES
    });
    count
}

/// True if a position without legal moves is a mate by one of the sides.
pub(super) fn is_mate_by(position: &Position, asked: MatingSides) -> bool {
    position.in_check() && asked.has(position.turn().other())
}
