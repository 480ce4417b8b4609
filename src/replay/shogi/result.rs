//! What the record says of its end, against the board: words of the end, closing sentences, declarations.

use super::draws::FOUR;
use super::stated::{Foul, LineEnd, Stated};
use super::{gap, stated};
use crate::context::{GameContext, LineState, MoveContext};
use crate::draw::{DrawEvent, DrawKind};
use crate::game_tags;
use crate::line_replayer::LineReplayer;
use crate::trail::ply_span;
use crate::verdict::{End, Verdict};
use partie_notation::moves::ShogiNotation;
use partie_notation::shogi_names::side as plain_side;
use partie_notation::{ShogiToken, formats, sfen};
use partie_record::book::{ImpasseRule, PIECES_IN_ZONE};
use partie_record::finding::{Cause, Code, Finding, Grade, Severity};
use partie_record::span::Span;
use partie_record::{ItemKind, Outcome, Terminal};
use partie_rules::shogi::{Position, Setup};
use partie_rules::{Rules as _, Side};

/// What is said of the end of a game.
pub(super) struct Ended {
    pub(super) end: End,
    pub(super) verdict: Verdict,
    pub(super) recorded: Option<Outcome>,
}

/// Moves of the main line, judged or not.
fn moves(context: &GameContext<'_, ShogiNotation>, main: &LineState<ShogiNotation>) -> u32 {
    if main.alive { main.ply } else { count_moves(context) }
}

fn count_moves(context: &GameContext<'_, ShogiNotation>) -> u32 {
    context.record.items.iter().filter(|item| item.line == 0 && item.kind == ItemKind::Move).count() as u32
}

/// Whether the illegal move at a place is the last of its line, and the record says that it was a foul; or the move after
/// it takes the king that it left in check, and its side lost.
pub(super) fn ends_by_foul(at: MoveContext<'_, ShogiNotation>, written: &ShogiToken, out_of_turn: bool) -> bool {
    let MoveContext { context, line, token } = at;
    let foul = Foul { turn: line.position.turn(), out_of_turn };
    let Some((end, next)) = LineEnd::behind(context, token, foul) else { return false };
    let stated = stated::stated(context, &end);
    if let Some(next) = next {
        let outcome = stated.map(|stated| stated.outcome).or_else(|| end.sentence(context)?.0.outcome);
        return outcome == Some(Outcome::won_by(foul.turn.other()))
            && takes_king(context, &line.position.board, written, next.of(context.text.bytes));
    }
    let Some(stated) = stated else { return false };
    let is_foul = match stated.terminal {
        Some(Terminal::FoulByPrevious) => true,
        // A server's word stands after the move that it refused.
        Some(Terminal::FoulByMover) => stated.offender.is_some(),
        _ => false,
    };
    is_foul && stated.offender.is_none_or(|side| side == foul.turn || out_of_turn)
}

/// Whether the token `next` takes the king that an illegal move left in check.
fn takes_king(context: &GameContext<'_, ShogiNotation>, before: &Position, written: &ShogiToken, next: &[u8]) -> bool {
    let Ok(capture) = formats::read_move(context.record.format, next, Some(written.pattern.to)) else { return false };
    let taken = |mv| before.after_foul(mv).takes_king(&capture.pattern);
    capture.side.is_none_or(|side| side != before.turn()) && before.foul(&written.pattern).and_then(taken).is_some()
}

/// Judges the end of a main line.
pub(super) fn judge(
    replayer: &mut LineReplayer<ShogiNotation>,
    context: &GameContext<'_, ShogiNotation>,
    main: &LineState<ShogiNotation>,
) -> Ended {
    let at = LineEnd::of_main(context, moves(context, main), main.alive).by_foul(replayer.state.foul);
    let stated = stated::stated(context, &at);
    let on_time = stated.as_ref().is_some_and(|stated| stated.terminal == Some(Terminal::TimeUp));
    replayer.state.times.limits.finish(main.ply, on_time, &mut replayer.collector);
    let end = board_end(replayer, context, main);
    events(replayer, context, main);
    let closing = at.sentence(context);
    let total = closing.as_ref().and_then(|(ending, span)| Some((ending.plies?, *span)));
    let confirmed = total.is_some_and(|(plies, span)| total_against_moves(replayer, context, main, plies, span));
    gap::doubt_numbers(replayer, confirmed);
    let sentence = closing.as_ref().and_then(|(ending, span)| {
        // One that counts other moves speaks of another turn.
        let counts = main.alive && ending.plies.is_none_or(|plies| plies == main.ply);
        let outcome = if counts { ending.outcome_at(main.position.turn()) } else { ending.outcome };
        Some((outcome?, *span))
    });
    let by_tag = stated::by_tag(context);
    if let Some(stated) = &stated {
        if let Some((outcome, span)) = by_tag {
            winner_against_word(replayer, "the Result tag", outcome, span, stated.outcome);
        }
        if let Some((outcome, span)) = sentence {
            winner_against_word(replayer, "the closing sentence", outcome, span, stated.outcome);
        }
        if let (Some((outcome, span)), Some(terminal)) = (stated.against, stated.terminal) {
            // The server has decided; what the word alone would mean is the other side.
            let word = terminal.outcome(stated.mover);
            winner_against_word(replayer, "the server", outcome, span, word);
        }
    }
    let recorded = stated.as_ref().map(|stated| (stated.outcome, stated.span)).or(sentence).or(by_tag);
    let outcome = recorded.map(|(outcome, _)| outcome);
    if !main.alive {
        return Ended { end, verdict: Verdict::Presumed, recorded: outcome };
    }
    let claimed = stated.as_ref().map_or(Verdict::Presumed, |stated| claims(replayer, context, main, end, stated));
    let against = recorded.map_or(Verdict::Presumed, |recorded| against_board(replayer, context, main, end, recorded));
    let verdict = match (claimed, against) {
        (Verdict::Inconsistent, _) | (_, Verdict::Inconsistent) => Verdict::Inconsistent,
        (Verdict::Consistent, _) | (_, Verdict::Consistent) => Verdict::Consistent,
        _ => Verdict::Presumed,
    };
    Ended { end, verdict, recorded: outcome }
}

fn board_end(
    replayer: &mut LineReplayer<ShogiNotation>,
    context: &GameContext<'_, ShogiNotation>,
    main: &LineState<ShogiNotation>,
) -> End {
    let ended = replayer.state.draws.ended.map(|event| match event.kind {
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
    let rules = &context.book.rules;
    let span = place(context, main.ply);
    let mover = side(replayer, main.position.turn());
    let verdict = if rules.stalemate_loses { "loses" } else { "is not beaten: the game is drawn" };
    replayer.collector.add(Code::R040, Severity::Warning, || {
        let message = format!("{mover} has no legal move and is not in check; by this book {mover} {verdict}");
        Finding::new(Code::R040, span, message).at_ply(main.ply).basis(rules.stalemate)
    });
    End::Stalemate
}

fn side(replayer: &LineReplayer<ShogiNotation>, side: Side) -> &'static str {
    plain_side(side, replayer.state.handicap)
}

/// Where the move of a ply of the main line stands.
fn place(context: &GameContext<'_, ShogiNotation>, ply: u32) -> Span {
    ply_span(context.record, context.record.items.len(), ply).unwrap_or(context.record.span)
}

fn events(
    replayer: &mut LineReplayer<ShogiNotation>,
    context: &GameContext<'_, ShogiNotation>,
    main: &LineState<ShogiNotation>,
) {
    let Some(event) = replayer.state.draws.ended else { return };
    let (code, message) = match event.kind {
        DrawKind::Perpetual => (
            Code::D022,
            format!(
                "perpetual check: the position stands for the fourth time, and {} gave check with every move since its first occurrence; {} loses",
                side(replayer, event.by),
                side(replayer, event.by)
            ),
        ),
        DrawKind::Limit => (Code::D025, "the limit of moves is reached without a check: impasse".to_owned()),
        _ => (Code::D020, "千日手: the position stands for the fourth time; drawn, to be replayed".to_owned()),
    };
    let position = context.start.after_moves(&replayer.moves[..(event.ply as usize).min(replayer.moves.len())]);
    let earlier = occurrences(replayer, event);
    let span = place(context, event.ply);
    replayer.collector.add(code, Severity::Info, || {
        let mut finding = Finding::new(code, span, message).at_ply(event.ply).basis(event.basis);
        if !earlier.is_empty() {
            finding = finding.help(format!("the same position stood on the board after plies {earlier}"));
        }
        finding.position = Some(sfen::write(&Setup::from(&position.board), event.ply + 1));
        finding
    });
    if event.ply >= main.ply {
        return;
    }
    let (more, span) = (main.ply - event.ply, place(context, event.ply + 1));
    replayer.collector.add(Code::N031, Severity::Warning, || {
        let (plies, follow) = if more == 1 { ("ply", "follows") } else { ("plies", "follow") };
        let message = format!("the game had ended at ply {}; {more} {plies} {follow}", event.ply);
        Finding::new(Code::N031, span, message)
            .at_ply(event.ply + 1)
            .basis(event.basis)
            .help("nothing that was played afterwards counts")
    });
}

fn occurrences(replayer: &LineReplayer<ShogiNotation>, event: DrawEvent) -> String {
    if event.kind == DrawKind::Limit {
        return String::new();
    }
    let list: Vec<String> = replayer.repetition.before(event.ply).iter().map(u32::to_string).collect();
    list.join(", ")
}

/// Compares the total of the closing sentence with the moves; whether it counts moves that the record's own numbers
/// count, and that are missing or doubled: then it bears the numbers out, and is no finding of its own.
fn total_against_moves(
    replayer: &mut LineReplayer<ShogiNotation>,
    context: &GameContext<'_, ShogiNotation>,
    main: &LineState<ShogiNotation>,
    plies: u32,
    span: Span,
) -> bool {
    let count = moves(context, main);
    if plies == count {
        return false;
    }
    if stated::counts_by_number(context, main, plies) {
        let broken = replayer.collector.findings.iter_mut().find(|finding| {
            finding.line == 0 && finding.severity == Severity::Error && finding.ply == Some(main.ply + 1)
        });
        if let Some(finding) = broken.filter(|_| !main.alive) {
            let message = format!("{plies}手 by the move numbers");
            finding.causes.push(Cause { message: message.into(), square: None, ply: None, span: Some(span) });
        }
        return true;
    }
    // A total of more moves than there are may be right, as the last moves may be missing; but the word that ends the
    // game is often counted, too.
    let end = context.record.items.iter().rposition(|item| item.line == 0 && item.kind == ItemKind::Result);
    let numbered = end.and_then(|place| stated::numbered(context, place)) == Some(count);
    let certain = main.alive && main.offset == 0 && (plies < count || numbered && plies == count + 1);
    let missing = game_tags::missing_plies(u64::from(plies), count);
    replayer.collector.add(Code::N041, Severity::Warning, || {
        let message = format!(
            "{} says {plies}手, the record has {count} {}",
            context.text.show(span),
            if count == 1 { "move" } else { "moves" }
        );
        let right = format!("まで{count}手");
        match missing {
            _ if certain => Finding::new(Code::N041, span, message).fix(Grade::Certain, right),
            Some(missing) => Finding::new(Code::N041, span, format!("{message}: {missing}"))
                .fix(Grade::Guess, right)
                .help("compare the last moves with the source; once the total is changed nothing shows what was lost"),
            None => Finding::new(Code::N041, span, message)
                .help("moves may be missing or doubled; compare the last ones with the source"),
        }
    });
    false
}

/// Compares a winner that is named with the one that the word at the end means.
fn winner_against_word(
    replayer: &mut LineReplayer<ShogiNotation>,
    who: &str,
    outcome: Outcome,
    span: Span,
    word: Outcome,
) {
    if outcome == word || outcome == Outcome::Unknown || word == Outcome::Unknown {
        return;
    }
    let named = |outcome| match outcome {
        Outcome::FirstWins => format!("{} wins", side(replayer, Side::First)),
        Outcome::SecondWins => format!("{} wins", side(replayer, Side::Second)),
        _ => "a draw".to_owned(),
    };
    let message = format!("{who} says {}, the word at the end of the game {}", named(outcome), named(word));
    replayer.collector.add(Code::R013, Severity::Error, || {
        Finding::new(Code::R013, span, message).help("compare with the source, and correct the one that is wrong")
    });
}

/// Claims that a word makes: mate, 千日手, a declared win, a foul.
fn claims(
    replayer: &mut LineReplayer<ShogiNotation>,
    context: &GameContext<'_, ShogiNotation>,
    main: &LineState<ShogiNotation>,
    end: End,
    stated: &Stated,
) -> Verdict {
    let span = stated.span;
    let mut say = |code: Code, message: String, help: &str| {
        let basis = context.book.basis(code);
        replayer.collector.add(code, code.entry().severity, || {
            let finding = Finding::new(code, span, message).at_ply(main.ply).basis(basis);
            if help.is_empty() { finding } else { finding.help(help) }
        });
        Verdict::Inconsistent
    };
    let Some(terminal) = stated.terminal else { return Verdict::Presumed };
    match terminal {
        Terminal::Mate if !matches!(end, End::Checkmate | End::Stalemate) => {
            let replies = main.position.legal().len();
            let check = if main.position.in_check() { "王手, " } else { "no check, and " };
            say(Code::R003, format!("詰み is recorded, but there is none: {check}{replies} legal moves are left"), "")
        }
        // A book that has no such rule says nothing of what is claimed by it.
        Terminal::Sennichite if context.book.rules.sennichite.is_none() => Verdict::Presumed,
        Terminal::Impasse if context.book.rules.impasse.is_none() => Verdict::Presumed,
        Terminal::Sennichite if end == End::None && replayer.state.draws.count < FOUR => {
            let count = replayer.state.draws.count;
            let message = format!("千日手 is recorded at occurrence {count} of {FOUR} of the position");
            say(Code::D021, message, "moves may be missing, or the players agreed to a draw")
        }
        Terminal::DeclaredWin => declaration(replayer, context, main, stated),
        Terminal::Impasse => {
            let points = [Side::First, Side::Second].map(|side| main.position.points(side));
            let message = format!(
                "持将棋: {} {} points, {} {} (all pieces on the board and in hand; rook and bishop 5, others 1)",
                side(replayer, Side::First),
                points[0],
                side(replayer, Side::Second),
                points[1]
            );
            replayer
                .collector
                .add(Code::D023, Severity::Info, || Finding::new(Code::D023, span, message).at_ply(main.ply));
            Verdict::Presumed
        }
        Terminal::FoulByPrevious | Terminal::FoulByMover => report_foul(replayer, context, main, end, stated),
        _ => Verdict::Presumed,
    }
}

/// A foul is claimed, and all moves are legal: perpetual check is the one foul that they show together.
fn report_foul(
    replayer: &mut LineReplayer<ShogiNotation>,
    context: &GameContext<'_, ShogiNotation>,
    main: &LineState<ShogiNotation>,
    end: End,
    stated: &Stated,
) -> Verdict {
    let own = stated.terminal == Some(Terminal::FoulByMover);
    let offender = stated.offender.unwrap_or(if own { stated.mover } else { stated.mover.other() });
    let perpetual = replayer.state.draws.ended.is_some_and(|event| event.by == offender) && end == End::Perpetual;
    let (code, message) = if perpetual {
        (
            Code::R043,
            format!(
                "the record ends with a foul, confirmed by the board: perpetual check by {}",
                side(replayer, offender)
            ),
        )
    } else {
        // Fouls are more than illegal moves, and the move that was refused need not be written down.
        let message = format!("a foul of {} is recorded, but the record has no illegal move", side(replayer, offender));
        (Code::R044, message)
    };
    let (span, basis) = (place(context, main.ply), context.book.basis(code));
    replayer
        .collector
        .add(code, code.entry().severity, || Finding::new(code, span, message).at_ply(main.ply).basis(basis));
    if perpetual { Verdict::Consistent } else { Verdict::Presumed }
}

/// A declared win: what the book asks for, and what is missing.
fn declaration(
    replayer: &mut LineReplayer<ShogiNotation>,
    context: &GameContext<'_, ShogiNotation>,
    main: &LineState<ShogiNotation>,
    stated: &Stated,
) -> Verdict {
    let Some(ImpasseRule { wins, draws, basis }) = context.book.rules.impasse else { return Verdict::Presumed };
    let (mover, span) = (stated.mover, stated.span);
    let seen = main.position.impasse(mover);
    let wanted = wins[mover.index()];
    let mut missing = Vec::new();
    if main.position.turn() != mover {
        missing.push("the declaring side is not to move".to_owned());
    }
    if !seen.king_in_zone {
        missing.push("the king is not in the far zone".to_owned());
    }
    if seen.in_check {
        missing.push("the king is in check".to_owned());
    }
    if seen.pieces_in_zone < PIECES_IN_ZONE {
        missing.push(format!("{} of {PIECES_IN_ZONE} pieces are in the zone", seen.pieces_in_zone));
    }
    if seen.points < wanted {
        let draw = draws.filter(|draw| seen.points >= *draw).map(|draw| format!(", {draw} are a draw"));
        missing.push(format!("{} of {wanted} points{}", seen.points, draw.unwrap_or_default()));
    }
    let who = side(replayer, mover);
    let book = replayer.state.chosen.shown();
    let unmet = missing.join("; ");
    let counted = format!("{} points of {wanted}, {} pieces in the zone", seen.points, seen.pieces_in_zone);
    let (code, severity, verdict, message) = match (&stated.reject_token, missing.is_empty()) {
        (None, true) => (
            Code::D023,
            Severity::Info,
            Verdict::Consistent,
            format!("the declaration of {who} holds: {counted} ({book})"),
        ),
        (None, false) => {
            let message = format!("入玉 is declared by {who}, but its conditions are not met: {unmet} ({book})");
            (Code::D024, Severity::Error, Verdict::Inconsistent, message)
        }
        (Some(cause), true) => {
            let message = format!(
                "the server refused the declaration of {who} ({cause}), but the board meets its conditions: {counted} ({book})"
            );
            (Code::D024, Severity::Warning, Verdict::Presumed, message)
        }
        (Some(cause), false) => {
            let message = format!(
                "the declaration of {who} was refused ({cause}), and its conditions are not met: {unmet} ({book})"
            );
            (Code::D024, Severity::Info, Verdict::Consistent, message)
        }
    };
    let reject_token = stated.reject_token.is_some() && missing.is_empty();
    replayer.collector.add(code, severity, || {
        let finding = Finding::new(code, span, message).at_ply(main.ply).basis(basis);
        let help = "the server's word decides the result; it may have judged by other rules: name them with --rules";
        if reject_token { finding.help(help) } else { finding }
    });
    verdict
}

/// The recorded result against the end on the board.
fn against_board(
    replayer: &mut LineReplayer<ShogiNotation>,
    context: &GameContext<'_, ShogiNotation>,
    main: &LineState<ShogiNotation>,
    end: End,
    (outcome, span): (Outcome, Span),
) -> Verdict {
    let last = main.position.turn().other();
    let event = replayer.state.draws.ended;
    let (right, code, what) = match (end, event) {
        (End::None, _) => return Verdict::Presumed,
        (End::Checkmate, _) => (Outcome::won_by(last), Code::R001, format!("{} mates", side(replayer, last))),
        (End::Stalemate, _) if context.book.rules.stalemate_loses => {
            (Outcome::won_by(last), Code::R001, format!("{} has no legal move", side(replayer, last.other())))
        }
        (End::Perpetual, Some(event)) => (
            Outcome::won_by(event.by.other()),
            Code::R014,
            format!("{} loses by perpetual check at ply {}", side(replayer, event.by), event.ply),
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
        Outcome::FirstWins => format!("a win of {}", side(replayer, Side::First)),
        Outcome::SecondWins => format!("a win of {}", side(replayer, Side::Second)),
        _ => "a draw".to_owned(),
    };
    replayer.collector.add(code, Severity::Error, || {
        Finding::new(code, span, format!("{what}, but the record gives {said}"))
            .at_ply(event.map_or(main.ply, |event| event.ply))
            .basis(event.map_or(context.book.basis(code), |event| event.basis))
    });
    Verdict::Inconsistent
}
