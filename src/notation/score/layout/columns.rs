//! Columns of moves without readable row numbers, as text recognition leaves a table. White's cells come first, then
//! Black's, then the cells of the right half of the page. Tables with numbered rows are read in the parent module.

use super::super::heading::{are_heads, says_title};
use super::super::page_table::PageTable;
use super::super::row_part::Part;
use super::super::table_cell::{is_whole, movetext_at};
use super::cells::{self, Known};
use super::number::{self, Style};
use super::page::{self, all_movetexts};
use super::parts;
use super::words::{Word, words};
use partie_record::span::{self, Span};

/// Minimum number of cells in a column.
const MIN_CELLS: usize = 5;
/// Maximum length in bytes of a cell, including a number before or after it.
const MAX_CELL: usize = 48;
/// Maximum number of consecutive unreadable cells.
const MAX_UNREAD: usize = 4;
/// Maximum number of lines without a cell between two columns.
const MAX_LINES_BETWEEN: usize = 24;
/// Maximum difference in cells between White's column and half of all cells. Cells may be lost only if text separates
/// the columns.
const MAX_LOST_CELLS: usize = 2;
/// Number of first lines that determine the notation of a page.
const MAX_NOTATION_LINES: usize = 24;
/// Maximum number of lines searched for the first cells of a column.
const MAX_START_LINES: usize = 24;
/// Maximum distance in lines from a table to a column that continues below it.
const MAX_LINES_BELOW: usize = 4;

/// Letters that scans confuse with digits of a square, and those digits.
const DIGITS: [(u8, u8); 5] = [(b'S', b'5'), (b'l', b'1'), (b'I', b'1'), (b'Z', b'2'), (b'O', b'0')];

/// Content of the line above a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Above {
    Cell,
    Blank,
    Text,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    /// The move, without the number before it.
    span: Span,
    number: Option<(u32, Span)>,
    above: Above,
    /// True if the move may be the first of its side.
    opens: bool,
}

/// The cells and headings on the lines of a page.
#[derive(Debug, Default)]
struct Lines {
    /// Lines with two cells. The single cells on lines below them are in `cells`.
    rows: Vec<[Cell; 2]>,
    cells: Vec<Cell>,
    /// Number of readable moves.
    read: usize,
    /// Lines that are headings of columns.
    heads: Vec<Span>,
    /// Index of the word after the last cell.
    end: usize,
}

/// The table whose columns begin on a line, or shortly above it. The error is the end of unusable cells, if there are
/// any.
pub(super) fn table(bytes: &[u8], least: usize, line: usize) -> Result<PageTable, Option<usize>> {
    let all = words(bytes, begin_above(bytes, least, line));
    let shown = all.iter().take(3).find_map(|word| movetext_at(bytes, word.span.from as usize));
    // The notation of most of the first lines applies to the whole page.
    let first = all.partition_point(|word| word.line < MAX_NOTATION_LINES);
    let readings = page::movetexts(shown).map(|movetext| {
        let known = Known { bytes, movetext, style: Style::LINES, column: None, in_lines: true };
        (lines(&known, &all[..first]).read, known)
    });
    let Some((_, known)) = readings.max_by_key(|(read, _)| *read) else { return Err(None) };
    let lines = lines(&known, &all);
    let count = lines.rows.len() * 2 + lines.cells.len();
    let begins = lines.rows.is_empty();
    let order = in_order(&lines.cells, begins).filter(|_| count >= 2 * MIN_CELLS && lines.read * 10 >= count * 6);
    let Some(order) = order else {
        return Err(lines.end.checked_sub(1).map(|last| all[last].span.to as usize));
    };
    let rows = lines.rows.iter().flatten().copied();
    let cells: Vec<Cell> = rows.chain(order.iter().map(|at| lines.cells[*at])).collect();
    let is_numbered = cells[0].number.is_some_and(|(value, _)| value == 1);
    let mut parts = Vec::with_capacity(cells.len() * 2);
    for cell in &cells {
        let number = cell.number.filter(|_| is_numbered);
        parts.extend(number.map(|(value, span)| Part::number(bytes, value, span)));
        parts.push(Part::cell(bytes, cell.span));
    }
    let is_head = |word: &Word| lines.heads.iter().any(|head| head.from <= word.span.from && word.span.to <= head.to);
    let own: Vec<Word> = all[..lines.end].iter().filter(|word| !is_head(word)).copied().collect();
    let words = parts::Words { of: &own, from: all[0].span.from, whole: false };
    Ok(PageTable { above: lines.heads, ..parts::table(&known, &words, parts) })
}

/// True if a column may begin on a line: the line is a cell without a number, and so are most lines below it.
pub(super) fn may_begin(bytes: &[u8], line: usize) -> bool {
    let first = bytes[line..span::line_end(bytes, line)].trim_ascii();
    is_bare_cell(first) && are_cells(bytes, line)
}

/// True if a line is short enough for a cell and has a digit, as a square does.
pub(super) fn is_like_cell(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    text.len() <= MAX_CELL && text.iter().any(u8::is_ascii_digit) && text.first().is_some_and(u8::is_ascii_alphabetic)
}

/// True if at least `MIN_CELLS` of the first nonempty lines from `line` on are cells.
fn are_cells(bytes: &[u8], line: usize) -> bool {
    let lines = bytes[line..].split(|byte| matches!(byte, b'\n' | b'\r')).take(MAX_START_LINES);
    let lines = lines.map(<[u8]>::trim_ascii).filter(|text| !text.is_empty()).take(MIN_CELLS + MAX_UNREAD);
    lines.filter(|text| is_bare_cell(text)).count() >= MIN_CELLS
}

/// True if a line is a cell without a number.
fn is_bare_cell(text: &[u8]) -> bool {
    let first = text.first().is_some_and(|first| first.is_ascii_alphabetic() || b"0\xd0".contains(first));
    first && text.len() <= MAX_CELL && all_movetexts().any(|movetext| is_whole(text, movetext))
}

/// True if a column may continue below a table that ends at `end`, with or without a heading.
pub(super) fn go_on(bytes: &[u8], end: usize) -> bool {
    let mut at = span::after_line(bytes, span::line_end(bytes, end));
    for _ in 0..MAX_LINES_BELOW {
        if at >= bytes.len() {
            return false;
        }
        let end = span::line_end(bytes, at);
        let text = bytes[at..end].trim_ascii();
        if !text.is_empty() && !is_head(text) {
            return are_cells(bytes, at);
        }
        at = span::after_line(bytes, end).max(end + 1);
    }
    false
}

/// Start of a column above one of its cells: of the lines that may be cells, and of lines of numbers above them.
fn begin_above(bytes: &[u8], least: usize, line: usize) -> usize {
    let above = |line: usize| span::line_start(bytes, line - 1).max(least);
    let mut begin = line;
    for _ in 0..MAX_UNREAD {
        let text = if begin > least { bytes[above(begin)..begin].trim_ascii() } else { b"" };
        let is_cell =
            text.iter().any(u8::is_ascii_digit) && text.len() <= MAX_CELL && !is_head(text) && !says_title(text);
        if !is_cell || is_number(text) {
            break;
        }
        begin = above(begin);
    }
    let mut at = begin;
    for _ in 0..MAX_START_LINES {
        if at <= least {
            break;
        }
        let text = bytes[above(at)..at].trim_ascii();
        if !text.is_empty() && !is_number(text) {
            break;
        }
        at = above(at);
        if is_number(text) {
            begin = at;
        }
    }
    begin
}

/// True if a line contains only a number.
fn is_number(text: &[u8]) -> bool {
    number::read_number(text).is_some_and(|(_, _, length)| length == text.len())
}

/// The cells in the lines of a page, up to where another record may begin.
fn lines(known: &Known<'_>, all: &[Word]) -> Lines {
    let bytes = known.bytes;
    let mut found = Lines::default();
    let (mut at, mut above, mut unread, mut since, mut titled) = (0, Above::Text, 0, 0, false);
    while at < all.len() {
        let length = all[at..].iter().take_while(|word| word.line == all[at].line).count();
        let line = &all[at..at + length];
        at += length;
        if line[0].blank {
            above = above.max(Above::Blank);
            unread = 0;
        }
        let text = Span { from: line[0].span.from, to: line[length - 1].span.to };
        let own = cells_of(known, line);
        // An unreadable line next to a cell is a cell, too.
        let is_close = |near: &[Word]| {
            !near.is_empty() && !near[0].blank && matches!(cells_of(known, near), Some(LineCells::One(_)))
        };
        let next = all[at..].iter().take_while(|word| word.line == all[at].line).count();
        let is_near = || above == Above::Cell || is_close(&all[at..at + next]) || is_confused(known, text);
        match own {
            Some(LineCells::Two(pair)) if found.cells.is_empty() => {
                found.rows.push(pair);
                found.read += 2;
            }
            // Below a title after complete columns, another game may begin, unless the numbers continue or the cell
            // cannot be a first move.
            Some(LineCells::One(cell)) if titled && cell.opens => break,
            Some(LineCells::One(cell)) => {
                titled = false;
                found.cells.push(Cell { above, ..cell });
                found.read += 1;
            }
            None if unread < MAX_UNREAD && is_near() && is_cell(bytes, text, line) => {
                found.cells.push(Cell { span: text, number: None, above, opens: true });
                unread += 1;
                above = Above::Cell;
                found.end = at;
                continue;
            }
            _ => {
                since += 1;
                above = Above::Text;
                if since > MAX_LINES_BETWEEN {
                    break;
                }
                let title = says_title(text.of(bytes));
                titled |= title && are_columns(&found.cells);
                let rows = found.rows.len() + found.cells.len().div_ceil(2);
                let number = number::read_number(text.of(bytes)).map(|(value, ..)| value as usize);
                titled &= number != Some(rows + 1);
                found.heads.extend((title || is_head(text.of(bytes))).then_some(text));
                continue;
            }
        }
        (above, unread, since, found.end) = (Above::Cell, 0, 0, at);
    }
    found.heads.retain(|head| found.end > 0 && head.to <= all[found.end - 1].span.to);
    found
}

/// True if a line is a cell once letters are replaced by the digits that they resemble.
fn is_confused(known: &Known<'_>, text: Span) -> bool {
    let read = |letters: &[(u8, u8)]| {
        let digit = |byte: &u8| letters.iter().find(|(letter, _)| letter == byte).map_or(*byte, |(_, digit)| *digit);
        let text: Vec<u8> = text.of(known.bytes).iter().map(digit).collect();
        is_whole(&text, known.movetext)
    };
    cells::is_short(text) && (DIGITS.iter().any(|letter| read(&[*letter])) || read(&DIGITS))
}

/// True if an unreadable line may be a cell: it is short, and not a number, heading or title.
fn is_cell(bytes: &[u8], text: Span, line: &[Word]) -> bool {
    let own = text.of(bytes);
    cells::is_short(text)
        && line.len() < 7
        && !line.iter().all(|word| is_number(word.of(bytes)))
        && !is_head(own)
        && !says_title(own)
}

/// True if a line is the heading of one column, or of both.
fn is_head(text: &[u8]) -> bool {
    let bare = text.strip_suffix(b".").unwrap_or(text);
    are_heads(text) || bare.eq_ignore_ascii_case(b"white") || bare.eq_ignore_ascii_case(b"black")
}

enum LineCells {
    One(Cell),
    Two([Cell; 2]),
}

/// The one or two cells of a line that otherwise contains only numbers; `None` for any other line.
fn cells_of(known: &Known<'_>, line: &[Word]) -> Option<LineCells> {
    let bytes = known.bytes;
    let number = |word: &Word| {
        let text = word.of(bytes);
        let text = text.strip_prefix(b":").unwrap_or(text);
        number::read_number(text)
            .filter(|(_, style, length)| style.has_sign() && *length == text.len())
            .map(|found| found.0)
    };
    let first = line.first().and_then(|word| Some((number(word)?, word.span)));
    let line = &line[usize::from(first.is_some())..];
    let behind = line.iter().rev().take_while(|word| number(word).is_some() || word.of(bytes) == b"=").count();
    let line = &line[..line.len() - behind];
    let cell = |words: &[Word]| {
        let span = known.trimmed(words)?;
        known.is_move(span).then(|| Cell { span, number: None, above: Above::Cell, opens: opens(span.of(bytes)) })
    };
    if let Some(cell) = cell(line) {
        return Some(LineCells::One(Cell { number: first, ..cell }));
    }
    (1..line.len()).find_map(|at| {
        let pair = [cell(&line[..at])?, cell(&line[at..])?];
        Some(LineCells::Two([Cell { number: first, ..pair[0] }, pair[1]]))
    })
}

/// True if a move may be the first of its side: it captures nothing, and its piece is not blocked in the initial
/// position.
fn opens(text: &[u8]) -> bool {
    let takes = |part: &[u8]| text.windows(part.len()).any(|window| window.eq_ignore_ascii_case(part));
    let is_shut_in = matches!(text, [b'Q' | b'R' | b'B' | b'D' | b'T' | b'L', ..]) || text.starts_with(b"K.");
    text.iter().any(u8::is_ascii_digit)
        && !is_shut_in
        && ![&b"x"[..], b":", b"tak", b"O-O", b"0-0"].iter().any(|part| takes(part))
}

/// True if the cells form complete columns of White and Black, one or two of each.
fn are_columns(cells: &[Cell]) -> bool {
    let starts = cells.iter().filter(|cell| cell.above == Above::Text).count();
    starts > 1 && starts.is_multiple_of(2) && in_order(cells, true).is_some()
}

/// The indexes of cells in the order of play. The columns are White's, Black's, and then White's and Black's of a right
/// half. If the game `begins` here, Black's column must begin with a possible first move.
fn in_order(cells: &[Cell], begins: bool) -> Option<Vec<usize>> {
    let count = cells.len();
    if count == 0 {
        return Some(Vec::new());
    }
    let weight = |at: usize| match cells.get(at)?.above {
        Above::Cell => None,
        Above::Blank => Some(2),
        Above::Text => Some(6),
    };
    // Text above a cell is evidence that a column begins with it.
    let is_parted = |at: &usize| cells[*at].above == Above::Text;
    let opens = |at: usize| !begins || cells[at].opens;
    // White has as many cells as Black, or one more. If text separates the columns, some cells may be lost.
    let half = count.div_ceil(2);
    let one = (half.saturating_sub(MAX_LOST_CELLS)..=half + MAX_LOST_CELLS).filter_map(|at| {
        let off = at.abs_diff(half);
        let weight = weight(at).filter(|weight| (off == 0 || *weight > 2) && opens(at))?;
        Some((3 * weight - 4 * off + 6 * usize::from(is_parted(&at)), vec![at, count - at]))
    });
    let two = (1..count.div_ceil(2)).filter(|first| opens(*first)).filter_map(|first| {
        let second = (count - 2 * first).div_ceil(2);
        let places = [first, 2 * first, 2 * first + second];
        let sum: usize = places.map(weight).into_iter().sum::<Option<usize>>()?;
        let parted = places.iter().filter(|at| is_parted(at)).count();
        (second > 1).then(|| (sum + 6 * parted, vec![first, first, second, count - 2 * first - second]))
    });
    // `max_by_key` returns the last maximum, so that two columns are preferred to four.
    let (_, sizes) = two.chain(one).max_by_key(|(weight, _)| *weight)?;
    let mut order = Vec::with_capacity(count);
    let mut from = 0;
    for pair in sizes.chunks_exact(2) {
        let [white, black] = [pair[0], pair[1]];
        for row in 0..white.max(black) {
            order.extend((row < white).then_some(from + row));
            order.extend((row < black).then_some(from + white + row));
        }
        from += white + black;
    }
    Some(order)
}
