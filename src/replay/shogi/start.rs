//! The position in which a record of shogi begins, and what is wrong with it.

use crate::Text;
use crate::collect::Collector;
use partie_notation::formats;
use partie_notation::shogi_names::{piece, side, square};
use partie_record::Record;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::span::Span;
use partie_rules::shogi::{Handicap, Position, Setup, SetupFault};
use partie_rules::{Rules as _, Side};

/// The start position; nothing if no game can be replayed from it.
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
            // More of them in hand than the other side has: there is the mistake, as a rule.
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

/// Whether pieces of 上手 are missing from the initial position, as in a handicap game.
pub(super) fn is_handicap(start: &Position) -> bool {
    let initial = Setup::handicap(Handicap::Even);
    let setup = Setup::from(start);
    setup.hands == [[0; 7]; 2]
        && setup.board.iter().zip(initial.board).all(|(piece, other)| piece.is_none() || *piece == other)
        && start.zobrist() != Position::start().zobrist()
}

fn report(place: Span, fault: &SetupFault, collector: &mut Collector) {
    let (code, message, help) = match fault {
        SetupFault::NoKing => (Code::H012, "there is no king on the board".to_owned(), ""),
        SetupFault::Kings { side: owner, count } => {
            (Code::H012, format!("{} has {count} kings", side(*owner, false)), "")
        }
        SetupFault::OpponentInCheck { king, by, attacker } => (
            Code::H015,
            format!(
                "the king on {} is in check from the {} on {}, but it is the other side's move",
                square(*king),
                piece(*attacker),
                square(*by)
            ),
            "the side to move is probably the wrong one: write 後手番 or 上手番 below the board, or leave it out",
        ),
        SetupFault::TooMany { kind, count, set } => (
            Code::H030,
            format!("board and hands hold {count} {}, the set has {set}", piece(*kind)),
            "compare the hands with the source",
        ),
        SetupFault::Nifu { side: owner, pawns } => (
            Code::H032,
            format!(
                "{} has two unpromoted pawns on one file, on {} and {}",
                side(*owner, false),
                square(pawns[0]),
                square(pawns[1])
            ),
            "",
        ),
        SetupFault::ImmobilePiece { side: owner, kind, at } => {
            (Code::H032, format!("{}'s {} on {} can never move", side(*owner, false), piece(*kind), square(*at)), "")
        }
    };
    collector.add_once_per_game(code, code.entry().severity, || {
        let finding = Finding::new(code, place, message).at_ply(0);
        if help.is_empty() { finding } else { finding.help(help) }
    });
}
