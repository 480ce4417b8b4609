//! What the record says of its end, against the board: words of the end, closing sentences, declarations.

use super::draws::FOUR;
use super::reading;
use crate::book::{ImpasseRule, MEN_IN_ZONE};
use crate::finding::{Code, Finding, Grade, Severity};
use crate::notation::shogi_spell::side as plain_side;
use crate::notation::{kif, sfen};
use crate::record::{Format, Kind, Outcome, Terminal};
use crate::replay::draw::{DrawEvent, DrawKind};
use crate::replay::player::{Case, Frame, Place, Player, path};
use crate::replay::verdict::{End, Verdict};
use crate::rules::shogi::{Position, Setup};
use crate::rules::{Game as _, Side};
use crate::span::Span;

/// What is said of the end of a game.
pub(super) struct Ended {
    pub(super) end: End,
    pub(super) verdict: Verdict,
    pub(super) recorded: Option<Outcome>,
}

/// What the record states: the word, where it stands, whose turn it was, and the result that follows.
#[derive(Clone, Copy)]
struct Stated {
    terminal: Terminal,
    span: Span,
    mover: Side,
    outcome: Outcome,
    /// The side that a sign names as the one that committed the foul.
    offender: Option<Side>,
}

/// Moves of the main line, judged or not.
fn moves(case: &Case<'_, Position>, main: &Frame<Position>) -> u32 {
    if main.alive { main.ply } else { count_moves(case) }
}

fn count_moves(case: &Case<'_, Position>) -> u32 {
    case.record.items.iter().filter(|item| item.line == 0 && item.kind == Kind::Move).count() as u32
}

fn stated(player: &Player<Position>, case: &Case<'_, Position>, moves: impl Fn() -> u32) -> Option<Stated> {
    let item = case.record.items.iter().rev().find(|item| item.line == 0 && item.kind == Kind::Result)?;
    let word = item.span.of(case.text.bytes);
    let (terminal, offender) = reading::terminal(case.record.format, word, player.state.script)?;
    let first = case.start.turn();
    let mover = if moves().is_multiple_of(2) { first } else { first.other() };
    let outcome = match offender {
        Some(side) => win(side.other()),
        None => terminal.outcome(mover),
    };
    Some(Stated { terminal, span: item.span, mover, outcome, offender })
}

const fn win(side: Side) -> Outcome {
    match side {
        Side::First => Outcome::FirstWins,
        Side::Second => Outcome::SecondWins,
    }
}

/// Whether the move at a place is the last of the main line, and the record says that it was a foul.
pub(super) fn ends_by_foul(
    player: &Player<Position>,
    case: &Case<'_, Position>,
    frame: &Frame<Position>,
    place: Place,
) -> bool {
    let last = !case.record.items[place.next..].iter().any(|item| item.line == 0 && item.kind == Kind::Move);
    let Some(stated) = stated(player, case, || count_moves(case)).filter(|_| last) else { return false };
    let offender = frame.position.turn();
    stated.terminal == Terminal::FoulByPrevious && stated.offender.is_none_or(|side| side == offender)
}

/// Judges the end of a main line.
pub(super) fn judge(player: &mut Player<Position>, case: &Case<'_, Position>, main: &Frame<Position>) -> Ended {
    let stated = stated(player, case, || moves(case, main));
    let end = board_end(player, case, main);
    events(player, case, main);
    let closing = closing(player, case, main);
    let sentence = closing.as_ref().and_then(|(ending, span)| Some((ending.outcome?, *span)));
    if let (Some((outcome, span)), Some(stated)) = (sentence, stated) {
        sentence_against_word(player, outcome, span, &stated);
    }
    let recorded = stated.map(|stated| (stated.outcome, stated.span)).or(sentence);
    let outcome = recorded.map(|(outcome, _)| outcome);
    if !main.alive {
        return Ended { end, verdict: Verdict::Presumed, recorded: outcome };
    }
    let claimed = stated.map_or(Verdict::Presumed, |stated| claims(player, case, main, end, &stated));
    let against =
        recorded.map_or(Verdict::Presumed, |(outcome, span)| against_board(player, case, main, end, outcome, span));
    let verdict = match (claimed, against) {
        (Verdict::Inconsistent, _) | (_, Verdict::Inconsistent) => Verdict::Inconsistent,
        (Verdict::Consistent, _) | (_, Verdict::Consistent) => Verdict::Consistent,
        _ => Verdict::Presumed,
    };
    Ended { end, verdict, recorded: outcome }
}

fn board_end(player: &mut Player<Position>, case: &Case<'_, Position>, main: &Frame<Position>) -> End {
    let ended = player.state.draws.ended.map(|event| match event.kind {
        DrawKind::Perpetual => End::Perpetual,
        DrawKind::Limit => End::Impasse,
        _ => End::Repetition,
    });
    if let Some(end) = ended {
        return end;
    }
    if !main.alive || main.position.has_legal_move() {
        return End::None;
    }
    if main.position.in_check() {
        return End::Checkmate;
    }
    let rules = &case.book.rules;
    let span = place(case, main.ply);
    let mover = side(player, main.position.turn());
    let verdict = if rules.stalemate_loses { "loses" } else { "is not beaten: the game is drawn" };
    player.collector.add(Code::R040, Severity::Warning, || {
        let message = format!("{mover} has no legal move and is not in check; by this book {mover} {verdict}");
        Finding::new(Code::R040, span, message).at_ply(main.ply).basis(rules.stalemate)
    });
    End::Stalemate
}

fn side(player: &Player<Position>, side: Side) -> &'static str {
    plain_side(side, player.state.handicap)
}

/// Where the move of a ply of the main line stands.
fn place(case: &Case<'_, Position>, ply: u32) -> Span {
    let items = &case.record.items;
    let index = ply.checked_sub(1).and_then(|index| path(case.record, items.len()).get(index as usize).copied());
    index.and_then(|index| items.get(index as usize)).map_or(case.record.span, |item| item.span)
}

fn events(player: &mut Player<Position>, case: &Case<'_, Position>, main: &Frame<Position>) {
    let Some(event) = player.state.draws.ended else { return };
    let (code, message) = match event.kind {
        DrawKind::Perpetual => (
            Code::D022,
            format!(
                "perpetual check: the position stands for the fourth time, and {} gave check with every move since its first occurrence; {} loses",
                side(player, event.by),
                side(player, event.by)
            ),
        ),
        DrawKind::Limit => (Code::D025, "the limit of moves is reached without a check: impasse".to_owned()),
        _ => (Code::D020, "千日手: the position stands for the fourth time; drawn, to be replayed".to_owned()),
    };
    let position = case.start.after_moves(&player.moves[..(event.ply as usize).min(player.moves.len())]);
    let earlier = occurrences(player, event);
    let span = place(case, event.ply);
    player.collector.add(code, Severity::Info, || {
        let mut finding = Finding::new(code, span, message).at_ply(event.ply).basis(event.basis);
        if !earlier.is_empty() {
            finding = finding.help(format!("the same position stood on the board after plies {earlier}"));
        }
        finding.position = Some(sfen::write(&Setup::from(&position), event.ply + 1));
        finding
    });
    if event.ply >= main.ply {
        return;
    }
    let (more, span) = (main.ply - event.ply, place(case, event.ply + 1));
    player.collector.add(Code::N031, Severity::Warning, || {
        let (plies, follow) = if more == 1 { ("ply", "follows") } else { ("plies", "follow") };
        let message = format!("the game had ended at ply {}; {more} {plies} {follow}", event.ply);
        Finding::new(Code::N031, span, message)
            .at_ply(event.ply + 1)
            .basis(event.basis)
            .help("nothing that was played afterwards counts")
    });
}

fn occurrences(player: &Player<Position>, event: DrawEvent) -> String {
    if event.kind == DrawKind::Limit {
        return String::new();
    }
    let list: Vec<String> = player.repetition.before(event.ply).iter().map(u32::to_string).collect();
    list.join(", ")
}

/// The closing sentence of the main line, its number of moves judged.
fn closing(
    player: &mut Player<Position>,
    case: &Case<'_, Position>,
    main: &Frame<Position>,
) -> Option<(kif::Ending, Span)> {
    if !matches!(case.record.format, Format::Kif | Format::Ki2) {
        return None;
    }
    let item = case.record.items.iter().rev().find(|item| item.line == 0 && item.kind == Kind::Ending)?;
    let ending = kif::ending(item.span.of(case.text.bytes), player.state.script)?;
    let count = moves(case, main);
    if let Some(plies) = ending.plies.filter(|plies| *plies != count) {
        player.collector.add(Code::N041, Severity::Warning, || {
            let message = format!(
                "{} says {plies}手, the record has {count} {}",
                case.text.show(item.span),
                if count == 1 { "move" } else { "moves" }
            );
            Finding::new(Code::N041, item.span, message).fix(Grade::Certain, format!("まで{count}手"))
        });
    }
    Some((ending, item.span))
}

fn sentence_against_word(player: &mut Player<Position>, outcome: Outcome, span: Span, stated: &Stated) {
    if outcome == stated.outcome || outcome == Outcome::Unknown || stated.outcome == Outcome::Unknown {
        return;
    }
    let named = |outcome| match outcome {
        Outcome::FirstWins => format!("{} wins", side(player, Side::First)),
        Outcome::SecondWins => format!("{} wins", side(player, Side::Second)),
        _ => "a draw".to_owned(),
    };
    let message = format!(
        "the closing sentence says {}, the word at the end of the game {}",
        named(outcome),
        named(stated.outcome)
    );
    player.collector.add(Code::R013, Severity::Error, || {
        Finding::new(Code::R013, span, message).help("compare with the source, and correct the one that is wrong")
    });
}

/// Claims that a word makes: mate, 千日手, a declared win, a foul.
fn claims(
    player: &mut Player<Position>,
    case: &Case<'_, Position>,
    main: &Frame<Position>,
    end: End,
    stated: &Stated,
) -> Verdict {
    let span = stated.span;
    let mut say = |code: Code, message: String, help: &str| {
        let basis = case.book.basis(code);
        player.collector.add(code, code.entry().severity, || {
            let finding = Finding::new(code, span, message).at_ply(main.ply).basis(basis);
            if help.is_empty() { finding } else { finding.help(help) }
        });
        Verdict::Inconsistent
    };
    match stated.terminal {
        Terminal::Mate if !matches!(end, End::Checkmate | End::Stalemate) => {
            let replies = main.position.legal().len();
            let check = if main.position.in_check() { "王手, " } else { "no check, and " };
            say(Code::R003, format!("詰み is recorded, but there is none: {check}{replies} legal moves are left"), "")
        }
        Terminal::Sennichite if end == End::None && player.state.draws.count < FOUR => {
            let count = player.state.draws.count;
            let message = format!("千日手 is recorded at occurrence {count} of {FOUR} of the position");
            say(Code::D021, message, "moves may be missing, or the players agreed to a draw")
        }
        Terminal::DeclaredWin => declaration(player, case, main, stated),
        Terminal::Impasse => {
            let points = [Side::First, Side::Second].map(|side| main.position.points(side));
            let message = format!(
                "持将棋: {} {} points, {} {} (all men on the board and in hand; rook and bishop 5, others 1)",
                side(player, Side::First),
                points[0],
                side(player, Side::Second),
                points[1]
            );
            player
                .collector
                .add(Code::D023, Severity::Info, || Finding::new(Code::D023, span, message).at_ply(main.ply));
            Verdict::Presumed
        }
        Terminal::FoulByPrevious => foul(player, case, main, end, stated),
        _ => Verdict::Presumed,
    }
}

/// A foul is claimed, and all moves are legal: perpetual check is the one foul that the moves alone do not show.
fn foul(
    player: &mut Player<Position>,
    case: &Case<'_, Position>,
    main: &Frame<Position>,
    end: End,
    stated: &Stated,
) -> Verdict {
    let offender = stated.offender.unwrap_or(stated.mover.other());
    let perpetual = player.state.draws.ended.is_some_and(|event| event.by == offender) && end == End::Perpetual;
    let (code, message) = if perpetual {
        (
            Code::R043,
            format!("the record ends by a foul, and it is real: perpetual check by {}", side(player, offender)),
        )
    } else if main.position.turn() == offender {
        // A foul of the side to move need not be written down.
        return Verdict::Presumed;
    } else {
        let message = format!("a foul of {} is recorded, but the last move is legal", side(player, offender));
        (Code::R044, message)
    };
    let span = place(case, main.ply);
    player.collector.add(code, code.entry().severity, || Finding::new(code, span, message).at_ply(main.ply));
    if perpetual { Verdict::Consistent } else { Verdict::Inconsistent }
}

/// A declared win: what the book asks for, and what is missing.
fn declaration(
    player: &mut Player<Position>,
    case: &Case<'_, Position>,
    main: &Frame<Position>,
    stated: &Stated,
) -> Verdict {
    let Some(ImpasseRule { wins, draws, basis }) = case.book.rules.impasse else { return Verdict::Presumed };
    let (mover, span) = (stated.mover, stated.span);
    let seen = main.position.impasse(mover);
    let wanted = wins[mover.index()];
    let mut missing = Vec::new();
    if main.position.turn() != mover {
        missing.push("it is not the own turn".to_owned());
    }
    if !seen.king_in_zone {
        missing.push("the king is not in the far zone".to_owned());
    }
    if seen.in_check {
        missing.push("the king is in check".to_owned());
    }
    if seen.men_in_zone < MEN_IN_ZONE {
        missing.push(format!("{} of {MEN_IN_ZONE} men are in the zone", seen.men_in_zone));
    }
    if seen.points < wanted {
        let draw = draws.filter(|draw| seen.points >= *draw).map(|draw| format!(", {draw} are a draw"));
        missing.push(format!("{} of {wanted} points{}", seen.points, draw.unwrap_or_default()));
    }
    let who = side(player, mover);
    let (code, verdict, message) = if missing.is_empty() {
        let counted = format!("{} points, {} men in the zone", seen.points, seen.men_in_zone);
        (Code::D023, Verdict::Consistent, format!("the declaration of {who} holds: {counted}"))
    } else {
        let message = format!("入玉 is declared by {who}, but its conditions are not met: {}", missing.join("; "));
        (Code::D024, Verdict::Inconsistent, message)
    };
    player
        .collector
        .add(code, code.entry().severity, || Finding::new(code, span, message).at_ply(main.ply).basis(basis));
    verdict
}

/// The recorded result against the end on the board.
fn against_board(
    player: &mut Player<Position>,
    case: &Case<'_, Position>,
    main: &Frame<Position>,
    end: End,
    outcome: Outcome,
    span: Span,
) -> Verdict {
    let last = main.position.turn().other();
    let event = player.state.draws.ended;
    let (right, code, what) = match (end, event) {
        (End::None, _) => return Verdict::Presumed,
        (End::Checkmate, _) => (win(last), Code::R001, format!("{} mates", side(player, last))),
        (End::Stalemate, _) if case.book.rules.stalemate_loses => {
            (win(last), Code::R001, format!("{} has no legal move", side(player, last.other())))
        }
        (End::Perpetual, Some(event)) => (
            win(event.by.other()),
            Code::R014,
            format!("{} loses by perpetual check at ply {}", side(player, event.by), event.ply),
        ),
        (_, Some(event)) => (Outcome::Draw, Code::R012, format!("the game was drawn at ply {}", event.ply)),
        _ => (Outcome::Draw, Code::R012, "the game is drawn".to_owned()),
    };
    if outcome == right {
        return Verdict::Consistent;
    }
    if outcome == Outcome::Unknown || code == Code::R012 && !outcome.is_decisive() {
        return Verdict::Presumed;
    }
    let said = match outcome {
        Outcome::FirstWins => format!("a win of {}", side(player, Side::First)),
        Outcome::SecondWins => format!("a win of {}", side(player, Side::Second)),
        _ => "a draw".to_owned(),
    };
    player.collector.add(code, Severity::Error, || {
        Finding::new(code, span, format!("{what}, but the record gives {said}"))
            .at_ply(event.map_or(main.ply, |event| event.ply))
            .basis(event.map_or(case.book.basis(code), |event| event.basis))
    });
    Verdict::Inconsistent
}
