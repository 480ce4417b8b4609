//! Counts tags that are not in PGN's notation, for a game and for a file.

use partie_input::Slice;
use partie_record::Record;
use partie_record::finding::{Code, Finding};
use partie_record::message::text as said;
use partie_record::say;
use partie_record::span::{SliceSpan, Span};

/// Maximum number of characters of a value in a message.
const MAX_SHOWN_CHARS: usize = 60;

/// Kinds of tags that are not in PGN's notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OddTag {
    Date,
    /// A date with two readings.
    OpenDate,
    Result,
}

impl OddTag {
    const COUNT: usize = 3;
}

/// The number of odd tags of each kind in a game, and the span of the first one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OddTags([(u32, Span); OddTag::COUNT]);

impl OddTags {
    pub(super) const fn add(&mut self, tag: OddTag, value: Span) {
        let (number, first) = &mut self.0[tag as usize];
        if *number == 0 {
            *first = value;
        }
        *number += 1;
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|(number, _)| *number == 0)
    }
}

/// The number of odd tags of each kind in a slice, with the index of the first such game and the span of the tag.
#[derive(Clone, Copy, Debug, Default)]
pub struct OddTagsOfSlice([(u64, u64, SliceSpan); OddTag::COUNT]);

impl OddTagsOfSlice {
    pub fn add(&mut self, index: u64, record: &Record, tags: &OddTags) {
        for ((sum, game, first), (number, value)) in self.0.iter_mut().zip(&tags.0) {
            if *sum == 0 && *number > 0 {
                (*game, *first) = (index, record.place(*value));
            }
            *sum += u64::from(*number);
        }
    }
}

/// The first odd tag of a kind in a file.
#[derive(Clone, Debug)]
struct FirstOdd {
    /// Number of the tag's game and of its line, from 1.
    game: u64,
    line: u64,
    value: String,
}

/// The number of odd tags of each kind in a file, with the first one.
#[derive(Clone, Debug, Default)]
pub(super) struct OddTagsOfFile([(u64, Option<FirstOdd>); OddTag::COUNT]);

impl OddTagsOfFile {
    /// Adds the tags of a slice; `games` and `lines` count those before the slice.
    pub(super) fn add(&mut self, slice: &Slice, (games, lines): (u64, u64), tags: &OddTagsOfSlice) {
        for ((sum, known), (number, index, first)) in self.0.iter_mut().zip(&tags.0) {
            if *number > 0 && known.is_none() {
                let line = lines + slice.lines(0, first.from as usize) + 1;
                let value: String =
                    String::from_utf8_lossy(first.of(&slice.bytes)).chars().take(MAX_SHOWN_CHARS).collect();
                *known = Some(FirstOdd { game: games + index + 1, line, value });
            }
            *sum += number;
        }
    }

    /// Returns one finding for each code, with the number of the first game and the line of the tag.
    pub(super) fn findings(&self) -> impl Iterator<Item = (Finding, u64, u64)> {
        [self.dates(), self.results()].into_iter().flatten()
    }

    fn of(&self, tag: OddTag) -> Option<(u64, &FirstOdd)> {
        let (number, first) = &self.0[tag as usize];
        first.as_ref().map(|first| (*number, first))
    }

    fn dates(&self) -> Option<(Finding, u64, u64)> {
        let (certain, open) = (self.of(OddTag::Date), self.of(OddTag::OpenDate));
        let (_, first) = [certain, open].into_iter().flatten().min_by_key(|(_, first)| first.line)?;
        let number = certain.map_or(0, |(number, _)| number) + open.map_or(0, |(number, _)| number);
        let message = say!("dates-otherwise", number = number, value = said(first.value.as_str()));
        let mut finding = Finding::new(Code::H004, Span::default(), message);
        if certain.is_some() {
            finding.add_help(say!("fix-writes-dates"));
        }
        if let Some((number, open)) = open {
            finding.add_help(say!("dates-open", number = number, value = said(open.value.as_str())));
        }
        Some((finding, first.game, first.line))
    }

    fn results(&self) -> Option<(Finding, u64, u64)> {
        let (number, first) = self.of(OddTag::Result)?;
        let message = say!("results-otherwise", number = number, value = said(first.value.as_str()));
        let finding = Finding::new(Code::H007, Span::default(), message).help(say!("fix-writes-results"));
        Some((finding, first.game, first.line))
    }
}
