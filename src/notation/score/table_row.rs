//! Splits one line of a table into numbers, cells and other text. Moves are found by their grammar, not by the gaps
//! between columns, as a gap may shrink to one blank.
//!
//! The order of play is restored in `play_order`. Whether a line is a row of the table is decided in `row_place`.

use std::ops::Range;

use super::ending::{self, Ending};
use super::grammar::{
    end_of_token, gap_printed, glyph, mark, nag, null, number_in_line, number_printed, number_scanned, number_typed,
};
use super::printed_cell;
use super::row_part::{Part, PartKind};
use super::sheet;
use super::slot::{slot, whole_words};
use super::table_cell::{blanks, cell, window};
use crate::Parsed;
use partie_record::span::{self, Span};
use partie_record::{ItemKind, Movetext, Outcome, limits};

/// Maximum number of parts of a row before the repeated number in front of Black's cell.
const MAX_PARTS_BEFORE_NUMBER: usize = 8;

/// A line split into parts.
#[derive(Debug, Default)]
pub(super) struct Row {
    /// The parts of the line from left to right.
    pub parts: Vec<Part>,
    pub indent: usize,
    /// Offset where parsing stopped: the end of the line, or the start of text that cannot be part of a row.
    pub rest: usize,
    pub rest_gap: usize,
    /// Offset of the end of the line. A comment in braces may extend a row over several lines.
    pub end: usize,
}

/// Length and value of the row number at the start of `text`, and true if dots replace White's move. In scores with
/// tags, dashes are a null move.
pub(super) fn number(text: &[u8], written: bool) -> Option<(usize, u32, bool)> {
    let (rest, (value, dots)) = if written { number_typed(text) } else { number_printed(text) }.ok()?;
    Some((text.len() - rest.len(), value, dots))
}

/// The part that a parser reads at the start of a text, and its length.
pub(super) fn part_of<'a>(
    parser: impl Fn(&'a [u8]) -> Parsed<'a, ItemKind>,
    text: &'a [u8],
) -> Option<(PartKind, usize)> {
    parser(text).ok().map(|(rest, kind)| (PartKind::Other(kind), text.len() - rest.len()))
}

/// The text before a stroke (`/`) that separates White's move from Black's.
fn before_other(text: &[u8], movetext: Movetext) -> &[u8] {
    let near = window(text);
    let stroke = memchr::memchr(b'/', near).filter(|at| cell(&text[at + 1..], movetext).is_some());
    stroke.map_or(text, |at| &text[..at])
}

/// The text before the next null move.
fn before_null(text: &[u8]) -> &[u8] {
    let near = window(text);
    memchr::memmem::find(near, b" --").map_or(text, |at| &text[..at])
}

/// State of the record at the beginning of a line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    /// Notation of the moves, once a move was read.
    pub movetext: Option<Movetext>,
    /// Number of open variations.
    pub depth: usize,
    /// True for a score with tags, whose variations may extend over several lines.
    pub written: bool,
    /// True if the line may begin with a move.
    pub due: bool,
    /// The expected row number.
    pub number: u32,
    /// True if the row is in running text, where a line may end between its parts.
    pub running: bool,
}

/// Splits a line into its parts.
pub(super) fn cut(bytes: &[u8], line: Range<usize>, state: State, braces: &mut Braces, row: &mut Row) {
    let Range { start: from, end } = line;
    let State { mut movetext, mut depth, written, due, running, number: _ } = state;
    row.parts.clear();
    let mut tally = Tally::default();
    row.end = end;
    row.rest = from;
    let mut at = from;
    loop {
        let gap = if running {
            bytes[at..row.end].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
        } else {
            blanks(&bytes[at..row.end])
        };
        if row.parts.is_empty() {
            row.indent = gap;
        }
        at += gap;
        row.rest = at;
        row.rest_gap = gap;
        let text = &bytes[at..row.end];
        let Some(&first) = text.first() else { return };
        if running
            && first == b';'
            && let Some(last) = row.parts.last_mut().filter(|part| part.kind.is_move() && gap == 0)
        {
            last.span.to += 1;
            at += 1;
            continue;
        }
        let in_words = || {
            let (length, ending) = ending::words(text)
                .or_else(|| ending::words(&text[..text.iter().position(|byte| *byte == b' ')?]).filter(|_| running))?;
            Some((PartKind::End(ending), length))
        };
        let part = match first {
            b'|' => Some((PartKind::Other(ItemKind::Comment), 1)),
            b'/' if running && tally.moves > 0 => Some((PartKind::Other(ItemKind::Comment), 1)),
            b'(' if running && row.parts.is_empty() => number_in_line(text).ok().map(|(rest, (value, scanned))| {
                let length = text[..text.len() - rest.len()].trim_ascii_end().len();
                (PartKind::Number { value, dots: false, scanned }, length)
            }),
            b'/' if text.starts_with(b"/*") => Some((PartKind::Other(ItemKind::Comment), 2)),
            b'*' if text.starts_with(b"*/") => Some((PartKind::Other(ItemKind::Comment), 2)),
            b'*' if written && end_of_token(&text[1..]).is_ok() => {
                Some((PartKind::End(Ending::Token(Outcome::Unknown)), 1))
            }
            b'-' if written => part_of(null, text).or_else(|| part_of(glyph, text).filter(|_| !row.parts.is_empty())),
            b'[' | b'*' => part_of(mark, text),
            b'{' => braces.close(bytes, at).filter(|close| !running || *close <= row.end).map(|close| {
                if close > row.end {
                    row.end = span::line_end(bytes, close);
                }
                (PartKind::Other(ItemKind::Comment), close - at)
            }),
            b'(' if written && text.get(1).is_some_and(|next| b"{($)".contains(next))
                || opens(text) && (written || closes(text)) =>
            {
                depth += 1;
                Some((PartKind::Open, 1))
            }
            b'(' => if running { text } else { window(text) }
                .iter()
                .position(|byte| *byte == b')')
                .map(|close| (PartKind::Other(ItemKind::Comment), close + 1)),
            b')' if depth > 0 => {
                depth -= 1;
                Some((PartKind::Close, 1))
            }
            b'$' => part_of(nag, text),
            b'0'..=b'9' | 0xc2 => token(text, movetext, written),
            b'.' => part_of(gap_printed, text).or_else(in_words),
            b'-' if running && gap == 0 && is_note_mark(text) && !row.parts.is_empty() => {
                Some((PartKind::Other(ItemKind::Comment), 2))
            }
            b'+' | b'-' | b'=' | b'!' | b'?' | b'~' if !row.parts.is_empty() => part_of(glyph, text),
            _ => in_words(),
        };
        let part = part.or_else(|| if written { None } else { scanned(text, (row.parts.len(), &tally), state) });
        // A number directly after a row number is a misread piece letter.
        if !written
            && (part.is_none() || first.is_ascii_digit())
            && (!running || tally.repeats_number())
            && let Some(found) = printed_cell::find(text, &row.parts, movetext)
        {
            movetext = movetext.or(Some(found.movetext));
            row.parts.push(Part { kind: PartKind::Move, span: Span::new(at, at + found.cell), gap });
            tally.add(PartKind::Move);
            at += found.cell;
            if found.rest > 0 {
                let span = Span::new(at, at + found.rest);
                row.parts.push(Part { kind: PartKind::Other(ItemKind::Comment), span, gap: 0 });
                at += found.rest;
            }
            continue;
        }
        let part = part.or_else(|| {
            let known = movetext.or_else(|| super::table_cell::movetext_at(bytes, at))?;
            let near = if written {
                before_null(text)
            } else if running {
                before_other(text, known)
            } else {
                text
            };
            let length = cell(near, known)?;
            movetext = Some(known);
            let length = if written { whole_words(near, length, known)? } else { length };
            Some((PartKind::Move, length))
        });
        let may_stand = written && (due || !row.parts.is_empty());
        let part = part.or_else(|| {
            movetext.filter(|_| may_stand).and_then(|known| slot(text, known)).map(|length| (PartKind::Move, length))
        });
        let Some((kind, length)) = part else { return };
        row.parts.push(Part { kind, span: Span::new(at, at + length), gap });
        tally.add(kind);
        at += length;
    }
}

/// The numbers and moves of a row so far. They are counted here because a row may have a million parts.
#[derive(Debug, Default)]
struct Tally {
    first_number: Option<u32>,
    last_number: Option<u32>,
    moves: usize,
}

impl Tally {
    fn add(&mut self, kind: PartKind) {
        if let PartKind::Number { value, .. } = kind {
            self.first_number = self.first_number.or(Some(value));
            self.last_number = Some(value);
        }
        self.moves += usize::from(kind.is_move());
    }

    /// True if the last row number equals the first one.
    fn repeats_number(&self) -> bool {
        self.first_number == self.last_number
    }
}

/// True if a text begins with the letter of a note, directly after a move: `-a` in `B-B4-a`.
fn is_note_mark(text: &[u8]) -> bool {
    matches!(text, [b'-', b'a'..=b'z'] | [b'-', b'a'..=b'z', b' ' | b'\t' | b'\r' | b'\n' | b',' | b'.', ..])
}

/// True if a parenthesis opens a variation: a move number with a full stop follows, unlike in `(ch.)`.
fn opens(text: &[u8]) -> bool {
    let inside = &text[1..];
    let inside = &inside[blanks(inside)..];
    number(window(inside), true).is_some_and(|(length, ..)| inside[..length].contains(&b'.'))
}

/// True if a closing parenthesis follows on the line within 512 bytes.
fn closes(text: &[u8]) -> bool {
    memchr::memchr(b')', &text[..text.len().min(512)]).is_some()
}

/// Reads a result token or a row number; `None` for castling with zeros, which is read as a move.
fn token(text: &[u8], movetext: Option<Movetext>, written: bool) -> Option<(PartKind, usize)> {
    let end = text.iter().take(12).position(|byte| matches!(byte, b' ' | b'\t')).unwrap_or(text.len().min(12));
    if let Some(outcome) = Outcome::parse(&text[..end]) {
        return Some((PartKind::End(Ending::Token(outcome)), end));
    }
    if text.starts_with(b"0") && movetext.is_some_and(|known| cell(text, known).is_some()) {
        return None;
    }
    let found = number(text, written);
    let found = found.or_else(|| sheet::number(text).map(|(length, value)| (length, value, false)));
    found.map(|(length, value, dots)| (PartKind::Number { value, dots, scanned: false }, length))
}

/// Reads the expected row number, with scanning errors, before a move: at the start of the row, or repeated before
/// Black's cell. `parts` is the number of parts before it.
fn scanned(text: &[u8], (parts, tally): (usize, &Tally), state: State) -> Option<(PartKind, usize)> {
    let is_other = parts <= MAX_PARTS_BEFORE_NUMBER && tally.moves == 1;
    let due = if parts == 0 { state.number } else { tally.first_number.filter(|_| is_other)? };
    let number = if state.running { number_in_line(text) } else { number_scanned(text) };
    let (rest, (value, scanned)) = number.ok().filter(|(_, (value, _))| *value == due)?;
    // A letter directly before a file is more likely a piece than a misread digit.
    let before = text[..text.len() - rest.len()].last().copied();
    let is_piece =
        rest.first().is_some_and(u8::is_ascii_lowercase) && before.is_some_and(|last| last.is_ascii_alphabetic());
    if is_piece {
        return None;
    }
    let form = state.movetext.or_else(|| super::table_cell::movetext(rest))?;
    cell(rest, form)?;
    let length = text[..text.len() - rest.len()].trim_ascii_end().len();
    Some((PartKind::Number { value, dots: false, scanned }, length))
}

/// Finds closing braces without scanning any byte twice.
#[derive(Debug, Default)]
pub(super) struct Braces {
    /// The first closing brace at or after the last opening brace.
    next: Option<usize>,
    looked: bool,
}

impl Braces {
    /// The offset after the brace that closes the one at `at`; `None` if it is missing or `limits::TOKEN` bytes away.
    pub(super) fn close(&mut self, bytes: &[u8], at: usize) -> Option<usize> {
        if !self.looked || self.next.is_some_and(|next| next < at) {
            self.looked = true;
            self.next = memchr::memchr(b'}', &bytes[at..]).map(|found| at + found);
        }
        self.next.filter(|next| next - at < limits::TOKEN).map(|next| next + 1)
    }
}

impl Row {
    pub(super) fn numbers(&self) -> impl DoubleEndedIterator<Item = u32> {
        self.parts.iter().filter_map(|part| match part.kind {
            PartKind::Number { value, .. } => Some(value),
            _ => None,
        })
    }

    pub(super) fn moves(&self) -> usize {
        self.parts.iter().filter(|part| part.kind.is_move()).count()
    }

    /// The first row number, true if dots follow it, and its span; `None` if a move precedes it. Comments and dots
    /// before the number are skipped.
    pub(super) fn number(&self) -> Option<(u32, bool, Span)> {
        let beside = |part: &&Part| !matches!(part.kind, PartKind::Other(ItemKind::Comment | ItemKind::Number));
        let part = self.parts.iter().find(beside)?;
        match part.kind {
            PartKind::Number { value, dots, .. } => Some((value, dots, part.span)),
            _ => None,
        }
    }

    /// True if the row has a result or closing words.
    pub(super) fn ends(&self) -> bool {
        self.parts.iter().any(|part| matches!(part.kind, PartKind::End(_)))
    }

    /// True if a comma and at most two blanks separate a move from a move or number, as in a sentence.
    pub(super) fn is_sentence(&self, bytes: &[u8]) -> bool {
        self.parts.windows(2).any(|pair| {
            pair[0].kind.is_move()
                && (pair[1].kind.is_move() || matches!(pair[1].kind, PartKind::Number { .. }))
                && pair[0].span.of(bytes).ends_with(b",")
                && pair[1].gap < 3
        })
    }
}
