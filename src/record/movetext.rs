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

/// Code, English name and Notation tag of each language, in the order of the variants.
const LANGUAGES: [(Language, &str, &str, &str); 3] = [
    (Language::English, "en", "English", "descriptive-en"),
    (Language::French, "fr", "French", "descriptive-fr"),
    (Language::Spanish, "es", "Spanish", "descriptive-es"),
];

impl Language {
    /// All languages, in the order in which they are tried.
    pub const ALL: [Self; LANGUAGES.len()] = {
        let mut all = [Self::English; LANGUAGES.len()];
        let mut index = 0;
        while index < all.len() {
            assert!(LANGUAGES[index].0 as usize == index, "LANGUAGES is in the order of the variants");
            all[index] = LANGUAGES[index].0;
            index += 1;
        }
        all
    };

    /// The ISO 639-1 code, for `--from-letters` and `--to-letters`.
    pub const fn code(self) -> &'static str {
        LANGUAGES[self as usize].1
    }

    pub const fn name(self) -> &'static str {
        LANGUAGES[self as usize].2
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
    /// Parses the value of the Notation tag: `descriptive-fr`, `kober`, `iccf`; `None` for other values.
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
            Self::Descriptive(language) => Some(LANGUAGES[language as usize].3),
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
