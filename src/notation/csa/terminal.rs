//! How a record of CSA ends (`%TORYO`), and the time of a move (`T12`).

use crate::record::Terminal;
use crate::rules::Side;

/// Names of the ends, in the order of the format's text.
const NAMES: [(&str, Terminal); 14] = [
    ("TORYO", Terminal::Resignation),
    ("CHUDAN", Terminal::Interrupted),
    ("SENNICHITE", Terminal::Sennichite),
    ("TIME_UP", Terminal::TimeUp),
    ("ILLEGAL_MOVE", Terminal::FoulByMover),
    ("JISHOGI", Terminal::Impasse),
    ("KACHI", Terminal::DeclaredWin),
    ("HIKIWAKE", Terminal::Draw),
    ("MAX_MOVES", Terminal::MaxMoves),
    ("MATTA", Terminal::Takeback),
    ("TSUMI", Terminal::Mate),
    ("FUZUMI", Terminal::NoMate),
    ("ERROR", Terminal::Error),
    ("ILLEGAL_ACTION", Terminal::FoulByPrevious),
];

/// The name of an end, without the percent sign and the sign of a side; none for what only KIF knows.
pub(in crate::notation) fn name(terminal: Terminal) -> Option<&'static str> {
    NAMES.iter().find(|(_, known)| *known == terminal).map(|(name, _)| *name)
}

/// What a statement such as `%TORYO` says, and the side that it names.
///
/// Only `%+ILLEGAL_ACTION` and `%-ILLEGAL_ACTION` name a side: the one that committed the foul, which
/// loses. They are written in the other side's turn, hence [`Terminal::FoulByPrevious`]; where turn and
/// sign disagree, the sign decides.
///
/// Messages of servers, `#TIME_UP`, say the same where no such statement stands.
pub fn terminal(word: &[u8]) -> Option<(Terminal, Option<Side>)> {
    if word.starts_with(b"#") {
        return super::server::message(word).map(|terminal| (terminal, None));
    }
    named(word.strip_prefix(b"%")?)
}

/// The same without the percent sign, as JKF has it.
pub(crate) fn named(name: &[u8]) -> Option<(Terminal, Option<Side>)> {
    let (side, name) = match name {
        [b'+', rest @ ..] => (Some(Side::First), rest),
        [b'-', rest @ ..] => (Some(Side::Second), rest),
        _ => (None, name),
    };
    let (_, terminal) = NAMES.iter().find(|(known, _)| known.as_bytes() == name)?;
    let signed = *terminal == Terminal::FoulByPrevious;
    (signed == side.is_some()).then_some((*terminal, side))
}

/// Milliseconds of a time statement: seconds, in version 3 with up to three decimals (`T12.345`).
pub fn time(token: &[u8]) -> Option<u64> {
    let text = token.strip_prefix(b"T")?;
    let (whole, fraction) = match text.iter().position(|byte| *byte == b'.') {
        Some(dot) => (&text[..dot], Some(&text[dot + 1..])),
        None => (text, None),
    };
    let digits = |text: &[u8], most: usize| {
        let good = (1..=most).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
        good.then(|| text.iter().fold(0u64, |sum, digit| sum * 10 + u64::from(digit - b'0')))
    };
    let seconds = digits(whole, 9)?;
    let thousandths = match fraction {
        Some(fraction) => digits(fraction, 3)? * [1000, 100, 10, 1][fraction.len()],
        None => 0,
    };
    Some(seconds * 1000 + thousandths)
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
