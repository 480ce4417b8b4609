//! One game from record to findings.

use super::chess_like::Described;
use super::collect::{Collector, Wanted};
use super::draw::{DrawEvent, How};
use super::head::{GameTags, Variant};
use super::line_replayer::{LineReplayer, Source};
use super::played::Played;
use super::replay_rules::ReplayRules;
use super::text::Text;
use super::verdict::{End, Verdict};
use super::visitor::{self, AnyGameVisitor};
use super::{chess_like, notes, shogi};
use crate::book::Books;
use crate::finding::{Code, Finding, Severity};
use crate::notation::hex;
use crate::notation::letters::Letters;
use crate::record::{ItemKind, Movetext, Outcome, Record};
use crate::rules::GameKind;
use crate::rules::chess::Position as Chess;
use crate::rules::hex::Position as Hex;
use crate::rules::shogi::Position as Shogi;

/// How games are judged.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The books to judge under, before the record's own.
    pub books: Books,
    /// The piece letters, if they are given rather than found.
    pub letters: Option<&'static Letters>,
    /// Whether moves are expected in long form or coordinates, so that these are no leniency.
    pub long_form: bool,
    /// Whether moves are expected to be hexagonal.
    pub hex: bool,
    /// The pieces given as odds, before what the record says: squares, `a1,f7`.
    pub odds: Option<String>,
    /// Whether the moves and positions of the main line are kept.
    pub keep: bool,
    /// Whether only the moves are asked for: what stands around them, clocks, draws and results are not judged.
    pub moves_only: bool,
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

/// Who says which book a game is judged under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesFrom {
    /// `--rules`.
    Given,
    /// The record.
    Record,
    /// The custom of its format.
    Format,
    /// Nobody: it is the default of the game.
    Default,
}

impl RulesFrom {
    /// The word used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Given => "option",
            Self::Record => "record",
            Self::Format => "format",
            Self::Default => "default",
        }
    }
}

/// What replay says of a game beside its findings.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// Which game it is.
    pub kind: GameKind,
    /// What became of it.
    pub status: Status,
    /// The name of the book it was judged under.
    pub rules: &'static str,
    /// Who says so.
    pub rules_from: RulesFrom,
    /// Plies of the main line that were replayed.
    pub plies: u32,
    /// How the board ended.
    pub end: End,
    /// Draws that could have been claimed, or happened.
    pub draws: Vec<DrawEvent>,
    /// How often the position that occurred most often did so, and the ply after which that was reached.
    pub most_repeated: (u32, u32),
    /// The result that the record states.
    pub recorded: Option<Outcome>,
    /// Whether the result fits the board.
    pub verdict: Verdict,
    /// The moves and positions of the main line, if they were asked for.
    pub played: Played,
}

impl Replayed {
    /// Whether a player could have claimed a draw, with the intended move or having the move.
    pub fn could_claim(&self) -> bool {
        self.draws.iter().any(|draw| draw.how != How::Automatic)
    }

    /// A game of which nothing was replayed.
    pub(super) fn nothing(kind: GameKind, status: Status, rules: &'static str, recorded: Option<Outcome>) -> Self {
        Self {
            kind,
            status,
            rules,
            rules_from: RulesFrom::Default,
            plies: 0,
            end: End::None,
            draws: Vec::new(),
            most_repeated: (1, 0),
            recorded,
            verdict: Verdict::Presumed,
            played: Played::None,
        }
    }
}

/// Replays one game after the other with the same buffers.
#[derive(Debug)]
pub struct Replayer {
    options: Options,
    /// Findings of the current game and counts of all.
    pub collector: Collector,
    chess: LineReplayer<Chess>,
    described: LineReplayer<Described>,
    hex: LineReplayer<Hex>,
    shogi: LineReplayer<Shogi>,
}

impl Replayer {
    /// A replayer that keeps the wanted findings.
    pub fn new(options: Options, wanted: Wanted) -> Self {
        Self {
            options: options.clone(),
            collector: Collector::new(wanted),
            chess: LineReplayer::new(options.clone(), chess_like::State::new(&options)),
            described: LineReplayer::new(options.clone(), chess_like::State::new(&options)),
            hex: LineReplayer::new(options.clone(), chess_like::State::new(&options)),
            shogi: LineReplayer::new(options.clone(), shogi::State::new(&options)),
        }
    }

    /// Judges a game. `plain` says that the slice holds printable ASCII only.
    pub fn replay(&mut self, text: Text<'_>, record: &Record, plain: bool) -> Replayed {
        self.replay_to(text, record, plain, &mut ())
    }

    /// The same with a visitor; it visits nothing of a game that is not judged.
    pub fn replay_to<L: AnyGameVisitor>(
        &mut self,
        text: Text<'_>,
        record: &Record,
        plain: bool,
        visitor: &mut L,
    ) -> Replayed {
        let mut head = GameTags::read(text.bytes, record);
        let odds = self.options.odds.clone();
        head.odds = odds.as_deref().map(str::as_bytes).or(head.odds);
        let variant = head.variant();
        let source = Source { text, record, head: &head };
        let collector = &mut self.collector;
        let mut western_hex = |collector: &mut Collector, visitor: &mut L| {
            with_collector(collector, &mut self.hex, |hex| chess_like::replay(hex, &source, plain, visitor))
        };
        let replayed = if record.format.is_shogi() {
            with_collector(collector, &mut self.shogi, |shogi| shogi::replay(shogi, &source, plain, visitor))
        } else if self.options.hex || variant == Variant::Hex {
            western_hex(collector, visitor)
        } else if variant == Variant::Unknown {
            self.unsupported(text, record, &head, plain)
        } else if let Movetext::Descriptive(_) = record.movetext {
            let mut visitor = visitor::Described(visitor);
            with_collector(collector, &mut self.described, |described| {
                chess_like::replay(described, &source, plain, &mut visitor)
            })
        } else {
            let replayed =
                with_collector(collector, &mut self.chess, |chess| chess_like::replay(chess, &source, plain, visitor));
            // What fails as chess may be hexagonal without saying so.
            if replayed.status == Status::Error && head.variant.is_none() && is_hex(text, record) {
                western_hex(collector, visitor)
            } else {
                replayed
            }
        };
        self.collector.commit();
        self.settled(replayed, &head)
    }

    /// Says where the book of a western game was taken from; shogi has said so.
    fn settled(&self, replayed: Replayed, head: &GameTags<'_>) -> Replayed {
        let (given, named) = match replayed.kind {
            GameKind::Chess => (self.options.books.chess.is_some(), head.books.chess.is_some()),
            GameKind::Hex => (self.options.books.hex.is_some(), head.books.hex.is_some()),
            GameKind::Shogi => return replayed,
        };
        let rules_from = match (given, named) {
            (true, _) => RulesFrom::Given,
            (false, true) => RulesFrom::Record,
            (false, false) => RulesFrom::Default,
        };
        Replayed { rules_from, ..replayed }
    }

    fn unsupported(&mut self, text: Text<'_>, record: &Record, head: &GameTags<'_>, plain: bool) -> Replayed {
        self.collector.begin();
        chess_like::about_text(text, record, plain, &mut self.collector);
        notes::report_nested(text, record, &[], &mut self.collector);
        let tag = record.tag(text.bytes, "Variant").map_or(record.span, |tag| tag.value);
        self.collector.add(Code::H020, Severity::Info, || {
            let message = format!("the variant {} is not judged; the game is read for syntax only", text.show(tag));
            Finding::new(Code::H020, tag, message)
        });
        let recorded = head.recorded(text, record).map(|(outcome, _)| outcome);
        let book = self.chess.options.books.chess.or(head.books.chess).unwrap_or_else(crate::book::default_chess);
        Replayed::nothing(GameKind::Chess, Status::Unsupported, book.name, recorded)
    }
}

/// Lends the collector, which is one for all kinds of game, to a player while it judges.
fn with_collector<G: ReplayRules>(
    collector: &mut Collector,
    replayer: &mut LineReplayer<G>,
    judge: impl FnOnce(&mut LineReplayer<G>) -> Replayed,
) -> Replayed {
    std::mem::swap(collector, &mut replayer.collector);
    let replayed = judge(replayer);
    std::mem::swap(collector, &mut replayer.collector);
    replayed
}

/// Whether the moves of a record only make sense on the hexagonal board.
#[cold]
fn is_hex(text: Text<'_>, record: &Record) -> bool {
    let moves = record.items.iter().filter(|item| item.line == 0 && item.kind == ItemKind::Move);
    hex::looks_like(moves.map(|item| item.span.of(text.bytes)))
}
