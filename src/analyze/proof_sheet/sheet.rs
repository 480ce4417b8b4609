//! The sections of a proof sheet as HTML: a game, its lines, and the places to check.

use super::reading::Reading;
use crate::html_report::{self, FileText, hash};
use maud::{Markup, PreEscaped, html};
use partie_record::finding::{Finding, Severity};
use partie_record::span::{self, Span};
use partie_record::{ItemKind, count};
use partie_replay::games::Game;
use partie_replay::{Replayed, Status};
use partie_rules::GameKind;

/// Minimum lines of prose between two rows that are folded.
const FOLDED: usize = 4;
/// Maximum bytes of a line that is not split at its move numbers.
const LONG: usize = 160;
/// The script that shows the position at the cursor.
const SCRIPT: &str = include_str!("cursor.js");

/// A game of the sheet.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The players, and what was read.
    heading: Markup,
    /// The rows.
    body: Markup,
    /// The state, as a CSS class.
    class: &'static str,
    /// Places to check.
    places: Vec<Place>,
}

/// A place to check.
#[derive(Clone, Debug)]
pub struct Place {
    /// Page of the book, if it is marked.
    pub page: Option<u32>,
    /// Line of the file, from 1.
    pub line: u64,
    /// The printed text.
    pub printed: String,
    /// The message of the finding.
    pub message: String,
    pub is_error: bool,
}

/// A game with all data of its section.
#[derive(Clone, Copy)]
pub(super) struct SheetGame<'a> {
    pub(super) game: &'a Game<'a>,
    pub(super) line: u64,
    pub(super) replayed: &'a Replayed,
    pub(super) readings: &'a [Reading],
    pub(super) findings: &'a [Finding],
}

/// A line of the text, or a row of running text.
struct SheetLine {
    span: Span,
    number: u64,
}

impl SheetGame<'_> {
    /// Approximate bytes of its section.
    pub(super) fn bytes(&self) -> usize {
        self.game.record.span.len() * 3
    }
}

impl Section {
    pub const fn bytes(&self) -> usize {
        self.heading.0.len() + self.body.0.len()
    }
}

/// Makes the section of a game.
pub(super) fn section(shown: &SheetGame<'_>) -> Section {
    let class = match shown.replayed.status {
        Status::Ok => "ok",
        Status::Error => "bad",
        Status::Unsupported | Status::Unreadable => "none",
    };
    let mut readings: Vec<&Reading> = shown.readings.iter().collect();
    readings.sort_by_key(|reading| reading.span.from);
    let mut section = Section { heading: heading(shown), class, ..Section::default() };
    let mut skipped: Vec<SheetLine> = Vec::new();
    for line in lines(shown) {
        let on_line = |at: u32| (line.span.from..line.span.to).contains(&at);
        let from = readings.partition_point(|reading| reading.span.from < line.span.from);
        let read: Vec<&Reading> =
            readings[from..].iter().take_while(|reading| on_line(reading.span.from)).copied().collect();
        let notes: Vec<&Finding> = shown.findings.iter().filter(|finding| on_line(finding.span.from)).collect();
        if read.is_empty() && notes.is_empty() {
            if !line.span.of(shown.game.text.bytes).trim_ascii().is_empty() {
                skipped.push(line);
            }
            continue;
        }
        section.body.0 += &html! { (prose(shown, &skipped)) (row(shown, &line, &read, &notes)) }.0;
        skipped.clear();
        section.places.extend(notes.iter().map(|note| place(shown, line.number, note)));
    }
    section.body.0 += &prose(shown, &skipped).0;
    section
}

fn heading(shown: &SheetGame<'_>) -> Markup {
    let SheetGame { game, line, replayed, .. } = *shown;
    let names = partie_replay::players(game.text.bytes, game.record)
        .map(|name| name.map(|span| game.text.decode(span).into_owned()).unwrap_or_default());
    let title = match &names {
        [white, black] if !white.is_empty() || !black.is_empty() => {
            format!("{} – {}", or_unknown(white), or_unknown(black))
        }
        _ => String::new(),
    };
    let plies = count(replayed.plies.into(), "ply", "plies");
    let state = match replayed.status {
        Status::Unsupported | Status::Unreadable => "its position is not given".to_owned(),
        Status::Error => format!("{plies} read, something to put right"),
        Status::Ok => plies,
    };
    html! { (FileText::short(&title)) " " small { (replayed.class.name()) " from line " (line) ", " (state) } }
}

/// Lines without moves; many of them are folded.
fn prose(shown: &SheetGame<'_>, lines: &[SheetLine]) -> Markup {
    let text = |line: &SheetLine| marked(shown, line.span, &[]);
    let all = html! {
        @for line in lines { div.line { i { (line.number) } pre { (text(line)) } } }
    };
    match lines {
        [first, ..] if lines.len() >= FOLDED => {
            html! { details { summary { (lines.len()) " lines: " (text(first)) } (all) } }
        }
        _ => all,
    }
}

/// A line with moves, their interpretation, and the findings.
fn row(shown: &SheetGame<'_>, line: &SheetLine, read: &[&Reading], notes: &[&Finding]) -> Markup {
    let class = match notes {
        [] => "",
        notes if notes.iter().any(|note| note.severity == Severity::Error) => "error",
        _ => "open",
    };
    let position = read.iter().rev().map(|reading| reading.position.as_str()).find(|position| !position.is_empty());
    let board = position.filter(|_| shown.replayed.kind == GameKind::Chess).unwrap_or_default();
    html! {
        div.row.(class) tabindex="0" data-board=(FileText::short(board)) {
            i { (line.number) }
            pre { (marked(shown, line.span, notes)) }
            p { (moves(read)) }
            @for note in notes {
                q class=(note.severity.name()) {
                    (note.code.as_str()) ": " (FileText::short(&note.message.to_string())) "."
                    @if let Some(help) = note.help.first() { (FileText::short(&format!(" {help}"))) }
                }
            }
        }
    }
}

fn moves(read: &[&Reading]) -> Markup {
    let before = std::iter::once(None).chain(read.iter().map(|reading| reading.text.as_deref()));
    html! {
        @for (reading, before) in read.iter().zip(before) {
            @match reading.text.as_deref().map(|text| FileText::short(after_white(before, text))) {
                Some(text) if reading.open => b.open { (text) },
                Some(text) => (text),
                None => b.unread { "not read" },
            }
            " "
        }
    }
}

fn place(shown: &SheetGame<'_>, line: u64, note: &Finding) -> Place {
    Place {
        page: shown.game.page(note.span),
        line,
        printed: shown.game.text.show(note.span),
        message: note.message.to_string(),
        is_error: note.severity == Severity::Error,
    }
}

/// Omits the number of Black's move directly after White's.
fn after_white<'t>(before: Option<&str>, text: &'t str) -> &'t str {
    match (before.and_then(|before| before.split_once(". ")), text.split_once("... ")) {
        (Some((number, _)), Some((own, mv))) if number == own => mv,
        _ => text,
    }
}

/// The lines of a game; long ones are split at move numbers.
fn lines(shown: &SheetGame<'_>) -> Vec<SheetLine> {
    let Game { text, record, .. } = *shown.game;
    let mut found = Vec::new();
    let (mut at, end) = (record.span.from as usize, record.span.to as usize);
    let mut number = shown.line;
    let mut numbers: Vec<u32> =
        record.items.iter().filter(|item| item.kind == ItemKind::Number).map(|item| item.span.from).collect();
    numbers.sort_unstable();
    while at < end {
        let stop = span::line_end(text.bytes, at).min(end);
        let mut from = at;
        if stop - at > LONG {
            let first = numbers.partition_point(|place| (*place as usize) <= at);
            for place in numbers[first..].iter().map(|place| *place as usize).take_while(|place| *place < stop) {
                found.push(SheetLine { span: Span::new(from, place), number });
                from = place;
            }
        }
        found.push(SheetLine { span: Span::new(from, stop), number });
        let next = span::after_line(text.bytes, stop).min(end);
        if next == at {
            break;
        }
        number += u64::from(next > stop);
        at = next.max(stop);
        if at == stop {
            break;
        }
    }
    found
}

/// The text of a line with its findings marked.
fn marked(shown: &SheetGame<'_>, line: Span, notes: &[&Finding]) -> Markup {
    let text = |from, to| shown.game.text.decode(Span { from, to });
    let mut marked = Markup::default();
    let mut at = line.from;
    for note in notes.iter().filter(|note| !note.span.is_empty() && note.span.to <= line.to) {
        let Span { from, to } = note.span;
        if from < at {
            continue;
        }
        let mark = html! { mark class=(note.severity.name()) { (FileText::whole(&text(from, to))) } };
        marked.0 += &html! { (FileText::whole(&text(at, from))) (mark) }.0;
        at = to;
    }
    html! { (marked) (FileText::whole(text(at, line.to).trim_end())) }
}

fn or_unknown(name: &str) -> &str {
    if name.is_empty() { "?" } else { name }
}

/// The page: the places to check, then the games one after the other.
pub fn page(title: &str, sections: &[Section]) -> String {
    let places = sections.iter().map(|section| section.places.len()).sum::<usize>();
    let policy = format!("default-src 'none'; style-src 'unsafe-inline'; script-src {}", hash(SCRIPT));
    let body = html! {
        (PreEscaped(include_str!("pieces.svg")))
        h1 { (FileText::short(title)) }
        p.soft {
            (count(sections.len() as u64, "record", "records")) ", "
            (count(places as u64, "place", "places")) " to look at"
        }
        @if places > 0 { (contents(sections)) }
        main {
            (PreEscaped(include_str!("board.html")))
            div {
                @for (section, number) in sections.iter().zip(1..) {
                    section id={ "game-" (number) } class=(section.class) {
                        h2 { (number) ". " (section.heading) }
                        (section.body)
                    }
                }
            }
        }
        script { (PreEscaped(SCRIPT)) }
    };
    html_report::page("partie proof sheet", &policy, include_str!("sheet.css"), &body)
}

/// The table of the places to check.
fn contents(sections: &[Section]) -> Markup {
    let places =
        sections.iter().zip(1..).flat_map(|(section, game)| section.places.iter().map(move |place| (game, place)));
    html! {
        table {
            thead { tr { th { "page" } th { "line" } th { "game" } th { "printed" } th {} } }
            @for (game, place) in places {
                tr class=(if place.is_error { "error" } else { "open" }) {
                    td { @if let Some(page) = place.page { (page) } }
                    td { (place.line) }
                    td { a href={ "#game-" (game) } { (game) } }
                    td { (FileText::short(&place.printed)) }
                    td { (FileText::short(&place.message)) }
                }
            }
        }
    }
}
