//! Tables of two halves side by side, of which the left one lost its numbers in a scan:
//! `e2-e4 e7-e5 10. Sc3-b5: c6-b5:`. Tables with numbers in both halves are read in `gutter`.

use super::super::page_table::PageTable;
use super::super::row_part::Part;
use super::super::table_cell::movetext_at;
use super::cells::{Cells, Known};
use super::number::{self, Style};
use super::page;
use super::parts;
use super::words::{Word, words};
use partie_record::span;

/// Minimum number of rows with a number between the halves.
const MIN_NUMBERED_ROWS: usize = 4;
/// Maximum number of rows that are examined.
const MAX_ROWS: usize = 120;
const MAX_LINE: usize = 160;

/// A row: the words of its left half, then the number of its right half and the words after the number.
struct HalvedRow<'w> {
    left: &'w [Word],
    right: Option<(u32, &'w Word, &'w [Word])>,
}

/// True if rows of two halves may begin on a line. It has a number in the middle but none at the start, and the next
/// line has the following number.
pub(super) fn may_begin(bytes: &[u8], line: usize) -> bool {
    let end = span::line_end(bytes, line);
    let Some(value) = number_in_text(&bytes[line..end]) else { return false };
    let next = span::after_line(bytes, end);
    bytes.get(next..span::line_end(bytes, next)).and_then(number_in_text) == Some(value + 1)
}

/// The number with punctuation in the middle of a line; `None` if the line begins with one.
fn number_in_text(line: &[u8]) -> Option<u32> {
    if line.len() > MAX_LINE || memchr::memchr2(b'.', b')', line).is_none() {
        return None;
    }
    let mut words = line.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
    if alone(words.next()?).is_some() {
        return None;
    }
    words.skip(1).find_map(alone)
}

/// The value of a word that is only a number with punctuation.
fn alone(word: &[u8]) -> Option<u32> {
    let (value, style, length) = number::read_number(word)?;
    (style.has_sign() && length == word.len()).then_some(value)
}

/// The table of two halves whose first row is on a line.
pub(super) fn table(bytes: &[u8], line: usize) -> Option<PageTable> {
    let all = words(bytes, line);
    let rows = rows(bytes, &all);
    let (first, at, _) = rows.first()?.right?;
    let style = number::read_number(at.of(bytes))?.1;
    let numbered = rows.iter().filter(|row| row.right.is_some()).count();
    if numbered < MIN_NUMBERED_ROWS || rows.len() + 2 < first as usize || rows.len() >= first as usize {
        return None;
    }
    let shown = movetext_at(bytes, rows[0].left[0].span.from as usize);
    let readings = page::movetexts(shown).map(|movetext| {
        let known = Known { bytes, movetext, style, column: None, in_lines: false };
        let left = |(index, row): (usize, &HalvedRow<'_>)| known.cells(row.left, index as u32 + 1, row.left[0].column);
        let right = |row: &HalvedRow<'_>| {
            let (value, word, words) = row.right?;
            Some((value, word.span, known.cells(words, value, word.column)))
        };
        let left: Vec<Cells> = rows.iter().enumerate().map(left).collect();
        let right: Vec<_> = rows.iter().filter_map(right).collect();
        let read = left.iter().chain(right.iter().map(|(.., cells)| cells)).map(|cells| cells.read).sum::<usize>();
        (read, known, left, right)
    });
    let (read, known, left, right) = readings.max_by_key(|(read, ..)| *read)?;
    let cell = |span| Part::cell(bytes, span);
    let mut parts: Vec<Part> = left.iter().flat_map(|cells| cells.moves.into_iter().flatten()).map(cell).collect();
    for (value, span, cells) in right {
        parts.push(Part::number(bytes, value, span));
        parts.extend(cells.moves.into_iter().flatten().map(cell));
    }
    let count = parts.iter().filter(|part| part.kind.is_move()).count();
    let end = rows.last().map_or(0, |row| row.left[0].line) + 1;
    let own = &all[..all.partition_point(|word| word.line < end)];
    let words = parts::Words { of: own, from: all[0].span.from, whole: false };
    (read * 10 >= count * 6).then(|| parts::table(&known, &words, parts))
}

/// The numbered rows from the first word on, and the rows below them that have only a left half.
fn rows<'w>(bytes: &[u8], all: &'w [Word]) -> Vec<HalvedRow<'w>> {
    let mut rows: Vec<HalvedRow<'w>> = Vec::new();
    let (mut first, mut due): (usize, Option<(Style, u32)>) = (usize::MAX, None);
    for words in all.chunk_by(|one, other| one.line == other.line).take(MAX_ROWS) {
        let number = |word: &Word| {
            let text = word.of(bytes);
            let Some((style, due)) = due else {
                return number::read_number(text)
                    .filter(|_| alone(text).is_some())
                    .map(|(value, style, _)| (style, value));
            };
            (style.exact(text, due).is_some() || style.near(text, due, true)).then_some((style, due))
        };
        let inside = (2..words.len().max(3) - 1).find_map(|at| Some((at, number(&words[at])?)));
        if let Some((at, (style, value))) = inside {
            first = first.min(value as usize);
            due = Some((style, value + 1));
            rows.push(HalvedRow { left: &words[..at], right: Some((value, &words[at], &words[at + 1..])) });
        } else if first < usize::MAX && (2..8).contains(&words.len()) {
            rows.push(HalvedRow { left: words, right: None });
        } else {
            break;
        }
        if rows.len() + 1 >= first {
            break;
        }
    }
    rows
}
