//! Edits and repairs of a game, with spans in its slice. `partie-repair` finds them.

use super::diff::Change;
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_record::message::Message;
use partie_record::shown;
use partie_record::span::Span;
use partie_repair::{Operation, Repair, unranked};
use partie_replay::{GameInSlice, GamePlace};

/// A span of a slice, and the bytes that replace it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliceEdit {
    /// Code, severity and message of the finding that the edit fixes.
    pub code: Code,
    pub severity: Severity,
    pub message: Message,
    pub operation: Operation,
    /// Ply of the move, from 1, in the record before the edit.
    pub ply: Option<u32>,
    /// Number of the move, such as `12...`; empty if the edit does not concern a move.
    pub number: String,
    /// Bytes of the slice to replace; empty for an insertion.
    pub span: Span,
    /// The new bytes, in the encoding of the file.
    pub bytes: Vec<u8>,
    pub grade: Grade,
}

/// The repairs of a game, and the place of the game in its file.
#[derive(Clone, Copy, Debug)]
pub struct RepairedGame<'a> {
    pub place: GamePlace<'a>,
    pub repairs: &'a GameRepairs,
    /// True if the run writes edits. Then edits that it does not write are marked.
    pub writes: bool,
    /// True if the data includes the moves of each repair.
    pub moves: bool,
}

/// The repairs of a game; all spans are in its slice.
#[derive(Clone, Debug, Default)]
pub struct GameRepairs {
    /// Number of the game in the slice, from 0.
    pub index: u64,
    pub at: GameInSlice,
    /// The error at which the main line breaks.
    pub broken: Option<Finding>,
    /// The likeliest repair, with the other edits of the game; `None` if no repair is known.
    pub best: Option<Repair<SliceEdit>>,
    /// Other repairs, the likeliest first.
    pub others: Vec<Repair<SliceEdit>>,
    /// Edits that were tried and do not fix the game.
    pub taken_back: Vec<SliceEdit>,
    /// Places where another record of the game has a different move and both are legal.
    pub differences: Vec<Finding>,
    /// Whether another record was merged into the game; `None` if no merge was requested.
    pub merge: Option<bool>,
    /// The edits to write, in text order.
    pub written: Vec<SliceEdit>,
}

impl GameRepairs {
    /// Approximate size in memory, in bytes.
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

    /// True if the game has a repair, a break or a rejected edit. Differences alone do not count.
    pub const fn is_damaged(&self) -> bool {
        self.best.is_some() || self.broken.is_some() || !self.taken_back.is_empty()
    }

    /// Adds the place of the game in the file, for a run that writes no edits.
    pub const fn placed<'a>(&'a self, place: GamePlace<'a>, moves: bool) -> RepairedGame<'a> {
        RepairedGame { place, repairs: self, writes: false, moves }
    }

    /// Describes in words how much likelier each repair is than the next one.
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
    pub fn as_change(&self) -> Change {
        Change { span: self.span.from as usize..self.span.to as usize, bytes: self.bytes.clone() }
    }

    pub fn was(&self, place: &GamePlace<'_>) -> String {
        place.encoding.decode(self.span.of(&place.slice.bytes)).into_owned()
    }

    pub fn text(&self, place: &GamePlace<'_>) -> String {
        place.encoding.decode(&self.bytes).into_owned()
    }

    /// Describes the edit in a few words: `12... Nf6 -> Ng8f6`.
    pub fn change(&self, place: &GamePlace<'_>) -> String {
        let (was, is) = (excerpt(self.was(place).trim()), excerpt(self.text(place).trim()));
        // The replaced text may already start with the move number.
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

    /// True if the edit fixes the finding with this code and message.
    pub fn is_of(&self, code: Code, message: &Message) -> bool {
        self.code == code && self.message == *message
    }
}

impl RepairedGame<'_> {
    /// Describes the edits of a repair, separated by commas.
    pub fn changes(&self, repair: &Repair<SliceEdit>) -> String {
        repair.edits.iter().map(|edit| edit.change(&self.place)).collect::<Vec<_>>().join(", ")
    }

    /// Returns `, written`, `, partly written` or `, not written`; an empty string if the run writes no edits.
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
            (_, true) => ", written",
            (true, false) => ", partly written",
            (false, false) => ", not written",
        }
    }

    /// True if the edit fixes the error that breaks the main line.
    pub fn is_of_break(&self, edit: &SliceEdit) -> bool {
        self.repairs.broken.as_ref().is_some_and(|broken| edit.is_of(broken.code, &broken.message))
    }
}

/// Returns at most 80 characters of a text, on one line, with invisible characters shown.
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
