//! Boards as text and as SVG, one mechanism for all games.
//!
//! A game describes its cells and their contents in a [`Drawing`]; two painters turn that into lines of text or into a
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
