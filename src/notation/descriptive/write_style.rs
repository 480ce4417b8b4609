//! The historical styles of descriptive notation.

use super::languages::romance;
use partie_record::{Choices, Language};

/// How much is written out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// The sentences of the 1840s: `K. Kt. to K. B's 3d.`, with names wherever they are known.
    Long,
    /// The words of the 1880s: `Kt to KB3`.
    To,
    /// Blanks around everything: `Kt - K B 3`.
    Spaced,
    /// No blanks: `Kt-KB3`.
    #[default]
    Tight,
    /// The 20th century: `N-KB3`, `O-O`, `P-K8=Q`.
    Modern,
}

impl Layer {
    /// All layers, from the oldest on.
    pub const ALL: [Self; 5] = [Self::Long, Self::To, Self::Spaced, Self::Tight, Self::Modern];
    /// The layers with their names for `--style`.
    pub const NAMED: Choices<Self> = &[
        ("long", Self::Long, "1840s: K. Kt. to K. B's 3d"),
        ("to", Self::To, "1880s: Kt to KB3"),
        ("spaced", Self::Spaced, "Kt - K B 3"),
        ("tight", Self::Tight, "Kt-KB3"),
        ("modern", Self::Modern, "20th century: N-KB3"),
    ];

    pub const fn name(self) -> &'static str {
        Self::NAMED[self as usize].0
    }
}

/// The English letter of the knight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Knight {
    /// `Kt`.
    Kt,
    /// `N`.
    N,
}

/// How castling is written in English; French and Spanish always write signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Castling {
    /// `Castles`, with the side if both are possible.
    Words,
    /// `O-O`.
    Signs,
}

/// How the first rank is written in English.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstRank {
    /// `K sq`.
    Square,
    /// `K1`.
    One,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Style {
    pub language: Language,
    /// How much is written out; in French and Spanish only `Spaced` differs from the rest.
    pub layer: Layer,
    pub knight: Knight,
    pub castling: Castling,
    pub first_rank: FirstRank,
    /// True if a check mark that distinguishes the move replaces further words.
    pub check_disambiguates: bool,
}

impl Style {
    /// The style of a layer in the books of its time.
    pub const fn new(language: Language, layer: Layer) -> Self {
        let modern = matches!(layer, Layer::Modern);
        let old = matches!(layer, Layer::Long | Layer::To);
        Self {
            language,
            layer,
            knight: if modern { Knight::N } else { Knight::Kt },
            castling: if modern { Castling::Signs } else { Castling::Words },
            first_rank: if old { FirstRank::Square } else { FirstRank::One },
            check_disambiguates: false,
        }
    }

    /// The value of the Notation tag.
    pub const fn notation(self) -> &'static str {
        const ENGLISH: [&str; 5] = [
            "descriptive-en-long",
            "descriptive-en-to",
            "descriptive-en-spaced",
            "descriptive-en-tight",
            "descriptive-en-modern",
        ];
        match romance(self.language) {
            None => ENGLISH[self.layer as usize],
            Some(romance) if matches!(self.layer, Layer::Spaced) => romance.notation_spaced,
            Some(romance) => romance.notation_tight,
        }
    }

    /// The style of a name: `long`, `to`, `spaced`, `tight` or `modern`.
    pub fn named(language: Language, name: &str) -> Option<Self> {
        Layer::ALL.into_iter().find(|layer| layer.name() == name).map(|layer| Self::new(language, layer))
    }
}
