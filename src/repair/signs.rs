//! What speaks for and against a hypothesis: signs, and how much each of them weighs.

/// Something that speaks for or against a hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// How far what stands there is from what should, in edits of one character.
    Text,
    /// A move was left out.
    Inserted,
    /// A move stands there that was not played.
    Deleted,
    /// One that stands there twice running.
    Doubled,
    /// Two moves that changed places.
    Swapped,
    /// Plies from the change to where the line breaks.
    Distance,
    /// Marks of capture that are wrong or missing.
    Captures,
    /// Marks of check that are wrong or missing.
    Checks,
    /// Origins that need not be named, and words like them.
    Origins,
    Numbers,
    /// The line ends with a mate.
    Mates,
    /// Pawns that the move gives away.
    Lost,
    Won,
    /// Pawns that are given away and not taken.
    Untaken,
    /// How much better the piece stands, in pawns.
    Placed,
    /// Positions from it on that are none of an opening, although the one before it is.
    Unknown,
    /// Pawns that the moves right behind it give away.
    Later,
    /// The same piece moved just before, or moves just after.
    Again,
    /// It goes back to where it came from, or is taken back there.
    Undone,
    /// How far the text of another copy of the game is from it.
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

    /// The word used in every output form.
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

/// What each sign weighs, in edits of one character, in the order of [`Sign::ALL`].
pub type Weights = [f32; Sign::ALL.len()];

/// How much of each sign there is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evidence([f32; Sign::ALL.len()]);

impl Evidence {
    pub fn add(&mut self, sign: Sign, amount: f32) {
        self.0[sign as usize] += amount;
    }

    /// How much there is of a sign.
    pub fn of(self, sign: Sign) -> f32 {
        self.0[sign as usize]
    }

    /// The same with what moves say of themselves, apart from how they are written: nothing that comes after changes it.
    #[must_use]
    pub fn with_sense(mut self, of: Self) -> Self {
        let sense = Sign::Lost as usize..;
        self.0[sense.clone()].copy_from_slice(&of.0[sense]);
        self
    }

    /// The same with a sign.
    #[must_use]
    pub fn with(mut self, sign: Sign, amount: f32) -> Self {
        self.add(sign, amount);
        self
    }

    /// With that of another change of the same line.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own += other);
        self
    }

    /// The same with no more of some signs than is given.
    #[must_use]
    pub fn at_most(mut self, most: &[(Sign, f32)]) -> Self {
        most.iter().for_each(|(sign, most)| self.0[*sign as usize] = self.0[*sign as usize].min(*most));
        self
    }

    /// The signs that there are, and how much of them.
    pub fn signs(self) -> impl Iterator<Item = (Sign, f32)> {
        Sign::ALL.into_iter().zip(self.0).filter(|(_, amount)| *amount != 0.0)
    }

    pub fn cost(self, weights: &Weights) -> f32 {
        self.0.iter().zip(weights).map(|(amount, weight)| amount * weight).sum()
    }
}
