//! What the texts of a shogi record mean, in whatever format it is written.
//!
//! Not for moves: replay has read those.

use std::borrow::Cow;

use crate::notation::shogi_headers::Field;
use crate::notation::{HeaderRead, formats, jkf, kif};
use crate::record::{Format, Outcome, Tag, Terminal};
use crate::replay::Text;
use crate::rules::Side;
use crate::span::Span;

/// The header of a tag; none for what the writer decides: version, encoding, handicap.
pub(super) fn header<'a>(text: Text<'a>, format: Format, tag: &Tag, handicap: bool) -> Option<HeaderRead<'a>> {
    let info = format.info();
    let decode = |span| if info.is_json { text.unquoted(span) } else { text.decode(span) };
    (info.shogi.header)(decode(tag.name), decode(tag.value), handicap)
}

/// A header that a comment before the moves holds.
pub(super) fn header_of_comment(text: Text<'_>, format: Format, span: Span) -> Option<HeaderRead<'_>> {
    let (name, value) = (format.info().shogi.header_in_comment)(span.of(text.bytes))?;
    let (name, value) = (text.encoding.decode(name), text.encoding.decode(value));
    let header = HeaderRead { field: Field::named(&name), name, value };
    (header.field != Some(Field::Handicap)).then_some(header)
}

/// The text of a comment without its signs.
pub(super) fn comment<'a>(text: Text<'a>, format: Format, span: Span) -> Cow<'a, str> {
    let (info, bytes) = (format.info(), span.of(text.bytes));
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

/// The word that ends a line, and whose turn it is.
pub(super) fn terminal(format: Format, word: &str, mover: Side) -> Option<Terminal> {
    let word = word.as_bytes();
    let (terminal, offender) = formats::terminal(format, word)?;
    Some(match (terminal, offender) {
        // The sign decides whose foul it was.
        (Terminal::FoulByPrevious, Some(offender)) if offender == mover => Terminal::FoulByMover,
        (Terminal::FoulByPrevious, _) => terminal,
        // The winner is to move: no word says it but one of default.
        (_, Some(loser)) if loser != mover => Terminal::WinByDefault,
        _ => terminal,
    })
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
        (Some(cause @ (Terminal::TimeUp | Terminal::Resignation | Terminal::Mate)), Some(false)) => Some(cause),
        (Some(Terminal::Mate), None) => Some(Terminal::Mate),
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
        _ => None,
    }
}
