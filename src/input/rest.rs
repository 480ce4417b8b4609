//! The unfinished rest of a slice.

/// The part of a slice that a worker did not finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    Nothing,
    /// The last game, which begins here and may continue after the slice: it is judged again with the next slice.
    LastGame(usize),
    /// All games from here on: the output of the earlier ones is large enough.
    Games(usize),
}

impl Rest {
    pub const fn start(self) -> Option<usize> {
        match self {
            Self::Nothing => None,
            Self::LastGame(at) | Self::Games(at) => Some(at),
        }
    }
}
