//! Checks whether the printed solution of a problem mates in the required number of moves. Legality of the moves and
//! other solutions are not examined here.

use crate::collect::Collector;
use crate::game_report::{Replayed, Status};
use crate::verdict::End;
use partie_record::finding::{Code, Finding};
use partie_record::{Aim, ItemKind, Record, Stipulation, say};
use partie_rules::Side;

/// Compares a solution that starts with a move of the side `first` with the stipulation. A solution may stop early and
/// leave the rest to its readers.
pub(super) fn judge(
    asked: Stipulation,
    first: Side,
    record: &Record,
    (replayed, collector): (&Replayed, &mut Collector),
) {
    let (Aim::Mate, Some(moves)) = (asked.aim, asked.moves) else { return };
    if replayed.status != Status::Ok || replayed.plies == 0 {
        return;
    }
    let is_own = asked.side.is_none_or(|side| side == first);
    let number = if is_own { replayed.plies.div_ceil(2) } else { replayed.plies / 2 };
    let mated = replayed.end == End::Checkmate;
    let message = match number {
        number if mated && number > moves => say!("mate-too-late", number = number, asked = moves),
        number if !mated && number >= moves => say!("no-mate-in", number = number, asked = moves),
        _ => return,
    };
    let last = record.items.iter().rev().find(|item| item.line == 0 && item.kind == ItemKind::Move);
    let span = last.map_or(record.span, |item| item.span);
    collector.add(Code::R004, Code::R004.entry().severity, || {
        Finding::new(Code::R004, span, message).at_ply(replayed.plies).help(say!("compare-solution"))
    });
}
