//! Fast path for a CSA move of seven bytes.

use super::grammar::CsaToken;
use super::words::kind;
use partie_rules::Side;
use partie_rules::shogi::{Origin, Pattern, Square};

/// Parses a token that is one move; `None` for all other tokens, which the grammar parses.
pub(crate) fn parse_fast(token: &[u8]) -> Option<CsaToken> {
    let &[sign, from_file, from_rank, to_file, to_rank, ref code @ ..]: &[u8; 7] = token.try_into().ok()?;
    let side = match sign {
        b'+' => Side::First,
        b'-' => Side::Second,
        _ => return None,
    };
    let square = |file: u8, rank: u8| Square::at(file.wrapping_sub(b'0'), rank.wrapping_sub(b'0'));
    let origin = match (from_file, from_rank) {
        (b'0', b'0') => Origin::Hand,
        (file, rank) => Origin::Square(square(file, rank)?),
    };
    let to = square(to_file, to_rank)?;
    let after = Some(kind(code)?);
    let pattern = Pattern { to, origin, kind: None, after, promotes: None, flank: None, motion: None };
    Some(CsaToken { pattern, side })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csa::grammar::csa_move;
    use crate::text::{one_off, whole};

    #[test]
    fn the_fast_path_reads_as_the_grammar() {
        let bytes = b"+-0123456789FUKYEGIAHOTNMR,x\xff";
        for base in [&b"+7776FU"[..], b"-0055KA", b"+9911UM", b"-1112RY+", b"+00"] {
            for text in one_off(base, bytes) {
                assert_eq!(parse_fast(&text), whole(&text, csa_move), "{}", text.escape_ascii());
            }
        }
    }
}
