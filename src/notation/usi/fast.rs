//! Fast path for a USI move of four or five bytes.

use partie_rules::shogi::{Origin, Pattern, Square};

use super::grammar::kind_in_hand;

/// Parses a token that is one move; `None` for all other tokens, which the grammar parses.
#[inline(always)]
pub(crate) fn parse_fast(token: &[u8]) -> Option<Pattern> {
    let (places, promotes) = match *token {
        [ref places @ .., b'+'] => (places, true),
        _ => (token, false),
    };
    let square = |[file, rank]: [u8; 2]| Square::at(file.wrapping_sub(b'0'), rank.wrapping_sub(b'a').wrapping_add(1));
    let &[a, b, c, d]: &[u8; 4] = places.try_into().ok()?;
    let to = square([c, d])?;
    let (origin, kind, promotes) = match b {
        b'*' if promotes => return None,
        b'*' => (Origin::Hand, Some(kind_in_hand(a)?), None),
        _ => (Origin::Square(square([a, b])?), None, Some(promotes)),
    };
    Some(Pattern { to, origin, kind, after: None, promotes, flank: None, motion: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{one_off, whole};
    use crate::usi::grammar::shogi_move;

    #[test]
    fn the_fast_path_reads_as_the_grammar() {
        let bytes = b"0123456789abcdefghij*+-PLNSGBRKpx\xff";
        for base in [&b"7g7f"[..], b"8h2b+", b"P*5e", b"1a9i", b"R*1a+"] {
            for text in one_off(base, bytes) {
                assert_eq!(parse_fast(&text), whole(&text, shogi_move), "{}", text.escape_ascii());
            }
        }
    }
}
