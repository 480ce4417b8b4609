//! Castles and openings of shogi, known by which pieces stand on which cells.
//!
//! The tables are text (`analyze/data/shogi_castles.tsv`, `shogi_openings.tsv`), read once. Not
//! for what a record says of its opening (戦型).

mod pattern;
mod table;
mod watch;

pub use pattern::{Pattern, PatternFault};
pub use table::{RowFault, Shape, castles, openings, read_castles};
pub use watch::{CastleWatch, SeenCastle};

/// Plies of a game within which castles are looked for.
pub const DEPTH: u32 = 60;
