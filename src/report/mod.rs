//! How findings look: one file an output form. Everything shown derives from the
//! finding's fields. Not for deciding what is wrong.

mod concise;
mod file;
mod full;
mod jsonl;
mod place;
mod summary;

pub use concise::concise;
pub use file::{changed, guessed, no_record, no_record_below, skipped, skipping, unread};
pub use full::Full;
pub use jsonl::{finding as finding_json, game as game_json, summary as summary_json};
pub use place::{GamePlace, Placed, shown_path};
pub use summary::{Totals, count, format_thousands};

/// The output form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Source, board and help.
    Full,
    /// One line a finding.
    Concise,
    /// One JSON object a line.
    Jsonl,
}
