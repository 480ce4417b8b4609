//! The start position of a shogi record, and its faults.

use super::header::is_problem;
use crate::Text;
use crate::collect::Collector;
use crate::context::GameContext;
use partie_notation::formats;
use partie_notation::moves::ShogiNotation;
use partie_notation::shogi_names::{piece, side, square};
use partie_record::Record;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::{Arg, Message, piece as kind_of, side as said_side};
use partie_record::say;
use partie_record::span::Span;
use partie_rules::shogi::{Handicap, PieceType, Position, Setup, SetupFault, Square};
use partie_rules::{Rules as _, Side};

/// Returns the start position; `None` if no game can be replayed from it.
pub(super) fn position(
    text: Text<'_>,
    record: &Record,
    initial: &Position,
    collector: &mut Collector,
) -> Option<Position> {
    let usual = record.setup.first().copied().unwrap_or(record.span);
    let read = (formats::info(record.format).shogi.setup)(text.bytes, record, text.encoding);
    let Some((setup, wrong)) = read else { return Some(initial.clone()) };
    let mut readable = !record.notes.iter().any(|note| note.code == Code::S018);
    for fault in wrong {
        let severity = fault.code.entry().severity;
        readable &= severity != Severity::Error;
        collector.add(fault.code, severity, || Finding::new(fault.code, fault.span, fault.message).at_ply(0));
    }
    let built = setup.position();
    let faults = match &built {
        Ok((_, faults)) | Err(faults) => faults,
    };
    for fault in faults {
        let place = match fault {
            // The mistake is usually in the hand with more pieces of this kind.
            SetupFault::TooMany { kind, .. } => [Side::First, Side::Second]
                .into_iter()
                .filter(|side| setup.hands[side.index()].get(kind.index()).is_some_and(|held| *held > 0))
                .max_by_key(|side| setup.hands[side.index()][kind.index()])
                .and_then(|side| (formats::info(record.format).shogi.hand_place)(text.bytes, record, side)),
            _ => None,
        };
        report(place.unwrap_or(usual), fault, collector);
    }
    built.ok().map(|(position, _)| position).filter(|_| readable)
}

/// Reports a position in which one side has no king, except in a mating problem, whose attacking side has none. `first`
/// is the position after the first move, if one was played.
pub(super) fn judge_kings(
    context: &GameContext<'_, ShogiNotation>,
    first: Option<&Position>,
    collector: &mut Collector,
) {
    let start = &context.start.board;
    let turn = start.turn();
    let lacking = match [turn, turn.other()].map(|side| start.king(side).is_some()) {
        [true, true] | [false, false] => return,
        [has, _] => {
            if has {
                turn.other()
            } else {
                turn
            }
        }
    };
    let is_check = |position: &Position| position.in_check();
    let checks = || start.legal().into_iter().any(|mv| start.after_moves(&[mv]).in_check());
    let is_problem = is_problem(context.text, context.record)
        || if lacking == turn { first.map_or_else(checks, is_check) } else { start.in_check() };
    if is_problem {
        return;
    }
    let span = context.record.setup.first().copied().unwrap_or(context.record.span);
    collector.add(Code::H012, Severity::Warning, || {
        Finding::new(Code::H012, span, say!("one-king", owner = said_side(side(lacking, false)))).at_ply(0)
    });
}

/// True if pieces are missing from the initial position, as in a handicap game.
pub(super) fn is_handicap(start: &Position) -> bool {
    let initial = Setup::handicap(Handicap::Even);
    let setup = Setup::from(start);
    setup.hands == [[0; 7]; 2]
        && setup.board.iter().zip(initial.board).all(|(piece, other)| piece.is_none() || *piece == other)
        && start.zobrist() != Position::start().zobrist()
}

fn report(place: Span, fault: &SetupFault, collector: &mut Collector) {
    let owner = |owner: Side| said_side(side(owner, false));
    let on = |at: Square| Arg::Square(square(at).into());
    let kind = |kind: PieceType| kind_of(piece(kind));
    let (code, message, help): (_, _, Option<Message>) = match fault {
        SetupFault::NoKing => (Code::H012, say!("no-king-on-board"), None),
        SetupFault::Kings { side, count } => (Code::H012, say!("kings", owner = owner(*side), count = *count), None),
        SetupFault::OpponentInCheck { king, by, attacker } => (
            Code::H015,
            say!("opponent-in-check", king = on(*king), attacker = kind(*attacker), by = on(*by)),
            Some(say!("write-side-to-move")),
        ),
        SetupFault::TooMany { kind: piece, count, set } => (
            Code::H030,
            say!("too-many-pieces", count = *count, kind = kind(*piece), set = *set),
            Some(say!("compare-hands")),
        ),
        SetupFault::Nifu { side, pawns } => {
            let [one, other] = pawns.map(on);
            (Code::H032, say!("two-pawns-on-file", owner = owner(*side), one = one, other = other), None)
        }
        SetupFault::ImmobilePiece { side, kind: piece, at } => {
            (Code::H032, say!("immobile-piece", owner = owner(*side), kind = kind(*piece), at = on(*at)), None)
        }
    };
    collector.add_once_per_game(code, code.entry().severity, || {
        let mut finding = Finding::new(code, place, message).at_ply(0);
        finding.help.extend(help);
        finding
    });
}
