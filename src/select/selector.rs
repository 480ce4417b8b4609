//! Which games of a slice are chosen, and where they stand. Not for writing them.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::matcher::Matcher;
use super::sort_keys::{SortKeys, SortValues};
use partie_input::{Rest, Share, Slice, Worker};
use partie_notation::pgn;
use partie_record::span;
use partie_record::{Encoding, Format, Record};
use partie_replay::Text;
use partie_replay::game_worker::SliceOut;
use partie_replay::games::{self, Chooser as _, Game, ReadingHints, SliceReader};

/// A game that was chosen.
#[derive(Clone, Debug)]
pub struct ChosenGame {
    /// Its number in the slice, from 0.
    pub index: u64,
    /// Where it begins in the slice.
    pub from: usize,
    pub to: usize,
    /// The value by which games are split.
    pub value: String,
    /// The values by which games are sorted.
    pub keys: Option<SortValues>,
    /// Whether it is chosen only as a copy of another game, or only as none.
    pub as_copy: Option<bool>,
}

/// How a game was chosen.
#[derive(Default)]
struct Found {
    value: String,
    keys: Option<SortValues>,
    as_copy: Option<bool>,
}

#[derive(Debug, Default)]
pub struct Selected {
    /// The games that were chosen.
    pub chosen: Vec<ChosenGame>,
    /// Where the first of them begins: what stands before it belongs to the last one of the slice before.
    pub first: usize,
    /// Where the last of them ends.
    pub end: usize,
}

pub struct Selector {
    /// Nothing where a list names the games: then all are.
    pub matcher: Option<Matcher>,
    /// What is asked of games that are copies of others, if that is something else.
    pub of_copies: Option<Matcher>,
    /// Whether those are chosen of which it is not true.
    pub invert: bool,
    /// What is given rather than found.
    pub given: ReadingHints,
    /// The value by which games are split, if they are.
    pub split: Option<Box<SplitValue>>,
    /// By what they are sorted, if they are.
    pub sort: Option<Arc<SortKeys>>,
}

/// The value of a game by which games are split.
pub type SplitValue = dyn FnMut(&Game<'_>) -> String + Send;

impl fmt::Debug for Selector {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Selector").field("matcher", &self.matcher).finish_non_exhaustive()
    }
}

impl Selector {
    /// Whether the next game of a slice can be told by its tags alone; where the one after it begins.
    fn skim(&self, slice: &Slice, at: usize, record: &mut Record) -> Option<usize> {
        let by_tags = self.matcher.iter().chain(&self.of_copies).all(Matcher::is_of_tags);
        let plain = by_tags
            && self.split.is_none()
            && self.sort.is_none()
            && slice.format == Format::Pgn
            && self.given.movetext.is_none();
        if plain { pgn::skim(&slice.bytes, at, record) } else { None }
    }

    /// How a game is chosen, if it is: [`ChosenGame::as_copy`].
    fn matches(&mut self, mut ask: impl FnMut(&mut Matcher) -> bool) -> Option<Option<bool>> {
        let matches = self.matcher.as_mut().is_none_or(&mut ask) != self.invert;
        match self.of_copies.as_mut().map(|matcher| ask(matcher) != self.invert) {
            Some(as_copy) if as_copy != matches => Some(Some(as_copy)),
            _ => matches.then_some(None),
        }
    }

    fn keys(&mut self, game: &Game<'_>, slice: &Slice) -> Option<SortValues> {
        let (keys, matcher) = (self.sort.as_ref()?, self.matcher.as_mut()?);
        Some(matcher.sort_values(keys, game, slice))
    }

    /// Judges a game that was read: whether it is chosen, its value, and by what it is sorted; an error if that broke off.
    fn judge(&mut self, game: &Game<'_>, slice: &Slice) -> Result<Option<Found>, ()> {
        let judged = catch_unwind(AssertUnwindSafe(|| {
            let as_copy = self.matches(|matcher| matcher.matches(game, slice))?;
            let value = self.split.as_mut().map(|value| value(game)).unwrap_or_default();
            Some(Found { value, keys: self.keys(game, slice), as_copy })
        }));
        judged.map_err(|_| self.matcher.iter_mut().chain(&mut self.of_copies).for_each(Matcher::renew))
    }
}

impl Worker for Selector {
    type Out = SliceOut<Selected>;

    fn work(&mut self, slice: &Slice, _: &Share<'_>) -> (Self::Out, Rest) {
        let mut out = SliceOut::<Selected>::default();
        let selected = &mut out.made;
        let plain = games::is_plain(&slice.bytes);
        let mut reader = SliceReader::new(slice, 0);
        // With its indentation, without which a printed page is read in other columns.
        let begins = |reader: &SliceReader<'_>| span::indentation_start(&slice.bytes, reader.start()).max(reader.end());
        let (mut record, mut skimmed) = (Record::default(), Record::default());
        loop {
            let from = begins(&reader);
            let start = reader.start();
            let found = if let Some(next) = self.skim(slice, start, &mut skimmed) {
                reader.go_to(next);
                let text = Text { bytes: &slice.bytes, encoding: Encoding::Utf8, last: false };
                let found = self.matches(|matcher| matcher.matches_tags(text, &skimmed));
                found.map(|as_copy| Found { as_copy, ..Found::default() })
            } else if reader.read_next(&mut record) {
                let game = Game { start, ..Game::new(slice, plain, &mut record, self.given) };
                let found = self.judge(&game, slice).unwrap_or_else(|()| {
                    out.panicked.get_or_insert(out.games);
                    None
                });
                record.release();
                found
            } else {
                break;
            };
            if out.games == 0 {
                selected.first = from;
            }
            // It goes on to where the next one begins.
            let end = begins(&reader);
            selected.end = end;
            if let Some(Found { value, keys, as_copy }) = found {
                selected.chosen.push(ChosenGame { index: out.games, from, to: end, value, keys, as_copy });
            }
            out.games += 1;
        }
        if let Some(kept) = reader.rest().start() {
            // What is read again with the next slice belongs to that.
            selected.end = selected.end.min(kept);
            let games = out.games;
            if let Some(last) = selected.chosen.last_mut().filter(|last| last.index + 1 == games) {
                last.to = last.to.min(kept);
            }
        }
        if out.games == 0 {
            selected.first = reader.rest().start().unwrap_or(slice.bytes.len());
            selected.end = selected.first;
        }
        (out, reader.rest())
    }
}
