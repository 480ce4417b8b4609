//! The end of the game on the board, compared with the recorded result.

use super::claims;
use super::closing::{self, StatedEnd, Words};
use super::drawn;
use super::draws::winner;
use super::game::{ChessDialect, ChessLike as _};
use crate::context::{GameContext, LineState};
use crate::draw::DrawKind;
use crate::game_tags;
use crate::line_replayer::LineReplayer;
use crate::tokens;
use crate::verdict::{End, Verdict};
use partie_notation::moves::Node;
use partie_notation::spell;
use partie_record::book::{CannotMate, DeadBy, Stalemate, TooLittle};
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_record::message::{Message, moved, ply as at_ply, side, text};
use partie_record::say;
use partie_record::span::Span;
use partie_record::{Closing, Outcome, Termination};
use partie_rules::chess::Role;
use partie_rules::{Rules as _, Side};

/// True if no move is missing at the end: PlyCount matches, or the game ends in a checkmate or stalemate that agrees
/// with the Result tag.
fn is_complete<N: ChessDialect>(context: &GameContext<'_, N>, main: &LineState<N>, end: End) -> bool {
    if let Some(counts) = game_tags::counts_all(context.text, context.head, main.ply) {
        return main.alive && counts;
    }
    match end {
        End::Checkmate => context.head.result == Some(Outcome::won_by(main.position.turn().other())),
        End::Stalemate => context.head.result == Some(Outcome::Draw),
        _ => false,
    }
}

/// Judges draws and result of a main line.
pub(super) fn judge<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    main: &LineState<N>,
    stated: Option<StatedEnd>,
) -> (End, Verdict) {
    let mut end = End::None;
    if main.alive {
        end = board_end(main);
        if end == End::None {
            dead_position(replayer, context, main);
            let mut moves = std::mem::take(&mut replayer.moves);
            replayer.state.draws.finish(&main.position.board, &replayer.repetition, &mut moves);
            replayer.moves = moves;
        }
    }
    claims::judge(replayer, context, main);
    if !replayer.state.draws.list().is_empty() {
        drawn::events(replayer, context, main);
    }
    let complete = context.record.result.is_none() && is_complete(context, main, end);
    tokens::judge(context.record, context.head, complete, &mut replayer.collector);
    if let Some(ended) = replayer.state.draws.ended {
        end = match ended.kind {
            DrawKind::Dead => End::Dead,
            DrawKind::Threefold | DrawKind::Fivefold | DrawKind::Series | DrawKind::PerpetualCheck => End::Repetition,
            _ => End::Counter,
        };
    }
    if let Some(void) = replayer.state.claims.void() {
        // A draw before the game became void remains valid.
        return match replayer.state.draws.ended {
            Some(_) => (end, verdict(replayer, context, main, (end, stated))),
            None => (End::Void, claims::void_result(replayer, context, void)),
        };
    }
    if !main.alive {
        return (end, Verdict::Presumed);
    }
    (end, verdict(replayer, context, main, (end, stated)))
}

fn board_end<N: ChessDialect>(main: &LineState<N>) -> End {
    if main.mate {
        return End::Checkmate;
    }
    if main.position.has_legal_move() {
        return End::None;
    }
    if main.position.in_check() { End::Checkmate } else { End::Stalemate }
}

/// Tests the final position; if it is dead, walks back to the first dead position.
fn dead_position<N: ChessDialect>(replayer: &mut LineReplayer<N>, context: &GameContext<'_, N>, main: &LineState<N>) {
    let Some(basis) = context.book.rules.dead else { return };
    let by = context.book.rules.dead_by;
    if !is_dead(&main.position, by) {
        return;
    }
    if context.book.rules.dead_is_advice {
        let span = drawn::place(context, main.ply);
        return replayer.collector.add(Code::D006, Severity::Info, || {
            let mut finding = Finding::new(Code::D006, span, say!("too-little-goes-on")).at_ply(main.ply).basis(basis);
            finding.position = Some(main.position.fen());
            finding
        });
    }
    let mut ply = main.ply;
    let mut first = main.position.clone();
    // Rebuilds each position: dead endings are short, and keeping all positions would need one copy a ply.
    while ply > 0 {
        let before = context.start.after_moves(&replayer.moves[..ply as usize - 1]);
        if !is_dead(&before, by) {
            break;
        }
        first = before;
        ply -= 1;
    }
    replayer.state.draws.dead(ply, &first.board, basis);
}

/// True if the position is dead under the rule book.
fn is_dead<N: ChessDialect>(position: &Node<N>, by: DeadBy) -> bool {
    let sides = [Side::First, Side::Second];
    let minors = sides.map(|side| minors(position, side));
    match (by, minors) {
        (DeadBy::Proof, _) => position.dead().is_some(),
        (DeadBy::NoMate, _) => sides.into_iter().all(|side| position.insufficient_material(side)),
        (DeadBy::OneMinorOnBoard, [Some(first), Some(second)]) => first + second <= 1,
        (DeadBy::OneMinorEach, [Some(first), Some(second)]) => {
            let knights = sides.map(|side| position.count(side, Role::Knight));
            first <= 1 && second <= 1 || first + second == 2 && (knights == [2, 0] || knights == [0, 2])
        }
        _ => false,
    }
}

/// Number of bishops and knights of a side; `None` if it has other pieces beside the king.
fn minors<N: ChessDialect>(position: &Node<N>, side: Side) -> Option<u32> {
    let count = |role| position.count(side, role);
    let others = count(Role::Pawn) + count(Role::Rook) + count(Role::Queen);
    (others == 0).then(|| count(Role::Knight) + count(Role::Bishop))
}

/// True for a bishop, a knight, or two knights against no pawn.
fn needs_forced_win<N: ChessDialect>(position: &Node<N>, side: Side) -> bool {
    let minors = minors(position, side);
    has_little(position, side)
        && (minors == Some(1) || minors == Some(2) && position.count(side.other(), Role::Pawn) == 0)
}

fn has_too_little<N: ChessDialect>(position: &Node<N>, side: Side, list: TooLittle) -> bool {
    match list {
        TooLittle::NoMate => position.insufficient_material(side),
        TooLittle::OneMinor => minors(position, side).is_some_and(|minors| minors <= 1),
        TooLittle::NoForcedWin => {
            minors(position, side) == Some(0) || needs_forced_win(position, side) && !position.can_mate(side)
        }
    }
}

/// Compares the result with the board, and the words at the end with the result.
fn verdict<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    main: &LineState<N>,
    (end, stated): (End, Option<StatedEnd>),
) -> Verdict {
    let Some((outcome, span)) = context.head.recorded(context.record) else { return Verdict::Presumed };
    if outcome.is_decisive() && replayer.state.draws.ended.is_none() {
        drawn::before_its_day(replayer, context, outcome, span);
    }
    if end == End::None {
        return open_board(replayer, context, main, stated, (outcome, span));
    }
    let verdict = by_board(replayer, context, main, end, (outcome, span));
    if verdict == Verdict::Inconsistent {
        return verdict;
    }
    match closing::compare(replayer, context, main, outcome) {
        Words::Agree => verdict,
        Words::Contradict(_) => Verdict::Inconsistent,
    }
}

/// Compares the result with an end of the game on the board.
fn by_board<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    main: &LineState<N>,
    end: End,
    (outcome, span): (Outcome, Span),
) -> Verdict {
    let giver =
        [Side::First, Side::Second].into_iter().find(|side| claims::is_draw_of_giver(replayer, main.ply, *side));
    let mut inconsistent = |code: Code, severity: Severity, message: Message, right: Outcome, at: Span| {
        replayer.collector.add(code, severity, || {
            Finding::new(code, at, message)
                .at_ply(main.ply)
                .basis(context.book.basis(code))
                .help(say!("result-must-be", result = text(right.token())))
                .fix(Grade::Likely, right.token())
        });
        Verdict::Inconsistent
    };
    let token = text(outcome.token());
    match end {
        End::Checkmate => {
            let winner_side = main.position.turn().other();
            let right = Outcome::won_by(winner_side);
            if outcome == Outcome::Unknown {
                return Verdict::Presumed;
            }
            if outcome == right || outcome == Outcome::Draw && giver == Some(winner_side) {
                return Verdict::Consistent;
            }
            let message = say!("mates-but-result", winner = side(spell::side(winner_side)), result = token);
            inconsistent(Code::R001, Severity::Error, message, right, span)
        }
        End::Stalemate => stalemate(replayer, context, main, outcome, span),
        End::Dead | End::Repetition | End::Counter | End::Perpetual | End::Impasse => {
            if !outcome.is_decisive() {
                return if outcome == Outcome::Draw { Verdict::Consistent } else { Verdict::Presumed };
            }
            let Some(ended) = replayer.state.draws.ended else { return Verdict::Presumed };
            let reason = drawn::reason(ended.kind, context);
            let message = say!("result-but-drawn", result = token, ply = at_ply(ended.ply), reason = reason);
            replayer.collector.add(Code::R012, Severity::Error, || {
                Finding::new(Code::R012, span, message)
                    .at_ply(ended.ply)
                    .basis(ended.basis)
                    .help(say!("result-must-be", result = text(Outcome::Draw.token())))
            });
            Verdict::Inconsistent
        }
        // Judged by `open_board` and `claims`.
        End::None | End::Void => Verdict::Presumed,
    }
}

/// Compares the result with a stalemate under the rules of the book.
fn stalemate<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    main: &LineState<N>,
    outcome: Outcome,
    span: Span,
) -> Verdict {
    let stale = main.position.turn();
    let name = side(spell::side(stale));
    let right = match (context.book.rules.stalemate, stale) {
        (Stalemate::Silent, _) => {
            replayer.collector.add(Code::R041, Severity::Info, || {
                let message = say!("stalemate-silent", mover = name, book = text(context.book.title));
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
    replayer.collector.add(Code::R002, Severity::Error, || {
        let result = text(outcome.token());
        Finding::new(Code::R002, span, say!("stalemated-but-result", mover = name, result = result))
            .at_ply(main.ply)
            .basis(context.book.basis(Code::R002))
            .help(say!("result-must-be", result = text(right.token())))
    });
    Verdict::Inconsistent
}

/// Judges the result of a game that does not end on the board, by the end that the record states.
fn open_board<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    main: &LineState<N>,
    stated: Option<StatedEnd>,
    (outcome, span): (Outcome, Span),
) -> Verdict {
    let words = closing::compare(replayer, context, main, outcome);
    let is_board_asked = matches!(stated, Some((Termination::Mate | Termination::Stalemate, _)));
    match (winner(outcome), words) {
        (_, Words::Contradict(_)) if !is_board_asked => Verdict::Inconsistent,
        (Some(side), words) => {
            let side = if let Words::Contradict(Closing { winner: Some(side), .. }) = words { side } else { side };
            decisive(replayer, context, main, (side, stated), span)
        }
        (None, _) if outcome == Outcome::Draw => drawn(replayer, context, main, stated, span),
        _ => Verdict::Presumed,
    }
}

fn decisive<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    main: &LineState<N>,
    (winner, stated): (Side, Option<StatedEnd>),
    span: Span,
) -> Verdict {
    let Some((kind, place)) = stated else { return Verdict::Presumed };
    let position = &main.position;
    let (name, ply) = (side(spell::side(winner)), main.ply);
    let mut add = |code: Code, message: Message, basis: &'static str, at: Span| {
        replayer
            .collector
            .add(code, code.entry().severity, || Finding::new(code, at, message).at_ply(ply).basis(basis));
    };
    match kind {
        Termination::Mate => {
            add(Code::R003, say!("claims-mate-by", winner = name), context.book.basis(Code::R003), place);
            return Verdict::Inconsistent;
        }
        Termination::Stalemate => {
            let moves = position.legal().len();
            add(Code::R022, say!("claims-stalemate", moves = moves), context.book.basis(Code::R022), place);
            return Verdict::Inconsistent;
        }
        Termination::Time | Termination::Infraction => {
            let rule = if kind == Termination::Time { context.book.rules.flag } else { context.book.rules.infraction };
            let code = if kind == Termination::Time { Code::R030 } else { Code::R033 };
            match rule {
                CannotMate::Draw(basis) if !position.can_mate(winner) => {
                    add(code, say!("won-but-cannot-mate", winner = name), basis, span);
                    return Verdict::Inconsistent;
                }
                CannotMate::Material(list, basis) if has_too_little(position, winner, list) => {
                    add(code, say!("won-with-too-little", winner = name), basis, span);
                    return Verdict::Inconsistent;
                }
                CannotMate::Material(TooLittle::NoForcedWin, basis) if needs_forced_win(position, winner) => {
                    let left = insufficient_material_name(position, winner);
                    add(Code::R031, say!("wins-on-time-if-forced", winner = name, material = left), basis, span);
                }
                CannotMate::Material(..) => {}
                _ if kind == Termination::Time && has_little(position, winner) => {
                    let left = insufficient_material_name(position, winner);
                    let message = say!("wins-on-time-with", winner = name, material = left);
                    add(Code::R031, message, context.book.basis(Code::R031), span);
                }
                _ => {}
            }
        }
        Termination::Resignation => {
            let mut verdict = Verdict::Presumed;
            if let CannotMate::Draw(basis) = context.book.rules.resignation
                && !position.can_mate(winner)
            {
                add(Code::R032, say!("resigned-but-cannot-mate", winner = name.clone()), basis, span);
                verdict = Verdict::Inconsistent;
            }
            if position.turn() == winner {
                add(Code::R042, say!("resigned-out-of-turn", winner = name), context.book.basis(Code::R042), span);
            }
            return verdict;
        }
        _ => {}
    }
    Verdict::Presumed
}

/// True if a side can mate and has more than servers treat as insufficient material.
fn suffices<N: ChessDialect>(position: &Node<N>, side: Side) -> bool {
    !has_little(position, side) && position.can_mate(side)
}

/// True for material that many servers treat as insufficient: a king alone, with one or two knights, or with a bishop.
fn has_little<N: ChessDialect>(position: &Node<N>, side: Side) -> bool {
    minors(position, side).is_some_and(|minors| minors <= 1 || minors == 2 && position.count(side, Role::Knight) == 2)
}

fn insufficient_material_name<N: ChessDialect>(position: &Node<N>, side: Side) -> Message {
    match (position.count(side, Role::Knight), position.count(side, Role::Bishop)) {
        (0, 0) => say!("bare-king"),
        (1, _) => say!("king-and-knight"),
        (2, _) => say!("king-and-two-knights"),
        _ => say!("king-and-bishop"),
    }
}

fn drawn<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    main: &LineState<N>,
    stated: Option<StatedEnd>,
    span: Span,
) -> Verdict {
    let position = &main.position;
    let holds = |kind: DrawKind, now: bool| {
        now || replayer.state.draws.list().iter().any(|event| event.kind == kind && event.ply == main.ply)
    };
    // Under a book without rules on repetition and counters such claims are not judged.
    let silent = context.book.rules.repetition.is_empty() && context.book.rules.quiet.is_empty();
    let threefold = !silent && holds(DrawKind::Threefold, replayer.state.draws.count >= 3);
    let fifty = !silent && holds(DrawKind::Fifty, position.halfmove_clock() >= 100);
    if let Some((kind, place)) = stated
        && let Some(message) =
            claims::unfounded(replayer, kind).or_else(|| closing::against_claim(replayer, context, main, kind))
    {
        replayer.collector.add(Code::D011, Code::D011.entry().severity, || {
            Finding::new(Code::D011, place, message)
                .at_ply(main.ply)
                .basis(context.book.basis(Code::D011))
                .help(say!("agreed-or-missing"))
        });
        return Verdict::Inconsistent;
    }
    let mut add = |code: Code, message: Message, at: Span, help: Option<Message>| {
        let basis = context.book.basis(code);
        replayer.collector.add(code, code.entry().severity, || {
            let mut finding = Finding::new(code, at, message).at_ply(main.ply).basis(basis);
            finding.help.extend(help);
            finding
        });
    };
    match stated {
        Some((Termination::Stalemate, place)) => {
            let moves = position.legal();
            let example = moves.first().map(|mv| replayer.notation.write(position, *mv)).unwrap_or_default();
            let message = say!("claims-stalemate-such-as", moves = moves.len(), example = moved(example));
            add(Code::R022, message, place, None);
            return Verdict::Inconsistent;
        }
        Some((Termination::Mate, place)) => {
            add(Code::R003, say!("claims-mate"), place, None);
            return Verdict::Inconsistent;
        }
        // Servers also state insufficient material if a flag falls and the opponent cannot mate.
        Some((Termination::Material, place))
            if context.book.rules.dead.is_some()
                && [Side::First, Side::Second].into_iter().all(|side| suffices(position, side)) =>
        {
            add(Code::R023, say!("claims-too-little"), place, Some(say!("agreed-or-missing")));
            return Verdict::Inconsistent;
        }
        // A flag fall is a draw only if the opponent has insufficient material.
        Some((Termination::Time, place))
            if [Side::First, Side::Second].into_iter().all(|side| suffices(position, side)) =>
        {
            add(Code::R013, say!("drawn-on-time"), place, Some(say!("correct-the-wrong-one")));
            return Verdict::Inconsistent;
        }
        _ => {}
    }
    if threefold || fifty {
        return Verdict::Consistent;
    }
    // Records without any move do not count: they list the results of a round.
    let early = main.ply == 1 && context.head.fen.is_none();
    match (early, context.book.rules.early_agreement) {
        (true, Some(_)) => {
            add(Code::R021, say!("drawn-before-moves"), span, Some(say!("agreement-counts-after-move")));
        }
        _ if stated.is_none() => {
            add(Code::R020, say!("agreement-presumed"), span, None);
        }
        _ => {}
    }
    Verdict::Presumed
}
