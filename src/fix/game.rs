//! A game of a slice, from its record to what is put right in it. Not for slices and files.

use super::drafts::Rulings;
use super::mender::Mender;
use super::repair::{Mended, PlacedEdit, PlacedRepair};
use partie_input::Slice;
use partie_record::Choices;
use partie_record::finding::{Code, Finding, Grade};
use partie_replay::games::{self, Game, ReadingHints};
use partie_replay::repair::Effort;
use partie_replay::{GameInSlice, Options, Replayer, Wanted};

/// How games are put right.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub options: Options,
    /// What is given rather than found.
    pub given: ReadingHints,
    pub rulings: Rulings,
    /// Up to which grade edits are written; nothing where nothing is.
    pub write: Option<Grade>,
    /// Whether what another record of a game has more is written into it.
    pub merge: bool,
}

impl Plan {
    /// The grades up to which edits are written. There is no more: a guess is for a person.
    pub const GRADES: Choices<Grade> = &[
        ("certain", Grade::Certain, "Only the writing changes, not the moves"),
        ("likely", Grade::Likely, "Also repairs of moves with which everything that follows agrees"),
    ];
}

/// A game with something to put right.
#[derive(Clone, Debug)]
pub struct MendedGame {
    /// Number in the slice, from 0.
    pub index: u64,
    pub at: GameInSlice,
    pub mended: Mended,
}

/// Puts games right, one after the other, with the same buffers.
#[derive(Debug)]
pub struct GameMender {
    replayer: Replayer,
    mender: Mender,
    merge: bool,
}

impl GameMender {
    pub fn new(plan: &Plan) -> Self {
        let options = Options { search: Effort::THOROUGH, ..plan.options.clone() };
        let Rulings { style, allows, .. } = plan.rulings;
        let wanted = Wanted { infos: style, also: &[Code::S007], allows, odd_tags: true, ..Wanted::default() };
        Self {
            replayer: Replayer::new(options, wanted),
            mender: Mender::new(&plan.options, plan.given, plan.rulings.clone(), plan.write),
            merge: plan.merge,
        }
    }

    /// What is put right in a game, the `index`th of its slice; nothing where nothing is wrong with it.
    pub fn mend(&mut self, slice: &Slice, game: &Game<'_>, index: u64) -> Option<MendedGame> {
        let replayed = self.replayer.replay(game.text, game.record, game.plain);
        let mut findings = self.replayer.collector.take_sorted();
        findings.retain(|finding| finding.allowed.is_none());
        let is_difference = |finding: &mut Finding| finding.code == Code::P001;
        let mut differences: Vec<Finding> = findings.extract_if(.., is_difference).collect();
        differences.retain(|finding| self.mender.counts(finding.code));
        let mut mended = self.mender.mend(slice, game, &replayed, &findings);
        if let Some(other) = replayed.other.filter(|_| self.merge) {
            let mended = mended.get_or_insert_default();
            mended.merge = Some(self.mender.merge((slice, game), (&other, &differences), mended));
        }
        games::place(&mut differences, game.record);
        if !differences.is_empty() {
            mended.get_or_insert_default().differences = differences;
        }
        let mended = mended?;
        Some(MendedGame { index, at: GameInSlice::of(game, replayed.kind), mended })
    }
}

impl MendedGame {
    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        let edits = |edits: &[PlacedEdit]| {
            edits
                .iter()
                .map(|edit| size_of::<PlacedEdit>() + edit.bytes.len() + 64 + edit.message.bytes())
                .sum::<usize>()
        };
        let of = |repair: &PlacedRepair| {
            let evidence: usize = repair.evidence.iter().chain(&repair.remarks).map(|text| text.len() + 48).sum();
            size_of::<PlacedRepair>() + edits(&repair.edits) + evidence + repair.moves.len()
        };
        let Mended { best, others, taken_back, written, broken, differences, merge: _ } = &self.mended;
        let repairs: usize = best.iter().chain(others).map(of).sum();
        let broken = broken.as_ref().map_or(0, |broken| broken.bytes());
        let differences: usize = differences.iter().map(Finding::bytes).sum();
        2 * size_of::<Self>() + differences + repairs + edits(taken_back) + edits(written) + broken
    }
}
