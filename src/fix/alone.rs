//! Reads and replays a single game apart from its file, to compare it before and after an edit.

use std::collections::BTreeMap;

use super::repair::SliceEdit;
use partie_input::{Rest, Slice};
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_record::{Outcome, Record};
use partie_repair::{Effort, Repair};
use partie_replay::games::{Game, ReadingHints, SliceReader, is_plain};
use partie_replay::{End, Options, Played, Replayed, Replayer, Wanted};
use partie_rules::{Rules, Side};

/// The position of a game in the bytes that are read for it. Two games that share a page are read together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Among<'a> {
    /// The slice that contains the game.
    slice: &'a Slice,
    /// Number of games before and after this game in the bytes that are read.
    before: usize,
    behind: usize,
}

impl<'a> Among<'a> {
    pub(super) fn of(slice: &'a Slice, record: &Record) -> Self {
        let is_right = record.page.is_some_and(|page| record.span.from > page.from);
        let is_left = record.page.is_some() && !is_right;
        Self { slice, before: usize::from(is_right), behind: usize::from(is_left) }
    }

    /// For bytes with a single game.
    pub(super) const fn only(slice: &'a Slice) -> Self {
        Self { slice, before: 0, behind: 0 }
    }
}

/// Replays single games, with reused buffers.
#[derive(Debug)]
pub struct Alone {
    replayer: Replayer,
    record: Record,
    given: ReadingHints,
}

/// Results of a replay, for comparison before and after an edit.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// Number of plies of the main line that replay, and their moves in coordinates.
    pub plies: u32,
    pub moves: String,
    /// Number of errors in the moves of the main line.
    pub errors: u64,
    pub recorded: Option<Outcome>,
    /// The win by checkmate; `None` unless the final position is checkmate.
    pub mated: Option<Outcome>,
    findings: BTreeMap<Code, u64>,
}

/// A game that was read and replayed, and its facts.
#[derive(Clone, Copy)]
pub(super) struct Found<'a> {
    pub game: &'a Game<'a>,
    pub replayed: &'a Replayed,
    pub findings: &'a [Finding],
    pub facts: &'a Facts,
}

impl Facts {
    fn new(replayed: &Replayed, findings: &[Finding]) -> Self {
        let mut counts = BTreeMap::new();
        for finding in findings {
            *counts.entry(finding.code).or_default() += u64::from(finding.count);
        }
        let errors = findings.iter().filter(|finding| is_error_of_line(finding)).count() as u64;
        Self {
            plies: replayed.plies,
            moves: replayed.played.coordinates().unwrap_or_default(),
            errors,
            recorded: replayed.recorded,
            mated: mated(replayed),
            findings: counts,
        }
    }

    /// Builds a repair from the edits that led to these facts. The repair has no rank, as no search found it.
    pub(super) fn into_repair(self, edits: Vec<SliceEdit>, grade: Grade) -> Repair<SliceEdit> {
        let mut repair = Repair::new(edits, grade, (self.errors == 0, self.plies));
        repair.moves = Some(self.moves);
        repair
    }

    /// True if `self` is the same game as `before`, with fewer findings of the fixed `codes`. Moves and plies must be
    /// the same, and so must the result unless the final position decides it. Each of `codes` must occur less often,
    /// and no code more often. If later move numbers continue from a wrong number, a correction only makes the next
    /// number wrong, and is rejected.
    pub(super) fn improves(&self, before: &Self, mut codes: impl Iterator<Item = Code>) -> bool {
        let same = self.moves == before.moves && self.plies == before.plies;
        // An unreadable tag may contain the only result.
        let result = before.recorded.is_none() || self.recorded == before.recorded || self.recorded == before.mated;
        let count = |facts: &Self, code: Code| facts.findings.get(&code).copied().unwrap_or_default();
        let new = self.findings.iter().any(|(code, found)| *found > count(before, *code));
        // H001 may remain for other missing tags.
        same && result && !new && codes.all(|code| code == Code::H001 || count(self, code) < count(before, code))
    }
}

/// True for an error that prevents the main line from being read or played.
pub(super) fn is_error_of_line(finding: &Finding) -> bool {
    let of_moves = matches!(finding.code.as_str().as_bytes().first(), Some(b'L' | b'N' | b'S'));
    finding.line == 0 && finding.severity == Severity::Error && of_moves
}

/// Returns the winner if the final position is checkmate.
fn mated(replayed: &Replayed) -> Option<Outcome> {
    if replayed.end != End::Checkmate {
        return None;
    }
    let to_move: Side = match &replayed.played {
        Played::Chess(line, _) => line.last.turn(),
        Played::Hex(line) => line.last.turn(),
        Played::Shogi(line) => line.last.turn(),
        Played::None => return None,
    };
    Some(Outcome::won_by(to_move.other()))
}

impl Alone {
    /// Uses the options of a run, without a search for repairs.
    pub fn new(options: &Options, given: ReadingHints) -> Self {
        let options = Options { keep: true, search: Effort::NONE, moves_only: false, ..options.clone() };
        let wanted = Wanted { infos: true, each: true, odd_tags: true, ..Wanted::default() };
        Self { replayer: Replayer::new(options, wanted), record: Record::default(), given }
    }

    /// Reads and replays a game in `bytes`, and shows it to `look`. `None` unless `bytes` contains exactly the expected
    /// games.
    pub(super) fn replay<T>(
        &mut self,
        Among { slice: file, before, behind }: Among<'_>,
        bytes: Vec<u8>,
        look: impl FnOnce(Found<'_>) -> T,
    ) -> Option<(Facts, T)> {
        let slice =
            Slice { bytes, format: file.format, last: true, undeclared: file.undeclared.clone(), ..Slice::default() };
        let mut reader = SliceReader::new(&slice, 0);
        for _ in 0..=before {
            if !reader.read_next(&mut self.record) {
                return None;
            }
        }
        let game = Game::new(&slice, is_plain(&slice.bytes), &mut self.record, self.given);
        let replayed = self.replayer.replay(game.text, game.record, game.plain);
        let findings = std::mem::take(&mut self.replayer.collector.findings);
        let facts = Facts::new(&replayed, &findings);
        let seen = look(Found { game: &game, replayed: &replayed, findings: &findings, facts: &facts });
        let others = (0..behind).all(|_| reader.read_next(&mut self.record));
        // `bytes` must contain no further game.
        let rest = !others || reader.read_next(&mut self.record) || reader.rest() != Rest::Nothing;
        self.record.release();
        (!rest).then_some((facts, seen))
    }

    /// Like `replay`, but returns only the facts.
    pub(super) fn facts(&mut self, among: Among<'_>, bytes: Vec<u8>) -> Option<Facts> {
        self.replay(among, bytes, |_| ()).map(|(facts, ())| facts)
    }
}
