//! Illegal moves under a rule book with claims. Without a reply they are errors; the opponent may have them taken back,
//! or make them valid by a reply.

use super::super::game::{ChessDialect, ChessLike as _, Special, TouchedPieces};
use super::following::{Following, following};
use super::remedies::{self, Fault};
use super::watch::PendingRemedy;
use super::words::Remedy;
use crate::context::{GameContext, LineState, MoveContext, TokenRef};
use crate::line_replayer::LineReplayer;
use crate::replay_rules::IllegalMoveOutcome;
use partie_notation::moves::{MoveOf, Node, SquareOf};
use partie_notation::san::CheckMark;
use partie_notation::spell;
use partie_record::book::Irregular;
use partie_record::finding::{self, Code, Finding, Severity};
use partie_record::message::{moved, ply as at_ply, side, square, text as said};
use partie_record::say;
use partie_record::{Item, ItemKind};
use partie_rules::chess::Role;
use partie_rules::{self, Rules as _, Side};

/// Maximum number of illegal moves in a game that are valid or taken back; the next one ends the line.
const MAX_ILLEGAL_MOVES: u32 = 100;

/// Castling to the side of a rook given as odds; adds the finding on it.
pub(in super::super) fn castling<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    at: MoveContext<'_, N>,
    written: &N::Token,
) -> Option<MoveOf<N>> {
    let MoveContext { context, line, token } = at;
    let rules = replayer.state.claims.rules?.odds?;
    let odds = replayer.state.claims.odds?;
    let mv = line.position.castle_alone(&N::pattern(written, &line.position), odds.squares, &replayer.moves)?;
    let components = <N::Rules>::components(mv);
    replayer.collector.add(Code::K014, Severity::Info, || {
        let message = say!(
            "castles-without-rook",
            token = moved(context.text.show(token.item.span)),
            from = square(components.from),
            to = square(components.to)
        );
        let mut finding = Finding::new(Code::K014, token.item.span, message).at_ply(line.ply + 1).basis(rules.castling);
        finding.line = line.number;
        finding
    });
    Some(mv)
}

/// The finding on a legal move that does not meet the opponent's demand.
pub(in super::super) fn not_demanded<N: ChessDialect>(
    replayer: &LineReplayer<N>,
    at: MoveContext<'_, N>,
    mv: MoveOf<N>,
) -> Option<Finding> {
    let MoveContext { context, line, token } = at;
    let pending_remedy = replayer.state.claims.pending_remedy.as_ref()?;
    if line.number != 0 || pending_remedy.ply != line.ply {
        return None;
    }
    let rules = replayer.state.claims.rules?.irregular?;
    let mv = <N::Rules>::components(mv);
    let castles = mv.special == Special::Castling;
    let touched = pending_remedy.pieces.contains(&mv.from.to_string());
    let (fits, what) = match pending_remedy.remedy {
        Remedy::Void => return None,
        Remedy::TouchedPieces => (touched && !castles, say!("touched-must-move")),
        Remedy::Interpose => (touched && mv.captured.is_none(), say!("touched-must-interpose")),
        Remedy::Capture => (touched && mv.captured.is_some(), say!("touched-must-capture")),
        Remedy::Restore => (touched && !castles, say!("one-must-move-alone")),
        Remedy::Castle => (castles && touched, say!("castling-as-it-should-be")),
        Remedy::King => (mv.role == Role::King && !castles, say!("king-must-move")),
        Remedy::Taken(_) => {
            let en_passant = mv.special == Special::EnPassant;
            (
                mv.captured.is_some() && (en_passant || pending_remedy.pieces.contains(&mv.to.to_string())),
                say!("touched-must-be-taken"),
            )
        }
    };
    let penalty = castles && matches!(pending_remedy.remedy, Remedy::King | Remedy::Restore);
    if fits || !pending_remedy.open && !penalty {
        return None;
    }
    let shown = moved(context.text.show(token.item.span));
    let (code, message, basis) = if penalty {
        let basis = if pending_remedy.remedy == Remedy::King { rules.choice } else { rules.castling };
        (Code::L020, say!("penalty-castling", token = shown), basis)
    } else {
        (Code::L003, say!("not-demanded", token = shown, demand = what), rules.choice)
    };
    let mut finding = Finding::new(code, token.item.span, message).at_ply(line.ply + 1).basis(basis);
    finding.position = Some(line.position.fen());
    Some(finding)
}

/// Decides the outcome of an illegal move of the main line.
pub(in super::super) fn on_illegal<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    at: MoveContext<'_, N>,
    rules: Irregular,
    written: &N::Token,
    mut finding: Box<Finding>,
) -> Result<IllegalMoveOutcome<MoveOf<N>>, Box<Finding>> {
    let MoveContext { context, line, token } = at;
    // A missing promotion is an incomplete text and not an illegal move.
    if !finding.code.as_str().starts_with('L') || matches!(finding.code, Code::L031 | Code::L036 | Code::L040) {
        return Err(finding);
    }
    let (position, ply) = (&line.position, line.ply + 1);
    if let Some(since) = replayer.state.claims.irregular {
        finding.add_help(say!("irregular-since", ply = at_ply(since)));
    }
    if replayer.state.claims.illegal_moves >= MAX_ILLEGAL_MOVES {
        finding.add_help(say!("so-many-stood", number = MAX_ILLEGAL_MOVES));
        return Err(finding);
    }
    let touched = position.touched_pieces(&N::pattern(written, position));
    let fault = fault_of(replayer, at, finding.code, touched.castles);
    let next = following(context, token.next);
    if let Some(remedy) = next.remedy
        && let Some(mv) = <N::Rules>::taken_back()
    {
        taken_back(replayer, at, (fault, &touched), remedy, finding);
        return Ok(IllegalMoveOutcome::TakenBack(mv));
    }
    if next.reply.is_none() && !next.stands {
        let (all, nothing) = open_remedies(replayer, line, fault, &touched);
        finding.help.extend(remedies::words(&all));
        finding.remedies = all;
        if nothing {
            no_penalty(replayer, context, token, ply, rules);
        }
        return Err(finding);
    }
    let mut after = position.clone();
    let Some(mv) = after.force(&N::pattern(written, position)) else {
        finding.add_help(say!("answered-impossible"));
        return Err(finding);
    };
    let left = leaves_in_check(&after);
    if !left {
        finding.add_help(say!("answered-stands", basis = said(rules.lapses)));
    }
    // The move remains valid, so its fixes no longer apply.
    finding.fixes.clear();
    replayer.collector.add(finding.code, Severity::Warning, || *finding);
    let_stand(replayer, at, rules, (fault, next), &after);
    Ok(IllegalMoveOutcome::Played(mv))
}

fn fault_of<N: ChessDialect>(replayer: &LineReplayer<N>, at: MoveContext<'_, N>, code: Code, castles: bool) -> Fault {
    let MoveContext { context, line, token } = at;
    if castles {
        return Fault::Castling;
    }
    if !matches!(code, Code::L010 | Code::L011 | Code::L012 | Code::L027) {
        return Fault::Impossible;
    }
    match (line.position.in_check(), announced(replayer, context, token)) {
        (false, _) => Fault::IntoCheck,
        (true, true) => Fault::Announced,
        (true, false) => Fault::Unannounced,
    }
}

/// True if the last move on the board has a check mark.
fn announced<N: ChessDialect>(replayer: &LineReplayer<N>, context: &GameContext<'_, N>, token: TokenRef) -> bool {
    let Some(last) = replayer.moves.iter().rposition(|mv| !<N::Rules>::is_taken_back(*mv)) else { return false };
    let mut trail = replayer.trail.borrow_mut();
    let Some(item) = trail.to(context.record, token.next - 1).get(last).map(|index| *index as usize) else {
        return false;
    };
    let token = context.record.items[item];
    read_irregular(replayer, context, token, item + 1).is_some_and(|text| N::marks(&text).check != CheckMark::None)
}

fn read_irregular<N: ChessDialect>(
    replayer: &LineReplayer<N>,
    context: &GameContext<'_, N>,
    item: Item,
    next: usize,
) -> Option<N::Token> {
    let mut text = replayer.notation.parse(item.span.of(context.text.bytes), &context.start.memory)?;
    if let Some(suffix) = context.record.items.get(next).filter(|item| item.kind == ItemKind::Suffix) {
        N::append(&mut text, suffix.span.of(context.text.bytes));
    }
    Some(text)
}

fn no_penalty<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    token: TokenRef,
    ply: u32,
    rules: Irregular,
) {
    replayer.collector.add(Code::L050, Severity::Info, || {
        let message = say!("no-consequences", token = moved(context.text.show(token.item.span)));
        Finding::new(Code::L050, token.item.span, message).at_ply(ply).basis(rules.choice)
    });
}

/// The remedies open to the opponent: those left from an earlier demand, else those for the fault.
fn open_remedies<N: ChessDialect>(
    replayer: &LineReplayer<N>,
    line: &LineState<N>,
    fault: Fault,
    touched: &TouchedPieces<SquareOf<N>>,
) -> (Vec<finding::Remedy>, bool) {
    match &replayer.state.claims.pending_remedy {
        Some(pending_remedy) if pending_remedy.ply == line.ply && !pending_remedy.left.is_empty() => {
            (pending_remedy.left.clone(), false)
        }
        _ => remedies::of(&replayer.notation, &line.position, fault, touched),
    }
}

/// True if the side that has just moved could lose its king.
fn leaves_in_check<N: ChessDialect>(after: &Node<N>) -> bool {
    let mut passed = after.clone();
    passed.play_null_move();
    passed.in_check()
}

/// The opponent demands a remedy: the move is taken back, and the same side moves again.
fn taken_back<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    at: MoveContext<'_, N>,
    (fault, touched): (Fault, &TouchedPieces<SquareOf<N>>),
    remedy: Remedy,
    mut finding: Box<Finding>,
) {
    let MoveContext { context, line, token } = at;
    let mut touched = touched.clone();
    let mut pieces: Vec<String> = touched.own.iter().map(ToString::to_string).collect();
    if let Remedy::Taken(named) = remedy {
        pieces = touched.enemy.iter().map(ToString::to_string).collect();
        if let Some(square) = named.as_ref().and_then(|square| std::str::from_utf8(square).ok()) {
            // The square in the comment overrides the square derived from the move.
            pieces = vec![square.to_owned()];
            let at = position_square(&line.position, square);
            touched.enemy = at.into_iter().collect();
        }
    }
    let (all, nothing) = open_remedies(replayer, line, fault, &touched);
    let open = remedy == Remedy::Void || all.iter().any(|one| one.kind == remedy.name());
    let demanded = said(remedy.name());
    finding.add_help(match open {
        true => say!("opponent-demanded", remedy = demanded),
        false => say!("opponent-demanded-otherwise", remedy = demanded),
    });
    let left = all.iter().filter(|one| one.kind == remedy.name()).cloned().collect();
    finding.remedies = all;
    finding.fixes.clear();
    let rules = context.book.rules.claims.and_then(|rules| rules.irregular);
    if nothing && let Some(rules) = rules {
        no_penalty(replayer, context, token, line.ply + 1, rules);
    }
    replayer.collector.add(finding.code, Severity::Warning, || *finding);
    let watch = &mut replayer.state.claims;
    watch.illegal_moves += 1;
    watch.pending_remedy = Some(PendingRemedy { remedy, ply: line.ply + 1, pieces, open, left });
}

/// The square with a name, if a legal move goes there.
fn position_square<N: ChessDialect>(position: &Node<N>, name: &str) -> Option<SquareOf<N>> {
    let targets = position.legal().into_iter().map(|mv| <N::Rules>::components(mv).to);
    targets.into_iter().find(|at| at.to_string() == name)
}

/// Reports an illegal move that remains valid, as the opponent has replied.
fn let_stand<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    at: MoveContext<'_, N>,
    rules: Irregular,
    (fault, next): (Fault, Following),
    after: &Node<N>,
) {
    let MoveContext { context, line, token } = at;
    let (ply, span) = (line.ply + 1, token.item.span);
    let mover = line.position.turn();
    let name = side(spell::side(mover.other()));
    let number = line.position.number();
    let shown = moved(spell::numbered(number, mover == Side::First, &context.text.show(span)));
    let watch = &mut replayer.state.claims;
    watch.illegal_moves += 1;
    watch.irregular.get_or_insert(ply);
    let since = watch.irregular.unwrap_or(ply);
    if leaves_in_check(after)
        && let Some((reply, at)) = next.reply
        && !points_it_out(replayer, context, after, reply, at)
    {
        replayer.state.claims.void = Some(ply + 1);
        return replayer.collector.add(Code::K011, Severity::Warning, || {
            let reply = moved(context.text.show(reply.span));
            let message = say!("both-overlooked", token = shown, side = name, reply = reply);
            Finding::new(Code::K011, next.reply.map_or(span, |(item, _)| item.span), message)
                .at_ply(ply + 1)
                .basis(rules.check)
                .help(say!("void-game"))
        });
    }
    let (code, message, basis) = if fault == Fault::Castling {
        let message = say!("irregular-castling", token = shown, side = name);
        (Code::K013, message, rules.castling)
    } else {
        let message = say!("illegal-stands", token = shown, side = name, ply = at_ply(since));
        (Code::K015, message, rules.lapses)
    };
    replayer.collector.add(code, Severity::Info, || {
        let mut finding = Finding::new(code, span, message).at_ply(ply).basis(basis);
        finding.position = Some(after.fen());
        finding
    });
}

/// True if a reply captures the king that was left in check, which counts as an objection.
fn points_it_out<N: ChessDialect>(
    replayer: &LineReplayer<N>,
    context: &GameContext<'_, N>,
    after: &Node<N>,
    reply: Item,
    at: usize,
) -> bool {
    let Some(text) = read_irregular(replayer, context, reply, at) else { return false };
    let faults = after.illegal_reasons(&N::pattern(&text, after));
    faults.iter().any(|fault| matches!(fault, partie_rules::IllegalReason::KingCapture { .. }))
}
