//! Findings on faults of the start position.

use std::fmt::Display;

use crate::collect::Collector;
use partie_notation::spell;
use partie_record::book::{ChessRules, RuleBook, SetUp};
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::{Message, piece, side as said_side, square, text};
use partie_record::say;
use partie_record::span::Span;
use partie_rules::Side;
use partie_rules::orthodox::{SetupFault, Surplus};

/// Reports a fault of a position, based on a paragraph of the book; `place` is the span of its FEN.
pub(super) fn report<S: Display>(
    place: Span,
    fault: &SetupFault<S>,
    book: &RuleBook<ChessRules>,
    collector: &mut Collector,
) {
    if let SetupFault::TooMany { side, what } = fault
        && let Some(rule) = stands_with_any_men(book)
    {
        let (owner, moves) = (said_side(spell::side(*side)), rule.stands_after / 2);
        return collector.add_once_per_game(Code::K001, Severity::Info, || {
            let message = say!("pieces-wrong", owner = owner, what = surplus(*what), moves = moves);
            Finding::new(Code::K001, place, message).at_ply(0).basis(rule.basis)
        });
    }
    let owner = |owner: Side| said_side(spell::side(owner));
    let (code, message, help): (_, _, Option<Message>) = match fault {
        SetupFault::Kings { side, count: 0 } => (Code::H012, say!("no-king", owner = owner(*side)), None),
        SetupFault::Kings { side, count } => (Code::H012, say!("kings", owner = owner(*side), count = *count), None),
        SetupFault::TooMany { side, what } => (
            Code::H013,
            say!("too-many-men", owner = owner(*side), what = surplus(*what)),
            Some(say!("compare-with-diagram")),
        ),
        SetupFault::PawnOnEdge { at } => (Code::H014, say!("pawn-on-edge", at = square(at)), None),
        SetupFault::PawnAtEnd { at } => (Code::H014, say!("pawn-at-end-of-file", at = square(at)), None),
        SetupFault::PawnBehind { at } => (Code::H014, say!("pawn-behind-row", at = square(at)), None),
        SetupFault::OpponentInCheck { king, by, attacker } => (
            Code::H015,
            say!("opponent-in-check", king = square(king), attacker = piece(attacker.name()), by = square(by)),
            Some(say!("side-to-move-wrong")),
        ),
        SetupFault::Right { letter } => (
            Code::H016,
            say!("impossible-right", letter = text(letter.to_string())),
            Some(say!("remove-letter-from-fen")),
        ),
        SetupFault::EnPassant { at } => {
            (Code::H017, say!("no-en-passant", at = square(at)), Some(say!("write-dash-instead")))
        }
    };
    let severity = code.entry().severity;
    collector.add_once_per_game(code, severity, || {
        let mut finding = Finding::new(code, place, message).at_ply(0).basis(book.basis(code));
        finding.help.extend(help);
        finding
    });
}

/// The rule under which a game continues from a position with too many pieces; `None` if the book has none.
pub(super) fn stands_with_any_men(book: &RuleBook<ChessRules>) -> Option<SetUp> {
    book.rules.claims.and_then(|claims| claims.set_up)
}

/// `9 pawns`
fn surplus(surplus: Surplus) -> Message {
    match surplus {
        Surplus::Pawns(pawns) => say!("so-many-pawns", pawns = pawns),
        Surplus::Pieces(pieces) => say!("so-many-pieces", pieces = pieces),
        Surplus::Promoted { pawns, promoted } => say!("so-many-promoted", pawns = pawns, promoted = promoted),
    }
}
