//! How the board ended, and whether the record's result fits it.

use super::customs;
use super::drawn;
use super::draws::winner;
use super::game::Western;
use crate::book::{CannotMate, Stalemate};
use crate::finding::{Code, Finding, Grade, Severity};
use crate::notation::spell;
use crate::record::{Kind, Outcome, Termination};
use crate::replay::draw::DrawKind;
use crate::replay::player::{Case, Frame, Player};
use crate::replay::tokens;
use crate::replay::verdict::{End, Verdict};
use crate::rules::Side;
use crate::rules::chess::Role;
use crate::span::Span;

/// Judges draws and result of a main line.
pub(super) fn judge<G: Western>(player: &mut Player<G>, case: &Case<'_, G>, main: &Frame<G>) -> (End, Verdict) {
    let mut end = End::None;
    if main.alive {
        end = board_end(main);
        if end == End::None {
            dead_position(player, case, main);
            let mut moves = std::mem::take(&mut player.moves);
            player.state.draws.finish(&main.position, &player.repetition, &mut moves);
            player.moves = moves;
        }
    }
    customs::judge(player, case, main);
    if !player.state.draws.list().is_empty() {
        drawn::events(player, case, main);
    }
    tokens::judge(case.text, case.record, case.head, &mut player.collector);
    if let Some(ended) = player.state.draws.ended {
        end = match ended.kind {
            DrawKind::Dead => End::Dead,
            DrawKind::Threefold | DrawKind::Fivefold | DrawKind::Series | DrawKind::PerpetualCheck => End::Repetition,
            _ => End::Counter,
        };
    }
    if let Some(void) = player.state.customs.void() {
        // What was drawn before stays drawn.
        return match player.state.draws.ended {
            Some(_) => (end, verdict(player, case, main, end)),
            None => (End::Void, customs::void_result(player, case, void)),
        };
    }
    if !main.alive {
        return (end, Verdict::Presumed);
    }
    (end, verdict(player, case, main, end))
}

fn board_end<G: Western>(main: &Frame<G>) -> End {
    if main.mate {
        return End::Checkmate;
    }
    if main.position.has_legal_move() {
        return End::None;
    }
    if main.position.in_check() { End::Checkmate } else { End::Stalemate }
}

/// Tests the final position; if it is dead, walks back to the first one that is.
fn dead_position<G: Western>(player: &mut Player<G>, case: &Case<'_, G>, main: &Frame<G>) {
    let Some(basis) = case.book.rules.dead else { return };
    if main.position.dead().is_none() {
        return;
    }
    if case.book.rules.dead_is_advice {
        let span = drawn::place(case, main.ply);
        return player.collector.add(Code::D006, Severity::Info, || {
            let message = "too little material is left for any mate; this book does not end the game";
            let mut finding = Finding::new(Code::D006, span, message).at_ply(main.ply).basis(basis);
            finding.position = Some(main.position.fen());
            finding
        });
    }
    let mut ply = main.ply;
    let mut first = main.position.clone();
    // Positions from the start on would be a copy a ply; dead endings are short, so each is rebuilt.
    while ply > 0 {
        let before = case.start.after_moves(&player.moves[..ply as usize - 1]);
        if before.dead().is_none() {
            break;
        }
        first = before;
        ply -= 1;
    }
    player.state.draws.dead(ply, &first, basis);
}

/// The termination that the record states: the tag, or a comment after the last move.
fn stated<G: Western>(case: &Case<'_, G>) -> Option<(Termination, Span)> {
    let tag = case.record.tag(case.text.bytes, "Termination");
    if let (Some(kind), Some(tag)) = (case.head.termination, tag) {
        return Some((kind, tag.value));
    }
    for item in case.record.items.iter().rev() {
        match item.kind {
            Kind::Comment | Kind::LineComment if item.line == 0 => {
                if let Some(kind) = Termination::stated(item.span.of(case.text.bytes)) {
                    return Some((kind, item.span));
                }
            }
            Kind::Move | Kind::Close => return None,
            _ => {}
        }
    }
    None
}

fn verdict<G: Western>(player: &mut Player<G>, case: &Case<'_, G>, main: &Frame<G>, end: End) -> Verdict {
    let Some((outcome, span)) = case.head.recorded(case.text, case.record) else { return Verdict::Presumed };
    if outcome.is_decisive() && player.state.draws.ended.is_none() {
        drawn::before_its_day(player, case, outcome, span);
    }
    let mut inconsistent = |code: Code, severity: Severity, message: String, right: Outcome, at: Span| {
        player.collector.add(code, severity, || {
            Finding::new(code, at, message)
                .at_ply(main.ply)
                .basis(case.book.basis(code))
                .help(format!("the result must be {}", right.token()))
                .fix(Grade::Likely, right.token())
        });
        Verdict::Inconsistent
    };
    let token = outcome.token();
    match end {
        End::Checkmate => {
            let winner_side = main.position.turn().other();
            let right = if winner_side == Side::First { Outcome::FirstWins } else { Outcome::SecondWins };
            if outcome == Outcome::Unknown {
                return Verdict::Presumed;
            }
            if outcome == right {
                return Verdict::Consistent;
            }
            let message = format!("{} mates, but the result is {token}", spell::side(winner_side));
            inconsistent(Code::R001, Severity::Error, message, right, span)
        }
        End::Stalemate => stalemate(player, case, main, outcome, span),
        End::Dead | End::Repetition | End::Counter | End::Perpetual | End::Impasse => {
            if !outcome.is_decisive() {
                return if outcome == Outcome::Draw { Verdict::Consistent } else { Verdict::Presumed };
            }
            let Some(ended) = player.state.draws.ended else { return Verdict::Presumed };
            let message = format!(
                "the result is {token}, but the game was drawn at ply {}: {}",
                ended.ply,
                drawn::reason(ended.kind, case)
            );
            player.collector.add(Code::R012, Severity::Error, || {
                Finding::new(Code::R012, span, message)
                    .at_ply(ended.ply)
                    .basis(ended.basis)
                    .help("the result must be 1/2-1/2")
                    .fix(Grade::Likely, Outcome::Draw.token())
            });
            Verdict::Inconsistent
        }
        End::None => open_board(player, case, main, outcome, span),
        // Judged before, as the line need not be whole.
        End::Void => Verdict::Presumed,
    }
}

/// Stalemate, and what the book gives for it.
fn stalemate<G: Western>(
    player: &mut Player<G>,
    case: &Case<'_, G>,
    main: &Frame<G>,
    outcome: Outcome,
    span: Span,
) -> Verdict {
    let stale = main.position.turn();
    let name = spell::side(stale);
    let right = match (case.book.rules.stalemate, stale) {
        (Stalemate::Silent, _) => {
            player.collector.add(Code::R041, Severity::Info, || {
                let message = format!(
                    "{name} has no legal move and is not in check: {} does not say what that is worth",
                    case.book.title
                );
                Finding::new(Code::R041, span, message).at_ply(main.ply)
            });
            return Verdict::Presumed;
        }
        (Stalemate::Draw, _) => Outcome::Draw,
        (Stalemate::ThreeQuarters, Side::First) => Outcome::SecondStalemates,
        (Stalemate::ThreeQuarters, Side::Second) => Outcome::FirstStalemates,
    };
    if outcome == right || outcome == Outcome::Draw {
        return Verdict::Consistent;
    }
    if outcome == Outcome::Unknown {
        return Verdict::Presumed;
    }
    player.collector.add(Code::R002, Severity::Error, || {
        Finding::new(Code::R002, span, format!("{name} is stalemated, but the result is {}", outcome.token()))
            .at_ply(main.ply)
            .basis(case.book.basis(Code::R002))
            .help(format!("the result must be {}", right.token()))
            .fix(Grade::Likely, right.token())
    });
    Verdict::Inconsistent
}

/// Nothing on the board ends the game: what the record says must do.
fn open_board<G: Western>(
    player: &mut Player<G>,
    case: &Case<'_, G>,
    main: &Frame<G>,
    outcome: Outcome,
    span: Span,
) -> Verdict {
    match winner(outcome) {
        Some(side) => decisive(player, case, main, side, span),
        None if outcome == Outcome::Draw => drawn(player, case, main, span),
        None => Verdict::Presumed,
    }
}

fn decisive<G: Western>(
    player: &mut Player<G>,
    case: &Case<'_, G>,
    main: &Frame<G>,
    side: Side,
    span: Span,
) -> Verdict {
    let Some((kind, place)) = stated(case) else { return Verdict::Presumed };
    let position = &main.position;
    let (name, ply) = (spell::side(side), main.ply);
    let mut add = |code: Code, message: String, basis: &'static str, at: Span| {
        player.collector.add(code, code.entry().severity, || Finding::new(code, at, message).at_ply(ply).basis(basis));
    };
    match kind {
        Termination::Mate => {
            let message = format!("the record claims a mate by {name}; the last position is none");
            add(Code::R003, message, case.book.basis(Code::R003), place);
            return Verdict::Inconsistent;
        }
        Termination::Stalemate => {
            let moves = position.legal().len();
            add(
                Code::R022,
                format!("the record claims a stalemate; {moves} legal moves are left"),
                case.book.basis(Code::R022),
                place,
            );
            return Verdict::Inconsistent;
        }
        Termination::Time | Termination::Infraction => {
            let rule = if kind == Termination::Time { case.book.rules.flag } else { case.book.rules.infraction };
            let code = if kind == Termination::Time { Code::R030 } else { Code::R033 };
            match rule {
                CannotMate::Draw(basis) if !position.can_mate(side) => {
                    add(
                        code,
                        format!("{name} is said to have won, but cannot mate by any legal moves: the game is drawn"),
                        basis,
                        span,
                    );
                    return Verdict::Inconsistent;
                }
                _ if kind == Termination::Time && has_little(position, side) => {
                    let left = little(position, side);
                    let message = format!(
                        "{name} wins on time with {left}; here the win stands, other rule books call it a draw"
                    );
                    add(Code::R031, message, case.book.basis(Code::R031), span);
                }
                _ => {}
            }
        }
        Termination::Resignation => {
            let mut verdict = Verdict::Presumed;
            if let CannotMate::Draw(basis) = case.book.rules.resignation
                && !position.can_mate(side)
            {
                add(
                    Code::R032,
                    format!(
                        "{name} is said to have won by resignation, but cannot mate by any legal moves: the game is drawn"
                    ),
                    basis,
                    span,
                );
                verdict = Verdict::Inconsistent;
            }
            if position.turn() == side {
                add(
                    Code::R042,
                    format!("the opponent resigned although {name} was to move"),
                    case.book.basis(Code::R042),
                    span,
                );
            }
            return verdict;
        }
        _ => {}
    }
    Verdict::Presumed
}

/// King alone, or with what many servers call too little.
fn has_little<G: Western>(position: &G, side: Side) -> bool {
    let count = |role| position.count(side, role);
    let heavy = count(Role::Pawn) + count(Role::Rook) + count(Role::Queen);
    heavy == 0 && matches!((count(Role::Knight), count(Role::Bishop)), (0, 0) | (1 | 2, 0) | (0, 1))
}

fn little<G: Western>(position: &G, side: Side) -> &'static str {
    match (position.count(side, Role::Knight), position.count(side, Role::Bishop)) {
        (0, 0) => "a bare king",
        (1, _) => "king and knight",
        (2, _) => "king and two knights",
        _ => "king and bishop",
    }
}

fn drawn<G: Western>(player: &mut Player<G>, case: &Case<'_, G>, main: &Frame<G>, span: Span) -> Verdict {
    let position = &main.position;
    let holds = |kind: DrawKind, now: bool| {
        now || player.state.draws.list().iter().any(|event| event.kind == kind && event.ply == main.ply)
    };
    // A book that is silent on repetition and counters makes nothing of such a claim.
    let silent = case.book.rules.repetition.is_empty() && case.book.rules.quiet.is_empty();
    let threefold = !silent && holds(DrawKind::Threefold, player.state.draws.count >= 3);
    let fifty = !silent && holds(DrawKind::Fifty, position.quiet_plies() >= 100);
    let stated = stated(case);
    if let Some((kind, place)) = stated
        && let Some(message) = customs::unfounded(player, kind)
    {
        player.collector.add(Code::D011, Code::D011.entry().severity, || {
            Finding::new(Code::D011, place, message)
                .at_ply(main.ply)
                .basis(case.book.basis(Code::D011))
                .help("the players may have agreed to a draw, or moves are missing")
        });
        return Verdict::Inconsistent;
    }
    let mut add = |code: Code, message: String, at: Span, help: &str| {
        let basis = case.book.basis(code);
        player.collector.add(code, code.entry().severity, || {
            let finding = Finding::new(code, at, message).at_ply(main.ply).basis(basis);
            if help.is_empty() { finding } else { finding.help(help) }
        });
    };
    match stated {
        Some((Termination::Stalemate, place)) => {
            let moves = position.legal();
            let example = moves.first().map(|mv| position.right(*mv, player.state.letters)).unwrap_or_default();
            let number = if moves.len() == 1 {
                "1 legal move is".to_owned()
            } else {
                format!("{} legal moves are", moves.len())
            };
            add(Code::R022, format!("the record claims a stalemate; {number} left, for instance {example}"), place, "");
            return Verdict::Inconsistent;
        }
        Some((Termination::Repetition, place)) if !threefold && !silent => {
            let count = player.state.draws.count;
            add(
                Code::D011,
                format!("the record claims a draw by repetition; the final position stands for time {count} of 3"),
                place,
                "the players may have agreed to a draw, or moves are missing",
            );
            return Verdict::Inconsistent;
        }
        Some((Termination::FiftyMoves, place)) if !fifty && !silent => {
            let moves = position.quiet_plies() / 2;
            add(
                Code::D011,
                format!("the record claims a draw by the fifty-move rule; {moves} of 50 moves were made"),
                place,
                "",
            );
            return Verdict::Inconsistent;
        }
        _ => {}
    }
    if threefold || fifty {
        return Verdict::Consistent;
    }
    let early = main.ply < 2 && case.head.fen.is_none();
    match (early, case.book.rules.early_agreement) {
        (true, Some(_)) => {
            add(
                Code::R021,
                "a draw is recorded before both sides have made a move".into(),
                span,
                "an agreement counts only after a move of each side",
            );
        }
        _ if stated.is_none() => {
            add(Code::R020, "drawn without a basis on the board: agreement is presumed".into(), span, "");
        }
        _ => {}
    }
    Verdict::Presumed
}
