//! Archives: from paths to slices of whole games, in bounded memory.
//!
//! Opens files, folders and standard input, decompresses by content, cuts the bytes
//! where games begin, and runs workers over the slices with their results in input
//! order. Not for parsing games: it asks the notation where one begins.

mod encoding;
mod files;
mod frames;
mod open;
mod piece;
mod pipeline;
mod slice;
mod swallow;
mod transcode;
mod walk;

pub use encoding::Encoding;
pub use files::{FileMet, Files, PLAN_HEAD, begins};
pub use frames::{Frame, Frames};
pub use open::{Compression, Failure, Source, open, open_counted};
pub use piece::{FrameReader, is_wide, open_at};
pub use pipeline::{Progress, Sink, Worker, run};
pub use slice::{CHUNK, Elision, Slice, Slicer};
pub use walk::{Input, Met, walk};
