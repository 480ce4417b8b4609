//! The rules of lichess.org: fifty moves and too little material draw at once, a third occurrence is a claim.

use super::{CannotMate, ChessRules, Clause, Count, DeadBy, Effect, Month, RuleBook, TooLittle};
use crate::finding::Code;

/// Fivefold repetition was added between 14 January and 11 February 2020.
const FEBRUARY_2020: Option<Month> = Some(Month { year: 2020, month: 2 });

pub(super) static LICHESS: RuleBook<ChessRules> = RuleBook {
    name: "lichess",
    title: "Rules of lichess.org",
    page: include_str!("../pages/rulebooks/lichess.md"),
    bases: &[
        (Code::L040, "lichess 1.2"),
        (Code::R001, "lichess 1.2"),
        (Code::R002, "lichess 1.2"),
        (Code::R003, "lichess 1.2"),
        (Code::R020, "lichess 2.5"),
        (Code::R022, "lichess 1.2"),
        (Code::R023, "lichess 2.4"),
        (Code::R031, "lichess 3.1"),
        (Code::R042, "lichess 3.3"),
        (Code::D011, "lichess 2.1-2.3"),
        (Code::C005, "lichess 3.1"),
    ],
    clauses: &[
        Clause { subject: "moves of the pieces", says: Some("as in the FIDE Laws; others are refused"), basis: "1.1" },
        Clause { subject: "mate, stalemate", says: Some("end the game, before every other draw"), basis: "1.2" },
        Clause {
            subject: "repetition",
            says: Some("third occurrence: either player may claim, also with the move that brings it about"),
            basis: "2.1",
        },
        Clause { subject: "fivefold repetition", says: Some("drawn at once, since February 2020"), basis: "2.2" },
        Clause { subject: "fifty moves", says: Some("without capture and pawn move: drawn at once"), basis: "2.3" },
        Clause {
            subject: "too little material",
            says: Some("drawn at once: at most one bishop or knight, or only bishops on squares of one color"),
            basis: "2.4",
        },
        Clause { subject: "agreement", says: Some("after both have made a move"), basis: "2.5" },
        Clause {
            subject: "claim for material",
            says: Some("a draw offer ends the game if the opponent has too little material"),
            basis: "2.6",
        },
        Clause { subject: "length", says: Some("a game of 600 plies is drawn"), basis: "2.7" },
        Clause {
            subject: "time",
            says: Some("loses, unless the material of both sides lets the opponent never mate: then a draw"),
            basis: "3.1",
        },
        Clause {
            subject: "draw offer and time",
            says: Some("the fall of the flag accepts the draw offer of the player with time left"),
            basis: "3.2",
        },
        Clause { subject: "resignation", says: Some("loses"), basis: "3.3" },
        Clause {
            subject: "leaving",
            says: Some("the other player may claim the win or a draw after a delay"),
            basis: "3.4",
        },
        Clause { subject: "cheating", says: Some("loses, whatever the winner has"), basis: "3.5" },
        Clause { subject: "seventy-five moves", says: None, basis: "" },
        Clause { subject: "perpetual check", says: None, basis: "" },
    ],
    rules: ChessRules {
        repetition: &[
            Count { at: 3, effect: Effect::Claim { intended: Some("lichess 2.1"), standing: "lichess 2.1" } },
            Count { at: 5, effect: Effect::Ends { basis: "lichess 2.2", since: FEBRUARY_2020 } },
        ],
        quiet: &[Count { at: 100, effect: Effect::Ends { basis: "lichess 2.3", since: None } }],
        dead: Some("lichess 2.4"),
        dead_by: DeadBy::NoMate,
        at_once: true,
        flag: CannotMate::Material(TooLittle::NoMate, "lichess 3.1"),
        ..ChessRules::BASE
    },
};
