//! `partie explain`: prints the page of a code, rule book or table, or lists the codes that match words. Not for
//! formatting a page.

use std::io;

use super::Exit;
use super::common_args::ColorArgs;
use super::page::{self, Paper};
use super::standard::{output_columns, print_lines, print_styled, report_error};
use partie_record::book;
use partie_record::finding::{Code, Entry, family, fitting};

/// Pages other than those of codes and rule books: the selection language, and the formats of the output.
const PAGES: [(&str, &str); 9] = [
    ("where", include_str!("../../docs/where.md")),
    ("games", include_str!("../../docs/schema/games.md")),
    ("findings", include_str!("../../docs/schema/findings.md")),
    ("texts", include_str!("../../docs/schema/texts.md")),
    ("moves", include_str!("../../docs/schema/moves.md")),
    ("duplicates", include_str!("../../docs/schema/duplicates.md")),
    ("edits", include_str!("../../docs/schema/edits.md")),
    ("repair", include_str!("../../docs/schema/repair.md")),
    ("jsonl", include_str!("../../docs/schema/jsonl.md")),
];

pub(super) fn run(topic: &[String], color: ColorArgs) -> Exit {
    let whole = topic.join(" ");
    let pages: Option<Vec<String>> = page_of(&whole)
        .map(|page| vec![page])
        .or_else(|| topic.iter().map(|word| page_of(word)).collect::<Option<Vec<_>>>());
    if let Some(pages) = pages {
        return print_styled(&page::render(&pages.join("\n"), paper(color)), Exit::Clean);
    }
    let entries = if whole.len() == 1 { family(&whole) } else { fitting(&whole) };
    if entries.is_empty() {
        let line = format!(
            "error: {whole:?} is neither a finding code nor a rule book, and no finding is about it; the codes are listed by \
             their letter, as in partie explain L"
        );
        return report_error(&line, Exit::Operation);
    }
    print_lines(&list(&entries), Exit::Clean)
}

/// The page of a code, rule book or other topic; `None` if there is none.
fn page_of(topic: &str) -> Option<String> {
    if let Some(code) = Code::find(topic) {
        return Some(code.entry().page().to_owned());
    }
    let books = book::BOOKS.iter().filter(|book| book.name().eq_ignore_ascii_case(topic));
    let pages: Vec<&str> = books.map(|book| book.page()).collect();
    if !pages.is_empty() {
        return Some(pages.join("\n"));
    }
    PAGES.iter().find(|(name, _)| name.eq_ignore_ascii_case(topic)).map(|(_, page)| (*page).to_owned())
}

fn list(entries: &[&Entry]) -> String {
    let width = entries.iter().map(|entry| severities(entry).len()).max().unwrap_or_default();
    let line =
        |entry: &&Entry| format!("{}  {:<width$}  {:<26} {}\n", entry.text, severities(entry), entry.name, entry.title);
    entries.iter().map(line).collect()
}

/// Maximum columns of a page, and the default if neither a terminal nor the variable `COLUMNS` gives a number.
const MAX_WIDTH: usize = 100;

/// The width and the style of pages.
fn paper(color: ColorArgs) -> Paper {
    let out = io::stdout();
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    let width = output_columns().or_else(columns).unwrap_or(MAX_WIDTH);
    Paper { width: width.clamp(40, MAX_WIDTH), styled: color.are_on(&out) }
}

/// The possible severities of a code, the default first.
fn severities(entry: &Entry) -> String {
    std::iter::once(&entry.severity).chain(entry.also).map(|severity| severity.name()).collect::<Vec<_>>().join("/")
}
