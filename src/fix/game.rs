//! Fixes one game of a slice, from its record to its repairs.

use super::drafts::Rulings;
use super::fixer::Fixer;
use super::repair::GameRepairs;
use partie_input::Slice;
use partie_record::Choices;
use partie_record::finding::{Code, Finding, Grade};
use partie_repair::Effort;
use partie_replay::games::{self, Game, ReadingHints};
use partie_replay::{GameInSlice, Options, Replayer, Wanted};

/// Options of a run that fixes games.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub options: Options,
    /// Properties of the records that the caller gives, so that they are not detected.
    pub given: ReadingHints,
    pub rulings: Rulings,
    /// The least sure grade whose edits are written; `None` writes no edit.
    pub write: Option<Grade>,
    /// True if additional data of another record of a game is merged into this record.
    pub merge: bool,
}

impl Plan {
    /// The grades up to which edits may be written. A guess requires a decision.
    pub const GRADES: Choices<Grade> = &[
        ("certain", Grade::Certain, "Changes of notation that keep the moves"),
        ("likely", Grade::Likely, "Also repairs of moves that agree with all that follows"),
    ];
}

/// Fixes one game after the other, with reused buffers.
#[derive(Debug)]
pub struct GameFixer {
    replayer: Replayer,
    fixer: Fixer,
    merge: bool,
}

impl GameFixer {
    pub fn new(plan: &Plan) -> Self {
        let options = Options { search: Effort::THOROUGH, ..plan.options.clone() };
        let Rulings { style, allows, .. } = plan.rulings;
        let wanted = Wanted { infos: style, also: &[Code::S007], allows, odd_tags: true, ..Wanted::default() };
        Self {
            replayer: Replayer::new(options, wanted),
            fixer: Fixer::new(&plan.options, plan.given, plan.rulings.clone(), plan.write),
            merge: plan.merge,
        }
    }

    /// Returns the repairs of a game; `None` if there is no error to fix. `index` is its number in the slice, from 0.
    pub fn fix(&mut self, slice: &Slice, game: &Game<'_>, index: u64) -> Option<GameRepairs> {
        let replayed = self.replayer.replay(game.text, game.record, game.plain);
        let mut findings = self.replayer.collector.take_sorted();
        findings.retain(|finding| finding.allowed.is_none());
        let is_difference = |finding: &mut Finding| finding.code == Code::P001;
        let mut differences: Vec<Finding> = findings.extract_if(.., is_difference).collect();
        differences.retain(|finding| self.fixer.counts(finding.code));
        let mut repairs = self.fixer.fix(slice, game, &replayed, &findings);
        if let Some(other) = replayed.other.filter(|_| self.merge) {
            let repairs = repairs.get_or_insert_default();
            repairs.merge = Some(self.fixer.merge((slice, game), (&other, &differences), repairs));
        }
        games::place(&mut differences, game.record);
        if !differences.is_empty() {
            repairs.get_or_insert_default().differences = differences;
        }
        let mut repairs = GameRepairs { index, at: GameInSlice::of(game, replayed.kind), ..repairs? };
        repairs.compare();
        Some(repairs)
    }
}
