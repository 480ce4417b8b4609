//! Lists of positions, one a line: FEN, and EPD with its operations. Positions are parsed by `fen` and `hex_fen`.

mod format;
mod grammar;
mod record;

pub(super) use format::{FORMAT, LIST};
#[cfg(debug_assertions)]
pub use grammar::RULES;
pub use record::{counters, with_counters};
pub(super) use record::{looks_like, looks_like_fen, read_epd, read_fen};
