//! The location of a game: its slice, its number, the name of its text.

use std::ops::Range;
use std::sync::Arc;

use partie_input::{LineIndex, Slice};
use partie_record::span::Span;
use partie_replay::{GameInSlice, GamePlace, Place};

#[derive(Clone, Debug)]
pub(crate) struct Home {
    pub(crate) slice: Arc<Slice>,
    /// True if the slice is plain ASCII; computed once for all games of the slice.
    pub(crate) plain: bool,
    /// The name of the text.
    pub(crate) name: Arc<str>,
    /// Number of the game in the text, from 1; 0 for findings on the text as a whole.
    pub(crate) number: u64,
    pub(crate) at: GameInSlice,
    /// Start of a line in the slice, and the number of lines of the text before it.
    pub(crate) anchor: (usize, u64),
    /// The rule book under which the game was judged.
    pub(crate) rules: &'static str,
}

impl Home {
    /// Calls `take` with the place of the game and the lines of its slice.
    pub(crate) fn with<T>(&self, take: impl FnOnce(&GamePlace<'_>) -> T) -> T {
        let lines = LineIndex::new(&self.slice, self.at.encoding, self.anchor);
        take(&self.at.in_file(&self.name, self.number, &self.slice, &lines))
    }

    /// The place of a byte of the slice.
    pub(crate) fn place(&self, at: usize) -> Place {
        self.with(|place| place.place(at))
    }

    /// Maps a span of the slice to bytes of the text.
    pub(crate) fn span(&self, span: Span) -> Range<u64> {
        self.with(|place| place.bytes(span))
    }

    /// The text of a span of the slice.
    pub(crate) fn text(&self, span: Span) -> String {
        self.with(|place| place.text(span))
    }
}
