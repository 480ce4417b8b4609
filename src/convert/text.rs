//! What the texts of a shogi record mean, in whatever format it is written.
//!
//! Not for moves: replay has read those.

use std::borrow::Cow;

use partie_notation::shogi_headers::Field;
use partie_notation::{HeaderRead, formats, jkf, kif};
use partie_record::span::Span;
use partie_record::{Format, Outcome, Tag, Terminal};
use partie_replay::{Text, header_of_tag};
use partie_rules::Side;

/// The header of a tag; `None` for those that the writer decides: version, encoding, handicap.
pub(super) fn header<'a>(text: Text<'a>, format: Format, tag: &Tag, handicap: bool) -> Option<HeaderRead<'a>> {
    header_of_tag(text, format, tag, handicap).filter(|header| header.field != Some(Field::Handicap))
}

/// The text of a comment without its signs.
pub(super) fn comment<'a>(text: Text<'a>, format: Format, span: Span) -> Cow<'a, str> {
    let (info, bytes) = (formats::info(format), span.of(text.bytes));
    if info.is_json {
        return jkf::string(bytes).unwrap_or_else(|| text.decode(span));
    }
    text.encoding.decode((info.bare_comment)(bytes))
}

/// The traditional sign of a NAG, if it has one.
pub(super) fn glyph(nag: &str) -> &str {
    match nag {
        "$1" => "!",
        "$2" => "?",
        "$3" => "!!",
        "$4" => "??",
        "$5" => "!?",
        "$6" => "?!",
        other => other,
    }
}

/// A text without the sign that begins it.
pub(super) fn strip(text: Cow<'_, str>, sign: char) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.strip_prefix(sign).unwrap_or(text)),
        Cow::Owned(mut text) => {
            if text.starts_with(sign) {
                text.remove(0);
            }
            Cow::Owned(text)
        }
    }
}

/// The time spent and the running total, in milliseconds.
pub(super) fn time(format: Format, cell: &[u8]) -> Option<(u64, Option<u64>)> {
    formats::time(format, cell).map(|cell| (cell.spent_ms, cell.total_ms))
}

/// How a line ended, as a word or a tag states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stated {
    /// In a word that stands at that turn.
    Word(Terminal),
    /// The side to move has won, which no word says: only a sentence does.
    WonByMover,
}

impl Stated {
    /// The word, if there is one.
    pub(super) const fn word(self) -> Option<Terminal> {
        match self {
            Self::Word(terminal) => Some(terminal),
            Self::WonByMover => None,
        }
    }

    /// Who has lost so, seen at that turn.
    pub(super) fn by_loser(terminal: Terminal, loser: Option<Side>, mover: Side) -> Self {
        match (terminal, loser) {
            // The sign decides whose foul it was.
            (Terminal::FoulByPrevious, Some(offender)) if offender == mover => Self::Word(Terminal::FoulByMover),
            (Terminal::FoulByPrevious, _) => Self::Word(terminal),
            (_, Some(loser)) if loser != mover => Self::WonByMover,
            _ => Self::Word(terminal),
        }
    }
}

/// What the word that ends a line states, and whose turn it is.
pub(super) fn stated(format: Format, word: &str, mover: Side) -> Option<Stated> {
    let (terminal, loser) = formats::terminal(format, word.as_bytes())?;
    Some(Stated::by_loser(terminal, loser, mover))
}

/// Whether a closing sentence gives a reason that no word says.
pub(super) fn has_own_reason(sentence: &str) -> bool {
    kif::ending(sentence.as_bytes()).is_some_and(|ending| ending.own_reason)
}

/// The word that a closing sentence stands for; none if it says too little, or what no word says.
pub(super) fn terminal_of(sentence: &str, mover: Side) -> Option<Terminal> {
    let ending = kif::ending(sentence.as_bytes())?;
    let wins = match ending.outcome {
        Some(Outcome::FirstWins) => Some(mover == Side::First),
        Some(Outcome::SecondWins) => Some(mover == Side::Second),
        _ => None,
    };
    match (ending.cause, wins) {
        (None, Some(false)) => Some(Terminal::Resignation),
        (Some(Terminal::FoulByPrevious | Terminal::FoulByMover), Some(wins)) => {
            Some(if wins { Terminal::FoulByPrevious } else { Terminal::FoulByMover })
        }
        (Some(Terminal::WinByDefault | Terminal::LossByDefault), Some(wins)) => {
            Some(if wins { Terminal::WinByDefault } else { Terminal::LossByDefault })
        }
        (Some(Terminal::DeclaredWin), Some(true)) => Some(Terminal::DeclaredWin),
        (Some(cause @ (Terminal::TimeUp | Terminal::Resignation | Terminal::Mate | Terminal::Try)), Some(false)) => {
            Some(cause)
        }
        (
            Some(
                cause @ (Terminal::Sennichite
                | Terminal::Impasse
                | Terminal::MaxMoves
                | Terminal::Interrupted
                | Terminal::Sealed
                | Terminal::NoMate),
            ),
            None,
        ) => Some(cause),
        (None, None) if ending.outcome == Some(Outcome::Draw) => Some(Terminal::Draw),
        (Some(_), None) => ending.word(),
        _ => None,
    }
}
