//! The sides whose mating chances are tested.

use super::material;
use crate::Side;
use crate::chess::Position;

/// The sides that the proof must show unable to mate.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatingSides(pub(super) [bool; 2]);

impl MatingSides {
    /// Keeps the sides with sufficient material.
    pub(super) fn with_material(mut self, position: &Position) -> Self {
        for side in [Side::First, Side::Second] {
            self.0[side.index()] &= !material::insufficient_material(position, side);
        }
        self
    }

    pub(super) const fn has(self, side: Side) -> bool {
        self.0[side.index()]
    }

    pub(super) const fn nobody(self) -> bool {
        !self.0[0] && !self.0[1]
    }

    pub(super) fn sides(self) -> impl Iterator<Item = Side> {
        [Side::First, Side::Second].into_iter().filter(move |side| self.has(*side))
    }
}
