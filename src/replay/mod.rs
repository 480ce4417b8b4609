//! Replay: where notation, rules and book meet.
//!
//! Reads the moves of a record against positions, watches what ends or draws the
//! game, and judges what the record says of itself. Not for printing, and not for
//! proposing repairs beyond what it tries while settling an ambiguous move.

mod clocks;
mod collect;
mod draws;
mod explain;
mod game;
mod head;
mod lines;
mod marks;
mod notes;
mod numbers;
mod repetition;
mod resolve;
mod result;
mod start;
mod text;

pub use collect::{Collector, Counts, Wanted};
pub use draws::{DrawEvent, DrawKind, How};
pub use game::{Options, Replayed, Replayer, Status};
pub use head::{Head, Variant};
pub use result::{End, Verdict};
pub use text::{Text, push_visible};
