//! Recognizes shogi castles and openings by the squares of the pieces.
//!
//! The tables are text (`table/data/shogi_castles.tsv`, `shogi_openings.tsv`), parsed once. The opening tag (戦型) of the
//! record is not used.

mod pattern;
mod table;
mod watch;

pub use pattern::{Pattern, PatternFault};
pub use table::{RowFault, Shape, castles, openings, read_castles};
pub use watch::{CastleWatch, SeenCastle};

/// Maximum ply at which castles are recognized.
pub const DEPTH: u32 = 60;
