//! The signs for and against a hypothesis, and their weights.

/// A kind of evidence for or against a hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Distance of the written text from the text of the move, in edits of one character.
    Text,
    /// A move is missing.
    Inserted,
    /// A written move was not played.
    Deleted,
    /// A move is written twice in a row.
    Doubled,
    /// Two moves were exchanged.
    Swapped,
    /// Plies from the change to the break of the line.
    Distance,
    /// Capture marks that are wrong or missing.
    Captures,
    /// Check marks that are wrong or missing.
    Checks,
    /// Unnecessary origins, and other unnecessary words.
    Origins,
    Numbers,
    /// The line ends with a mate.
    Mates,
    /// Pawns that the move gives away.
    Lost,
    Won,
    /// Pawns that are given away but not taken.
    Untaken,
    /// Improvement in the placement of the piece, in pawns.
    Placed,
    /// Positions after the move that are in no known opening, although the position before the move is.
    Unknown,
    /// Pawns that the next moves give away.
    Later,
    /// The same piece moved just before, or moves again just after.
    Again,
    /// The piece goes back to its previous square, or is moved back right after.
    Undone,
    /// Distance of the text in another copy of the game.
    Copy,
}

impl Sign {
    pub const ALL: [Self; 20] = [
        Self::Text,
        Self::Inserted,
        Self::Deleted,
        Self::Doubled,
        Self::Swapped,
        Self::Distance,
        Self::Captures,
        Self::Checks,
        Self::Origins,
        Self::Numbers,
        Self::Mates,
        Self::Lost,
        Self::Won,
        Self::Untaken,
        Self::Placed,
        Self::Unknown,
        Self::Later,
        Self::Again,
        Self::Undone,
        Self::Copy,
    ];

    /// Returns the name used in every output format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Inserted => "inserted",
            Self::Deleted => "deleted",
            Self::Doubled => "doubled",
            Self::Swapped => "swapped",
            Self::Distance => "distance",
            Self::Captures => "captures",
            Self::Checks => "checks",
            Self::Origins => "origins",
            Self::Numbers => "numbers",
            Self::Mates => "mates",
            Self::Lost => "lost",
            Self::Won => "won",
            Self::Untaken => "untaken",
            Self::Placed => "placed",
            Self::Unknown => "unknown",
            Self::Later => "later",
            Self::Again => "again",
            Self::Undone => "undone",
            Self::Copy => "copy",
        }
    }
}

/// Weights of the signs, in edits of one character, in the order of [`Sign::ALL`].
pub type Weights = [f32; Sign::ALL.len()];

/// The amount of each kind of evidence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evidence([f32; Sign::ALL.len()]);

impl Evidence {
    pub fn add(&mut self, sign: Sign, amount: f32) {
        self.0[sign as usize] += amount;
    }

    /// Returns the amount of a sign.
    pub fn of(self, sign: Sign) -> f32 {
        self.0[sign as usize]
    }

    /// Copies from `of` the signs of the moves themselves, as opposed to their texts: later changes do not affect them.
    #[must_use]
    pub fn with_sense(mut self, of: Self) -> Self {
        let sense = Sign::Lost as usize..;
        self.0[sense.clone()].copy_from_slice(&of.0[sense]);
        self
    }

    /// Returns the evidence with `amount` added for `sign`.
    #[must_use]
    pub fn with(mut self, sign: Sign, amount: f32) -> Self {
        self.add(sign, amount);
        self
    }

    /// Adds the evidence of another change of the same line.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own += other);
        self
    }

    /// Limits the amounts of some signs.
    #[must_use]
    pub fn at_most(mut self, most: &[(Sign, f32)]) -> Self {
        most.iter().for_each(|(sign, most)| self.0[*sign as usize] = self.0[*sign as usize].min(*most));
        self
    }

    /// Returns the signs whose amount is not zero.
    pub fn signs(self) -> impl Iterator<Item = (Sign, f32)> {
        Sign::ALL.into_iter().zip(self.0).filter(|(_, amount)| *amount != 0.0)
    }

    pub fn cost(self, weights: &Weights) -> f32 {
        self.0.iter().zip(weights).map(|(amount, weight)| amount * weight).sum()
    }
}
