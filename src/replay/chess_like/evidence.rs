//! What a line that breaks says of the oddities before the break: a number or a mark that contradicts the board
//! may be right, and a move before it missing or misread. So they are no longer put right for certain.

use super::game::{ChessDialect, ChessLike as _};
use super::resolve;
use crate::finding::{Cause, Code, Finding, Fix, Grade};
use crate::notation::moves::MoveOf;
use crate::notation::san::CheckMark;
use crate::notation::spell;
use crate::record::ItemKind;
use crate::replay::context::{GameContext, LineState};
use crate::replay::line_replayer::LineReplayer;
use crate::rules::{Rules as _, Side};

/// Codes of marks that contradict the board.
const MARKS: [Code; 4] = [Code::N010, Code::N011, Code::N012, Code::N014];
/// Damaged moves before the break that are tried, the nearest first.
const TRIED: usize = 3;

/// Weighs what was found in the line that ended so.
#[cold]
pub(super) fn collect_evidence<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    line: &LineState<N>,
) {
    let broken = line.ply + 1;
    let mismatches = replayer.state.pending.of_broken(line.number, broken);
    if let Some(first) = mismatches.first()
        && let Some(finding) = replayer.stopped_by(line)
    {
        let message = format!("{} is due here: a move before it may be missing or doubled", first.expected_text());
        finding.causes.push(Cause {
            message: message.into(),
            square: None,
            ply: Some(first.ply),
            span: Some(first.span),
        });
    }
    if line.number == 0 {
        take_rows(replayer, context, line);
    }
    let marked = |finding: &Finding| {
        finding.line == line.number && MARKS.contains(&finding.code) && finding.ply.is_some_and(|ply| ply < broken)
    };
    let findings = replayer.collector.findings.get(line.findings..).unwrap_or_default();
    let places: Vec<usize> = (0..findings.len()).rev().filter(|index| marked(&findings[*index])).collect();
    for (nth, index) in places.into_iter().enumerate() {
        let index = line.findings + index;
        doubt_move(&mut replayer.collector.findings[index], broken);
        let tried = nth < TRIED && matches!(replayer.collector.findings[index].code, Code::N010 | Code::N011);
        let Some(intended_move) =
            (if tried { intended_move(replayer, context, &replayer.collector.findings[index]) } else { None })
        else {
            continue;
        };
        let IntendedMove { right, numbered, ply } = intended_move;
        let finding = &mut replayer.collector.findings[index];
        finding.add_help(format!("close to it: {numbered}, with which the game replays to its end"));
        finding.fixes.insert(0, Fix { grade: Grade::Likely, token: right });
        if let Some(stopped) = replayer.stopped_by(line) {
            stopped.fixes.iter_mut().filter(|fix| fix.grade == Grade::Likely).for_each(|fix| fix.grade = Grade::Guess);
            stopped.help.insert(
                0,
                format!("the capture mark at ply {ply} is wrong; with {numbered} there the game replays to its end")
                    .into(),
            );
        }
        return;
    }
}

/// Takes the rows of a printed score whose number shows that a half-move is missing or doubled before them for evidence
/// of the break: what is wrong is said once.
fn take_rows<N: ChessDialect>(replayer: &mut LineReplayer<N>, context: &GameContext<'_, N>, line: &LineState<N>) {
    if !replayer.collector.has(Code::N050) || replayer.stopped_by(line).is_none() {
        return;
    }
    let mut black = context.start.turn() == Side::Second;
    let mut halves = Vec::new();
    for item in context.record.items.iter().filter(|item| item.line == 0) {
        match item.kind {
            ItemKind::Move | ItemKind::Null => black = !black,
            ItemKind::Number if black != is_of_black(item.span.of(context.text.bytes)) => halves.push(item.span),
            _ => {}
        }
    }
    let taken = replayer.collector.take_back(0, |finding| finding.code == Code::N050 && halves.contains(&finding.span));
    if let Some(first) = taken.into_iter().next()
        && let Some(finding) = replayer.stopped_by(line)
    {
        let message = "this number shows it: a half-move before it may be missing or doubled".to_owned();
        finding.causes.push(Cause { message: message.into(), square: None, ply: None, span: Some(first.span) });
    }
}

/// Whether dots or a dash stand behind a number for the move of White.
fn is_of_black(number: &[u8]) -> bool {
    let digits = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
    number[digits..].trim_ascii().len() > 1
}

/// Says that it may be the move that is misread, not its mark.
fn doubt_move(finding: &mut Finding, broken: u32) {
    finding.fixes.iter_mut().for_each(|fix| fix.grade = Grade::Guess);
    if finding.code == Code::N010
        && let Some((what, _)) = finding.message.split_once(", the x is")
    {
        finding.message =
            format!("{what}; the line breaks at ply {broken}, so the move itself may have been misread").into();
    }
}

/// A move that may stand behind a damaged one.
struct IntendedMove {
    right: String,
    numbered: String,
    ply: u32,
}

/// The one move near to a token whose mark is true of it and after which the line can be played to its end.
fn intended_move<N: ChessDialect>(
    replayer: &LineReplayer<N>,
    context: &GameContext<'_, N>,
    finding: &Finding,
) -> Option<IntendedMove> {
    let ply = finding.ply?;
    let notation = &replayer.notation;
    let index = context.record.items.binary_search_by_key(&finding.span.from, |item| item.span.from).ok()?;
    let written = notation.parse(finding.span.of(context.text.bytes), &context.start.memory)?;
    let marks = N::marks(&written);
    let position = context.start.after_moves(replayer.moves.get(..ply as usize - 1)?);
    let is_true = |mv: &MoveOf<N>| match finding.code {
        Code::N010 => <N::Rules>::components(*mv).captured.is_some() == marks.captures,
        _ => {
            let mut after = position.clone();
            after.play(*mv);
            after.in_check() == (marks.check != CheckMark::None)
        }
    };
    let mut near = notation.similar_moves(&position, &context.text.decode(finding.span));
    near.retain(is_true);
    let ranked = resolve::farthest(context, notation, &position, &near, index + 1);
    let (mv, _) = ranked.first().filter(|(_, reach)| reach.whole && resolve::settles(&ranked))?;
    let right = notation.write(&position, *mv);
    let numbered = spell::numbered(position.number(), position.turn() == Side::First, &right);
    Some(IntendedMove { right, numbered, ply })
}
