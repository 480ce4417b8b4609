//! Compares the end that the record states with the board: terminal words, closing sentences, declarations.

use super::draws::FOUR;
use super::stated::{Foul, LineEnd, Stated};
use super::{gap, stated, tsume};
use crate::context::{GameContext, LineState, MoveContext};
use crate::draw::{DrawEvent, DrawKind};
use crate::game_tags;
use crate::line_replayer::LineReplayer;
use crate::trail::ply_span;
use crate::verdict::{End, Verdict};
use partie_notation::moves::ShogiNotation;
use partie_notation::shogi_headers::Field;
use partie_notation::shogi_names::side as plain_side;
use partie_notation::{ShogiToken, formats, sfen};
use partie_record::book::{ImpasseRule, PIECES_IN_ZONE};
use partie_record::finding::{Cause, Code, Finding, Grade, Severity};
use partie_record::message::{Arg, Message, list, ply as at_ply, side as said_side, text};
use partie_record::say;
use partie_record::span::Span;
use partie_record::{ItemKind, Outcome, Terminal, Termination};
use partie_rules::shogi::{Position, Setup};
use partie_rules::{Rules as _, Side};

/// The end of a game, on the board and as stated.
pub(super) struct Ended {
    pub(super) end: End,
    pub(super) verdict: Verdict,
    pub(super) recorded: Option<Outcome>,
    pub(super) stated: Option<Termination>,
}

/// Returns the number of moves of the main line, judged or not.
fn moves(context: &GameContext<'_, ShogiNotation>, main: &LineState<ShogiNotation>) -> u32 {
    if main.alive { main.ply } else { count_moves(context) }
}

fn count_moves(context: &GameContext<'_, ShogiNotation>) -> u32 {
    context.record.items.iter().filter(|item| item.line == 0 && item.kind == ItemKind::Move).count() as u32
}

/// True if an illegal move is the last of its line, and the record marks it as a foul. Also true if the next move
/// captures the king left in check, and the mover lost.
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
        // A server's terminal word follows the move that the server refused.
        Some(Terminal::FoulByMover) => stated.offender.is_some(),
        _ => false,
    };
    is_foul && stated.offender.is_none_or(|side| side == foul.turn || out_of_turn)
}

/// True if the token `next` captures the king that an illegal move left in check.
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
        // A sentence with another number of moves assumes another side to move.
        let counts = main.alive && ending.plies.is_none_or(|plies| plies == main.ply);
        let outcome = if counts { ending.outcome_at(main.position.turn()) } else { ending.outcome };
        Some((outcome?, *span))
    });
    let by_tag = stated::by_tag(context);
    if let Some(stated) = &stated {
        if let Some((outcome, span)) = by_tag {
            winner_against_word(replayer, say!("result-tag"), outcome, span, stated.outcome);
        }
        if let Some((outcome, span)) = sentence {
            winner_against_word(replayer, say!("closing-sentence"), outcome, span, stated.outcome);
        }
        if let (Some((outcome, span)), Some(terminal)) = (stated.against, stated.terminal) {
            // The server's result is final. It is compared with the result of the terminal word alone.
            let word = terminal.outcome(stated.mover);
            winner_against_word(replayer, say!("the-server"), outcome, span, word);
        }
    }
    let recorded = stated.as_ref().map(|stated| (stated.outcome, stated.span)).or(sentence).or(by_tag);
    let outcome = recorded.map(|(outcome, _)| outcome);
    let by_word = stated.as_ref().and_then(|stated| stated.terminal);
    let terminal = by_word.or_else(|| closing.as_ref()?.0.cause).or_else(|| stated::terminal_of_tag(context));
    let own_reason = stated.as_ref().and_then(|stated| stated.own_reason).or_else(|| closing.as_ref()?.0.own_reason);
    let termination = terminal.and_then(Terminal::termination).or(own_reason);
    if !main.alive {
        return Ended { end, verdict: Verdict::Presumed, recorded: outcome, stated: termination };
    }
    let claimed = stated.as_ref().map_or(Verdict::Presumed, |stated| claims(replayer, context, main, end, stated));
    let against = recorded.map_or(Verdict::Presumed, |recorded| against_board(replayer, context, main, end, recorded));
    let verdict = match (claimed, against) {
        (Verdict::Inconsistent, _) | (_, Verdict::Inconsistent) => Verdict::Inconsistent,
        (Verdict::Consistent, _) | (_, Verdict::Consistent) => Verdict::Consistent,
        _ => Verdict::Presumed,
    };
    Ended { end, verdict, recorded: outcome, stated: termination }
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
    replayer.collector.add(Code::R040, Severity::Warning, || {
        let message = match rules.stalemate_loses {
            true => say!("stalemate-loses", mover = mover),
            false => say!("stalemate-draws", mover = mover),
        };
        Finding::new(Code::R040, span, message).at_ply(main.ply).basis(rules.stalemate)
    });
    End::Stalemate
}

fn side(replayer: &LineReplayer<ShogiNotation>, side: Side) -> Arg {
    said_side(plain_side(side, replayer.state.handicap))
}

/// Returns the span of a move of the main line by its ply; the whole record if the ply has no move.
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
        DrawKind::Perpetual => (Code::D022, say!("perpetual-check-loses", side = side(replayer, event.by))),
        DrawKind::Limit => (Code::D025, say!("limit-of-moves")),
        _ => (Code::D020, say!("sennichite")),
    };
    let position = context.start.after_moves(&replayer.moves[..(event.ply as usize).min(replayer.moves.len())]);
    let earlier = occurrences(replayer, event);
    let span = place(context, event.ply);
    replayer.collector.add(code, Severity::Info, || {
        let mut finding = Finding::new(code, span, message).at_ply(event.ply).basis(event.basis);
        if !earlier.is_empty() {
            finding = finding.help(say!("same-position-after", plies = list(earlier)));
        }
        finding.position = Some(sfen::write(&Setup::from(&position.board), event.ply + 1));
        finding
    });
    if event.ply >= main.ply {
        return;
    }
    let (more, span) = (main.ply - event.ply, place(context, event.ply + 1));
    replayer.collector.add(Code::N031, Severity::Warning, || {
        let message = say!("moves-after-end", ply = at_ply(event.ply), more = more);
        Finding::new(Code::N031, span, message)
            .at_ply(event.ply + 1)
            .basis(event.basis)
            .help(say!("nothing-afterwards"))
    });
}

fn occurrences(replayer: &LineReplayer<ShogiNotation>, event: DrawEvent) -> Vec<Arg> {
    if event.kind == DrawKind::Limit {
        return Vec::new();
    }
    replayer.repetition.before(event.ply).iter().map(|ply| at_ply(*ply)).collect()
}

/// Compares the total of the closing sentence with the moves. True if moves are missing or doubled and the total agrees
/// with the record's own numbers: it then confirms them, and is not a finding of its own.
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
            let message = say!("total-by-numbers", plies = plies);
            finding.causes.push(Cause { message, square: None, ply: None, span: Some(span) });
        }
        return true;
    }
    // A total above the number of moves may be right, as the last moves may be missing. But the terminal word is often
    // counted, too.
    let end = context.record.items.iter().rposition(|item| item.line == 0 && item.kind == ItemKind::Result);
    let numbered = end.and_then(|place| stated::numbered(context, place)) == Some(count);
    let certain = main.alive && main.offset == 0 && (plies < count || numbered && plies == count + 1);
    let missing = game_tags::missing_plies(u64::from(plies), count);
    replayer.collector.add(Code::N041, Severity::Warning, || {
        let line = text(context.text.show(span));
        let right = format!("まで{count}手");
        match missing {
            Some(missing) if !certain => {
                let message = say!("move-count-more", line = line, plies = plies, moves = count, missing = missing);
                Finding::new(Code::N041, span, message).fix(Grade::Guess, right).help(say!("compare-last-moves"))
            }
            _ => {
                let message = say!("move-count", line = line, plies = plies, moves = count);
                let finding = Finding::new(Code::N041, span, message);
                if certain { finding.fix(Grade::Certain, right) } else { finding.help(say!("missing-or-doubled-last")) }
            }
        }
    });
    false
}

/// Compares a named winner with the winner by the terminal word.
fn winner_against_word(
    replayer: &mut LineReplayer<ShogiNotation>,
    who: Message,
    outcome: Outcome,
    span: Span,
    word: Outcome,
) {
    if outcome == word || outcome == Outcome::Unknown || word == Outcome::Unknown {
        return;
    }
    let named = |outcome| match outcome {
        Outcome::FirstWins => say!("side-wins", winner = side(replayer, Side::First)),
        Outcome::SecondWins => say!("side-wins", winner = side(replayer, Side::Second)),
        _ => say!("a-draw"),
    };
    let message = say!("winner-against-word", place = who, says = named(outcome), word = named(word));
    replayer.collector.add(Code::R013, Severity::Error, || {
        Finding::new(Code::R013, span, message).help(say!("correct-the-wrong-one"))
    });
}

/// The number of moves after which the game is drawn, from a header or a comment.
fn limit_of_moves(context: &GameContext<'_, ShogiNotation>) -> Option<u32> {
    let GameContext { text, record, .. } = *context;
    let format = &formats::info(record.format).shogi;
    let tag = record.tags.iter().find(|tag| (format.field)(tag.name.of(text.bytes)) == Some(Field::MaxMoves));
    match tag {
        Some(tag) => text.decode(tag.value).trim().parse().ok(),
        None => record.items.iter().find_map(|item| (format.limit_in_comment)(item.span.of(text.bytes))),
    }
}

/// Judges the claim of a terminal word: mate, 千日手, a declared win, a foul.
fn claims(
    replayer: &mut LineReplayer<ShogiNotation>,
    context: &GameContext<'_, ShogiNotation>,
    main: &LineState<ShogiNotation>,
    end: End,
    stated: &Stated,
) -> Verdict {
    let span = stated.span;
    let mut report = |code: Code, message: Message, help: Option<Message>| {
        let basis = context.book.basis(code);
        replayer.collector.add(code, code.entry().severity, || {
            let mut finding = Finding::new(code, span, message).at_ply(main.ply).basis(basis);
            finding.help.extend(help);
            finding
        });
        Verdict::Inconsistent
    };
    let Some(terminal) = stated.terminal else { return Verdict::Presumed };
    match terminal {
        // In a mating problem, a futile interposing drop does not count as a defense.
        Terminal::Mate if end == End::None && tsume::is_mated(context, &main.position.board) => Verdict::Consistent,
        Terminal::Mate if !matches!(end, End::Checkmate | End::Stalemate) => {
            let replies = main.position.legal().len();
            let message = match main.position.in_check() {
                true => say!("no-mate-but-check", moves = replies),
                false => say!("no-mate-and-no-check", moves = replies),
            };
            report(Code::R003, message, None)
        }
        // A rule book without sennichite or impasse neither confirms nor refutes the claim.
        Terminal::Sennichite if context.book.rules.sennichite.is_none() => Verdict::Presumed,
        Terminal::Impasse if context.book.rules.impasse.is_none() => Verdict::Presumed,
        Terminal::Sennichite if end == End::None && replayer.state.draws.count < FOUR => {
            let count = replayer.state.draws.count;
            let message = say!("wrong-sennichite", count = count, wanted = FOUR);
            report(Code::D021, message, Some(say!("missing-or-agreed")))
        }
        Terminal::DeclaredWin => declaration(replayer, context, main, stated),
        Terminal::Impasse => {
            let points = [Side::First, Side::Second].map(|side| main.position.points(side));
            let message = say!(
                "impasse-points",
                first = side(replayer, Side::First),
                points = points[0],
                second = side(replayer, Side::Second),
                other_points = points[1]
            );
            replayer
                .collector
                .add(Code::D023, Severity::Info, || Finding::new(Code::D023, span, message).at_ply(main.ply));
            Verdict::Presumed
        }
        Terminal::MaxMoves => {
            if let Some(limit) = limit_of_moves(context).filter(|limit| *limit > main.ply) {
                report(
                    Code::N041,
                    say!("limit-not-reached", limit = limit, moves = main.ply),
                    Some(say!("compare-last-moves")),
                );
            }
            Verdict::Presumed
        }
        Terminal::FoulByPrevious | Terminal::FoulByMover => report_foul(replayer, context, main, end, stated),
        _ => Verdict::Presumed,
    }
}

/// Judges a claimed foul when all moves are legal: perpetual check is the only foul that legal moves show.
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
        (Code::R043, say!("perpetual-check-confirmed", side = side(replayer, offender)))
    } else {
        // A foul need not be an illegal move, and a refused move may be missing from the record.
        (Code::R044, say!("foul-claimed", side = side(replayer, offender)))
    };
    let (span, basis) = (place(context, main.ply), context.book.basis(code));
    replayer
        .collector
        .add(code, code.entry().severity, || Finding::new(code, span, message).at_ply(main.ply).basis(basis));
    if perpetual { Verdict::Consistent } else { Verdict::Presumed }
}

/// Judges a declared win: compares the position with the requirements of the rule book.
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
        missing.push(say!("declarer-not-to-move"));
    }
    if !seen.king_in_zone {
        missing.push(say!("king-not-in-zone"));
    }
    if seen.in_check {
        missing.push(say!("king-in-check"));
    }
    if seen.pieces_in_zone < PIECES_IN_ZONE {
        missing.push(say!("pieces-in-zone", pieces = seen.pieces_in_zone, wanted = PIECES_IN_ZONE));
    }
    if seen.points < wanted {
        missing.push(match draws.filter(|draw| seen.points >= *draw) {
            Some(draw) => say!("points-for-draw", points = seen.points, wanted = wanted, draw = draw),
            None => say!("points-of", points = seen.points, wanted = wanted),
        });
    }
    let who = side(replayer, mover);
    let book = replayer.state.chosen.shown();
    let is_met = missing.is_empty();
    let unmet = list(missing);
    let counted = say!("counted-points", points = seen.points, wanted = wanted, pieces = seen.pieces_in_zone);
    let (code, severity, verdict, message) = match (&stated.reject_token, is_met) {
        (None, true) => {
            let message = say!("declaration-holds", side = who, counted = counted, book = book);
            (Code::D023, Severity::Info, Verdict::Consistent, message)
        }
        (None, false) => {
            let message = say!("declaration-unmet", side = who, unmet = unmet, book = book);
            (Code::D024, Severity::Error, Verdict::Inconsistent, message)
        }
        (Some(cause), true) => {
            let cause = text(cause.as_str());
            let message = say!("refused-though-met", side = who, cause = cause, counted = counted, book = book);
            (Code::D024, Severity::Warning, Verdict::Presumed, message)
        }
        (Some(cause), false) => {
            let cause = text(cause.as_str());
            let message = say!("refused-and-unmet", side = who, cause = cause, unmet = unmet, book = book);
            (Code::D024, Severity::Info, Verdict::Consistent, message)
        }
    };
    let reject_token = stated.reject_token.is_some() && is_met;
    replayer.collector.add(code, severity, || {
        let finding = Finding::new(code, span, message).at_ply(main.ply).basis(basis);
        if reject_token { finding.help(say!("servers-word-decides")) } else { finding }
    });
    verdict
}

/// Compares the recorded result with the end on the board.
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
        (End::Checkmate, _) => (Outcome::won_by(last), Code::R001, say!("side-mates", winner = side(replayer, last))),
        (End::Stalemate, _) if context.book.rules.stalemate_loses => {
            (Outcome::won_by(last), Code::R001, say!("side-has-no-move", mover = side(replayer, last.other())))
        }
        (End::Perpetual, Some(event)) => (
            Outcome::won_by(event.by.other()),
            Code::R014,
            say!("loses-by-perpetual", side = side(replayer, event.by), ply = at_ply(event.ply)),
        ),
        (_, Some(event)) => (Outcome::Draw, Code::R012, say!("was-drawn-at", ply = at_ply(event.ply))),
        _ => (Outcome::Draw, Code::R012, say!("is-drawn")),
    };
    if outcome == right {
        return Verdict::Consistent;
    }
    if outcome == Outcome::Unknown || code == Code::R012 && !outcome.is_decisive() {
        return Verdict::Presumed;
    }
    let said = match outcome {
        Outcome::FirstWins => say!("win-of", winner = side(replayer, Side::First)),
        Outcome::SecondWins => say!("win-of", winner = side(replayer, Side::Second)),
        _ => say!("a-draw"),
    };
    replayer.collector.add(code, Severity::Error, || {
        Finding::new(code, span, say!("record-against-board", board = what, record = said))
            .at_ply(event.map_or(main.ply, |event| event.ply))
            .basis(event.map_or(context.book.basis(code), |event| event.basis))
    });
    Verdict::Inconsistent
}
