//! A repair: edits that belong together, and the reasons for them.

use std::fmt;

use partie_record::count;
use partie_record::finding::Grade;
use partie_record::message::Message;
use serde::{Serialize, Serializer};

/// Edits of a game that belong together. `E` is an edit of a record, of a slice or of a file.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Repair<E> {
    /// The lowest grade of the edits.
    #[serde(serialize_with = "grade_name")]
    pub grade: Grade,
    /// Edits in text order; their spans do not overlap.
    pub edits: Vec<E>,
    /// True if the repaired main line replays to its end.
    pub whole: bool,
    /// Number of plies of the repaired main line that replay.
    pub reach: u32,
    /// Lead over the next repair, in edits of one character; `None` without another repair.
    #[serde(serialize_with = "in_thousandths")]
    pub margin: Option<f32>,
    /// The margin in words; `None` if the repairs cannot be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<&'static str>,
    /// Evidence for and against the repair: the name and the amount of each sign.
    pub evidence: Vec<String>,
    /// The evidence in words.
    #[serde(skip_serializing_if = "<[Message]>::is_empty", serialize_with = "words")]
    pub reasons: Vec<Message>,
    /// Remarks, for example that the search was cut short or that the repair was undone.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub remarks: Vec<String>,
    /// The main line after the repair, in coordinates separated by blanks; `None` unless requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
}

impl<E> Repair<E> {
    /// Creates a repair without evidence; `whole` and `reach` are the fields of these names.
    pub const fn new(edits: Vec<E>, grade: Grade, (whole, reach): (bool, u32)) -> Self {
        Self {
            grade,
            edits,
            whole,
            reach,
            margin: None,
            odds: None,
            evidence: Vec::new(),
            reasons: Vec::new(),
            remarks: Vec::new(),
            moves: None,
        }
    }

    /// Converts the edits of the repair.
    pub fn map<F>(self, edit: impl FnMut(E) -> F) -> Repair<F> {
        let Self { grade, edits, whole, reach, margin, odds, evidence, reasons, remarks, moves } = self;
        let edits = edits.into_iter().map(edit).collect();
        Repair { grade, edits, whole, reach, margin, odds, evidence, reasons, remarks, moves }
    }

    /// Returns its reasons as sentences; without any, how far the game then replays.
    pub fn why(&self) -> String {
        if self.reasons.is_empty() {
            return sentence(&self.reaches());
        }
        self.reasons.iter().map(|reason| sentence(&reason.to_string())).collect::<Vec<_>>().join(" ")
    }

    /// Returns its reasons, if any, and its comparison with the next repair, whose change is `next`, in sentences.
    pub fn explanation(&self, next: Option<&str>) -> impl Iterator<Item = String> {
        let why = (!self.reasons.is_empty()).then(|| self.why());
        why.into_iter().chain(self.comparison(next))
    }

    /// Compares it with the next repair, whose change is `next`, in a sentence; `None` if they cannot be compared.
    fn comparison(&self, next: Option<&str>) -> Option<String> {
        let odds = self.odds?;
        let margin = self.shown_margin().map(|margin| format!(" ({margin})")).unwrap_or_default();
        let next = next.map(|next| format!(": {next}")).unwrap_or_default();
        let is = if self.is_equalled() { "" } else { "it is " };
        Some(sentence(&format!("{is}{odds}{margin}{next}")))
    }

    /// Describes how far the repaired game replays.
    pub fn reaches(&self) -> String {
        let plies = count(self.reach.into(), "ply", "plies");
        if self.whole { format!("replays to its end, {plies}") } else { format!("replays {plies}, not to its end") }
    }
}

/// `likely: 8... Ne5 -> Ne4; replays to its end, 30 plies`
impl<E: fmt::Display> fmt::Display for Repair<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.grade.name(), self.changes(), self.reaches())
    }
}

impl<E: fmt::Display> Repair<E> {
    /// Describes the edits: `8... Ne5 -> Ne4, 9. Nf3 -> Nf6`.
    pub fn changes(&self) -> String {
        self.edits.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }

    /// Describes its edits and reasons: `likely: 8... Ne5 -> Ne4. It is one letter away.`
    pub fn title(&self) -> String {
        format!("{}: {}. {}", self.grade.name(), self.changes(), self.why())
    }
}

/// A clause with a capital and a full stop.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).chain(['.']).collect()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn grade_name<S: Serializer>(grade: &Grade, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(grade.name())
}

fn words<S: Serializer>(messages: &[Message], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(messages.iter().map(ToString::to_string))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn in_thousandths<S: Serializer>(margin: &Option<f32>, to: S) -> Result<S::Ok, S::Error> {
    margin.filter(|margin| margin.is_finite()).map(|margin| (margin * 1000.0).round() / 1000.0).serialize(to)
}
