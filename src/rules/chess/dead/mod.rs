//! Positions in which no sequence of legal moves leads to mate (FIDE 5.2.2).
//!
//! Four questions, each dearer than the one before, and the first that is answered
//! ends the matter: are the pieces too few; can they never come where a mate would need
//! them; does every line end within a few plies; are there so few positions left that
//! each can be looked at. "Dead" is only ever said on a proof. The guesses in `likely`
//! may end the work early, but only with the answer "perhaps not".

mod bits;
mod blocked;
mod forced;
mod likely_mate;
mod mate_cover;
mod material;
mod reach;
mod seen_positions;
mod sides;

use self::sides::MatingSides;
use super::position::Position;
use crate::Side;

/// Why no mate is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    Material,
    /// Every line of legal moves leads to such a position, or to stalemate, within a few plies.
    Forced,
    /// Walls that nothing can break, or pieces that can only go to and fro.
    Blocked,
}

/// Whether the position is dead, and why; `None` also when it could not be proved.
pub fn dead(position: &Position) -> Option<Why> {
    prove(position, MatingSides([true, true]))
}

/// Whether `side` may still give mate by some sequence of legal moves; true when in doubt.
pub fn can_mate(position: &Position, side: Side) -> bool {
    let mut asked = MatingSides([false, false]);
    asked.0[side.index()] = true;
    prove(position, asked).is_none()
}

/// Whether the pieces alone are too few on both sides: bare kings, a knight or a bishop
/// against a bare king, or only bishops of one colour.
pub fn dead_by_material(position: &Position) -> bool {
    material::dead(position)
}

/// Proves that none of the sides can mate.
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
        // A line without any choice may end in a position that is not lively.
        let after = forced::only_line(position)?;
        return (!likely_mate::is_mate_likely(&after, asked) && blocked::never(&after, asked)).then_some(Why::Forced);
    }
    blocked::never(position, asked).then_some(Why::Blocked)
}
