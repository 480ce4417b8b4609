//! The form `full`: shows a finding with source, board and help, so that it can be understood without the record.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::reporter::{GamesShown, OutputForm, Reporter, TerminalStyle};
use super::tint::Tint;
use partie_record::finding::{Code, Severity};
use partie_record::say;
use partie_record::shown::{self, Shown};
use partie_record::span::{self, Span};
use partie_replay::diagram;
use partie_replay::{GamePlace, Placed};
use partie_table::shown::{Issue, IssueOf, IssuePlace};

/// Maximum lines between two places that share an excerpt.
const MAX_LINES_BETWEEN: u64 = 3;
/// Maximum bytes between two places of one line that share an excerpt, because an excerpt is never cut in the middle.
const MAX_BYTES_BETWEEN: usize = 60;
/// Maximum characters shown before, after and within a place in a very long line.
const MAX_CONTEXT: usize = 300;
/// Maximum bytes of a character in any encoding.
const MAX_CHARACTER_BYTES: usize = 4;
/// Placeholder for a path until the lines are complete, because a long path would widen the renderer's columns.
const STAND_IN: &str = "@";

pub(super) const FORM: OutputForm = OutputForm {
    name: "full",
    description: "Source, board and help",
    is_complete: false,
    least: Severity::Warning,
    suggests: true,
    draws: true,
    writes_commands: false,
    shows_allowed: false,
    games: GamesShown::Never,
    start: |look| Box::new(Full::new(look)),
};

/// Renders findings with their source.
struct Full {
    renderer: Renderer,
    tint: Tint,
}

/// An excerpt of the source with marked places; control characters are visible.
struct Window {
    /// Line and column in the heading of the excerpt.
    place: (u64, u64),
    text: String,
    /// Line on which the text begins.
    line: u64,
    marks: Vec<(Range<usize>, Option<String>, bool)>,
}

/// A span with its label, a flag that is true for the finding's own span, and the line of the span.
type Labelled = (Span, Option<String>, bool, u64);

impl Reporter for Full {
    fn finding(&mut self, placed: &Placed<'_>, _: &'static str, text: &mut String) {
        text.push_str(&self.render(placed));
        text.push('\n');
    }

    fn issue(&mut self, issue: &Issue<'_>, text: &mut String) {
        let Issue { code, severity, message, .. } = issue;
        let head = self.tint.severity(*severity, &format!("{}[{}]", severity.name(), code.as_str()));
        text.push_str(&match issue.of {
            IssueOf::Game { path, game, place: IssuePlace { line, column, .. } } => {
                format!("{head}: {path}:{line}:{column}: {message} [game {game}]\n")
            }
            IssueOf::All(..) | IssueOf::File(_) => format!("{head}: {message}\n"),
        });
    }
}

impl Full {
    fn new(TerminalStyle { colour, width }: TerminalStyle) -> Self {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        Self { tint: Tint(colour), renderer: renderer.decor_style(DecorStyle::Unicode).term_width(width) }
    }

    /// Renders the finding in several lines, with a final line end.
    fn render(&self, placed: &Placed<'_>) -> String {
        let Placed { game, finding, .. } = placed;
        let windows = windows(placed);
        let level = match finding.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Info => Level::INFO,
        };
        let message = placed.message();
        let board = board(placed);
        let helps: Vec<String> = finding.help.iter().map(ToString::to_string).collect();
        let notes: Vec<String> = finding
            .causes
            .iter()
            .filter(|cause| cause.span.is_none() && cause.square.is_none())
            .map(|cause| format!("also: {}", cause.message))
            .collect();
        let mut group = Group::with_title(level.primary_title(message.as_str()).id(finding.code.as_str()));
        for window in &windows {
            let mut snippet = Snippet::source(window.text.as_str()).path(STAND_IN).line_start(window.line as usize);
            for (range, label, primary) in &window.marks {
                let kind = if *primary { AnnotationKind::Primary } else { AnnotationKind::Context };
                let annotation = kind.span(range.clone());
                snippet = snippet.annotation(match label {
                    Some(label) => annotation.label(label.as_str()),
                    None => annotation,
                });
            }
            group = group.element(snippet);
        }
        if let Some(board) = &board {
            group = group.element(Level::NOTE.no_name().message(board.as_str()));
        }
        for note in &notes {
            group = group.element(Level::NOTE.message(note.as_str()));
        }
        for help in &helps {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        let mut basis = format!("partie explain {}", finding.code.as_str());
        if !finding.basis.is_empty() {
            basis = format!("{}; {basis}", finding.basis);
        }
        group = group.element(Level::NOTE.no_name().message(basis.as_str()));
        let mut text = self.renderer.render(&[group]);
        text.push('\n');
        let mut places = windows.iter().map(|window| format!("{}:{}:{}", game.path, window.place.0, window.place.1));
        if let Some(first) = places.next() {
            let first = first + &game_note(placed);
            return with_places(&text, std::iter::once(first).chain(places));
        }
        text
    }
}

/// Replaces the placeholders by the places, on the lines that open an excerpt.
fn with_places(text: &str, mut places: impl Iterator<Item = String>) -> String {
    let mut out = String::with_capacity(text.len() + 100);
    for line in text.split_inclusive('\n') {
        let opens = line.find(['╭', '⸬']).filter(|at| is_bare(&line[..*at]));
        match opens.and_then(|_| line.find(STAND_IN)).and_then(|at| Some((at, places.next()?))) {
            Some((at, place)) => {
                out.push_str(&line[..at]);
                out.push_str(&place);
                out.push('\n');
            }
            None => out.push_str(line),
        }
    }
    out
}

/// True if a text has no bar, letter or digit, except in color sequences.
fn is_bare(text: &str) -> bool {
    let mut parts = text.split('\u{1b}');
    let shows = |text: &str| text.contains(|c: char| c == '│' || c.is_alphanumeric());
    let first = parts.next().unwrap_or_default();
    !shows(first) && !parts.any(|part| shows(part.split_once('m').map_or(part, |(_, rest)| rest)))
}

/// Returns game, players and ply, for the end of the line with the path.
fn game_note(placed: &Placed<'_>) -> String {
    let Placed { game, finding, .. } = placed;
    let mut note = if game.game > 0 { format!("   game {}", game.game) } else { String::new() };
    let name = |span: Option<Span>| {
        let name = Shown::from(&*game.encoding.decode(span?.of(&game.slice.bytes)));
        let short: String = name.chars().take(24).collect();
        (!short.is_empty() && short != "?").then_some(short)
    };
    if let (Some(first), Some(second)) = (name(game.first), name(game.second)) {
        note.push_str(&format!(", {first} – {second}"));
    }
    if let Some(ply) = finding.ply {
        note.push_str(&format!(", ply {ply}"));
    }
    if finding.line > 0 {
        note.push_str(", in a variation");
    }
    note
}

/// Returns the excerpts for a finding and its causes.
fn windows(placed: &Placed<'_>) -> Vec<Window> {
    let Placed { game, finding, line, .. } = placed;
    let mut places: Vec<Labelled> = vec![(finding.span, primary_label(placed), true, *line)];
    for cause in &finding.causes {
        if let Some(span) = cause.span {
            places.push((span, Some(cause.message.to_string()), false, game.lines.line_column(span.from as usize).0));
        }
    }
    places.sort_by_key(|(span, ..)| span.from);
    let mut windows: Vec<Vec<Labelled>> = Vec::new();
    for place in places {
        match windows.last_mut() {
            Some(open) if open.last().is_some_and(|last| are_near(game, last, &place)) => open.push(place),
            _ => windows.push(vec![place]),
        }
    }
    // The excerpt with the finding comes first, before those with distant causes.
    windows.sort_by_key(|window| !window.iter().any(|place| place.2));
    windows.into_iter().map(|window| build(placed, &window)).collect()
}

/// Returns the label of the finding's own span: the effect of the move, or the first note. Notes beside the board
/// explain its pieces.
fn primary_label(placed: &Placed<'_>) -> Option<String> {
    let finding = placed.finding;
    if !finding.code.as_str().starts_with('L') || finding.code == Code::L036 {
        return None;
    }
    let label = match finding.code {
        Code::L006 => say!("mark-takes-king"),
        Code::L011 => say!("mark-leaves-in-check"),
        Code::L024 => say!("mark-castles-out-of-check"),
        _ => return finding.marks.first().and_then(|mark| mark.note.as_ref()).map(ToString::to_string),
    };
    Some(label.to_string())
}

/// True if two places share an excerpt; `second` must be after `first`.
fn are_near(game: &GamePlace<'_>, first: &Labelled, second: &Labelled) -> bool {
    let (from, to) = (first.0.from as usize, second.0.from as usize);
    let whole = !game.slice.elided.iter().any(|elision| elision.at > from && elision.at <= to);
    let reach = if second.3 == first.3 { MAX_BYTES_BETWEEN } else { 2 * MAX_CONTEXT };
    second.3 - first.3 <= MAX_LINES_BETWEEN && to - from <= reach && whole
}

/// Returns the offset of the first end of a character from `at` on, at most a few bytes away.
fn whole_character(game: &GamePlace<'_>, from: usize, at: usize) -> usize {
    let bytes = &game.slice.bytes;
    let last = (at + MAX_CHARACTER_BYTES).min(bytes.len());
    let ends = |to: &usize| !game.encoding.decode(&bytes[from..*to]).ends_with(char::REPLACEMENT_CHARACTER);
    (at..last).find(ends).unwrap_or(at)
}

fn build(placed: &Placed<'_>, places: &[Labelled]) -> Window {
    let game = &placed.game;
    let bytes = &game.slice.bytes;
    let marked = |(span, ..): &Labelled| {
        let from = game.slice.settled(span.from as usize);
        // Marks only the span's first line, and only its beginning: a span may cover megabytes.
        let to = (span.to as usize).clamp(from, span::line_end(bytes, from));
        (from, if to - from > MAX_CONTEXT { whole_character(game, from, from + MAX_CONTEXT) } else { to })
    };
    let mut edges: Vec<usize> = places.iter().map(marked).flat_map(|(from, to)| [from, to]).collect();
    edges.sort_unstable();
    edges.dedup();
    let (first, last) = (edges[0], edges[edges.len() - 1]);
    let start = span::line_start(bytes, first);
    let before = game.encoding.decode(&bytes[game.slice.text_start(start).min(first)..first]);
    let cut = before.char_indices().rev().nth(MAX_CONTEXT - 1).map_or(0, |(at, _)| at);
    let mut text = String::from(if cut > 0 { "…" } else { "" });
    push(&mut text, &before[cut..]);
    // The offset in `text` of each edge of a mark.
    let mut at = vec![text.len()];
    for pair in edges.windows(2) {
        push(&mut text, &game.encoding.decode(&bytes[pair[0]..pair[1]]));
        at.push(text.len());
    }
    let end = span::line_end(bytes, last).min(last + MAX_CHARACTER_BYTES * MAX_CONTEXT);
    let after: String = game.encoding.decode(&bytes[last..end]).chars().take(MAX_CONTEXT).collect();
    push(&mut text, &after);
    let edge = |byte: usize| at[edges.binary_search(&byte).unwrap_or_default()];
    let marks = places.iter().map(|place| {
        let (from, to) = marked(place);
        (edge(from)..edge(to), place.1.clone(), place.2)
    });
    let named = places.iter().find(|place| place.2).unwrap_or(&places[0]);
    Window { place: game.lines.line_column(named.0.from as usize), line: places[0].3, marks: marks.collect(), text }
}

/// Appends source text. A lone CR also becomes a line end, and control characters become visible.
fn push(text: &mut String, source: &str) {
    let mut characters = source.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\r' if characters.peek() == Some(&'\n') => {}
            '\r' => text.push('\n'),
            '\n' => text.push('\n'),
            character => shown::push_visible(text, character),
        }
    }
}

/// Draws the position before the move, with the squares that explain the error.
fn board(placed: &Placed<'_>) -> Option<String> {
    let finding = placed.finding;
    if finding.marks.is_empty() {
        return None;
    }
    diagram::captioned(placed.game.kind, finding.position.as_deref()?, &finding.marks)
}
