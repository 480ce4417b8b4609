//! Dead positions: no sequence of legal moves leads to mate (FIDE 5.2.2).
//!
//! Four tests, each more expensive than the last; the first proof ends the search. Is the material insufficient? Can
//! the pieces never reach the squares that a mate requires? Does every line end within a few plies? Are so few
//! positions left that each can be examined? "Dead" always rests on a proof. The guesses in `likely_mate` may end the
//! work early, but only with the result "not proved".

mod bits;
mod blocked;
mod forced;
mod likely_mate;
mod mate_cover;
mod material;
mod reach;
mod sides;

use self::sides::MatingSides;
use super::position::Position;
use crate::Side;

/// Why mate is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    Material,
    /// Every line of legal moves reaches a dead position or stalemate within a few plies.
    Forced,
    /// Unbreakable walls, or pieces that can only shuffle.
    Blocked,
}

/// Proves that the position is dead, and why. `None` means alive or not proved.
pub fn dead(position: &Position) -> Option<Why> {
    prove(position, MatingSides([true, true]))
}

/// False only if no sequence of legal moves lets `side` mate; true when in doubt.
pub fn can_mate(position: &Position, side: Side) -> bool {
    let mut asked = MatingSides([false, false]);
    asked.0[side.index()] = true;
    prove(position, asked).is_none()
}

/// True if both sides have insufficient material: bare kings, a knight or a bishop
/// against a bare king, or only bishops of one color.
pub fn dead_by_material(position: &Position) -> bool {
    material::dead(position)
}

/// True if `side` can never mate with the material of both sides, wherever the pieces are.
pub fn insufficient_material(position: &Position, side: Side) -> bool {
    material::insufficient_material(position, side)
}

/// Proves that none of the given sides can mate.
fn prove(position: &Position, asked: MatingSides) -> Option<Why> {
    let asked = asked.with_material(position);
    if asked.nobody() {
        return Some(Why::Material);
    }
    if likely_mate::is_open_play(position) {
        return None;
    }
    let likely = likely_mate::is_mate_likely(position, asked);
    if likely && likely_mate::both_have_choice(position) {
        return None;
    }
    if !likely && mate_cover::never(position, asked) {
        return Some(Why::Blocked);
    }
    if forced::never(position, asked) {
        return Some(Why::Forced);
    }
    if likely {
        // A line of only moves may lead to a position where mate is no longer likely.
        let after = forced::only_line(position)?;
        return (!likely_mate::is_mate_likely(&after, asked) && blocked::never(&after, asked)).then_some(Why::Forced);
    }
    blocked::never(position, asked).then_some(Why::Blocked)
}
