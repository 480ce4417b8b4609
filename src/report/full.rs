//! Source, board and help: a finding that can be read alone.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::Placed;
use crate::diagram;
use crate::finding::{Code, Severity};
use crate::notation::lookalike;
use crate::rules::GameKind;
use crate::span::{self, Span};

/// Lines between a cause and the finding that are still shown in one piece.
const NEAR: u64 = 3;
/// Bytes on either side of a place that are shown of a very long line.
const REACH: usize = 300;

/// Renders findings with their source.
#[derive(Debug)]
pub struct Full {
    renderer: Renderer,
}

/// A stretch of source with places to mark, controls made visible.
struct Window {
    text: String,
    line: u64,
    marks: Vec<(Range<usize>, Option<String>, bool)>,
}

/// A place with its label, whether it is the finding's own, and its line.
type Labelled = (Span, Option<String>, bool, u64);

impl Full {
    /// With colours, or without; `width` is that of the terminal in columns.
    pub fn new(colour: bool, width: usize) -> Self {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        Self { renderer: renderer.decor_style(DecorStyle::Unicode).term_width(width) }
    }

    /// The finding in several lines, ending with a line end.
    pub fn render(&self, placed: &Placed<'_>) -> String {
        let Placed { game, finding, .. } = placed;
        let windows = windows(placed);
        let level = match finding.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Info => Level::INFO,
        };
        let message = visible(&placed.message());
        let path = visible(game.path);
        let board = board(placed);
        let helps: Vec<String> = finding.help.iter().map(|help| visible(help)).collect();
        let notes: Vec<String> = finding
            .causes
            .iter()
            .filter(|cause| cause.span.is_none() && cause.square.is_none())
            .map(|cause| format!("also: {}", visible(&cause.message)))
            .collect();
        let mut group = Group::with_title(level.primary_title(message.as_str()).id(finding.code.as_str()));
        for window in &windows {
            let mut snippet =
                Snippet::source(window.text.as_str()).path(path.as_str()).line_start(window.line as usize);
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
        self.with_game(text, placed, &path)
    }

    /// Adds game, players and ply to the line that names the file.
    fn with_game(&self, text: String, placed: &Placed<'_>, path: &str) -> String {
        let Placed { game, finding, .. } = placed;
        let Some(at) = text.find(&format!("{path}:")) else { return text };
        let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
        let mut note = if game.game > 0 { format!("   game {}", game.game) } else { String::new() };
        let name = |span: Option<Span>| {
            let name = visible(&game.encoding.decode(span?.of(&game.slice.bytes)));
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
        format!("{}{note}{}", &text[..end], &text[end..])
    }
}

/// Controls and what cannot be seen, made visible; line ends become blanks.
fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        crate::replay::push_visible(&mut out, character);
    }
    out
}

/// The stretches of source to show: the finding's line, and those of its causes.
fn windows(placed: &Placed<'_>) -> Vec<Window> {
    let Placed { game, finding, line, .. } = placed;
    let mut places: Vec<Labelled> = vec![(finding.span, primary_label(placed), true, *line)];
    for cause in &finding.causes {
        if let Some(span) = cause.span {
            places.push((span, Some(visible(&cause.message)), false, game.line_column(span.from as usize).0));
        }
    }
    places.sort_by_key(|(span, ..)| span.from);
    let mut windows: Vec<Vec<Labelled>> = Vec::new();
    for place in places {
        match windows.last_mut() {
            Some(open) if open.last().is_some_and(|last| place.3 - last.3 <= NEAR) => open.push(place),
            _ => windows.push(vec![place]),
        }
    }
    // The finding comes first; what explains it from afar follows.
    windows.sort_by_key(|window| !window.iter().any(|place| place.2));
    windows.into_iter().map(|window| build(placed, &window)).collect()
}

fn primary_label(placed: &Placed<'_>) -> Option<String> {
    let finding = placed.finding;
    if finding.code.as_str().starts_with('L') && finding.code != Code::L036 {
        return finding.marks.first().map(|mark| mark.note.clone());
    }
    None
}

fn build(placed: &Placed<'_>, places: &[Labelled]) -> Window {
    let game = &placed.game;
    let bytes = &game.slice.bytes;
    let (first, last) = (&places[0], &places[places.len() - 1]);
    let first_at = (first.0.from as usize).min(bytes.len());
    let last_at = (last.0.from as usize).max(first_at).min(bytes.len());
    let start = span::line_start(bytes, first_at).max(first_at.saturating_sub(REACH));
    // A span may cover megabytes; what is shown of it is its beginning.
    let shown_end = (last.0.to as usize).min(last_at + REACH).min(span::line_end(bytes, last_at)).max(last_at);
    let end = span::line_end(bytes, shown_end).min(shown_end.saturating_add(REACH).min(bytes.len()));
    let (start, end) = (boundary(bytes, start), boundary(bytes, end.max(start)));
    let mut text = String::new();
    let mut marks = Vec::new();
    let mut at = start;
    for (span, label, primary, _) in places {
        let from = (span.from as usize).clamp(at, end);
        let to = (span.to as usize).clamp(from, span::line_end(bytes, from).max(from)).min(end);
        push(&mut text, &game.encoding.decode(&bytes[at..from]));
        let begin = text.len();
        push(&mut text, &game.encoding.decode(&bytes[from..to]));
        marks.push((begin..text.len(), label.clone(), *primary));
        at = to;
    }
    push(&mut text, &game.encoding.decode(&bytes[at..end]));
    Window { text, line: first.3, marks }
}

/// The offset itself, or the first one after it where a character may begin.
fn boundary(bytes: &[u8], at: usize) -> usize {
    let skip = bytes[at..].iter().take(3).take_while(|byte| (0x80..0xc0).contains(*byte)).count();
    at + skip
}

/// Adds source text; a lone CR ends a line as well, and controls become their pictures.
fn push(text: &mut String, source: &str) {
    let mut characters = source.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\r' if characters.peek() == Some(&'\n') => {}
            '\r' => text.push('\n'),
            '\n' => text.push('\n'),
            '\t' => text.push(' '),
            c if (c as u32) < 0x20 => text.push(char::from_u32(0x2400 + c as u32).unwrap_or('␀')),
            c if lookalike::is_control(c) || lookalike::is_invisible(c) => text.push('�'),
            c => text.push(c),
        }
    }
}

/// The board of the position before the move, with the squares that explain the fault.
fn board(placed: &Placed<'_>) -> Option<String> {
    let finding = placed.finding;
    if finding.marks.is_empty() {
        return None;
    }
    let position = finding.position.as_deref()?;
    let mut lines = diagram::from_text(placed.game.kind, position, &finding.marks)?;
    match lines.last_mut() {
        // The files' letters leave room beside them.
        Some(last) if placed.game.kind == GameKind::Chess => last.push_str(&format!("      {position}")),
        _ => lines.push(position.to_owned()),
    }
    Some(lines.join("\n"))
}
