//! What a descriptive text says as a pattern of the rules: for asking them why nothing fits.

use super::meaning::targets;
use super::meaning_men::{Naming, men, squares_of};
use super::said::{Deed, Said};
use crate::rules::Game;
use crate::rules::Wing;
use crate::rules::chess::{Origins, Pattern, Position};

/// The text as a pattern, with pieces named by the wing on which they began; its marks are left out.
pub fn pattern(said: &Said, position: &Position, origins: &Origins) -> Pattern {
    if let Deed::Castles(wing) = said.deed {
        return Pattern::castling(wing.unwrap_or(Wing::King));
    }
    let from = men(&said.mover, position.turn(), position, origins, Naming::Origin);
    Pattern {
        roles: said.mover.roles,
        from,
        // Also squares that are taken: what stands there is the reason.
        to: match said.deed {
            Deed::To(place) => squares_of(place, position.turn()),
            _ => targets(said, position, origins),
        },
        promotion: said.promotion,
        castling: None,
        captures: matches!(said.deed, Deed::Takes(_)),
    }
}
