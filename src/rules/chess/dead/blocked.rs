//! Exhaustive search of all positions that can still arise, if there are few.

use super::bits::ahead;
use super::forced::is_mate_by;
use super::seen_positions::SeenPositions;
use super::sides::MatingSides;
use super::{likely_mate, mate_cover};
use crate::chess::position::Position;
use crate::orthodox::Role;
use crate::{Rules, Side};

/// Total cost of a search: 1 for a position, more for an analysis of reach.
const EFFORT: u32 = 40_000;
const ANALYSIS: u32 = 16;
/// Lively positions with more legal moves than these end the search without a proof.
const FEW: usize = 6;

/// True if no position that can arise is a mate by one of the sides.
pub(super) fn never(root: &Position, asked: MatingSides) -> bool {
    let mut effort = EFFORT;
    let mut seen = SeenPositions::new();
    seen.add(root);
    // A stack, with irreversible moves on top: promotions and broken walls, after which the search
    // soon gives up, are found early.
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

/// True if a pawn has an empty square in front of it: the walls are not final yet.
fn has_pawn_steps(position: &Position) -> bool {
    let next = |side| ahead(position.pieces(side, Role::Pawn), side);
    (next(Side::First) | next(Side::Second)) & !position.occupied() != 0
}
