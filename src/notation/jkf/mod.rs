//! JKF (json-kifu-format): a record of shogi as one JSON object with header, initial and moves.
//! Every value keeps its bytes in the input, so that findings can point at them.
//!
//! Invalid JSON is not repaired: it is junk as a whole.

mod format;
mod json;
mod moves;
mod reader;
mod setup;
mod write;

pub(super) use format::FORMAT;
pub use moves::{JkfToken, NO_PREVIOUS, Time, read_move, string, terminal, time};
pub use reader::{has_known_name, looks_like, read_record};
pub use setup::{SetupRead, setup};
pub use write::{JkfWriter, spell};
