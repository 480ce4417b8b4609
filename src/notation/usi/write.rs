//! Writer of USI: the `position` command with the moves of the main line, one record per line.
//!
//! All other parts of a record are counted as lost.

use super::moves::{From, spell};
use crate::losses::{Loss, Losses};
use crate::sfen;
use crate::shogi_writer::{End, Header, Played, ShogiWriter, Start, Time};
use partie_rules::shogi::Handicap;

#[derive(Clone, Debug, Default)]
pub struct UsiWriter {
    text: String,
    /// True once a move was written.
    moved: bool,
    depth: u32,
    lost: Losses,
}

impl UsiWriter {
    pub fn new() -> Self {
        Self::default()
    }
}

impl ShogiWriter for UsiWriter {
    fn begin(&mut self, start: &Start) {
        self.text.clear();
        self.text.push_str("position ");
        if start.handicap == Some(Handicap::Even) && start.plies == 0 {
            self.text.push_str("startpos");
        } else {
            self.text.push_str("sfen ");
            self.text.push_str(&sfen::write(&start.setup, start.plies.saturating_add(1)));
        }
        (self.moved, self.depth, self.lost) = (false, 0, Losses::default());
        self.lost.add(Loss::Headers, u64::from(!start.label.is_empty()));
    }

    fn header(&mut self, _: Header<'_>) {
        self.lost.add(Loss::Headers, 1);
    }

    fn played(&mut self, played: Played<'_>) {
        if self.depth > 0 {
            return;
        }
        if !std::mem::replace(&mut self.moved, true) {
            self.text.push_str(" moves");
        }
        self.text.push(' ');
        let mv = played.mv;
        spell(&mut self.text, mv.from().map_or(From::Hand(mv.kind()), From::Square), mv.to(), mv.promotes());
    }

    fn foul(&mut self, _: Played<'_>) -> bool {
        // USI has no word for a foul, and without it the record would only contain an illegal move.
        false
    }

    fn time(&mut self, _: Time) {
        self.lost.add(Loss::Times, 1);
    }

    fn keeps_comments(&self) -> bool {
        false
    }

    fn comment(&mut self, _: &str) {
        self.lost.add(Loss::Comments, 1);
    }

    fn bookmark(&mut self, _: &str) {
        self.lost.add(Loss::Bookmarks, 1);
    }

    fn end(&mut self, _: End<'_>) {
        self.lost.add(Loss::Ends, u64::from(self.depth == 0));
    }

    fn open(&mut self, _: u32) {
        self.depth += 1;
        self.lost.add(Loss::Variations, 1);
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn not_converted(&mut self, moves: u32, _: &str) {
        self.lost.add(Loss::Moves, u64::from(moves));
    }

    fn finish(&mut self, out: &mut String) -> Losses {
        out.push_str(&self.text);
        out.push('\n');
        self.lost
    }
}
