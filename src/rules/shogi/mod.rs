//! Shogi on 9x9 squares with hands.

mod kind;
mod pattern;
mod setup;
mod square;

pub use kind::Kind;
pub use pattern::{Flank, Motion, Origin, Pattern};
pub use setup::{Handicap, Setup};
pub use square::Square;
