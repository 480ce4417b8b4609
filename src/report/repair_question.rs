//! Asks the user how to repair a game: shows the source, the board, and the numbered repairs.
//!
//! Not for reading the answer.

use super::full;
use super::reporter::TerminalStyle;
use partie_fix::{RepairedGame, SliceEdit, excerpt};
use partie_record::finding::Finding;
use partie_record::{count, shown};
use partie_repair::Repair;
use partie_replay::Placed;
use partie_replay::diagram;

/// Maximum findings shown with their source, besides the finding that breaks the main line.
const MAX_FINDINGS: usize = 4;

/// Returns the lines of the question. The best repair is `y`; the others are numbered from 1.
pub fn question(game: &RepairedGame<'_>, style: TerminalStyle) -> String {
    let mut text = String::new();
    let mut full = (full::FORM.start)(style);
    let mut show = |finding: &Finding, text: &mut String| full.finding(&Placed::new(game.place, finding), "", text);
    if let Some(broken) = &game.repairs.broken {
        // The numbered repairs below replace the help.
        let finding = Finding { help: Vec::new(), ..broken.clone() };
        show(&finding, &mut text);
        // The form `full` draws a board only for a finding with marks.
        let unmarked = finding.position.as_deref().filter(|_| finding.marks.is_empty());
        if let Some(board) = unmarked.and_then(|position| diagram::captioned(game.place.kind, position, &[])) {
            text.push_str(&format!("{}\n\n", shown::visible(&board)));
        }
    }
    let edits = game.repairs.best.as_ref().map(|best| best.edits.as_slice()).unwrap_or_default();
    let findings = findings(game, edits);
    findings.iter().take(MAX_FINDINGS).for_each(|finding| show(finding, &mut text));
    if findings.len() > MAX_FINDINGS {
        let more = count((findings.len() - MAX_FINDINGS) as u64, "finding like these", "findings like these");
        text.push_str(&format!("... and {more}\n"));
    }
    game.repairs.differences.iter().for_each(|difference| show(difference, &mut text));
    let Some(best) = &game.repairs.best else {
        if game.repairs.broken.is_some() {
            text.push_str("  no repair is known\n\n");
        }
        return text;
    };
    text.push_str(&choice(game, "y", best));
    // If there is another copy of the game, the remarks show both records.
    for line in &best.remarks {
        text.push_str(&format!("       {}\n", excerpt(line)));
    }
    for sentences in best.explanation(None) {
        text.push_str(&format!("       {sentences}\n"));
    }
    for (number, other) in (1..).zip(&game.repairs.others) {
        text.push_str(&choice(game, &format!("{number}"), other));
    }
    text
}

/// Returns each finding that the edits fix once, except the finding that breaks the main line.
fn findings(game: &RepairedGame<'_>, edits: &[SliceEdit]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for edit in edits.iter().filter(|edit| !game.is_of_break(edit)) {
        if findings.last().is_none_or(|last| !edit.is_of(last.code, &last.message)) {
            let finding = Finding::new(edit.code, edit.span, edit.message.clone());
            findings.push(Finding { severity: edit.severity, ply: edit.ply, ..finding });
        }
    }
    findings
}

/// `  y  likely: 8... Ne5 -> Ne4; replays to its end, 30 plies`
fn choice(game: &RepairedGame<'_>, key: &str, repair: &Repair<SliceEdit>) -> String {
    format!("  {key}  {}: {}; {}\n", repair.grade.name(), game.changes(repair), repair.reaches())
}
