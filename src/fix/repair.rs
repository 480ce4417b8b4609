//! The edits and repairs of a game, with places in its slice.
//!
//! Not for finding them.

use super::diff::Change;
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_record::message::Message;
use partie_record::shown;
use partie_record::span::Span;
use partie_repair::{Operation, Repair, unranked};
use partie_replay::{GameInSlice, GamePlace};

/// Bytes of a slice, and those that take their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliceEdit {
    /// The code, severity and message of the finding that it mends.
    pub code: Code,
    pub severity: Severity,
    pub message: Message,
    pub operation: Operation,
    /// The ply of the move, from 1, in the record as it stands.
    pub ply: Option<u32>,
    /// The number before that move, `12...`; empty where no move is meant.
    pub number: String,
    /// The bytes of the slice that change; empty where something is put in.
    pub span: Span,
    /// What takes their place, in the encoding of the file.
    pub bytes: Vec<u8>,
    pub grade: Grade,
}

/// The repairs of a game, and where it stands in its file.
#[derive(Clone, Copy, Debug)]
pub struct RepairedGame<'a> {
    pub place: GamePlace<'a>,
    pub repairs: &'a GameRepairs,
    /// Whether the run writes edits, so that those that it leaves are marked.
    pub writes: bool,
    /// Whether the moves of each repair are part of its data.
    pub moves: bool,
}

/// The repairs of a game; all spans are those of its slice.
#[derive(Clone, Debug, Default)]
pub struct GameRepairs {
    /// Number of the game in the slice, from 0.
    pub index: u64,
    pub at: GameInSlice,
    /// The error at which its main line breaks.
    pub broken: Option<Finding>,
    /// The likeliest repair, with the other edits of the game; `None` if no repair is known.
    pub best: Option<Repair<SliceEdit>>,
    /// Other repairs, the likeliest first.
    pub others: Vec<Repair<SliceEdit>>,
    /// Edits that were tried and do not mend the game.
    pub taken_back: Vec<SliceEdit>,
    /// Legal moves for which another record of the game has other legal moves.
    pub differences: Vec<Finding>,
    /// Whether another record was merged into it; `None` if no merge was requested.
    pub merge: Option<bool>,
    /// The edits that are written, in the order of the text.
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
        let of = |repair: &Repair<SliceEdit>| {
            let texts = repair.evidence.iter().chain(&repair.remarks).chain(&repair.moves);
            let texts: usize = texts.map(|text| text.len() + 48).sum();
            let reasons: usize = repair.reasons.iter().map(Message::bytes).sum();
            size_of::<Repair<SliceEdit>>() + edits(&repair.edits) + texts + reasons
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

    /// The game in its file, for a run that writes nothing.
    pub const fn placed<'a>(&'a self, place: GamePlace<'a>, moves: bool) -> RepairedGame<'a> {
        RepairedGame { place, repairs: self, writes: false, moves }
    }

    /// Puts into words how much likelier each repair is than the next one.
    pub(super) fn compare(&mut self) {
        for at in 0..self.others.len() {
            let odds = self.others[at].odds_over(self.others.get(at + 1));
            self.others[at].odds = odds;
        }
        let Some(best) = &mut self.best else { return };
        let spans = |repair: &Repair<SliceEdit>| repair.edits.iter().map(|edit| edit.span).collect::<Vec<_>>();
        best.odds = if best.margin.is_some() {
            best.odds_over(self.others.first())
        } else {
            unranked(self.others.iter().filter(|other| spans(other) == spans(best)).count())
        };
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

impl RepairedGame<'_> {
    /// The changes of a repair, one after the other.
    pub fn changes(&self, repair: &Repair<SliceEdit>) -> String {
        repair.edits.iter().map(|edit| edit.change(&self.place)).collect::<Vec<_>>().join(", ")
    }

    /// `, not written` or `, partly written` for edits that a writing run leaves; empty for others.
    pub fn written_note<'e>(&self, edits: impl IntoIterator<Item = &'e SliceEdit>) -> &'static str {
        if !self.writes {
            return "";
        }
        let is_written =
            |edit: &SliceEdit| self.repairs.written.iter().any(|one| one.span == edit.span && one.bytes == edit.bytes);
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
        self.repairs.broken.as_ref().is_some_and(|broken| edit.is_of(broken.code, &broken.message))
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
