//! [`ChessLike`] for hexagonal chess.

use super::game::Start;
use super::game::{ChessLike, MoveComponents, Special};
use super::judge_move::JudgeMove;
use super::setup_faults::report;
use crate::collect::Collector;
use crate::context::Source;
use crate::played::{MainLine, Played};
use partie_notation::hex_fen;
use partie_notation::moves::HexNotation;
use partie_record::book::{self, Books, ChessRules, RuleBook};
use partie_record::finding::{Finding, Severity};
use partie_rules::Side;
use partie_rules::chess::dead::Why;
use partie_rules::hex::{Cell, Move, MoveKind, Position, Role, dead_by_material, insufficient_material};

impl ChessLike for Position {
    const HAS_CASTLING: bool = false;

    fn book(chosen: &Books, named: &Books) -> &'static RuleBook<ChessRules> {
        chosen.hex.or(named.hex).unwrap_or_else(book::default_hex)
    }

    fn start_of(
        source: &Source<'_>,
        initial: &Self,
        book: &RuleBook<ChessRules>,
        collector: &mut Collector,
    ) -> Option<Start<Self>> {
        let Some(tag) = source.head.fen else {
            let has_start = !source.record.format.is_position_list();
            return has_start.then(|| Start { position: initial.clone(), chess960: false });
        };
        let read = hex_fen::read_hex_fen(&source.text.decode(tag.value), None);
        for fault in &read.faults {
            let severity = fault.code.entry().severity;
            collector
                .add(fault.code, severity, || Finding::new(fault.code, tag.value, fault.message.clone()).at_ply(0));
        }
        let built = read.setup.position();
        let faults = match &built {
            Ok((_, faults)) | Err(faults) => faults,
        };
        for fault in faults {
            report(tag.value, fault, book, collector);
        }
        let unreadable = read.faults.iter().any(|fault| fault.code.entry().severity == Severity::Error);
        let position = built.ok().map(|(position, _)| position).filter(|_| !unreadable)?;
        Some(Start { position, chess960: false })
    }

    fn keep(line: MainLine<Self>, _: bool) -> Played {
        Played::Hex(Box::new(line))
    }

    #[inline]
    fn components(mv: Move) -> MoveComponents<Cell> {
        let special = match mv.kind {
            MoveKind::Plain | MoveKind::Irregular | MoveKind::Castling | MoveKind::TakenBack => Special::None,
            MoveKind::DoubleStep => Special::DoubleStep,
            MoveKind::EnPassant => Special::EnPassant,
        };
        MoveComponents { from: mv.from, to: mv.to, role: mv.role, captured: mv.captured, special }
    }

    #[inline(always)]
    fn number(&self) -> u32 {
        self.number()
    }

    fn fen(&self) -> String {
        hex_fen::write(self)
    }

    fn piece_on(&self, at: Cell) -> Option<(Side, Role)> {
        self.piece_at(at)
    }

    fn count(&self, side: Side, role: Role) -> u32 {
        self.pieces(side, role).count_ones()
    }

    fn king_of(&self, side: Side) -> Cell {
        self.king(side)
    }

    fn dead(&self) -> Option<Why> {
        dead_by_material(self).then_some(Why::Material)
    }

    fn insufficient_material(&self, side: Side) -> bool {
        insufficient_material(self, side)
    }

    fn can_mate(&self, side: Side) -> bool {
        !insufficient_material(self, side)
    }
}

impl JudgeMove for HexNotation {}
