//! `partie-core` as a WebAssembly module, for browsers and Node.
//!
//! A [`Judging`] has the bytes of a file, or requests parts of the file. It judges them in pieces, returns games as
//! JSON, and keeps the edits of each game. `door` is the interface to JavaScript. Not for rules or repairs.

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
