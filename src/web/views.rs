//! The JSON view of repairs, with offsets in the text of their game.

use partie_core::{Edit, Repair, Repairs, TextOffsets};
use serde::Serialize;
use serde_json::value::RawValue;

/// The repairs of a game, the likeliest first.
#[derive(Debug, Serialize)]
pub(crate) struct RepairsView {
    repairs: Vec<RepairView>,
    json: Option<Box<RawValue>>,
}

#[derive(Debug, Serialize)]
struct RepairView {
    grade: &'static str,
    words: String,
    whole: bool,
    reach: u32,
    odds: Option<&'static str>,
    why: Vec<String>,
    remarks: Vec<String>,
    edits: Vec<EditView>,
}

#[derive(Debug, Serialize)]
struct EditView {
    from: usize,
    to: usize,
    ply: Option<u32>,
    code: &'static str,
    words: String,
    was: String,
    text: String,
    message: String,
}

/// All repairs of a game in the order in which they are numbered.
pub(crate) fn in_order(repairs: &Repairs) -> impl Iterator<Item = &Repair<Edit>> {
    repairs.best.iter().chain(&repairs.others)
}

/// The start and end offset of each edit of all repairs.
pub(crate) fn places(repairs: &Repairs) -> Vec<u64> {
    let edits = in_order(repairs).flat_map(|repair| &repair.edits);
    edits.flat_map(|edit| [edit.span.start, edit.span.end]).collect()
}

impl RepairsView {
    pub(crate) fn new(repairs: &Repairs, offsets: &TextOffsets) -> Self {
        let repair = |repair: &Repair<Edit>| RepairView {
            grade: repair.grade.name(),
            words: repair.to_string(),
            whole: repair.whole,
            reach: repair.reach,
            odds: repair.odds,
            why: repair.explanation(None).collect(),
            remarks: repair.remarks.clone(),
            edits: repair.edits.iter().map(|edit| EditView::new(edit, offsets)).collect(),
        };
        let json = repairs.json().and_then(|json| RawValue::from_string(json).ok());
        Self { repairs: in_order(repairs).map(repair).collect(), json }
    }
}

impl EditView {
    fn new(edit: &Edit, offsets: &TextOffsets) -> Self {
        Self {
            from: offsets.of(edit.span.start),
            to: offsets.of(edit.span.end),
            ply: edit.ply,
            code: edit.code.as_str(),
            words: edit.to_string(),
            was: edit.was.clone(),
            text: edit.text.clone(),
            message: edit.message.clone(),
        }
    }
}
