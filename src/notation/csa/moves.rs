//! Moves of CSA: `+7776FU`, `-0055KA`. The code names the piece after the move.

use super::fast::parse_fast;
use super::grammar::{CsaToken, csa_move};
use super::words::code;
use crate::Expected;
use crate::text::whole_or;
use partie_rules::Side;
use partie_rules::shogi::{PieceType, Square};

/// Parses a move: sign, origin (`00` for a drop), target, code of the piece after the move.
///
/// # Errors
/// Where the text stops being a move, and the token expected there.
#[inline]
pub fn read_move(token: &[u8]) -> Result<CsaToken, Expected<'_>> {
    parse_fast(token).map_or_else(|| whole_or(token, "the end of the move", csa_move), Ok)
}

/// Appends a move to `text`. Without an origin it is a drop; `after` is the piece after the move.
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
    use partie_rules::shogi::Origin;

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
