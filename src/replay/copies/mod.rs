//! Other records of the same games, for repairs: stored, and found by players, moves and positions.
//! `repair` combines two records of one game.

mod copy;
mod features;
mod index;

pub(super) use features::{families, features, of_families};

pub use copy::{CopyPlace, GameCopy, OtherRecord};
pub use index::CopyIndex;
