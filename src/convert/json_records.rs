//! Writes records of any game as lines of JSON.

use super::json::JsonConverter;
use super::writer::{GameWriter, Progress};
use partie_record::{Record, SourcePlace};
use partie_replay::{MoveEvent, ReplayVisitor, Text};
use partie_rules::Rules;

/// Writes one record after the other as a line.
#[derive(Debug, Default)]
pub(super) struct JsonRecords {
    json: JsonConverter,
    out: Vec<u8>,
    mark: usize,
    game: Progress,
}

impl JsonRecords {
    /// Sets the place of the next record in a book.
    pub(super) fn set_source(&mut self, source: Option<SourcePlace>) {
        self.json.source_place = source;
    }

    /// Writes the record with the replayed moves.
    pub(super) fn write_source_record(&mut self, text: Text<'_>, record: &Record) {
        self.game.in_game = true;
        self.json.finish(text, record, &mut self.out);
    }

    /// Writes the record with its text before decoding.
    pub(super) fn write_decoded_record(&mut self, source: Text<'_>, record: &Record) {
        self.game.in_game = true;
        self.json.finish_source(source, record, &mut self.out);
    }
}

impl<G: Rules> ReplayVisitor<G> for JsonRecords
where
    JsonConverter: ReplayVisitor<G>,
{
    fn begin_game(&mut self, text: Text<'_>, record: &Record, start: &G) {
        self.json.begin_game(text, record, start);
    }

    fn illegal_move(&mut self) {
        ReplayVisitor::<G>::illegal_move(&mut self.json);
    }

    fn move_(&mut self, event: MoveEvent<'_, G>) {
        if event.item.line == 0 {
            self.game.plies = event.ply;
        }
        self.json.move_(event);
    }
}

impl GameWriter for JsonRecords {
    fn text(&mut self) -> (&mut Vec<u8>, &mut usize) {
        (&mut self.out, &mut self.mark)
    }

    fn game(&mut self) -> &mut Progress {
        &mut self.game
    }

    /// Does nothing, as the record was written with its source text before.
    fn complete(&mut self) {}

    fn reset(&mut self) {
        self.game = Progress::default();
    }
}
