//! Duplicates: the same game twice, one that is the beginning of another, or the same in another order of moves.
//!
//! A game is known by its moves ([`Identity`](super::identity::Identity)), so that neither notation nor tags nor comments
//! hide a copy. One pass notes a [`GameFingerprint`](card) of fixed width for each game; everything after it sorts such records, on disk
//! where they are more than the memory that is given. The order in which a copy survives: legal, longer, more annotations,
//! more tags, earlier in the input. Not for removing anything: a table says what is what.

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
mod transposed;
mod worker;

pub use copies::Copies;
pub use groups::{Duplicates, Places, Totals};
pub use index::{DuplicateIndex, STEPS};
pub use row::DuplicateRow;
pub use sort::SortLimits;
pub use table::{table_path, write_table};
pub use worker::{Fingerprinter, SliceFingerprints, duplicate_worker};

/// Plies from which moves alone tell that two games are the same one; below, names, date and round must agree.
pub const TAG_FREE: u32 = 16;
/// Plies from which a game counts as the beginning of another.
pub const BEGINNING: u32 = 20;
