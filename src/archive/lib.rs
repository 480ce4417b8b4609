//! Reads paths as slices of whole games, in bounded memory, and writes files completely or not at all.
//!
//! Opens files, folders and standard input, and detects compression by content. Workers judge the slices; their results
//! are returned in input order. Not for the contents of slices (see `partie-input`).

mod as_they_stand;
mod backups;
mod changeable;
pub mod disk;
pub mod file_messages;
mod files;
mod frames;
mod kept;
mod members;
mod memory;
mod open;
mod opened;
mod passed_over;
pub mod passes;
mod pipeline;
mod reading;
mod seekable;
mod shard;
mod shard_start;
mod walk;
mod wildcard;

pub use as_they_stand::{AsTheyStand, Window};
pub use changeable::{Changeable, RepeatedFiles};
pub use files::{PLAN_HEAD, WalkedFile, Walking, begins, files, files_between};
pub use frames::{Frame, Frames};
pub use kept::Kept;
pub use members::Members;
pub use open::{Failure, Source, open, undeclared};
pub use opened::{Opened, is_archive, kind_of_skipped};
pub use passed_over::PassedOver;
pub use pipeline::{LONG_SLICE, Sink, run, run_opened};
pub use reading::{IsRecord, Progress, Reading};
pub use seekable::{Before, OpenAgain, Seekable};
pub use shard::{FrameReader, is_wide, open_at};
pub use shard_start::{FrameByFrame, FrameStarts, ShardStart};
pub use walk::{Input, WalkEntry, walk};
pub use wildcard::{is_pattern, matching};
