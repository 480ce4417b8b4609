//! The worker of `validate` and `show`: games of a slice, one after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::common_args::{FailOnArg, FindingArgs, RulesArgs};
use super::source::Source;
use crate::report::Unjudged;
use partie_archive::Worker;
use partie_input::{Rest, Share, Slice};
use partie_notation::pgn::Noise;
use partie_record::finding::{Code, Finding, Selection, Severity, UnknownCode};
use partie_record::span::{LineEnds, Span};
use partie_record::{Encoding, Format, Movetext, Record};
use partie_replay::games::{self, Choice, Chooser, Chosen, Game, Games, SliceReader, is_plain};
use partie_replay::{Collector, Counts, Options, Replayed, Replayer, Status, Text, Wanted, players};

/// How slices are judged.
#[derive(Clone, Debug, Default)]
pub(super) struct JudgeOptions {
    pub(super) options: Options,
    pub(super) wanted: Wanted,
    pub(super) source: Source,
    /// Whether every game is kept, not only those with findings.
    pub(super) games: bool,
    /// Which games are judged, if not all of them.
    pub(super) choice: Option<Arc<dyn Choice>>,
}

impl JudgeOptions {
    /// What arguments that several subcommands share mean for judging.
    pub(super) fn new(source: Source, rules: &RulesArgs, findings: &FindingArgs) -> Result<Self, String> {
        let selection = Selection::new(&findings.select, &findings.ignore).map_err(|UnknownCode(text)| {
            format!("no finding code begins with {text:?}; see partie explain L010 for an example")
        })?;
        let infos = findings.fail_on == FailOnArg::Info || selection.is_named();
        let options = Options { books: rules.books()?, ..source.options() };
        Ok(Self {
            options,
            wanted: Wanted { selection, infos, ..Wanted::default() },
            source,
            games: false,
            choice: None,
        })
    }
}

/// A game with something to show.
#[derive(Debug)]
pub(super) struct GameOut {
    /// Number in the slice, from 0.
    pub(super) index: u64,
    /// Where it is read from.
    pub(super) start: usize,
    pub(super) span: Span,
    pub(super) encoding: Encoding,
    pub(super) format: Format,
    pub(super) movetext: Movetext,
    pub(super) first: Option<Span>,
    pub(super) second: Option<Span>,
    pub(super) findings: Vec<Finding>,
    pub(super) replayed: Replayed,
}

impl GameOut {
    /// Bytes that it takes.
    fn bytes(&self) -> usize {
        let findings: usize = self.findings.iter().map(Finding::bytes).sum();
        let unused = (self.findings.capacity() - self.findings.len()) * size_of::<Finding>();
        // The list that it stands in may have as many places that are not used.
        2 * size_of::<Self>() + findings + unused + size_of_val(&*self.replayed.draws)
    }
}

/// What a slice holds.
#[derive(Debug, Default)]
pub(super) struct Judged {
    pub(super) shown: Vec<GameOut>,
    /// Games that were read, and those of them that were passed over.
    pub(super) games: u64,
    pub(super) passed_over: u64,
    pub(super) plies: u64,
    pub(super) claims: u64,
    /// Line ends up to where the next slice goes on.
    pub(super) lines: u64,
    pub(super) counts: Counts,
    /// Games with an error, and those that were not judged.
    pub(super) broken: u64,
    pub(super) unjudged: Unjudged,
    /// The first game of each encoding beside ASCII, with its number in the slice.
    pub(super) encodings: Vec<(Encoding, u64, Span)>,
    /// Line ends that are not LF, and whether LF occur as well.
    pub(super) line_ends: EndsSeen,
    /// An internal error, with the game's number in the slice.
    pub(super) panicked: Option<u64>,
    /// Noise behind its last game.
    pub(super) noise: Option<Noise>,
}

/// Which line ends a text has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EndsSeen {
    pub(super) lf: bool,
    pub(super) crlf: bool,
    pub(super) cr: bool,
}

impl EndsSeen {
    const fn of(ends: LineEnds) -> Self {
        let LineEnds { feeds, returns, pairs } = ends;
        Self { lf: feeds > pairs, crlf: pairs > 0, cr: returns > pairs }
    }
}

/// Judges slices with one set of buffers.
pub(super) struct Judge {
    replayer: Replayer,
    record: Record,
    chooser: Option<Box<dyn Chooser>>,
    plan: JudgeOptions,
}

impl Judge {
    pub(super) fn new(plan: JudgeOptions) -> Self {
        let replayer = Replayer::new(plan.options.clone(), plan.wanted.clone());
        let chooser = plan.choice.as_ref().map(|choice| choice.chooser());
        Self { replayer, record: Record::default(), chooser, plan }
    }

    fn game(&mut self, game: &Game<'_>, judged: &mut Judged) {
        let Game { text, source, encoding, record, plain, odd, start } = *game;
        let bytes = text.bytes;
        #[cfg(test)]
        assert!(record.value(bytes, "Event") != Some(BROKEN), "an internal error");
        if odd && !judged.encodings.iter().any(|(known, ..)| *known == encoding) {
            judged.encodings.push((encoding, judged.games, record.place(record.span)));
        }
        let replayed = self.replayer.replay(text, record, plain);
        judged.plies += u64::from(replayed.plies);
        judged.claims += u64::from(replayed.could_claim());
        match replayed.status {
            Status::Ok => {}
            Status::Error | Status::Unreadable => judged.broken += 1,
            Status::Unsupported => judged.unjudged.add_games(&unjudged(text, record), 1),
        }
        let findings = &mut self.replayer.collector.findings;
        if self.plan.games || !findings.is_empty() {
            let mut findings = std::mem::take(findings);
            findings.sort_by_key(|finding| (finding.span.from, finding.code));
            games::place(&mut findings, record);
            let [first, second] = players(bytes, record).map(|span| span.map(|span| record.place(span)));
            judged.shown.push(GameOut {
                index: judged.games,
                start,
                span: record.place(record.span),
                // A record of JSON stands in the file as UTF-8.
                encoding: if record.decoded.is_empty() || source.is_some() { encoding } else { Encoding::Utf8 },
                format: record.format,
                movetext: record.movetext,
                first,
                second,
                findings,
                replayed,
            });
        }
        judged.games += 1;
    }

    /// The findings of one game of a slice, which is read from `start` on, and its lines for which something was sought.
    pub(super) fn again(&mut self, slice: &Slice, start: usize) -> Option<(Vec<Finding>, u32)> {
        let mut record = std::mem::take(&mut self.record);
        let given = self.plan.source.given;
        let mut judged = Judged::default();
        let judging = catch_unwind(AssertUnwindSafe(|| {
            if SliceReader::new(slice, start).read(&mut record) {
                self.game(&Game::new(slice, is_plain(&slice.bytes), &mut record, given), &mut judged);
            }
        }));
        if judging.is_err() {
            *self = Self::new(self.plan.clone());
            return None;
        }
        record.release();
        self.record = record;
        judged.shown.pop().map(|game| (game.findings, self.replayer.collector.searched))
    }

    fn slice(&mut self, slice: &Slice, judged: &mut Judged, share: &Share<'_>) -> Rest {
        let mut record = std::mem::take(&mut self.record);
        let given = self.plan.source.given;
        let mut chooser = self.chooser.take();
        let mut games = OfSlice { judge: self, judged, kept: 0 };
        let mut chosen = Chosen { chooser: chooser.as_mut(), slice, games: &mut games };
        let rest = games::read(slice, &mut record, given, &mut chosen, share);
        self.chooser = chooser;
        self.record = record;
        let ends = LineEnds::of(&slice.bytes);
        judged.line_ends = EndsSeen::of(ends);
        judged.lines = games::lines(slice, rest, ends);
        judged.counts.absorb(&mut self.replayer.collector.counts);
        rest
    }
}

/// A judge with what it makes of the slice at hand.
struct OfSlice<'a> {
    judge: &'a mut Judge,
    judged: &'a mut Judged,
    /// Bytes of what is shown.
    kept: usize,
}

impl Games for OfSlice<'_> {
    fn game(&mut self, game: &Game<'_>) {
        let before = self.judged.shown.len();
        self.judge.game(game, self.judged);
        let new = self.judged.shown.get(before..).unwrap_or_default();
        self.kept += new.iter().map(GameOut::bytes).sum::<usize>();
    }

    fn kept(&mut self) -> usize {
        self.kept
    }

    fn passed_over(&mut self) {
        self.judged.games += 1;
        self.judged.passed_over += 1;
    }

    fn noise(&mut self, noise: Noise) {
        self.judged.noise = Some(noise);
    }

    fn panicked(&mut self) {
        self.judged.panicked.get_or_insert(self.judged.games);
        self.judged.games += 1;
        // What was found in the games before it stays found, and it counts itself.
        self.judged.counts.absorb(&mut self.judge.replayer.collector.counts);
        if self.judge.plan.wanted.selection.counts(Code::X099) {
            self.judged.counts.add(Code::X099, Severity::Error);
        }
        *self.judge = Judge::new(self.judge.plan.clone());
    }
}

impl Worker for Judge {
    type Out = Judged;

    fn work(&mut self, slice: &Slice, share: &Share<'_>) -> (Judged, Rest) {
        let mut judged = Judged::default();
        let rest = self.slice(slice, &mut judged, share);
        (judged, rest)
    }
}

/// The variant of a game that is not judged, or what is missing of it.
#[cold]
fn unjudged(text: Text<'_>, record: &Record) -> String {
    let variant = record.tag(text.bytes, "Variant").map(|tag| text.show(tag.value)).filter(|name| !name.is_empty());
    let name: Option<String> = variant.map(|name| name.chars().take(40).collect());
    name.unwrap_or_else(|| "without its position".to_owned())
}

/// The event of a game at which judging breaks off in tests.
#[cfg(test)]
pub(super) const BROKEN: &[u8] = b"internal error";

/// A finding on a whole file, counted like the others.
pub(super) fn file_finding(finding: Finding, wanted: &Wanted, counts: &mut Counts) -> Option<Finding> {
    let mut collector = Collector::new(wanted.clone());
    collector.add(finding.code, finding.severity, || finding);
    collector.commit();
    counts.absorb(&mut collector.counts);
    collector.findings.pop()
}
