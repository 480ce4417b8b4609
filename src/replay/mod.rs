//! Replay: where notation, rules and book meet.
//!
//! Reads the moves of a record against positions, watches what ends or draws the
//! game, and judges what the record says of itself. Not for printing, and not for
//! proposing repairs beyond what it tries while settling an ambiguous move.

mod clocks;
mod collect;
mod draw;
mod evidence;
mod game;
pub mod games;
mod head;
mod lines;
mod listener;
mod notes;
mod odds;
mod played;
mod player;
mod repetition;
mod replayable;
mod shogi;
mod text;
mod tokens;
mod trail;
mod verdict;
mod western;

pub use collect::{Collector, Counts, Wanted};
pub use draw::{DrawEvent, DrawKind, How};
pub use evidence::is_record;
pub use game::{Options, Replayed, Replayer, RulesFrom, Status};
pub use head::{Head, Variant, players};
pub use listener::{Line, Listener, Listens};
pub use odds::Squares;
pub use played::{CastlingForm, MainLine, Played};
pub use repetition::Stood;
pub use text::{Text, push_visible};
pub use verdict::{End, Verdict};
