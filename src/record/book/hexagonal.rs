//! The books of hexagonal chess: the rules of Hexašach, which are silent on draws, and of Gliński's chess.

use super::{ChessRules, Clause, Count, Effect, RuleBook, Stalemate};
use crate::finding::Code;

/// Paragraphs on moves, which both books share, followed by each book's own on draws.
macro_rules! bases {
    ($($draws:expr),*) => {
        &[
            (Code::H012, "Hexašach 1"),
            (Code::H013, "Hexašach 1, 4"),
            (Code::H014, "Hexašach 4"),
            (Code::H015, "Hexašach 5"),
            (Code::H017, "Hexašach 4"),
            (Code::L001, "Hexašach 2"),
            (Code::L002, "Hexašach 3"),
            (Code::L003, "Hexašach 3"),
            (Code::L004, "Hexašach 3"),
            (Code::L005, "Hexašach 3"),
            (Code::L006, "Hexašach 5"),
            (Code::L010, "Hexašach 5"),
            (Code::L011, "Hexašach 5"),
            (Code::L012, "Hexašach 5"),
            (Code::L020, "Hexašach 6"),
            (Code::L025, "Hexašach 4"),
            (Code::L026, "Hexašach 4"),
            (Code::L027, "Hexašach 5"),
            (Code::L030, "Hexašach 4"),
            (Code::L031, "Hexašach 4"),
            (Code::L032, "Hexašach 4"),
            (Code::L033, "Hexašach 4"),
            (Code::L034, "Hexašach 4"),
            (Code::L035, "Hexašach 4"),
            (Code::L036, ""),
            (Code::L040, "Hexašach 5"),
            (Code::R001, "Hexašach 5"),
            (Code::R003, "Hexašach 5"),
            (Code::R020, ""),
            (Code::R023, ""),
            (Code::R042, ""),
            $($draws),*
        ]
    };
}

pub(super) static HEXASACH: RuleBook<ChessRules> = RuleBook {
    name: "hexasach",
    title: "Rules of Hexašach",
    page: include_str!("../pages/rulebooks/hexasach.md"),
    bases: bases![(Code::D011, ""), (Code::R022, ""), (Code::R002, "")],
    clauses: &[
        Clause { subject: "castling", says: Some("none"), basis: "Hexašach 6" },
        Clause {
            subject: "double step",
            says: Some("from any own initial pawn cell, also after a capture along the row"),
            basis: "Hexašach 4",
        },
        Clause { subject: "en passant", says: Some("on the next move only"), basis: "Hexašach 4" },
        Clause { subject: "promotion", says: Some("on the farthest cell of a file"), basis: "Hexašach 4" },
        Clause { subject: "stalemate", says: None, basis: "" },
        Clause { subject: "repetition, fifty moves", says: None, basis: "" },
    ],
    rules: ChessRules {
        letters: &["sk", "cs"],
        stalemate: Stalemate::Silent,
        dead_is_advice: true,
        ..ChessRules::BASE
    },
};

pub(super) static GLINSKI: RuleBook<ChessRules> = RuleBook {
    name: "glinski",
    title: "Rules of Gliński's hexagonal chess",
    page: include_str!("../pages/rulebooks/glinski.md"),
    bases: bases![(Code::D011, "Gliński 8, 9"), (Code::R022, "Gliński 7"), (Code::R002, "Gliński 7")],
    clauses: &[
        Clause { subject: "castling", says: Some("none"), basis: "Hexašach 6" },
        Clause {
            subject: "stalemate",
            says: Some("three quarters of a point for the side that gives it"),
            basis: "Gliński 7",
        },
        Clause { subject: "repetition", says: Some("third occurrence: may be claimed"), basis: "Gliński 8" },
        Clause {
            subject: "fifty moves",
            says: Some("without capture and pawn move: may be claimed"),
            basis: "Gliński 9",
        },
        Clause { subject: "dead position", says: Some("pointed out only"), basis: "Gliński 10" },
    ],
    rules: ChessRules {
        repetition: &[Count { at: 3, effect: Effect::Claim { intended: Some("Gliński 8"), standing: "Gliński 8" } }],
        quiet: &[Count { at: 100, effect: Effect::Claim { intended: Some("Gliński 9"), standing: "Gliński 9" } }],
        stalemate: Stalemate::ThreeQuarters,
        dead: Some("Gliński 10"),
        dead_is_advice: true,
        ..ChessRules::BASE
    },
};
