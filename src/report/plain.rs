//! The form `plain`: one sentence per line with error, causes and help, for screen readers. It has no board, no drawing
//! characters, and no information in colors alone.

use super::reporter::{GamesShown, OutputForm, Reporter, TerminalStyle};
use partie_record::finding::Severity;
use partie_record::finding::{Cause, Finding, Mark};
use partie_record::shown::Shown;
use partie_record::span::Span;
use partie_replay::{GamePlace, Placed};
use partie_table::shown::{Issue, IssueOf, IssuePlace};

pub(super) const FORM: OutputForm = OutputForm {
    name: "plain",
    description: "One sentence per line, without boards: for screen readers and simple terminals",
    is_complete: false,
    least: Severity::Warning,
    suggests: true,
    draws: false,
    writes_commands: false,
    shows_allowed: false,
    games: GamesShown::Never,
    start: |_: TerminalStyle| Box::new(Plain),
};

struct Plain;

impl Reporter for Plain {
    fn finding(&mut self, placed: &Placed<'_>, _: &'static str, text: &mut String) {
        let Placed { game, finding, line, column } = placed;
        let (severity, code) = (finding.severity.name(), finding.code.as_str());
        let place = format!("{}:{line}:{column}: {}", game.path, whereabouts(game, finding));
        sentence(text, &format!("{place}: {severity} {code}: {}", placed.message()));
        for cause in &finding.causes {
            sentence(text, &because(game, cause));
        }
        // Appends the notes that other forms show beside the board, unless a cause says the same.
        let is_said = |mark: &Mark| {
            let same = |cause: &Cause| {
                cause.square.as_ref() == Some(&mark.square) && mark.note.as_ref() == Some(&cause.message)
            };
            mark.note.is_none() || finding.causes.iter().any(same)
        };
        for mark in finding.marks.iter().filter(|mark| !is_said(mark)) {
            let note = mark.note.as_ref().map(ToString::to_string).unwrap_or_default();
            sentence(text, &format!("On {}: {note}", mark.square));
        }
        for help in &finding.help {
            sentence(text, &format!("To do: {help}"));
        }
        if !finding.basis.is_empty() {
            sentence(text, &format!("The rule: {}", finding.basis));
        }
        sentence(text, &format!("More: partie explain {code}"));
        text.push('\n');
    }

    fn issue(&mut self, issue: &Issue<'_>, text: &mut String) {
        let Issue { code, severity, message, .. } = issue;
        let said = format!("{} {}: {message}", severity.name(), code.as_str());
        match issue.of {
            IssueOf::Game { path, game, place: IssuePlace { line, column, .. } } => {
                sentence(text, &format!("{path}:{line}:{column}: game {game}: {said}"));
            }
            IssueOf::All(..) | IssueOf::File(_) => sentence(text, &said),
        }
    }
}

/// Appends a line that ends like a sentence, and replaces special signs by words or ASCII characters.
fn sentence(text: &mut String, words: &str) {
    for character in words.trim_end().chars() {
        match character {
            '\n' => text.push(' '),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => text.push('-'),
            '\u{2018}' | '\u{2019}' => text.push('\''),
            '\u{201c}' | '\u{201d}' => text.push('"'),
            '\u{2026}' => text.push_str("..."),
            '\u{2192}' => text.push_str("to"),
            '\u{d7}' => text.push('x'),
            // Box drawing characters, blocks and geometric shapes.
            '\u{2500}'..='\u{25ff}' => text.push(' '),
            character => text.push(character),
        }
    }
    text.push_str(if words.trim_end().ends_with(['.', '!', '?']) { "\n" } else { ".\n" });
}

/// Formats the place of a finding: `game 3 (Morphy - Anderssen), move 12 by White`.
fn whereabouts(game: &GamePlace<'_>, finding: &Finding) -> String {
    if game.game == 0 {
        return "the whole file".to_owned();
    }
    let mut words = format!("game {}", game.game);
    let name = |span: Option<Span>| {
        let name = Shown::from(&*game.encoding.decode(span?.of(&game.slice.bytes)));
        (!name.is_empty() && &*name != "?").then(|| name.to_string())
    };
    if let (Some(first), Some(second)) = (name(game.first), name(game.second)) {
        words.push_str(&format!(" ({first} - {second})"));
    }
    if let Some(ply) = finding.ply {
        words.push_str(&format!(", {}", move_of(finding, ply)));
    }
    if finding.line > 0 {
        words.push_str(", in a variation");
    }
    words
}

/// Formats a ply as a move number and side, if the position's move number matches the ply; otherwise as a ply.
fn move_of(finding: &Finding, ply: u32) -> String {
    let fields: Vec<&str> = finding.position.as_deref().unwrap_or_default().split(' ').collect();
    let number = fields.last().and_then(|number| number.parse::<u32>().ok()).filter(|number| *number > 0);
    let side = fields.get(1).and_then(|side| match *side {
        "w" => Some((1, "White")),
        "b" => Some((2, "Black")),
        _ => None,
    });
    match (number, side) {
        (Some(number), Some((half, side)))
            if (number - 1).checked_mul(2).is_some_and(|before| before + half == ply) =>
        {
            format!("move {number} by {side}")
        }
        _ => format!("ply {ply}"),
    }
}

/// Formats a cause with its place: a square, or a line of the text.
fn because(game: &GamePlace<'_>, cause: &Cause) -> String {
    let place = match (&cause.square, cause.span) {
        (Some(square), _) => format!("On {square}"),
        (None, Some(span)) => format!("In line {}", game.lines.line_column(span.from as usize).0),
        (None, None) => "Why".to_owned(),
    };
    format!("{place}: {}", cause.message)
}
