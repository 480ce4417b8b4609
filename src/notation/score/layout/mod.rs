//! Finds a table by the geometry of its page: words have positions, and row numbers are consecutive. The text between
//! two numbers is the cells of a row, even if it is unreadable.
//!
//! Moves are recognized in `table_cell`; legality is not considered. `page_table` decides whether such a table replaces
//! the reading line by line.

mod cells;
mod columns;
mod glued;
mod gutter;
mod halves;
mod number;
mod page;
mod parts;
mod words;

use self::cells::{Cells, Known};
use self::number::{Number, Style};
use self::page::Page;
use self::words::{LastWords, WINDOW, Word};
use super::grammar::is_scanned;
use super::page_table::PageTable;
use super::row_part::Part;
use super::table_cell::{blanks, movetext_at};
use partie_record::Movetext;
use partie_record::span::{self, Span};

/// Minimum number of rows in a table.
const MIN_ROWS: usize = 4;
/// Maximum number of lines between White's rows and a column of Black's rows below them.
const MAX_LINES_BETWEEN: usize = 6;
/// Minimum number of rows per row with two cells, if Black's moves are in a column of their own.
const MIN_ROWS_PER_FULL_ROW: usize = 5;
/// The notation of the first row gets a bonus of one cell per this many readable cells.
const CELLS_PER_BONUS: usize = 8;
/// Maximum number of lines below a row number that are searched for Black's cell.
const MAX_LINES_BELOW: usize = 3;
/// Maximum number of lines with a row 1 that are tried for each record.
const MAX_TABLES_TRIED: usize = 8;
/// Maximum number of lines tried for each record in which columns without numbers may begin.
const MAX_COLUMNS_TRIED: usize = 2;
/// Maximum number of lines tested for the beginning of columns, as this test is slow.
const MAX_COLUMN_TESTS: usize = 256;
/// Maximum distance in bytes from the line of row 1 to the number of row 2.
const MAX_BYTES_TO_ROW_2: usize = 512;

/// Maximum number of passes that repair blanks to find more row numbers.
const MAX_NUMBER_REPAIRS: usize = 4;

/// The row numbers of a table, and the words of its page that belong to it.
struct Rows<'p> {
    page: &'p Page,
    numbers: Vec<Number>,
    style: Style,
    words: std::ops::Range<usize>,
    /// True if the words after the last cell also belong to the table.
    whole: bool,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    number: Number,
    cells: Cells,
}

/// Result of the search for a table on a page.
#[derive(Debug)]
pub(super) enum TableSearch {
    Table(Box<PageTable>),
    Nothing,
    /// The input ends too early to decide.
    Unknown,
}

/// The first table that begins in `from..to`. `last` is true if the file ends with `bytes`.
pub(super) fn find(bytes: &[u8], from: usize, to: usize, last: bool) -> TableSearch {
    let (mut at, mut tried, mut columns_tried, mut asked) = (from, 0, 0, 0);
    let mut words = LastWords::default();
    while at < to {
        let mut end = span::line_end(bytes, at);
        if tried < MAX_TABLES_TRIED && has_one(&bytes[at..end]) && goes_on(bytes, at) {
            if !last && bytes.len() - at < WINDOW {
                return TableSearch::Unknown;
            }
            tried += 1;
            if let Some(table) = table(bytes, from, at, &mut words) {
                return TableSearch::Table(Box::new(table));
            }
        }
        if columns_tried < MAX_COLUMNS_TRIED && halves::may_begin(bytes, at) {
            columns_tried += 1;
            if !last && bytes.len() - at < WINDOW {
                return TableSearch::Unknown;
            }
            if let Some(table) = halves::table(bytes, at) {
                return TableSearch::Table(Box::new(table));
            }
        }
        let is_asked =
            columns_tried < MAX_COLUMNS_TRIED && asked < MAX_COLUMN_TESTS && columns::is_like_cell(&bytes[at..end]);
        asked += usize::from(is_asked);
        if is_asked && columns::may_begin(bytes, at) {
            columns_tried += 1;
            if !last && bytes.len() - at < WINDOW {
                return TableSearch::Unknown;
            }
            match columns::table(bytes, from, at) {
                Ok(table) => return TableSearch::Table(Box::new(table)),
                Err(passed) => end = passed.map_or(end, |passed| span::line_end(bytes, passed)),
            }
        }
        at = span::after_line(bytes, end).max(end + 1);
    }
    TableSearch::Nothing
}

/// True if a line may contain the number of row 1.
fn has_one(line: &[u8]) -> bool {
    memchr::memchr3_iter(b'1', b'l', b'I', line).any(|at| {
        let before = at.checked_sub(1).map_or(b' ', |before| line[before]);
        let glued = || line[at] == b'1' && number::begins_move(&line[at + 1..]);
        matches!(before, b' ' | b'\t' | b'(')
            && (line.get(at + 1).is_some_and(|next| b" .,:)-".contains(next)) || glued())
    })
}

/// True if row number 2 or 3 may follow soon; most words with a 1 are not row numbers.
fn goes_on(bytes: &[u8], line: usize) -> bool {
    let near = &bytes[line..bytes.len().min(line + MAX_BYTES_TO_ROW_2)];
    let is_apart = |at: usize| at > 0 && matches!(near[at - 1], b' ' | b'\t' | b'\n' | b'\r' | b'(');
    memchr::memchr3_iter(b'2', b'z', b'3', near).any(is_apart)
}

/// The table whose row 1 is on the line at offset `line`. Its page does not begin before `least`.
fn table(bytes: &[u8], least: usize, line: usize, words: &mut LastWords) -> Option<PageTable> {
    let page = gutter::page(bytes, least, line, words);
    let end = span::line_end(bytes, line);
    let ones = page.words.iter().enumerate().skip(page.above);
    let ones = ones
        .take_while(|(_, word)| (word.span.from as usize) < end)
        .filter(|(_, word)| (word.span.from as usize) >= line);
    let mut ones = ones.filter_map(|(at, word)| Some((at, one(word.of(bytes))?, word.first)));
    ones.find_map(|(word, (style, length, exact), first)| {
        let number = Number { word, length, value: 1, exact };
        let anywhere = number::follow(bytes, &page, number, style.anywhere());
        let at_lines = if first { number::follow(bytes, &page, number, style.at_lines()) } else { Vec::new() };
        let by_line = at_lines.len() * 10 >= anywhere.len() * 7;
        let (mut numbers, style) = if by_line { (at_lines, style.at_lines()) } else { (anywhere, style.anywhere()) };
        if numbers.len() < MIN_ROWS {
            return None;
        }
        let mut repaired = None;
        if let Some(movetext) = shown(bytes, &page, number) {
            for _ in 0..MAX_NUMBER_REPAIRS {
                let known = repaired.as_ref().unwrap_or(&page);
                let Some(found) = glued::repair_numbers(bytes, known, &numbers, style, movetext) else { break };
                numbers = number::follow(bytes, &found, number, style);
                repaired = Some(found);
            }
        }
        let page = repaired.as_ref().unwrap_or(&page);
        let beside = beside(bytes, page, style);
        let words = page.above..page.right.filter(|_| beside.is_some()).unwrap_or(page.words.len());
        let mut table = best(bytes, &Rows { page, numbers, style, words, whole: beside.is_some() })?;
        if let Some(mut right) = beside {
            let page = Some(Span { to: right.span.to, ..table.span });
            (table.page, right.page) = (page, page);
            table.beside = Some(Box::new(right));
        } else if columns::go_on(bytes, table.span.to as usize)
            && let Ok(columns) = columns::table(bytes, least, line)
            && columns.read.len() > table.read.len()
        {
            return Some(columns);
        }
        Some(table)
    })
}

/// The game in the right column of a page whose left column is another game.
fn beside(bytes: &[u8], page: &Page, style: Style) -> Option<PageTable> {
    let right = page.right?;
    let mut ones =
        (right..page.words.len()).filter(|at| page.words[*at].first && page.words[*at].span.from < page.last.to);
    let (word, (style, length, exact)) = ones.find_map(|at| {
        let one = one(page.words[at].of(bytes)).filter(|(own, ..)| own.at_lines() == style)?;
        Some((at, one))
    })?;
    let numbers = number::follow(bytes, page, Number { word, length, value: 1, exact }, style.at_lines());
    if numbers.len() < MIN_ROWS {
        return None;
    }
    let rows = Rows { page, numbers, style: style.at_lines(), words: word..page.below, whole: true };
    let table = best(bytes, &rows)?;
    let own = |span: &Span| (right..word).any(|at| page.words[at].span.from == span.from);
    let above = parts::lines(&page.words[right..word]).into_iter().filter(own).collect();
    Some(PageTable { span: page.last, above, ..table })
}

/// The game in a right column, if it is read from `at` on, after the game in the left column.
pub(super) fn beside_of(bytes: &[u8], at: usize) -> Option<Box<PageTable>> {
    let shown = bytes.get(at).is_some_and(|byte| !byte.is_ascii_whitespace());
    let ends_line = at > 0 && shown && span::line_end(bytes, at) - at <= 4;
    let start = span::line_start(bytes, at);
    if !ends_line || bytes[start..at].trim_ascii().is_empty() {
        return None;
    }
    let (mut line, least, mut tried) = (start, at.saturating_sub(WINDOW), 0);
    while line > least && tried < MAX_TABLES_TRIED {
        let end = span::line_end(bytes, line);
        let first = bytes[line..end].trim_ascii_start().split(u8::is_ascii_whitespace).next();
        if first.is_some_and(|word| one(word).is_some()) && goes_on(bytes, line) {
            tried += 1;
            let found = table(bytes, least, line, &mut LastWords::default()).and_then(|table| table.beside);
            if let Some(found) = found.filter(|found| found.span.from as usize == at) {
                return Some(found);
            }
        }
        line = span::line_start(bytes, line - 1);
    }
    None
}

/// The table with these row numbers, in the notation in which most cells are readable.
fn best(bytes: &[u8], rows: &Rows<'_>) -> Option<PageTable> {
    let shown = shown(bytes, rows.page, *rows.numbers.first()?);
    let read_in = |movetext: Movetext| of_numbers(bytes, rows, movetext);
    // Another notation must read clearly more cells than that of the first row, as a misprint may be a valid move in it.
    let weigh = |(read, known, _): &(usize, Known<'_>, Vec<Row>)| {
        let is_shown = Some(known.movetext) == shown;
        (read + if is_shown { read / CELLS_PER_BONUS } else { 0 }, is_shown)
    };
    let of_shown = shown.and_then(read_in);
    let least = of_shown.as_ref().map_or(0, |found| weigh(found).0);
    // No other notation can win if every cell is readable.
    let others = page::movetexts(shown).filter(|movetext| Some(*movetext) != shown && least < 2 * rows.numbers.len());
    let (_, known, read) = of_shown.into_iter().chain(others.filter_map(read_in)).max_by_key(weigh)?;
    Some(lay_out(&known, rows, &read))
}

/// The notation of the move after the first row number.
fn shown(bytes: &[u8], page: &Page, first: Number) -> Option<Movetext> {
    let behind = page.words[first.word].span.from as usize + first.length;
    movetext_at(bytes, behind + blanks(&bytes[behind..]))
}

/// Style and length of row number 1 at the start of a word, and true if it is printed with the digit 1.
fn one(text: &[u8]) -> Option<(Style, usize, bool)> {
    if let Some((value, style, length)) = number::read_number(text) {
        return (value == 1).then_some((style, length, true));
    }
    if let Some(length) = Style::LINES.exact(text, 1) {
        return Some((Style::LINES, length, true));
    }
    let mut digits = text.to_vec();
    let at = usize::from(text.first() == Some(&b'('));
    if !matches!(digits.get(at), Some(b'l' | b'I')) {
        return None;
    }
    digits[at] = b'1';
    let (value, style, length) = number::read_number(&digits)?;
    (value == 1 && style != number::read_number(b"1")?.1).then_some((style, length, false))
}

/// Reads the rows in a notation. Returns the number of readable cells first; `None` if too few cells are readable.
fn of_numbers<'b>(bytes: &'b [u8], all: &Rows<'_>, movetext: Movetext) -> Option<(usize, Known<'b>, Vec<Row>)> {
    let (page, numbers, style) = (all.page, &all.numbers, all.style);
    let mut known = Known { bytes, movetext, style, column: None, in_lines: false };
    if style.first {
        known.column = black_column(bytes, page, numbers);
    }
    let read = |known: &Known<'_>| -> Vec<Row> {
        let rows = numbers.iter().enumerate();
        rows.map(|(index, number)| Row { number: *number, cells: row(known, page, numbers, index) }).collect()
    };
    let mut rows = read(&known);
    if style.first && rows.iter().filter(|row| is_in_lines(page, row)).count() * 2 > rows.len() {
        known.in_lines = true;
        rows = read(&known);
    }
    join_columns(&known, page, &mut rows);
    while rows.last().is_some_and(|row| row.cells.moves == [None, None]) {
        rows.pop();
    }
    let read: usize = rows.iter().map(|row| row.cells.read).sum();
    let count: usize = rows.iter().map(|row| row.cells.moves.iter().flatten().count()).sum();
    if count < 2 * MIN_ROWS - 1 || read * 10 < count * 6 {
        return None;
    }
    Some((read, known, rows))
}

/// True if Black's cell is on a line below the number of its row.
fn is_in_lines(page: &Page, row: &Row) -> bool {
    let word = page.words[row.number.word];
    let next = page.words[row.number.word + 1..].iter().find(|other| other.first);
    row.cells.moves[1]
        .is_some_and(|black| next.is_some_and(|next| black.from >= next.span.from && next.line > word.line))
}

/// The words after a row number, up to the next number; first the rest of the number's own word, if any.
fn content<'p>(bytes: &[u8], page: &'p Page, numbers: &[Number], index: usize) -> (Option<Word>, &'p [Word]) {
    let number = numbers[index];
    let word = page.words[number.word];
    let glued = (number.length < word.of(bytes).len()).then(|| word.behind(bytes, number.length));
    let end = numbers.get(index + 1).map_or(page.words.len(), |next| next.word);
    // A row does not continue in the other column, or below both columns.
    let column = [page.right.unwrap_or(0), page.below].into_iter().find(|column| number.word < *column);
    let end = end.min(column.unwrap_or(end));
    (glued, &page.words[number.word + 1..end.max(number.word + 1)])
}

/// The most frequent distance from a row number to Black's cell; `None` if fewer than a third of the rows have it.
fn black_column(bytes: &[u8], page: &Page, numbers: &[Number]) -> Option<usize> {
    let mut columns = Vec::new();
    for (index, number) in numbers.iter().enumerate() {
        let (_, words) = content(bytes, page, numbers, index);
        let begin = page.words[number.word].column;
        let line = page.words[number.word].line;
        let wide = words.iter().skip(1).take_while(|word| word.line == line && !word.first).filter(|word| word.gap > 1);
        columns.extend(wide.map(|word| word.column.saturating_sub(begin)));
    }
    let votes = |column: &usize| columns.iter().filter(|other| other.abs_diff(*column) <= 1).count();
    let best = columns.iter().copied().max_by_key(votes)?;
    (votes(&best) * 3 >= numbers.len()).then_some(best)
}

fn row(known: &Known<'_>, page: &Page, numbers: &[Number], index: usize) -> Cells {
    let number = numbers[index];
    let (glued, words) = content(known.bytes, page, numbers, index);
    let begin = page.words[number.word].column;
    let is_last = index + 1 == numbers.len();
    // An empty line ends the last row, and each row of running text.
    let ends = |word: &Word| word.first && (word.blank && (is_last || !known.style.first));
    let lines = words.iter().take_while(|word| !ends(word)).count();
    let own = if known.style.first { words.iter().take_while(|word| !word.first).count() } else { lines };
    let mut first: Vec<Word> = glued.into_iter().chain(words[..own].iter().copied()).collect();
    if is_last && !known.style.first {
        end_running(known, &mut first, number.value, begin);
    }
    let mut cells = known.cells(&first, number.value, begin);
    if known.style.first {
        go_on(known, &mut cells, &first, &words[own..], (number.value, is_last));
    }
    // In the last row, closing words may be in the place of a cell.
    let is_cell = |span: &Span| known.is_move(*span) || cells::has_square(span.of(known.bytes));
    if is_last {
        cells.moves[1] = cells.moves[1].filter(is_cell);
        // The text before a cell of Black is always a cell of White.
        if cells.moves[1].is_none() {
            cells.moves[0] = cells.moves[0].filter(is_cell);
        }
    }
    cells
}

/// Removes the words after the last row of running text.
fn end_running(known: &Known<'_>, words: &mut Vec<Word>, value: u32, begin: usize) {
    let best = (1..=words.len().min(16)).max_by_key(|count| (known.cells(&words[..*count], value, begin).read, *count));
    let Some(best) = best else { return };
    let read = known.cells(&words[..best], value, begin).read;
    // Without a readable move, the words may be prose.
    let least = (1..=best).find(|count| known.cells(&words[..*count], value, begin).read == read);
    words.truncate(if read == 0 { words.len().min(2) } else { least.unwrap_or(best) });
}

/// Reads the rest of a row in the lines below its number: the end of a cell, or Black's cell.
fn go_on(known: &Known<'_>, cells: &mut Cells, own: &[Word], below: &[Word], number: (u32, bool)) {
    let (value, is_last) = number;
    let mut at = 0;
    for _ in 0..MAX_LINES_BELOW {
        let Some(begin) = below.get(at) else { return };
        let length = 1 + below[at + 1..].iter().take_while(|word| !word.first).count();
        let line = &below[at..at + length];
        at += length;
        let [white, black] = cells.moves;
        let joins = |cell: Option<Span>| {
            let cell = cell?;
            let last = own.last()?;
            let near = begin.line == last.line + 1 && cell.to >= last.span.to;
            let joined = Span { to: line.last()?.span.to, ..cell };
            (near && !known.is_move(cell) && known.is_move(joined)).then_some(joined)
        };
        if let Some(joined) = joins(black) {
            cells.moves[1] = Some(joined);
            return known.count(cells);
        }
        if black.is_some() || white.is_none() {
            return;
        }
        // The line may contain the end of White's cell and Black's cell.
        let whole: Vec<Word> = own.iter().chain(line).copied().collect();
        let split = known.cells(&whole, value, usize::MAX / 2);
        let alone = Span { from: begin.span.from, to: line.last().map_or(begin.span.to, |word| word.span.to) };
        let is_read = known.is_move(alone);
        if is_last && !is_read && !known.in_lines {
            return;
        }
        if split.read == 2 && !(is_read && white.is_some_and(|white| known.is_move(white))) {
            *cells = split;
            return;
        }
        let indented = begin.gap > 2 && begin.line == own.last().map_or(0, |word| word.line) + 1;
        if is_read
            || (indented || begin.blank)
                && cells::is_short(alone)
                && line.len() < 6
                && !begin.of(known.bytes)[0].is_ascii_lowercase()
        {
            cells.moves[1] = Some(alone);
            return known.count(cells);
        }
    }
}

/// Merges a column of White's rows with a column of Black's rows below it.
fn join_columns(known: &Known<'_>, page: &Page, rows: &mut [Row]) {
    let alone = rows.iter().filter(|row| row.cells.moves[1].is_none()).count();
    if (rows.len() - alone) * MIN_ROWS_PER_FULL_ROW > rows.len() {
        return;
    }
    let Some(last) = rows.last().map(|row| row.number) else { return };
    let line = page.words[last.word].line;
    let near = (last.word + 1..page.words.len()).take_while(|at| page.words[*at].line <= line + MAX_LINES_BETWEEN);
    let second = near.filter(|at| page.words[*at].first).find_map(|word| {
        let length = known.style.exact(page.words[word].of(known.bytes), 1)?;
        let first = Number { word, length, value: 1, exact: true };
        let numbers = number::follow(known.bytes, page, first, known.style);
        (numbers.len() + 2 >= rows.len().max(MIN_ROWS) && numbers.len() <= rows.len() + 1).then_some(numbers)
    });
    let Some(numbers) = second else { return };
    let cells: Vec<Cells> = (0..numbers.len()).map(|index| row(known, page, &numbers, index)).collect();
    if cells.iter().filter(|cells| cells.moves[1].is_some()).count() * MIN_ROWS_PER_FULL_ROW > cells.len() {
        return;
    }
    for (number, black) in numbers.iter().zip(cells) {
        let Some(row) = rows.iter_mut().find(|row| row.number.value == number.value) else { continue };
        let word = page.words[number.word].span;
        row.cells.again = Some(Span { to: word.from + number.length as u32, ..word });
        row.cells.moves[1] = black.moves[0];
        row.cells.read += black.read;
    }
}

/// Builds the table: its parts in the order of play, each followed by the text after it on the page.
fn lay_out(known: &Known<'_>, all: &Rows<'_>, rows: &[Row]) -> PageTable {
    let (bytes, page) = (known.bytes, all.page);
    let mut parts = Vec::new();
    let mut odd = Vec::new();
    for row in rows {
        let word = page.words[row.number.word].span;
        let span = Span { to: word.from + row.number.length as u32, ..word };
        odd.extend((!row.number.exact && !is_scanned(span.of(bytes))).then_some(span));
        let number = |span| Part::number(bytes, row.number.value, span);
        parts.push(number(span));
        let [white, black] = row.cells.moves;
        parts.extend(white.map(|span| Part::cell(bytes, span)));
        parts.extend(row.cells.again.map(number));
        parts.extend(black.map(|span| Part::cell(bytes, span)));
    }
    let above = parts::lines(&page.words[..page.above]);
    let from = page.words.iter().map(|word| word.span.from).min().unwrap_or_default();
    let words = parts::Words { of: &page.words[all.words.clone()], from, whole: all.whole };
    PageTable { odd, above, ..parts::table(known, &words, parts) }
}
