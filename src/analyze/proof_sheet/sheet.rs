//! The sections of a proof sheet as HTML: a game, its lines, and the places to check.

use std::fmt::Write as _;

use super::look::{BOARD, FOOT, HEAD};
use super::reading::Reading;
use crate::html_report::escape;
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
/// Characters that are escaped at once.
const PIECE: usize = 200;

/// A game of the sheet.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The HTML after its number.
    html: String,
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
        self.html.len()
    }
}

/// Makes the section of a game.
pub(super) fn section(shown: &SheetGame<'_>) -> Section {
    let class = match shown.replayed.status {
        Status::Ok => "ok",
        Status::Error => "bad",
        Status::Unsupported | Status::Unreadable => "none",
    };
    let mut section = Section { class, ..Section::default() };
    section.game(shown);
    section
}

impl Section {
    fn game(&mut self, shown: &SheetGame<'_>) {
        let readings = {
            let mut sorted: Vec<&Reading> = shown.readings.iter().collect();
            sorted.sort_by_key(|reading| reading.span.from);
            sorted
        };
        self.head(shown);
        let mut prose: Vec<SheetLine> = Vec::new();
        for line in lines(shown) {
            let on_line = |at: u32| (line.span.from..line.span.to).contains(&at);
            let from = readings.partition_point(|reading| reading.span.from < line.span.from);
            let read: Vec<&Reading> =
                readings[from..].iter().take_while(|reading| on_line(reading.span.from)).copied().collect();
            let notes: Vec<&Finding> = shown.findings.iter().filter(|finding| on_line(finding.span.from)).collect();
            let text = line.span.of(shown.game.text.bytes);
            if read.is_empty() && notes.is_empty() {
                if !text.trim_ascii().is_empty() {
                    prose.push(line);
                }
                continue;
            }
            self.prose(shown, &mut prose);
            self.row(shown, &line, &read, &notes);
        }
        self.prose(shown, &mut prose);
    }

    fn head(&mut self, shown: &SheetGame<'_>) {
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
        // Writing to a String cannot fail.
        let _ = writeln!(
            self.html,
            "{} <small>{} from line {line}, {state}</small></h2>",
            escape(&title),
            replayed.class.name(),
        );
    }

    /// Writes lines without moves; many of them are folded.
    fn prose(&mut self, shown: &SheetGame<'_>, prose: &mut Vec<SheetLine>) {
        let folded = prose.len() >= FOLDED;
        if folded {
            let first = self.text(shown, prose[0].span);
            let _ = writeln!(self.html, "<details><summary>{} lines: {first}</summary>", prose.len());
        }
        for line in prose.drain(..) {
            let text = self.text(shown, line.span);
            let _ = writeln!(self.html, "<div class=\"line\"><i>{}</i><pre>{text}</pre></div>", line.number);
        }
        if folded {
            self.html.push_str("</details>\n");
        }
    }

    fn text(&self, shown: &SheetGame<'_>, span: Span) -> String {
        escape_all(shown.game.text.decode(span).trim_end())
    }

    /// Writes a line with moves, their interpretation, and the findings.
    fn row(&mut self, shown: &SheetGame<'_>, line: &SheetLine, read: &[&Reading], notes: &[&Finding]) {
        let position =
            read.iter().rev().find(|reading| !reading.position.is_empty()).map(|reading| reading.position.as_str());
        let class = match notes {
            [] => "",
            notes if notes.iter().any(|note| note.severity == Severity::Error) => "error",
            _ => "open",
        };
        let board = position.filter(|_| shown.replayed.kind == GameKind::Chess).unwrap_or_default();
        let _ = write!(
            self.html,
            "<div class=\"row {class}\" tabindex=\"0\" data-board=\"{}\"><i>{}</i><pre>{}</pre><p>",
            escape(board),
            line.number,
            marked(shown, line.span, notes),
        );
        let mut before: Option<&str> = None;
        for reading in read {
            let text = reading.text.as_deref().map(|text| after_white(before, text));
            before = reading.text.as_deref();
            match text {
                Some(text) if reading.open => {
                    let _ = write!(self.html, "<b class=\"open\">{}</b> ", escape(text));
                }
                Some(text) => {
                    let _ = write!(self.html, "{} ", escape(text));
                }
                None => self.html.push_str("<b class=\"unread\">not read</b> "),
            }
        }
        self.html.push_str("</p>");
        for note in notes {
            let help = note.help.first().map(|help| format!(" {help}")).unwrap_or_default();
            let _ = write!(
                self.html,
                "<q class=\"{}\">{}: {}.{}</q>",
                note.severity.name(),
                note.code.as_str(),
                escape(&note.message.to_string()),
                escape(&help)
            );
            self.places.push(Place {
                page: shown.game.page(note.span),
                line: line.number,
                printed: shown.game.text.show(note.span),
                message: note.message.to_string(),
                is_error: note.severity == Severity::Error,
            });
        }
        self.html.push_str("</div>\n");
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
fn marked(shown: &SheetGame<'_>, line: Span, notes: &[&Finding]) -> String {
    let text = shown.game.text;
    let mut out = String::new();
    let mut at = line.from;
    for note in notes.iter().filter(|note| !note.span.is_empty() && note.span.to <= line.to) {
        if note.span.from < at {
            continue;
        }
        out += &escape_all(&text.decode(Span { from: at, to: note.span.from }));
        let _ = write!(out, "<mark class=\"{}\">{}</mark>", note.severity.name(), escape_all(&text.decode(note.span)));
        at = note.span.to;
    }
    out + &escape_all(text.decode(Span { from: at, to: line.to }).trim_end())
}

/// Escapes a text of any length.
fn escape_all(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(PIECE).map(|piece| escape(&piece.iter().collect::<String>())).collect()
}

fn or_unknown(name: &str) -> &str {
    if name.is_empty() { "?" } else { name }
}

/// The page: the places to check, then the games one after the other.
pub fn page(title: &str, sections: &[Section]) -> String {
    let mut out = String::from(HEAD);
    let places = sections.iter().map(|section| section.places.len()).sum::<usize>();
    let (games, looks) = (count(sections.len() as u64, "record", "records"), count(places as u64, "place", "places"));
    let _ = writeln!(out, "<h1>{}</h1><p class=\"soft\">{games}, {looks} to look at</p>", escape(title));
    contents(&mut out, sections);
    out.push_str("<main>");
    out.push_str(BOARD);
    out.push_str("<div>\n");
    for (index, section) in sections.iter().enumerate() {
        let number = index + 1;
        let _ = write!(out, "<section id=\"game-{number}\" class=\"{}\"><h2>{number}. {}", section.class, section.html);
        out.push_str("</section>\n");
    }
    out + "</div></main>" + FOOT
}

/// Writes the table of the places to check.
fn contents(out: &mut String, sections: &[Section]) {
    if sections.iter().all(|section| section.places.is_empty()) {
        return;
    }
    out.push_str("<table><thead><tr><th>page</th><th>line</th><th>game</th><th>printed</th><th></th></tr></thead>\n");
    let places =
        sections.iter().zip(1..).flat_map(|(section, game)| section.places.iter().map(move |place| (game, place)));
    for (game, place) in places {
        let page = place.page.map(|page| page.to_string()).unwrap_or_default();
        let class = if place.is_error { "error" } else { "open" };
        let _ = writeln!(
            out,
            "<tr class=\"{class}\"><td>{page}</td><td>{}</td><td><a href=\"#game-{game}\">{game}</a></td><td>{}</td><td>{}</td></tr>",
            place.line,
            escape(&place.printed),
            escape(&place.message),
        );
    }
    out.push_str("</table>\n");
}
