//! An edit as a row of JSON, as the log and the decisions hold it: what is needed to make it once more.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::fix_game::Mended;
use crate::report::{GamePlace, PlacedEdit};
use partie_convert::encode_as;
use partie_record::finding::Grade;
use partie_record::span::Span;
use partie_replay::repair::Operation;

/// The version of the rows.
const VERSION: u8 = 1;

/// What was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Decision {
    /// It is written.
    Yes,
    /// It is not.
    No,
}

/// A row.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct EditRow {
    #[serde(default)]
    v: u8,
    #[serde(default)]
    r#type: String,
    pub(super) path: String,
    pub(super) game: u64,
    #[serde(default)]
    players: String,
    pub(super) ply: Option<u32>,
    /// Bytes of the file before anything changed.
    span: Option<[u64; 2]>,
    was: String,
    is: String,
    #[serde(default)]
    grade: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    decision: Option<Decision>,
}

/// The names of the players, as far as they are known.
pub(super) fn players(place: &GamePlace<'_>) -> String {
    let name = |span: Option<Span>| {
        span.map(|span| place.encoding.decode(span.of(&place.slice.bytes)).into_owned()).unwrap_or_default()
    };
    let (first, second) = (name(place.first), name(place.second));
    if first.is_empty() && second.is_empty() { String::new() } else { format!("{first} - {second}") }
}

impl EditRow {
    pub(super) fn new(place: &GamePlace<'_>, edit: &PlacedEdit, decision: Option<Decision>) -> Self {
        Self {
            v: VERSION,
            r#type: "edit".to_owned(),
            path: place.path.to_owned(),
            game: place.game,
            players: players(place),
            ply: edit.ply,
            span: Some([edit.span.from, edit.span.to].map(|at| place.slice.file_offset(at as usize))),
            was: edit.was(place),
            is: edit.text(place),
            grade: edit.grade.name().to_owned(),
            decision,
        }
    }

    /// `was -> is`, for a message.
    pub(super) fn change(&self) -> String {
        format!("{:?} -> {:?}", self.was, self.is)
    }

    /// Whether it is this edit, wherever that stands now.
    fn is(&self, place: &GamePlace<'_>, edit: &PlacedEdit) -> bool {
        self.ply == edit.ply && self.was == edit.was(place) && self.is == edit.text(place)
    }

    /// The edit that it tells of, by its place alone: the same text must stand there.
    fn placed(&self, place: &GamePlace<'_>, game: Span, like: &PlacedEdit) -> Option<PlacedEdit> {
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

/// What was decided of one game.
#[derive(Debug, Default)]
pub(super) struct GameRows {
    rows: Vec<EditRow>,
}

impl GameRows {
    /// Adds a row; what was decided later counts.
    fn add(&mut self, row: EditRow) {
        let kind = |row: &EditRow| row.decision.unwrap_or(Decision::Yes);
        self.rows.retain(|other| kind(other) == kind(&row) && (other.span != row.span || other.span.is_none()));
        self.rows.push(row);
    }

    pub(super) fn rows(&self) -> &[EditRow] {
        &self.rows
    }

    /// Whether nothing is to be written.
    pub(super) fn is_refused(&self) -> bool {
        self.rows.iter().all(|row| row.decision == Some(Decision::No))
    }

    /// The edits that they tell of, in the order of the text: those of one repair that is proposed, or else what stands where
    /// they say. Nothing where one of them does not fit.
    pub(super) fn edits(&self, place: &GamePlace<'_>, game: Span, mended: &Mended) -> Option<Vec<PlacedEdit>> {
        let mut proposed = mended.best.iter().chain(&mended.others);
        let found = proposed.find_map(|repair| self.among(place, &repair.edits));
        let like = mended.best.as_ref().and_then(|best| best.edits.first());
        let placed = || self.rows.iter().map(|row| row.placed(place, game, like?)).collect();
        let mut edits: Vec<PlacedEdit> = found.or_else(placed)?;
        edits.sort_by_key(|edit| (edit.span.from, edit.span.to));
        let apart = edits.windows(2).all(|pair| pair[0].span.to <= pair[1].span.from);
        apart.then_some(edits)
    }

    /// Each row's edit among those of a repair.
    fn among(&self, place: &GamePlace<'_>, edits: &[PlacedEdit]) -> Option<Vec<PlacedEdit>> {
        let mut left: Vec<&PlacedEdit> = edits.iter().collect();
        let mut found = Vec::new();
        for row in &self.rows {
            let at = left.iter().position(|edit| row.is(place, edit))?;
            found.push(left.remove(at).clone());
        }
        Some(found)
    }
}

/// What was decided, by path and game.
pub(super) type RowsOfGames = HashMap<(String, u64), GameRows>;

/// Reads rows, one a line.
///
/// # Errors
/// The number of the first line that is none, and why. Behind the last line end it may have been cut short: that is none.
pub(super) fn read(text: &str) -> Result<RowsOfGames, (usize, String)> {
    let mut games = RowsOfGames::new();
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    for (line, number) in text[..whole].lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let row: EditRow = serde_json::from_str(line).map_err(|error| (number, error.to_string()))?;
        games.entry((row.path.clone(), row.game)).or_default().add(row);
    }
    Ok(games)
}
