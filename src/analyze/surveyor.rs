//! The worker of a run without tables: slices to totals, on any number of threads.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::analyst::{Analyst, Place, Settings};
use super::summary::{Summary, Tally};
use crate::archive::{Slice, Worker};
use crate::finding::Code;
use crate::notation::{Found, container};
use crate::record::{Note, Record};
use crate::span::Span;

/// What a slice holds.
#[derive(Debug, Default)]
pub struct Survey {
    /// Totals.
    pub summary: Summary,
    /// Games whose judging broke off, by number in the slice from 0.
    pub panicked: Option<u64>,
}

/// Makes totals of slices.
#[derive(Debug)]
pub struct Surveyor {
    analyst: Analyst,
    record: Record,
    tally: Tally,
}

impl Surveyor {
    /// A surveyor of those settings.
    pub fn new(settings: Settings) -> Self {
        Self { analyst: Analyst::new(settings), record: Record::default(), tally: Tally::default() }
    }

    fn game(&mut self, slice: &Slice, plain: bool) {
        self.analyst.judge(slice, plain, &mut self.record);
        let place = Place { source: "", game: 0, line: 0, offset: 0, slice, start: 0 };
        if let (Some(judged), Some(row)) = (self.analyst.judged(), self.analyst.game_row(&place, &self.record)) {
            self.tally.add(&row, judged);
        }
    }
}

impl Worker for Surveyor {
    type Out = Survey;

    fn work(&mut self, slice: &Slice) -> (Survey, Option<usize>) {
        let mut survey = Survey::default();
        let bytes = &slice.bytes;
        let plain = is_plain(bytes);
        let last = slice.last || slice.cut_short;
        let (mut at, mut tail) = (0, None);
        while at < bytes.len() {
            match container::read(slice.format, bytes, at, last, &mut self.record) {
                Found::Record(end) => {
                    if slice.cut_short && end >= bytes.len() {
                        let span = Span::new(at, end);
                        self.record.notes.push(Note { code: Code::B007, span, other: None });
                    }
                    if catch_unwind(AssertUnwindSafe(|| self.game(slice, plain))).is_err() {
                        survey.panicked.get_or_insert(self.tally.games());
                        self.tally.add_broken();
                        self.analyst.renew();
                        self.record = Record::default();
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
        survey.summary = self.tally.take(self.analyst.counts());
        (survey, tail)
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
