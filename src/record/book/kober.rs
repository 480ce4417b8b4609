//! K. B. Kober's rules of 1888: draws need a demand or a series of moves, and an illegal move is valid
//! after a reply.

use super::claims::{ClaimRules, Demand, Irregular, OddsRules, Series, SetUp};
use super::{ChessRules, Clause, RuleBook};
use crate::finding::Code;

pub(super) static KOBER: RuleBook<ChessRules> = RuleBook {
    name: "kober",
    title: "K. B. Kober, Hra v šachy, Prague 1888",
    page: include_str!("../pages/rulebooks/kober.md"),
    bases: &[
        (Code::L001, "K§7, 9"),
        (Code::L002, "K§7, 9"),
        (Code::L003, "K§7, 9"),
        (Code::L004, "K§7, 9"),
        (Code::L005, "K§7, 9"),
        (Code::L006, "K§7, 9"),
        (Code::L010, "K§11"),
        (Code::L011, "K§11"),
        (Code::L012, "K§11"),
        (Code::L020, "K§13.1"),
        (Code::L021, "K§13.1"),
        (Code::L022, "K§13.1"),
        (Code::L023, "K§13.1"),
        (Code::L024, "K§13.1"),
        (Code::L025, "K§12.1"),
        (Code::L026, "K§12.1"),
        (Code::L027, "K§11"),
        (Code::L030, "K§7, 9"),
        (Code::L031, "K§12.3"),
        (Code::L032, "K§12.3"),
        (Code::L033, "K§12.3"),
        (Code::L034, "K§7, 9"),
        (Code::L035, "K§7, 9"),
        (Code::L040, "K§14.3, 15"),
        (Code::R001, "K§15.3"),
        (Code::R002, "K§14.3"),
        (Code::R003, "K§15.3"),
        (Code::R012, "K§14"),
        (Code::R020, ""),
        (Code::R022, "K§14.3"),
        (Code::R031, ""),
        (Code::R042, ""),
        (Code::D011, "K§14"),
        (Code::N011, "K§15.3"),
        (Code::N015, "K§15.2"),
    ],
    clauses: &[
        Clause {
            subject: "set-up",
            says: Some(
                "a wrong one annuls the game if a player asks before move 4; after four moves of both it stands",
            ),
            basis: "1, 2",
        },
        Clause {
            subject: "odds",
            says: Some(
                "the giver moves first; a piece forgotten on the board stays, and a win of the giver is then a draw",
            ),
            basis: "3, 4",
        },
        Clause {
            subject: "illegal move",
            says: Some(
                "the opponent decides until he touches a piece: void, touched piece moves or is taken, king moves",
            ),
            basis: "7, 9",
        },
        Clause { subject: "attack on the queen", says: Some("is not announced"), basis: "10" },
        Clause {
            subject: "check",
            says: Some("must be announced; overlooked by both for a whole move, it makes the game void"),
            basis: "11",
        },
        Clause { subject: "en passant", says: Some("on the next move only"), basis: "12.1" },
        Clause { subject: "obligatory en passant", says: Some("when no other piece can move"), basis: "12.2" },
        Clause { subject: "promotion", says: Some("to any piece but king and pawn"), basis: "12.3" },
        Clause {
            subject: "castling",
            says: Some("king and rook unmoved, nothing between, the king not in, through or into check"),
            basis: "13.1",
        },
        Clause { subject: "castling with check", says: Some("allowed"), basis: "13.2" },
        Clause {
            subject: "irregular castling",
            says: Some("stands, is made correctly, or king or rook moves alone, as the opponent decides"),
            basis: "13.3",
        },
        Clause {
            subject: "castling at odds of the rook",
            says: Some("the king alone moves two squares to that side"),
            basis: "13.4",
        },
        Clause { subject: "fifty moves", says: Some("from a demand on, captures restart the count"), basis: "14.1" },
        Clause {
            subject: "repetition",
            says: Some("the same series of moves three times running: draw; positions are not counted"),
            basis: "14.2",
        },
        Clause { subject: "stalemate", says: Some("draw"), basis: "14.3" },
        Clause { subject: "perpetual check", says: Some("draw"), basis: "14.4" },
        Clause { subject: "mate", says: Some("wins, announced or not, also of a bare king"), basis: "15.1, 15.2" },
        Clause { subject: "mate announced that is none", says: Some("play goes on"), basis: "15.3" },
        Clause { subject: "dead position, too little material", says: None, basis: "" },
        Clause { subject: "agreement", says: None, basis: "" },
        Clause { subject: "resignation", says: None, basis: "" },
        Clause { subject: "time", says: None, basis: "" },
    ],
    rules: ChessRules {
        letters: &["cs", "sk"],
        claims: Some(&ClaimRules {
            set_up: Some(SetUp { stands_after: 8, basis: "K§1, 2" }),
            odds: Some(OddsRules { first_move: "K§4", forgotten: "K§3", castling: "K§13.4" }),
            irregular: Some(Irregular { choice: "K§9a", lapses: "K§9b", check: "K§11", castling: "K§13.3" }),
            announced: Some("K§11"),
            queen: Some("K§10"),
            en_passant: Some("K§12.2"),
            demand: Some(Demand { plies: 100, basis: "K§14.1" }),
            series: Some(Series { times: 3, basis: "K§14.2" }),
            perpetual: Some("K§14.4"),
        }),
        ..ChessRules::BASE
    },
};
