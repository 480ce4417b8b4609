//! What the texts of a shogi record mean, in whatever format it is written.
//!
//! Not for moves: replay has read those.

use std::borrow::Cow;

use crate::notation::shogi_headers::Field;
use crate::notation::shogi_writer::Start;
use crate::notation::{csa, formats, jkf, kif, psn, sfen};
use crate::record::{Format, Outcome, Record, Tag, Terminal};
use crate::replay::Text;
use crate::rules::Side;
use crate::span::Span;

/// A header with its meaning.
pub(super) struct Header<'a> {
    pub(super) field: Option<Field>,
    pub(super) name: Cow<'a, str>,
    pub(super) value: Cow<'a, str>,
}

/// The header of a tag; none for what the writer decides: version, encoding, handicap.
pub(super) fn header<'a>(text: Text<'a>, format: Format, tag: &Tag, handicap: bool) -> Option<Header<'a>> {
    let decode = |span| if format.info().is_json { unquoted(text, span) } else { text.decode(span) };
    let (name, value) = (decode(tag.name), decode(tag.value));
    if format == Format::Psn {
        return of_psn(&name, value, handicap);
    }
    if format == Format::Csa {
        if name == "V" || name.starts_with('\'') {
            return None;
        }
        let field = csa::field(&name);
        let name = match field {
            Some(Field::First) if handicap => "下手".into(),
            Some(Field::Second) if handicap => "上手".into(),
            Some(field) => field.name().into(),
            None => name,
        };
        return Some(Header { field, name, value });
    }
    let field = Field::named(&name);
    (name != "#KIF" && field != Some(Field::Handicap)).then_some(Header { field, name, value })
}

/// The header of a tag of PSN; none for the start position and the end, which are told otherwise.
fn of_psn<'a>(name: &str, value: Cow<'a, str>, handicap: bool) -> Option<Header<'a>> {
    let value: Cow<'a, str> = if value.contains('\\') { psn::unescaped(&value).into() } else { value };
    if name == psn::OTHER {
        let (name, value) = value.split_once('：')?;
        return Some(Header {
            field: Field::named(name),
            name: name.to_owned().into(),
            value: value.to_owned().into(),
        });
    }
    if psn::is_structure(name.as_bytes()) {
        return None;
    }
    let field = psn::field(name.as_bytes());
    let name: Cow<'a, str> = match field {
        Some(Field::First) if handicap => "下手".into(),
        Some(Field::Second) if handicap => "上手".into(),
        Some(field) => field.name().into(),
        None => name.to_owned().into(),
    };
    Some(Header { field, name, value })
}

/// A header that a comment of CSA holds: `'KIF name=value`.
pub(super) fn header_of_comment(comment: &str) -> Option<Header<'_>> {
    let (name, value) = comment.strip_prefix(csa::KIF)?.split_once('=')?;
    let header = Header { field: Field::named(name), name: name.into(), value: value.into() };
    (header.field != Some(Field::Handicap)).then_some(header)
}

/// The text of a JSON string whose quotes stand around the span; other values as they are written.
fn unquoted(text: Text<'_>, span: Span) -> Cow<'_, str> {
    let quoted = span.from > 0 && text.bytes.get(span.from as usize - 1) == Some(&b'"');
    let whole = Span { from: span.from.saturating_sub(1), to: span.to.saturating_add(1) };
    let string = text.bytes.get(whole.from as usize..whole.to as usize).filter(|_| quoted).and_then(jkf::string);
    string.unwrap_or_else(|| text.decode(span))
}

/// What the record says of its start beside the position itself.
pub(super) fn complete(text: Text<'_>, record: &Record, start: &mut Start) {
    match record.format {
        Format::Psn => start.plies = psn::setup(text.bytes, record).plies,
        Format::Usi => {
            let read = record.setup.first().map(|span| sfen::read(&text.decode(*span)));
            start.plies = read.map_or(0, |read| read.ply.saturating_sub(1));
        }
        Format::Kif | Format::Ki2 => {
            if !record.setup.is_empty() {
                start.plies = kif::setup(text.bytes, record).plies.unwrap_or(0);
                let turned = |span: &Span| text.decode(*span).starts_with("盤面");
                start.turned = record.setup.iter().any(turned);
            }
            let label = record.tags.iter().find(|tag| Field::Handicap.is_named(tag.name.of(text.bytes)));
            if let Some(label) = label.map(|tag| text.decode(tag.value))
                && start.handicap.is_none()
                && matches!(&*label, "詰将棋" | "詰め将棋")
            {
                start.label = label.into_owned();
            }
        }
        _ => {}
    }
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
    if format == Format::Psn {
        // The winner is to move: no word says it but one of default.
        let wins = offender.is_some_and(|loser| loser != mover);
        return Some(if wins { Terminal::WinByDefault } else { terminal });
    }
    // The sign decides whose foul it was.
    let own = terminal == Terminal::FoulByPrevious && offender == Some(mover);
    Some(if own { Terminal::FoulByMover } else { terminal })
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
