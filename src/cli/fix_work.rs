//! The worker of `fix`: the games of a slice, each with what is put right in it.

use std::sync::Arc;

use super::fix_drafts::Rulings;
use super::fix_game::{Mended, Mender};
use crate::report::{PlacedEdit, PlacedRepair};
use partie_input::{Rest, Slice};
use partie_record::finding::{Code, Grade};
use partie_record::span::{LineEnds, Span};
use partie_record::{Encoding, Format, Movetext};
use partie_replay::game_worker::{GameWorker, Games};
use partie_replay::games::{self, Choice, Game};
use partie_replay::repair::Effort;
use partie_replay::{Options, Replayer, Source, Wanted, players};
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
    /// Line ends up to where the next slice goes on, and that place.
    pub(super) lines: u64,
    pub(super) end: usize,
    /// Bytes of what is shown.
    kept: usize,
}

/// Puts right what is in slices, with one set of buffers.
pub(super) struct Work {
    plan: FixPlan,
    replayer: Replayer,
    mender: Mender,
}

impl Work {
    /// A worker that puts right the games that are chosen.
    pub(super) fn worker(plan: &FixPlan) -> GameWorker<Self> {
        let chooser = plan.choice.as_ref().map(|choice| choice.chooser());
        GameWorker::new(Self::new(plan.clone()), plan.source.given, chooser)
    }

    fn new(plan: FixPlan) -> Self {
        let options = Options { search: Effort::THOROUGH, ..plan.options.clone() };
        let wanted = Wanted { infos: plan.rulings.style, also: &[Code::S007], ..Wanted::default() };
        let write = plan.write.or(plan.shown);
        Self {
            replayer: Replayer::new(options, wanted),
            mender: Mender::new(&plan.options, plan.source.given, plan.rulings.clone(), write),
            plan,
        }
    }

    fn mend(&mut self, game: &Game<'_>, fixed: &mut Fixed) {
        let Game { text, slice, index, source, encoding, record, plain, .. } = *game;
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

impl Games for Work {
    type Out = Fixed;

    fn game(&mut self, game: &Game<'_>, fixed: &mut Fixed) {
        let before = fixed.shown.len();
        self.mend(game, fixed);
        fixed.kept += fixed.shown.iter().skip(before).map(FixedGame::bytes).sum::<usize>();
    }

    fn kept(&mut self, fixed: &Fixed) -> usize {
        fixed.kept
    }

    fn panicked(&mut self, _: &mut Fixed) {
        *self = Self::new(self.plan.clone());
    }

    fn end(&mut self, slice: &Slice, rest: Rest, fixed: &mut Fixed) {
        fixed.lines = games::lines(slice, rest, LineEnds::of(&slice.bytes));
        // What may go on after the slice does not where the file ends.
        let ends = slice.last && !matches!(rest, Rest::Games(_));
        fixed.end = rest.start().filter(|_| !ends).unwrap_or(slice.bytes.len());
    }
}
