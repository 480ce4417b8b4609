//! An edit as a row, as the log and the decisions hold it: what is needed to make it once more.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::made::MadeEdit;
use super::repair::PlacedEdit;
use partie_convert::encode_as;
use partie_record::finding::Grade;
use partie_record::shown::{push_csv_row, visible, write_json};
use partie_record::span::Span;
use partie_replay::GamePlace;
use partie_replay::repair::Operation;

/// The version of the rows.
const VERSION: u8 = 1;

/// What was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// It is written.
    Yes,
    /// It is not.
    No,
}

/// A row.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EditRow {
    #[serde(default)]
    v: u8,
    #[serde(default)]
    r#type: String,
    /// The file.
    pub path: String,
    /// The number of the game in it.
    pub game: u64,
    #[serde(default)]
    players: String,
    /// The ply of the move, if it is one.
    pub ply: Option<u32>,
    /// Bytes of the file before anything changed.
    pub(super) span: Option<[u64; 2]>,
    was: String,
    is: String,
    #[serde(default)]
    grade: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) decision: Option<Decision>,
}

/// The names of the players, as far as they are known.
fn players(place: &GamePlace<'_>) -> String {
    let name = |span: Option<Span>| {
        span.map(|span| place.encoding.decode(span.of(&place.slice.bytes)).into_owned()).unwrap_or_default()
    };
    let (first, second) = (name(place.first), name(place.second));
    if first.is_empty() && second.is_empty() { String::new() } else { format!("{first} - {second}") }
}

/// The columns of a row of CSV.
const COLUMNS: &str = "path,game,players,ply,was,is,grade\n";

/// In which form a log has its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogForm {
    /// Rows of CSV below their columns.
    Csv,
    /// Objects of JSON.
    Json,
}

impl LogForm {
    /// The form that the name of a log asks for.
    pub fn of(path: &Path) -> Self {
        let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"));
        if is_json { Self::Json } else { Self::Csv }
    }

    /// What stands before the first row.
    pub const fn head(self) -> &'static str {
        match self {
            Self::Csv => COLUMNS,
            Self::Json => "",
        }
    }

    /// The row of an edit that is written.
    pub fn row(self, place: &GamePlace<'_>, edit: &PlacedEdit) -> Vec<u8> {
        let (row, mut text) = (EditRow::new(place, edit, None), Vec::new());
        match self {
            Self::Csv => row.push_csv(&mut text),
            Self::Json => row.push_json(&mut text),
        }
        text
    }
}

impl EditRow {
    /// Of an edit that is written, or decided on.
    pub fn new(place: &GamePlace<'_>, edit: &PlacedEdit, decision: Option<Decision>) -> Self {
        Self::of_bytes(place, (edit.span, &edit.bytes), (edit.ply, edit.grade), decision)
    }

    /// Of an edit that was made in the game at `game`.
    pub fn of_made(place: &GamePlace<'_>, game: Span, edit: &MadeEdit, decision: Option<Decision>) -> Self {
        let from = game.from as usize;
        let span = Span::new(from + edit.span.start, from + edit.span.end);
        Self::of_bytes(place, (span, &edit.bytes), (edit.ply, edit.grade), decision)
    }

    fn of_bytes(
        place: &GamePlace<'_>,
        (span, bytes): (Span, &[u8]),
        (ply, grade): (Option<u32>, Grade),
        decision: Option<Decision>,
    ) -> Self {
        Self {
            v: VERSION,
            r#type: "edit".to_owned(),
            path: place.path.to_owned(),
            game: place.game,
            players: players(place),
            ply,
            span: Some([span.from, span.to].map(|at| place.slice.file_offset(at as usize))),
            was: place.encoding.decode(span.of(&place.slice.bytes)).into_owned(),
            is: place.encoding.decode(bytes).into_owned(),
            grade: grade.name().to_owned(),
            decision,
        }
    }

    /// Adds it as a line of JSON.
    pub fn push_json(&self, out: &mut Vec<u8>) {
        // Structs of strings and numbers always serialize.
        let _ = write_json(&mut *out, self);
        out.push(b'\n');
    }

    /// Adds it as a line of CSV.
    fn push_csv(&self, out: &mut Vec<u8>) {
        let (game, ply) = (self.game.to_string(), self.ply.map(|ply| ply.to_string()).unwrap_or_default());
        push_csv_row(
            out,
            [&self.path, &game, &self.players, &ply, &self.was, &self.is, &self.grade].map(|cell| &**cell),
        );
    }

    /// `was -> is`, for a message.
    pub fn change(&self) -> String {
        format!("{:?} -> {:?}", self.was, self.is)
    }

    /// That it was decided on, and is not applied.
    pub fn unfit(&self) -> String {
        let ply = self.ply.map(|ply| format!(", ply {ply}")).unwrap_or_default();
        let (path, game, change) = (&self.path, self.game, self.change());
        let line = format!(
            "warning: a decision does not fit any more, and is not applied: {path}, game {game}{ply}: {change}"
        );
        visible(&line).into_owned()
    }

    /// Whether it is this edit, wherever that stands now.
    pub(super) fn is(&self, place: &GamePlace<'_>, edit: &PlacedEdit) -> bool {
        self.ply == edit.ply && self.was == edit.was(place) && self.is == edit.text(place)
    }

    /// The edit that it tells of, by its place alone: the same text must stand there.
    pub(super) fn placed(&self, place: &GamePlace<'_>, game: Span, like: &PlacedEdit) -> Option<PlacedEdit> {
        let [from, to] =
            self.span.filter(|_| !self.was.is_empty() && !self.is.contains(char::REPLACEMENT_CHARACTER))?;
        let begins = place.slice.file_offset(game.from as usize);
        let at = |offset: u64| Some(game.from as usize + usize::try_from(offset.checked_sub(begins)?).ok()?);
        let (from, to) = (at(from)?, at(to)?);
        let there = place.slice.bytes.get(from..to).filter(|_| to <= game.to as usize)?;
        // Something may have been left out of a long game.
        let stays = place.slice.file_offset(to) == self.span?[1] && place.encoding.decode(there) == self.was;
        let mut bytes = Vec::new();
        (stays && encode_as(&self.is, place.encoding, &mut bytes).is_empty()).then(|| PlacedEdit {
            operation: Operation::Replace,
            ply: self.ply,
            number: String::new(),
            span: Span::new(from, to),
            bytes,
            grade: Grade::Guess,
            ..like.clone()
        })
    }
}
