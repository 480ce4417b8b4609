//! Texts to moves, and nothing else: for looking ahead, and for finding the piece letters.

use super::game::{ChessDialect, ChessLike as _};
use crate::context::GameContext;
use partie_notation::lookalike;
use partie_notation::moves::{MoveOf, Node};
use partie_notation::san::{CheckMark, Form};
use partie_record::{ItemKind, Record};
use partie_rules::{Resolution, Rules as _};

/// How far a line goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    /// Plies that could be played.
    pub(super) plies: u32,
    /// Whether the line ended there, with nothing left to play.
    pub(super) whole: bool,
    /// Capture and check marks on the way that were not true.
    pub(super) dropped: u32,
    /// Pawns on the way that bore a letter.
    pub(super) lettered: u32,
}

/// Whether the first of ranked readings beats the others: it alone lets the line be played
/// to its end, or it alone keeps all marks true.
pub(super) fn settles<M>(ranked: &[(M, Reach)]) -> bool {
    match ranked {
        [(_, first), (_, second), ..] => first.whole && (!second.whole || first.dropped < second.dropped),
        _ => true,
    }
}

/// Plies that are tried for one question, so that a record of nothing but ambiguous moves ends.
const BUDGET: u32 = 4000;
/// Readings that wait to be tried.
const WAITING: usize = 500;

/// A place in a line, and how it was reached.
struct Step<N: ChessDialect> {
    position: Node<N>,
    at: usize,
    plies: u32,
    dropped: u32,
    lettered: u32,
}

/// Reads a token as replay does it in the end: with the signs of type between its squares, too.
pub(super) fn read<N: ChessDialect>(notation: &N, token: &[u8], memory: &N::Memory) -> Option<N::Token> {
    notation.parse(token, memory).or_else(|| notation.parse(&lookalike::with_plain_signs(token)?, memory))
}

/// Plays the moves of a line from an item on as far as they are legal; where several fit, each of
/// them is tried.
pub(super) fn reach<N: ChessDialect>(
    context: &GameContext<'_, N>,
    notation: &N,
    position: Node<N>,
    from: usize,
) -> Reach {
    let mut best = Reach { plies: 0, whole: false, dropped: 0, lettered: 0 };
    let mut waiting = vec![Step { position, at: from, plies: 0, dropped: 0, lettered: 0 }];
    let mut left = BUDGET;
    while let Some(step) = waiting.pop() {
        let found = follow_reading(context, notation, step, &mut waiting, &mut left);
        let better = (found.whole, found.plies, std::cmp::Reverse(found.dropped))
            > (best.whole, best.plies, std::cmp::Reverse(best.dropped));
        if better {
            best = found;
        }
        if best.whole && best.dropped == 0 || left == 0 {
            break;
        }
    }
    best
}

/// Follows one way to its end; other readings on it wait. The first way is never cut short.
fn follow_reading<N: ChessDialect>(
    context: &GameContext<'_, N>,
    notation: &N,
    step: Step<N>,
    waiting: &mut Vec<Step<N>>,
    left: &mut u32,
) -> Reach {
    let record = context.record;
    let Step { mut position, mut at, mut plies, mut dropped, mut lettered } = step;
    let line = record.items.get(at).map_or(0, |item| item.line);
    let first = *left == BUDGET;
    while let Some(item) = record.items.get(at) {
        at += 1;
        match item.kind {
            ItemKind::Open => at = close_of(record, at - 1),
            ItemKind::Close => break,
            ItemKind::Null if item.line == line => {
                if position.in_check() {
                    return Reach { plies, whole: false, dropped, lettered };
                }
                position.play_null_move();
                plies += 1;
            }
            ItemKind::Move if item.line == line => {
                let Some(text) = read(notation, item.span.of(context.text.bytes), &position.memory) else {
                    return Reach { plies, whole: false, dropped, lettered };
                };
                lettered += u32::from(N::marks(&text).pawn_letter);
                let untrue = |after: &Node<N>, mv: MoveOf<N>| {
                    let marks = N::marks(&text);
                    let captures =
                        marks.form == Form::San && marks.captures && <N::Rules>::components(mv).captured.is_none();
                    let checks = matches!(marks.check, CheckMark::Check | CheckMark::Mate) && !after.in_check();
                    u32::from(captures) + u32::from(checks)
                };
                let mv = match N::candidates(&text, &position) {
                    Resolution::None => return Reach { plies, whole: false, dropped, lettered },
                    Resolution::Unique(mv) => mv,
                    Resolution::Ambiguous(moves) => {
                        let room = WAITING.saturating_sub(waiting.len());
                        for other in moves[1..].iter().rev().take(room) {
                            let mut after = position.clone();
                            after.play(*other);
                            let dropped = dropped + untrue(&after, *other);
                            waiting.push(Step { position: after, at, plies: plies + 1, dropped, lettered });
                        }
                        moves[0]
                    }
                };
                position.play(mv);
                plies += 1;
                dropped += untrue(&position, mv);
                *left = left.saturating_sub(1);
                if *left == 0 && !first {
                    return Reach { plies, whole: false, dropped, lettered };
                }
            }
            _ => {}
        }
    }
    Reach { plies, whole: true, dropped, lettered }
}

/// Index after the variation that the item at `open` opens.
pub(super) fn close_of(record: &Record, open: usize) -> usize {
    let child = record.items[open].line as usize;
    (record.lines[child].end as usize).max(open + 1)
}

/// Those of several moves after which the rest of the line goes farthest, and how far.
pub(super) fn farthest<N: ChessDialect>(
    context: &GameContext<'_, N>,
    notation: &N,
    position: &Node<N>,
    moves: &[MoveOf<N>],
    next: usize,
) -> Vec<(MoveOf<N>, Reach)> {
    let mut all: Vec<(MoveOf<N>, Reach)> = moves
        .iter()
        .map(|mv| {
            let mut after = position.clone();
            after.play(*mv);
            (*mv, reach(context, notation, after, next))
        })
        .collect();
    // Stable: among equals the order of `moves` stays.
    all.sort_by_cached_key(|(_, reach)| (!reach.whole, std::cmp::Reverse(reach.plies), reach.dropped));
    all
}
