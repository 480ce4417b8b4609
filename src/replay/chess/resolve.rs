//! Texts to moves, and nothing else: for looking ahead, and for finding the piece letters.

use crate::notation::letters::{LANGUAGES, Letters};
use crate::notation::san;
use crate::record::{Kind, Record};
use crate::replay::player::Case;
use crate::rules::chess::{Move, Position};
use crate::rules::{Found, Game as _};

/// How far a line goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    /// Plies that could be played.
    pub(super) plies: u32,
    /// Whether the line ended there, with nothing left to play.
    pub(super) whole: bool,
    /// Capture and check marks on the way that were not true.
    pub(super) dropped: u32,
}

/// Whether the first of ranked readings beats the others: it alone lets the line be played
/// to its end, or it alone keeps all marks true.
pub(super) fn settles(ranked: &[(Move, Reach)]) -> bool {
    match ranked {
        [(_, first), (_, second), ..] => first.whole && (!second.whole || first.dropped < second.dropped),
        _ => true,
    }
}

/// Plays the moves of a line from an item on, as far as each text gives exactly one legal move.
pub(super) fn reach(case: &Case<'_, Position>, letters: &Letters, mut position: Position, from: usize) -> Reach {
    let record = case.record;
    let line = record.items.get(from).map_or(0, |item| item.line);
    let mut plies = 0;
    let mut dropped = 0;
    let mut at = from;
    while let Some(item) = record.items.get(at) {
        at += 1;
        match item.kind {
            Kind::Open => at = close_of(record, at - 1),
            Kind::Close => break,
            Kind::Null if item.line == line => {
                if position.in_check() {
                    return Reach { plies, whole: false, dropped };
                }
                position.pass();
                plies += 1;
            }
            Kind::Move if item.line == line => {
                let Ok((_, written)) = san::read_with(item.span.of(case.text.bytes), letters) else {
                    return Reach { plies, whole: false, dropped };
                };
                let Found::One(mv) = position.find(&written.pattern) else {
                    return Reach { plies, whole: false, dropped };
                };
                position.play(mv);
                plies += 1;
                let captures = written.form == san::Form::San && written.pattern.captures && mv.captured.is_none();
                let checks = written.check != san::CheckMark::None && !position.in_check();
                dropped += u32::from(captures) + u32::from(checks);
            }
            _ => {}
        }
    }
    Reach { plies, whole: true, dropped }
}

/// Index after the variation that the item at `open` opens.
pub(super) fn close_of(record: &Record, open: usize) -> usize {
    let child = record.items[open].line as usize;
    (record.lines[child].end as usize).max(open + 1)
}

/// The letters under which the main line goes farthest, if they beat English.
pub(super) fn letters(case: &Case<'_, Position>) -> Option<(&'static Letters, bool)> {
    let english = reach(case, Letters::ENGLISH, case.start.clone(), 0);
    let mut best: Option<(Reach, &'static Letters)> = None;
    for letters in LANGUAGES.iter().skip(1) {
        let reach = reach(case, letters, case.start.clone(), 0);
        let farther = best.is_none_or(|(other, _)| reach.plies > other.plies || reach.whole && !other.whole);
        if reach.plies > english.plies && farther {
            best = Some((reach, letters));
        }
    }
    best.filter(|(reach, _)| reach.whole || reach.plies >= english.plies + 4)
        .map(|(reach, letters)| (letters, reach.whole))
}

/// Those of several moves after which the rest of the line goes farthest, and how far.
pub(super) fn farthest(
    case: &Case<'_, Position>,
    letters: &Letters,
    position: &Position,
    moves: &[Move],
    next: usize,
) -> Vec<(Move, Reach)> {
    let mut all: Vec<(Move, Reach)> = moves
        .iter()
        .map(|mv| {
            let mut after = position.clone();
            after.play(*mv);
            (*mv, reach(case, letters, after, next))
        })
        .collect();
    // Stable: among equals the order of `moves` stays.
    all.sort_by_key(|(_, reach)| (!reach.whole, std::cmp::Reverse(reach.plies), reach.dropped));
    all
}
