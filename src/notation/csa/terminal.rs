//! How a record of CSA ends (`%TORYO`), and the time of a move (`T12`).

use nom::Parser;
use nom::branch::alt;

use super::grammar::{csa_end, csa_time, end_word, server_result};
use crate::text::whole;
use partie_record::Terminal;
use partie_rules::Side;

/// Parses an end such as `%TORYO`, and the side that it names.
///
/// Only `%+ILLEGAL_ACTION` and `%-ILLEGAL_ACTION` name a side: the side that committed the foul and therefore loses.
/// They are written in the other side's turn, hence [`Terminal::FoulByPrevious`]; if turn and sign disagree, the sign
/// decides.
///
/// Server messages such as `#TIME_UP` are accepted, too, as they replace the statement in some records.
pub fn terminal(word: &[u8]) -> Option<(Terminal, Option<Side>)> {
    let end = |input| alt((csa_end, server_result.map(|terminal| (terminal, None)))).parse(input);
    whole(word, end)
}

/// Parses an end without the percent sign, as in JKF.
pub(crate) fn named(name: &[u8]) -> Option<(Terminal, Option<Side>)> {
    whole(name, end_word)
}

/// Parses a time statement into milliseconds: seconds, in version 3 with up to three decimals (`T12.345`).
pub fn time(token: &[u8]) -> Option<u64> {
    whole(token, csa_time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_and_their_sides() {
        assert_eq!(terminal(b"%TORYO"), Some((Terminal::Resignation, None)));
        assert_eq!(terminal(b"%-ILLEGAL_ACTION"), Some((Terminal::FoulByPrevious, Some(Side::Second))));
        for wrong in ["%ILLEGAL_ACTION", "%+TORYO", "%toryo", "TORYO", "%", ""] {
            assert_eq!(terminal(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn times_in_milliseconds() {
        assert_eq!(time(b"T0"), Some(0));
        assert_eq!(time(b"T12"), Some(12_000));
        assert_eq!(time(b"T12.345"), Some(12_345));
        assert_eq!(time(b"T1.5"), Some(1_500));
        for wrong in ["T", "T1.", "T.5", "T1.2345", "T-1", "T1e3", "T1234567890", "12"] {
            assert_eq!(time(wrong.as_bytes()), None, "{wrong}");
        }
    }
}
