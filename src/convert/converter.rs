//! Converts records of any game to one target, one after the other.

use std::ops::Range;

use super::columns::ColumnConverter;
use super::encode::{Unencodable, encode_as};
use super::json_records::JsonRecords;
use super::lines::LineConverter;
use super::options::{FenComments, Layout, Newline, OnBroken, Strip, Style};
use super::pgn::PgnConverter;
use super::positions::{Form, PositionConverter};
use super::records::ShogiRecords;
use super::target::Target;
use super::writer::{Finished, GameWriter};
use partie_notation::descriptive;
use partie_record::{Encoding, Language, Record, SourcePlace, byte_order_mark};
use partie_replay::{AnyGameVisitor, Text};

/// The target and its options.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub target: Target,
    /// The layout of PGN.
    pub layout: Layout,
    /// The handling of broken games.
    pub on_broken: OnBroken,
    /// Whether position targets write every position.
    pub every: bool,
    /// The encoding of the output.
    pub encoding: Encoding,
    pub newline: Newline,
}

impl Settings {
    /// The default settings of a target: UTF-8, and moves that cannot be played are kept as a comment.
    pub fn usual(target: Target) -> Self {
        let style = match target {
            Target::Descriptive => {
                Some(Style::Descriptive(descriptive::Style::new(Language::default(), descriptive::Layer::Tight)))
            }
            Target::Kober => Some(Style::Kober),
            Target::Iccf => Some(Style::Iccf),
            _ => None,
        };
        Self {
            target,
            layout: Layout { style, ..Layout::default() },
            on_broken: OnBroken::default(),
            every: false,
            encoding: Encoding::Utf8,
            newline: Newline::default(),
        }
    }
}

/// Maximum characters missing from the encoding whose lines are reported for each game.
const MAX_MISSING_PLACES: usize = 100;
/// Maximum initial capacity of an output buffer.
const MAX_INITIAL_BYTES: usize = 1 << 20;

enum TargetWriter {
    Pgn(Box<PgnConverter>),
    Columns(Box<ColumnConverter>),
    Json(Box<JsonRecords>),
    Lines(Box<LineConverter>),
    Positions(Box<PositionConverter>),
    Shogi(Box<ShogiRecords>),
}

impl TargetWriter {
    fn game_writer(&mut self) -> &mut dyn GameWriter {
        match self {
            Self::Pgn(pgn) => pgn.as_mut(),
            Self::Columns(columns) => columns.as_mut(),
            Self::Json(json) => json.as_mut(),
            Self::Lines(lines) => lines.as_mut(),
            Self::Positions(positions) => positions.as_mut(),
            Self::Shogi(shogi) => shogi.as_mut(),
        }
    }
}

/// Writes one record after the other in the target format.
pub struct Converter {
    settings: Settings,
    writer: TargetWriter,
    /// Number of characters that the encoding lacks.
    missing: u64,
    /// True if the record was copied unchanged.
    is_unchanged: bool,
    /// Whether the text of the record has characters that represent bytes of an unknown encoding.
    kept: bool,
}

impl std::fmt::Debug for Converter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Converter").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Converter {
    pub fn new(settings: Settings) -> Self {
        let positions = |form| TargetWriter::Positions(Box::new(PositionConverter::new(form, settings.every)));
        let writer = match settings.target {
            Target::Descriptive | Target::Kober if settings.layout.columns => {
                TargetWriter::Columns(Box::new(ColumnConverter::new(settings.layout, settings.on_broken)))
            }
            Target::Json => TargetWriter::Json(Box::default()),
            Target::Pgn | Target::Descriptive | Target::Kober | Target::Iccf => {
                TargetWriter::Pgn(Box::new(PgnConverter::new(settings.layout, settings.on_broken)))
            }
            Target::Uci | Target::Coordinates => TargetWriter::Lines(Box::new(LineConverter::new())),
            Target::Epd => positions(Form::Epd),
            Target::Fen => positions(Form::Fen),
            Target::Sfen => positions(Form::Sfen),
            Target::Shogi(target) => {
                let stops = settings.on_broken == OnBroken::Stop;
                TargetWriter::Shogi(Box::new(ShogiRecords::new(target, settings.encoding, stops)))
            }
        };
        Self { settings, writer, missing: 0, is_unchanged: false, kept: false }
    }

    /// Prepares the next record. The caller replays it with `visitor` and then calls `finish`.
    pub fn begin(&mut self) {
        self.is_unchanged = false;
        let writer = self.writer.game_writer();
        writer.reset();
        let (out, mark) = writer.text();
        out.truncate(*mark);
        self.kept = false;
    }

    /// The visitor that writes a record; its output is useless for a game that the target does not support.
    pub fn visitor(&mut self) -> &mut dyn AnyGameVisitor {
        self.writer.game_writer()
    }

    /// Sets the place of the next record in a book.
    pub fn set_source(&mut self, source: Option<SourcePlace>) {
        match &mut self.writer {
            TargetWriter::Pgn(pgn) => pgn.source = source,
            TargetWriter::Json(json) => json.set_source(source),
            _ => {}
        }
    }

    pub const fn target(&self) -> Target {
        self.settings.target
    }

    /// Keeps the bytes of a record in an unknown encoding; returns false if the output cannot contain them.
    pub fn keep_bytes(&mut self) -> bool {
        self.kept = self.settings.encoding == Encoding::Utf8 && self.settings.target != Target::Json;
        self.kept
    }

    /// Writes a record of which no move could be replayed; returns false if the target cannot contain it.
    pub fn begin_unplayable(&mut self, text: Text<'_>, record: &Record) -> bool {
        match &mut self.writer {
            TargetWriter::Pgn(pgn) if self.settings.on_broken.keeps_rest() => {
                pgn.begin_unplayable(text, record);
                true
            }
            _ => false,
        }
    }

    /// Writes the record itself, for targets that keep unplayable records. `source` is the text before decoding.
    pub fn write_source_record(&mut self, text: Text<'_>, source: Option<Text<'_>>, record: &Record) {
        let TargetWriter::Json(json) = &mut self.writer else { return };
        match source {
            // Decoding may lose bytes.
            Some(source) => json.write_decoded_record(source, record),
            None => json.write_source_record(text, record),
        }
    }

    /// True if the layout edits, adds or omits any part of a game.
    pub fn edits(&self) -> bool {
        let Layout { strip, fen_comments, ply_count, edits, .. } = self.settings.layout;
        edits.is_some() || ply_count || strip != Strip::default() || fen_comments != FenComments::None
    }

    /// Copies the text of an unjudged record to a target of the same format. Does nothing for JSON.
    pub fn write_unchanged(&mut self, text: Text<'_>, record: &Record) {
        if matches!(self.writer, TargetWriter::Json(_)) {
            return;
        }
        let source = byte_order_mark::without(record.span.of(text.bytes)).trim_ascii();
        let (out, _) = self.writer.game_writer().text();
        out.extend_from_slice(text.encoding.decode(source).as_bytes());
        out.extend_from_slice(if self.settings.target == Target::Pgn { b"\n\n" } else { b"\n" });
        self.is_unchanged = true;
    }

    /// Length of the text of all finished games, in bytes.
    pub fn written(&mut self) -> usize {
        *self.writer.game_writer().text().1
    }

    /// Ends the record; `None` if no game was visited. `OnBroken` may omit a broken game.
    pub fn finish(&mut self) -> Option<Finished> {
        let is_unchanged = std::mem::take(&mut self.is_unchanged);
        let writer = self.writer.game_writer();
        let mut finished = match is_unchanged {
            true => Some(Finished { is_unchanged, ..Finished::default() }),
            false => writer.finish(),
        };
        let (out, mark) = writer.text();
        let left_out = matches!(self.settings.on_broken, OnBroken::Skip | OnBroken::Fail)
            && finished.as_ref().is_some_and(|finished| finished.cut.is_some());
        if finished.is_none() || left_out {
            out.truncate(*mark);
        } else if self.settings.encoding != Encoding::Utf8 && !out.get(*mark..).is_none_or(<[u8]>::is_ascii) {
            let game = out.split_off(*mark);
            let game = String::from_utf8_lossy(&game);
            let missing = encode_as(&game, self.settings.encoding, out);
            self.missing += missing.len() as u64;
            if let Some(finished) = &mut finished {
                let line = |missing: &Unencodable| game[..missing.at].matches('\n').count() as u64 + 1;
                finished.missing = missing.iter().take(MAX_MISSING_PLACES).map(|it| (it.character, line(it))).collect();
            }
        }
        if self.kept && finished.is_some() {
            let game = out.split_off(*mark);
            for character in String::from_utf8_lossy(&game).chars() {
                if !Encoding::Kept.encode(character, out) {
                    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
            }
        }
        if self.settings.newline == Newline::CrLf {
            let game = out.split_off(*mark);
            end_lines(&game, out);
        }
        *mark = out.len();
        finished
    }

    /// Returns the number of characters that the encoding lacked since the last call.
    pub const fn missing(&mut self) -> u64 {
        std::mem::replace(&mut self.missing, 0)
    }

    /// Takes the text of all games since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        let (out, mark) = self.writer.game_writer().text();
        *mark = 0;
        let room = out.capacity().min(MAX_INITIAL_BYTES);
        std::mem::replace(out, Vec::with_capacity(room))
    }

    pub fn text(&mut self, bytes: Range<usize>) -> &[u8] {
        self.writer.game_writer().text().0.get(bytes).unwrap_or_default()
    }

    pub fn text_len(&mut self) -> usize {
        self.writer.game_writer().text().0.len()
    }
}

/// Appends a text with LF as CR LF. Bytes can be compared, as no output encoding uses LF within a character.
fn end_lines(text: &[u8], out: &mut Vec<u8>) {
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_suffix(b"\n") {
            Some(line) => out.extend_from_slice(&[line, b"\r\n"].concat()),
            None => out.extend_from_slice(line),
        }
    }
}
