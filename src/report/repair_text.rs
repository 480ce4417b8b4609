//! Formats repairs for readers: a line with the finding, then the old and the new text.

use super::tint::Tint;
use partie_fix::{RepairedGame, SliceEdit, excerpt};
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::Message;
use partie_record::span::Span;

pub(super) struct Text {
    pub(super) colour: bool,
}

impl Text {
    pub(super) fn add(&self, game: &RepairedGame<'_>, text: &mut String) {
        if let Some(broken) = &game.repairs.broken {
            self.broken(game, broken, text);
        }
        let tint = Tint(self.colour);
        let best = game.repairs.best.iter().flat_map(|best| &best.edits);
        // `others` are alternative repairs of a broken line, or, without one, repairs of other findings.
        let open = game.repairs.others.iter().filter(|_| game.repairs.broken.is_none()).flat_map(|other| &other.edits);
        let mut last = None;
        for edit in best.chain(open).filter(|edit| !game.is_of_break(edit)) {
            finding(game, edit, last, tint, text);
            let (grade, written) = (tint.grade(edit.grade), game.written_note([edit]));
            text.push_str(&format!("  {grade}{written}: {}\n", edit.change(&game.place)));
            last = Some(edit);
        }
        for edit in &game.repairs.taken_back {
            finding(game, edit, None, tint, text);
            text.push_str(&format!(
                "  taken back: {}; it was tried, and does not improve the game\n",
                edit.change(&game.place)
            ));
        }
        self.differences(game, text);
    }

    /// Appends the places where another copy of the game has a different move.
    fn differences(&self, game: &RepairedGame<'_>, text: &mut String) {
        for finding in &game.repairs.differences {
            let words = Words { severity: finding.severity, code: finding.code, message: &finding.message };
            headline(game, words, (finding.span, finding.ply), Tint(self.colour), text);
            finding.help.iter().for_each(|help| text.push_str(&format!("  help: {help}\n")));
        }
    }

    /// Appends the finding that breaks the main line, and its repair.
    fn broken(&self, game: &RepairedGame<'_>, broken: &Finding, text: &mut String) {
        let words = Words { severity: broken.severity, code: broken.code, message: &broken.message };
        let tint = Tint(self.colour);
        headline(game, words, (broken.span, broken.ply), tint, text);
        let Some(best) = &game.repairs.best else {
            return text.push_str("  no repair is known\n");
        };
        let of_break = || best.edits.iter().filter(|edit| game.is_of_break(edit));
        let edits: Vec<String> = of_break().map(|edit| edit.change(&game.place)).collect();
        let (grade, written) = (tint.grade(best.grade), game.written_note(of_break()));
        text.push_str(&format!("  {grade}{written}: {}; {}\n", edits.join(", "), best.reaches()));
        let next = game.repairs.others.first().map(|next| format!("{}; {}", game.changes(next), next.reaches()));
        for sentences in best.explanation(next.as_deref()) {
            text.push_str(&format!("    {sentences}\n"));
        }
        for remark in &best.remarks {
            text.push_str(&format!("    {}\n", excerpt(remark)));
        }
    }
}

/// Appends the finding that an edit fixes, unless the previous edit fixes the same finding.
fn finding(game: &RepairedGame<'_>, edit: &SliceEdit, last: Option<&SliceEdit>, tint: Tint, text: &mut String) {
    if last.is_some_and(|last| last.is_of(edit.code, &edit.message)) {
        return;
    }
    let words = Words { severity: edit.severity, code: edit.code, message: &edit.message };
    headline(game, words, (edit.span, edit.ply), tint, text);
}

struct Words<'a> {
    severity: Severity,
    code: Code,
    message: &'a Message,
}

/// Appends a finding in a line, with its place and ply.
fn headline(
    game: &RepairedGame<'_>,
    words: Words<'_>,
    (span, ply): (Span, Option<u32>),
    tint: Tint,
    text: &mut String,
) {
    let Words { severity, code, message } = words;
    let (line, column) = game.place.lines.line_column(span.from as usize);
    let ply = ply.map(|ply| format!(", ply {ply}")).unwrap_or_default();
    text.push_str(&format!(
        "{}:{line}:{column}: {} {message} [game {}{ply}]\n",
        game.place.path,
        tint.severity(severity, &format!("{} {}", severity.name(), code.as_str())),
        game.place.game
    ));
}
