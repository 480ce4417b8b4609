//! SAN, and its variants in files: long algebraic, coordinates, missing or superfluous marks. The token keeps the
//! written form besides the pattern, so that replay can report deviations from the standard.

mod fast;
mod grammar;
mod long;
mod spaced_moves;
mod squares;
mod suffix;
mod token;
mod uci;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::all_consuming;

use super::letters::Letters;
use super::{Expected, Parsed};

pub use self::fast::{FastSan, parse_fast};
pub(super) use self::grammar::{officer, small_letter};
pub(super) use self::spaced_moves::{closed_up, same_end};
pub(super) use self::squares::Sign;
pub use self::suffix::append_word;
#[cfg(debug_assertions)]
pub(super) use self::suffix::suffix;
pub(super) use self::suffix::{Suffix, Suffixes, suffixes, twofold};
pub use self::token::{CheckMark, Form, SanToken};
#[cfg(debug_assertions)]
pub use self::{grammar::RULES, long::LONG_RULES, uci::UCI_RULES};

/// Reads a whole text as a move with English piece letters, in any form without blanks.
///
/// # Errors
/// The expected token at the place where the text stops being a move.
#[inline]
pub fn read_move(text: &[u8]) -> Parsed<'_, SanToken> {
    match fast::read_fast(text) {
        Some(written) => Ok((&[], written)),
        None => read_general(text, Letters::ENGLISH),
    }
}

/// Reads a whole text as a move by the grammar alone, with the piece letters of a language.
///
/// # Errors
/// The expected token at the place where the text stops being a move.
pub fn read_general<'a>(text: &'a [u8], letters: &Letters) -> Parsed<'a, SanToken> {
    // Nearly all moves that reach this function have the standard form.
    if let Ok((b"", written)) = grammar::move_(letters)(text) {
        return Ok((b"", written));
    }
    alt((
        all_consuming(uci::uci_move),
        all_consuming(long::long_move(letters)),
        all_consuming(grammar::lenient_move(letters)),
        all_consuming(uci::lenient_uci_move(letters)),
        all_consuming(long::lenient_long_move(letters)),
    ))
    .parse(text)
}

/// Reads a whole text as a move with the piece letters of a language, in any form, also with blanks in it.
///
/// # Errors
/// The expected token at the place where the text stops being a move.
pub fn read_with<'a>(text: &'a [u8], letters: &Letters) -> Parsed<'a, SanToken> {
    if let Some((closed, length)) = closed_up(text) {
        return match read_with(&closed[..length], letters) {
            Ok((_, written)) => Ok((&[], written)),
            Err(error) => Err(error.map(|Expected { at, what }| Expected { at: same_end(text, at.len()), what })),
        };
    }
    if letters.is_english() { read_move(text) } else { read_general(text, letters) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(text: &str) -> Option<SanToken> {
        read_move(text.as_bytes()).ok().map(|(_, written)| written)
    }

    #[test]
    fn accepts_what_files_hold() {
        for text in [
            "e4", "exd5", "ed5", "ed", "e2e4", "e2-e4", "e4xd5", "Nf3", "Nbd7", "N1f3", "Ng1f3", "Ng1-f3", "Nxf3+",
            "e8=Q", "e8Q", "e8(Q)", "exd8=N#", "e7e8q", "O-O", "0-0-0", "OO", "Pe4", "exd6e.p.", "exd6ep", "Qh4mate",
            "R1xa1!?", "Qe8†", "bxc3", "a8=Q+", "Nf3x", "Nxf3x+", "Nb1xd2x", "e4x", "ed5x!",
        ] {
            assert!(reads(text).is_some(), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_move() {
        for text in ["", "e", "e9", "xd5", "Nf", "N", "O", "O-O-O-O", "e4e", "Nf3xx", "Nfx", "pawn", "1", "i4"] {
            assert!(reads(text).is_none(), "{text}");
        }
    }

    #[test]
    fn castling_is_castling_in_every_language() {
        // O is a pawn in Dutch.
        for letters in &super::super::letters::LANGUAGES {
            for text in ["O-O", "O-O-O+", "0-0"] {
                assert!(read_with(text.as_bytes(), letters).is_ok(), "{text} in {}", letters.name);
            }
        }
    }

    #[test]
    fn tells_the_forms_apart() {
        assert_eq!(reads("Ng1f3").map(|w| w.form), Some(Form::San));
        assert_eq!(reads("Ng1-f3").map(|w| w.form), Some(Form::Long));
        assert_eq!(reads("e7e6").map(|w| w.form), Some(Form::Coordinates));
        assert_eq!(reads("e2-e4").map(|w| w.form), Some(Form::Long));
    }
}
