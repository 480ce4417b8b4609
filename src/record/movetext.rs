//! Notations of the moves of a record, as far as the format's parser must know them.

/// A language of descriptive notation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// `P-K4`, `Kt to K. B's 3d`.
    #[default]
    English,
    /// `P4R`, `C3FR`.
    French,
    /// `P4R`, `C3AR`.
    Spanish,
}

impl Language {
    /// All languages, in the order in which they are tried.
    pub const ALL: [Self; 3] = [Self::English, Self::French, Self::Spanish];

    /// The ISO 639-1 code, for `--from-letters` and `--to-letters`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
            Self::Spanish => "es",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::French => "French",
            Self::Spanish => "Spanish",
        }
    }
}

/// The notation of the moves of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Movetext {
    /// SAN and all other notations with coordinates of squares.
    #[default]
    Algebraic,
    /// `P to K4`, `KtxP`.
    Descriptive(Language),
    /// Long algebraic as in Kober's book of 1888: `Jg1f3`, `Sc8:h3`; a `+` may be an evaluation.
    Kober,
    /// Numbers of the International Correspondence Chess Federation: `5254`, `57581`.
    Iccf,
    /// Lines of coordinates, as engines receive them: `position startpos moves e2e4`, `e2e4 e7e5`.
    Coordinates,
}

impl Movetext {
    /// Parses the value of the Notation tag: `descriptive-fr`, `kober`, `iccf`; `None` for others.
    pub fn named(value: &[u8]) -> Option<Self> {
        let value = value.trim_ascii();
        if let Some(rest) = value.strip_prefix(b"descriptive") {
            let code = rest.strip_prefix(b"-").unwrap_or_default();
            let language = Language::ALL.into_iter().find(|language| code.starts_with(language.code().as_bytes()));
            return Some(Self::Descriptive(language.unwrap_or_default()));
        }
        match value {
            b"kober" => Some(Self::Kober),
            b"iccf" => Some(Self::Iccf),
            _ => None,
        }
    }

    /// The name used in every output form; `None` for the default notation.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Algebraic => None,
            Self::Descriptive(Language::English) => Some("descriptive-en"),
            Self::Descriptive(Language::French) => Some("descriptive-fr"),
            Self::Descriptive(Language::Spanish) => Some("descriptive-es"),
            Self::Kober => Some("kober"),
            Self::Iccf => Some("iccf"),
            Self::Coordinates => Some("coordinates"),
        }
    }
}

/// Kind of heading in a printed score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heading {
    White,
    Black,
    Event,
    /// Pieces given as odds: `Remove White's Q. R.`
    Odds,
}
