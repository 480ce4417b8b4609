//! An edit as a row of the log or of the decisions, with all data needed to repeat it.

use serde::{Deserialize, Serialize};

use super::made::MadeEdit;
use super::repair::SliceEdit;
use partie_convert::encode_as;
use partie_record::finding::Grade;
use partie_record::shown::{push_csv_row, visible, write_json};
use partie_record::span::Span;
use partie_repair::Operation;
use partie_replay::GamePlace;

/// Version of the row schema.
const VERSION: u8 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    Yes,
    No,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EditRow {
    #[serde(default)]
    v: u8,
    #[serde(default)]
    r#type: String,
    pub path: String,
    /// Number of the game in its file.
    pub game: u64,
    #[serde(default)]
    pub(super) players: String,
    /// Ply of the move, if the edit changes one.
    pub ply: Option<u32>,
    /// Span in the file, in bytes, before any edit.
    pub(super) span: Option<[u64; 2]>,
    pub(super) was: String,
    pub(super) is: String,
    #[serde(default)]
    pub(super) grade: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) decision: Option<Decision>,
    /// Encoding of the game in a log, unless it is UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) encoding: Option<String>,
    /// In a log: byte offset of `is` in the game after this edit and the edits before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) at: Option<u64>,
    /// In a log: the text directly before and after `is` at that time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) beside: Option<[String; 2]>,
}

/// The first bytes of a JSON row.
pub(super) const ROW: &[u8] = br#"{"v":1,"type":"edit","#;

/// True for a JSON row of the log or of the decisions.
pub(super) fn is_row_of_json(line: &[u8]) -> bool {
    serde_json::from_slice::<EditRow>(line).is_ok_and(|row| row.r#type == "edit")
}

/// Parses rows of JSON, one per line. Text after the last line end may be a row cut short, and is skipped.
///
/// # Errors
/// The number of the first line that is not a row, from 1, and the reason.
pub(super) fn rows_of_json(text: &str) -> Result<Vec<EditRow>, (usize, String)> {
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    let lines = text[..whole].lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    lines.map(|(line, number)| serde_json::from_str(line).map_err(|error| (number, error.to_string()))).collect()
}

/// Returns the path in the rows of the file with this name; the rows may also name its folder. `paths` are distinct and
/// ordered.
///
/// # Errors
/// The matching paths if there are several, or all paths if there is no match.
pub(super) fn path_of_name(paths: Vec<String>, name: &str) -> Result<String, Vec<String>> {
    let last = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let same: Vec<String> = paths.iter().filter(|path| last(path) == last(name)).cloned().collect();
    match same.iter().find(|path| *path == name).or(if same.len() == 1 { same.first() } else { None }) {
        Some(meant) => Ok(meant.clone()),
        None if same.is_empty() => Err(paths),
        None => Err(same),
    }
}

/// Returns the names of the players, as far as they are known.
pub(super) fn players(place: &GamePlace<'_>) -> String {
    let name = |span: Option<Span>| {
        span.map(|span| place.encoding.decode(span.of(&place.slice.bytes)).into_owned()).unwrap_or_default()
    };
    let (first, second) = (name(place.first), name(place.second));
    if first.is_empty() && second.is_empty() { String::new() } else { format!("{first} - {second}") }
}

impl EditRow {
    /// Describes an edit that is written or decided on.
    pub fn new(place: &GamePlace<'_>, edit: &SliceEdit, decision: Option<Decision>) -> Self {
        Self::of_bytes(place, (edit.span, &edit.bytes), (edit.ply, edit.grade), decision)
    }

    /// Describes an edit that was made in the game at `game`.
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
            encoding: None,
            at: None,
            beside: None,
        }
    }

    /// Parses the cells of a CSV line: path, game, players, ply, old text, new text, grade.
    pub(super) fn of_cells([path, game, players, ply, was, is, grade]: [&str; 7]) -> Result<Self, String> {
        let number = |cell: &str| cell.parse().map_err(|_| format!("{cell:?} is no number"));
        Ok(Self {
            v: VERSION,
            r#type: "edit".to_owned(),
            path: path.to_owned(),
            game: number(game)?,
            players: players.to_owned(),
            ply: if ply.is_empty() { None } else { Some(ply.parse().map_err(|_| format!("{ply:?} is no ply"))?) },
            span: None,
            was: was.to_owned(),
            is: is.to_owned(),
            grade: grade.to_owned(),
            decision: None,
            encoding: None,
            at: None,
            beside: None,
        })
    }

    /// Appends the row as a line of JSON.
    pub fn push_json(&self, out: &mut Vec<u8>) {
        // Structs of strings and numbers always serialize.
        let _ = write_json(&mut *out, self);
        out.push(b'\n');
    }

    /// Appends the row as a line of CSV.
    pub(super) fn push_csv(&self, out: &mut Vec<u8>) {
        let (game, ply) = (self.game.to_string(), self.ply.map(|ply| ply.to_string()).unwrap_or_default());
        push_csv_row(
            out,
            [&self.path, &game, &self.players, &ply, &self.was, &self.is, &self.grade].map(|cell| &**cell),
        );
    }

    /// Returns `was -> is`, for a message.
    pub fn change(&self) -> String {
        format!("{:?} -> {:?}", self.was, self.is)
    }

    /// Returns the warning that a decision no longer fits and is not applied.
    pub fn unfit(&self) -> String {
        let line = format!("warning: a decision does not fit any more, and is not applied: {}", self.whereabouts());
        visible(&line).into_owned()
    }

    /// `club.pgn, game 3, ply 16: "Ne5" -> "Ne4"`, for a message.
    pub(super) fn whereabouts(&self) -> String {
        let ply = self.ply.map(|ply| format!(", ply {ply}")).unwrap_or_default();
        format!("{}, game {}{ply}: {}", self.path, self.game, self.change())
    }

    /// True if the row describes this edit, even if its place has changed.
    pub(super) fn is(&self, place: &GamePlace<'_>, edit: &SliceEdit) -> bool {
        self.ply == edit.ply && self.was == edit.was(place) && self.is == edit.text(place)
    }

    /// Returns the edit at the span of the row; `None` unless that span still has the same text.
    pub(super) fn placed(&self, place: &GamePlace<'_>, game: Span, like: &SliceEdit) -> Option<SliceEdit> {
        let [from, to] =
            self.span.filter(|_| !self.was.is_empty() && !self.is.contains(char::REPLACEMENT_CHARACTER))?;
        let begins = place.slice.file_offset(game.from as usize);
        let at = |offset: u64| Some(game.from as usize + usize::try_from(offset.checked_sub(begins)?).ok()?);
        let (from, to) = (at(from)?, at(to)?);
        let there = place.slice.bytes.get(from..to).filter(|_| to <= game.to as usize)?;
        // Bytes of a long game may be missing from the slice.
        let stays = place.slice.file_offset(to) == self.span?[1] && place.encoding.decode(there) == self.was;
        let mut bytes = Vec::new();
        (stays && encode_as(&self.is, place.encoding, &mut bytes).is_empty()).then(|| SliceEdit {
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
