//! Moves of hexagonal chess: long algebraic (`Jc5xe8+`, the form in most files), coordinates (`g1f3`), short algebraic
//! (`Hdf8`), with the leniencies that are found in files.
//!
//! The written form is kept beside the pattern, so that replay can report differences. Positions are in `hex_fen`; the
//! rules decide whether a move is legal.

mod fast;
mod grammar;
mod no_move;
mod parts;
mod read;
mod recognise;
mod spell;
mod wrong_cell;

pub use fast::{FastHex, Firsts, parse_fast};
#[cfg(debug_assertions)]
pub use grammar::RULES;
pub(super) use grammar::{hex_capital, hex_cell};
pub use read::{read_l_as_one, read_with};
pub use recognise::{Named, is_whole, looks_like, named};
pub use spell::{bare_to, coordinates, coordinates_packed, coordinates_to, long, long_to, san};
pub use wrong_cell::WrongCell;

use super::san;
use partie_rules::hex::Pattern;
use partie_rules::hex::Role;

/// A hexagonal move token as written.
///
/// The form is `Long` if both cells are written with a sign (`b1-b2`, `Qc3xf9`, `f7g6xP`). It is `Coordinates` if both
/// are written without sign or letter (`g1f3`), otherwise `San`. `Qe1c3` is `San`, too: a short form with its whole
/// origin. Long and short forms have marks, which can be wrong; coordinates have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexToken {
    /// The part common to all algebraic notations.
    pub written: san::SanToken<Pattern>,
    /// True if an `l` is written where only a `1` is possible (`bl-b2`), or a `1` where only an `l` is (`l1-13`).
    pub l_for_one: bool,
    /// The captured piece, if the text names it: `Qc3xBf9`, `f7g6xP`.
    pub captured: Option<Role>,
    /// True if the cells are in capitals: `F5-F6`.
    pub capitals: bool,
}

impl HexToken {
    /// Creates a token with only a pattern.
    #[inline]
    fn new(pattern: Pattern) -> Self {
        Self { written: san::SanToken::new(pattern), l_for_one: false, captured: None, capitals: false }
    }

    /// Applies a separate word after the move (`ep.`, `+`, `mate`).
    pub fn append_word(&mut self, word: &[u8]) {
        san::append_word(word, &mut self.written);
        self.settle_en_passant();
    }

    /// Adapts the pattern to the marks: a pawn identified by its target alone comes from another file if it captures en
    /// passant (`e5ep.`).
    fn settle_en_passant(&mut self) {
        let written = &mut self.written;
        if !written.en_passant {
            return;
        }
        let pattern = &mut written.pattern;
        if let Some(to) = pattern.target()
            && !written.origin
            && pattern.from == to.file_set()
        {
            pattern.from = !to.file_set();
        }
    }
}
