//! A named opening.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// A letter and two digits, in ASCII.
    pub(super) eco: [u8; 3],
    pub(super) name: Box<str>,
    pub(super) plies: u32,
    /// Index of the opening in its book, from 0.
    pub(super) index: u32,
}

impl Opening {
    /// Returns the code of the Encyclopaedia of Chess Openings, `A00` to `E99`.
    pub fn eco(&self) -> &str {
        str::from_utf8(&self.eco).unwrap_or_default()
    }

    /// Returns the whole name: `Sicilian Defence: Najdorf Variation`.
    pub const fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name up to the first colon: `Sicilian Defence`.
    pub fn family(&self) -> &str {
        self.name.split(':').next().unwrap_or_default().trim_end()
    }

    /// Returns the index in its book, from 0.
    pub const fn index(&self) -> usize {
        self.index as usize
    }

    /// Returns the number of plies of the opening's line in the table.
    pub const fn plies(&self) -> u32 {
        self.plies
    }
}
