//! How findings look: one file an output form, and the table of them. Everything shown derives from the
//! finding's fields. Not for deciding what is wrong.

mod concise;
mod full;
mod jsonl;
mod place;
mod repair;
mod repair_diff;
mod repair_errata;
mod repair_form;
mod repair_jsonl;
mod repair_question;
mod repair_text;
mod reporter;
mod said;
mod statistics;
mod summary;
mod tint;
mod unjudged;

pub use place::{GamePlace, Placed};
pub use repair::{PlacedEdit, PlacedRepair, RepairCounts, RepairReporter, RepairedGame};
pub use repair_diff::{Change, Diff};
pub use repair_form::{REPAIR_FORMS, RepairForm};
pub use repair_question::question;
pub use reporter::{Issue, IssueOf, JudgedGame, OutputForm, Reporter, TerminalStyle};
pub use statistics::Statistics;
pub use summary::Totals;
pub use unjudged::Unjudged;

/// The output forms; the first is the default.
pub static FORMS: &[&OutputForm] = &[&full::FORM, &concise::FORM, &jsonl::FORM];
