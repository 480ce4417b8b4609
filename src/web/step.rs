//! The edits of one step in a game, also in the JSON form that the page stores between two visits.

use partie_core::{Edit, Game, Grade, MadeEdit};
use serde::{Deserialize, Serialize};

/// The edits of one step in a game, which are made and undone together.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The description of the step.
    pub(crate) words: String,
    /// Edits in text order, relative to the text after the previous steps.
    pub(crate) edits: Vec<MadeEdit>,
}

impl Step {
    /// Makes a step from edits of a game.
    pub(crate) fn new(game: &Game, edits: &[Edit]) -> Self {
        let words = edits.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        Self { words, edits: edits.iter().map(|edit| game.made(edit)).collect() }
    }
}

/// A step as JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct StepJson {
    words: String,
    edits: Vec<EditJson>,
}

/// An edit as JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct EditJson {
    span: [usize; 2],
    bytes: Vec<u8>,
    ply: Option<u32>,
    grade: String,
}

/// The result of undoing the edits of a log in a game: their number, and a line for each row that was not undone.
#[derive(Debug, Serialize)]
pub(crate) struct TakenBack {
    pub(crate) taken: usize,
    pub(crate) left: Vec<String>,
}

/// The decision on a game, as JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct GameSteps {
    pub(crate) index: usize,
    pub(crate) steps: Vec<StepJson>,
    /// True if the user skipped the game.
    pub(crate) skipped: bool,
}

impl From<&Step> for StepJson {
    fn from(step: &Step) -> Self {
        let edit = |edit: &MadeEdit| EditJson {
            span: [edit.span.start, edit.span.end],
            bytes: edit.bytes.clone(),
            ply: edit.ply,
            grade: edit.grade.name().to_owned(),
        };
        Self { words: step.words.clone(), edits: step.edits.iter().map(edit).collect() }
    }
}

impl From<StepJson> for Step {
    fn from(json: StepJson) -> Self {
        let grade = |name: &str| [Grade::Certain, Grade::Likely].into_iter().find(|grade| grade.name() == name);
        let edit = |edit: EditJson| MadeEdit {
            span: edit.span[0]..edit.span[1],
            bytes: edit.bytes,
            ply: edit.ply,
            grade: grade(&edit.grade).unwrap_or(Grade::Guess),
        };
        Self { words: json.words, edits: json.edits.into_iter().map(edit).collect() }
    }
}
