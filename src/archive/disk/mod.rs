//! Writes each file completely or not at all. Not for the contents of files.

mod batch;
mod confined;
mod fault;
mod file_identity;
mod grown;
mod in_place;
mod names;
mod new_file;
mod packed;
mod process;
mod rewriter;
mod route;
mod row_file;
mod row_log;
mod sort;
mod spill;
mod stamp;

pub use confined::{confine, lies_in, make_folder_of};
pub use file_identity::{FileIdentity, identity};
pub use grown::{add_lasting, open_to_add, wait_for_adding};
pub use in_place::Unchanged;
pub use names::is_input;
pub use new_file::{NewFile, abandon, complete, is_temporary, step, sync, sync_folder, tidy_folder_of, write_all};
pub use packed::{PackedFile, Unwritten, compression, write_whole};
pub use rewriter::{Destination, Rewriter, Rewritten, unlogged};
pub use route::{FileForm, Place, Refusal, Route, Split};
pub use row_file::RowFile;
pub use row_log::{RowForm, RowLog};
pub use sort::{AnyRecords, FixedRecords, Merge, Records, Sorted, Sorter};
pub use spill::Spill;
