//! Output forms of findings: one module for each form, and the table of forms. Not for computing what forms show.

mod concise;
mod fold;
mod full;
mod github;
mod gitlab;
mod junit;
mod objects;
mod plain;
mod rdjson;
mod repair_form;
mod repair_question;
mod repair_short;
mod repair_text;
mod reporter;
mod sarif;
mod spot;
mod tint;

pub use fold::fold;
pub use partie_replay::{GamePlace, Placed};
pub use partie_table::shown::{Issue, IssueOf, JudgedGame};
pub use partie_table::totals::Totals;
pub use repair_form::{REPAIR_FORMS, RepairForm, RepairReporter, RepairStyle};
pub use repair_question::question;
pub use reporter::{GamesShown, OutputForm, Reporter, TerminalStyle};

/// The output forms; the first is the default.
pub static FORMS: &[&OutputForm] = &[
    &full::FORM,
    &concise::FORM,
    &plain::FORM,
    &objects::FORM,
    &sarif::FORM,
    &github::FORM,
    &gitlab::FORM,
    &junit::FORM,
    &rdjson::FORM,
];
