//! Parts of records that a target could not contain, counted by kind.

use partie_record::message::{Message, text};
use partie_record::say;

/// A kind of loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loss {
    Comments,
    /// Variations. Their moves and times are not counted separately.
    Variations,
    /// Numeric annotation glyphs, and equivalent marks.
    Nags,
    /// Times of moves, or fractions of their seconds.
    Times,
    /// Headers, or the line breaks in their values.
    Headers,
    /// Start positions other than the initial one.
    Starts,
    /// Results and closing words, or the detail lost by writing the nearest word instead.
    Ends,
    /// Moves after the first error of a line.
    Moves,
    Bookmarks,
    /// Lines for programs, such as escape lines.
    ProgramLines,
    /// Unreadable parts of the text.
    Unread,
}

impl Loss {
    /// The message for a loss in the target of that name.
    pub fn said(self, number: u64, target: &'static str) -> Message {
        let target = text(target);
        match self {
            Self::Comments => say!("lost-comments", number = number, target = target),
            Self::Variations => say!("lost-variations", number = number, target = target),
            Self::Nags => say!("lost-nags", number = number, target = target),
            Self::Times => say!("lost-times", number = number, target = target),
            Self::Headers => say!("lost-tags", number = number, target = target),
            Self::Starts => say!("lost-starts", number = number, target = target),
            Self::Ends => say!("lost-results", number = number, target = target),
            Self::Moves => say!("lost-moves", number = number, target = target),
            Self::Bookmarks => say!("lost-bookmarks", number = number, target = target),
            Self::ProgramLines => say!("lost-program-lines", number = number, target = target),
            Self::Unread => say!("lost-unread", number = number, target = target),
        }
    }
}

/// The kinds and their names, in the order of [`Loss`].
const KINDS: [(Loss, &str, &str); 11] = [
    (Loss::Comments, "comment", "comments"),
    (Loss::Variations, "variation", "variations"),
    (Loss::Nags, "NAG", "NAGs"),
    (Loss::Times, "clock time", "clock times"),
    (Loss::Headers, "tag", "tags"),
    (Loss::Starts, "start position", "start positions"),
    (Loss::Ends, "result", "results"),
    (Loss::Moves, "move", "moves"),
    (Loss::Bookmarks, "bookmark", "bookmarks"),
    (Loss::ProgramLines, "line for programs", "lines for programs"),
    (Loss::Unread, "unread stretch", "unread stretches"),
];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses([u64; KINDS.len()]);

impl Losses {
    pub const fn add(&mut self, loss: Loss, number: u64) {
        self.0[loss as usize] += number;
    }

    pub fn absorb(&mut self, other: &Self) {
        for (sum, part) in self.0.iter_mut().zip(other.0) {
            *sum += part;
        }
    }

    pub const fn of(&self, loss: Loss) -> u64 {
        self.0[loss as usize]
    }

    /// The kinds that occurred, with the number and the matching noun.
    pub fn counts(&self) -> impl Iterator<Item = (Loss, u64, &'static str)> {
        KINDS.iter().zip(self.0).filter(|(_, count)| *count > 0).map(|((loss, one, many), count)| {
            let noun = if count == 1 { one } else { many };
            (*loss, count, *noun)
        })
    }

    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_stand_at_their_index() {
        for (index, (loss, ..)) in KINDS.iter().enumerate() {
            assert_eq!(*loss as usize, index);
        }
        let mut losses = Losses::default();
        losses.add(Loss::Comments, 2);
        losses.add(Loss::Ends, 1);
        losses.add(Loss::Nags, 1);
        let counts: Vec<_> = losses.counts().collect();
        assert_eq!(counts, [(Loss::Comments, 2, "comments"), (Loss::Nags, 1, "NAG"), (Loss::Ends, 1, "result")]);
    }
}
