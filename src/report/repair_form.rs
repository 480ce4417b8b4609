//! The output forms of repairs. `partie-fix` provides their texts.

use super::repair_short::Short;
use super::repair_text::Text;
use partie_fix::{RepairCounts, RepairedGame, Repairs, errata, objects};
use partie_record::shown::push_csv_row;

/// Builds a report of repairs: each call appends whole lines to the text.
pub trait RepairReporter {
    /// Appends a game with an error to fix.
    fn game(&mut self, game: &RepairedGame<'_>, text: &mut String);
    fn end(&mut self, _counts: &RepairCounts, _text: &mut String) {}
}

/// An output form of repairs.
#[derive(Debug)]
pub struct RepairForm {
    /// The name given to `--format`.
    pub name: &'static str,
    /// Description in one line.
    pub description: &'static str,
    /// True if the form is for programs, so that it contains all repairs.
    pub is_complete: bool,
    pub start: fn(RepairStyle) -> Box<dyn RepairReporter>,
}

/// The appearance of a report of repairs.
#[derive(Clone, Debug, Default)]
pub struct RepairStyle {
    pub colour: bool,
    /// The command that shows repairs that this report leaves out; `None` if there is none.
    pub again: Option<String>,
}

/// The output forms of repairs; the first is the default.
pub static REPAIR_FORMS: &[&RepairForm] = &[
    &RepairForm {
        name: "text",
        description: "A line for each of the first twenty games: the repair and its grade",
        is_complete: false,
        start: |RepairStyle { colour, again }| Box::new(Short { colour, again, games: 0 }),
    },
    &RepairForm {
        name: "full",
        description: "All findings and edits, with evidence and alternatives",
        is_complete: false,
        start: |RepairStyle { colour, .. }| Box::new(Text { colour }),
    },
    &RepairForm {
        name: "jsonl",
        description: "One JSON object for each game with a repair",
        is_complete: true,
        start: |_| Box::new(Jsonl),
    },
    &RepairForm {
        name: "errata",
        description: "A CSV row for each misprint of a book: page, line, game, move, printed, meant, grade",
        is_complete: true,
        start: |_| Box::new(Errata { begun: false }),
    },
];

impl RepairReporter for Text {
    fn game(&mut self, game: &RepairedGame<'_>, text: &mut String) {
        self.add(game, text);
    }
}

impl RepairReporter for Short {
    fn game(&mut self, game: &RepairedGame<'_>, text: &mut String) {
        self.add(game, text);
    }

    fn end(&mut self, counts: &RepairCounts, text: &mut String) {
        Self::end(self, counts, text);
    }
}

struct Jsonl;

impl RepairReporter for Jsonl {
    fn game(&mut self, game: &RepairedGame<'_>, text: &mut String) {
        let repairs = Repairs::new(game);
        let objects = repairs.json().into_iter().chain(repairs.differences_json());
        objects.for_each(|object| text.extend([&object, "\n"]));
    }

    fn end(&mut self, counts: &RepairCounts, text: &mut String) {
        text.extend([objects::summary(counts).as_str(), "\n"]);
    }
}

struct Errata {
    begun: bool,
}

impl Errata {
    fn rows<'a>(&mut self, rows: impl Iterator<Item = [&'a str; errata::COLUMNS.len()]>, text: &mut String) {
        let head = (!std::mem::replace(&mut self.begun, true)).then_some(errata::COLUMNS);
        let mut csv = Vec::new();
        head.into_iter().chain(rows).for_each(|row| push_csv_row(&mut csv, row));
        text.push_str(&String::from_utf8_lossy(&csv));
    }
}

impl RepairReporter for Errata {
    fn game(&mut self, game: &RepairedGame<'_>, text: &mut String) {
        let errata = errata::errata(game);
        self.rows(errata.iter().map(|row| row.each_ref().map(String::as_str)), text);
    }

    fn end(&mut self, _: &RepairCounts, text: &mut String) {
        self.rows(std::iter::empty(), text);
    }
}
