//! Whether a move makes sense: the material that it wins or gives away, by captures alone.
//!
//! This is not a chess engine: it only detects moves that hang a piece for nothing.

use super::repairable::Material;

/// Maximum number of consecutive captures.
const MAX_DEPTH: u32 = 4;
/// Maximum number of captures that are tried in one position, the greatest first.
const MAX_CAPTURES: usize = 8;

/// Returns the number of pawns that a move wins or gives away if both sides capture as long as that pays, from `-lost`
/// to `won`.
pub(super) fn worth<G: Material>(position: &G, mv: G::Move, (lost, won): (f32, f32)) -> f32 {
    let hundredths = |pawns: f32| (100.0 * pawns) as i32;
    (bounded(position, mv, (-hundredths(lost), hundredths(won))) as f32 / 100.0).clamp(-lost, won)
}

/// Returns the number of pawns that a move gives away, at most `most`.
pub(super) fn lost<G: Material>(position: &G, mv: G::Move, most: f32) -> f32 {
    (-bounded(position, mv, ((-100.0 * most) as i32, 0)) as f32 / 100.0).clamp(0.0, most)
}

/// Returns the gain of a move in hundredths of a pawn. Results outside of `lowest..=highest` are only bounds.
fn bounded<G: Material>(position: &G, mv: G::Move, (lowest, highest): (i32, i32)) -> i32 {
    if G::is_null(mv) || G::is_taken_back(mv) {
        return 0;
    }
    let mut after = position.clone();
    after.play(mv);
    let gain = G::gain(mv);
    gain - best_capture(&after, gain - highest, gain - lowest, MAX_DEPTH)
}

/// Returns the maximum gain of the side to move by captures; 0 if no capture pays.
fn best_capture<G: Material>(position: &G, least: i32, most: i32, deep: u32) -> i32 {
    let mut best = 0;
    if deep == 0 || best >= most {
        return best;
    }
    // Only the greatest captures are kept, so that inserting each in its place is fast enough.
    let mut captures: [Option<(i32, G::Move)>; MAX_CAPTURES] = [None; MAX_CAPTURES];
    let mut count = 0;
    position.visit_gaining(&mut |mv| {
        let gain = G::gain(mv);
        let place = captures[..count].iter().flatten().take_while(|(other, _)| *other >= gain).count();
        if gain > 0 && place < MAX_CAPTURES {
            count = MAX_CAPTURES.min(count + 1);
            captures[place..count].rotate_right(1);
            captures[place] = Some((gain, mv));
        }
    });
    let mut least = least.max(best);
    for (gain, mv) in captures.into_iter().flatten() {
        // Even without a recapture, this capture and all smaller ones gain too little.
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
