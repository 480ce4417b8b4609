//! Draws by demand, by repeated series of moves and by perpetual check. Also the obligatory capture en passant.
//!
//! One pass over the positions of the main line, and one over its moves for the series.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::super::game::{ChessDialect, ChessLike as _, Special};
use super::series;
use super::words::Word;
use crate::context::GameContext;
use crate::draw::{DrawEvent, DrawKind, How};
use crate::line_replayer::LineReplayer;
use crate::trail::ply_span;
use partie_notation::moves::{MoveOf, Node, SquareOf};
use partie_record::book::{ClaimRules, Demand};
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::moved;
use partie_record::say;
use partie_record::span::Span;
use partie_rules::{Rules as _, Side};

/// A hash for each move; a move that was taken back differs from all others.
fn numbers<M: Hash>(moves: &[M], taken_back: impl Fn(&M) -> bool) -> Vec<u64> {
    let number = |(index, mv): (usize, &M)| {
        let mut hasher = DefaultHasher::new();
        mv.hash(&mut hasher);
        if taken_back(mv) {
            index.hash(&mut hasher);
        }
        hasher.finish()
    };
    moves.iter().enumerate().map(number).collect()
}

/// Number of equal consecutive series that end with the last move.
pub(super) fn running<M: Hash>(moves: &[M]) -> usize {
    series::running(&numbers(moves, |_| false))
}

/// Draws found in the pass over the main line.
#[derive(Debug, Default)]
struct Found {
    demanded: Option<(u32, Side)>,
    perpetual: Option<(u32, Side)>,
    /// True if the side of `perpetual` gave check up to the end.
    to_the_end: bool,
    series: Option<u32>,
}

pub(super) fn judge<N: ChessDialect>(replayer: &mut LineReplayer<N>, context: &GameContext<'_, N>, rules: &ClaimRules) {
    let mut found = Found::default();
    pass(replayer, context, rules, &mut found);
    if let Some(series) = rules.series {
        let numbers = numbers(&replayer.moves, |mv| <N::Rules>::is_taken_back(*mv));
        let end = series::first(&numbers, series.times as usize).map(|end| end as u32);
        found.series = end.filter(|ply| replayer.state.claims.void.is_none_or(|void| *ply < void));
    }
    let side = |ply: u32| if ply.is_multiple_of(2) { Side::First } else { Side::Second };
    if let (Some(demand), Some((ply, by))) = (rules.demand, found.demanded) {
        replayer.state.draws.found(event(DrawKind::Demanded, ply, by, demand.basis), true);
    }
    if let (Some(basis), Some((ply, by))) = (rules.perpetual, found.perpetual) {
        // Checks that stopped before the end are not perpetual, unless a player claimed the draw.
        let claimed =
            replayer.state.claims.words.iter().any(|spoken| spoken.word == Word::Perpetual && spoken.ply >= ply);
        let ends = found.to_the_end || claimed;
        replayer.state.draws.found(event(DrawKind::PerpetualCheck, ply, by, basis), ends);
    }
    if let (Some(series), Some(ply)) = (rules.series, found.series) {
        replayer.state.draws.found(event(DrawKind::Series, ply, side(ply), series.basis), true);
    }
    claims(replayer, context, rules, &found);
}

const fn event(kind: DrawKind, ply: u32, by: Side, basis: &'static str) -> DrawEvent {
    DrawEvent { kind, ply, how: How::Automatic, by, basis }
}

/// Passes through the main line and fills `found`.
fn pass<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    rules: &ClaimRules,
    found: &mut Found,
) {
    let end =
        replayer.state.claims.void.map_or(replayer.moves.len(), |void| (void as usize - 1).min(replayer.moves.len()));
    let mut position = context.start.clone();
    let mut count = Count::new(replayer, rules.demand);
    let mut seen: HashMap<u64, u32> = HashMap::from([(position.zobrist(), 0)]);
    // The last ply of each side without a check.
    let mut quiet = [0u32; 2];
    for index in 0..end {
        let (mv, ply) = (replayer.moves[index], index as u32 + 1);
        if <N::Rules>::is_taken_back(mv) {
            count.skip(ply);
            continue;
        }
        if let Some(basis) = rules.en_passant {
            let double = index == 0 || <N::Rules>::components(replayer.moves[index - 1]).special == Special::DoubleStep;
            if double && <N::Rules>::components(mv).special != Special::EnPassant && must_take(&position) {
                obligatory(replayer, context, &position, (mv, ply), basis);
            }
        }
        let side = position.turn();
        if <N::Rules>::is_null(mv) {
            position.play_null_move();
        } else {
            position.play(mv);
        }
        let reached = count.ply(ply, <N::Rules>::components(mv).captured.is_some());
        if reached && found.demanded.is_none() && position.has_legal_move() {
            found.demanded = Some((ply, position.turn()));
        }
        if !position.in_check() {
            quiet[side.index()] = ply;
        }
        let earlier = seen.insert(position.zobrist(), ply);
        if let Some(earlier) = earlier.filter(|_| found.perpetual.is_none() && rules.perpetual.is_some()) {
            let by = [Side::First, Side::Second].into_iter().find(|side| quiet[side.index()] <= earlier);
            let same = || context.start.after_moves(&replayer.moves[..earlier as usize]).same_for_repetition(&position);
            if let Some(by) = by.filter(|_| ply - earlier >= 4 && same()) {
                found.perpetual = Some((ply, by));
            }
        }
    }
    found.to_the_end = found.perpetual.is_some_and(|(ply, by)| quiet[by.index()] < ply);
}

/// True if a pawn must capture en passant, as no other piece can move.
fn must_take<N: ChessDialect>(position: &Node<N>) -> bool {
    let legal = position.legal();
    let takers: Vec<SquareOf<N>> = legal
        .iter()
        .map(|mv| <N::Rules>::components(*mv))
        .filter(|mv| mv.special == Special::EnPassant)
        .map(|mv| mv.from)
        .collect();
    !takers.is_empty() && legal.iter().all(|mv| takers.contains(&<N::Rules>::components(*mv).from))
}

fn obligatory<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    position: &Node<N>,
    (mv, ply): (MoveOf<N>, u32),
    basis: &'static str,
) {
    let span = place(context, ply);
    let right = position.legal().into_iter().find(|mv| <N::Rules>::components(*mv).special == Special::EnPassant);
    let right = right.map(|mv| replayer.notation.write(position, mv)).unwrap_or_default();
    replayer.collector.add(Code::K012, Severity::Warning, || {
        let played = moved(replayer.notation.write(position, mv));
        let message = say!("en-passant-obligatory", played = played, right = moved(right));
        let mut finding = Finding::new(Code::K012, span, message).at_ply(ply).basis(basis);
        finding.position = Some(position.fen());
        finding
    });
}

fn place<N: ChessDialect>(context: &GameContext<'_, N>, ply: u32) -> Span {
    ply_span(context.record, context.record.items.len(), ply).unwrap_or(context.record.span)
}

/// The count of plies since a player demanded a count of moves.
struct Count {
    demands: std::vec::IntoIter<u32>,
    next: Option<u32>,
    needed: u32,
    /// Plies counted so far; `None` while no count runs.
    running: Option<u32>,
}

impl Count {
    fn new<N: ChessDialect>(replayer: &LineReplayer<N>, demand: Option<Demand>) -> Self {
        let words = replayer.state.claims.words.iter();
        let demands: Vec<u32> = words.filter(|spoken| spoken.word == Word::Demand).map(|spoken| spoken.ply).collect();
        let mut demands = demands.into_iter();
        let next = if demand.is_some() { demands.next() } else { None };
        Self { demands, next, needed: demand.map_or(u32::MAX, |demand| demand.plies), running: None }
    }

    /// Processes the demands before a ply. A demand during a count changes nothing.
    fn skip(&mut self, ply: u32) {
        while self.next.is_some_and(|at| at < ply) {
            self.running.get_or_insert(0);
            self.next = self.demands.next();
        }
    }

    /// Counts a ply. Returns true if it completes the count.
    fn ply(&mut self, ply: u32, captures: bool) -> bool {
        self.skip(ply);
        let Some(counted) = &mut self.running else { return false };
        *counted = if captures { 1 } else { *counted + 1 };
        *counted == self.needed
    }
}

/// Plies counted at the end of the main line; `None` without a demand.
pub(super) fn counted<N: ChessDialect>(replayer: &LineReplayer<N>, demand: Demand) -> Option<u32> {
    let mut count = Count::new(replayer, Some(demand));
    for (index, mv) in replayer.moves.iter().enumerate() {
        if <N::Rules>::is_taken_back(*mv) {
            count.skip(index as u32 + 1);
        } else {
            count.ply(index as u32 + 1, <N::Rules>::components(*mv).captured.is_some());
        }
    }
    count.skip(replayer.moves.len() as u32 + 1);
    count.running
}

/// Compares the first claim of each kind with the results of the pass.
fn claims<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    rules: &ClaimRules,
    found: &Found,
) {
    for word in [Word::Series, Word::Perpetual] {
        let Some(spoken) = replayer.state.claims.words.iter().find(|spoken| spoken.word == word).copied() else {
            continue;
        };
        let message = if word == Word::Series {
            let Some(series) = rules.series.filter(|_| found.series.is_none_or(|ply| ply > spoken.ply)) else {
                continue;
            };
            let played = (spoken.ply as usize).min(replayer.moves.len());
            let times = running(&replayer.moves[..played]);
            say!("series-claimed", times = times, wanted = series.times)
        } else {
            if rules.perpetual.is_none() || found.perpetual.is_some_and(|(ply, _)| ply <= spoken.ply) {
                continue;
            }
            say!("perpetual-claimed")
        };
        let basis = context.book.basis(Code::D011);
        replayer.collector.add(Code::D011, Severity::Warning, || {
            Finding::new(Code::D011, spoken.span, message).at_ply(spoken.ply).basis(basis)
        });
    }
}
