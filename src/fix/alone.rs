//! A game read and replayed for itself, apart from its file: what holds of it, before its bytes change and after.

use std::collections::BTreeMap;

use super::repair::SliceEdit;
use partie_input::{Rest, Slice};
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_record::{Outcome, Record};
use partie_repair::{Effort, Repair};
use partie_replay::games::{Game, ReadingHints, SliceReader, is_plain};
use partie_replay::{End, Options, Played, Replayed, Replayer, Wanted};
use partie_rules::{Rules, Side};

/// A game among those of the bytes with which it is read for itself: of two that share a page, both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Among<'a> {
    /// The slice that it stood in.
    slice: &'a Slice,
    /// Games before it and behind it in those bytes.
    before: usize,
    behind: usize,
}

impl<'a> Among<'a> {
    /// A record of a slice.
    pub(super) fn of(slice: &'a Slice, record: &Record) -> Self {
        let is_right = record.page.is_some_and(|page| record.span.from > page.from);
        let is_left = record.page.is_some() && !is_right;
        Self { slice, before: usize::from(is_right), behind: usize::from(is_left) }
    }

    /// The only game of its bytes.
    pub(super) const fn only(slice: &'a Slice) -> Self {
        Self { slice, before: 0, behind: 0 }
    }
}

/// Replays games for themselves, with the same buffers.
#[derive(Debug)]
pub struct Alone {
    replayer: Replayer,
    record: Record,
    given: ReadingHints,
}

/// What holds of a game.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// Plies of its main line that replay, and the moves in coordinates.
    pub plies: u32,
    pub moves: String,
    /// Errors in the moves of its main line.
    pub errors: u64,
    pub recorded: Option<Outcome>,
    /// The side that mated, if the board shows it.
    pub mated: Option<Outcome>,
    findings: BTreeMap<Code, u64>,
}

/// A game that was read and replayed, and what holds of it.
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

    /// A repair with the edits that led to these facts; no search ranks it.
    pub(super) fn into_repair(self, edits: Vec<SliceEdit>, grade: Grade) -> Repair<SliceEdit> {
        let mut repair = Repair::new(edits, grade, (self.errors == 0, self.plies));
        repair.moves = Some(self.moves);
        repair
    }

    /// Whether a game of which `self` holds is one of which `before` held, better written by edits that mend these codes:
    /// the same moves, the same result unless the board decides it, less of what is mended, and nothing new to find. Where
    /// the later numbers of a line go on from a wrong one, another one only makes the next one wrong.
    pub(super) fn mends(&self, before: &Self, mut codes: impl Iterator<Item = Code>) -> bool {
        let same = self.moves == before.moves && self.plies == before.plies;
        // A tag that could not be read may hold the only result.
        let result = before.recorded.is_none() || self.recorded == before.recorded || self.recorded == before.mated;
        let count = |facts: &Self, code: Code| facts.findings.get(&code).copied().unwrap_or_default();
        let new = self.findings.iter().any(|(code, found)| *found > count(before, *code));
        // Other tags may be missing as well.
        same && result && !new && codes.all(|code| code == Code::H001 || count(self, code) < count(before, code))
    }
}

/// Whether a finding says that the main line cannot be played or read.
pub(super) fn is_error_of_line(finding: &Finding) -> bool {
    let of_moves = matches!(finding.code.as_str().as_bytes().first(), Some(b'L' | b'N' | b'S'));
    finding.line == 0 && finding.severity == Severity::Error && of_moves
}

/// Who won, where the board shows mate.
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
    /// Replays under the options of a run.
    pub fn new(options: &Options, given: ReadingHints) -> Self {
        let options = Options { keep: true, search: Effort::NONE, moves_only: false, ..options.clone() };
        let wanted = Wanted { infos: true, each: true, odd_tags: true, ..Wanted::default() };
        Self { replayer: Replayer::new(options, wanted), record: Record::default(), given }
    }

    /// Reads and replays a game in `bytes`; nothing if there are others than it stood among. `look` sees it.
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
        // What follows must be no game.
        let rest = !others || reader.read_next(&mut self.record) || reader.rest() != Rest::Nothing;
        self.record.release();
        (!rest).then_some((facts, seen))
    }

    /// What holds of such a game.
    pub(super) fn facts(&mut self, among: Among<'_>, bytes: Vec<u8>) -> Option<Facts> {
        self.replay(among, bytes, |_| ()).map(|(facts, ())| facts)
    }
}
