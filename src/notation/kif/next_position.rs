//! Finds where the next record begins after a position that may have no moves.

use super::board_lines::{AfterBoard, Next};
use super::{Reader, Step};

impl Reader<'_, '_> {
    /// Stores where the headers after a board begin; `start` is the start of a line that is not blank.
    fn note_after_board(&mut self, start: usize) {
        if !self.state.board.is_whole() || self.state.after_board.is_some() {
            return;
        }
        let record = &*self.record;
        let (at, items) = self.state.run.map_or((start, record.items.len()), |run| (run.at, run.items));
        self.state.after_board = Some(AfterBoard { at, tags: record.tags.len(), setup: record.setup.len(), items });
    }

    /// Handles a line of the start position.
    pub(super) fn position_line(&mut self, start: usize, line: &[u8]) -> Step {
        let next = self.state.board.take(line, self.state.after_board.is_some());
        let is_hand = line.first().is_some_and(|first| !first.is_ascii());
        match next {
            Next::Board => return self.next_position(start),
            Next::IfBoard => self.note_after_board(start),
            Next::No if is_hand && self.state.blank => self.note_after_board(start),
            Next::No => {}
        }
        Step::Next
    }

    /// Handles a header after a whole board. A repeated name alone does not begin a record. Either a board must follow,
    /// or the header must be a handicap, whose start position cannot be that board.
    pub(super) fn header_behind_board(&mut self, start: usize, again: bool, is_handicap: bool) -> Step {
        if again && self.state.blank {
            // The headers before the blank line belong to the board above.
            self.state.after_board = None;
        }
        self.note_after_board(start);
        if is_handicap && (again || self.state.blank) { self.next_position(start) } else { Step::Next }
    }

    /// Ends this record: the next one begins with the headers after the board, or at `start`.
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
