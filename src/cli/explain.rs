//! `partie explain`: the page of a code or a rule book.

use std::io::{self, IsTerminal};

use anstream::ColorChoice;

use super::Exit;
use super::page::{self, Paper};
use super::standard::{print, report_error};
use crate::book;
use crate::finding::{CATALOGUE, Code, Entry};

/// Runs the command.
pub(super) fn run(topic: &str) -> Exit {
    if let Some(code) = Code::find(topic) {
        return print(&page::render(code.entry().page, paper()), Exit::Clean);
    }
    let pages: Vec<&str> =
        book::BOOKS.iter().filter(|book| book.name().eq_ignore_ascii_case(topic)).map(|book| book.page()).collect();
    if !pages.is_empty() {
        return print(&page::render(&pages.join("\n"), paper()), Exit::Clean);
    }
    if topic.eq_ignore_ascii_case("where") {
        return print(&page::render(include_str!("../../docs/where.md"), paper()), Exit::Clean);
    }
    let family = topic.len() == 1 && CATALOGUE.iter().any(|entry| entry.text[..1].eq_ignore_ascii_case(topic));
    if family {
        let entries = || CATALOGUE.iter().filter(|entry| entry.text[..1].eq_ignore_ascii_case(topic));
        let width = entries().map(|entry| severities(entry).len()).max().unwrap_or_default();
        let mut text = String::new();
        for entry in entries() {
            text.push_str(&format!(
                "{}  {:<width$}  {:<26} {}\n",
                entry.text,
                severities(entry),
                entry.name,
                entry.title
            ));
        }
        return print(&text, Exit::Clean);
    }
    let near: Vec<&str> = CATALOGUE
        .iter()
        .filter(|entry| entry.name.contains(&topic.to_lowercase()) || entry.title.contains(&topic.to_lowercase()))
        .map(|entry| entry.text)
        .take(5)
        .collect();
    let hint = if near.is_empty() {
        "the codes are listed by their letter, as in partie explain L".to_owned()
    } else {
        format!("close to it: {}", near.join(", "))
    };
    report_error(&format!("error: {topic:?} is neither a finding code nor a rule book; {hint}"), Exit::Operation)
}

/// Columns of a page where neither a terminal nor `COLUMNS` says how many there are, and at most.
const WIDTH: usize = 100;

/// What pages are shown on.
fn paper() -> Paper {
    let out = io::stdout();
    let size = if out.is_terminal() { terminal_size::terminal_size_of(&out) } else { None };
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    let width = size.map(|(width, _)| usize::from(width.0)).or_else(columns).unwrap_or(WIDTH);
    let styled = anstream::AutoStream::choice(&out) != ColorChoice::Never;
    Paper { width: width.clamp(40, WIDTH), styled }
}

/// The severities of a code, the default first.
fn severities(entry: &Entry) -> String {
    std::iter::once(&entry.severity).chain(entry.also).map(|severity| severity.name()).collect::<Vec<_>>().join("/")
}
