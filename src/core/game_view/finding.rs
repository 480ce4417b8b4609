//! A finding with its place in the text of its game.

use serde::Serialize;
use serde_json::value::RawValue;

use super::offsets::TextOffsets;
use crate::finding::GameFinding;

/// A finding: the object that the command writes, with additions for a viewer.
#[derive(Debug, Serialize)]
pub(super) struct FindingView {
    /// UTF-16 units in the text of the game, if that is present.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<usize>,
    marks: Vec<(String, bool)>,
    json: Option<Box<RawValue>>,
}

impl FindingView {
    pub(super) fn new(finding: &GameFinding<'_>, offsets: Option<&TextOffsets>) -> Self {
        let span = finding.span();
        Self {
            from: offsets.map(|offsets| offsets.of(span.start)),
            to: offsets.map(|offsets| offsets.of(span.end)),
            marks: finding.marks().iter().map(|mark| (mark.square.clone(), mark.against)).collect(),
            json: RawValue::from_string(finding.json()).ok(),
        }
    }
}
