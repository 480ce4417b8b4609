//! What is put right in a game, as data: edits with their reasons and grades.

use std::fmt;
use std::ops::Range;

use super::home::Home;
use super::place::Place;
use partie_fix::{MendedGame, PlacedEdit, PlacedRepair, objects};
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_replay::repair::Operation;

/// What is put right in a game.
///
/// ```
/// let session = partie_core::Session::new();
/// let game = session.games(b"1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 *").next().ok_or("no game")?;
/// let repairs = game.repairs().ok_or("nothing to put right")?;
/// let best = repairs.best.ok_or("no repair is known")?;
/// assert_eq!(best.edits[0].to_string(), "3. Bb6 -> Bb5");
/// assert!(best.whole && best.to_string().ends_with("replays to its end, 11 plies"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug)]
pub struct Repairs {
    /// The number of the game in its text, from 1.
    pub game: u64,
    /// The likeliest repair, with what else is mended; nothing where none is known.
    pub best: Option<Repair>,
    /// What else may have stood there, the likeliest first.
    pub others: Vec<Repair>,
    /// Edits that were given up, as the game does not replay with them as it must.
    pub taken_back: Vec<Edit>,
    /// Where [another record](crate::SessionBuilder::copies) of the game has another move, and both can be played.
    pub differences: Vec<Difference>,
    /// The object that `partie fix --format jsonl --moves` writes of it (`docs/schema/repair.md`), if anything can be
    /// proposed.
    pub json: Option<String>,
}

/// A move that another record of the game has otherwise.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The ply of the move, from 1.
    pub ply: Option<u32>,
    /// Where it stands.
    pub place: Place,
    /// Its bytes in the input; of one in UTF-16, those of its UTF-8 form.
    pub span: Range<u64>,
    /// Both moves, and where the other one stands.
    pub message: String,
}

/// Edits of a game that belong together.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The lowest grade of its edits.
    pub grade: Grade,
    /// In the order of the text.
    pub edits: Vec<Edit>,
    /// Whether the main line then replays to its end.
    pub whole: bool,
    /// Plies that then replay.
    pub reach: u32,
    /// How much more speaks for it than for the next one; nothing if there is no other.
    pub margin: Option<f32>,
    /// The same in words; nothing where nothing compares them.
    pub odds: Option<&'static str>,
    /// What speaks for it and against it.
    pub evidence: Vec<String>,
    /// What a reader should know of it.
    pub remarks: Vec<String>,
    /// The main line after it, in coordinates.
    pub moves: String,
    words: String,
}

/// Other bytes for some of the text.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The code of what it mends.
    pub code: Code,
    /// How grave that is.
    pub severity: Severity,
    /// What that says.
    pub message: String,
    /// What it does.
    pub operation: Operation,
    /// How sure it is.
    pub grade: Grade,
    /// The ply of the move, from 1, in the record as it stands.
    pub ply: Option<u32>,
    /// Where it begins.
    pub place: Place,
    /// The bytes of the input that change, empty where something is put in; of one in UTF-16, those of its UTF-8 form.
    pub span: Range<u64>,
    /// What takes their place, in the encoding of the game.
    pub bytes: Vec<u8>,
    /// What stands there.
    pub was: String,
    /// What takes its place, as text.
    pub text: String,
    words: String,
}

/// `likely: 8... Ne5 -> Ne4; replays to its end, 30 plies`
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// `8... Ne5 -> Ne4`
impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl Repairs {
    pub(crate) fn new(mended: &MendedGame, home: &Home) -> Self {
        let found = &mended.mended;
        let (json, odds) = home.with(|place| {
            let game = found.placed(*place, true);
            (objects::repair(&game), game.odds())
        });
        let next = |number: usize| found.others.get(number + 1);
        Self {
            game: home.number,
            best: found.best.as_ref().map(|best| Repair::new(best, home, odds)),
            others: (0..)
                .zip(&found.others)
                .map(|(at, other)| Repair::new(other, home, other.odds(next(at))))
                .collect(),
            taken_back: found.taken_back.iter().map(|edit| Edit::new(edit, home)).collect(),
            differences: found.differences.iter().map(|finding| Difference::new(finding, home)).collect(),
            json,
        }
    }
}

impl Difference {
    fn new(finding: &Finding, home: &Home) -> Self {
        let (ply, message) = (finding.ply, finding.message.to_string());
        Self { ply, place: home.place(finding.span.from as usize), span: home.span(finding.span), message }
    }
}

impl Repair {
    pub(crate) fn new(repair: &PlacedRepair, home: &Home, odds: Option<&'static str>) -> Self {
        let changes = home.with(|place| repair.changes(place));
        Self {
            grade: repair.grade,
            edits: repair.edits.iter().map(|edit| Edit::new(edit, home)).collect(),
            whole: repair.whole,
            reach: repair.reach,
            margin: repair.margin,
            odds,
            evidence: repair.evidence.clone(),
            remarks: repair.remarks.clone(),
            moves: repair.moves.clone(),
            words: format!("{}: {changes}; {}", repair.grade.name(), repair.reaches()),
        }
    }
}

impl Edit {
    pub(crate) fn new(edit: &PlacedEdit, home: &Home) -> Self {
        Self {
            code: edit.code,
            severity: edit.severity,
            message: edit.message.to_string(),
            operation: edit.operation,
            grade: edit.grade,
            ply: edit.ply,
            place: home.place(edit.span.from as usize),
            span: home.span(edit.span),
            bytes: edit.bytes.clone(),
            was: home.text(edit.span),
            text: home.at.encoding.decode(&edit.bytes).into_owned(),
            words: home.with(|place| edit.change(place)),
        }
    }
}
