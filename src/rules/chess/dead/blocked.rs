//! Looking at every position that can still arise, when there are few.

use super::bits::ahead;
use super::forced::is_mate_by;
use super::seen_positions::SeenPositions;
use super::sides::MatingSides;
use super::{likely_mate, mate_cover};
use crate::chess::position::Position;
use crate::orthodox::Role;
use crate::{Rules, Side};

/// What may be spent: one for a position, more for an analysis of reach.
const EFFORT: u32 = 40_000;
const ANALYSIS: u32 = 16;
/// With more legal moves than these a lively position is given up.
const FEW: usize = 6;

/// Whether no position that can arise is a mate by one of the sides.
pub(super) fn never(root: &Position, asked: MatingSides) -> bool {
    let mut effort = EFFORT;
    let mut seen = SeenPositions::new();
    seen.add(root);
    // The last come is the first looked at, and what cannot be taken back comes last:
    // so a promotion or a broken wall, after which it is soon given up, is found early.
    let mut waiting = vec![0];
    let mut urgent = Vec::new();
    while let Some(number) = waiting.pop() {
        let Some(position) = seen.get(number).cloned() else { return false };
        let moves = position.legal();
        if moves.is_empty() && is_mate_by(&position, asked) {
            return false;
        }
        if number > 0 && moves.len() > FEW && likely_mate::is_mate_likely(&position, asked) {
            return false;
        }
        for mv in moves {
            let mut after = position.clone();
            after.play(mv);
            let Some(number) = seen.add(&after) else { continue };
            let lasting = mv.captured.is_some() || mv.role == Role::Pawn;
            let settled = mv.captured.is_some() || lasting && !has_pawn_steps(&after);
            let cost = if settled { ANALYSIS } else { 1 };
            if effort < cost {
                return false;
            }
            effort -= cost;
            match (lasting, settled) {
                (false, _) => waiting.push(number),
                (true, true) if mate_cover::never(&after, asked) => {}
                (true, _) => urgent.push(number),
            }
        }
        waiting.append(&mut urgent);
    }
    true
}

/// Whether a pawn stands before an empty square: then the walls are not yet what they will be.
fn has_pawn_steps(position: &Position) -> bool {
    let next = |side| ahead(position.pieces(side, Role::Pawn), side);
    (next(Side::First) | next(Side::Second)) & !position.occupied() != 0
}
