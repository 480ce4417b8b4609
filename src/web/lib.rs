//! Game records in a browser or in Node: `partie-core` as a module of WebAssembly.
//!
//! A [`Judging`] has the bytes of a file, or asks for parts of it. It judges them piece by piece, shows the games as JSON, and keeps what was put right
//! in each of them. What is wrong, and what mends it, is said by the core alone; the door gives the same to JavaScript.

mod door;
mod file_bytes;
mod judging;
mod mending;
mod options;
mod page_error;
mod shown;
mod step;
mod views;

pub use door::{Conversion, FileJudge, explain, targets, version};
pub use judging::Judging;
pub use options::Options;
pub use page_error::PageError;
