//! Repairs for readers: the finding in a line, then what takes the place of what.

use super::repair::{PlacedEdit, PlacedRepair, RepairReporter, RepairedGame};
use super::tint::Tint;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::Message;
use partie_record::span::Span;
use partie_record::{count, shown};
use partie_replay::repair::Operation;

/// The form.
pub(super) struct Text {
    pub(super) colour: bool,
}

impl RepairReporter for Text {
    fn game(&mut self, game: &RepairedGame<'_>, text: &mut String) {
        if let Some(broken) = game.broken {
            self.broken(game, broken, text);
        }
        let tint = Tint(self.colour);
        let best = game.best.iter().flat_map(|best| &best.edits);
        // Beside a line that breaks these are other repairs of it.
        let open = game.others.iter().filter(|_| game.broken.is_none()).flat_map(|other| &other.edits);
        let mut last = None;
        for edit in best.chain(open).filter(|edit| !is_of_break(game, edit)) {
            finding(game, edit, last, tint, text);
            text.push_str(&format!("  {}: {}\n", tint.grade(edit.grade), change(game, edit)));
            last = Some(edit);
        }
        for edit in game.taken_back {
            finding(game, edit, None, tint, text);
            text.push_str(&format!("  taken back: {}; it was tried, and does not mend the game\n", change(game, edit)));
        }
    }
}

impl Text {
    /// The finding that breaks the main line, and the repair.
    fn broken(&self, game: &RepairedGame<'_>, broken: &Finding, text: &mut String) {
        let words = Words { severity: broken.severity, code: broken.code, message: &broken.message };
        let tint = Tint(self.colour);
        headline(game, words, (broken.span, broken.ply), tint, text);
        let Some(best) = game.best else {
            return text.push_str("  no repair is known\n");
        };
        let edits: Vec<String> =
            best.edits.iter().filter(|edit| is_of_break(game, edit)).map(|edit| change(game, edit)).collect();
        let margin = best.margin.map(|margin| format!(", margin {margin:.1}")).unwrap_or_default();
        text.push_str(&format!("  {}: {}; {}{margin}", tint.grade(best.grade), edits.join(", "), reach(best)));
        if let Some(next) = game.others.first() {
            let edits: Vec<String> = next.edits.iter().map(|edit| change(game, edit)).collect();
            text.push_str(&format!("; next best: {} ({})", edits.join(", "), reach(next)));
        }
        text.push('\n');
        for remark in &best.remarks {
            text.push_str(&format!("    {}\n", visible(remark)));
        }
    }
}

/// Whether an edit mends what breaks the main line.
pub(super) fn is_of_break(game: &RepairedGame<'_>, edit: &PlacedEdit) -> bool {
    game.broken.is_some_and(|broken| broken.code == edit.code && broken.message == edit.message)
}

/// The line of what an edit mends, unless it is that of the edit before it.
fn finding(game: &RepairedGame<'_>, edit: &PlacedEdit, last: Option<&PlacedEdit>, tint: Tint, text: &mut String) {
    if last.is_some_and(|last| last.code == edit.code && last.message == edit.message) {
        return;
    }
    let words = Words { severity: edit.severity, code: edit.code, message: &edit.message };
    headline(game, words, (edit.span, edit.ply), tint, text);
}

/// What a finding says.
struct Words<'a> {
    severity: Severity,
    code: Code,
    message: &'a Message,
}

/// A finding in a line, with its place and ply.
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

/// `12... Nf6 -> Ng8f6`
pub(super) fn change(game: &RepairedGame<'_>, edit: &PlacedEdit) -> String {
    let (was, is) = (visible(edit.was(&game.place).trim()), visible(edit.text(&game.place).trim()));
    let number = if edit.number.is_empty() { String::new() } else { format!("{} ", edit.number) };
    match edit.operation {
        _ if was.is_empty() && is.is_empty() => "insert white space".to_owned(),
        Operation::Insert => format!("insert {number}{is}"),
        Operation::Delete => format!("delete {number}{was}"),
        Operation::Replace | Operation::Swap if was.is_empty() => format!("insert {number}{is}"),
        Operation::Replace | Operation::Swap if is.is_empty() => format!("delete {number}{was}"),
        Operation::Replace | Operation::Swap => format!("{number}{was} -> {is}"),
    }
}

/// How far the game then replays.
pub(super) fn reach(repair: &PlacedRepair) -> String {
    let plies = count(repair.reach.into(), "ply", "plies");
    if repair.whole { format!("replays to its end, {plies}") } else { format!("replays {plies}, not to its end") }
}

/// A text on one line, as much of it as a reader needs.
pub(super) fn visible(text: &str) -> String {
    let mut out = String::new();
    for (number, character) in text.chars().enumerate() {
        if number == 80 {
            out.push('…');
            break;
        }
        shown::push_visible(&mut out, character);
    }
    out
}
