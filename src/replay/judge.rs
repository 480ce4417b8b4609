//! Judges the games of a slice: keeps games with something to show, and totals of all games.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::Replayer;
use super::collect::{Collector, Counts, Wanted};
use super::game_report::{Replayed, RulesFrom, Status};
use super::game_tags::players;
use super::game_worker::{GameWorker, Games};
use super::games::{self, Choice, Game, ReadingHints, SliceReader, is_plain};
use super::odd_tags::OddTagsOfSlice;
use super::options::Options;
use super::seen::{EncodingsSeen, EndsSeen};
use super::shogi;
use super::text::Text;
use super::unjudged::Unjudged;
use partie_input::{Rest, Slice};
use partie_notation::pgn::Noise;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::span::{LineEnds, Span};
use partie_record::{Encoding, Format, Movetext, Record};

#[derive(Clone, Debug, Default)]
pub struct JudgePlan {
    /// The rules, and how records are read.
    pub options: Options,
    pub wanted: Wanted,
    /// Properties that the caller gives, so that they are not detected.
    pub given: ReadingHints,
    /// Keeps every game, not only those with findings.
    pub games: bool,
    /// Which games are judged; `None` for all.
    pub choice: Option<Arc<dyn Choice>>,
}

/// A game with something to show.
#[derive(Debug)]
pub struct GameOut {
    /// Number in the slice, from 0.
    pub index: u64,
    /// Offset in the slice from which the game is read.
    pub start: usize,
    pub span: Span,
    pub encoding: Encoding,
    pub format: Format,
    /// The notation of the moves.
    pub movetext: Movetext,
    /// The first player's name, if known.
    pub first: Option<Span>,
    /// The second player's name, if known.
    pub second: Option<Span>,
    pub findings: Vec<Finding>,
    pub replayed: Replayed,
}

impl GameOut {
    fn bytes(&self) -> usize {
        let findings: usize = self.findings.iter().map(Finding::bytes).sum();
        let unused = (self.findings.capacity() - self.findings.len()) * size_of::<Finding>();
        // The vector of games may have as much unused capacity.
        2 * size_of::<Self>() + findings + unused + size_of_val(&*self.replayed.draws)
    }
}

/// The judged games of a slice, with totals.
#[derive(Debug, Default)]
pub struct Judged {
    /// Games with something to show.
    pub shown: Vec<GameOut>,
    pub plies: u64,
    /// Games in which a player could have claimed a draw.
    pub claims: u64,
    /// Line ends up to the beginning of the next slice.
    pub lines: u64,
    pub counts: Counts,
    pub broken: u64,
    pub unjudged: Unjudged,
    /// Games that show the encoding of the file, with their numbers in the slice.
    pub encodings: Vec<(Encoding, u64, Span)>,
    encodings_seen: EncodingsSeen,
    pub line_ends: EndsSeen,
    /// Tags that are not in PGN's notation.
    pub odd_tags: OddTagsOfSlice,
    /// Noise after the last game.
    pub noise: Option<Noise>,
    /// Number of games under a rule book other than the default, by the source and name of the book.
    pub ruled: BTreeMap<(RulesFrom, &'static str), u64>,
    /// Bytes of the games to show.
    kept: usize,
}

/// Judges games with one set of buffers.
#[derive(Debug)]
pub struct Judge {
    replayer: Replayer,
    plan: JudgePlan,
}

impl Judge {
    pub fn new(plan: JudgePlan) -> Self {
        Self { replayer: Replayer::new(plan.options.clone(), plan.wanted.clone()), plan }
    }

    /// Returns a worker that judges the chosen games.
    pub fn worker(plan: &JudgePlan) -> GameWorker<Self> {
        let chooser = plan.choice.as_ref().map(|choice| choice.chooser());
        GameWorker::new(Self::new(plan.clone()), plan.given, chooser)
    }

    fn judge(&mut self, game: &Game<'_>, judged: &mut Judged) {
        let Game { text, source, encoding, record, plain, odd, start, index, .. } = *game;
        let bytes = text.bytes;
        let span = record.place(record.span).of_slice();
        if odd && judged.encodings_seen.should_report(game.slice, span, encoding) {
            judged.encodings.push((encoding, index, span));
        }
        let replayed = self.replayer.replay(text, record, plain);
        judged.plies += u64::from(replayed.plies);
        let odd_tags = &self.replayer.collector.otherwise;
        if !odd_tags.is_empty() {
            judged.odd_tags.add(index, record, odd_tags);
        }
        judged.claims += u64::from(replayed.could_claim());
        if replayed.has_chosen_rules() {
            *judged.ruled.entry((replayed.rules_from, replayed.rules)).or_default() += 1;
        }
        match replayed.status {
            Status::Ok => {}
            Status::Error | Status::Unreadable => {
                let findings = &self.replayer.collector.findings;
                let is_allowed = |finding: &&Finding| finding.severity == Severity::Error && finding.allowed.is_some();
                let allowed = findings.iter().filter(is_allowed).count();
                judged.broken += u64::from(allowed == 0 || allowed < self.replayer.collector.errors() as usize);
            }
            Status::Unsupported => judged.unjudged.add_games(&unjudged(text, record), 1),
        }
        if self.plan.games || !self.replayer.collector.findings.is_empty() {
            let mut findings = self.replayer.collector.take_sorted();
            games::place(&mut findings, record);
            let [first, second] = players(bytes, record).map(|span| span.map(|span| record.place(span).of_slice()));
            judged.shown.push(GameOut {
                index,
                start,
                span,
                // A record in JSON is UTF-8 in the file.
                encoding: if record.decoded.is_empty() || source.is_some() { encoding } else { Encoding::Utf8 },
                format: record.format,
                movetext: record.movetext,
                first,
                second,
                findings,
                replayed,
            });
        }
    }

    /// Returns the findings of the game that is read from `start` on, and the number of its lines that were searched
    /// for repairs. `None` after an internal error, or if the game has nothing to show.
    pub fn again(&mut self, slice: &Slice, start: usize) -> Option<(Vec<Finding>, u32)> {
        let mut record = Record::default();
        let given = self.plan.given;
        let mut judged = Judged::default();
        let judging = catch_unwind(AssertUnwindSafe(|| {
            if SliceReader::new(slice, start).read_next(&mut record) {
                self.judge(&Game::new(slice, is_plain(&slice.bytes), &mut record, given), &mut judged);
            }
        }));
        if judging.is_err() {
            *self = Self::new(self.plan.clone());
            return None;
        }
        judged.shown.pop().map(|game| (game.findings, self.replayer.collector.searched))
    }
}

impl Games for Judge {
    type Out = Judged;

    fn game(&mut self, game: &Game<'_>, judged: &mut Judged) {
        let before = judged.shown.len();
        self.judge(game, judged);
        judged.kept += judged.shown.iter().skip(before).map(GameOut::bytes).sum::<usize>();
    }

    fn kept(&mut self, judged: &Judged) -> usize {
        judged.kept
    }

    fn noise(&mut self, noise: Noise, judged: &mut Judged) {
        judged.noise = Some(noise);
    }

    fn panicked(&mut self, judged: &mut Judged) {
        // Findings of earlier games are kept, and the error itself counts.
        judged.counts.absorb(&mut self.replayer.collector.counts);
        if self.plan.wanted.selection.counts(Code::X099) {
            judged.counts.add(Code::X099, Severity::Error);
        }
        *self = Self::new(self.plan.clone());
    }

    fn end(&mut self, slice: &Slice, rest: Rest, judged: &mut Judged) {
        let ends = LineEnds::of(&slice.bytes);
        judged.line_ends = EndsSeen::of(ends);
        judged.lines = games::lines(slice, rest, ends);
        judged.counts.absorb(&mut self.replayer.collector.counts);
    }
}

/// Returns the variant of a game that is not judged, or a description of the missing position.
#[cold]
fn unjudged(text: Text<'_>, record: &Record) -> String {
    let variant = record.tag(text.bytes, "Variant").map(|tag| text.show(tag.value)).filter(|name| !name.is_empty());
    if record.format.is_shogi()
        && let Some(other) = shogi::other_game::of(text, record)
    {
        return other.name;
    }
    let name: Option<String> = variant.map(|name| name.chars().take(40).collect());
    name.unwrap_or_else(|| "without its position".to_owned())
}

/// Counts a finding about a whole file; `None` if it is not wanted.
pub fn file_finding(finding: Finding, wanted: &Wanted, counts: &mut Counts) -> Option<Finding> {
    let mut collector = Collector::new(wanted.clone());
    collector.add(finding.code, finding.severity, || finding);
    collector.commit();
    counts.absorb(&mut collector.counts);
    collector.take_sorted().pop()
}
