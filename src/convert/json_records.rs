//! Writes records of any game as lines of JSON.

use super::json::JsonConverter;
use super::writer::{Finished, GameWriter};
use partie_record::{Record, SourcePlace};
use partie_replay::{MoveEvent, ReplayVisitor, Text};
use partie_rules::Rules;

/// Writes one record after the other as a line.
#[derive(Debug, Default)]
pub(super) struct JsonRecords {
    json: JsonConverter,
    out: Vec<u8>,
    mark: usize,
    /// Whether the current record is written.
    written: bool,
    plies: u32,
}

impl JsonRecords {
    /// Sets the place of the next record in a book.
    pub(super) fn set_source(&mut self, source: Option<SourcePlace>) {
        self.json.source_place = source;
    }

    /// Writes the record with the replayed moves.
    pub(super) fn write_source_record(&mut self, text: Text<'_>, record: &Record) {
        self.written = true;
        self.json.finish(text, record, &mut self.out);
    }

    /// Writes the record with its text before decoding.
    pub(super) fn write_decoded_record(&mut self, source: Text<'_>, record: &Record) {
        self.written = true;
        self.json.finish_source(source, record, &mut self.out);
    }
}

impl<G: Rules> ReplayVisitor<G> for JsonRecords
where
    JsonConverter: ReplayVisitor<G>,
{
    fn begin_game(&mut self, text: Text<'_>, record: &Record, start: &G) {
        self.plies = 0;
        self.json.begin_game(text, record, start);
    }

    fn illegal_move(&mut self) {
        ReplayVisitor::<G>::illegal_move(&mut self.json);
    }

    fn move_(&mut self, event: MoveEvent<'_, G>) {
        if event.item.line == 0 {
            self.plies = event.ply;
        }
        self.json.move_(event);
    }
}

impl GameWriter for JsonRecords {
    fn text(&mut self) -> (&mut Vec<u8>, &mut usize) {
        (&mut self.out, &mut self.mark)
    }

    fn reset(&mut self) {
        (self.written, self.plies) = (false, 0);
    }

    fn finish(&mut self) -> Option<Finished> {
        let plies = std::mem::take(&mut self.plies);
        std::mem::take(&mut self.written).then(|| Finished { plies, ..Finished::default() })
    }
}
