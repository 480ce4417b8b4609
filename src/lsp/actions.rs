//! Code actions for a range: repairs with their grades, all certain edits, allowances, and conversions. Repairs are
//! searched only on request, and the next edit cancels the search.

use std::collections::HashMap;
use std::ops::Range;

use lsp_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, Diagnostic, NumberOrString, TextEdit, Uri,
    WorkspaceEdit,
};

use super::document::{Document, span, touch};
use super::judged::Judged;
use partie_core::{Edit, Format, Game, GameFinding, GameKind, Grade, Repair, Severity, Target};

/// Maximum repairs that are offered besides the likeliest.
const MAX_OTHER_REPAIRS: usize = 3;
/// Maximum games in a selection that get actions.
const MAX_GAMES: usize = 3;
/// Marks the action on a whole file, whose edits are computed only when the user chooses it.
pub(crate) const OF_FILE: &str = "file";

/// The kind of the action that makes all certain edits of a file.
const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.partie");

struct Actions<'a> {
    document: &'a Document,
    context: &'a CodeActionContext,
    actions: Vec<CodeAction>,
}

/// The code actions for a range of the text.
pub(crate) fn actions(
    judged: &Judged,
    stretch: &Range<usize>,
    context: &CodeActionContext,
    cancelled: impl Fn() -> bool,
) -> Vec<CodeActionOrCommand> {
    let mut actions = Actions { document: &judged.document, context, actions: Vec::new() };
    // For a longer selection, the user must choose the action on the whole file.
    for game in judged.games_at(stretch).take(MAX_GAMES) {
        if cancelled() {
            return Vec::new();
        }
        if actions.wants(&CodeActionKind::QUICKFIX) {
            actions.repairs((judged, game), stretch);
            actions.allowances(game, stretch);
        }
        if actions.wants(&CodeActionKind::REFACTOR_REWRITE) && stretch.is_empty() {
            actions.conversions(game, &judged.stretch(game));
        }
    }
    if actions.wants(&FIX_ALL) && !judged.diagnostics.is_empty() {
        let title = "Put right all that is certain in this file".to_owned();
        let data = serde_json::json!({ "uri": judged.document.uri, "what": OF_FILE });
        let action = CodeAction { title, kind: Some(FIX_ALL), data: Some(data), ..CodeAction::default() };
        actions.actions.push(action);
    }
    actions.actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

/// All certain edits of a text; `None` if there are none, or after cancellation.
pub(crate) fn of_file(judged: &Judged, cancelled: impl Fn() -> bool) -> Option<WorkspaceEdit> {
    let document = &judged.document;
    let session = judged.sessions.fix.as_ref().unwrap_or(&judged.sessions.judge);
    let fixed = session.fix_until(document.text.as_bytes(), Grade::Certain, cancelled);
    (!fixed.cancelled).then(|| workspace_edit(document, edits(document, &fixed.edits)))
}

fn edits(document: &Document, edits: &[Edit]) -> Vec<TextEdit> {
    edits.iter().map(|edit| document.edit(&span(&edit.span), edit.text.clone())).collect()
}

/// Moves edits of a game that was read alone to their offsets in the whole text.
fn shifted(mut edits: Vec<Edit>, by: u64) -> Vec<Edit> {
    for edit in &mut edits {
        edit.span = edit.span.start + by..edit.span.end + by;
    }
    edits
}

fn workspace_edit(document: &Document, edits: Vec<TextEdit>) -> WorkspaceEdit {
    #[expect(clippy::mutable_key_type, reason = "as the protocol's types have it")]
    let changes: HashMap<Uri, Vec<TextEdit>> = HashMap::from([(document.uri.clone(), edits)]);
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

impl Actions<'_> {
    /// True if actions of this kind are requested.
    fn wants(&self, kind: &CodeActionKind) -> bool {
        let is_in = |asked: &CodeActionKind| {
            kind.as_str() == asked.as_str() || kind.as_str().starts_with(&format!("{}.", asked.as_str()))
        };
        self.context.only.as_ref().is_none_or(|only| only.iter().any(is_in))
    }

    /// The diagnostics that the editor sent with the request and that have one of these codes.
    fn diagnostics(&self, codes: &[&str]) -> Option<Vec<Diagnostic>> {
        let is_of = |diagnostic: &&Diagnostic| match &diagnostic.code {
            Some(NumberOrString::String(code)) => codes.contains(&code.as_str()),
            _ => false,
        };
        let found: Vec<Diagnostic> = self.context.diagnostics.iter().filter(is_of).cloned().collect();
        (!found.is_empty()).then_some(found)
    }

    fn push(&mut self, title: String, of: &[&str], made: Vec<TextEdit>, preferred: bool) {
        let edit = workspace_edit(self.document, made);
        self.actions.push(CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: self.diagnostics(of),
            edit: Some(edit),
            is_preferred: preferred.then_some(true),
            ..CodeAction::default()
        });
    }

    fn repair(&mut self, repair: &Repair<Edit>, by: u64, preferred: bool) {
        let codes: Vec<&str> = repair.edits.iter().map(|edit| edit.code.as_str()).collect();
        self.push(repair.title(), &codes, edits(self.document, &shifted(repair.edits.clone(), by)), preferred);
    }

    /// Adds repairs of the findings in a range.
    fn repairs(&mut self, (judged, game): (&Judged, &Game), stretch: &Range<usize>) {
        let at = |edit: &&Edit| touch(&span(&edit.span), stretch);
        let findings: Vec<_> = game
            .findings()
            .filter(|finding| finding.allowed().is_none() && touch(&span(&finding.span()), stretch))
            .collect();
        if findings.is_empty() {
            return;
        }
        // With a separate configuration for fixing, the game is judged again alone, so its offsets begin at 0.
        let whole = span(&game.span());
        let alone = judged
            .sessions
            .fix
            .as_ref()
            .map(|fix| fix.games(self.document.text.get(whole.clone()).unwrap_or_default().as_bytes()).next());
        let (game, by) = match &alone {
            None => (game, 0),
            Some(Some(alone)) => (alone, whole.start as u64),
            Some(None) => return,
        };
        let certain = shifted(game.edits(Grade::Certain), by);
        // Offers each certain edit in the range separately.
        for edit in certain.iter().filter(at) {
            let made = edits(self.document, std::slice::from_ref(edit));
            self.push(format!("certain: {edit}"), &[edit.code.as_str()], made, true);
        }
        // An error may be repaired anywhere in the game, even outside of the range.
        let is_broken = findings.iter().any(|finding| finding.severity() == Severity::Error);
        if let Some(repairs) = game.repairs().filter(|_| is_broken) {
            let best = repairs.best.iter().filter(|best| best.edits.iter().any(|edit| edit.grade != Grade::Certain));
            best.for_each(|best| self.repair(best, by, best.grade != Grade::Guess));
            repairs.others.iter().take(MAX_OTHER_REPAIRS).for_each(|other| self.repair(other, by, false));
        }
        let known: Vec<String> = self.actions.iter().map(|action| action.title.clone()).collect();
        // Offers no fixes for findings that the configuration does not select for fixing.
        let is_fixed = |code| alone.is_none() || game.findings().any(|finding| finding.code() == code);
        for finding in findings.iter().filter(|finding| is_fixed(finding.code())) {
            for fix in finding.replacements() {
                let change = format!("{} -> {}", finding.token(), fix.token);
                if !known.iter().any(|title| title.contains(&change)) {
                    let made = vec![self.document.edit(&span(&finding.span()), fix.token.clone())];
                    let title = format!("{}: {change}", fix.grade.name());
                    self.push(title, &[finding.code().as_str()], made, false);
                }
            }
        }
        if certain.len() > 1 {
            let title = format!("Put right all that is certain in this game ({} edits)", certain.len());
            let codes: Vec<&str> = certain.iter().map(|edit| edit.code.as_str()).collect();
            self.push(title, &codes, edits(self.document, &certain), false);
        }
    }

    fn allowances(&mut self, game: &Game, stretch: &Range<usize>) {
        for finding in game.findings().filter(|finding| touch(&span(&finding.span()), stretch)) {
            let code = finding.code().as_str();
            if finding.allowed().is_some() || code.starts_with('A') {
                continue;
            }
            if let Some((title, edit)) = allow(self.document, game, &finding) {
                self.push(title, &[code], vec![edit], false);
            }
        }
    }

    /// Adds actions that replace the game by its conversion to another notation.
    fn conversions(&mut self, game: &Game, stretch: &Range<usize>) {
        let targets: &[&str] = match game.kind() {
            GameKind::Chess => &["pgn", "descriptive", "uci"],
            GameKind::Hex => &["pgn"],
            GameKind::Shogi => &["kif", "ki2", "csa", "usi"],
        };
        for name in targets.iter().filter(|name| **name != game.format().name()) {
            let Some(target) = Target::find(name) else { continue };
            let converted = game.convert(target);
            // Offers no conversion that cuts the game or leaves it out.
            if converted.written == 0 || !converted.issues.is_empty() {
                continue;
            }
            let lost: Vec<String> = converted.losses.iter().map(|(number, what)| format!("{number} {what}")).collect();
            let lost = if lost.is_empty() { String::new() } else { format!(" (loses {})", lost.join(", ")) };
            let new = String::from_utf8_lossy(&converted.bytes).trim_end().to_owned();
            let edit = workspace_edit(self.document, vec![self.document.edit(stretch, new)]);
            self.actions.push(CodeAction {
                title: format!("Convert this game to {name}{lost}"),
                kind: Some(CodeActionKind::REFACTOR_REWRITE),
                edit: Some(edit),
                ..CodeAction::default()
            });
        }
    }
}

/// An action that allows a finding with a line above the game: title and edit; `None` for formats without such lines.
pub(crate) fn allow(document: &Document, game: &Game, finding: &GameFinding<'_>) -> Option<(String, TextEdit)> {
    let (sign, head) = match game.format() {
        Format::Pgn | Format::Psn | Format::Pychess => ("% ", "%"),
        Format::Kif | Format::Ki2 => ("# ", "#"),
        Format::Csa => ("'", "'"),
        _ => return None,
    };
    let code = finding.code().as_str();
    let at = finding.ply().filter(|ply| *ply > 0).map(|ply| place(game, ply));
    let at = at.map(|at| format!("@ {at} ")).unwrap_or_default();
    let start = start(document, game, head);
    let title = format!("Allow {code} {at}here; write the reason behind it");
    // The allowance needs a line of its own, even if the game begins in the middle of a line.
    let begins = document.lines.line_start(start.start) == start.start;
    let gap = if begins { "" } else { "\n" };
    Some((title, document.edit(&start, format!("{gap}{sign}partie: allow {code} {at}\n"))))
}

/// The empty range before the game, but after a first line that declares the format.
fn start(document: &Document, game: &Game, head: &str) -> Range<usize> {
    let whole = span(&game.span());
    let text = document.text.get(whole.clone()).unwrap_or_default();
    let mut at = whole.start + text.len() - text.trim_start().len();
    let first = document.text[at..].lines().next().unwrap_or_default();
    if first.starts_with(head) && head != "%" {
        let below = at + first.len();
        let end = document.text[below..].find(|sign| !matches!(sign, '\r' | '\n')).unwrap_or(0);
        at = below + end;
    }
    at..at
}

/// Formats a ply as `8b`; as a number in shogi, and in games with a start position.
fn place(game: &Game, ply: u32) -> String {
    if game.kind() != GameKind::Shogi && game.tag("FEN").is_none() {
        let side = if ply % 2 == 1 { 'w' } else { 'b' };
        return format!("{}{side}", ply.div_ceil(2));
    }
    ply.to_string()
}
