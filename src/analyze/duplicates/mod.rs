//! Duplicates: the same game twice, a game that is the beginning of another, or the same game in another move order.
//!
//! A game is identified by its moves ([`Identity`](partie_table::identity::Identity)), so neither notation nor tags nor
//! comments hide a copy. One pass makes a [`GameFingerprint`](fingerprint) of fixed size for each game. The later
//! passes sort these records, on disk if they exceed the given memory. Of several copies, the kept one is legal, then
//! longer, then has more annotations, then more tags, then comes earlier. The result is a table; nothing is removed.

mod copies;
mod fingerprint;
mod groups;
mod index;
mod log;
mod moves;
mod prefixes;
mod relations;
mod row;
mod sort;
mod table;
mod worker;

pub use copies::Copies;
pub use groups::{Duplicates, Places, Totals};
pub use index::{DuplicateIndex, STEPS};
pub use row::DuplicateRow;
pub use sort::SortLimits;
pub use table::{table_path, write_table};
pub use worker::{Fingerprinter, SliceFingerprints, duplicate_worker};

/// Minimum plies for which equal moves alone identify a game; below, names, date and round must agree.
pub const TAG_FREE: u32 = 16;
/// Minimum plies of a game that counts as the beginning of another.
pub const BEGINNING: u32 = 20;
