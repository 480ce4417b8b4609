//! Converting: a record that is heard while it is replayed is told to the writer of another format.
//!
//! Not for how a format is written (see `notation`), and not for files.

mod encode;
mod json;
mod shogi;
mod text;

pub use encode::encode;
pub use json::JsonConverter;
pub use shogi::{Converted, ShogiConverter, ShogiTarget};
