//! Columns of a page that stand side by side: where one begins, and the order in which the words are read.

use super::number;
use super::page::Page;
use super::words::{Word, words};
use partie_record::span::{self, Span};

/// Least blanks before a column.
const GAP: usize = 2;
/// Columns before the numbers of a right column in which its words may begin.
const INDENT: usize = 3;
/// Numbers in a row that show one.
const ENOUGH: usize = 4;
/// Numbers that are looked at for a right column.
const LOOKED_AT: usize = 500;
/// Lines above a row 1 that the right column may begin with.
const ABOVE: usize = 40;

/// The page around a row 1 whose line begins at a place.
pub(super) fn page(bytes: &[u8], least: usize, row: usize) -> Page {
    let mut start = row;
    for _ in 0..ABOVE {
        if start <= least {
            break;
        }
        start = span::line_start(bytes, start - 1).max(least);
    }
    let all = words(bytes, start);
    let line = all.iter().find(|word| word.span.from as usize >= row).map_or(0, |word| word.line);
    let Some((column, lines)) = gutter(bytes, &all, line) else {
        let words: Vec<_> = all.into_iter().filter(|word| word.line >= line).collect();
        return Page { words, right: None, last: Span::default(), below: 0, above: 0 };
    };
    let mut page: Vec<Word> = Vec::with_capacity(all.len());
    let begins: Vec<usize> =
        lines.clone().map(|line| begin_right(of_line(&all, line), column).unwrap_or(usize::MAX)).collect();
    let inside = |word: &&Word| lines.contains(&word.line);
    let is_right = |word: &&Word| word.column >= begins[word.line - lines.start];
    page.extend(all.iter().filter(inside).filter(|word| !is_right(word)));
    let right = page.len();
    let mut last = None;
    for word in all.iter().filter(inside).filter(is_right) {
        let first = last != Some(word.line);
        page.push(Word { first, blank: word.blank || first && last.is_some_and(|last| last + 1 < word.line), ..*word });
        last = Some(word.line);
    }
    let below = page.len();
    let end = page.iter().map(|word| word.span.to).max().unwrap_or_default();
    page.extend(all.iter().filter(|word| word.line >= lines.end));
    let above = page.iter().take_while(|word| word.line < line).count().min(right);
    Page { words: page, right: Some(right), last: last_character(bytes, end), below, above }
}

/// The character that ends at a place.
fn last_character(bytes: &[u8], end: u32) -> Span {
    let parts = bytes[..end as usize].iter().rev().take_while(|byte| matches!(byte, 0x80..=0xbf)).count();
    Span { from: end - 1 - parts as u32, to: end }
}

/// The column in which the right half begins, and its lines.
fn gutter(bytes: &[u8], all: &[Word], line: usize) -> Option<(usize, std::ops::Range<usize>)> {
    let main = all
        .iter()
        .find(|word| word.line == line && number::read(word.of(bytes)).is_some_and(|(value, ..)| value == 1))?;
    let edge = main.column + GAP + 4;
    // Numbers that stand farther to the right, and begin what stands apart.
    let right = |word: &&Word| word.column > edge && (word.first || word.gap >= GAP);
    let numbers: Vec<(&Word, u32, usize)> = all
        .iter()
        .filter(right)
        .filter_map(|word| number::read(word.of(bytes)).map(|(value, _, length)| (word, value, word.column + length)))
        .take(LOOKED_AT)
        .collect();
    let chain =
        numbers.iter().enumerate().map(|(index, first)| chain(&numbers[index..], *first)).max_by_key(Vec::len)?;
    if chain.len() < ENOUGH {
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
    // Blank lines and lines of the left column alone belong to it as long as the right one goes on below.
    let lines = all.last().map_or(0, |word| word.line + 1);
    let mut ahead = last;
    while ahead < lines && apart(ahead) && ahead < last + 4 {
        ahead += 1;
        if has_right(ahead - 1) {
            last = ahead;
        }
    }
    // The left half may have a row more.
    while !of_line(all, last).is_empty() && apart(last) {
        last += 1;
    }
    Some((column, first..last))
}

/// The column in which the right part of a line begins; a little before that of the numbers, where what heads them may begin.
fn begin_right(words: &[Word], column: usize) -> Option<usize> {
    let begins = |word: &&Word| word.column + INDENT >= column && (word.first || word.gap >= GAP);
    words.iter().find(begins).map(|word| word.column)
}

/// The words of a line.
fn of_line(all: &[Word], line: usize) -> &[Word] {
    let from = all.partition_point(|word| word.line < line);
    &all[from..from + all[from..].partition_point(|word| word.line == line)]
}

/// The numbers that go on counting below the first, in its column.
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

/// Whether a chain begins a column of its own: a number that repeats that of its line stands behind both cells.
fn is_beside(bytes: &[u8], all: &[Word], line: usize, chain: &[(&Word, u32, usize)]) -> bool {
    let (mut same, mut wide) = (0, 0);
    for (word, value, _) in chain {
        let words = if word.line < line { &[] } else { of_line(all, word.line) };
        let left: Vec<_> = words.iter().filter(|other| other.column < word.column).collect();
        let repeats =
            left.first().is_some_and(|first| number::read(first.of(bytes)).is_some_and(|(own, ..)| own == *value));
        same += usize::from(repeats);
        wide += usize::from(repeats && left.iter().skip(2).any(|word| word.gap >= GAP));
    }
    same * 2 < chain.len() || wide * 2 > same
}
