//! Game records in a browser or in Node: `partie-core` as a module of WebAssembly.
//!
//! A [`Judging`] holds the bytes of a file. It judges them piece by piece, shows the games as JSON, and keeps what was put right
//! in each of them. What is wrong, and what mends it, is said by the core alone; the door gives the same to JavaScript.

mod door;
mod judging;
mod mending;
mod options;
mod shown;
mod views;

pub use door::{Conversion, Judge, explain, targets, version};
pub use judging::Judging;
pub use options::Options;
