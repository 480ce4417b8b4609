//! Replays a game, from record to findings.

use super::collect::{Collector, Wanted};
use super::context::Source;
use super::game_report::{Replayed, RulesFrom, Status};
use super::game_tags::{GameTags, Variant};
use super::games::{self, Game};
use super::line_replayer::LineReplayer;
use super::options::Options;
use super::replay_rules::ReplayRules;
use super::text::Text;
use super::visitor::AnyGameVisitor;
use super::{allowances, annotator_marks, chess_like, notes, shogi, variant_moves};
use partie_notation::hex;
use partie_notation::letters::Letters;
use partie_notation::moves::{Algebraic, Descriptive, HexNotation, ShogiNotation};
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::text as said;
use partie_record::say;
use partie_record::span::Span;
use partie_record::{ItemKind, Movetext, Record, limits};
use partie_rules::GameKind;

/// Replays games, one after another, with the same buffers.
#[derive(Debug)]
pub struct Replayer {
    options: Options,
    /// Findings of the current game and counts of all games; swapped into the line replayer of each game and back.
    pub collector: Box<Collector>,
    algebraic: LineReplayer<Algebraic>,
    descriptive: LineReplayer<Descriptive>,
    hex: LineReplayer<HexNotation>,
    shogi: LineReplayer<ShogiNotation>,
}

impl Replayer {
    /// Creates a replayer that keeps the wanted findings.
    pub fn new(options: Options, wanted: Wanted) -> Self {
        Self {
            collector: Box::new(Collector::new(wanted)),
            algebraic: LineReplayer::new(&options, Algebraic::new(Letters::ENGLISH), chess_like::State::new()),
            descriptive: LineReplayer::new(&options, Descriptive::default(), chess_like::State::new()),
            hex: LineReplayer::new(&options, HexNotation::new(Letters::ENGLISH), chess_like::State::new()),
            shogi: LineReplayer::new(&options, ShogiNotation::default(), shogi::State::new()),
            options,
        }
    }

    /// Judges a game. `plain` is true if it contains printable ASCII only.
    pub fn replay(&mut self, text: Text<'_>, record: &Record, plain: bool) -> Replayed {
        self.visit(text, record, plain, &mut ())
    }

    /// Like [`Self::replay`], with a visitor; it receives nothing of a game that is not judged.
    pub fn replay_to(
        &mut self,
        text: Text<'_>,
        record: &Record,
        plain: bool,
        visitor: &mut dyn AnyGameVisitor,
    ) -> Replayed {
        self.visit(text, record, plain, visitor)
    }

    // One copy of the loops without a visitor and one for all visitors: a copy for each type of visitor would add a
    // megabyte.
    fn visit<L: AnyGameVisitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        record: &Record,
        plain: bool,
        visitor: &mut L,
    ) -> Replayed {
        if record.is_cut_short() {
            return self.too_long(text, record);
        }
        let mut head = GameTags::of_record(text.bytes, record);
        let odds = self.options.odds.clone();
        head.odds = odds.as_deref().map(str::as_bytes).or(head.odds);
        let variant = head.variant();
        let source = Source { text, record, head: &head };
        let collector = &mut self.collector;
        let mut hex = |collector: &mut Box<Collector>, visitor: &mut L| {
            with_collector(collector, &mut self.hex, |hex| chess_like::replay(hex, &source, plain, visitor))
        };
        let replayed = if record.format.is_shogi() {
            with_collector(collector, &mut self.shogi, |shogi| shogi::replay(shogi, &source, plain, visitor))
        } else if self.options.hex || record.is_hexagonal || variant == Variant::Hex {
            hex(collector, visitor)
        } else if variant == Variant::Unknown {
            self.unsupported(text, record, &head, plain)
        } else {
            let replayed = match record.movetext {
                Movetext::Descriptive(_) => with_collector(collector, &mut self.descriptive, |descriptive| {
                    chess_like::replay(descriptive, &source, plain, visitor)
                }),
                Movetext::Algebraic | Movetext::Coordinates | Movetext::Kober | Movetext::Iccf => {
                    with_collector(collector, &mut self.algebraic, |algebraic| {
                        chess_like::replay(algebraic, &source, plain, visitor)
                    })
                }
            };
            // A game that fails as chess may be hexagonal without a Variant tag.
            let words = matches!(record.movetext, Movetext::Descriptive(_));
            if replayed.status == Status::Error && !words && head.variant.is_none() && is_hex(text, record) {
                hex(collector, visitor)
            } else {
                replayed
            }
        };
        annotator_marks::keep(text, &mut self.collector);
        if self.collector.allows() {
            allowances::apply(text, record, &mut self.collector);
        }
        self.collector.commit();
        let replayed = self.settled(replayed, &head);
        if record.items.len() > limits::KEPT {
            self.release();
        }
        replayed
    }

    /// Judges a game of a slice. Returns the report and the wanted findings, with spans in the slice.
    pub fn judge(&mut self, game: &Game<'_>) -> (Replayed, Vec<Finding>) {
        let replayed = self.replay(game.text, game.record, game.plain);
        let mut findings = self.collector.take_sorted();
        games::place(&mut findings, game.record);
        (replayed, findings)
    }

    /// Frees the memory that a long game needed.
    #[cold]
    fn release(&mut self) {
        let collector = std::mem::take(&mut self.collector);
        *self = Self { collector, ..Self::new(self.options.clone(), Wanted::default()) };
    }

    /// Sets the source of the rule book for chess games; shogi has set its own.
    fn settled(&self, replayed: Replayed, head: &GameTags<'_>) -> Replayed {
        let books = &self.options.books;
        let (given, named) = match replayed.kind {
            GameKind::Chess => (books.chess.is_some(), head.books.chess.is_some()),
            GameKind::Hex => (books.hex.is_some(), head.books.hex.is_some()),
            GameKind::Shogi => return replayed,
        };
        let rules_from = match (given, named) {
            (true, _) => RulesFrom::Given,
            (false, true) if head.is_book_of_site && replayed.kind == GameKind::Chess => RulesFrom::Site,
            (false, true) => RulesFrom::Record,
            (false, false) => RulesFrom::Default,
        };
        Replayed { rules_from, ..replayed }
    }

    /// Reports a game that was read only in part: its end, result and open brackets would look wrong.
    #[cold]
    fn too_long(&mut self, text: Text<'_>, record: &Record) -> Replayed {
        self.collector.begin();
        let beginning = record.tags.first().map_or(Span { to: record.span.from, ..record.span }, |tag| tag.span);
        self.collector.add(Code::B007, Severity::Error, || {
            Finding::new(Code::B007, beginning, say!("game-too-long")).help(say!("split-game-or-look-for-tags"))
        });
        self.collector.commit();
        let head = GameTags::of_record(text.bytes, record);
        let recorded = head.recorded(record).map(|(outcome, _)| outcome);
        let book = self.options.books.chess.or(head.books.chess).unwrap_or_else(partie_record::book::default_chess);
        Replayed::nothing(record.format.game(), Status::Unreadable, book.name, recorded)
    }

    fn unsupported(&mut self, text: Text<'_>, record: &Record, head: &GameTags<'_>, plain: bool) -> Replayed {
        self.collector.begin();
        chess_like::about_text(text, record, plain, &mut self.collector);
        notes::report_nested(text, record, &[], &mut self.collector);
        let tag = record.tag(text.bytes, "Variant").map_or(record.span, |tag| tag.value);
        self.collector.add(Code::H020, Severity::Info, || {
            let message = say!("variant-not-judged", variant = said(text.show(tag)));
            Finding::new(Code::H020, tag, message)
        });
        variant_moves::judge(text, record, &text.decode(tag), &mut self.collector);
        let recorded = head.recorded(record).map(|(outcome, _)| outcome);
        let book = self.options.books.chess.or(head.books.chess).unwrap_or_else(partie_record::book::default_chess);
        Replayed::nothing(GameKind::Chess, Status::Unsupported, book.name, recorded)
    }
}

/// Lends the collector, which all kinds of games share, to a line replayer while it judges.
fn with_collector<N: ReplayRules>(
    collector: &mut Box<Collector>,
    replayer: &mut LineReplayer<N>,
    judge: impl FnOnce(&mut LineReplayer<N>) -> Replayed,
) -> Replayed {
    std::mem::swap(collector, &mut replayer.collector);
    let replayed = judge(replayer);
    std::mem::swap(collector, &mut replayer.collector);
    replayed
}

/// True if the moves of a record only make sense on the hexagonal board.
#[cold]
fn is_hex(text: Text<'_>, record: &Record) -> bool {
    // A position of eight rows is not hexagonal.
    let rows = record.fen().map(|tag| tag.value.of(text.bytes).iter().filter(|byte| **byte == b'/').count() + 1);
    if rows == Some(8) {
        return false;
    }
    let moves = record.items.iter().filter(|item| item.line == 0 && item.kind == ItemKind::Move);
    hex::looks_like(moves.map(|item| item.span.of(text.bytes)))
}
