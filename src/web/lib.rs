//! Game records in a browser or in Node: `partie-core` as a module of WebAssembly.
//!
//! A [`Judging`] has the bytes of a file, or requests parts of it. It judges them in pieces, returns the games as JSON,
//! and keeps the edits of each game. All judging and repair is in the core; `door` is the interface to JavaScript.

mod door;
mod file_bytes;
mod judging;
mod options;
mod page_error;
mod shown;
mod step;
mod versions;
mod views;

pub use door::{Conversion, FileJudge, explain, targets, version};
pub use judging::Judging;
pub use options::Options;
pub use page_error::PageError;
