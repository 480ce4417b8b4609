//! The end of a game on the board, and whether the recorded result fits the final position.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The board does not end the game.
    None,
    /// The side to move is mated.
    Checkmate,
    Stalemate,
    Dead,
    /// Fifth occurrence, or third under a book that ends the game there.
    Repetition,
    /// Fourth occurrence with perpetual check: the checking side loses.
    Perpetual,
    /// The limit of moves of shogi, or an impasse.
    Impasse,
    /// Seventy-five moves, or fifty under a book that ends the game there.
    Counter,
    Void,
}

impl End {
    /// The word used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Dead => "dead",
            Self::Repetition => "repetition",
            Self::Perpetual => "perpetual",
            Self::Impasse => "impasse",
            Self::Counter => "counter",
            Self::Void => "void",
        }
    }
}

/// Whether the recorded result fits the final position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Consistent,
    Inconsistent,
    /// The final position neither supports nor contradicts the result.
    Presumed,
}

impl Verdict {
    /// The word used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Consistent => "consistent",
            Self::Inconsistent => "inconsistent",
            Self::Presumed => "presumed",
        }
    }
}
