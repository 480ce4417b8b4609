//! The FIDE Laws of Chess in force since 1 January 2023.

use super::{CannotMate, ChessRules, Clause, Count, Effect, Month, RuleBook};

/// The Laws of July 2014 introduced fivefold repetition and seventy-five moves.
const JULY_2014: Option<Month> = Some(Month { year: 2014, month: 7 });

pub(super) static FIDE: RuleBook<ChessRules> = RuleBook {
    name: "fide",
    title: "FIDE Laws of Chess, in force since 1 January 2023",
    page: include_str!("../pages/rulebooks/fide.md"),
    bases: &[],
    clauses: &[
        Clause { subject: "mate", says: Some("ends the game at once"), basis: "5.1.1, 1.4" },
        Clause {
            subject: "castling",
            says: Some("king and rook unmoved, nothing between, the king not in, through or into check"),
            basis: "3.8.2",
        },
        Clause { subject: "en passant", says: Some("on the next move only"), basis: "3.7.3.1" },
        Clause { subject: "promotion", says: Some("to queen, rook, bishop or knight"), basis: "3.7.3.3" },
        Clause { subject: "stalemate", says: Some("draw"), basis: "5.2.1" },
        Clause {
            subject: "dead position",
            says: Some("draw at once: no sequence of legal moves can mate"),
            basis: "5.2.2",
        },
        Clause { subject: "agreement", says: Some("after both have made a move"), basis: "5.2.3" },
        Clause {
            subject: "repetition",
            says: Some("third occurrence: the player to move may claim, also with the move that brings it about"),
            basis: "9.2",
        },
        Clause { subject: "fivefold repetition", says: Some("draw without a claim, since July 2014"), basis: "9.6.1" },
        Clause { subject: "fifty moves", says: Some("without capture and pawn move: may be claimed"), basis: "9.3" },
        Clause {
            subject: "seventy-five moves",
            says: Some("draw without a claim unless the last move mates, since July 2014"),
            basis: "9.6.2",
        },
        Clause { subject: "perpetual check", says: None, basis: "" },
        Clause {
            subject: "flag fall",
            says: Some("loses, unless the opponent cannot mate by any legal moves: then a draw"),
            basis: "6.9",
        },
        Clause {
            subject: "resignation",
            says: Some("loses, unless the opponent cannot mate by any legal moves: then a draw"),
            basis: "5.1.2",
        },
        Clause {
            subject: "illegal move",
            says: Some("taken back; the second one loses, unless the opponent cannot mate"),
            basis: "7.5",
        },
    ],
    rules: ChessRules {
        repetition: &[
            Count { at: 3, effect: Effect::Claim { intended: Some("FIDE 9.2.1"), standing: "FIDE 9.2.2" } },
            Count { at: 5, effect: Effect::Ends { basis: "FIDE 9.6.1", since: JULY_2014 } },
        ],
        quiet: &[
            Count { at: 100, effect: Effect::Claim { intended: Some("FIDE 9.3.1"), standing: "FIDE 9.3.2" } },
            Count { at: 150, effect: Effect::Ends { basis: "FIDE 9.6.2", since: JULY_2014 } },
        ],
        dead: Some("FIDE 5.2.2"),
        early_agreement: Some("FIDE 5.2.3"),
        flag: CannotMate::Draw("FIDE 6.9"),
        resignation: CannotMate::Draw("FIDE 5.1.2"),
        infraction: CannotMate::Draw("FIDE 7.5.5"),
        ..ChessRules::BASE
    },
};
