//! The order of play: the side of a cell, the expected row number, and two halves of a game side by side.

use super::reader::Reader;
use super::row_part::{Part, PartKind};
use partie_record::finding::Code;
use partie_record::span::Span;
use partie_record::{ItemKind, Line, ParseNote, limits};

impl Reader<'_, '_> {
    /// Adds the parts of the current row to the record; those of a right half follow after the left half.
    pub(super) fn place_row(&mut self) {
        let parts = std::mem::take(&mut self.row.parts);
        if self.is_doubled(&parts) {
            self.leave_out(&parts);
        } else {
            let mut numbers = 0;
            let mut right = false;
            for (index, part) in parts.iter().enumerate() {
                if let PartKind::Number { value, .. } = part.kind
                    && self.open.is_empty()
                {
                    numbers += 1;
                    right |= numbers > 1 && !self.is_written() && !self.table.running && self.table.begins_right(value);
                    if right {
                        let first = self.table.halves.map_or(value, |[first, _]| first);
                        self.table.halves = Some([first, value]);
                    }
                }
                if right {
                    self.table.right.push(*part);
                } else {
                    let first = numbers == 1;
                    let moves = parts[index..]
                        .iter()
                        .take_while(|part| !is_next_number(part, &parts[index]))
                        .filter(|part| part.kind.is_move());
                    let pair = first && matches!(part.kind, PartKind::Number { .. }) && moves.count() > 1;
                    self.place(*part, pair);
                }
            }
        }
        self.row.parts = parts;
    }

    /// Adds the collected right half of the table to the record.
    pub(super) fn place_right_half(&mut self) {
        self.table.halves = None;
        for part in std::mem::take(&mut self.table.right) {
            self.place(part, false);
        }
    }

    /// Adds a part of a row to the record. `pair` is true if moves of both sides follow a number.
    pub(super) fn place(&mut self, part: Part, pair: bool) {
        match part.kind {
            PartKind::Number { value, dots, scanned } => {
                if self.open.is_empty() {
                    if scanned {
                        self.record.note(Code::N050, part.span);
                    }
                    self.number(value, dots, part.span, pair);
                }
                self.push(ItemKind::Number, part.span);
            }
            PartKind::Move => self.moved(ItemKind::Move, part.span),
            PartKind::Other(kind @ ItemKind::Null) => self.moved(kind, part.span),
            PartKind::End(ending) => self.push_end(ending, part.span),
            PartKind::Other(kind) => {
                // Dots before the first number replace White's move.
                self.table.black |= kind == ItemKind::Number && !self.table.started;
                self.push(kind, part.span);
            }
            PartKind::Open => self.open_variation(part.span),
            PartKind::Close => self.close_variation(part.span),
        }
    }

    fn moved(&mut self, kind: ItemKind, span: Span) {
        self.push(kind, span);
        if !self.open.is_empty() {
            return;
        }
        let table = &mut self.table;
        table.moves[usize::from(table.black)] = span;
        if table.black {
            table.number += 1;
            table.also = table.also.map(|also| also + 1);
        }
        table.black = !table.black;
    }

    /// Compares a row number with the expected one, and notes a difference.
    fn number(&mut self, value: u32, dots: bool, span: Span, pair: bool) {
        let before = self.table.last.replace(span);
        if !self.table.started {
            self.table.started = true;
            self.table.number = value;
            self.table.black |= dots;
            self.table.first = value;
            if value != 1 && self.record.setup.len() != 8 && self.record.value(self.bytes, "FEN").is_none() {
                self.record.note(Code::N051, span);
            }
            return;
        }
        let table = &mut self.table;
        let due = table.number;
        // If a row with both moves and a higher number follows White's move, Black's move is missing.
        let skips = table.black && !dots && pair && value > due;
        let wrong_side = dots && !table.black;
        if wrong_side {
            table.black = true;
        }
        if skips {
            table.black = false;
        }
        if value == due && !wrong_side {
            // The number before Black's move only repeats White's.
            if !table.black {
                table.also = None;
            }
        } else if table.also == Some(value) && !skips && !wrong_side {
            if !table.black {
                table.number = value;
                table.also = None;
            }
        } else {
            if value > due {
                table.also = Some(due);
                table.number = value;
            } else if value < due {
                table.also = Some(value);
            }
            self.record.notes.push(ParseNote { code: Code::N050, span, other: before });
        }
    }

    /// True if the row repeats the number and the moves of the previous row.
    fn is_doubled(&self, parts: &[Part]) -> bool {
        let Some(PartKind::Number { value, dots: false, .. }) = parts.first().map(|part| part.kind) else {
            return false;
        };
        let table = &self.table;
        if !table.started || table.black || value + 1 != table.number || !self.open.is_empty() {
            return false;
        }
        let mut moves = parts.iter().filter(|part| part.kind.is_move()).map(|part| part.span.of(self.bytes));
        let same = table.moves.iter().all(|before| moves.next() == Some(before.of(self.bytes)));
        same && moves.next().is_none()
    }

    /// Adds the parts of a repeated row as comments.
    fn leave_out(&mut self, parts: &[Part]) {
        let other = self.table.last;
        for (index, part) in parts.iter().enumerate() {
            if index == 0 {
                self.record.notes.push(ParseNote { code: Code::N050, span: part.span, other });
            }
            self.push(ItemKind::Comment, part.span);
        }
    }

    fn open_variation(&mut self, span: Span) {
        if self.open.len() >= limits::NESTED || !self.record.has_moves {
            return self.push(ItemKind::Comment, span);
        }
        let parent = self.line;
        self.line = self.record.lines.len() as u32;
        let first = self.record.items.len() as u32;
        self.record.lines.push(Line { parent, first, end: 0 });
        self.open.push(first);
        self.push(ItemKind::Open, span);
    }

    fn close_variation(&mut self, span: Span) {
        let Some(open) = self.open.pop() else { return self.push(ItemKind::Comment, span) };
        self.push(ItemKind::Close, span);
        let child = self.record.items[open as usize].line as usize;
        self.record.lines[child].end = self.record.items.len() as u32;
        self.line = self.record.lines[child].parent;
    }

    /// Closes all open variations at the end of the record, and notes each.
    pub(super) fn close_variations(&mut self) {
        while let Some(open) = self.open.pop() {
            let item = self.record.items[open as usize];
            self.record.note(Code::S011, item.span);
            let end = self.record.items.len() as u32;
            self.record.lines[item.line as usize].end = end;
            self.line = self.record.lines[item.line as usize].parent;
        }
    }
}

/// True if `part` is a row number other than the part `this`.
fn is_next_number(part: &Part, this: &Part) -> bool {
    part.span != this.span && matches!(part.kind, PartKind::Number { .. })
}
