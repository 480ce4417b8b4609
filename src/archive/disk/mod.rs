//! Files that are written: whole or not at all. What a file holds is no matter of this room.

mod fault;
mod new_file;
mod sort_bytes;
mod spill;

pub use new_file::{
    NewFile, abandon, append, complete, is_temporary, step, sync, sync_folder, tidy_folder_of, write_all,
};
pub use sort_bytes::{BytesSorter, SortedBytes};
pub use spill::Spill;
