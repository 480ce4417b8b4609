//! The worker of `validate` and `show`: games of a slice, one after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::archive::{Encoding, Slice, Worker};
use crate::finding::{Code, Finding, Severity};
use crate::notation::{Found, container, iccf};
use crate::record::{Format, Movetext, Note, Record};
use crate::replay::{Collector, Counts, How, Options, Replayed, Replayer, Text, Wanted, players};
use crate::span::{LineEnds, Span};

/// How slices are judged.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) options: Options,
    pub(super) wanted: Wanted,
    pub(super) encoding: Option<Encoding>,
    /// The record format, if it is given rather than found.
    pub(super) format: Option<Format>,
    /// How the moves are written, if that is given rather than found.
    pub(super) movetext: Option<Movetext>,
    /// Whether every game is kept, not only those with findings.
    pub(super) games: bool,
}

/// A game with something to show.
#[derive(Debug)]
pub(super) struct GameOut {
    /// Number in the slice, from 0.
    pub(super) index: u64,
    pub(super) span: Span,
    pub(super) encoding: Encoding,
    pub(super) format: Format,
    pub(super) movetext: Movetext,
    pub(super) first: Option<Span>,
    pub(super) second: Option<Span>,
    pub(super) findings: Vec<Finding>,
    pub(super) replayed: Replayed,
}

/// What a slice holds.
#[derive(Debug, Default)]
pub(super) struct Judged {
    pub(super) shown: Vec<GameOut>,
    pub(super) games: u64,
    pub(super) plies: u64,
    pub(super) claims: u64,
    /// Line ends up to where the next slice goes on.
    pub(super) lines: u64,
    pub(super) counts: Counts,
    /// The first game of each encoding beside ASCII, with its number in the slice.
    pub(super) encodings: Vec<(Encoding, u64, Span)>,
    /// Line ends that are not LF, and whether LF occur as well.
    pub(super) line_ends: EndsSeen,
    /// An internal error, with the game's number in the slice.
    pub(super) panicked: Option<u64>,
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
    plan: Plan,
}

impl Judge {
    pub(super) fn new(plan: Plan) -> Self {
        let replayer = Replayer::new(plan.options.clone(), plan.wanted.clone());
        Self { replayer, record: Record::default(), plan }
    }

    fn game(&mut self, slice: &Slice, plain: bool, judged: &mut Judged) {
        if let Some(movetext) = self.plan.movetext.filter(|_| !self.record.format.is_shogi()) {
            // The language that was found stays, unless one is given.
            let found =
                matches!((movetext, self.record.movetext), (Movetext::Descriptive(_), Movetext::Descriptive(_)));
            if !found || self.plan.options.letters.is_some() {
                self.record.movetext = movetext;
            }
            if movetext == Movetext::Iccf {
                iccf::believe(&slice.bytes, &mut self.record);
            }
        }
        // Records of JSON have their text beside the slice, and the file's end is not theirs.
        let decoded = !self.record.decoded.is_empty();
        let (plain, last) = (plain && !decoded, slice.last || decoded);
        let bytes = self.record.text(&slice.bytes);
        let whole = self.record.span.of(bytes);
        let encoding = match self.plan.encoding {
            // Records of shogi are read in the script that their bytes show.
            Some(encoding) if !self.record.format.is_shogi() => encoding,
            _ if plain || whole.is_ascii() => Encoding::Utf8,
            _ => {
                let script = container::script(bytes, &self.record);
                let encoding = script.map_or_else(|| Encoding::of(whole), Encoding::from);
                if !decoded && !judged.encodings.iter().any(|(known, ..)| *known == encoding) {
                    judged.encodings.push((encoding, judged.games, self.record.span));
                }
                encoding
            }
        };
        let replayed = self.replayer.replay(Text { bytes, encoding, last }, &self.record, plain);
        judged.plies += u64::from(replayed.plies);
        judged.claims += u64::from(replayed.draws.iter().any(|draw| draw.how == How::Standing));
        let findings = &mut self.replayer.collector.findings;
        if self.plan.games || !findings.is_empty() {
            let mut findings = std::mem::take(findings);
            findings.sort_by_key(|finding| (finding.span.from, finding.code));
            if decoded {
                for finding in &mut findings {
                    finding.span = self.record.place(finding.span);
                    for cause in &mut finding.causes {
                        cause.span = cause.span.map(|span| self.record.place(span));
                    }
                }
            }
            let [first, second] = players(bytes, &self.record).map(|span| span.map(|span| self.record.place(span)));
            judged.shown.push(GameOut {
                index: judged.games,
                span: self.record.place(self.record.span),
                encoding: if decoded { Encoding::Utf8 } else { encoding },
                format: self.record.format,
                movetext: self.record.movetext,
                first,
                second,
                findings,
                replayed,
            });
        }
        judged.games += 1;
    }

    fn slice(&mut self, slice: &Slice, judged: &mut Judged) -> Option<usize> {
        let bytes = &slice.bytes;
        let plain = is_plain(bytes);
        let ends = LineEnds::of(bytes);
        judged.line_ends = EndsSeen::of(ends);
        let last = slice.last || slice.cut_short;
        let mut at = 0;
        let mut tail = None;
        while at < bytes.len() {
            match container::read(slice.format, bytes, at, last, &mut self.record) {
                Found::Record(end) => {
                    if slice.cut_short && end >= bytes.len() {
                        let span = Span::new(at, end);
                        self.record.notes.push(Note { code: Code::B007, span, other: None });
                    }
                    let outcome = catch_unwind(AssertUnwindSafe(|| self.game(slice, plain, judged)));
                    if outcome.is_err() {
                        judged.panicked.get_or_insert(judged.games);
                        judged.games += 1;
                        *self = Self::new(self.plan.clone());
                    }
                    at = end;
                }
                Found::Unfinished => {
                    tail = Some(at);
                    break;
                }
                Found::Text(_) => {
                    // It may stand before a game of the next slice.
                    tail = (!last).then_some(at);
                    break;
                }
                Found::Nothing => break,
            }
        }
        judged.lines = match tail {
            None => ends.lines() + slice.lines_left_out(0, bytes.len()),
            Some(tail) => slice.lines(0, tail),
        };
        judged.counts.absorb(&mut self.replayer.collector.counts);
        tail
    }
}

impl Worker for Judge {
    type Out = Judged;

    fn work(&mut self, slice: &Slice) -> (Judged, Option<usize>) {
        let mut judged = Judged::default();
        let tail = self.slice(slice, &mut judged);
        (judged, tail)
    }
}

/// Whether all bytes are printable ASCII, tabs or line ends. Written so that it compiles to vector code.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.chunks(4096).all(|part| {
        let odd = part.iter().fold(false, |odd, &byte| {
            odd | (byte < b' ') & (byte != b'\n') & (byte != b'\r') & (byte != b'\t') | (byte >= 0x7f)
        });
        !odd
    })
}

/// A finding on a whole file, counted like the others.
pub(super) fn file_finding(
    code: Code,
    span: Span,
    message: String,
    wanted: &Wanted,
    counts: &mut Counts,
) -> Option<Finding> {
    let mut collector = Collector::new(wanted.clone());
    let severity: Severity = code.entry().severity;
    collector.add(code, severity, || Finding::new(code, span, message));
    collector.commit();
    counts.absorb(&mut collector.counts);
    collector.findings.pop()
}
