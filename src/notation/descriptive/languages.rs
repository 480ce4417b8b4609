//! The languages of descriptive notation whose ranks precede the files, a table each: `P4R`, `C3FR`.
//!
//! Another language is a table here, a variant of `Language`, and its rules in `grammars/descriptive.abnf`. Only
//! languages with known printed games have a table; Italian and Portuguese have none.

use super::form::Forms;
use partie_record::Language;
use partie_rules::BoardSide;
use partie_rules::chess::Role;

/// The letters and words of such a language. Longer words precede their prefixes.
pub(super) struct Romance {
    /// The letters of king, queen, rook, bishop, knight and pawn.
    letters: [u8; 6],
    /// Words of castling, and the side that they name.
    pub(super) castles: &'static [(&'static str, Option<BoardSide>)],
    /// Unabbreviated words of check.
    pub(super) check: &'static [&'static str],
    pub(super) short_check: &'static [&'static str],
    pub(super) mate: &'static [&'static str],
    pub(super) en_passant: &'static [&'static str],
    /// The values of the Notation tag.
    pub(super) notation_spaced: &'static str,
    pub(super) notation_tight: &'static str,
    /// The names that distinguish moves.
    pub(super) forms: Forms,
}

impl Romance {
    pub(super) const fn letter(&self, role: Role) -> u8 {
        self.letters[match role {
            Role::King => 0,
            Role::Queen => 1,
            Role::Rook => 2,
            Role::Bishop => 3,
            Role::Knight => 4,
            Role::Pawn => 5,
        }]
    }
}

/// The table of a language; `None` for English, which has a grammar and a writer of its own.
pub(super) const fn romance(language: Language) -> Option<&'static Romance> {
    match language {
        Language::English => None,
        Language::French => Some(&FRENCH),
        Language::Spanish => Some(&SPANISH),
    }
}

/// The piece letters of a language whose ranks precede the files; `None` for English.
pub fn rank_first_letters(language: Language) -> Option<&'static [u8]> {
    romance(language).map(|romance| &romance.letters[..])
}

pub(super) static FRENCH: Romance = Romance {
    letters: *b"RDTFCP",
    castles: &[
        ("petit roque", Some(BoardSide::King)),
        ("grand roque", Some(BoardSide::Queen)),
        ("roque", None),
        ("roq tr", Some(BoardSide::King)),
        ("roq td", Some(BoardSide::Queen)),
        ("roq", None),
    ],
    check: &["échec", "echec"],
    short_check: &["éch", "ech"],
    mate: &["échec et mat", "mat"],
    en_passant: &["en passant"],
    notation_spaced: "descriptive-fr-spaced",
    notation_tight: "descriptive-fr-tight",
    forms: Forms::FRENCH,
};

pub(super) static SPANISH: Romance = Romance {
    letters: *b"RDTACP",
    castles: &[
        ("enroque corto", Some(BoardSide::King)),
        ("enroque largo", Some(BoardSide::Queen)),
        ("enroque", None),
        ("enrog", None),
        ("enroq", None),
        ("e. r", Some(BoardSide::King)),
        ("e.r", Some(BoardSide::King)),
        ("e. d", Some(BoardSide::Queen)),
        ("e.d", Some(BoardSide::Queen)),
    ],
    check: &["jaque"],
    short_check: &["jaq"],
    mate: &["jaque mate", "mate"],
    en_passant: &["al paso", "en passant"],
    notation_spaced: "descriptive-es-spaced",
    notation_tight: "descriptive-es-tight",
    forms: Forms::SPANISH,
};
