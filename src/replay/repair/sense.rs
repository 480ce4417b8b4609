//! Whether a move makes sense: what it wins or gives away, by captures alone.
//!
//! Not for playing well: it only tells moves that hang a piece for nothing from those that do not.

use super::repairable::Material;

/// Captures that follow one another at most.
const DEEPEST: u32 = 4;
/// Captures that are tried in one position, the greatest first.
const WIDEST: usize = 8;

/// What a move wins in the end, in hundredths of a pawn, if both sides go on capturing as long as that pays.
pub(super) fn worth<G: Material>(position: &G, mv: G::Move) -> i32 {
    if G::is_null(mv) || G::is_taken_back(mv) {
        return 0;
    }
    let mut after = position.clone();
    after.play(mv);
    G::gain(mv) - best_capture(&after, i32::MIN / 2, i32::MAX / 2, DEEPEST)
}

/// The most that the side to move wins by capturing or leaving it.
fn best_capture<G: Material>(position: &G, least: i32, most: i32, deep: u32) -> i32 {
    let mut best = 0;
    if deep == 0 || best >= most {
        return best;
    }
    // Few are tried, so that each goes to its place among the greatest.
    let mut captures: Vec<(i32, G::Move)> = Vec::with_capacity(WIDEST + 1);
    position.visit_gaining(&mut |mv| {
        let gain = G::gain(mv);
        let place = captures.partition_point(|(other, _)| *other >= gain);
        if gain > 0 && place < WIDEST {
            captures.truncate(WIDEST - 1);
            captures.insert(place, (gain, mv));
        }
    });
    let mut least = least.max(best);
    for (gain, mv) in captures {
        // Even if nothing is taken back it is not enough.
        if gain <= least {
            break;
        }
        let mut after = position.clone();
        after.play(mv);
        best = best.max(gain - best_capture(&after, gain - most, gain - least, deep - 1));
        least = least.max(best);
        if best >= most {
            break;
        }
    }
    best
}
