//! Findings on descriptive moves that have no legal reading, or several.

use crate::chess_like::explain::{self, label};
use crate::chess_like::game::ChessLike as _;
use crate::chess_like::look_ahead::Reach;
use crate::context::MoveContext;
use crate::line_replayer::LineReplayer;
use crate::suggestions::reach_words;
use partie_notation::descriptive::{self, Action, DescriptiveMove, Level};
use partie_notation::moves::{ChessNotation as _, Descriptive, Node};
use partie_notation::spell;
use partie_record::finding::{Cause, Code, Finding, Fix, Grade, Mark, Severity};
use partie_record::message::{Arg, Message, list, moved, piece, side, square};
use partie_record::say;
use partie_rules::chess::{Move, MoveKind};
use partie_rules::{Resolution, Rules as _};

/// The finding on a text that no legal move fits: the move that its words denote, and why it is impossible.
pub(super) fn illegal(
    replayer: &LineReplayer<Descriptive>,
    at: MoveContext<'_, Descriptive>,
    written: &DescriptiveMove,
) -> Finding {
    let MoveContext { context, line, token } = at;
    let mut finding = explain::explain_illegal(replayer, at, written);
    let why = nobody(&line.position, written).unwrap_or(finding.message);
    let words = descriptive::words(written, line.position.turn());
    let token = label(context, &line.position, token.item);
    finding.message = say!("no-legal-reading", token = token, words = words, reason = why);
    finding.code = Code::L080;
    finding.basis = context.book.basis(Code::L080);
    finding
}

/// The reason if the named piece is not on the board, or if the move captures a piece that its words do not name.
fn nobody(node: &Node<Descriptive>, written: &DescriptiveMove) -> Option<Message> {
    let pattern = Descriptive::pattern(written, node);
    let mover = node.turn();
    if pattern.castling.is_some() {
        return None;
    }
    if pattern.from == 0 {
        let name = descriptive::piece(&written.mover, mover);
        return Some(say!("does-not-have", owner = side(spell::side(mover)), piece = name));
    }
    match &written.action {
        Action::Takes(victim) if pattern.to == 0 => {
            let name = descriptive::piece(victim, mover);
            Some(say!("does-not-have", owner = side(spell::side(mover.other())), piece = name))
        }
        Action::To(_) => {
            let mv = match node.board.resolve(&pattern) {
                Resolution::Unique(mv) => mv,
                Resolution::Ambiguous(moves) => *moves.first()?,
                Resolution::None => return None,
            };
            let victim = mv.captured?;
            Some(say!(
                "names-no-capture",
                kind = piece(victim.name()),
                owner = side(spell::side(mover.other())),
                at = square(mv.to)
            ))
        }
        _ => None,
    }
}

/// Resolves a move with several readings, or with one that its words alone do not determine, and reports the basis.
pub(super) fn resolve_ambiguity(
    replayer: &mut LineReplayer<Descriptive>,
    at: MoveContext<'_, Descriptive>,
    written: &DescriptiveMove,
) -> Option<Move> {
    let MoveContext { context, line, token } = at;
    let node = &line.position;
    let readings = descriptive::readings(written, &node.board, &node.memory);
    let mut assumed = false;
    let LineReplayer { state, notation, .. } = &mut *replayer;
    let ranked = state.look_ahead.farthest(context, notation, (node, readings.all()), token.next);
    let choice = choose(readings.meant(), &ranked).or_else(|| {
        assumed = true;
        assume(readings.meant(), &ranked)
    })?;
    let by_origin = readings.all().len() - readings.by_place();
    let stands = !readings.all()[..by_origin].contains(&choice);
    let is_cut = ranked.iter().any(|(_, reach)| reach.cut);
    let how = match readings.level() {
        _ if assumed && is_cut => How::NotFollowed,
        _ if assumed => How::Assumed,
        _ if stands => How::Standing,
        level if readings.one() == Some(choice) => match level {
            // Not reported: descriptive notation names a piece by the side of the board on which it started.
            Level::Words | Level::WrongMark => return Some(choice),
            Level::Unmarked => How::Unmarked,
            Level::WrongName => How::WrongName,
        },
        _ if is_cut => How::NotFollowed,
        _ => How::LookAhead,
    };
    let is_kept = replayer.collector.keeps(Code::L081, Severity::Warning);
    let finding = is_kept.then(|| several(replayer, at, &ranked, choice, how));
    replayer.collector.chosen += 1;
    replayer.collector.add_made(Code::L081, Severity::Warning, finding);
    Some(choice)
}

/// The chosen reading: a single intended reading, unless another one lets more of the record be played. Of several
/// intended readings, the best if it is the only best one.
fn choose(meant: &[Move], ranked: &[(Move, Reach)]) -> Option<Move> {
    let far = |reach: &Reach| (reach.whole, reach.plies);
    let (best, reach) = ranked.first()?;
    if let [only] = meant {
        let own = ranked.iter().find(|(mv, _)| mv == only)?;
        return if far(&own.1) >= far(reach) { Some(*only) } else { Some(*best) };
    }
    // Readings excluded by the rule for unmarked moves or by the names count only if they alone go farthest.
    let full = |reach: &Reach| (far(reach), std::cmp::Reverse(reach.dropped));
    let first = ranked.iter().find(|(mv, _)| meant.contains(mv))?;
    if far(&first.1) < far(reach) {
        let tied = ranked.iter().skip(1).any(|(_, other)| full(other) == full(reach));
        return (!tied).then_some(*best);
    }
    let tied = ranked.iter().any(|(mv, other)| *mv != first.0 && meant.contains(mv) && full(other) >= full(&first.1));
    (!tied).then_some(first.0)
}

/// The assumed reading if several let the record be played equally far. Intended readings come first, then readings
/// that keep most marks true. Of castling moves, the king's side is taken; else the first square.
fn assume(meant: &[Move], ranked: &[(Move, Reach)]) -> Option<Move> {
    let far = |reach: &Reach| (reach.whole, reach.plies);
    let most = ranked.iter().map(|(_, reach)| far(reach)).max()?;
    let farthest = || ranked.iter().filter(|(_, reach)| far(reach) == most);
    let (first, reach) = farthest().find(|(mv, _)| meant.contains(mv)).or_else(|| farthest().next())?;
    let equal = |(mv, other): &&(Move, Reach)| other == reach && meant.contains(mv) == meant.contains(first);
    let to_kings_side = |(mv, _): &&(Move, Reach)| mv.kind == MoveKind::Castling && mv.to.file() > mv.from.file();
    Some(farthest().filter(equal).find(to_kings_side).map_or(*first, |(mv, _)| *mv))
}

/// The basis of the choice among several readings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// No basis: several readings let the record be played equally far, and one is assumed.
    Assumed,
    /// No basis, as the budget of the game is used up; one reading is assumed.
    NotFollowed,
    Unmarked,
    Standing,
    WrongName,
    LookAhead,
}

fn several(
    replayer: &LineReplayer<Descriptive>,
    at: MoveContext<'_, Descriptive>,
    ranked: &[(Move, Reach)],
    choice: Move,
    how: How,
) -> Finding {
    let MoveContext { context, line, token } = at;
    let (position, ply) = (&line.position, line.ply + 1);
    let name = |mv: Move| {
        let to = if mv.kind == MoveKind::Castling { spell::king_target(mv) } else { mv.to };
        say!("piece-goes", kind = piece(mv.role.name()), from = square(mv.from), to = square(to))
    };
    let mut readings: Vec<Message> = ranked.iter().take(6).map(|(mv, _)| name(*mv)).collect();
    if ranked.len() > 6 {
        readings.push(say!("more", number = ranked.len() - 6));
    }
    let (chosen, readings): (Message, Arg) = (name(choice), list(readings));
    let written = label(context, position, token.item);
    let message = match how {
        How::Assumed => say!("reading-assumed", token = written, readings = readings, chosen = chosen),
        How::NotFollowed => say!("reading-not-followed", token = written, readings = readings, chosen = chosen),
        How::Unmarked => say!("reading-unmarked", token = written, readings = readings, chosen = chosen),
        How::Standing => say!("reading-standing", token = written, chosen = chosen),
        How::WrongName => say!("reading-wrong-name", token = written, chosen = chosen),
        How::LookAhead => say!("reading-by-rest", token = written, readings = readings, chosen = chosen),
    };
    let mut finding =
        Finding::new(Code::L081, token.item.span, message).at_ply(ply).basis(context.book.basis(Code::L081));
    finding.line = line.number;
    finding.position = Some(position.fen());
    for (mv, reach) in ranked.iter().take(6) {
        if !reach.cut {
            finding.causes.push(Cause {
                message: say!("reading-reach", reading = name(*mv), reach = reach_words(reach.whole, reach.plies)),
                square: Some(mv.from.to_string()),
                ply: None,
                span: None,
            });
        }
        finding.marks.push(Mark { square: mv.from.to_string(), against: false, note: Some(say!("mark-can-be-meant")) });
    }
    finding.marks.dedup();
    let right = |mv: Move| replayer.notation.write(position, mv);
    if matches!(how, How::Assumed | How::NotFollowed) {
        let cures: Vec<String> = ranked.iter().take(6).map(|(mv, _)| right(*mv)).collect();
        finding.add_help(say!("write-one-of", moves = list(cures.iter().map(|cure| moved(cure.as_str())))));
        finding.fixes = cures.into_iter().map(|token| Fix { grade: Grade::Guess, token }).collect();
    } else {
        finding.add_help(say!("write-move", mv = moved(right(choice))));
        finding.fixes.push(Fix { grade: Grade::Likely, token: right(choice) });
    }
    finding
}
