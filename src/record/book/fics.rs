//! The rules of the Free Internet Chess Server: draws are claimed, except for too little material.

use super::{CannotMate, ChessRules, Clause, Count, DeadBy, Effect, RuleBook, TooLittle};
use crate::finding::Code;

pub(super) static FICS: RuleBook<ChessRules> = RuleBook {
    name: "fics",
    title: "Rules of the Free Internet Chess Server",
    page: include_str!("../pages/rulebooks/fics.md"),
    bases: &[
        (Code::L040, "fics 1.2"),
        (Code::R001, "fics 1.2"),
        (Code::R002, "fics 1.2"),
        (Code::R003, "fics 1.2"),
        (Code::R020, "fics 2.4"),
        (Code::R022, "fics 1.2"),
        (Code::R023, "fics 2.3"),
        (Code::R031, "fics 3.1"),
        (Code::R042, "fics 3.4"),
        (Code::D011, "fics 2.1, 2.2"),
        (Code::C005, "fics 3.1"),
    ],
    clauses: &[
        Clause { subject: "moves of the pieces", says: Some("as in the FIDE Laws; others are refused"), basis: "1.1" },
        Clause { subject: "mate, stalemate", says: Some("end the game, before every other draw"), basis: "1.2" },
        Clause {
            subject: "repetition",
            says: Some("third occurrence of the board and the side to move: either player may claim, also with a move"),
            basis: "2.1",
        },
        Clause {
            subject: "fifty moves",
            says: Some("without capture and pawn move: either player may claim, also with a move"),
            basis: "2.2",
        },
        Clause {
            subject: "too little material",
            says: Some("drawn at once: at most one bishop or knight on the whole board"),
            basis: "2.3",
        },
        Clause { subject: "agreement", says: Some("ends the game"), basis: "2.4" },
        Clause {
            subject: "time",
            says: Some("loses when called, unless the opponent has only a king, with at most one bishop or knight"),
            basis: "3.1",
        },
        Clause { subject: "both flags", says: Some("drawn when a player calls"), basis: "3.2" },
        Clause { subject: "early flag", says: Some("cannot be called before both have moved"), basis: "3.3" },
        Clause { subject: "resignation", says: Some("loses, whatever the winner has"), basis: "3.4" },
        Clause {
            subject: "disconnection",
            says: Some("adjourned or aborted; loses if both set `noescape`, or for abusers"),
            basis: "3.5",
        },
        Clause {
            subject: "adjudication",
            says: Some("an administrator decides a stored game as won, drawn or aborted"),
            basis: "3.6",
        },
        Clause { subject: "fivefold repetition, seventy-five moves", says: None, basis: "" },
        Clause { subject: "perpetual check", says: None, basis: "" },
    ],
    rules: ChessRules {
        repetition: &[Count { at: 3, effect: Effect::Claim { intended: Some("fics 2.1"), standing: "fics 2.1" } }],
        quiet: &[Count { at: 100, effect: Effect::Claim { intended: Some("fics 2.2"), standing: "fics 2.2" } }],
        dead: Some("fics 2.3"),
        dead_by: DeadBy::OneMinorOnBoard,
        at_once: true,
        flag: CannotMate::Material(TooLittle::OneMinor, "fics 3.1"),
        ..ChessRules::BASE
    },
};
