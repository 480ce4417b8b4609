//! Moves of CSA: `+7776FU`, `-0055KA`. The code names the piece after the move.

use crate::notation::Expected;
use crate::rules::Side;
use crate::rules::shogi::{Origin, Pattern, PieceType, Square};

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsaToken {
    /// What it asks for. [`Pattern::after`] is the code; the kind before the move is not named.
    pub pattern: Pattern,
    /// Whose move it is.
    pub side: Side,
}

/// Codes in the order of [`PieceType::ALL`].
const CODES: [&str; 14] = ["FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "UM", "RY"];

/// The code of a kind: `FU`.
pub const fn code(kind: PieceType) -> &'static str {
    CODES[kind.index()]
}

/// The kind of a code.
#[inline]
pub fn kind(code: &[u8]) -> Option<PieceType> {
    CODES.iter().position(|known| known.as_bytes() == code).and_then(|index| PieceType::ALL.get(index).copied())
}

/// Reads a move: sign, origin (`00` for a drop), target, code of the piece after the move.
///
/// # Errors
/// What was expected where the text stops being a move.
pub fn read_move(token: &[u8]) -> Result<CsaToken, Expected<'_>> {
    let expected = |at: usize, what| Err(Expected { at: token.get(at..).unwrap_or_default(), what });
    let side = match token.first() {
        Some(b'+') => Side::First,
        Some(b'-') => Side::Second,
        _ => return expected(0, "+ or -"),
    };
    let origin = match token.get(1..3) {
        Some(b"00") => Origin::Hand,
        digits => match digits.and_then(square) {
            Some(from) => Origin::Square(from),
            None => return expected(1, "the origin, two digits"),
        },
    };
    let Some(to) = token.get(3..5).and_then(square) else { return expected(3, "the target, two digits") };
    let Some(after) = token.get(5..7).and_then(kind) else { return expected(5, "the code of a piece") };
    if token.len() > 7 {
        return expected(7, "the end of the move");
    }
    let after = Some(after);
    Ok(CsaToken { pattern: Pattern { to, origin, kind: None, after, promotes: None, flank: None, motion: None }, side })
}

/// The square of two digits, file before rank.
pub(super) fn square(digits: &[u8]) -> Option<Square> {
    let [file, rank] = *digits else { return None };
    Square::at(file.wrapping_sub(b'0'), rank.wrapping_sub(b'0'))
}

/// Writes a move at the end of `text`. Without an origin it is a drop; `after` is the piece after the move.
pub fn spell(text: &mut String, side: Side, from: Option<Square>, to: Square, after: PieceType) {
    text.push(if side == Side::First { '+' } else { '-' });
    match from {
        Some(from) => push(text, from),
        None => text.push_str("00"),
    }
    push(text, to);
    text.push_str(code(after));
}

fn push(text: &mut String, square: Square) {
    text.push(char::from(b'0' + square.file()));
    text.push(char::from(b'0' + square.rank()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_back() {
        let origins = || Square::all().map(Some).chain([None]);
        let mut text = String::new();
        for (from, to) in origins().flat_map(|from| Square::all().map(move |to| (from, to))) {
            for (side, after) in [Side::First, Side::Second].into_iter().flat_map(|s| PieceType::ALL.map(|k| (s, k))) {
                text.clear();
                spell(&mut text, side, from, to, after);
                let written = read_move(text.as_bytes()).unwrap();
                assert_eq!((written.side, written.pattern.to, written.pattern.after), (side, to, Some(after)));
                assert_eq!(written.pattern.origin, from.map_or(Origin::Hand, Origin::Square));
            }
        }
    }

    #[test]
    fn says_what_was_expected() {
        let what = |text: &'static str| read_move(text.as_bytes()).map_err(|error| (error.at.len(), error.what));
        assert_eq!(what("7776FU"), Err((6, "+ or -")));
        assert_eq!(what("+0776FU"), Err((6, "the origin, two digits")));
        assert_eq!(what("+7700FU"), Err((4, "the target, two digits")));
        assert_eq!(what("+7776Fu"), Err((2, "the code of a piece")));
        assert_eq!(what("+7776FU!"), Err((1, "the end of the move")));
        assert!(what("").is_err() && what("+").is_err() && what("+777").is_err());
    }
}
