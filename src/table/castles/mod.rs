//! Castles and openings of shogi, recognized by the pieces on their squares.
//!
//! The tables are text (`table/data/shogi_castles.tsv`, `shogi_openings.tsv`), parsed once. The record's own opening
//! tag (戦型) is not used.

mod pattern;
mod table;
mod watch;

pub use pattern::{Pattern, PatternFault};
pub use table::{RowFault, Shape, castles, openings, read_castles};
pub use watch::{CastleWatch, SeenCastle};

/// Number of plies in which castles are searched.
pub const DEPTH: u32 = 60;
