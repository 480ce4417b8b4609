//! Interprets the texts of a shogi record in any format.
//!
//! Replay parses the moves.

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

/// The text of a comment without delimiters.
pub(super) fn comment<'a>(text: Text<'a>, format: Format, span: Span) -> Cow<'a, str> {
    let (info, bytes) = (formats::info(format), span.of(text.bytes));
    if info.is_json {
        return jkf::string(bytes).unwrap_or_else(|| text.decode(span));
    }
    text.encoding.decode((info.bare_comment)(bytes))
}

/// The traditional sign of a NAG; other texts are returned unchanged.
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

/// Removes a leading sign.
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

/// The end of a line as a word or a tag reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stated {
    /// An end word, given the side to move.
    Word(Terminal),
    /// The side to move has won. No end word expresses this, only a sentence.
    WonByMover,
}

impl Stated {
    /// The end word, if there is one.
    pub(super) const fn word(self) -> Option<Terminal> {
        match self {
            Self::Word(terminal) => Some(terminal),
            Self::WonByMover => None,
        }
    }

    /// The end of a line from its terminal and loser, given the side to move.
    pub(super) fn by_loser(terminal: Terminal, loser: Option<Side>, mover: Side) -> Self {
        match (terminal, loser) {
            // The word depends on the offender's turn.
            (Terminal::FoulByPrevious, Some(offender)) if offender == mover => Self::Word(Terminal::FoulByMover),
            (Terminal::FoulByPrevious, _) => Self::Word(terminal),
            (_, Some(loser)) if loser != mover => Self::WonByMover,
            _ => Self::Word(terminal),
        }
    }
}

/// The end that an end word reports, given the side to move.
pub(super) fn stated(format: Format, word: &str, mover: Side) -> Option<Stated> {
    let (terminal, loser) = formats::terminal(format, word.as_bytes())?;
    Some(Stated::by_loser(terminal, loser, mover))
}

/// True if a closing sentence gives a reason that no word expresses.
pub(super) fn has_own_reason(sentence: &str) -> bool {
    kif::ending(sentence.as_bytes()).is_some_and(|ending| ending.own_reason.is_some())
}

/// The word for a closing sentence; `None` if it gives too few facts or no word has its meaning.
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
