//! Looking at every position that can still arise, when there are few.

use super::forced::is_mate_by;
use super::seen::Seen;
use super::{Asked, cover, lively};
use crate::rules::Game;
use crate::rules::chess::position::Position;
use crate::rules::chess::square::Role;

/// What may be spent: one for a position, more for an analysis of reach.
pub static EFFORT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(60_000);
const ANALYSIS: usize = 16;
/// With more legal moves than these a lively position is given up.
const FEW: usize = 6;

/// Whether no position that can arise is a mate by one of the sides.
pub(super) fn never(root: &Position, asked: Asked) -> bool {
    let mut effort = EFFORT.load(std::sync::atomic::Ordering::Relaxed);
    let mut seen = Seen::new();
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
        if number > 0 && moves.len() > FEW && lively::lively(&position, asked) {
            return false;
        }
        for mv in moves {
            let mut after = position.clone();
            after.play(mv);
            let Some(number) = seen.add(&after) else { continue };
            let lasting = mv.captured.is_some() || mv.role == Role::Pawn;
            let rest = lasting && (std::env::var("AN").is_ok() || mv.captured.is_some() || !has_steps(&after));
            let cost = if rest { ANALYSIS } else { 1 };
            if effort < cost {
                return false;
            }
            effort -= cost;
            if !lasting {
                waiting.push(number);
            } else if !rest || !cover::never(&after, asked) {
                urgent.push(number);
            }
        }
        waiting.append(&mut urgent);
    }
    true
}

fn has_steps(position: &Position) -> bool {
    use crate::rules::Side;
    let free = !position.occupied();
    let steps = |side| super::bits::ahead(position.men(side, Role::Pawn), side) & free;
    steps(Side::First) | steps(Side::Second) != 0
}
