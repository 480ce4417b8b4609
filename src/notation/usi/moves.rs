//! Moves of USI: `7g7f`, `8h2b+`, `P*5e`, and the words that end a list of moves.

use super::grammar::{shogi_move, usi_end};
use crate::text::{whole, whole_or};
use crate::{Expected, Packed, sfen};
use partie_record::Terminal;
use partie_rules::shogi::{Move, Pattern, PieceType, Square};

/// The origin of a piece that is moved or dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// A square of the board.
    Square(Square),
    /// A drop; a promoted type is dropped as its base type.
    Hand(PieceType),
}

/// Reads a move. A board move has no piece type, but includes promotion. A drop has a piece type; its promotion is
/// undefined.
///
/// # Errors
/// The expected token at the place where the text stops being a move.
#[inline]
pub fn read_move(token: &[u8]) -> Result<Pattern, Expected<'_>> {
    whole_or(token, "the end of the move", shogi_move)
}

/// Appends a move to `text`. `promotes` is ignored for drops, which never promote.
pub fn spell(text: &mut String, from: From, to: Square, promotes: bool) {
    packed_of(from, to, promotes).as_text(|mv| text.push_str(mv));
}

#[inline(always)]
fn packed_of(from: From, to: Square, promotes: bool) -> Packed {
    let square = |at: Square| [b'0' + at.file(), b'a' + at.rank() - 1];
    let ([a, b], promotes) = match from {
        From::Square(from) => (square(from), promotes),
        From::Hand(kind) => ([sfen::letter_of(kind), b'*'], false),
    };
    let [c, d] = square(to);
    let sign = if promotes { b'+' } else { 0 };
    Packed::new(u64::from_le_bytes([a, b, c, d, sign, 0, 0, 0]), 4 + usize::from(promotes))
}

/// The termination in a word after the moves: `resign`, or `win` for a declaration.
pub fn terminal(word: &[u8]) -> Option<Terminal> {
    whole(word, usi_end)
}

pub fn text(mv: Move) -> String {
    packed(mv).to_string()
}

/// The text of a move, packed in a `u64`.
#[inline]
pub fn packed(mv: Move) -> Packed {
    packed_of(mv.from().map_or(From::Hand(mv.kind()), From::Square), mv.to(), mv.promotes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use partie_rules::shogi::Origin;

    #[test]
    fn moves_come_back() {
        let at = |file, rank| Square::at(file, rank).unwrap();
        for from in Square::all() {
            for to in Square::all() {
                for promotes in [false, true] {
                    let mut text = String::new();
                    spell(&mut text, From::Square(from), to, promotes);
                    let pattern = read_move(text.as_bytes()).unwrap();
                    assert_eq!((pattern.origin, pattern.to), (Origin::Square(from), to));
                    assert_eq!((pattern.kind, pattern.promotes), (None, Some(promotes)));
                }
            }
        }
        for kind in PieceType::HAND {
            let mut text = String::new();
            spell(&mut text, From::Hand(kind), at(5, 5), false);
            let pattern = read_move(text.as_bytes()).unwrap();
            assert_eq!((pattern.origin, pattern.kind, pattern.promotes), (Origin::Hand, Some(kind), None));
        }
        assert_eq!(read_move(b"P*5e").unwrap().to, at(5, 5));
    }

    #[test]
    fn says_what_was_expected() {
        let what = |text: &'static str| read_move(text.as_bytes()).map_err(|error| (error.at.len(), error.what));
        assert_eq!(what("7j7f"), Err((4, "a square or a drop")));
        assert_eq!(what("7g0f"), Err((2, "the target square")));
        assert_eq!(what("7g"), Err((0, "the target square")));
        assert_eq!(what("K*5e"), Err((4, "a piece that can be in hand")));
        assert_eq!(what("P*5e+"), Err((1, "the end of the move")));
        assert_eq!(what("7g7f="), Err((1, "the end of the move")));
        assert!(what("").is_err() && what("*").is_err() && what("7").is_err());
    }
}
