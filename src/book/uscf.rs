//! The rules of US Chess, 7th edition, as far as a record shows whether they were kept.

use super::{CannotMate, ChessRules, Clause, Count, Effect, RuleBook, Stalemate};
use crate::finding::Code;

pub(super) static USCF: RuleBook<ChessRules> = RuleBook {
    name: "uscf",
    title: "US Chess Federation's Official Rules of Chess, 7th edition",
    page: include_str!("../../docs/rulebooks/uscf.md"),
    bases: &[
        (Code::R001, "US Chess 13A"),
        (Code::R002, "US Chess 14A"),
        (Code::R003, "US Chess 13A"),
        (Code::R022, "US Chess 14A"),
        (Code::D011, "US Chess 14C, 14F"),
    ],
    clauses: &[
        Clause { subject: "mate", says: Some("ends the game"), basis: "13A" },
        Clause { subject: "resignation", says: Some("ends the game"), basis: "13B" },
        Clause { subject: "stalemate", says: Some("draw"), basis: "14A" },
        Clause { subject: "agreement", says: Some("draw"), basis: "14B" },
        Clause {
            subject: "repetition",
            says: Some("third occurrence: the player to move may claim, also with the move that brings it about"),
            basis: "14C",
        },
        Clause { subject: "dead position", says: Some("draw: no legal moves can mate"), basis: "14D" },
        Clause {
            subject: "flag fall",
            says: Some("loses, unless the opponent has not the material to win: then a draw"),
            basis: "14E",
        },
        Clause { subject: "fifty moves", says: Some("without capture and pawn move: may be claimed"), basis: "14F" },
        Clause { subject: "fivefold repetition, seventy-five moves", says: None, basis: "" },
        Clause { subject: "perpetual check", says: None, basis: "" },
    ],
    rules: ChessRules {
        repetition: &[Count { at: 3, effect: Effect::Claim { intended: "US Chess 14C", standing: "US Chess 14C" } }],
        quiet: &[Count { at: 100, effect: Effect::Claim { intended: "US Chess 14F", standing: "US Chess 14F" } }],
        letters: &[],
        stalemate: Stalemate::Draw,
        dead: Some("US Chess 14D"),
        dead_is_advice: false,
        at_once: false,
        early_agreement: None,
        flag: CannotMate::Draw("US Chess 14E"),
        resignation: CannotMate::Stands,
        infraction: CannotMate::Stands,
        move_limit: None,
        claims: None,
    },
};
