//! Pages with two columns: where the right column begins, and the reading order of the words.

use super::number;
use super::page::Page;
use super::words::{LastWords, Word};
use partie_record::span::{self, Span};

/// Minimum number of blanks before a column.
const MIN_GAP: usize = 2;
/// Maximum number of characters by which words of a right column begin to the left of its row numbers.
const MAX_OUTDENT: usize = 3;
/// Minimum number of row numbers in a right column.
const MIN_NUMBERS: usize = 4;
/// Maximum number of row numbers examined for a right column.
const MAX_NUMBERS: usize = 500;
/// Maximum number of lines by which a right column begins above row 1 of the left column.
const MAX_LINES_ABOVE: usize = 40;

/// The page around row 1, whose line begins at `row`, in reading order.
pub(super) fn page(bytes: &[u8], least: usize, row: usize, window: &mut LastWords) -> Page {
    let mut start = row;
    for _ in 0..MAX_LINES_ABOVE {
        if start <= least {
            break;
        }
        start = span::line_start(bytes, start - 1).max(least);
    }
    let all = window.from(bytes, start);
    let line = all.iter().find(|word| word.span.from as usize >= row).map_or(0, |word| word.line);
    let Some(Gutter { lines, begins, edge }) = by_column(bytes, all, line).or_else(|| by_numbers(bytes, all, line))
    else {
        let words: Vec<_> = all.iter().filter(|word| word.line >= line).copied().collect();
        return Page { words, right: None, last: Span::default(), below: 0, above: 0 };
    };
    let mut page: Vec<Word> = Vec::with_capacity(all.len());
    let inside = |word: &&Word| lines.contains(&word.line);
    let is_right = |word: &&Word| word.column >= begins[word.line - lines.start];
    page.extend(all.iter().filter(inside).filter(|word| !is_right(word)));
    let right = page.len();
    let mut last = None;
    for word in all.iter().filter(inside).filter(is_right) {
        let first = last != Some(word.line);
        let blank = word.blank || first && last.is_some_and(|last| last + 1 < word.line);
        let begin = begins[word.line - lines.start];
        page.push(Word { first, blank, column: word.column - begin + edge.unwrap_or(begin), ..*word });
        last = Some(word.line);
    }
    let below = page.len();
    let end = page.iter().map(|word| word.span.to).max().unwrap_or_default();
    page.extend(all.iter().filter(|word| word.line >= lines.end));
    let above = page.iter().take_while(|word| word.line < line).count().min(right);
    Page { words: page, right: Some(right), last: last_character(bytes, end), below, above }
}

/// The span of the character that ends at offset `end`.
fn last_character(bytes: &[u8], end: u32) -> Span {
    let parts = bytes[..end as usize].iter().rev().take_while(|byte| matches!(byte, 0x80..=0xbf)).count();
    Span { from: end - 1 - parts as u32, to: end }
}

/// The extent of the right half of a page.
struct Gutter {
    lines: std::ops::Range<usize>,
    /// The column in which the right half begins on each line; `usize::MAX` on lines without it.
    begins: Vec<usize>,
    /// The column to which the lines are shifted if they begin in different columns.
    edge: Option<usize>,
}

/// A line of a table: its index, the number of its row, and the other numbers on it with their columns.
type Numbered = (usize, u32, Vec<(u32, usize)>);

/// Finds a right half that is not aligned, because a scan lost blanks. Its row numbers differ from the left ones by a
/// constant.
fn by_numbers(bytes: &[u8], all: &[Word], line: usize) -> Option<Gutter> {
    let mut rows: Vec<Numbered> = Vec::new();
    let mut last = None;
    for words in all[all.partition_point(|word| word.line < line)..].chunk_by(|one, other| one.line == other.line) {
        let (first, rest) = words.split_first()?;
        let value = |word: &Word| {
            number::read_number(word.of(bytes)).filter(|(_, style, _)| style.has_sign()).map(|found| found.0)
        };
        // A line without digits continues the row above. An unreadable number counts as the next row number.
        if !first.of(bytes).iter().any(u8::is_ascii_digit) {
            continue;
        }
        let Some(own) = value(first).or(last.map(|last: u32| last + 1)) else { break };
        if last.is_some_and(|last| own <= last || own > last + 3) || rows.len() == MAX_NUMBERS {
            break;
        }
        last = Some(own);
        let others: Vec<(u32, usize)> = rest.iter().filter_map(|word| Some((value(word)?, word.column))).collect();
        // In running text, the next row number is on the same line.
        let runs = others.iter().any(|(other, _)| *other == own + 1);
        rows.push((first.line, own, if runs { Vec::new() } else { others }));
    }
    let steps =
        rows.iter().flat_map(|(_, own, others)| others.iter().map(move |(other, _)| other.saturating_sub(*own)));
    let mut steps: Vec<u32> = steps.filter(|step| *step as usize >= MIN_NUMBERS).collect();
    steps.sort_unstable();
    let common = steps.chunk_by(|one, other| one == other).max_by_key(|same| same.len())?;
    let (step, count) = (common[0], common.len());
    let style = number::read_number(all.iter().find(|word| word.line == line)?.of(bytes))?.1;
    let begin = |(line, own, others): &Numbered| {
        let exact = others.iter().find(|(other, _)| *other == own + step).map(|(_, column)| *column);
        let is_near = |word: &&Word| style.near(word.of(bytes), own + step, true);
        exact.or_else(|| of_line(all, *line).iter().skip(1).find(is_near).map(|word| word.column))
    };
    let end = rows.iter().rposition(|row| begin(row).is_some())? + 1;
    if count < MIN_NUMBERS || count * 3 < end * 2 {
        return None;
    }
    // Either half may have one row more.
    let (last, own, _) = rows[end - 1];
    let below = of_line(all, last + 1).first().filter(|word| style.exact(word.of(bytes), own + step + 1).is_some());
    let to = rows.get(end).filter(|row| row.1 <= step).map_or(last + usize::from(below.is_some()), |row| row.0) + 1;
    let mut begins = vec![usize::MAX; to - line];
    for row in &rows[..end] {
        begins[row.0 - line] = begin(row).unwrap_or(usize::MAX);
    }
    if let Some(below) = below {
        begins[last + 1 - line] = below.column;
    }
    let edge = begins.iter().copied().filter(|begin| *begin < usize::MAX).max();
    Some(Gutter { lines: line..to, begins, edge })
}

/// Finds a right half whose row numbers are in one column.
fn by_column(bytes: &[u8], all: &[Word], line: usize) -> Option<Gutter> {
    let main = all
        .iter()
        .find(|word| word.line == line && number::leading(word.of(bytes)).is_some_and(|(value, _)| value == 1))?;
    let edge = main.column + MIN_GAP + 4;
    // Numbers farther to the right that begin a line or follow a gap.
    let right = |word: &&Word| word.column > edge && (word.first || word.gap >= MIN_GAP);
    let numbers: Vec<(&Word, u32, usize)> = all
        .iter()
        .filter(right)
        .filter_map(|word| number::leading(word.of(bytes)).map(|(value, length)| (word, value, word.column + length)))
        .take(MAX_NUMBERS)
        .collect();
    let chain =
        numbers.iter().enumerate().map(|(index, first)| chain(&numbers[index..], *first)).max_by_key(Vec::len)?;
    if chain.len() < MIN_NUMBERS {
        return None;
    }
    let column = chain.iter().map(|(word, ..)| word.column).min()?;
    let has_right = |line: usize| begin_right(of_line(all, line), column).is_some();
    let apart = |line: usize| has_right(line) || of_line(all, line).iter().all(|word| word.end(bytes) <= column);
    if !is_beside(bytes, all, line, &chain) {
        return None;
    }
    let (mut first, mut last) = (chain[0].0.line, chain[chain.len() - 1].0.line + 1);
    while first > line && apart(first - 1) {
        first -= 1;
    }
    let mut above = first;
    while above > 0 && apart(above - 1) && above + 3 > first {
        above -= 1;
        if has_right(above) {
            first = above;
        }
    }
    // Blank lines and lines of the left column alone belong to the page as long as the right column continues below.
    let lines = all.last().map_or(0, |word| word.line + 1);
    let mut ahead = last;
    while ahead < lines && apart(ahead) && ahead < last + 4 {
        ahead += 1;
        if has_right(ahead - 1) {
            last = ahead;
        }
    }
    // The left half may have one row more.
    while !of_line(all, last).is_empty() && apart(last) {
        last += 1;
    }
    let begins = (first..last).map(|line| begin_right(of_line(all, line), column).unwrap_or(usize::MAX)).collect();
    Some(Gutter { lines: first..last, begins, edge: None })
}

/// The column in which the right part of a line begins, if any: up to `MAX_OUTDENT` columns before the row numbers,
/// where headings may begin.
fn begin_right(words: &[Word], column: usize) -> Option<usize> {
    let begins = |word: &&Word| word.column + MAX_OUTDENT >= column && (word.first || word.gap >= MIN_GAP);
    words.iter().find(begins).map(|word| word.column)
}

fn of_line(all: &[Word], line: usize) -> &[Word] {
    let from = all.partition_point(|word| word.line < line);
    &all[from..from + all[from..].partition_point(|word| word.line == line)]
}

/// Row number `first`, and the numbers below it that continue the count in the same column.
fn chain<'a>(numbers: &[(&'a Word, u32, usize)], first: (&'a Word, u32, usize)) -> Vec<(&'a Word, u32, usize)> {
    let mut found = vec![first];
    for number in numbers {
        let (word, value, edge) = found[found.len() - 1];
        let steps = number.1.wrapping_sub(value);
        if number.2.abs_diff(edge) <= 1 && number.0.line > word.line && (1..=3).contains(&steps) {
            found.push(*number);
        }
    }
    found
}

/// True if a chain of row numbers begins a separate column. If most of them repeat the numbers of their lines, they
/// must follow both cells.
fn is_beside(bytes: &[u8], all: &[Word], line: usize, chain: &[(&Word, u32, usize)]) -> bool {
    let (mut same, mut wide) = (0, 0);
    for (word, value, _) in chain {
        let words = if word.line < line { &[] } else { of_line(all, word.line) };
        let left: Vec<_> = words.iter().filter(|other| other.column < word.column).collect();
        let repeats =
            left.first().is_some_and(|first| number::leading(first.of(bytes)).is_some_and(|(own, _)| own == *value));
        same += usize::from(repeats);
        wide += usize::from(repeats && left.iter().skip(2).any(|word| word.gap >= MIN_GAP));
    }
    same * 2 < chain.len() || wide * 2 > same
}
