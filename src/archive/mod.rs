//! Archives: from paths to slices of whole games, in bounded memory.
//!
//! Opens files, folders and standard input, decompresses by content, cuts the bytes
//! where games begin, and runs workers over the slices with their results in input
//! order. Not for parsing games: it asks the notation where one begins.

mod begun;
mod claim;
mod compression;
mod files;
mod frames;
mod guess;
mod joiner;
mod line_index;
mod members;
mod memory;
mod open;
mod opened;
mod pipeline;
mod reading;
mod shard;
mod skip_oversized;
mod slice;
mod transcode;
mod undeclared;
mod unpacking;
mod walk;

pub use crate::record::Encoding;
pub use begun::Begun;
pub use claim::{Claim, export_advice, is_unheard_of};
pub use compression::{Compression, Stored};
pub use files::{PLAN_HEAD, WalkedFile, begins, files, files_between};
pub use frames::{Frame, Frames};
pub use guess::Guess;
pub use joiner::Joiner;
pub use line_index::LineIndex;
pub use members::Members;
pub use memory::Share;
pub use open::{Failure, Source, open};
pub use opened::{Opened, is_archive};
pub use pipeline::{LONG_SLICE, Rest, Sink, Worker, run};
pub use reading::{IsRecord, Progress, Reading};
pub use shard::{FrameReader, is_wide, open_at};
pub use skip_oversized::Elision;
pub use slice::{CHUNK, Slice, Slicer};
pub use undeclared::Undeclared;
pub use walk::{Input, WalkEntry, walk};
