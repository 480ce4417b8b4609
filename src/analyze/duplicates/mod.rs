//! Finds duplicates: the same game twice, a game that is the beginning of another, or a game in another move order.
//!
//! A game is identified by its moves ([`Identity`](partie_table::identity::Identity)), so neither notation nor tags nor
//! comments hide a copy. The first pass makes a [`GameFingerprint`](fingerprint) of fixed size for each game. Later
//! passes sort the fingerprints, on disk if they exceed the given memory. The best of several copies is kept: legal
//! before broken, then by length, annotations, tags and input order. The result is a table; nothing is removed.

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

/// Minimum plies for which equal moves alone identify a game. In shorter games, names, date and round must also agree.
pub const TAG_FREE: u32 = 16;
/// Minimum plies of a game that counts as the beginning of another.
pub const BEGINNING: u32 = 20;
