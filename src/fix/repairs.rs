//! The repairs of a game as data: the objects of `docs/schema/repair.md`, for the command, the page, Python and the
//! editor.

use std::fmt;
use std::ops::Range;

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use super::repair::{RepairedGame, SliceEdit};
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_record::shown::write_json;
use partie_repair::{Operation, Repair};
use partie_replay::{GamePlace, Place};

/// Version of the schema.
pub(super) const VERSION: u8 = 1;

/// The repairs of a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Repairs {
    /// The name of the text.
    pub path: String,
    /// The number of the game in its text, from 1.
    pub game: u64,
    /// The likeliest repair, with the other edits of the game; `None` if no repair is known.
    pub best: Option<Repair<Edit>>,
    /// Other repairs, the likeliest first.
    pub others: Vec<Repair<Edit>>,
    /// Edits that were rejected because the game does not replay with them as required.
    pub taken_back: Vec<Edit>,
    /// Places where another record of the game has a different move and both are legal.
    pub differences: Vec<Difference>,
}

/// A move that differs in another record of the game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Difference {
    pub code: Code,
    /// The ply of the move, from 1.
    pub ply: Option<u32>,
    /// The place of the move.
    pub place: Place,
    /// The bytes of the move in the input; for UTF-16, in its UTF-8 form.
    pub span: Range<u64>,
    /// Both moves, and the place of the move in the other record.
    pub message: String,
}

/// A span of the text, and the bytes that replace it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Edit {
    /// Code of the finding that the edit fixes.
    pub code: Code,
    /// Severity of the finding that the edit fixes.
    pub severity: Severity,
    /// Message of the finding that the edit fixes.
    pub message: String,
    /// Kind of change.
    pub operation: Operation,
    /// Certainty of the edit.
    pub grade: Grade,
    /// Ply of the move, from 1, in the record before the edit.
    pub ply: Option<u32>,
    /// Place where the edit begins.
    pub place: Place,
    /// The bytes of the input that change, empty for an insertion; for UTF-16, in its UTF-8 form.
    pub span: Range<u64>,
    /// The new bytes, in the encoding of the game.
    pub bytes: Vec<u8>,
    /// The old text.
    pub was: String,
    /// The new text.
    pub text: String,
    words: String,
}

/// `8... Ne5 -> Ne4`
impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl Repairs {
    /// Converts the repairs of a game, with places in its file.
    pub fn new(game: &RepairedGame<'_>) -> Self {
        let RepairedGame { place, repairs, moves, .. } = game;
        let repair = |repair: &Repair<SliceEdit>| {
            let mut repair = repair.clone().map(|edit| Edit::new(&edit, place));
            repair.moves = repair.moves.filter(|_| *moves);
            repair
        };
        Self {
            path: place.path.to_owned(),
            game: place.game,
            best: repairs.best.as_ref().map(repair),
            others: repairs.others.iter().map(repair).collect(),
            taken_back: repairs.taken_back.iter().map(|edit| Edit::new(edit, place)).collect(),
            differences: repairs.differences.iter().map(|finding| Difference::new(finding, place)).collect(),
        }
    }

    /// Returns the object that `partie fix --format jsonl` writes (`docs/schema/repair.md`); `None` without a repair.
    pub fn json(&self) -> Option<String> {
        self.best.as_ref()?;
        Some(text(self))
    }

    /// Returns the objects of the differences, which `partie fix --format jsonl` writes after the repair.
    pub fn differences_json(&self) -> impl Iterator<Item = String> {
        self.differences.iter().map(|difference| text(&InGame { game: self, difference }))
    }
}

/// Keys that identify the game of an object.
#[derive(Serialize)]
struct Head<'a> {
    v: u8,
    r#type: &'static str,
    path: &'a str,
    game: u64,
}

impl Serialize for Repairs {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Object<'a> {
            #[serde(flatten)]
            head: Head<'a>,
            #[serde(flatten)]
            best: Option<&'a Repair<Edit>>,
            others: &'a [Repair<Edit>],
            #[serde(skip_serializing_if = "<[Edit]>::is_empty")]
            taken_back: &'a [Edit],
        }
        let Self { path, game, best, others, taken_back, .. } = self;
        let head = Head { v: VERSION, r#type: "repair", path, game: *game };
        Object { head, best: best.as_ref(), others, taken_back }.serialize(to)
    }
}

struct InGame<'a> {
    game: &'a Repairs,
    difference: &'a Difference,
}

impl Serialize for InGame<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Difference { code, ply, place, span, message } = self.difference;
        let mut object = to.serialize_struct("Difference", 10)?;
        object.serialize_field("v", &VERSION)?;
        object.serialize_field("type", "difference")?;
        object.serialize_field("path", &self.game.path)?;
        object.serialize_field("game", &self.game.game)?;
        object.serialize_field("code", code.as_str())?;
        object.serialize_field("ply", ply)?;
        object.serialize_field("line", &place.line)?;
        object.serialize_field("column", &place.column)?;
        object.serialize_field("span", &[span.start, span.end])?;
        object.serialize_field("message", message)?;
        object.end()
    }
}

impl Serialize for Edit {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = to.serialize_struct("Edit", 9)?;
        object.serialize_field("op", self.operation.name())?;
        object.serialize_field("code", self.code.as_str())?;
        object.serialize_field("ply", &self.ply)?;
        object.serialize_field("line", &self.place.line)?;
        object.serialize_field("column", &self.place.column)?;
        object.serialize_field("span", &[self.span.start, self.span.end])?;
        object.serialize_field("was", &self.was)?;
        object.serialize_field("text", &self.text)?;
        object.serialize_field("grade", self.grade.name())?;
        object.end()
    }
}

/// Serializes an object as JSON on one line.
pub(super) fn text(line: &impl Serialize) -> String {
    let mut json = Vec::new();
    // Structs of strings and numbers always serialize.
    let _ = write_json(&mut json, line);
    String::from_utf8(json).unwrap_or_default()
}

impl Difference {
    fn new(finding: &Finding, place: &GamePlace<'_>) -> Self {
        Self {
            code: finding.code,
            ply: finding.ply,
            place: place.place(finding.span.from as usize),
            span: place.bytes(finding.span),
            message: finding.message.to_string(),
        }
    }
}

impl Edit {
    /// Converts an edit, with its place in the file.
    pub fn new(edit: &SliceEdit, place: &GamePlace<'_>) -> Self {
        Self {
            code: edit.code,
            severity: edit.severity,
            message: edit.message.to_string(),
            operation: edit.operation,
            grade: edit.grade,
            ply: edit.ply,
            place: place.place(edit.span.from as usize),
            span: place.bytes(edit.span),
            bytes: edit.bytes.clone(),
            was: place.text(edit.span),
            text: place.encoding.decode(&edit.bytes).into_owned(),
            words: edit.change(place),
        }
    }
}
