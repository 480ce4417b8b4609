//! The worker of `select`: which games of a slice are chosen, and where they stand. Not for writing them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::convert_eco::Codes;
use super::convert_work::value;
use partie_archive::Worker;
use partie_input::{Rest, Share, Slice};
use partie_notation::pgn;
use partie_query::{Matcher, SortKeys, SortValues};
use partie_record::{Encoding, Format, Record};
use partie_replay::Text;
use partie_replay::games::{self, Chooser as _, Game, ReadingHints, SliceReader};

/// A game that was chosen: its number in the slice from 0, its bytes, and the value by which games are split.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub(super) index: u64,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) value: String,
    /// The values by which games are sorted.
    pub(super) keys: Option<SortValues>,
    /// Whether it is chosen only as a copy of another game, or only as none.
    pub(super) as_copy: Option<bool>,
}

/// How a game was chosen.
#[derive(Default)]
struct Found {
    value: String,
    keys: Option<SortValues>,
    as_copy: Option<bool>,
}

/// What a slice holds.
#[derive(Debug, Default)]
pub(super) struct Selected {
    pub(super) chosen: Vec<Chosen>,
    /// Games that were read.
    pub(super) games: u64,
    /// Where the first of them begins: what stands before it belongs to the last one of the slice before.
    pub(super) first: usize,
    /// Where the last of them ends.
    pub(super) end: usize,
    /// An internal error, with the game's number in the slice.
    pub(super) panicked: Option<u64>,
}

/// How games are chosen.
pub(super) struct Selector {
    /// Nothing where a list names the games: then all are.
    pub(super) matcher: Option<Matcher>,
    /// What is asked of games that are copies of others, if that is something else.
    pub(super) of_copies: Option<Matcher>,
    pub(super) invert: bool,
    pub(super) given: ReadingHints,
    /// The tag by which games are split, and codes of openings, if that is ECO.
    pub(super) split_by: Option<String>,
    pub(super) codes: Option<Codes>,
    pub(super) sort: Option<Arc<SortKeys>>,
    /// Used again and again.
    pub(super) record: Record,
}

impl Selector {
    /// Whether the next game of a slice can be told by its tags alone; where the one after it begins.
    fn skim(&mut self, slice: &Slice, at: usize) -> Option<usize> {
        let by_tags = self.matcher.iter().chain(&self.of_copies).all(Matcher::is_of_tags);
        let plain = by_tags
            && self.split_by.is_none()
            && self.sort.is_none()
            && slice.format == Format::Pgn
            && self.given.movetext.is_none();
        if plain { pgn::skim(&slice.bytes, at, &mut self.record) } else { None }
    }

    /// How a game is chosen, if it is: [`Chosen::as_copy`].
    fn matches(&mut self, mut ask: impl FnMut(&mut Matcher) -> bool) -> Option<Option<bool>> {
        let matches = self.matcher.as_mut().is_none_or(&mut ask) != self.invert;
        match self.of_copies.as_mut().map(|matcher| ask(matcher) != self.invert) {
            Some(as_copy) if as_copy != matches => Some(Some(as_copy)),
            _ => matches.then_some(None),
        }
    }

    fn value(&mut self, game: &Game<'_>) -> String {
        let Some(tag) = &self.split_by else { return String::new() };
        let value = value(game.text, game.record, tag);
        match &mut self.codes {
            Some(codes) if value.trim().is_empty() || value == "?" => codes.of(game).to_owned(),
            _ => value,
        }
    }

    fn keys(&mut self, game: &Game<'_>, slice: &Slice) -> Option<SortValues> {
        let (keys, matcher) = (self.sort.as_ref()?, self.matcher.as_mut()?);
        Some(matcher.sort_values(keys, game, slice))
    }

    /// Judges a game that was read; whether it is chosen, its value, and by what it is sorted.
    fn judge(&mut self, game: &Game<'_>, slice: &Slice, selected: &mut Selected) -> Option<Found> {
        let judged = catch_unwind(AssertUnwindSafe(|| {
            let as_copy = self.matches(|matcher| matcher.matches(game, slice))?;
            Some(Found { value: self.value(game), keys: self.keys(game, slice), as_copy })
        }));
        judged.unwrap_or_else(|_| {
            selected.panicked.get_or_insert(selected.games);
            self.matcher.iter_mut().chain(&mut self.of_copies).for_each(Matcher::renew);
            None
        })
    }
}

impl Worker for Selector {
    type Out = Selected;

    fn work(&mut self, slice: &Slice, _: &Share<'_>) -> (Selected, Rest) {
        let mut selected = Selected::default();
        let plain = games::is_plain(&slice.bytes);
        let mut reader = SliceReader::new(slice, 0);
        let mut record = Record::default();
        loop {
            let start = reader.start();
            let found = if let Some(next) = self.skim(slice, start) {
                reader.go_to(next);
                let text = Text { bytes: &slice.bytes, encoding: Encoding::Utf8, last: false };
                let record = std::mem::take(&mut self.record);
                let found = self.matches(|matcher| matcher.matches_tags(text, &record));
                self.record = record;
                found.map(|as_copy| Found { as_copy, ..Found::default() })
            } else if reader.read(&mut record) {
                let game = Game { start, ..Game::new(slice, plain, &mut record, self.given) };
                let found = self.judge(&game, slice, &mut selected);
                record.release();
                found
            } else {
                break;
            };
            if selected.games == 0 {
                selected.first = start;
            }
            // It goes on to where the next one begins.
            let end = reader.start();
            selected.end = end;
            if let Some(Found { value, keys, as_copy }) = found {
                selected.chosen.push(Chosen { index: selected.games, from: start, to: end, value, keys, as_copy });
            }
            selected.games += 1;
        }
        if let Some(kept) = reader.rest().start() {
            // What is read again with the next slice belongs to that.
            selected.end = selected.end.min(kept);
            let games = selected.games;
            if let Some(last) = selected.chosen.last_mut().filter(|last| last.index + 1 == games) {
                last.to = last.to.min(kept);
            }
        }
        if selected.games == 0 {
            selected.first = reader.rest().start().unwrap_or(slice.bytes.len());
            selected.end = selected.first;
        }
        (selected, reader.rest())
    }
}
