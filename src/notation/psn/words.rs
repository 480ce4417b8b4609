//! Words that end a line.

use crate::record::Terminal;

/// Words for the end of a line; the first of an end is the one to write. A word stands before those that it begins with.
pub(super) const WORDS: [(&str, Terminal); 22] = [
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
