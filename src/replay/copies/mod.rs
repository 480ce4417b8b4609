//! Other records of the same games, by which one of them is put right: kept, and found again by players, moves and positions.
//! Not for what two records of one game say together (see `repair`).

mod copy;
mod features;
mod index;

pub(super) use features::{families, features, of_families};

pub use copy::{CopyPlace, GameCopy, OtherRecord};
pub use index::CopyIndex;
