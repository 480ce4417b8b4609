//! The unfinished rest of a slice.

/// The part of a slice that a worker did not finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    Nothing,
    /// The last game, which begins at this offset and may continue in the next slice; it is judged with that slice.
    LastGame(usize),
    /// All games from this offset on: the output of the earlier games is large enough.
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
