//! What is put right in a game: what changes in its file, what speaks for that, what else may have stood there.
//!
//! Not for finding it.

use super::diff::Change;
use partie_record::count;
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_record::message::Message;
use partie_record::shown;
use partie_record::span::Span;
use partie_replay::repair::Operation;
use partie_replay::{GameInSlice, GamePlace};

/// Other bytes for some of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliceEdit {
    /// The code of what it mends, how grave that is, and what it says.
    pub code: Code,
    pub severity: Severity,
    pub message: Message,
    pub operation: Operation,
    /// The ply of the move, from 1, in the record as it stands.
    pub ply: Option<u32>,
    /// The number before that move, `12...`; nothing where no move is meant.
    pub number: String,
    /// The bytes of the slice that change; empty where something is put in.
    pub span: Span,
    /// What takes their place, in the encoding of the file.
    pub bytes: Vec<u8>,
    pub grade: Grade,
}

/// Edits of a game that belong together.
#[derive(Clone, Debug)]
pub struct SliceRepair {
    /// In the order of the text.
    pub edits: Vec<SliceEdit>,
    /// The lowest grade of its edits.
    pub grade: Grade,
    /// Whether the main line then replays to its end.
    pub whole: bool,
    pub reach: u32,
    /// How much more speaks for it than for the next one; nothing if there is no other.
    pub margin: Option<f32>,
    /// The evidence for it and against it: a sign and its amount, each.
    pub evidence: Vec<String>,
    /// The same in words.
    pub reasons: Vec<Message>,
    /// What a reader should know of it: that the search was cut short, that it was taken back.
    pub remarks: Vec<String>,
    /// The main line after it, in coordinates.
    pub moves: String,
}

/// A game with something to put right.
#[derive(Clone, Copy, Debug)]
pub struct RepairedGame<'a> {
    pub place: GamePlace<'a>,
    /// What keeps its main line from being played to its end.
    pub broken: Option<&'a Finding>,
    /// The likeliest repair, with what else is mended; nothing where none is known.
    pub best: Option<&'a SliceRepair>,
    /// What else may have stood there, the likeliest first.
    pub others: &'a [SliceRepair],
    /// Edits that were given up, as the game does not replay with them as it must.
    pub taken_back: &'a [SliceEdit],
    /// Where other records of the game have another move, and both can be played.
    pub differences: &'a [Finding],
    /// The edits that are written of it; `None` where a run writes nothing.
    pub written: Option<&'a [SliceEdit]>,
    pub moves: bool,
}

/// What is put right in a game; all spans are those of its slice.
#[derive(Clone, Debug, Default)]
pub struct GameRepairs {
    /// Number of the game in the slice, from 0.
    pub index: u64,
    pub at: GameInSlice,
    /// What keeps its main line from being played to its end.
    pub broken: Option<Finding>,
    /// The likeliest repair, with what else is mended; nothing where none is known.
    pub best: Option<SliceRepair>,
    /// What else may have stood there, the likeliest first.
    pub others: Vec<SliceRepair>,
    /// Edits that were given up, as the game does not replay with them as it must.
    pub taken_back: Vec<SliceEdit>,
    /// Where other records of the game have another move, and both can be played.
    pub differences: Vec<Finding>,
    /// Whether another record was put into it; nothing where none was to be.
    pub merge: Option<bool>,
    /// What is written of it, in the order of the text.
    pub written: Vec<SliceEdit>,
}

impl GameRepairs {
    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        let edits = |edits: &[SliceEdit]| {
            edits
                .iter()
                .map(|edit| size_of::<SliceEdit>() + edit.bytes.len() + 64 + edit.message.bytes())
                .sum::<usize>()
        };
        let of = |repair: &SliceRepair| {
            let evidence: usize = repair.evidence.iter().chain(&repair.remarks).map(|text| text.len() + 48).sum();
            let reasons: usize = repair.reasons.iter().map(Message::bytes).sum();
            size_of::<SliceRepair>() + edits(&repair.edits) + evidence + reasons + repair.moves.len()
        };
        let Self { best, others, taken_back, written, broken, differences, .. } = self;
        let repairs: usize = best.iter().chain(others).map(of).sum();
        let broken = broken.as_ref().map_or(0, |broken| broken.bytes());
        let differences: usize = differences.iter().map(Finding::bytes).sum();
        2 * size_of::<Self>() + differences + repairs + edits(taken_back) + edits(written) + broken
    }

    /// Whether there is something to put right, and not only something to look at.
    pub const fn is_damaged(&self) -> bool {
        self.best.is_some() || self.broken.is_some() || !self.taken_back.is_empty()
    }

    /// The same in its file; with moves, if they are wanted.
    pub fn placed<'a>(&'a self, place: GamePlace<'a>, moves: bool) -> RepairedGame<'a> {
        let Self { broken, best, others, taken_back, differences, .. } = self;
        let (broken, best, written) = (broken.as_ref(), best.as_ref(), None);
        RepairedGame { place, broken, best, others, taken_back, differences, written, moves }
    }
}

impl SliceEdit {
    /// The bytes that change, and what takes their place.
    pub fn as_change(&self) -> Change {
        Change { span: self.span.from as usize..self.span.to as usize, bytes: self.bytes.clone() }
    }

    pub fn was(&self, place: &GamePlace<'_>) -> String {
        place.encoding.decode(self.span.of(&place.slice.bytes)).into_owned()
    }

    pub fn text(&self, place: &GamePlace<'_>) -> String {
        place.encoding.decode(&self.bytes).into_owned()
    }

    /// What is done to the text, in a few words: `12... Nf6 -> Ng8f6`.
    pub fn change(&self, place: &GamePlace<'_>) -> String {
        let (was, is) = (excerpt(self.was(place).trim()), excerpt(self.text(place).trim()));
        // A row that goes has its own number.
        let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) && word.ends_with('.');
        let has_number = was.split_whitespace().next().is_some_and(is_number);
        let number = if self.number.is_empty() || has_number { String::new() } else { format!("{} ", self.number) };
        match self.operation {
            _ if was.is_empty() && is.is_empty() => "insert white space".to_owned(),
            Operation::Insert => format!("insert {number}{is}"),
            Operation::Delete => format!("delete {number}{was}"),
            Operation::Replace | Operation::Swap if was.is_empty() => format!("insert {number}{is}"),
            Operation::Replace | Operation::Swap if is.is_empty() => format!("delete {number}{was}"),
            Operation::Replace | Operation::Swap => format!("{number}{was} -> {is}"),
        }
    }

    /// Whether it mends the same as another one, so that it need not be said twice.
    pub fn is_of(&self, code: Code, message: &Message) -> bool {
        self.code == code && self.message == *message
    }
}

impl SliceRepair {
    /// What is done to the text, one edit after the other.
    pub fn changes(&self, place: &GamePlace<'_>) -> String {
        self.edits.iter().map(|edit| edit.change(place)).collect::<Vec<_>>().join(", ")
    }

    /// Its reasons; without any, how far the game then replays.
    pub fn why(&self) -> String {
        if self.reasons.is_empty() {
            return self.reaches();
        }
        self.reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }

    /// How far the game then replays, in words.
    pub fn reaches(&self) -> String {
        let plies = count(self.reach.into(), "ply", "plies");
        if self.whole { format!("replays to its end, {plies}") } else { format!("replays {plies}, not to its end") }
    }
}

impl RepairedGame<'_> {
    /// `, not written` or `, partly written` for edits that a writing run leaves; empty for others.
    pub fn written_note<'e>(&self, edits: impl IntoIterator<Item = &'e SliceEdit>) -> &'static str {
        let Some(written) = self.written else { return "" };
        let is_written = |edit: &SliceEdit| written.iter().any(|one| one.span == edit.span && one.bytes == edit.bytes);
        let (mut any, mut all) = (false, true);
        for edit in edits {
            let is_written = is_written(edit);
            any |= is_written;
            all &= is_written;
        }
        match (any, all) {
            (_, true) => "",
            (true, false) => ", partly written",
            (false, false) => ", not written",
        }
    }

    /// Whether an edit mends what breaks the main line.
    pub fn is_of_break(&self, edit: &SliceEdit) -> bool {
        self.broken.is_some_and(|broken| edit.is_of(broken.code, &broken.message))
    }
}

/// A text on one line, as much of it as a reader needs.
pub fn excerpt(text: &str) -> String {
    let mut out = String::new();
    for (number, character) in text.chars().enumerate() {
        if number == 80 {
            out.push('…');
            break;
        }
        shown::push_visible(&mut out, character);
    }
    out
}
