//! Files that are written: whole or not at all. What a file holds is no matter of this room.

mod fault;
mod new_file;

pub use new_file::{NewFile, abandon, append, complete, is_temporary, sync, sync_folder, write_all};
