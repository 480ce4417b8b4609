//! A game that is put right: what changes in its file, what speaks for that, what else may have stood there.
//!
//! Not for finding it, and not for a form: each has a file of its own.

use super::GamePlace;
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_record::message::Message;
use partie_record::span::Span;
use partie_replay::repair::Operation;

/// Other bytes for some of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedEdit {
    /// The code of what it mends, how grave that is, and what it says.
    pub code: Code,
    /// Its severity.
    pub severity: Severity,
    /// Its message.
    pub message: Message,
    /// What it does.
    pub operation: Operation,
    /// The ply of the move, from 1, in the record as it stands.
    pub ply: Option<u32>,
    /// The number before that move, `12...`; nothing where no move is meant.
    pub number: String,
    /// The bytes of the slice that change; empty where something is put in.
    pub span: Span,
    /// What takes their place, in the encoding of the file.
    pub bytes: Vec<u8>,
    /// How sure it is.
    pub grade: Grade,
}

/// Edits of a game that belong together.
#[derive(Clone, Debug)]
pub struct PlacedRepair {
    /// In the order of the text.
    pub edits: Vec<PlacedEdit>,
    /// The lowest grade of its edits.
    pub grade: Grade,
    /// Whether the main line then replays to its end.
    pub whole: bool,
    /// Plies that then replay.
    pub reach: u32,
    /// How much more speaks for it than for the next one; nothing if there is no other.
    pub margin: Option<f32>,
    /// What speaks for it and against it.
    pub evidence: Vec<String>,
    /// What a reader should know of it: that the search was cut short, that it was taken back.
    pub remarks: Vec<String>,
    /// The main line after it, in coordinates.
    pub moves: String,
}

/// A game with something to put right.
#[derive(Clone, Copy, Debug)]
pub struct RepairedGame<'a> {
    /// Where it stands.
    pub place: GamePlace<'a>,
    /// What keeps its main line from being played to its end.
    pub broken: Option<&'a Finding>,
    /// The likeliest repair, with what else is mended; nothing where none is known.
    pub best: Option<&'a PlacedRepair>,
    /// What else may have stood there, the likeliest first.
    pub others: &'a [PlacedRepair],
    /// Edits that were given up, as the game does not replay with them as it must.
    pub taken_back: &'a [PlacedEdit],
    /// Whether moves are wanted.
    pub moves: bool,
}

/// What a run came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct RepairCounts {
    /// Files that hold a game.
    pub files: u64,
    /// Games that were read.
    pub games: u64,
    /// Games with something to put right.
    pub damaged: u64,
    /// Edits by grade: certain, likely, guess.
    pub edits: [u64; 3],
    /// Edits that were taken back.
    pub taken_back: u64,
    /// Edits that are written.
    pub written: u64,
    /// Files that are replaced, or written.
    pub files_written: u64,
}

impl RepairCounts {
    /// Edits of a grade.
    pub const fn of(&self, grade: Grade) -> u64 {
        self.edits[grade as usize]
    }
}

/// Puts a report of repairs together: each call adds its lines, with their ends, to the text.
pub trait RepairReporter {
    /// A game with something to put right.
    fn game(&mut self, game: &RepairedGame<'_>, text: &mut String);
    /// The run ends.
    fn end(&mut self, _counts: &RepairCounts, _text: &mut String) {}
}

impl PlacedEdit {
    /// What stands there now.
    pub fn was(&self, place: &GamePlace<'_>) -> String {
        place.encoding.decode(self.span.of(&place.slice.bytes)).into_owned()
    }

    /// What takes its place.
    pub fn text(&self, place: &GamePlace<'_>) -> String {
        place.encoding.decode(&self.bytes).into_owned()
    }
}
