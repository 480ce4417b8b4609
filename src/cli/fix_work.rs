//! The worker of `fix`: the games of a slice, each with what is put right in it.

use std::sync::Arc;

use super::fix_drafts::Rulings;
use super::fix_game::{Mended, Mender};
use super::source::Source;
use crate::report::{PlacedEdit, PlacedRepair};
use partie_archive::Worker;
use partie_input::{Rest, Share, Slice};
use partie_record::finding::{Code, Grade};
use partie_record::span::{LineEnds, Span};
use partie_record::{Encoding, Format, Movetext, Record};
use partie_replay::games::{self, Choice, Chooser, Chosen, Game, Games};
use partie_replay::repair::Effort;
use partie_replay::{Options, Replayer, Wanted, players};
use partie_rules::GameKind;

/// How games are put right.
#[derive(Clone, Debug)]
pub(super) struct FixPlan {
    pub(super) options: Options,
    pub(super) source: Source,
    /// Which games are put right, if not all of them.
    pub(super) choice: Option<Arc<dyn Choice>>,
    pub(super) rulings: Rulings,
    /// Up to which grade edits are written; nothing where nothing is.
    pub(super) write: Option<Grade>,
    /// Up to which grade a diff shows them.
    pub(super) shown: Option<Grade>,
}

/// A game with something to put right.
#[derive(Debug)]
pub(super) struct FixedGame {
    /// Number in the slice, from 0.
    pub(super) index: u64,
    pub(super) span: Span,
    pub(super) encoding: Encoding,
    pub(super) format: Format,
    pub(super) movetext: Movetext,
    pub(super) kind: GameKind,
    pub(super) first: Option<Span>,
    pub(super) second: Option<Span>,
    pub(super) mended: Mended,
}

impl FixedGame {
    /// Bytes that it takes, about.
    fn bytes(&self) -> usize {
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
        let Mended { best, others, taken_back, written, broken } = &self.mended;
        let repairs: usize = best.iter().chain(others).map(of).sum();
        2 * size_of::<Self>()
            + repairs
            + edits(taken_back)
            + edits(written)
            + broken.as_ref().map_or(0, |broken| broken.bytes())
    }
}

/// What is put right in a slice.
#[derive(Debug, Default)]
pub(super) struct Fixed {
    pub(super) shown: Vec<FixedGame>,
    /// Games that were read, and those of them that were passed over.
    pub(super) games: u64,
    pub(super) passed_over: u64,
    /// Line ends up to where the next slice goes on, and that place.
    pub(super) lines: u64,
    pub(super) end: usize,
    /// An internal error, with the game's number in the slice.
    pub(super) panicked: Option<u64>,
}

/// Puts right what is in slices, with one set of buffers.
pub(super) struct Work {
    plan: FixPlan,
    replayer: Replayer,
    mender: Mender,
    record: Record,
    chooser: Option<Box<dyn Chooser>>,
}

impl Work {
    pub(super) fn new(plan: FixPlan) -> Self {
        let options = Options { search: Effort::THOROUGH, ..plan.options.clone() };
        let wanted = Wanted { infos: plan.rulings.style, also: &[Code::S007], ..Wanted::default() };
        let write = plan.write.or(plan.shown);
        Self {
            replayer: Replayer::new(options, wanted),
            mender: Mender::new(&plan.options, plan.source.given, plan.rulings.clone(), write),
            record: Record::default(),
            chooser: plan.choice.as_ref().map(|choice| choice.chooser()),
            plan,
        }
    }

    fn game(&mut self, slice: &Slice, game: &Game<'_>, fixed: &mut Fixed) {
        let Game { text, source, encoding, record, plain, .. } = *game;
        let index = fixed.games;
        fixed.games += 1;
        let replayed = self.replayer.replay(text, record, plain);
        let mut findings = std::mem::take(&mut self.replayer.collector.findings);
        findings.sort_by_key(|finding| (finding.span.from, finding.code));
        let Some(mended) = self.mender.mend(slice, game, &replayed, &findings) else { return };
        let [first, second] = players(text.bytes, record).map(|span| span.map(|span| record.place(span)));
        fixed.shown.push(FixedGame {
            index,
            span: record.place(record.span),
            // A record of JSON stands in the file as UTF-8.
            encoding: if record.decoded.is_empty() || source.is_some() { encoding } else { Encoding::Utf8 },
            format: record.format,
            movetext: record.movetext,
            kind: replayed.kind,
            first,
            second,
            mended,
        });
    }
}

impl Worker for Work {
    type Out = Fixed;

    fn work(&mut self, slice: &Slice, share: &Share<'_>) -> (Fixed, Rest) {
        let mut fixed = Fixed::default();
        let mut record = std::mem::take(&mut self.record);
        let given = self.plan.source.given;
        let mut chooser = self.chooser.take();
        let mut of_slice = OfSlice { work: self, slice, fixed: &mut fixed, kept: 0 };
        let mut chosen = Chosen { chooser: chooser.as_mut(), slice, games: &mut of_slice };
        let rest = games::read(slice, &mut record, given, &mut chosen, share);
        self.chooser = chooser;
        self.record = record;
        fixed.lines = games::lines(slice, rest, LineEnds::of(&slice.bytes));
        // What may go on after the slice does not where the file ends.
        let ends = slice.last && !matches!(rest, Rest::Games(_));
        fixed.end = rest.start().filter(|_| !ends).unwrap_or(slice.bytes.len());
        (fixed, rest)
    }
}

/// A worker with what it makes of the slice at hand.
struct OfSlice<'a> {
    work: &'a mut Work,
    slice: &'a Slice,
    fixed: &'a mut Fixed,
    kept: usize,
}

impl Games for OfSlice<'_> {
    fn game(&mut self, game: &Game<'_>) {
        let before = self.fixed.shown.len();
        self.work.game(self.slice, game, self.fixed);
        self.kept += self.fixed.shown.iter().skip(before).map(FixedGame::bytes).sum::<usize>();
    }

    fn passed_over(&mut self) {
        self.fixed.games += 1;
        self.fixed.passed_over += 1;
    }

    fn kept(&mut self) -> usize {
        self.kept
    }

    fn panicked(&mut self) {
        self.fixed.panicked.get_or_insert(self.fixed.games.saturating_sub(1));
        *self.work = Work::new(self.work.plan.clone());
    }
}
