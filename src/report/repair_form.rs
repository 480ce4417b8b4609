//! The table of forms in which repairs are shown.

use super::repair::RepairReporter;
use super::{repair_errata, repair_jsonl, repair_text};

/// A form in which repairs are shown.
#[derive(Debug)]
pub struct RepairForm {
    /// The name given to `--format`.
    pub name: &'static str,
    /// What it is, in a line.
    pub description: &'static str,
    /// Whether a program reads it.
    pub is_complete: bool,
    /// Starts a report, in colours or not.
    pub start: fn(bool) -> Box<dyn RepairReporter>,
}

/// The forms; the first is the default.
pub static REPAIR_FORMS: &[&RepairForm] = &[
    &RepairForm {
        name: "text",
        description: "The finding in a line, the edit in the next",
        is_complete: false,
        start: |colour| Box::new(repair_text::Text { colour }),
    },
    &RepairForm {
        name: "jsonl",
        description: "One JSON object for each game with something to put right",
        is_complete: true,
        start: |_| Box::new(repair_jsonl::Jsonl),
    },
    &RepairForm {
        name: "errata",
        description: "A row of CSV for each misprint of a book: page, line, game, move, printed, meant, grade",
        is_complete: true,
        start: |_| Box::new(repair_errata::Errata::default()),
    },
];
