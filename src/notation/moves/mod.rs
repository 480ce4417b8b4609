//! Notations of moves: one type per notation, chosen once per record.
//!
//! A notation parses a text into the moves that it may denote, and writes a move as text. It knows the rules of its
//! game, but no records, rule books or findings.

mod algebraic;
mod chess_notation;
mod descriptive;
mod hex;
mod move_notation;
mod own_form;
mod shogi;

pub use algebraic::Algebraic;
pub use chess_notation::{ChessNotation, Marks, WrongCell};
pub use descriptive::Descriptive;
pub use hex::HexNotation;
pub use move_notation::{MoveNotation, MoveOf, Node, SquareOf};
pub use shogi::ShogiNotation;
