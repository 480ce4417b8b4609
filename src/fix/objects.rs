//! The JSON object that ends a run of repairs. `docs/schema/` guarantees its shape.

use serde::Serialize;

use super::counts::RepairCounts;
use super::repairs::{VERSION, text};
use partie_record::finding::Grade;

/// Returns the object that ends a run.
pub fn summary(counts: &RepairCounts) -> String {
    text(&SummaryLine {
        v: VERSION,
        r#type: "summary",
        files: counts.files,
        games: counts.games,
        damaged: counts.damaged,
        certain: counts.of(Grade::Certain),
        likely: counts.of(Grade::Likely),
        guess: counts.of(Grade::Guess),
        taken_back: counts.taken_back,
        differences: (counts.differences > 0).then_some(counts.differences),
        written: counts.written,
        files_written: counts.files_written,
    })
}

#[derive(Serialize)]
struct SummaryLine {
    v: u8,
    r#type: &'static str,
    files: u64,
    games: u64,
    damaged: u64,
    certain: u64,
    likely: u64,
    guess: u64,
    taken_back: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    differences: Option<u64>,
    written: u64,
    files_written: u64,
}
