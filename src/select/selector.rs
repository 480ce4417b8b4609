//! Chooses the games of a slice and returns their byte ranges. Callers write them.

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

/// A chosen game.
#[derive(Clone, Debug)]
pub struct ChosenGame {
    /// Index of the game in the slice, from 0.
    pub index: u64,
    /// Byte offset of the game's start in the slice.
    pub from: usize,
    pub to: usize,
    /// The value by which `--split` groups games.
    pub value: String,
    /// The values by which games are sorted.
    pub keys: Option<SortValues>,
    /// `Some(true)` if chosen only as a copy of another game, `Some(false)` if chosen only as a non-copy.
    pub as_copy: Option<bool>,
}

/// Details of a game that was chosen.
#[derive(Default)]
struct Found {
    value: String,
    keys: Option<SortValues>,
    as_copy: Option<bool>,
}

#[derive(Debug, Default)]
pub struct Selected {
    pub chosen: Vec<ChosenGame>,
    /// Start of the first game of the slice; bytes before it belong to the last game of the previous slice.
    pub first: usize,
    /// End of the last game of the slice.
    pub end: usize,
}

pub struct Selector {
    /// `None` if a list names the games; every game then matches.
    pub matcher: Option<Matcher>,
    /// The matcher for games that are copies, if the query treats them differently.
    pub of_copies: Option<Matcher>,
    /// Whether to choose the games that do not match.
    pub invert: bool,
    /// Hints from the caller that override detection.
    pub given: ReadingHints,
    /// Computes the split value of a game, if games are split.
    pub split: Option<Box<SplitValue>>,
    /// The sort keys, if games are sorted.
    pub sort: Option<Arc<SortKeys>>,
}

/// Computes the value by which games are split.
pub type SplitValue = dyn FnMut(&Game<'_>) -> String + Send;

impl fmt::Debug for Selector {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Selector").field("matcher", &self.matcher).finish_non_exhaustive()
    }
}

impl Selector {
    /// Reads only the tags of the game at `at` and returns the end of that game; `None` if tags alone do not suffice.
    fn skim(&self, slice: &Slice, at: usize, record: &mut Record) -> Option<usize> {
        let by_tags = self.matcher.iter().chain(&self.of_copies).all(Matcher::is_of_tags);
        let plain = by_tags
            && self.split.is_none()
            && self.sort.is_none()
            && slice.format == Format::Pgn
            && self.given.movetext.is_none();
        if plain { pgn::skim(&slice.bytes, at, record) } else { None }
    }

    /// Returns [`ChosenGame::as_copy`] if the game is chosen, else `None`.
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

    /// Evaluates a game and returns its split and sort values if it is chosen.
    ///
    /// # Errors
    /// If the evaluation panicked.
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
        // The blanks before a printed score are columns of its page.
        let begins = |reader: &SliceReader<'_>| match slice.format {
            Format::Score => span::indentation_start(&slice.bytes, reader.start()).max(reader.end()),
            _ => reader.start(),
        };
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
            // A game extends to the start of the next one.
            let end = begins(&reader);
            selected.end = end;
            if let Some(Found { value, keys, as_copy }) = found {
                selected.chosen.push(ChosenGame { index: out.games, from, to: end, value, keys, as_copy });
            }
            out.games += 1;
        }
        if let Some(kept) = reader.rest().start() {
            // Bytes from `kept` on are read again with the next slice and belong to it.
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
