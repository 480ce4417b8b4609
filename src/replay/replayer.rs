//! One game from record to findings.

use super::chess_like::{Described, WithoutNames};
use super::collect::{Collector, Wanted};
use super::context::Source;
use super::game_report::{Replayed, RulesFrom, Status};
use super::head::{GameTags, Variant};
use super::line_replayer::LineReplayer;
use super::options::Options;
use super::replay_rules::ReplayRules;
use super::text::Text;
use super::visitor::AnyGameVisitor;
use super::{chess_like, notes, shogi};
use crate::finding::{Code, Finding, Severity};
use crate::notation::hex;
use crate::record::{ItemKind, Movetext, Record};
use crate::rules::GameKind;
use crate::rules::chess::Position as Chess;
use crate::rules::hex::Position as Hex;
use crate::rules::shogi::Position as Shogi;

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
            let mut visitor = WithoutNames(visitor);
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
