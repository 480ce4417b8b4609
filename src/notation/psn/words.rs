//! Words that end a line, and times.

use crate::record::{Clock, Outcome, Terminal};
use crate::rules::Side;

/// Words for the end of a line; the first of an end is the one to write.
const WORDS: [(&str, Terminal); 22] = [
    ("Resigns", Terminal::Resignation),
    ("Time", Terminal::TimeUp),
    ("Mate", Terminal::Mate),
    ("No-mate", Terminal::NoMate),
    ("Repetition", Terminal::Sennichite),
    ("Impasse", Terminal::Impasse),
    ("Declares", Terminal::DeclaredWin),
    ("Interrupted", Terminal::Interrupted),
    ("Foul-before", Terminal::FoulByPrevious),
    ("Foul", Terminal::FoulByMover),
    ("Default-win", Terminal::WinByDefault),
    ("Default", Terminal::LossByDefault),
    ("Sealed", Terminal::Sealed),
    ("Max-moves", Terminal::MaxMoves),
    ("Try", Terminal::Try),
    ("Draw", Terminal::Draw),
    ("Error", Terminal::Error),
    ("Takeback", Terminal::Takeback),
    ("resigns", Terminal::Resignation),
    ("Sennichite", Terminal::Sennichite),
    ("Jishogi", Terminal::Impasse),
    ("mate", Terminal::Mate),
];

/// The word of an end.
pub(super) fn word(terminal: Terminal) -> &'static str {
    WORDS.iter().find(|(_, known)| *known == terminal).map_or("*", |(word, _)| word)
}

/// The end that a word or a result token states, and the side that lost where the token says that.
pub fn terminal(token: &[u8]) -> Option<(Terminal, Option<Side>)> {
    if let Some((_, terminal)) = WORDS.iter().find(|(word, _)| word.as_bytes() == token) {
        return Some((*terminal, None));
    }
    Some(match Outcome::parse(token)? {
        Outcome::FirstWins => (Terminal::Resignation, Some(Side::Second)),
        Outcome::SecondWins => (Terminal::Resignation, Some(Side::First)),
        Outcome::Draw => (Terminal::Draw, None),
        // A star ends the record and says nothing.
        _ => return None,
    })
}

/// The milliseconds of a comment that holds the time of a move and nothing else: `{[%emt 0:00:12]}`.
pub fn time(comment: &[u8]) -> Option<u64> {
    let text = comment.strip_prefix(b"{[%emt ")?.strip_suffix(b"]}")?;
    Clock::parse(text).map(|clock| clock.0)
}

/// What the Termination tag says of an end, in the words of PGN where it has any.
pub(super) const fn termination(terminal: Terminal) -> &'static str {
    match terminal {
        Terminal::TimeUp => "time forfeit",
        Terminal::FoulByMover | Terminal::FoulByPrevious => "rules infraction",
        Terminal::Interrupted | Terminal::Sealed => "unterminated",
        Terminal::Sennichite => "repetition",
        Terminal::Impasse => "impasse",
        Terminal::Mate => "mate",
        Terminal::Resignation => "resignation",
        _ => "normal",
    }
}
