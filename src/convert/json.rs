//! Writes records of any game as lines of partie's JSON: the source record and the replayed moves.

use super::tags::king_takes_rook;
use partie_notation::json::{self, Played, Replay};
use partie_notation::letters::Letters;
use partie_notation::{fen, hex, hex_fen, sfen, spell, usi};
use partie_record::{Item, Record, SourcePlace};
use partie_replay::{MoveEvent, ReplayVisitor, Text};
use partie_rules::shogi::Setup;
use partie_rules::{Rules, chess, hex as hexagonal, shogi};

/// Visits one record after the other. [`Self::finish`] writes each, even if no move was replayed, to keep all input.
#[derive(Clone, Debug, Default)]
pub struct JsonConverter {
    replay: Replay,
    /// The place of the record in its book.
    pub(super) source_place: Option<SourcePlace>,
    /// Whether castling is written as king takes rook.
    chess960: bool,
    /// Whether the next move is illegal and kept as written.
    illegal: bool,
}

impl JsonConverter {
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends the visited record to `out` as one line and resets the converter.
    pub fn finish(&mut self, text: Text<'_>, record: &Record, out: &mut Vec<u8>) {
        let Text { bytes, encoding, last } = text;
        let source = json::SourceText { bytes, encoding, last, place: self.source_place };
        json::write(out, source, record, &self.replay);
        self.replay.clear();
    }

    /// Appends the record with its text before decoding, so that each byte is kept.
    pub fn finish_source(&mut self, source: Text<'_>, record: &Record, out: &mut Vec<u8>) {
        for played in &mut self.replay.moves {
            played.item = record.place(played.item).of_slice();
        }
        self.finish(source, &record.placed(), out);
    }

    /// Begins a game; `coordinates` is the name of its move notation, such as `uci`.
    fn begin<G: Rules>(&mut self, coordinates: &'static str, start: String) {
        self.replay.clear();
        self.replay.game = Some(G::KIND);
        self.replay.coordinates = coordinates;
        self.replay.start = start;
        self.illegal = false;
    }

    fn played(&mut self, item: Item, coordinates: &str, san: &str) {
        let text = &mut self.replay.text;
        let from = text.len();
        text.extend_from_slice(coordinates.as_bytes());
        let middle = text.len();
        text.extend_from_slice(san.as_bytes());
        let to = text.len();
        let illegal = std::mem::take(&mut self.illegal);
        self.replay.moves.push(Played { item: item.span, coordinates: from..middle, san: middle..to, illegal });
    }
}

impl ReplayVisitor<chess::Position> for JsonConverter {
    fn begin_game(&mut self, text: Text<'_>, record: &Record, start: &chess::Position) {
        self.begin::<chess::Position>("uci", fen::write(start));
        self.chess960 = king_takes_rook(text, record);
    }

    fn illegal_move(&mut self) {
        self.illegal = true;
    }

    fn move_(&mut self, event: MoveEvent<'_, chess::Position>) {
        let MoveEvent { item, before, mv, .. } = event;
        self.played(item, &spell::uci(mv, self.chess960), &spell::san(before, mv, Letters::ENGLISH));
    }
}

impl ReplayVisitor<hexagonal::Position> for JsonConverter {
    fn begin_game(&mut self, _: Text<'_>, _: &Record, start: &hexagonal::Position) {
        self.begin::<hexagonal::Position>("coords", hex_fen::write(start));
    }

    fn illegal_move(&mut self) {
        self.illegal = true;
    }

    fn move_(&mut self, event: MoveEvent<'_, hexagonal::Position>) {
        let MoveEvent { item, before, mv, .. } = event;
        self.played(item, &hex::coordinates(mv), &hex::san(before, mv, Letters::ENGLISH));
    }
}

impl ReplayVisitor<shogi::Position> for JsonConverter {
    fn begin_game(&mut self, _: Text<'_>, _: &Record, start: &shogi::Position) {
        self.begin::<shogi::Position>("usi", sfen::write(&Setup::from(start), 1));
    }

    fn illegal_move(&mut self) {
        self.illegal = true;
    }

    fn move_(&mut self, event: MoveEvent<'_, shogi::Position>) {
        let MoveEvent { item, mv, .. } = event;
        self.played(item, &usi::text(mv), "");
    }
}
