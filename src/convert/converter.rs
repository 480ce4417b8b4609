//! Records of any game into one target, one after the other.

use super::board::Board;
use super::columns::ColumnConverter;
use super::encode::{Missing, encode_as};
use super::json::JsonConverter;
use super::json_records::JsonRecords;
use super::lines::LineConverter;
use super::losses::Losses;
use super::options::{Layout, OnBroken};
use super::positions::{Form, PositionConverter, Shown};
use super::records::ShogiRecords;
use super::target::Target;
use super::western::PgnConverter;
use crate::archive::Encoding;
use crate::notation::kanji::Script;
use crate::record::{Item, Kind, Record};
use crate::replay::{Listener, Text};
use crate::rules::{GameKind, shogi};

/// What is converted, and how.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The target.
    pub target: Target,
    /// How PGN is laid out.
    pub layout: Layout,
    /// What happens to broken games.
    pub on_broken: OnBroken,
    /// Whether position targets give every position.
    pub every: bool,
    /// The encoding of the output.
    pub encoding: Encoding,
    /// How its lines end.
    pub newline: Newline,
}

/// Where a game was cut.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// The ply of the move, from 1; nothing in a variation.
    pub ply: Option<u32>,
    /// The move as it is written; empty where that is not known.
    pub token: String,
}

impl Cut {
    /// Keeps the first of the moves that cannot be played.
    pub(super) fn first(cut: &mut Option<Self>, ply: Option<u32>, text: Text<'_>, item: Item) {
        cut.get_or_insert_with(|| Self { ply, token: text.show(item.span) });
    }
}

/// What became of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finished {
    /// What the target could not hold.
    pub losses: Losses,
    /// Where the first line stopped that could not be played to its end.
    pub cut: Option<Cut>,
    /// Plies of the main line that were converted.
    pub plies: u32,
    /// Characters that the encoding does not have, each with its line of the game's text, from 1; the first ones.
    pub missing: Vec<(char, u64)>,
}

/// Places of missing characters that are kept of a game.
const MOST_MISSING: usize = 100;

/// A way to a target: it writes games one after the other into one text.
pub(super) trait Writes {
    /// The text, and where the current game begins in it.
    fn text(&mut self) -> (&mut Vec<u8>, &mut usize);
    /// Forgets that a game was heard.
    fn forget(&mut self);
    /// Ends the game; nothing if none was heard.
    fn finish(&mut self) -> Option<Finished>;
}

/// The ways that there are; moves are told to them without a call through a pointer.
enum Way {
    Pgn(Box<PgnConverter>),
    Columns(Box<ColumnConverter>),
    Json(Box<JsonRecords>),
    Lines(Box<LineConverter>),
    Positions(Box<PositionConverter>),
    Shogi(Box<ShogiRecords>),
}

impl Way {
    fn writes(&mut self) -> &mut dyn Writes {
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

/// Hears one record after the other and writes them in the target.
pub struct Converter {
    settings: Settings,
    way: Way,
    /// The game of the record that was heard last, if the target does not hold it.
    foreign: Option<GameKind>,
    /// Characters that the encoding does not have.
    missing: u64,
}

/// How lines end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Newline {
    /// LF.
    #[default]
    Lf,
    /// CR LF, as on Windows.
    CrLf,
}

impl std::fmt::Debug for Converter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Converter").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Converter {
    /// A converter with nothing written yet.
    pub fn new(settings: Settings) -> Self {
        let positions = |form| Way::Positions(Box::new(PositionConverter::new(form, settings.every)));
        let way = match settings.target {
            Target::Descriptive | Target::Kober if settings.layout.columns => {
                Way::Columns(Box::new(ColumnConverter::new(settings.layout, settings.on_broken)))
            }
            Target::Json => Way::Json(Box::default()),
            Target::Pgn | Target::Descriptive | Target::Kober | Target::Iccf => {
                Way::Pgn(Box::new(PgnConverter::new(settings.layout, settings.on_broken)))
            }
            Target::Uci | Target::Coordinates => Way::Lines(Box::new(LineConverter::new())),
            Target::Epd => positions(Form::Epd),
            Target::Fen => positions(Form::Fen),
            Target::Sfen => positions(Form::Sfen),
            Target::Shogi(target) => {
                let writer = target.writer(Script::from(settings.encoding));
                Way::Shogi(Box::new(ShogiRecords::new(writer, settings.on_broken == OnBroken::Stop)))
            }
        };
        Self { settings, way, foreign: None, missing: 0 }
    }

    /// Makes it ready for the next record, which is then replayed with this as its listener, and ended by `finish`.
    pub fn begin(&mut self) {
        self.foreign = None;
        let writes = self.way.writes();
        writes.forget();
        let (out, mark) = writes.text();
        out.truncate(*mark);
    }

    /// The game of the record, if the target cannot hold it.
    pub const fn foreign(&self) -> Option<GameKind> {
        self.foreign
    }

    /// Takes in a record of which nothing could be replayed; false if the target has no room for it.
    pub fn unheard(&mut self, text: Text<'_>, record: &Record) -> bool {
        match &mut self.way {
            Way::Pgn(pgn) if self.settings.on_broken == OnBroken::Comment => {
                pgn.unheard(text, record);
                true
            }
            _ => false,
        }
    }

    /// Takes in the record as it is, for targets that hold it whether or not it could be replayed.
    pub fn tell(&mut self, text: Text<'_>, record: &Record) {
        if let Way::Json(json) = &mut self.way {
            json.tell(text, record);
        }
    }

    /// Bytes of the games that are finished.
    pub fn written(&mut self) -> usize {
        *self.way.writes().text().1
    }

    /// Ends the record; nothing if none was heard. A broken one is not written where that is not wanted.
    pub fn finish(&mut self) -> Option<Finished> {
        let writes = self.way.writes();
        let mut finished = writes.finish();
        let (out, mark) = writes.text();
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
                let line = |missing: &Missing| game[..missing.at].matches('\n').count() as u64 + 1;
                finished.missing = missing.iter().take(MOST_MISSING).map(|it| (it.character, line(it))).collect();
            }
        }
        if self.settings.newline == Newline::CrLf {
            let game = out.split_off(*mark);
            end_lines(&game, out);
        }
        *mark = out.len();
        finished
    }

    /// Characters since the last call that the encoding does not have.
    pub const fn missing(&mut self) -> u64 {
        std::mem::replace(&mut self.missing, 0)
    }

    /// Takes the text of all games since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        let (out, mark) = self.way.writes().text();
        *mark = 0;
        let room = out.capacity();
        std::mem::replace(out, Vec::with_capacity(room))
    }

    /// Whether the target holds games of that kind; what it does not hold is forgotten.
    fn holds(&mut self, kind: GameKind) -> bool {
        let holds = self.settings.target.holds(kind);
        self.foreign = (!holds).then_some(kind);
        if !holds {
            self.way.writes().forget();
        }
        holds
    }
}

/// Adds a text whose lines end in LF with CR LF: no encoding has that byte inside of a character.
fn end_lines(text: &[u8], out: &mut Vec<u8>) {
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_suffix(b"\n") {
            Some(line) => out.extend_from_slice(&[line, b"\r\n"].concat()),
            None => out.extend_from_slice(line),
        }
    }
}

/// Chess and hexagonal chess.
impl<G: Board + Shown> Listener<G> for Converter
where
    JsonConverter: Listener<G>,
{
    fn begin(&mut self, text: Text<'_>, record: &Record, start: &G) {
        if !self.holds(G::KIND) {
            return;
        }
        match &mut self.way {
            Way::Pgn(pgn) => pgn.begin_game(text, record, start),
            Way::Columns(columns) => columns.begin(text, record, start),
            Way::Json(json) => json.begin(text, record, start),
            Way::Lines(lines) => lines.begin(text, record),
            Way::Positions(positions) => positions.begin(record, start),
            Way::Shogi(_) => {}
        }
    }

    #[inline(always)]
    fn item(&mut self, text: Text<'_>, item: Item) {
        // Moves are numbered anew.
        if item.kind == Kind::Number {
            return;
        }
        match &mut self.way {
            Way::Pgn(pgn) => pgn.item(text, item),
            Way::Columns(columns) => columns.item(text, item),
            Way::Json(_) => {}
            Way::Lines(lines) => lines.item(text, item),
            Way::Positions(positions) => positions.item(text, item),
            Way::Shogi(_) => {}
        }
    }

    #[inline(always)]
    fn moved(&mut self, text: Text<'_>, item: Item, before: &G, mv: G::Move, ply: u32) {
        self.moved_so(text, item, before, mv, ply, false);
    }

    #[inline(always)]
    fn moved_so(&mut self, text: Text<'_>, item: Item, before: &G, mv: G::Move, ply: u32, brief: bool) {
        match &mut self.way {
            Way::Pgn(pgn) => pgn.moved(text, item, before, mv, brief),
            Way::Columns(columns) => columns.moved(text, item, before, mv),
            Way::Json(json) => json.moved(text, item, before, mv, ply),
            Way::Lines(lines) => lines.moved(item, before, mv),
            Way::Positions(positions) => positions.moved(item),
            Way::Shogi(_) => {}
        }
    }

    fn passed(&mut self, text: Text<'_>, item: Item, before: &G) {
        match &mut self.way {
            Way::Pgn(pgn) => pgn.passed(text, item, before),
            Way::Columns(columns) => columns.passed(text, item),
            Way::Json(_) => {}
            Way::Lines(lines) => lines.passed(item),
            Way::Positions(positions) => positions.moved(item),
            Way::Shogi(_) => {}
        }
    }

    #[inline(always)]
    fn played(&mut self, after: &G) {
        match &mut self.way {
            Way::Pgn(pgn) => pgn.played(after),
            Way::Positions(positions) => positions.played(after),
            Way::Columns(_) | Way::Json(_) | Way::Lines(_) | Way::Shogi(_) => {}
        }
    }

    fn skipped(&mut self, text: Text<'_>, item: Item) {
        match &mut self.way {
            Way::Pgn(pgn) => pgn.skipped(text, item),
            Way::Columns(columns) => columns.skipped(text, item),
            Way::Json(_) => {}
            Way::Lines(lines) => lines.skipped(text, item),
            Way::Positions(positions) => positions.skipped(text, item),
            Way::Shogi(_) => {}
        }
    }
}

impl Listener<shogi::Position> for Converter {
    fn begin(&mut self, text: Text<'_>, record: &Record, start: &shogi::Position) {
        if !self.holds(GameKind::Shogi) {
            return;
        }
        match &mut self.way {
            Way::Shogi(shogi) => shogi.begin(text, record, start),
            Way::Json(json) => json.begin(text, record, start),
            Way::Positions(positions) => positions.begin(record, start),
            Way::Pgn(_) | Way::Columns(_) | Way::Lines(_) => {}
        }
    }

    fn item(&mut self, text: Text<'_>, item: Item) {
        match &mut self.way {
            Way::Shogi(shogi) => shogi.item(text, item),
            Way::Positions(positions) => positions.item(text, item),
            Way::Pgn(_) | Way::Columns(_) | Way::Json(_) | Way::Lines(_) => {}
        }
    }

    #[inline]
    fn moved(&mut self, text: Text<'_>, item: Item, before: &shogi::Position, mv: shogi::Move, ply: u32) {
        match &mut self.way {
            Way::Shogi(shogi) => shogi.moved(text, item, before, mv, ply),
            Way::Json(json) => json.moved(text, item, before, mv, ply),
            Way::Positions(positions) => positions.moved(item),
            Way::Pgn(_) | Way::Columns(_) | Way::Lines(_) => {}
        }
    }

    #[inline]
    fn played(&mut self, after: &shogi::Position) {
        if let Way::Positions(positions) = &mut self.way {
            positions.played(after);
        }
    }

    fn skipped(&mut self, text: Text<'_>, item: Item) {
        match &mut self.way {
            Way::Shogi(shogi) => shogi.skipped(text, item),
            Way::Positions(positions) => positions.skipped(text, item),
            Way::Pgn(_) | Way::Columns(_) | Way::Json(_) | Way::Lines(_) => {}
        }
    }
}
