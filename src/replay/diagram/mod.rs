//! Boards as text and as SVG, in the same way for all games.
//!
//! A game describes its cells and their contents in a [`Drawing`]; `text` and `svg` convert it to lines of text or to a
//! picture. The squares to mark come from findings.

mod boards;
mod cells;
mod chess;
mod drawing;
mod figurine;
mod hex;
mod message;
mod read;
mod sheet;
mod shogi;
mod svg;
mod text;

pub use drawing::{Board, Drawing};
pub use message::marks;
pub use read::{captioned, from_text, svg_from_text};
pub use sheet::{board, figures, ground};
pub use svg::svg;
pub use text::text;
