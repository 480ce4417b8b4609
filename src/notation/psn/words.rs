//! Words that end a line, and words that name a side.

use partie_record::Terminal;
use partie_rules::Side;

/// End words; of several words for a termination, the first one is written. A word precedes its own prefixes.
pub(super) const WORDS: [(&str, Terminal); 18] = [
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
];

/// Words without any other meaning, which are read in any case.
pub(super) const ANY_CASE: [(&str, Terminal); 10] = [
    ("Resigned", Terminal::Resignation),
    ("Resigns", Terminal::Resignation),
    ("Resign", Terminal::Resignation),
    ("Toryo", Terminal::Resignation),
    ("Sennichite", Terminal::Sennichite),
    ("Jishogi", Terminal::Impasse),
    ("Checkmate", Terminal::Mate),
    ("Mate", Terminal::Mate),
    ("Time-up", Terminal::TimeUp),
    ("Timeup", Terminal::TimeUp),
];

pub(super) const SIDES: [(&str, Side); 4] =
    [("Sente", Side::First), ("Gote", Side::Second), ("Black", Side::First), ("White", Side::Second)];

/// Verbs for the outcome of a side; true if it won.
pub(super) const OUTCOMES: [(&str, bool); 5] =
    [("wins", true), ("won", true), ("win", true), ("resigns", false), ("resigned", false)];

/// The word that is written for a termination.
pub(super) fn word(terminal: Terminal) -> &'static str {
    WORDS.iter().find(|(_, known)| *known == terminal).map_or("*", |(word, _)| word)
}

/// The value of the Termination tag, in words of PGN if PGN has a word.
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
