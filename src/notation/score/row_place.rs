//! Decides whether a line is a row of the table, and whether the row continues the record or begins the next.

use super::gap::Gap;
use super::reader::{Reader, Step};
use super::row_part::{Part, PartKind};
use super::table_cell::{LOOK_AHEAD, blanks, cell};
use super::table_row;
use partie_record::ItemKind;
use partie_record::finding::Code;
use partie_record::span::{self, Span};

/// Minimum indentation in blanks at which a line with a single move is a cell instead of prose.
const MIN_CELL_INDENT: usize = 3;
/// Minimum indentation in blanks at which a move without a number is Black's.
const MIN_BLACK_INDENT: usize = 16;
/// Maximum length in bytes of an unreadable cell.
const MAX_CELL: usize = 32;

impl Reader<'_, '_> {
    /// True if a line with this first byte may be a row.
    pub(super) fn may_be_row(&self, first: u8) -> bool {
        first.is_ascii_digit()
            || matches!(first, b'/' | b'|' | b'l' | b'I')
            || self.table.started
            || self.is_written()
            || first == b'.'
    }

    /// True if the split line is a row of the table, or closing words on a line of their own.
    pub(super) fn is_row(&mut self) -> bool {
        if self.is_written() && self.ended && (self.gap.blanks > 0 || self.gap.prose) {
            // After a result, row 1 below a title or two empty lines begins another game, even without tags.
            let first = self.row.number().is_some_and(|(value, dots, _)| value == 1 && !dots);
            return first && self.row.moves() > 0 && (self.gap.layout.is_some() || self.gap.blanks > 1);
        }
        let is_printed = !self.is_written() && self.open.is_empty();
        if is_printed && (self.row.number().is_some_and(|number| self.is_of_note(number)) || self.is_in_parentheses()) {
            return false;
        }
        let row = &self.row;
        let tail = &self.bytes[row.rest..row.end];
        if self.is_written() || !self.open.is_empty() {
            if row.parts.is_empty() || tail.starts_with(b"{") && self.braces.close(self.bytes, row.rest).is_none() {
                return !row.parts.is_empty();
            }
            return true;
        }
        if row.is_sentence(self.bytes) {
            return false;
        }
        let flush = row.indent < MIN_CELL_INDENT && self.gap.prose;
        let moves = row.moves();
        let Some((value, dots, _)) = row.number() else { return self.is_row_without_number(moves, flush) };
        let due = self.is_due(value);
        if let Some(first) = tail.first() {
            if matches!(first, b';' | b':' | b')' | b']') {
                return false;
            }
            if moves > 1 {
                return due || self.has_wide_gap();
            }
            let comma = row.parts.last().is_some_and(|part| part.span.of(self.bytes).ends_with(b","));
            let sentence = tail.len() > MAX_CELL && first.is_ascii_lowercase();
            let goes_on = moves == 1 && due && comma && row.indent > MIN_CELL_INDENT && !sentence && !self.gap.prose;
            let remark = matches!(first, b'(' | b'[' | b'{') || row.rest_gap > 2;
            return goes_on || due && !flush && (self.keep_unread() || moves == 1 && remark);
        }
        match moves {
            0 => row.ends() && self.table.started && due,
            1 if flush => false,
            1 if dots => due || self.has_wide_gap() && row.indent > 0,
            1 => due,
            _ => due || self.has_wide_gap(),
        }
    }

    /// True if a row belongs to a table in a note. Its number is to the right of the game's numbers. It also has a note
    /// letter, repeats a number, or is below another row of the note.
    fn is_of_note(&mut self, (value, dots, number): (u32, bool, Span)) -> bool {
        let column = self.column(number);
        let Some(own) = self.table.column.filter(|own| column > own + 2) else { return false };
        let is_lettered = self.row.parts.first().is_some_and(|part| is_letter(part.span.of(self.bytes)));
        let is_below = self
            .table
            .note
            .is_some_and(|note| note.abs_diff(column) <= 2 && note.abs_diff(column) < own.abs_diff(column));
        let table = &self.table;
        // The current number is a repetition if White's move with this number was already read.
        let again = value == table.number && table.black && !dots && self.row.moves() > 1;
        let is_past = self.gap.any && (value < table.number || again);
        let begins = value == 1 || self.gap.heads || self.gap.title || self.gap.layout.is_some();
        let found = is_lettered || (is_below || is_past) && !begins;
        if found {
            self.table.note = Some(column);
        }
        found
    }

    /// True if a parenthesis that opens in prose before the row closes after the row.
    fn is_in_parentheses(&self) -> bool {
        if self.gap.open == 0 || !self.table.started || self.row.moves() == 0 {
            return false;
        }
        let near = &self.bytes[self.row.end..self.bytes.len().min(self.row.end + LOOK_AHEAD)];
        let mut depth = 0usize;
        memchr::memchr2_iter(b'(', b')', near).any(|at| {
            let closes = near[at] == b')' && depth == 0;
            depth = if near[at] == b'(' { depth + 1 } else { depth.saturating_sub(1) };
            closes
        })
    }

    /// The column, in bytes, in which the digits of a row number end.
    fn column(&self, number: Span) -> usize {
        let digits = number.of(self.bytes).iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        number.from as usize + digits - span::line_start(self.bytes, number.from as usize)
    }

    /// True if `value` is a plausible number of the next row.
    fn is_due(&self, value: u32) -> bool {
        value == 1 || if self.table.started { self.table.is_near(value) } else { self.names || self.gap.heads }
    }

    /// True if wide gaps separate the cells of the row, or both columns are numbered.
    fn has_wide_gap(&self) -> bool {
        let parts = &self.row.parts;
        let apart =
            |part: &&Part| (part.kind.is_move() || matches!(part.kind, PartKind::Number { .. })) && part.gap > 1;
        self.row.numbers().count() > 1
            || parts.iter().skip(2).any(|part| apart(&part))
            || self.row.number().is_some_and(|(_, dots, _)| dots) && parts.iter().skip(1).any(|part| apart(&part))
    }

    /// True if a line without a row number is Black's move, a row that lost its number, or closing words.
    fn is_row_without_number(&self, moves: usize, flush: bool) -> bool {
        let row = &self.row;
        if !self.table.started || row.rest < row.end || flush && self.gap.blanks == 0 {
            return false;
        }
        let mut things = row.parts.iter().filter(|part| part.kind != PartKind::Other(ItemKind::Comment));
        match things.next().map(|part| part.kind) {
            Some(PartKind::End(_)) => things.next().is_none(),
            Some(PartKind::Other(ItemKind::Number)) => moves == 1 && row.indent >= MIN_CELL_INDENT && self.table.black,
            Some(kind) if kind.is_move() && moves == 1 => {
                // Black's move is far to the right, directly below a broken row, or in a table with one cell per line.
                let is_alone = things.next().is_none();
                self.table.black
                    && is_alone
                    && (row.indent >= MIN_BLACK_INDENT || !self.gap.any || self.is_cell_of_its_line())
            }
            Some(kind) if kind.is_move() => {
                moves == 2
                    && row.indent >= MIN_CELL_INDENT
                    && !self.gap.any
                    && things.all(|part| part.kind.is_move() && part.gap > 1)
            }
            _ => false,
        }
    }

    /// True if a line between empty lines is Black's cell, as in the text layer of a scan. The next line must begin
    /// with the next row number. If it does not, earlier cells must also have had lines of their own.
    fn is_cell_of_its_line(&self) -> bool {
        if self.gap.prose || self.gap.title || self.gap.heads || self.gap.blanks == 0 || !self.open.is_empty() {
            return false;
        }
        let next = &self.bytes[self.row.end..];
        let next = next.get(..LOOK_AHEAD).unwrap_or(next).trim_ascii_start();
        match table_row::number(next, false) {
            Some((length, value, false)) => {
                let rest = &next[length..];
                value == self.table.number + 1 && self.is_cell(&rest[blanks(rest)..])
            }
            _ => self.table.in_lines,
        }
    }

    /// True if a text begins with a move in the notation of the table.
    fn is_cell(&self, text: &[u8]) -> bool {
        self.movetext.is_some_and(|movetext| cell(text, movetext).is_some())
    }

    /// Turns an unreadable line in place of Black's cell into a move; false if the line is not such a cell.
    pub(super) fn keep_unread_line(&mut self, from: usize, end: usize) -> bool {
        let text = self.bytes[from..end].trim_ascii_end();
        let is_due = self.table.started && self.table.black && self.table.in_lines && !self.is_written();
        if !is_due || !is_like_cell(text) || self.row.end != end || !self.is_cell_of_its_line() {
            return false;
        }
        let part = Part { kind: PartKind::Move, span: Span::new(from, from + text.len()), gap: 0 };
        self.row.parts = vec![part];
        self.row.rest = end;
        true
    }

    /// Adds unreadable texts in the columns of the row as moves; false if one of them does not resemble a move.
    fn keep_unread(&mut self) -> bool {
        let row = &self.row;
        let (mut at, end) = (row.rest, row.end);
        let moves = row.moves();
        if row.open_to_cells() == 0 || moves == 1 && row.rest_gap < 2 {
            return false;
        }
        let mut cells = Vec::new();
        let mut gap = row.rest_gap;
        while at < end {
            let text = &self.bytes[at..end];
            let length = text.windows(2).take(MAX_CELL + 1).position(|pair| pair == b"  ").unwrap_or(text.len());
            let length = text[..length.min(MAX_CELL + 1)].trim_ascii_end().len();
            if !is_like_cell(&text[..length]) || cells.len() + moves == 2 {
                return false;
            }
            cells.push(Part { kind: PartKind::Move, span: Span::new(at, at + length), gap });
            at += length;
            gap = self.bytes[at..end].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            at += gap;
        }
        self.row.parts.extend(cells);
        self.row.rest = end;
        true
    }

    /// Reads the row into this record, or ends the record if the row begins the next one.
    pub(super) fn enter(&mut self, from: usize) -> Step {
        let number = self.row.number();
        if self.is_past_bare() && number.is_some_and(|(value, dots, _)| self.begins_record(value, dots)) {
            return self.stop(from);
        }
        if self.table.started && self.open.is_empty() {
            let far = |value| self.table.is_after_right(value) || !self.table.is_near(value);
            match number {
                Some((value, dots, _)) if self.begins_record(value, dots) => return self.stop(from),
                Some((value, ..)) if far(value) => self.place_right_half(),
                None if self.row.ends() => self.place_right_half(),
                _ => {}
            }
        }
        self.end_paragraph();
        if self.movetext.is_none() {
            self.movetext = self.movetext_of_row();
        }
        if number.is_none() && self.row.moves() == 2 && self.table.started && !self.is_written() {
            let span = self.row.parts.first().map(|part| part.span).unwrap_or_default();
            self.record.note(Code::N050, span);
        }
        self.table.in_lines = number.is_none() && self.row.moves() == 1 && self.gap.blanks > 0
            || self.table.in_lines && self.row.moves() == 1;
        // In a first row, a single cell far to the right is Black's.
        if !self.table.started && self.row.moves() == 1 && self.row.indent > MIN_BLACK_INDENT + MIN_BLACK_INDENT / 2 {
            self.table.black = true;
        }
        self.table.running = false;
        self.table.note = None;
        // A number after dots is in Black's column and does not locate the number column.
        let dots = |part: &Part| part.kind == PartKind::Other(ItemKind::Number);
        if let Some((_, _, span)) = number.filter(|_| !self.row.parts.first().is_some_and(dots)) {
            self.table.column = Some(self.column(span));
        }
        self.place_row();
        self.gap = Gap::default();
        self.names = false;
        let (rest, end) = (self.row.rest, self.row.end);
        if rest < end {
            self.rest_of_row(rest, end);
        }
        self.at = span::after_line(self.bytes, end);
        Step::Next
    }

    /// Adds the text after the cells of a row as a comment.
    pub(super) fn rest_of_row(&mut self, rest: usize, end: usize) {
        let text = self.bytes[rest..end].trim_ascii_end();
        self.push(ItemKind::Comment, Span::new(rest, rest + text.len()));
    }

    fn movetext_of_row(&self) -> Option<partie_record::Movetext> {
        let part = self.row.parts.iter().find(|part| part.kind.is_move())?;
        let from = part.span.from as usize;
        super::table_cell::movetext_at(self.bytes, from)
    }

    /// True if a row with this number begins another record.
    pub(super) fn begins_record(&self, value: u32, dots: bool) -> bool {
        let (table, gap) = (&self.table, &self.gap);
        if value == 1 && !dots {
            // Not a first row: Black's first move after prose, or a number that lost a digit, such as 1 for 12.
            let black = table.black && table.number == 1 && !gap.title && !gap.heads;
            let digit = !gap.any && table.number > 9 && table.number.to_string().contains('1');
            return !black && !digit;
        }
        let near = table.is_near(value);
        if value + 1 < table.number {
            return gap.any;
        }
        gap.title || gap.heads && !near
    }

    /// Ends the record where the prose of the next one begins.
    pub(super) fn stop(&mut self, row: usize) -> Step {
        let Some(mark) = self.gap.layout.or(self.gap.paragraph) else {
            self.end_paragraph();
            return Step::Stop(row);
        };
        self.paragraph = None;
        self.record.items.truncate(mark.items);
        self.record.notes.truncate(mark.notes);
        self.record.result = mark.result;
        self.record.outcome = mark.outcome;
        self.resigned = mark.resigned;
        Step::Stop(mark.at)
    }
}

impl super::Row {
    /// Number of cells that may still follow in the row: at most 2, and none after closing words.
    fn open_to_cells(&self) -> usize {
        let last = self.parts.last().map(|part| part.kind);
        match last {
            Some(PartKind::Number { .. }) => 2,
            Some(PartKind::Other(ItemKind::Comment)) => 2 - self.moves().min(2),
            Some(kind) if kind.is_move() => 2 - self.moves().min(2),
            _ => 0,
        }
    }
}

/// True if a text is the letter of a note: `(a)`.
fn is_letter(mark: &[u8]) -> bool {
    matches!(mark, [b'(' | b'[', letter, b')' | b']'] if letter.is_ascii_alphabetic())
}

/// True if an unreadable text resembles a move: a piece letter first, few words, and no punctuation of a sentence.
fn is_like_cell(text: &[u8]) -> bool {
    let pieces = b"KQRBPNCDTFASJVLO0";
    let begins = text.first().is_some_and(|first| pieces.contains(first));
    let sentence = text.iter().any(|byte| matches!(byte, b';' | b'"' | b'|' | b':')) || text.len() > MAX_CELL;
    let words = text.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
    let prose =
        words.clone().any(|word| word.len() > 3 && word.iter().all(u8::is_ascii_lowercase) && !is_word_of_moves(word));
    let bare = text.len() <= 8 && !text.contains(&b' ') && !text.iter().all(u8::is_ascii_uppercase);
    let says = bare
        || text.iter().any(|byte| matches!(byte, b'-' | b'x' | b'X' | b'1'..=b'8') || *byte >= 0x80)
        || text.windows(4).any(|part| part == b" to " || part == b"kes ");
    begins && !sentence && !prose && says && words.count() <= 8
}

fn is_word_of_moves(word: &[u8]) -> bool {
    [&b"takes"[..], b"take", b"square", b"checks", b"mates", b"check", b"mate", b"side"].contains(&word)
}
