//! Writes shogi records into one text, one after the other.

use super::shogi::ShogiConverter;
use super::shogi_target::ShogiTarget;
use super::writer::{GameWriter, Progress};
use partie_record::{Encoding, Item, Record};
use partie_replay::{MoveEvent, ReplayVisitor, Text};
use partie_rules::shogi::{Pattern, Position};
use partie_rules::{chess, hex};

/// Writes one record after the other with one writer.
pub(super) struct ShogiRecords {
    converter: ShogiConverter,
    out: Vec<u8>,
    mark: usize,
    /// The last finished record.
    text: String,
    game: Progress,
}

impl ShogiRecords {
    pub(super) fn new(target: ShogiTarget, encoding: Encoding, stops: bool) -> Self {
        let converter = ShogiConverter::new(target, encoding).stopping(stops);
        Self { converter, out: Vec::new(), mark: 0, text: String::new(), game: Progress::default() }
    }
}

impl ReplayVisitor<Position> for ShogiRecords {
    fn begin_game(&mut self, text: Text<'_>, record: &Record, start: &Position) {
        self.game.begin();
        self.converter.begin_game(text, record, start);
    }

    fn token(&mut self, text: Text<'_>, item: Item) {
        ReplayVisitor::<Position>::token(&mut self.converter, text, item);
    }

    fn illegal_move(&mut self) {
        ReplayVisitor::<Position>::illegal_move(&mut self.converter);
    }

    #[inline]
    fn move_(&mut self, event: MoveEvent<'_, Position>) {
        if event.item.line == 0 {
            self.game.plies = event.ply;
        }
        self.converter.move_(event);
    }

    fn foul(&mut self, item: Item, before: &Position, pattern: &Pattern) {
        self.converter.foul(item, before, pattern);
    }

    fn unplayed(&mut self, text: Text<'_>, item: Item) {
        let ply = (item.line == 0).then_some(self.game.plies + 1);
        self.game.cut_at(ply, text, item);
        ReplayVisitor::<Position>::unplayed(&mut self.converter, text, item);
    }
}

/// Chess is not supported.
impl ReplayVisitor<chess::Position> for ShogiRecords {}
impl ReplayVisitor<hex::Position> for ShogiRecords {}

impl GameWriter for ShogiRecords {
    fn text(&mut self) -> (&mut Vec<u8>, &mut usize) {
        (&mut self.out, &mut self.mark)
    }

    fn game(&mut self) -> &mut Progress {
        &mut self.game
    }

    fn reset(&mut self) {
        self.game.in_game = false;
        self.text.clear();
        self.converter.finish(&mut self.text);
    }

    fn complete(&mut self) {
        self.text.clear();
        let Some(converted) = self.converter.finish(&mut self.text) else { return };
        self.out.extend_from_slice(self.text.as_bytes());
        self.game.losses = converted.lost;
        // A last move that the record itself reports as a foul does not break the game.
        let cut = self.game.cut.take();
        self.game.cut = converted.broken.then(|| cut.unwrap_or_default());
    }
}
