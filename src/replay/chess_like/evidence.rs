//! Earlier contradictions in a line that breaks. A number or mark that contradicts the board may be right, and an
//! earlier move missing or misread. So the fixes of these findings become guesses.

use super::game::ChessDialect;
use crate::context::{GameContext, LineState};
use crate::line_replayer::LineReplayer;
use partie_record::ItemKind;
use partie_record::finding::{Cause, Code, Finding, Grade, Severity};
use partie_record::message::{ply as at_ply, text};
use partie_record::say;
use partie_rules::{Rules as _, Side};

/// Codes of marks that contradict the board.
const MARKS: [Code; 4] = [Code::N010, Code::N011, Code::N012, Code::N014];

/// Reviews the findings of a line that broke at this move.
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
        finding.causes.push(Cause {
            message: say!("number-due-here", number = text(first.expected_text())),
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
    for index in places {
        doubt_move(&mut replayer.collector.findings[line.findings + index], broken);
    }
}

/// Turns printed rows whose number shows a missing or doubled half-move into evidence of the break, so that the
/// fault is reported once.
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
    // A finding without causes is a number misread by a scan: no evidence about moves. An error is the missing row that
    // ends the line: it is itself the break.
    let says = |finding: &Finding| {
        finding.code == Code::N050 && !finding.causes.is_empty() && finding.severity != Severity::Error
    };
    let taken = replayer.collector.take_back(0, |finding| says(finding) && halves.contains(&finding.span));
    if let Some(first) = taken.into_iter().next()
        && let Some(finding) = replayer.stopped_by(line)
    {
        let message = say!("number-shows-half-move");
        finding.causes.push(Cause { message, square: None, ply: None, span: Some(first.span) });
    }
}

/// True if dots or a dash after the number replace White's move.
fn is_of_black(number: &[u8]) -> bool {
    let number = number.strip_prefix(b"(").unwrap_or(number);
    let digits = number.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b' ').count();
    number[digits..].trim_ascii().len() > 1
}

/// Rewords a finding on a mark, as the move may be misread instead, and turns its fixes into guesses.
fn doubt_move(finding: &mut Finding, broken: u32) {
    finding.fixes.iter_mut().for_each(|fix| fix.grade = Grade::Guess);
    if finding.code == Code::N010
        && let Some(token) = finding.message.arg("token").cloned()
    {
        let broken = at_ply(broken);
        match finding.message.arg("kind").cloned() {
            Some(kind) => finding.message = say!("captures-but-breaks", token = token, kind = kind, broken = broken),
            None if finding.message.is("capture-mark-superfluous") => {
                finding.message = say!("captures-nothing-but-breaks", token = token, broken = broken);
            }
            None => {}
        }
    }
}
