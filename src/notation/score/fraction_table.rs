//! Analyses printed as fractions: a line of numbers, White's moves above a rule, Black's below it. Such a table is
//! transposed into the order of play.
//!
//! ```text
//!        1.      2.      3.
//! Bílý   e2e4   Jg1f3   Sf1b5
//!        -----  ------  ------
//! Černý  e7e5   Jb8c6   a7a6
//! ```

use super::gap::Gap;
use super::grammar::{self, blank_cell, judgement, rule_line};
use super::reader::{Reader, Step};
use super::row_part::{Part, PartKind};
use super::table_cell::{blanks, cell, movetext};
use super::table_row::{number, part_of};
use partie_record::span::{self, Span};
use partie_record::{ItemKind, Movetext};

const MAX_COLUMNS: usize = 64;
/// The cells of a line of the table, and the end of the line.
#[derive(Debug, Default)]
struct Cells {
    parts: Vec<Part>,
    end: usize,
}

struct Fraction {
    numbers: Vec<Part>,
    rows: [Cells; 2],
    rules: Vec<Span>,
    movetext: Movetext,
}

/// True if a fraction table begins with the line at `at`.
pub(super) fn is_table(bytes: &[u8], at: usize) -> bool {
    matches!(find(bytes, at, None), Some(Ok(_)))
}

/// The consecutive move numbers of a line; `None` if the line contains anything else.
fn numbers(bytes: &[u8], from: usize, end: usize) -> Option<Vec<Part>> {
    let mut found: Vec<Part> = Vec::new();
    let mut at = from;
    loop {
        let gap = blanks(&bytes[at..end]);
        at += gap;
        if at == end {
            break;
        }
        if bytes[at] == b'|' {
            at += 1;
            continue;
        }
        let (length, value, dots) = number(&bytes[at..end], false)?;
        let due = found
            .last()
            .is_none_or(|part| matches!(part.kind, PartKind::Number { value: before, .. } if before + 1 == value));
        if dots || !due || found.len() == MAX_COLUMNS {
            return None;
        }
        let kind = PartKind::Number { value, dots, scanned: false };
        found.push(Part { kind, span: Span::new(at, at + length), gap });
        at += length;
    }
    (!found.is_empty()).then_some(found)
}

/// The cells of a line, including its label; `None` if the line has other text or no move.
fn cells(bytes: &[u8], from: usize, end: usize, known: &mut Option<Movetext>, side: usize) -> Option<Cells> {
    let mut found = Cells { parts: Vec::new(), end };
    let mut at = from;
    loop {
        let gap = blanks(&bytes[at..end]);
        at += gap;
        let text = &bytes[at..end];
        if text.is_empty() {
            break;
        }
        if found.parts.len() > 3 * MAX_COLUMNS {
            return None;
        }
        let (kind, length) = if let Some(length) = label(text, side).filter(|_| found.parts.is_empty()) {
            (PartKind::Other(ItemKind::Comment), length)
        } else if text[0] == b'|' {
            (PartKind::Other(ItemKind::Comment), 1)
        } else if let Some(found) = part_of(blank_cell, text).or_else(|| part_of(judgement, text)) {
            found
        } else {
            let form = known.or_else(|| movetext(text))?;
            *known = Some(form);
            (PartKind::Move, cell(text, form)?)
        };
        found.parts.push(Part { kind, span: Span::new(at, at + length), gap });
        at += length;
    }
    found.parts.iter().any(|part| part.kind.is_move()).then_some(found)
}

/// Length of the label of a row, if it names the given side.
fn label(text: &[u8], side: usize) -> Option<usize> {
    let (rest, named) = grammar::label(text).ok()?;
    (named.index() == side).then_some(text.len() - rest.len())
}

fn is_rule(text: &[u8]) -> bool {
    rule_line(text.trim_ascii()).is_ok_and(|(rest, ())| rest.is_empty())
}

/// True if a line has digits, and nothing else but dots and blanks.
fn is_numeric(line: &[u8]) -> bool {
    let mut signs = line.iter().filter(|byte| !byte.is_ascii_whitespace() && **byte != b'.').peekable();
    signs.peek().is_some() && signs.all(u8::is_ascii_digit)
}

/// The fraction table that begins with the line at `at`. `Some(Err)` if the input ends before this can be decided.
fn find(bytes: &[u8], at: usize, known: Option<Movetext>) -> Option<Result<Fraction, ()>> {
    let mut end = span::line_end(bytes, at);
    if end - at > 4096 {
        return None;
    }
    // Numbers on the next line too are a column of numbers, not a fraction table.
    let below = span::after_line(bytes, end);
    let below = below..span::line_end(bytes, below);
    if below.end < bytes.len() && is_numeric(&bytes[below]) {
        return None;
    }
    let numbers = numbers(bytes, at, end)?;
    let mut movetext = known;
    let mut rules = Vec::new();
    let mut rows: [Cells; 2] = Default::default();
    let mut side = 0;
    let mut blank = false;
    while side < 2 {
        let from = span::after_line(bytes, end);
        if end == bytes.len() || from == bytes.len() {
            return Some(Err(()));
        }
        end = span::line_end(bytes, from);
        let text = &bytes[from..end];
        if end - from > 4096 {
            return None;
        }
        if text.trim_ascii().is_empty() {
            if blank {
                return None;
            }
            blank = true;
            continue;
        }
        blank = false;
        if is_rule(text) && rules.len() < 3 {
            let first = from + blanks(text);
            rules.push(Span::new(first, first + bytes[first..end].trim_ascii_end().len()));
            continue;
        }
        let Some(row) = cells(bytes, from, end, &mut movetext, side) else {
            return (end == bytes.len()).then_some(Err(()));
        };
        rows[side] = row;
        side += 1;
    }
    let movetext = movetext?;
    let fits = rows.iter().all(|row| moves(row).count() <= numbers.len());
    fits.then_some(Ok(Fraction { numbers, rows, rules, movetext }))
}

/// The parts that occupy a column: moves, and dots in place of moves.
fn moves(row: &Cells) -> impl Iterator<Item = &Part> {
    row.parts.iter().filter(|part| part.kind.is_move() || part.kind == PartKind::Other(ItemKind::Number))
}

/// The column whose center is nearest to the center of a cell.
fn nearest(numbers: &[Part], origin: usize, cell: Span, start: usize) -> usize {
    let middle = |span: Span, from: usize| (span.from as usize - from) * 2 + span.len();
    let place = middle(cell, start);
    let distance = |part: &Part| middle(part.span, origin).abs_diff(place);
    (0..numbers.len()).min_by_key(|index| distance(&numbers[*index])).unwrap_or(0)
}

impl Fraction {
    /// The column of each cell of a row: by order if no cell is missing, otherwise by position.
    fn columns(&self, bytes: &[u8], side: usize) -> Vec<(usize, Part)> {
        let row = &self.rows[side];
        let count = moves(row).count();
        let full = count == self.numbers.len()
            || side == 1 && count + 1 == self.numbers.len() && moves(&self.rows[0]).count() == self.numbers.len();
        let origin = self.numbers.first().map_or(0, |part| span::line_start(bytes, part.span.from as usize));
        let start = span::line_start(bytes, row.end);
        let place = |(index, part): (usize, &Part)| {
            let column = if full { index } else { nearest(&self.numbers, origin, part.span, start) };
            (column, *part)
        };
        moves(row).enumerate().map(place).collect()
    }
}

impl Reader<'_, '_> {
    /// Reads the fraction table that begins with the line at `start`.
    pub(super) fn fraction(&mut self, start: usize) -> Option<Step> {
        let first = self.bytes[start..].iter().find(|byte| !matches!(byte, b' ' | b'\t'))?;
        if !first.is_ascii_digit() || !self.open.is_empty() {
            return None;
        }
        let table = match find(self.bytes, start, self.movetext)? {
            Ok(table) => table,
            Err(()) => return (!self.last).then_some(Step::Unfinished),
        };
        let PartKind::Number { value, .. } = table.numbers[0].kind else { return None };
        if !self.last && table.rows[1].end == self.bytes.len() {
            return Some(Step::Unfinished);
        }
        if (self.table.started || self.is_past_bare()) && self.begins_record(value, false) {
            return Some(self.stop(start));
        }
        self.end_paragraph();
        self.movetext = Some(table.movetext);
        self.place_fraction(&table);
        self.gap = Gap::default();
        self.names = false;
        self.at = span::after_line(self.bytes, table.rows[1].end);
        Some(Step::Next)
    }

    fn place_fraction(&mut self, table: &Fraction) {
        let sides = [table.columns(self.bytes, 0), table.columns(self.bytes, 1)];
        for rule in &table.rules {
            self.push(ItemKind::Comment, *rule);
        }
        for row in &table.rows {
            for part in row.parts.iter().filter(|part| part.kind == PartKind::Other(ItemKind::Comment)) {
                self.place(*part, false);
            }
        }
        for (column, number) in table.numbers.iter().enumerate() {
            let mut number = *number;
            let has_white = sides[0].iter().any(|(at, part)| *at == column && part.kind.is_move());
            if let PartKind::Number { dots, .. } = &mut number.kind {
                *dots = !has_white;
            }
            self.place(number, has_white);
            for side in &sides {
                side.iter().filter(|(at, _)| *at == column).for_each(|(_, part)| self.place(*part, false));
            }
        }
        for row in &table.rows {
            for part in row.parts.iter().filter(|part| part.kind == PartKind::Other(ItemKind::Glyph)) {
                self.place(*part, false);
            }
        }
    }
}
