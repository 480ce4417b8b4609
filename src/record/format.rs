//! The formats a record can be written in.

/// A record format. How the moves in it are written is another question (see `notation`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Portable Game Notation: tag pairs and movetext.
    #[default]
    Pgn,
    /// A printed score: numbered rows of moves, prose between them.
    Score,
    /// Kakinoki's format for shogi, one move a line.
    Kif,
    /// Its short form, with relative words instead of origins.
    Ki2,
    /// The format of the Computer Shogi Association.
    Csa,
    /// A `position` command of the Universal Shogi Interface.
    Usi,
    /// json-kifu-format.
    Jkf,
    /// Portable Shogi Notation: tag pairs and western moves.
    Psn,
    /// Our own lossless JSON.
    Json,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 9] =
        [Self::Pgn, Self::Score, Self::Kif, Self::Ki2, Self::Csa, Self::Usi, Self::Jkf, Self::Psn, Self::Json];

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The name given to `--from`, and used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Score => "score",
            Self::Kif => "kif",
            Self::Ki2 => "ki2",
            Self::Csa => "csa",
            Self::Usi => "usi",
            Self::Jkf => "jkf",
            Self::Psn => "psn",
            Self::Json => "json",
        }
    }

    /// Whether it is a format of shogi.
    pub const fn is_shogi(self) -> bool {
        matches!(self, Self::Kif | Self::Ki2 | Self::Csa | Self::Usi | Self::Jkf | Self::Psn)
    }
}
