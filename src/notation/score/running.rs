//! Scores in running text: the rows of a game follow each other in a paragraph, as in newspapers and in pages copied
//! without line ends.
//!
//! A paragraph is split at consecutive row numbers. Each part is then read like any row, and an unreadable text in it
//! still counts as a move. Tables whose rows begin lines are read in `row_place`.

use std::ops::Range;

use super::gap::Gap;
use super::grammar::number_in_line;
use super::reader::{Reader, Step};
use super::row_part::{Part, PartKind};
use super::table_cell::{NEAR, cell, movetext_at};
use super::table_row::{self, Row, State};
use crate::descriptive;
use partie_record::Movetext;
use partie_record::span::{self, Span};

const MAX_ROW: usize = 160;
const MAX_PARAGRAPH: usize = 64 << 10;
/// Minimum number of rows in a score.
const MIN_ROWS: usize = 3;
/// Minimum number of rows in a score with commas between moves.
const MIN_ROWS_WITH_COMMAS: usize = 5;
/// Maximum length in bytes of a parenthesized note between two rows.
const MAX_NOTE: usize = 1024;
/// Maximum number of row numbers tried in a line.
const MAX_TRIED: usize = 16;
/// Maximum length in bytes of an unreadable cell.
const MAX_CELL: usize = 24;

/// Consecutive rows of running text, each from its number to the next number.
#[derive(Debug)]
struct Rows {
    starts: Vec<usize>,
    /// The number of the first row.
    value: u32,
    end: usize,
    movetext: Movetext,
}

/// True if a score in running text begins in a line.
pub(super) fn begins(bytes: &[u8], line: Range<usize>) -> bool {
    first(bytes, line, 1).is_some_and(|rows| rows.are_moves(bytes))
}

/// The first rows in a line that begin with row number `value` and a move.
fn first(bytes: &[u8], line: Range<usize>, value: u32) -> Option<Rows> {
    let signs = if value == 1 { [b'1', b'l', b'I'] } else { [char::from_digit(value % 10, 10)? as u8; 3] };
    let digits = value.checked_ilog10().map_or(1, |log| log as usize + 1);
    let (mut found, mut tried) = (None, 0);
    for at in memchr::memchr3_iter(signs[0], signs[1], signs[2], &bytes[line.clone()]) {
        let Some(digit) = (line.start + at).checked_sub(digits - 1) else { continue };
        let start = digit - usize::from(digit > line.start && bytes[digit - 1] == b'(');
        // In the middle of a line, a letter is more likely a damaged piece than a misread digit.
        if !bytes[digit].is_ascii_digit() && start > line.start {
            continue;
        }
        let Some(after) = number_at(bytes, start, value) else { continue };
        let Some(form) = movetext_at(bytes, after).filter(|form| is_printed(bytes, start..after, *form)) else {
            continue;
        };
        let rows = Rows::follow_from(bytes, start, value, form, NEAR);
        tried += 1;
        if rows.are_moves(bytes) {
            return Some(rows);
        }
        found = found.or(Some(rows));
        if tried == MAX_TRIED {
            break;
        }
    }
    found
}

/// True if a row is from a book. PGN has no long moves with foreign piece letters, no numbers in parentheses, and no
/// strokes (`/`) after moves.
fn is_printed(bytes: &[u8], number: Range<usize>, form: Movetext) -> bool {
    let stroke = || cell(&bytes[number.end..], form).and_then(|length| bytes.get(number.end + length)) == Some(&b'/');
    let lettered = || {
        let near = &bytes[number.end..bytes.len().min(number.end + NEAR)];
        near.windows(4).any(|part| match part {
            [letter, b'a'..=b'h', b'1'..=b'8', _] | [letter, b' ', b'a'..=b'h', b'1'..=b'8'] => {
                letter.is_ascii_uppercase() || !letter.is_ascii()
            }
            _ => false,
        })
    };
    match form {
        Movetext::Descriptive(_) => true,
        Movetext::Kober if lettered() => true,
        _ => bytes[number.start] == b'(' || stroke(),
    }
}

/// The end of the paragraph at `start`: before an empty line, or at the end of the line that exceeds `limit` bytes.
fn paragraph_end(bytes: &[u8], start: usize, limit: usize) -> usize {
    let mut end = span::line_end(bytes, start);
    while end < bytes.len() && end - start < limit {
        let next = span::after_line(bytes, end);
        let stop = span::line_end(bytes, next);
        if bytes[next..stop].trim_ascii().is_empty() {
            break;
        }
        end = stop;
    }
    end
}

/// The offset after row number `value`, if a blank or full stop precedes it and a move seems to follow.
fn number_at(bytes: &[u8], start: usize, value: u32) -> Option<usize> {
    let before = start.checked_sub(1).map_or(b' ', |before| bytes[before]);
    let (rest, (found, _)) = number_in_line(&bytes[start..]).ok()?;
    let letter = match rest {
        [b'A'..=b'Z' | 0xd0, ..] => true,
        // Before a pawn move, a letter is more likely a piece than a misread digit.
        [b'a'..=b'h', b'1'..=b'8' | b'a'..=b'h' | b':' | b'x', ..] | [b'0' | b'o', b'-', ..] => {
            bytes[start].is_ascii_digit() || bytes[start] == b'('
        }
        _ => false,
    };
    ((before.is_ascii_whitespace() || before == b'.') && found == value && letter).then_some(bytes.len() - rest.len())
}

/// The offsets of consecutive row numbers from `start` on. After the second row, single numbers may be missing.
fn follow(bytes: &[u8], start: usize, first: u32, movetext: Movetext) -> Vec<usize> {
    let mut starts = vec![start];
    let (mut at, mut value) = (start, first);
    loop {
        let most = if starts.len() > 1 { 2 } else { 1 };
        let next = (1..=most).find_map(|step| {
            let mut places = outside_parentheses(bytes, at + 1).take(MAX_ROW * step as usize);
            let place = places.find(|place| is_row(bytes, *place, value + step, movetext))?;
            Some((place, value + step))
        });
        let Some(found) = next else { return starts };
        (at, value) = found;
        starts.push(at);
    }
}

/// The offsets from `from` on, except those in closed parentheses.
fn outside_parentheses(bytes: &[u8], from: usize) -> impl Iterator<Item = usize> {
    let mut at = from;
    std::iter::from_fn(move || {
        if bytes.get(at) == Some(&b'(') && number_in_line(&bytes[at..]).is_err() {
            let near = &bytes[at..bytes.len().min(at + MAX_NOTE)];
            at += memchr::memchr(b')', near).unwrap_or(0);
        }
        at += 1;
        (at <= bytes.len()).then_some(at - 1)
    })
}

/// True if a numbered row begins at an offset: a move follows the number, and the number is not the rank of a square.
fn is_row(bytes: &[u8], place: usize, value: u32, movetext: Movetext) -> bool {
    if !bytes[place].is_ascii_alphanumeric() && bytes[place] != b'(' {
        return false;
    }
    let Some(after) = number_at(bytes, place, value) else { return false };
    let before = bytes[..place].trim_ascii_end();
    let file = before.last().is_some_and(|byte| b"KQRBNt-x".contains(byte) || *byte >= 0x80);
    let victim = [&b"x"[..], b"x ", b"takes "]
        .iter()
        .any(|verb| before.len() > verb.len() && before[..before.len() - 1].ends_with(verb));
    // Only the blanks before the number are examined, as the line may begin far away.
    let blank = &bytes[before.len()..place];
    let begins_line = before.is_empty() || blank.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
    // In French and Spanish, a rank follows its piece, and a dash may belong to the next row: `C 4 TD`, `O-O`.
    let rank_first = match movetext {
        Movetext::Descriptive(language) => descriptive::rank_first_letters(language),
        _ => None,
    };
    // In a notation without blanks in its moves, a digit on its own is not a rank.
    let read = cell(&bytes[after..], movetext);
    let glued = match movetext {
        Movetext::Descriptive(_) if rank_first.is_none() => false,
        Movetext::Descriptive(_) => read.is_some_and(|length| !bytes[after..after + length].contains(&b' ')),
        _ => true,
    };
    let apart = glued || bytes[place] == b'(' || bytes.get(place + 1) == Some(&b'.');
    let rank = value <= 8 && file && !victim && !begins_line && !apart;
    let is_letter = |byte: &u8| rank_first.is_some_and(|letters| letters.contains(byte));
    let behind_piece = !begins_line && before.last().is_some_and(is_letter);
    let dashed = || !behind_piece && bytes[after..].iter().take(MAX_CELL).any(|byte| *byte == b'-');
    !rank && (read.is_some() || dashed())
}

impl Rows {
    fn follow_from(bytes: &[u8], start: usize, value: u32, movetext: Movetext, limit: usize) -> Self {
        let end = paragraph_end(bytes, start, limit);
        Self { starts: follow(&bytes[..end], start, value, movetext), value, end, movetext }
    }

    fn row(&self, index: usize) -> Range<usize> {
        self.starts[index]..self.starts.get(index + 1).copied().unwrap_or(self.end.min(self.starts[index] + MAX_ROW))
    }

    /// True if the rows are a score: most of their first cells are moves, and two of the first rows share a line.
    fn are_moves(&self, bytes: &[u8]) -> bool {
        let together = |pair: &[usize]| memchr::memchr2(b'\n', b'\r', &bytes[pair[0]..pair[1]]).is_none();
        if self.starts.len() < MIN_ROWS || !self.starts.windows(2).take(MIN_ROWS).any(together) {
            return false;
        }
        let mut row = Row::default();
        let moves = (0..self.starts.len().min(MIN_ROWS)).map(|index| {
            self.cut(bytes, index, &mut row);
            row.moves().min(2)
        });
        if moves.sum::<usize>() + 2 < 2 * MIN_ROWS {
            return false;
        }
        // Moves separated by commas are a sentence if they begin within a line, or if there are few rows.
        let line = span::line_start(bytes, self.starts[0]);
        let begins_line = bytes[line..self.starts[0]].trim_ascii().is_empty();
        self.cut(bytes, 0, &mut row);
        !row.is_sentence(bytes) || begins_line && self.starts.len() >= MIN_ROWS_WITH_COMMAS
    }

    /// Splits a row into parts, and turns unreadable text in it into cells.
    fn cut(&self, bytes: &[u8], index: usize, row: &mut Row) {
        let row_range = self.row(index);
        let text = &bytes[row_range.clone()];
        let (rest, (number, scanned)) = number_in_line(text).unwrap_or((b"", (self.value, false)));
        let state = State { movetext: Some(self.movetext), running: true, number, ..State::default() };
        table_row::cut(bytes, row_range.clone(), state, &mut table_row::Braces::default(), row);
        // Only the number is readable.
        if row.parts.is_empty() {
            let length = text[..text.len() - rest.len()].trim_ascii_end().len();
            let span = Span::new(row_range.start, row_range.start + length);
            row.parts.push(Part { kind: PartKind::Number { value: number, dots: false, scanned }, span, gap: 0 });
            row.rest = row.end - rest.len();
        }
        if index + 1 == self.starts.len() {
            row.end_with_moves();
        } else {
            row.keep_cells(bytes, self.movetext);
        }
    }
}

impl Row {
    /// Removes the parts of the last row after its two moves, as prose may follow.
    fn end_with_moves(&mut self) {
        let mut moves = 0;
        let next = self.parts.iter().position(|part| {
            let number = matches!(part.kind, PartKind::Number { .. });
            moves += usize::from(part.kind.is_move());
            number && moves > 1 || moves > 2
        });
        if let Some(part) = next.and_then(|next| self.parts.get(next)) {
            self.rest = part.span.from as usize;
        }
        self.parts.truncate(next.unwrap_or(self.parts.len()));
        if let Some(last) = self.parts.last() {
            self.rest = self.rest.min(last.span.to as usize);
        }
    }

    /// Turns the unreadable rest of a row into its missing cells.
    fn keep_cells(&mut self, bytes: &[u8], movetext: Movetext) {
        let text = bytes[self.rest..self.end].trim_ascii_end();
        let number = self.parts.iter().rposition(|part| matches!(part.kind, PartKind::Number { .. })).unwrap_or(0);
        let moves = self.parts[number..].iter().filter(|part| part.kind.is_move()).count();
        let due = 2usize.saturating_sub(moves);
        if text.is_empty() || due == 0 || text.len() > due * MAX_CELL {
            return;
        }
        let second = (1..text.len()).filter(|at| due == 2 && text[at - 1].is_ascii_whitespace());
        let whole = |at: &usize| cell(&text[*at..], movetext).is_some_and(|length| at + length == text.len());
        let split = second.clone().find(whole);
        let (first, other) = text.split_at(split.unwrap_or(text.len()));
        for (from, part) in [(0, first), (first.len(), other)] {
            if !part.is_empty() {
                let from = self.rest + from;
                self.parts.push(Part::cell(bytes, Span::new(from, from + part.trim_ascii_end().len())));
            }
        }
        self.rest = self.end;
    }
}

impl Reader<'_, '_> {
    /// Reads a score in running text that begins or continues in a line, if any. `line` excludes leading blanks.
    pub(super) fn running(&mut self, begins: usize, line: Range<usize>) -> Option<Step> {
        if self.is_written() || !self.open.is_empty() {
            return None;
        }
        // The line begins with the next row, or contains row 1 of another game.
        let number = if self.table.running { self.table.number } else { 1 };
        let bytes = self.bytes;
        let goes_on = |rows: &Rows| rows.starts[0] == line.start;
        let due = Some(number).filter(|due| *due > 1).and_then(|due| Some((due, first(bytes, line.clone(), due)?)));
        let (due, mut rows) = match due.filter(|(_, rows)| goes_on(rows) || !self.last && rows.end == bytes.len()) {
            Some(found) => found,
            None => (1, first(bytes, line.clone(), 1)?),
        };
        if !self.last && rows.end == bytes.len() {
            return Some(Step::Unfinished);
        }
        if due == 1 && !rows.are_moves(bytes) {
            return None;
        }
        let start = rows.starts[0];
        rows = Rows::follow_from(self.bytes, start, due, rows.movetext, MAX_PARAGRAPH);
        if !self.last && rows.end == self.bytes.len() {
            return Some(Step::Unfinished);
        }
        if (self.table.started || self.is_past_bare()) && due == 1 {
            return Some(self.stop(line.start));
        }
        if line.start < start {
            self.prose(begins, line.start, start);
        }
        self.end_paragraph();
        self.movetext = Some(rows.movetext);
        self.table.running = true;
        for index in 0..rows.starts.len() {
            let mut row = std::mem::take(&mut self.row);
            rows.cut(self.bytes, index, &mut row);
            self.row = row;
            self.place_row();
            let (rest, end) = (self.row.rest, self.row.end);
            self.at = rest;
            if index + 1 < rows.starts.len() && rest < end {
                self.rest_of_row(rest, end);
            }
        }
        self.gap = Gap { any: true, prose: true, ..Default::default() };
        self.names = false;
        Some(Step::Next)
    }
}
