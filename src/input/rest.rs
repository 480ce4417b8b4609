//! What is left of a slice whose games were read.

/// What is left of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    Nothing,
    /// The last game, which begins here and may go on after the slice: it is judged again, together with the next one.
    LastGame(usize),
    /// All games from here on, as enough was made of those before.
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
