//! Which lines of a start position were read, for knowing where the next position begins. Not for what they mean.

use super::grammar;
use super::line::is_board_head;
use super::{Reader, Step};
use partie_rules::Side;

/// Rows of a whole board.
const ROWS: u32 = 9;

/// Counts of the lines of a start position by their kinds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BoardLines {
    rows: u32,
    borders: u32,
    heads: u32,
    /// By [`Side::index`].
    hands: [u32; 2],
}

/// What a record held where a run of headers behind its board began.
#[derive(Clone, Copy, Debug)]
pub(super) struct AfterBoard {
    at: usize,
    tags: usize,
    setup: usize,
    items: usize,
}

impl BoardLines {
    /// True if all rows of a board were read.
    pub(super) const fn is_whole(&self) -> bool {
        self.rows >= ROWS
    }

    /// The count of lines of this kind; `None` for kinds that may come at any place.
    fn count(&mut self, line: &[u8]) -> Option<&mut u32> {
        match line.first()? {
            b'|' => Some(&mut self.rows),
            b'+' => Some(&mut self.borders),
            _ if is_board_head(line) => Some(&mut self.heads),
            _ => {
                let (_, owner): (_, Side) = grammar::hand_owner(line).ok()?;
                self.hands.get_mut(owner.index())
            }
        }
    }

    /// Takes in a line of the start position; true if it is the first of another position.
    fn begins_again(&mut self, line: &[u8]) -> bool {
        // A board has two borders. Its rows are told from those of another board by what stands between.
        let (whole, most) = (self.is_whole(), if line.first() == Some(&b'+') { 2 } else { 1 });
        let is_row = line.first() == Some(&b'|');
        let Some(count) = self.count(line) else { return false };
        *count += 1;
        whole && !is_row && *count > most
    }
}

impl Reader<'_, '_> {
    /// Keeps where the headers behind a board begin; `start` is the beginning of a line that is not blank.
    fn note_after_board(&mut self, start: usize) {
        if !self.state.board.is_whole() || self.state.after_board.is_some() {
            return;
        }
        let record = &*self.record;
        let (at, items) = self.state.run.map_or((start, record.items.len()), |run| (run.at, run.items));
        self.state.after_board = Some(AfterBoard { at, tags: record.tags.len(), setup: record.setup.len(), items });
    }

    /// A line of the start position: whether the record goes on with it.
    pub(super) fn position_line(&mut self, start: usize, line: &[u8]) -> Step {
        if self.state.board.begins_again(line) {
            return self.next_position(start);
        }
        let is_hand = line.first().is_some_and(|first| !first.is_ascii());
        if self.state.board.is_whole() && is_hand && self.state.blank {
            self.note_after_board(start);
        }
        Step::Next
    }

    /// A header: whether the record goes on with it. `again` says that the record has one of that name.
    pub(super) fn header_behind_board(&mut self, start: usize, again: bool) -> Step {
        if !self.state.board.is_whole() {
            return Step::Next;
        }
        self.note_after_board(start);
        if again { self.next_position(start) } else { Step::Next }
    }

    /// The next record begins with the headers behind the board, or at `start`.
    fn next_position(&mut self, start: usize) -> Step {
        let Some(behind) = self.state.after_board.take() else { return self.next_record(start) };
        self.record.tags.truncate(behind.tags);
        self.record.setup.truncate(behind.setup);
        self.record.items.truncate(behind.items);
        self.record.notes.retain(|note| (note.span.from as usize) < behind.at);
        self.state.run = None;
        self.next_record(behind.at)
    }
}
