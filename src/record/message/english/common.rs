//! Messages of several families, for all games.

use crate::message::shape::{Shape, shape};

pub(super) const COMMON: &[Shape] = &[
    shape("assuming", "assuming"),
    shape("more-in-game", "and {number:once more|# more} in this game"),
    shape("cut-off", "the file ends in the middle of {token}"),
    shape("no-move", "{token} cannot be read as a move"),
    shape("look-for-complete-copy", "the file may have been cut off; look for a complete copy"),
    shape(
        "moves-slipped-in",
        "moves of another game or of an analysis may have slipped in; or a move before is misread",
    ),
];
