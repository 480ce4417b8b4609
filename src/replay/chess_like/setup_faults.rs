//! What is wrong with the position in which a game begins, in words.

use std::fmt::Display;

use crate::collect::Collector;
use partie_notation::spell;
use partie_record::finding::{Code, Finding};
use partie_record::message::{Message, piece, side, square, text};
use partie_record::say;
use partie_record::span::Span;
use partie_rules::Side;
use partie_rules::orthodox::{SetupFault, Surplus};

/// Reports what is wrong with a position, whose FEN stands at `place`.
pub(super) fn report<S: Display>(place: Span, fault: &SetupFault<S>, collector: &mut Collector) {
    let owner = |owner: Side| side(spell::side(owner));
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
        let mut finding = Finding::new(code, place, message).at_ply(0);
        finding.help.extend(help);
        finding
    });
}

/// `9 pawns`
fn surplus(surplus: Surplus) -> Message {
    match surplus {
        Surplus::Pawns(pawns) => say!("so-many-pawns", pawns = pawns),
        Surplus::Pieces(pieces) => say!("so-many-pieces", pieces = pieces),
        Surplus::Promoted { pawns, promoted } => say!("so-many-promoted", pawns = pawns, promoted = promoted),
    }
}
