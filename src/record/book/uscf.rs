//! The Official Rules of Chess of the US Chess Federation, 7th edition.

use super::{CannotMate, ChessRules, Clause, Count, Effect, RuleBook, TooLittle};
use crate::finding::Code;
use partie_rules::chess::Role;

pub(super) static USCF: RuleBook<ChessRules> = RuleBook {
    name: "uscf",
    title: "US Chess Federation's Official Rules of Chess, 7th edition",
    page: include_str!("../pages/rulebooks/uscf.md"),
    bases: &[
        (Code::L001, "uscf 7A"),
        (Code::L002, "uscf 7A"),
        (Code::L003, "uscf 8A-8F"),
        (Code::L004, "uscf 7B"),
        (Code::L005, "uscf 7A"),
        (Code::L006, "uscf 4A"),
        (Code::L010, "uscf 12C"),
        (Code::L011, "uscf 12E"),
        (Code::L012, "uscf 8A1, 12E"),
        (Code::L020, "uscf 8A2"),
        (Code::L021, "uscf 8A3"),
        (Code::L022, "uscf 8A4"),
        (Code::L023, "uscf 8A4"),
        (Code::L024, "uscf 8A4"),
        (Code::L025, "uscf 8F5"),
        (Code::L026, "uscf 8F5"),
        (Code::L027, "uscf 12E"),
        (Code::L030, "uscf 8F2, 8F3"),
        (Code::L031, "uscf 8F6"),
        (Code::L032, "uscf 8F6"),
        (Code::L033, "uscf 8F6"),
        (Code::L034, "uscf 8F4"),
        (Code::L035, "uscf 8F4"),
        (Code::L040, "uscf 13A, 14A"),
        (Code::R001, "uscf 13A"),
        (Code::R002, "uscf 14A"),
        (Code::R003, "uscf 4A"),
        (Code::R020, "uscf 14B"),
        (Code::R022, "uscf 14A"),
        (Code::R023, "uscf 14D"),
        (Code::R031, "uscf 14E2, 14E3"),
        (Code::R042, "uscf 13B"),
        (Code::D011, "uscf 14C6, 14F2"),
        (Code::C005, "uscf 13C"),
    ],
    clauses: &[
        Clause { subject: "mate", says: Some("ends the game at once"), basis: "4A, 13A" },
        Clause {
            subject: "castling",
            says: Some("king and rook unmoved, nothing between, the king not in, through or into check"),
            basis: "8A2-8A4",
        },
        Clause { subject: "en passant", says: Some("on the next move only"), basis: "8F5" },
        Clause { subject: "promotion", says: Some("to queen, rook, bishop or knight"), basis: "8F6" },
        Clause { subject: "stalemate", says: Some("draw"), basis: "14A" },
        Clause { subject: "dead position", says: Some("draw: no legal moves can lead to mate"), basis: "14D1-14D4" },
        Clause {
            subject: "agreement",
            says: Some("ends the game; unethical before a serious contest has begun"),
            basis: "14B, 14B6",
        },
        Clause {
            subject: "repetition",
            says: Some("third occurrence: the player to move may claim, also with the move that brings it about"),
            basis: "14C, 14C2",
        },
        Clause {
            subject: "fifty moves",
            says: Some("without capture and pawn move: the player to move may claim once they are made"),
            basis: "14F1",
        },
        Clause {
            subject: "lack of progress",
            says: Some("after five repetitions in a row or seventy-five moves the director may declare a draw"),
            basis: "14K",
        },
        Clause { subject: "perpetual check", says: None, basis: "14C1" },
        Clause {
            subject: "time",
            says: Some(
                "loses if the opponent claims it and has mating material: not a king alone; king and bishop, \
                   king and knight, or two knights against a side without pawns only with a forced win",
            ),
            basis: "13C, 14E1-14E3",
        },
        Clause { subject: "both flags", says: Some("drawn in sudden death"), basis: "14G" },
        Clause { subject: "resignation", says: Some("loses, whatever the winner has"), basis: "13B" },
        Clause {
            subject: "illegal move",
            says: Some("taken back within ten moves, two minutes for the opponent; older ones remain"),
            basis: "11A-11D",
        },
    ],
    rules: ChessRules {
        repetition: &[Count { at: 3, effect: Effect::Claim { intended: Some("uscf 14C2"), standing: "uscf 14C" } }],
        quiet: &[Count { at: 100, effect: Effect::Claim { intended: None, standing: "uscf 14F1" } }],
        pieces: &[
            (Role::King, "uscf 8A1"),
            (Role::Rook, "uscf 8C"),
            (Role::Bishop, "uscf 8D"),
            (Role::Queen, "uscf 8B"),
            (Role::Knight, "uscf 8E"),
            (Role::Pawn, "uscf 8F"),
        ],
        dead: Some("uscf 14D"),
        early_agreement: Some("uscf 14B6"),
        flag: CannotMate::Material(TooLittle::NoForcedWin, "uscf 14E"),
        ..ChessRules::BASE
    },
};
