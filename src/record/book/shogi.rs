//! The books of shogi: Japanese practice, rules of computer tournaments, and rules of an online server.

use super::{Clause, RuleBook};
use crate::finding::Code;

/// Rules on draws, impasse and time in a book of shogi.
#[derive(Debug)]
pub struct ShogiRules {
    /// The paragraph by which the fourth occurrence of a position ends the game, if any.
    pub sennichite: Option<&'static str>,
    pub perpetual: Perpetual,
    /// True if the side without a legal move loses although it is not in check; the game is drawn otherwise.
    pub stalemate_loses: bool,
    /// The paragraph on having no legal move.
    pub stalemate: &'static str,
    pub impasse: Option<ImpasseRule>,
    /// Plies after which the game is an impasse, unless the last of them checks, and the paragraph.
    pub limit: Option<(u32, &'static str)>,
    /// True if a limit of at least the time for the game caps the clock instead of being 秒読み.
    pub limit_caps_clock: bool,
}

impl ShogiRules {
    /// A book without paragraphs; each book states its differences.
    pub const BASE: Self = Self {
        sennichite: None,
        perpetual: Perpetual::Loses(""),
        stalemate_loses: true,
        stalemate: "",
        impasse: None,
        limit: None,
        limit_caps_clock: false,
    };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perpetual {
    /// The side that gave check with every move between the first and the fourth occurrence loses.
    Loses(&'static str),
    /// The check that would bring the fourth occurrence is not allowed.
    Forbidden(&'static str),
}

/// Requirements of a declaration of impasse, besides the king and ten other pieces in the zone, and no check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImpasseRule {
    /// Points that win, by [`partie_rules::Side::index`].
    pub wins: [u32; 2],
    /// Points that draw, if the book knows such a draw.
    pub draws: Option<u32>,
    pub basis: &'static str,
}

/// Minimum number of pieces in the zone beside the king.
pub const PIECES_IN_ZONE: u32 = 10;

/// Paragraphs that the association and the tournaments share, by code; `$book` is the name that they cite.
macro_rules! bases {
    ($book:literal) => {
        &[
            (Code::H015, concat!($book, " 3")),
            (Code::L001, concat!($book, " 1")),
            (Code::L002, concat!($book, " 2")),
            (Code::L003, concat!($book, " 2")),
            (Code::L004, concat!($book, " 2")),
            (Code::L005, concat!($book, " 2")),
            (Code::L006, concat!($book, " 2")),
            (Code::L010, concat!($book, " 3")),
            (Code::L011, concat!($book, " 3")),
            (Code::L012, concat!($book, " 3")),
            (Code::L036, ""),
            (Code::L040, concat!($book, " 3")),
            (Code::L060, concat!($book, " 5")),
            (Code::L061, concat!($book, " 5")),
            (Code::L062, concat!($book, " 5")),
            (Code::L063, concat!($book, " 4")),
            (Code::L064, concat!($book, " 5")),
            (Code::L065, concat!($book, " 5")),
            (Code::L066, concat!($book, " 4")),
            (Code::L067, concat!($book, " 4")),
            (Code::L068, concat!($book, " 2")),
            (Code::R001, concat!($book, " 3")),
            (Code::R003, concat!($book, " 3")),
            (Code::R012, concat!($book, " 6")),
            (Code::R014, concat!($book, " 7")),
            (Code::R043, concat!($book, " 10")),
            (Code::R044, concat!($book, " 10")),
            (Code::D021, concat!($book, " 6")),
            (Code::C005, concat!($book, " 11")),
            (Code::C007, concat!($book, " 11")),
        ]
    };
}

const SERVER_BASES: &[(Code, &str)] = &[
    (Code::H015, "shogi server 2"),
    (Code::L001, "shogi server 1"),
    (Code::L002, "shogi server 1"),
    (Code::L003, "shogi server 1"),
    (Code::L004, "shogi server 1"),
    (Code::L005, "shogi server 1"),
    (Code::L006, "shogi server 1"),
    (Code::L010, "shogi server 2"),
    (Code::L011, "shogi server 2"),
    (Code::L012, "shogi server 2"),
    (Code::L036, ""),
    (Code::L040, "shogi server 2"),
    (Code::L060, "shogi server 4"),
    (Code::L061, "shogi server 4"),
    (Code::L062, "shogi server 4"),
    (Code::L063, "shogi server 3"),
    (Code::L064, "shogi server 4"),
    (Code::L065, "shogi server 4"),
    (Code::L066, "shogi server 3"),
    (Code::L067, "shogi server 3"),
    (Code::L068, "shogi server 1"),
    (Code::R001, "shogi server 2"),
    (Code::R003, "shogi server 2"),
    (Code::R012, "shogi server 2"),
    (Code::C005, "shogi server 6"),
    (Code::C007, "shogi server 6"),
];

/// Clauses that the association and the tournaments share; `$impasse` and `$limit` are the book's own.
macro_rules! clauses {
    ($book:literal, $impasse:expr, $limit:expr) => {
        &[
            Clause {
                subject: "turns",
                says: Some("先手 moves first; in a handicap game 上手"),
                basis: concat!($book, " 1"),
            },
            Clause {
                subject: "moves",
                says: Some("each piece as it moves; only the knight leaps"),
                basis: concat!($book, " 2"),
            },
            Clause {
                subject: "mate",
                says: Some("the side to move loses; so it does without a legal move and without check"),
                basis: concat!($book, " 3"),
            },
            Clause { subject: "promotion", says: Some(PROMOTION), basis: concat!($book, " 4") },
            Clause { subject: "drops", says: Some(DROPS), basis: concat!($book, " 5") },
            Clause {
                subject: "千日手",
                says: Some("fourth occurrence of board, hands and side to move: drawn, without a claim"),
                basis: concat!($book, " 6"),
            },
            Clause {
                subject: "perpetual check",
                says: Some("who checked with every move between the first and the fourth occurrence loses"),
                basis: concat!($book, " 7"),
            },
            Clause { subject: "declaration of 入玉", says: Some($impasse), basis: concat!($book, " 8") },
            Clause { subject: "limit of moves", says: $limit, basis: concat!($book, " 9") },
            Clause {
                subject: "a record that ends by a foul",
                says: Some("accepted; an illegal last move is named, and where none stands in the record it is said"),
                basis: concat!($book, " 10"),
            },
            Clause { subject: "time", says: Some(TIME), basis: concat!($book, " 11") },
        ]
    };
}

const PROMOTION: &str = "from or into the three far ranks; pawn, lance, knight, silver, bishop and rook; \
                         obligatory where no move would be left";
const DROPS: &str =
    "on empty squares, unpromoted; no second pawn on a file, no piece without a move, no pawn that mates";

const TIME: &str = "main time, then 秒読み for each move; what is over it is named, and the result stands";

const SERVER_TIME: &str = "time for the game, a bonus for each move, and a limit that caps the clock; what is over it is \
                           named, and the result stands";

/// The clauses of `src/record/pages/rulebooks/shogi-server.md`.
const SERVER_CLAUSES: [Clause; 10] = [
    Clause { subject: "moves", says: Some("each piece as it moves; only the knight leaps"), basis: "shogi server 1" },
    Clause { subject: "mate", says: Some("the side to move loses"), basis: "shogi server 2" },
    Clause { subject: "no legal move, no check", says: Some("draw"), basis: "shogi server 2" },
    Clause { subject: "promotion", says: Some(PROMOTION), basis: "shogi server 3" },
    Clause { subject: "drops", says: Some(DROPS), basis: "shogi server 4" },
    Clause {
        subject: "perpetual check",
        says: Some("forbidden: the check that would bring the position for the fourth time is illegal"),
        basis: "shogi server 5",
    },
    Clause { subject: "time", says: Some(SERVER_TIME), basis: "shogi server 6" },
    Clause { subject: "千日手", says: None, basis: "" },
    Clause { subject: "declaration of 入玉", says: None, basis: "" },
    Clause { subject: "limit of moves", says: None, basis: "" },
];

pub(super) static JSA: RuleBook<ShogiRules> = RuleBook {
    name: "jsa",
    title: "Practice of the Japan Shogi Association",
    page: include_str!("../pages/rulebooks/jsa.md"),
    bases: bases!("JSA"),
    clauses: clauses!(
        "JSA",
        "king and ten other pieces in the far zone, no check; 31 points win, 24 draw",
        Some("after move 500 an impasse, unless that move checks")
    ),
    rules: ShogiRules {
        sennichite: Some("JSA 6"),
        perpetual: Perpetual::Loses("JSA 7"),
        stalemate: "JSA 3",
        impasse: Some(ImpasseRule { wins: [31, 31], draws: Some(24), basis: "JSA 8" }),
        limit: Some((500, "JSA 9")),
        ..ShogiRules::BASE
    },
};

/// The rules of both books of computer tournaments.
const CSA: ShogiRules = ShogiRules {
    sennichite: Some("CSA 6"),
    perpetual: Perpetual::Loses("CSA 7"),
    stalemate: "CSA 3",
    ..ShogiRules::BASE
};

pub(super) static CSA24: RuleBook<ShogiRules> = RuleBook {
    name: "csa24",
    title: "Tournament rules of computer shogi, 24 points",
    page: include_str!("../pages/rulebooks/csa.md"),
    bases: bases!("CSA"),
    clauses: clauses!("CSA", "king and ten other pieces in the far zone, no check; 31 points win, 24 draw", None),
    rules: ShogiRules { impasse: Some(ImpasseRule { wins: [31, 31], draws: Some(24), basis: "CSA 8" }), ..CSA },
};

pub(super) static CSA27: RuleBook<ShogiRules> = RuleBook {
    name: "csa27",
    title: "Tournament rules of computer shogi, 27 points",
    page: include_str!("../pages/rulebooks/csa.md"),
    bases: bases!("CSA"),
    clauses: clauses!(
        "CSA",
        "king and ten other pieces in the far zone, no check; 28 points win for 先手, 27 for 後手",
        None
    ),
    rules: ShogiRules { impasse: Some(ImpasseRule { wins: [28, 27], draws: None, basis: "CSA 8" }), ..CSA },
};

pub(super) static SERVER: RuleBook<ShogiRules> = RuleBook {
    name: "server",
    title: "Shogi rules of an online server",
    page: include_str!("../pages/rulebooks/shogi-server.md"),
    bases: SERVER_BASES,
    clauses: &SERVER_CLAUSES,
    rules: ShogiRules {
        perpetual: Perpetual::Forbidden("shogi server 5"),
        stalemate_loses: false,
        stalemate: "shogi server 2",
        limit_caps_clock: true,
        ..ShogiRules::BASE
    },
};
