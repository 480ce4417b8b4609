//! One game from record to findings.

use super::clocks::Clocks;
use super::collect::{Collector, Wanted};
use super::draws::{DrawEvent, Draws};
use super::head::{self, Head, Variant};
use super::lines::{self, Frame};
use super::repetition::Repetition;
use super::result::{self, End, Verdict};
use super::text::{self, Text};
use super::{notes, resolve, start};
use crate::book::{self, RuleBook};
use crate::finding::{Code, Finding, Severity};
use crate::notation::letters::Letters;
use crate::record::{Kind, Outcome, Record};
use crate::rules::chess::{Move, Position};

/// How games are judged.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The book to judge under, before the record's own.
    pub book: Option<&'static RuleBook>,
    /// The piece letters, if they are given rather than found.
    pub letters: Option<&'static Letters>,
    /// Whether moves are expected in long form or coordinates, so that these are no leniency.
    pub long_form: bool,
    /// Whether the moves of the main line are kept.
    pub moves: bool,
}

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// No finding of error.
    Ok,
    /// At least one.
    Error,
    /// No move could be judged: the start position cannot be set up.
    Unreadable,
    /// A game that is not judged.
    Unsupported,
}

impl Status {
    /// The word used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Error => "error",
            Self::Unreadable => "unreadable",
            Self::Unsupported => "unsupported",
        }
    }
}

/// What replay says of a game beside its findings.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// What became of it.
    pub status: Status,
    /// The book it was judged under.
    pub book: &'static RuleBook,
    /// Plies of the main line that were replayed.
    pub plies: u32,
    /// How the board ended.
    pub end: End,
    /// Draws that could have been claimed, or happened.
    pub draws: Vec<DrawEvent>,
    /// The result that the record states.
    pub recorded: Option<Outcome>,
    /// Whether the result fits the board.
    pub verdict: Verdict,
    /// The position in which the game begins.
    pub start: Position,
    /// The position at the end of the main line.
    pub last: Position,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// The moves of the main line, if they were asked for.
    pub moves: Vec<Move>,
}

impl Replayed {
    /// The position after some plies of the main line, whose moves were kept.
    pub fn position_at(&self, ply: u32) -> Position {
        lines::rebuild(&self.start, &self.moves[..(ply as usize).min(self.moves.len())])
    }
}

/// Replays one game after the other with the same buffers.
#[derive(Debug)]
pub struct Replayer {
    pub(super) options: Options,
    /// Findings of the current game and counts of all.
    pub collector: Collector,
    pub(super) repetition: Repetition,
    pub(super) draws: Draws,
    pub(super) clocks: Clocks,
    /// Moves from the start to the current position, and the items they stand in.
    pub(super) moves: Vec<Move>,
    pub(super) places: Vec<u32>,
    pub(super) stack: Vec<Frame>,
    /// The letters in force for the current game.
    pub(super) letters: &'static Letters,
    /// Whether the game replays to its end with the letters that were found.
    letters_fit: bool,
    /// Whether those are English, which has a reader of its own.
    pub(super) english: bool,
    /// The usual start position.
    usual: Position,
    /// Set when a token could only be read with other letters.
    pub(super) strange_letters: bool,
}

/// The game that is being replayed.
#[derive(Clone, Copy)]
pub(super) struct Game<'a> {
    pub(super) text: Text<'a>,
    pub(super) record: &'a Record,
    pub(super) head: Head<'a>,
    pub(super) book: &'static RuleBook,
}

impl Replayer {
    /// A replayer that keeps the wanted findings.
    pub fn new(options: Options, wanted: Wanted) -> Self {
        Self {
            letters: options.letters.unwrap_or(Letters::ENGLISH),
            options,
            collector: Collector::new(wanted),
            repetition: Repetition::new(),
            draws: Draws::default(),
            clocks: Clocks::default(),
            moves: Vec::with_capacity(512),
            places: Vec::with_capacity(512),
            stack: Vec::new(),
            letters_fit: false,
            english: true,
            usual: <Position as crate::rules::Game>::start(),
            strange_letters: false,
        }
    }

    /// Judges a game. `plain` says that the slice holds printable ASCII only.
    pub fn replay(&mut self, text: Text<'_>, record: &Record, plain: bool) -> Replayed {
        let head = Head::read(text.bytes, record);
        let book = self.options.book.or(head.rules).unwrap_or_else(book::default_chess);
        let game = Game { text, record, head, book };
        self.letters = self.options.letters.unwrap_or(Letters::ENGLISH);
        let mut replayed = self.attempt(game, plain);
        if self.strange_letters {
            let start = start::position(&game, &self.usual, &mut Collector::default());
            if let Some((letters, whole)) = start.and_then(|start| resolve::letters(&game, &start.position)) {
                self.letters = letters;
                self.letters_fit = whole;
                replayed = self.attempt(game, plain);
            }
        }
        self.collector.commit();
        replayed
    }

    pub(super) const fn usual(&self) -> &Position {
        &self.usual
    }

    fn attempt(&mut self, game: Game<'_>, plain: bool) -> Replayed {
        self.collector.begin();
        self.strange_letters = false;
        if !plain {
            text::judge(game.text, game.record, &mut self.collector);
        }
        notes::report(game.text, game.record, &mut self.collector);
        head::judge(game.text, game.record, &mut self.collector);
        if game.head.variant() == Variant::Unknown {
            return self.unsupported(&game);
        }
        match start::position(&game, &self.usual, &mut self.collector) {
            Some(start) => self.play(&game, start),
            None => self.nothing(&game, Status::Unreadable),
        }
    }

    fn play(&mut self, game: &Game<'_>, start: start::Start) -> Replayed {
        self.clocks.begin(game.head.time_control, game.book.move_limit);
        if !self.letters.is_english() && self.options.letters.is_none() {
            let span = game
                .record
                .items
                .iter()
                .find(|item| item.kind == Kind::Move)
                .map_or(game.record.span, |item| item.span);
            let letters = self.letters;
            let how_far = if self.letters_fit { "to its end" } else { "farther" };
            self.collector.once(Code::N002, Severity::Info, || {
                let message = format!("the piece letters are {}: the game replays {how_far} with them", letters.name);
                Finding::new(Code::N002, span, message)
            });
        }
        let main = self.lines(game, start.position.clone());
        let plies = main.ply;
        if main.alive {
            head::ply_count(game.text, &game.head, plies, &mut self.collector);
            self.clocks.finish(plies, &mut self.collector);
        }
        let (end, verdict) = result::judge(self, game, &main);
        let status = if self.collector.errors() > 0 { Status::Error } else { Status::Ok };
        Replayed {
            status,
            book: game.book,
            plies,
            end,
            draws: self.draws.events(),
            recorded: result::recorded(game).map(|(outcome, _)| outcome),
            verdict,
            start: start.position,
            last: main.position,
            chess960: start.chess960,
            moves: if self.options.moves { self.moves.clone() } else { Vec::new() },
        }
    }

    fn unsupported(&mut self, game: &Game<'_>) -> Replayed {
        let tag = game.record.tag(game.text.bytes, "Variant").map_or(game.record.span, |tag| tag.value);
        self.collector.add(Code::H020, Severity::Info, || {
            let message =
                format!("the variant {} is not judged; the game is read for syntax only", game.text.show(tag));
            Finding::new(Code::H020, tag, message)
        });
        self.nothing(game, Status::Unsupported)
    }

    fn nothing(&mut self, game: &Game<'_>, status: Status) -> Replayed {
        if status == Status::Unreadable {
            result::tokens(self, game);
        }
        Replayed {
            status,
            book: game.book,
            plies: 0,
            end: End::None,
            draws: Vec::new(),
            recorded: result::recorded(game).map(|(outcome, _)| outcome),
            verdict: Verdict::Presumed,
            start: self.usual.clone(),
            last: self.usual.clone(),
            chess960: false,
            moves: Vec::new(),
        }
    }
}
