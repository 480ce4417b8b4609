//! Findings on draws that could have been claimed or that ended the game, and on results that contradict them.
//! The draws are found in `draws`.

use super::draws::{self, TooEarly};
use super::game::{ChessDialect, ChessLike as _};
use crate::context::{GameContext, LineState};
use crate::draw::{DrawEvent, DrawKind, How};
use crate::line_replayer::LineReplayer;
use crate::trail::ply_span;
use partie_notation::moves::{MoveOf, Node};
use partie_notation::spell;
use partie_record::Outcome;
use partie_record::book::Month;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::{Arg, Message, list, moved, ply as at_ply, side, text};
use partie_record::say;
use partie_record::span::Span;
use partie_rules::chess::dead::Why;
use partie_rules::{Rules as _, Side};

/// Maximum number of moves after a dead position that are tested for being forced.
const MAX_FORCED: usize = 8;

/// The span of the move of a ply of the main line; for ply 0, the FEN tag or the first item.
pub(super) fn place<N: ChessDialect>(context: &GameContext<'_, N>, ply: u32) -> Span {
    let items = &context.record.items;
    let opening = || context.head.fen.map(|tag| tag.span).or_else(|| items.first().map(|item| item.span));
    ply_span(context.record, items.len(), ply).or_else(opening).unwrap_or(context.record.span)
}

/// Adds the findings on all draws of a main line, and on moves after a draw that ended the game.
pub(super) fn events<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    main: &LineState<N>,
) {
    let list = replayer.state.draws.list().to_vec();
    for (index, event) in list.iter().enumerate() {
        let paired = index > 0 && list[index - 1].kind == event.kind && list[index - 1].how == How::Intended;
        if event.how == How::Standing && paired {
            continue;
        }
        let standing = list.get(index + 1).filter(|next| next.kind == event.kind && next.how == How::Standing);
        let code = code_of(context, event);
        if !replayer.collector.wants(code, Severity::Info) {
            replayer.collector.note(code, Severity::Info);
            continue;
        }
        let finding = match event.how {
            How::Automatic => ended(replayer, context, main, code, event),
            _ => claimable(replayer, context, main, event, standing),
        };
        replayer.collector.add(code, Severity::Info, || finding);
    }
    moves_after(replayer, context, main);
}

/// Adds the finding on moves after a draw that needs no claim.
fn moves_after<N: ChessDialect>(replayer: &mut LineReplayer<N>, context: &GameContext<'_, N>, main: &LineState<N>) {
    let (ended, early) = (replayer.state.draws.ended, replayer.state.draws.too_early());
    let Some(event) = ended.or(early.map(|early| early.event)).filter(|event| event.ply < main.ply) else { return };
    // If a draw has to be demanded, players may also play on.
    if matches!(event.kind, DrawKind::Series | DrawKind::PerpetualCheck | DrawKind::Demanded) {
        return;
    }
    let span = place(context, event.ply + 1);
    let more = main.ply - event.ply;
    let at_once = event.kind == DrawKind::Dead && ends_at_once(replayer, context, event.ply);
    let severity = if ended.is_some() && !at_once { Severity::Warning } else { Severity::Info };
    replayer.collector.add(Code::N031, severity, || {
        let (reason, at) = (reason(event.kind, context), at_ply(event.ply));
        let message = match early.filter(|_| ended.is_none()) {
            Some(TooEarly { since, .. }) => {
                say!("moves-after-later-clause", more = more, reason = reason, ply = at, since = month(since))
            }
            None if event.ply == 0 => say!("moves-after-draw-at-start", reason = reason, more = more),
            None => say!("moves-after-draw", ply = at, reason = reason, more = more),
        };
        let finding = Finding::new(Code::N031, span, message).at_ply(event.ply + 1).basis(event.basis);
        match ended {
            Some(_) => finding.help(say!("nothing-afterwards-draw")),
            None => finding.help(say!("all-moves-count")),
        }
    });
}

/// True if a single move follows a dead position, or only captures and forced moves: the players stopped as
/// soon as they noticed.
fn ends_at_once<N: ChessDialect>(replayer: &LineReplayer<N>, context: &GameContext<'_, N>, ply: u32) -> bool {
    let after = replayer.moves.get(ply as usize..).unwrap_or_default();
    if after.len() > MAX_FORCED {
        return false;
    }
    let mut position = position_at(replayer, context, ply);
    after.len() == 1
        || after.iter().all(|mv| {
            let forced = <N::Rules>::components(*mv).captured.is_some() || position.legal().len() == 1;
            position.play(*mv);
            forced
        })
}

/// Adds the finding on a decisive result after a draw by a rule that came into force after the game.
pub(super) fn before_its_day<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    outcome: Outcome,
    span: Span,
) {
    let Some(TooEarly { event, since }) = replayer.state.draws.too_early() else { return };
    replayer.collector.add(Code::R012, Severity::Info, || {
        let message = say!(
            "result-stands",
            result = text(outcome.token()),
            reason = reason(event.kind, context),
            ply = at_ply(event.ply),
            since = month(since)
        );
        Finding::new(Code::R012, span, message).at_ply(event.ply).basis(event.basis)
    });
}

/// A month in words: `July 2014`.
fn month(Month { year, month }: Month) -> Message {
    match month {
        0 | 1 => say!("january", year = year),
        2 => say!("february", year = year),
        3 => say!("march", year = year),
        4 => say!("april", year = year),
        5 => say!("may", year = year),
        6 => say!("june", year = year),
        7 => say!("july", year = year),
        8 => say!("august", year = year),
        9 => say!("september", year = year),
        10 => say!("october", year = year),
        11 => say!("november", year = year),
        _ => say!("december", year = year),
    }
}

fn code_of<N: ChessDialect>(context: &GameContext<'_, N>, event: &DrawEvent) -> Code {
    match (event.kind, event.how) {
        (_, How::Automatic) if context.book.rules.at_once => Code::D010,
        (DrawKind::Threefold, _) => Code::D001,
        (DrawKind::Fivefold, _) => Code::D002,
        (DrawKind::Fifty, _) => Code::D003,
        (DrawKind::SeventyFive, _) => Code::D004,
        (DrawKind::Demanded, _) => Code::D005,
        (DrawKind::PerpetualCheck, _) => Code::D007,
        (DrawKind::Series, _) => Code::D008,
        _ => Code::D006,
    }
}

/// The reason for a draw, in words.
pub(super) fn reason<N: ChessDialect>(kind: DrawKind, context: &GameContext<'_, N>) -> Message {
    match kind {
        DrawKind::Threefold => say!("third-occurrence"),
        DrawKind::Fivefold => say!("fifth-occurrence"),
        DrawKind::Fifty => say!("fifty-moves"),
        DrawKind::SeventyFive => say!("seventy-five-moves"),
        DrawKind::Series => say!("series-three-times"),
        DrawKind::PerpetualCheck => say!("perpetual-check"),
        DrawKind::Demanded => say!("fifty-since-demand"),
        _ => say!("no-mate-possible", basis = text(context.book.rules.dead.unwrap_or_default())),
    }
}

fn why<N: ChessDialect>(kind: DrawKind, context: &GameContext<'_, N>, main: &LineState<N>) -> Message {
    match kind {
        DrawKind::Dead => match main.position.dead() {
            Some(Why::Material) => say!("too-little-material"),
            Some(Why::Forced) => say!("every-line-ends"),
            Some(Why::Blocked) => say!("position-blocked"),
            None => reason(kind, context),
        },
        kind => reason(kind, context),
    }
}

/// The position after some plies of the main line.
fn position_at<N: ChessDialect>(replayer: &LineReplayer<N>, context: &GameContext<'_, N>, ply: u32) -> Node<N> {
    context.start.after_moves(&replayer.moves[..(ply as usize).min(replayer.moves.len())])
}

fn numbered<N: ChessDialect>(replayer: &LineReplayer<N>, before: &Node<N>, mv: MoveOf<N>) -> Arg {
    moved(spell::numbered(before.number(), before.turn() == Side::First, &replayer.notation.write(before, mv)))
}

fn text_of<N: ChessDialect>(replayer: &LineReplayer<N>, context: &GameContext<'_, N>, ply: u32) -> Option<Arg> {
    let index = ply.checked_sub(1)?;
    let mv = replayer.moves.get(index as usize)?;
    Some(numbered(replayer, &position_at(replayer, context, index), *mv))
}

fn after<N: ChessDialect>(replayer: &LineReplayer<N>, context: &GameContext<'_, N>, ply: u32) -> Message {
    text_of(replayer, context, ply).map_or_else(|| say!("in-start-position"), |mv| say!("after-move", mv = mv))
}

/// Adds to the finding the plies after which a position occurred, up to ply `upto`.
fn with_plies<N: ChessDialect>(
    finding: Finding,
    replayer: &LineReplayer<N>,
    context: &GameContext<'_, N>,
    upto: u32,
    same: &Node<N>,
) -> Finding {
    let mut position = context.start.clone();
    let mut plies: Vec<Arg> = Vec::new();
    for ply in 0..=upto {
        if position.same_for_repetition(same) {
            plies.push(at_ply(ply));
        }
        let Some(mv) = replayer.moves.get(ply as usize) else { break };
        position = position.after_moves(std::slice::from_ref(mv));
    }
    if plies.is_empty() {
        return finding;
    }
    finding.help(say!("same-position-after", plies = list(plies)))
}

/// The finding on a draw that needs no claim.
fn ended<N: ChessDialect>(
    replayer: &LineReplayer<N>,
    context: &GameContext<'_, N>,
    main: &LineState<N>,
    code: Code,
    event: &DrawEvent,
) -> Finding {
    let (after, why) = (after(replayer, context, event.ply), why(event.kind, context, main));
    let early = replayer.state.draws.too_early_for(event);
    let message = match early {
        Some(TooEarly { since, .. }) => say!("drawn-only-since", reason = why, after = after, since = month(since)),
        None => say!("drawn", after = after, reason = why),
    };
    let position = position_at(replayer, context, event.ply);
    let mut finding = Finding::new(code, place(context, event.ply), message).at_ply(event.ply).basis(event.basis);
    finding.position = Some(position.fen());
    match (event.kind, event.ply.checked_sub(1)) {
        (DrawKind::Threefold | DrawKind::Fivefold, Some(before)) => {
            with_plies(finding, replayer, context, before, &position)
        }
        _ => finding,
    }
}

/// The finding on a claimable draw: with an intended move, by the player to move, or both.
fn claimable<N: ChessDialect>(
    replayer: &LineReplayer<N>,
    context: &GameContext<'_, N>,
    main: &LineState<N>,
    event: &DrawEvent,
    standing: Option<&DrawEvent>,
) -> Finding {
    let code = code_of(context, event);
    if event.how == How::Intended && standing.is_none() {
        return still_claimable(replayer, context, main, event);
    }
    let ply = standing.map_or(event.ply, |standing| standing.ply);
    let after = after(replayer, context, ply);
    let message = match event.kind {
        DrawKind::Fifty => say!("fifty-claimable", after = after),
        _ => say!("repetition-claimable", after = after),
    };
    let how = |event: &DrawEvent| {
        let (by, basis) = (side(spell::side(event.by)), text(event.basis));
        match (event.how, text_of(replayer, context, event.ply + 1), text_of(replayer, context, event.ply)) {
            (How::Intended, Some(next), _) => say!("claim-intended", by = by, next = next, basis = basis),
            (_, _, Some(last)) => say!("claim-standing", by = by, last = last, basis = basis),
            _ => say!("claim-at-start", by = by, basis = basis),
        }
    };
    let ways = list(std::iter::once(event).chain(standing).map(how));
    let help = if ply < main.ply { say!("claims-and-game-went-on", ways = ways) } else { say!("claims", ways = ways) };
    let position = position_at(replayer, context, ply);
    let mut finding = Finding::new(code, place(context, ply), message).at_ply(ply).basis(event.basis).help(help);
    finding.position = Some(position.fen());
    match (event.kind, ply.checked_sub(1)) {
        (DrawKind::Threefold, Some(before)) => with_plies(finding, replayer, context, before, &position),
        _ => finding,
    }
}

/// The finding on a draw that requires a written move after the end of the record.
fn still_claimable<N: ChessDialect>(
    replayer: &LineReplayer<N>,
    context: &GameContext<'_, N>,
    main: &LineState<N>,
    event: &DrawEvent,
) -> Finding {
    let position = &main.position;
    let moves = draws::intended(context.book, &position.board, &replayer.repetition, &replayer.moves, event.kind);
    let (by, basis) = (side(spell::side(event.by)), text(event.basis));
    let named = |mv: &MoveOf<N>| numbered(replayer, position, *mv);
    let first = moves.first().map(named);
    let (message, help) = match event.kind {
        DrawKind::Fifty => {
            (say!("fifty-still-claimable", mv = first), say!("writes-the-move-down", by = by, basis = basis))
        }
        _ => {
            let which = list(moves.iter().take(3).map(named));
            let help = say!("writes-down", by = by, moves = which, basis = basis);
            (say!("repetition-still-claimable", mv = first), help)
        }
    };
    let mut finding = Finding::new(code_of(context, event), place(context, event.ply), message)
        .at_ply(event.ply)
        .basis(event.basis)
        .help(help);
    finding.position = Some(position.fen());
    match moves.first().filter(|_| event.kind == DrawKind::Threefold) {
        Some(mv) => with_plies(finding, replayer, context, event.ply, &position.after_moves(std::slice::from_ref(mv))),
        None => finding,
    }
}
