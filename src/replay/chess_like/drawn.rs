//! What is said of draws that could have been claimed, or that ended the game. Not for finding them (see `draws`),
//! and not for the result but where a draw speaks against it.

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
use partie_record::span::Span;
use partie_rules::chess::dead::Why;
use partie_rules::{Rules as _, Side};

/// Where the move of a ply of the main line stands; for ply 0 the first item or the FEN tag.
pub(super) fn place<N: ChessDialect>(context: &GameContext<'_, N>, ply: u32) -> Span {
    let items = &context.record.items;
    let opening = || context.head.fen.map(|tag| tag.span).or_else(|| items.first().map(|item| item.span));
    ply_span(context.record, items.len(), ply).or_else(opening).unwrap_or(context.record.span)
}

/// Adds the findings for all draws of a main line, and the one for moves after an end.
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
            replayer.collector.add(code, Severity::Info, || Finding::new(code, Span::default(), ""));
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

/// The moves after a draw that nobody had to claim.
fn moves_after<N: ChessDialect>(replayer: &mut LineReplayer<N>, context: &GameContext<'_, N>, main: &LineState<N>) {
    let (ended, early) = (replayer.state.draws.ended, replayer.state.draws.too_early());
    let Some(event) = ended.or(early.map(|early| early.event)).filter(|event| event.ply < main.ply) else { return };
    // Where players ask for a draw, those who do not may play on.
    if matches!(event.kind, DrawKind::Series | DrawKind::PerpetualCheck | DrawKind::Demanded) {
        return;
    }
    let span = place(context, event.ply + 1);
    let more = main.ply - event.ply;
    let severity = if ended.is_some() { Severity::Warning } else { Severity::Info };
    replayer.collector.add(Code::N031, severity, || {
        let (plies, follow) = if more == 1 { ("ply", "follows") } else { ("plies", "follow") };
        let reason = reason(event.kind, context);
        let message = match early.filter(|_| ended.is_none()) {
            Some(TooEarly { since, .. }) => {
                let since = month(since);
                format!(
                    "{more} {plies} {follow} the {reason} at ply {}, which has ended games only since {since}",
                    event.ply
                )
            }
            None => {
                let when = match event.ply {
                    0 => "before the first move".to_owned(),
                    ply => format!("at ply {ply}"),
                };
                format!("the game was drawn {when} ({reason}); {more} {plies} {follow}")
            }
        };
        let finding = Finding::new(Code::N031, span, message).at_ply(event.ply + 1).basis(event.basis);
        match ended {
            Some(_) => finding.help("nothing that was played afterwards counts; the result is a draw"),
            None => finding,
        }
    });
}

/// A decisive result after what draws a game by a clause that came later.
pub(super) fn before_its_day<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    outcome: Outcome,
    span: Span,
) {
    let Some(TooEarly { event, since }) = replayer.state.draws.too_early() else { return };
    replayer.collector.add(Code::R012, Severity::Info, || {
        let message = format!(
            "the result is {}, and it stands: the {} at ply {} has drawn a game only since {}",
            outcome.token(),
            reason(event.kind, context),
            event.ply,
            month(since)
        );
        Finding::new(Code::R012, span, message).at_ply(event.ply).basis(event.basis)
    });
}

/// A month in words: `July 2014`.
fn month(month: Month) -> String {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let name = NAMES.get(usize::from(month.month).saturating_sub(1)).copied().unwrap_or_default();
    format!("{name} {}", month.year)
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

/// What drew the game, in words.
pub(super) fn reason<N: ChessDialect>(kind: DrawKind, context: &GameContext<'_, N>) -> String {
    match kind {
        DrawKind::Threefold => "third occurrence of a position".into(),
        DrawKind::Fivefold => "fifth occurrence of a position".into(),
        DrawKind::Fifty => "fifty moves without capture and pawn move".into(),
        DrawKind::SeventyFive => "seventy-five moves without capture and pawn move".into(),
        DrawKind::Series => "the same series of moves three times running".into(),
        DrawKind::PerpetualCheck => "perpetual check".into(),
        DrawKind::Demanded => "fifty moves of each side since it was demanded".into(),
        _ => format!("no legal moves can lead to mate, {}", context.book.rules.dead.unwrap_or_default()),
    }
}

fn why<N: ChessDialect>(kind: DrawKind, context: &GameContext<'_, N>, main: &LineState<N>) -> String {
    match kind {
        DrawKind::Dead => match main.position.dead() {
            Some(Why::Material) => "too little material is left for any mate".into(),
            Some(Why::Forced) => "every line of legal moves ends without a mate".into(),
            Some(Why::Blocked) => "the position is blocked, and no legal moves can lead to mate".into(),
            None => reason(kind, context),
        },
        kind => reason(kind, context),
    }
}

/// The position after some plies of the main line.
fn position_at<N: ChessDialect>(replayer: &LineReplayer<N>, context: &GameContext<'_, N>, ply: u32) -> Node<N> {
    context.start.after_moves(&replayer.moves[..(ply as usize).min(replayer.moves.len())])
}

/// A move of a position with its number.
fn numbered<N: ChessDialect>(replayer: &LineReplayer<N>, before: &Node<N>, mv: MoveOf<N>) -> String {
    spell::numbered(before.number(), before.turn() == Side::First, &replayer.notation.write(before, mv))
}

/// The move of a ply with its number.
fn text_of<N: ChessDialect>(replayer: &LineReplayer<N>, context: &GameContext<'_, N>, ply: u32) -> Option<String> {
    let index = ply.checked_sub(1)?;
    let mv = replayer.moves.get(index as usize)?;
    Some(numbered(replayer, &position_at(replayer, context, index), *mv))
}

fn after<N: ChessDialect>(replayer: &LineReplayer<N>, context: &GameContext<'_, N>, ply: u32) -> String {
    text_of(replayer, context, ply).map_or("in the start position".to_owned(), |text| format!("after {text}"))
}

/// Says after which plies a position stood on the board, up to one of them.
fn with_plies<N: ChessDialect>(
    finding: Finding,
    replayer: &LineReplayer<N>,
    context: &GameContext<'_, N>,
    upto: u32,
    same: &Node<N>,
) -> Finding {
    let mut position = context.start.clone();
    let mut list: Vec<String> = Vec::new();
    for ply in 0..=upto {
        if position.same_for_repetition(same) {
            list.push(ply.to_string());
        }
        let Some(mv) = replayer.moves.get(ply as usize) else { break };
        position = position.after_moves(std::slice::from_ref(mv));
    }
    if list.is_empty() {
        return finding;
    }
    finding.help(format!("the same position stood on the board after plies {}", list.join(", ")))
}

/// The finding for a draw that nobody had to claim.
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
        Some(TooEarly { since, .. }) => format!("{why} {after}; that has drawn a game only since {}", month(since)),
        None => format!("drawn {after}: {why}"),
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

/// The finding for a draw that could have been claimed: with the intended move, having the move, or both.
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
        DrawKind::Fifty => format!("a draw by the fifty-move rule could have been claimed {after}"),
        _ => format!("a draw by repetition could have been claimed: third occurrence {after}"),
    };
    let how = |event: &DrawEvent| {
        let by = spell::side(event.by);
        match (event.how, text_of(replayer, context, event.ply + 1), text_of(replayer, context, event.ply)) {
            (How::Intended, Some(next), _) => {
                format!("by {by} before {next}, with the intended move ({})", event.basis)
            }
            (_, _, Some(last)) => format!("by {by} after {last}, having the move ({})", event.basis),
            _ => format!("by {by} before the first move, having the move ({})", event.basis),
        }
    };
    let ways: Vec<String> = std::iter::once(event).chain(standing).map(how).collect();
    let went = if ply < main.ply { "; the game went on" } else { "" };
    let position = position_at(replayer, context, ply);
    let mut finding = Finding::new(code, place(context, ply), message)
        .at_ply(ply)
        .basis(event.basis)
        .help(format!("{}{went}", ways.join(", ")));
    finding.position = Some(position.fen());
    match (event.kind, ply.checked_sub(1)) {
        (DrawKind::Threefold, Some(before)) => with_plies(finding, replayer, context, before, &position),
        _ => finding,
    }
}

/// The same where the claim needs a move that is written down and not played: the record ends before it.
fn still_claimable<N: ChessDialect>(
    replayer: &LineReplayer<N>,
    context: &GameContext<'_, N>,
    main: &LineState<N>,
    event: &DrawEvent,
) -> Finding {
    let position = &main.position;
    let moves = draws::intended(context.book, &position.board, &replayer.repetition, &replayer.moves, event.kind);
    let by = spell::side(event.by);
    let named = |mv: &MoveOf<N>| numbered(replayer, position, *mv);
    let first = moves.first().map(named).unwrap_or_default();
    let (message, which) = match event.kind {
        DrawKind::Fifty => (
            format!("a draw by the fifty-move rule could be claimed with the next move, such as {first}"),
            "the move".to_owned(),
        ),
        _ => (
            format!("a draw by repetition could be claimed with {first}: third occurrence"),
            moves.iter().take(3).map(named).collect::<Vec<_>>().join(" or "),
        ),
    };
    let mut finding = Finding::new(code_of(context, event), place(context, event.ply), message)
        .at_ply(event.ply)
        .basis(event.basis)
        .help(format!("by {by}, who writes {which} down and does not play it ({})", event.basis));
    finding.position = Some(position.fen());
    match moves.first().filter(|_| event.kind == DrawKind::Threefold) {
        Some(mv) => with_plies(finding, replayer, context, event.ply, &position.after_moves(std::slice::from_ref(mv))),
        None => finding,
    }
}
