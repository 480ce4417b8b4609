//! The rules of live games on Chess.com: draws are automatic, and a side is judged by its own material.

use super::{CannotMate, ChessRules, Clause, Count, DeadBy, Effect, Month, RuleBook, TooLittle};
use crate::finding::Code;

/// Until then, repetition and fifty moves were claims. The month is inferred, as the date of the change is unknown.
const JANUARY_2019: Option<Month> = Some(Month { year: 2019, month: 1 });

pub(super) static CHESSCOM: RuleBook<ChessRules> = RuleBook {
    name: "chesscom",
    title: "Rules of Chess.com, live games",
    page: include_str!("../pages/rulebooks/chesscom.md"),
    bases: &[
        (Code::L040, "chesscom 1.1"),
        (Code::R001, "chesscom 1.1"),
        (Code::R002, "chesscom 1.1"),
        (Code::R003, "chesscom 1.1"),
        (Code::R020, "chesscom 2.4"),
        (Code::R022, "chesscom 1.1"),
        (Code::R023, "chesscom 2.3"),
        (Code::R031, "chesscom 3.1"),
        (Code::R042, "chesscom 3.2"),
        (Code::D011, "chesscom 2.1, 2.2"),
        (Code::C005, "chesscom 3.1"),
    ],
    clauses: &[
        Clause { subject: "mate, stalemate", says: Some("end the game"), basis: "1.1" },
        Clause {
            subject: "repetition",
            says: Some("third occurrence, en passant and castling rights included: drawn at once"),
            basis: "2.1",
        },
        Clause { subject: "fifty moves", says: Some("without capture and pawn move: drawn at once"), basis: "2.2" },
        Clause {
            subject: "too little material",
            says: Some("drawn at once: at most one bishop or knight on each side, or two knights against a king alone"),
            basis: "2.3",
        },
        Clause { subject: "agreement", says: Some("ends the game"), basis: "2.4" },
        Clause { subject: "daily games", says: Some("repetition and fifty moves must be claimed"), basis: "2.5" },
        Clause {
            subject: "time",
            says: Some("loses, unless the opponent has only a king, with at most one bishop or knight: then a draw"),
            basis: "3.1",
        },
        Clause { subject: "resignation", says: Some("loses"), basis: "3.2" },
        Clause {
            subject: "abandonment",
            says: Some("a player who makes no first move, or is disconnected too long, loses"),
            basis: "3.3",
        },
        Clause { subject: "illegal move", says: None, basis: "" },
        Clause { subject: "seventy-five moves", says: None, basis: "" },
        Clause { subject: "perpetual check", says: None, basis: "" },
    ],
    rules: ChessRules {
        repetition: &[
            Count { at: 3, effect: Effect::Ends { basis: "chesscom 2.1", since: JANUARY_2019 } },
            Count { at: 3, effect: Effect::Claim { intended: None, standing: "chesscom 2.1" } },
        ],
        quiet: &[
            Count { at: 100, effect: Effect::Ends { basis: "chesscom 2.2", since: JANUARY_2019 } },
            Count { at: 100, effect: Effect::Claim { intended: None, standing: "chesscom 2.2" } },
        ],
        dead: Some("chesscom 2.3"),
        dead_by: DeadBy::OneMinorEach,
        at_once: true,
        flag: CannotMate::Material(TooLittle::OneMinor, "chesscom 3.1"),
        ..ChessRules::BASE
    },
};
