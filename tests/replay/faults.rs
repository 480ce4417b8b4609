//! Why a move is illegal: a table of positions, moves and the reason that is to be named first; and where the damage
//! of a record is said to be.

use crate::common::{Game as Judged, judge};
use partie_notation::{fen, san};
use partie_record::finding::{Finding, Severity};
use partie_replay::{Options, Status, Wanted};
use partie_rules::chess::Position;
use partie_rules::{Resolution, Rules};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// FEN, move, and the first reason as `Debug` prints it.
#[rustfmt::skip]
const TABLE: &[(&str, &str, &str)] = &[
    // 2: legal for the other side
    (START, "e5", "OtherSide"),
    (START, "Nf6", "OtherSide"),
    (START, "e7e5", "OtherSide"),
    ("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", "Bb5", "OtherSide"),
    ("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 6 5", "e8g8", "OtherSide"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "d4", "OtherSide"),
    // ... but O-O does not say whose it is
    ("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 6 5", "O-O",
        "NothingToCastle { board_side: King, king: true, home: e1 }"),
    // ... and the side in check is the side to move
    ("rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2", "Nf3",
        "NoSuchMove { kind: Knight, from: [b8, g8], to: f3 }"),

    // 3: no such piece, or not there
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Qh5", "NoSuchPiece { kind: Some(Queen) }"),
    ("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "e4", "NoSuchPiece { kind: Some(Pawn) }"),
    ("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "exd4", "NoSuchPiece { kind: Some(Pawn) }"),
    ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/R1BQKBNR w KQkq - 0 1", "Nbd4", "NoSuchPiece { kind: Some(Knight) }"),
    ("rnbqkbnr/pppp1ppp/4p3/8/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 2", "Nb1-a3", "WrongOrigin { from: b1, holds: None }"),
    (START, "Bg1-f3", "WrongOrigin { from: g1, holds: Some(Knight) }"),
    (START, "e4e5", "WrongOrigin { from: e4, holds: None }"),
    (START, "e7e3", "WrongOrigin { from: e7, holds: Some(Pawn) }"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Rh8-h7", "WrongOrigin { from: h8, holds: None }"),

    // 4: the geometry
    ("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "Bb6",
        "NoSuchMove { kind: Bishop, from: [c1, f1], to: b6 }"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Ke3", "NoSuchMove { kind: King, from: [e1], to: e3 }"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1", "NoSuchMove { kind: King, from: [e1], to: g1 }"),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e6", "NoSuchMove { kind: Pawn, from: [e2], to: e6 }"),
    ("4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "e4", "NoSuchMove { kind: Pawn, from: [e5], to: e4 }"),
    ("4k3/8/4P3/4P3/8/8/8/4K3 w - - 0 1", "e3", "NoSuchMove { kind: Pawn, from: [e5, e6], to: e3 }"),
    ("4k3/8/8/8/8/5N2/8/4K3 w - - 0 1", "Nf3", "NoSuchMove { kind: Knight, from: [f3], to: f3 }"),
    ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "axd3", "NoSuchMove { kind: Pawn, from: [a2], to: d3 }"),
    ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "ad", "NoSuchMove { kind: Pawn, from: [a2], to: d3 }"),
    ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Rd8", "NoSuchMove { kind: Rook, from: [e1], to: d8 }"),
    // a king is no target either, but the geometry comes first
    ("4k3/8/8/8/8/8/8/N4K2 w - - 0 1", "Nxe8", "NoSuchMove { kind: Knight, from: [a1], to: e8 }"),

    // 5: the way is not free
    ("rnbqkbnr/ppp1pppp/8/3p4/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2", "Bf4",
        "Blocked { kind: Bishop, from: c1, to: f4, by: d2, blocker: Pawn }"),
    ("4k3/8/8/8/P7/8/8/R3K2R w KQ - 0 1", "Ra6", "Blocked { kind: Rook, from: a1, to: a6, by: a4, blocker: Pawn }"),
    ("3qk3/8/3p4/8/3P4/8/8/3QK3 w - - 0 1", "Qd5", "Blocked { kind: Queen, from: d1, to: d5, by: d4, blocker: Pawn }"),
    ("3qk3/8/3p4/8/8/3P4/8/4K3 b - - 0 1", "Qd4", "Blocked { kind: Queen, from: d8, to: d4, by: d6, blocker: Pawn }"),
    ("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e5", "Blocked { kind: Pawn, from: e4, to: e5, by: e5, blocker: Pawn }"),
    ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4", "Blocked { kind: Pawn, from: e2, to: e4, by: e3, blocker: Knight }"),
    ("4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "e4", "Blocked { kind: Pawn, from: e2, to: e4, by: e4, blocker: Knight }"),
    ("4k3/4p3/4P3/8/8/8/8/4K3 b - - 0 1", "e5", "Blocked { kind: Pawn, from: e7, to: e5, by: e6, blocker: Pawn }"),
    ("N3k3/8/8/8/P7/8/8/R3K3 w Q - 0 1", "Ra8", "Blocked { kind: Rook, from: a1, to: a8, by: a4, blocker: Pawn }"),

    // 6: an own piece on the target
    ("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 1 3", "Bd3", "OwnPiece { at: d3, holds: Pawn }"),
    ("4k3/8/8/4N3/4P3/8/8/4K3 w - - 0 1", "e5", "OwnPiece { at: e5, holds: Knight }"),
    ("4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", "exd5", "OwnPiece { at: d5, holds: Knight }"),
    ("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "Rxe1", "OwnPiece { at: e1, holds: King }"),
    ("4k3/8/8/8/4r3/8/4B3/3K4 w - - 0 1", "Ke2", "OwnPiece { at: e2, holds: Bishop }"),

    // 7: a king is not taken
    ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Rxe8", "KingCapture { at: e8 }"),
    ("4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "dxe8=Q", "KingCapture { at: e8 }"),
    ("8/8/8/4k3/4K3/8/8/8 w - - 0 1", "Kxe5", "KingCapture { at: e5 }"),

    // 8: castling
    ("4k3/8/8/8/8/8/8/3K3R w - - 0 1", "O-O", "NothingToCastle { board_side: King, king: true, home: e1 }"),
    ("4k3/8/8/8/8/8/8/5RK1 w - - 0 1", "O-O", "NothingToCastle { board_side: King, king: true, home: e1 }"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O-O", "NothingToCastle { board_side: Queen, king: false, home: a1 }"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1g1", "NothingToCastle { board_side: King, king: false, home: h1 }"),
    ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "CastlingRightLost { board_side: King, rook: h1 }"),
    ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1h1", "CastlingRightLost { board_side: King, rook: h1 }"),
    ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", "CastlingRightLost { board_side: King, rook: h1 }"),
    ("r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", "O-O-O", "CastlingRightLost { board_side: Queen, rook: a8 }"),
    ("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "O-O", "CastlingBlocked { by: f1, blocker: Bishop }"),
    ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O", "CastlingBlocked { by: b1, blocker: Knight }"),
    ("4k3/8/8/8/8/8/8/RNB1K3 w Q - 0 1", "O-O-O", "CastlingBlocked { by: c1, blocker: Bishop }"),
    ("4k3/8/8/8/8/8/8/4K1nR w K - 0 1", "O-O", "CastlingBlocked { by: g1, blocker: Knight }"),
    ("4k3/8/8/8/1b6/8/8/4K2R w K - 0 1", "O-O", "CastlingOutOfCheck { by: b4, attacker: Bishop }"),
    ("4k3/8/b7/8/8/8/8/4K2R w K - 0 1", "O-O", "CastlingThroughCheck { at: f1, by: a6, attacker: Bishop }"),
    ("4k3/8/b7/8/8/8/8/4K2R w K - 0 1", "e1g1", "CastlingThroughCheck { at: f1, by: a6, attacker: Bishop }"),
    ("4k3/8/b7/8/8/8/8/4K2R w K - 0 1", "Ke1-g1", "CastlingThroughCheck { at: f1, by: a6, attacker: Bishop }"),
    ("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "CastlingThroughCheck { at: g1, by: g8, attacker: Rook }"),
    ("r3k2r/8/8/8/8/8/3P4/3RK3 b kq - 0 1", "O-O-O", ""),
    ("r3k2r/3P4/8/8/8/8/8/4K3 b kq - 0 1", "O-O", "CastlingOutOfCheck { by: d7, attacker: Pawn }"),
    ("r3k2r/4P3/8/8/8/8/8/4K3 b kq - 0 1", "O-O-O", "CastlingThroughCheck { at: d8, by: e7, attacker: Pawn }"),
    // only the rook is attacked, or the square that it alone passes
    ("4k2r/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", ""),
    ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", ""),

    // 9: en passant
    ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", "exd6", "NoEnPassant { pawn: d5, at: d6 }"),
    ("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", "dxe3", "NoEnPassant { pawn: e4, at: e3 }"),
    ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "exd6", "EnPassantExposes { by: h5, attacker: Rook, king: a5 }"),
    ("b3k3/8/8/3pP3/8/8/6K1/8 w - d6 0 1", "exd6", "EnPassantExposes { by: a8, attacker: Bishop, king: g2 }"),
    ("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "EnPassantExposes { by: e8, attacker: Rook, king: e1 }"),
    ("3k4/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1", "exd3", ""),
    // the pawn has not just come over d7
    ("4r1k1/3p4/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6", "NoEnPassant { pawn: d5, at: d6 }"),

    // 10: pawns
    ("4k3/8/2p5/8/8/8/8/4K3 b - - 0 1", "c4", "DoubleStep { from: c6 }"),
    ("4k3/8/8/4n3/4n3/4P3/8/4K3 w - - 0 1", "e5", "DoubleStep { from: e3 }"),
    ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8", "PromotionMissing { at: b8 }"),
    ("2r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "bxc8", "PromotionMissing { at: c8 }"),
    ("4k3/8/8/8/8/8/1p6/4K3 b - - 0 1", "b2b1", "PromotionMissing { at: b1 }"),
    ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8=K", "PromotionPiece { kind: King }"),
    ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8=P", "PromotionPiece { kind: Pawn }"),
    ("4k3/8/1P6/8/8/8/8/4K3 w - - 0 1", "b7=Q", "PromotionRank { at: b7 }"),
    (START, "e2e4q", "PromotionRank { at: e4 }"),
    (START, "g1f3q", "PromotionRank { at: f3 }"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h8q", "PromotionRank { at: h8 }"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1e2q", "PromotionRank { at: e2 }"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6=Q", "PromotionRank { at: d6 }"),
    ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "exd5", "CapturesNothing { at: d5 }"),
    ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "ed", "CapturesNothing { at: d5 }"),
    ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "bxc8=Q", "CapturesNothing { at: c8 }"),
    ("rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2", "exe4", "CapturesStraight { at: e4 }"),
    ("4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "exe4", "CapturesStraight { at: e4 }"),

    // 11: the king into check
    ("rnbqkbnr/ppp2ppp/3p4/4p3/2B1P1Q1/8/PPPP1PPP/RNB1K1NR b KQkq - 1 3", "Kd7",
        "KingIntoCheck { at: d7, by: g4, attacker: Queen, through: false }"),
    ("4k3/8/8/8/4r3/8/4K3/8 w - - 0 1", "Ke1", "KingIntoCheck { at: e1, by: e4, attacker: Rook, through: true }"),
    ("4k3/8/8/6b1/8/4K3/8/8 w - - 0 1", "Kd2", "KingIntoCheck { at: d2, by: g5, attacker: Bishop, through: true }"),
    // an attack that does not need the king's old square is the plainer reason
    ("4k3/8/8/2b5/4r3/8/4K3/8 w - - 0 1", "Kf2", "KingIntoCheck { at: f2, by: c5, attacker: Bishop, through: false }"),
    ("4k3/8/8/8/1r2K3/6n1/8/8 w - - 0 1", "Kf5", "KingIntoCheck { at: f5, by: g3, attacker: Knight, through: false }"),
    ("4k3/6n1/8/r3K3/8/8/8/8 w - - 0 1", "Kf5", "KingIntoCheck { at: f5, by: g7, attacker: Knight, through: false }"),
    ("4k3/8/8/8/1r2K3/8/7n/8 w - - 0 1", "Kf4", "KingIntoCheck { at: f4, by: b4, attacker: Rook, through: true }"),
    ("8/8/8/4k3/8/4K3/8/8 w - - 0 1", "Ke4", "KingIntoCheck { at: e4, by: e5, attacker: King, through: false }"),
    ("4k3/8/8/8/8/2b5/3r4/4K3 w - - 0 1", "Kxd2", "KingIntoCheck { at: d2, by: c3, attacker: Bishop, through: false }"),
    ("4k3/8/8/3p4/8/4K3/8/8 w - - 0 1", "Ke4", "KingIntoCheck { at: e4, by: d5, attacker: Pawn, through: false }"),
    ("4k3/8/8/3p4/8/8/4K3/5n2 w - - 0 1", "Kxf1", ""),

    // 12: pinned
    ("r1bqkbnr/ppp2ppp/2np4/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 2 4", "Nb4",
        "Pinned { kind: Knight, from: c6, king: e8, by: b5, pinner: Bishop }"),
    ("4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1", "f3", "Pinned { kind: Pawn, from: f2, king: e1, by: h4, pinner: Bishop }"),
    ("4r1k1/8/8/8/8/4R3/8/4K3 w - - 0 1", "Rd3", "Pinned { kind: Rook, from: e3, king: e1, by: e8, pinner: Rook }"),
    ("4r1k1/8/8/8/8/3pP3/8/4K3 w - - 0 1", "exd4", "CapturesNothing { at: d4 }"),
    ("4r1k1/8/8/8/3p4/4P3/8/4K3 w - - 0 1", "exd4", "Pinned { kind: Pawn, from: e3, king: e1, by: e8, pinner: Rook }"),
    // pinned, and no answer to the other check
    ("4r1k1/8/8/8/1b6/4N3/8/4K3 w - - 0 1", "Nd5", "Pinned { kind: Knight, from: e3, king: e1, by: e8, pinner: Rook }"),

    // 13: the check stays
    ("rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2", "Nc6",
        "CheckNotParried { king: e8, by: [(h5, Queen)] }"),
    ("4r1k1/8/8/8/8/5n2/8/B3K3 w - - 0 1", "Be5", "CheckNotParried { king: e1, by: [(f3, Knight), (e8, Rook)] }"),
    ("4r1k1/8/8/8/8/5n2/6P1/4K3 w - - 0 1", "gxf3", "CheckNotParried { king: e1, by: [(f3, Knight), (e8, Rook)] }"),
    ("4k3/8/8/8/8/2n5/3P4/1K6 w - - 0 1", "d4", "CheckNotParried { king: b1, by: [(c3, Knight)] }"),
    ("4k3/8/8/8/8/2n5/3P4/1K6 w - - 0 1", "dxc3", ""),
    // the way is blocked, which says more than the check
    ("4r1k1/8/8/8/8/8/P7/R3K3 w Q - 0 1", "Ra8", "Blocked { kind: Rook, from: a1, to: a8, by: a2, blocker: Pawn }"),
];

/// The same for Chess960.
#[rustfmt::skip]
const CHESS960: &[(&str, &str, &str)] = &[
    ("4k3/8/8/8/8/8/8/1K3R2 w F - 0 1", "O-O", ""),
    ("4k3/8/8/8/8/8/8/1K3R2 w F - 0 1", "b1f1", ""),
    ("3rk3/8/8/8/8/8/8/1K3R2 w F - 0 1", "O-O", "CastlingThroughCheck { at: d1, by: d8, attacker: Rook }"),
    ("3rk3/8/8/8/8/8/8/1K3R2 w F - 0 1", "b1f1", "CastlingThroughCheck { at: d1, by: d8, attacker: Rook }"),
    ("4k3/8/8/8/8/8/8/1K3RN1 w F - 0 1", "O-O", "CastlingBlocked { by: g1, blocker: Knight }"),
    // the rook leaves its square and uncovers the king that stays
    ("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "O-O-O", "CastlingThroughCheck { at: c1, by: a1, attacker: Rook }"),
    ("1r2k3/8/8/8/8/8/8/RK6 w A - 0 1", "O-O-O", "CastlingOutOfCheck { by: b8, attacker: Rook }"),
    // a right to the other side of the board shows that the king is at home
    ("4k3/8/8/8/8/8/8/R2K2R1 w A - 0 1", "O-O", "CastlingRightLost { board_side: King, rook: g1 }"),
    ("4k3/8/8/8/8/8/8/R2K2R1 w A - 0 1", "d1g1", "CastlingRightLost { board_side: King, rook: g1 }"),
    ("4k3/8/8/8/8/8/8/R2K4 w A - 0 1", "O-O", "NothingToCastle { board_side: King, king: false, home: h1 }"),
    // no right at all: a position does not remember where the king began
    ("4k3/8/8/8/8/8/8/R2K2R1 w - - 0 1", "O-O", "NothingToCastle { board_side: King, king: true, home: e1 }"),
    ("rk2r3/8/8/8/8/8/8/4K3 b ea - 0 1", "O-O-O", ""),
    ("rkn1r3/8/8/8/8/8/8/4K3 b ea - 0 1", "O-O-O", "CastlingBlocked { by: c8, blocker: Knight }"),
];

fn position(text: &str, chess960: bool) -> Position {
    let read = fen::read_fen(text, chess960);
    assert!(read.faults.is_empty(), "{text}: {:?}", read.faults);
    // Some of these positions cannot come about; they are asked nevertheless.
    read.setup.into_position_lenient()
}

fn faults(text: &str, chess960: bool, mv: &str) -> Vec<String> {
    let position = position(text, chess960);
    let (rest, written) = san::read_move(mv.as_bytes()).unwrap_or_else(|error| panic!("{mv}: {error:?}"));
    assert!(rest.is_empty(), "{mv}");
    if position.resolve(&written.pattern) != Resolution::None {
        return Vec::new();
    }
    let faults = position.illegal_reasons(&written.pattern);
    assert!(!faults.is_empty(), "{text} {mv}");
    faults.iter().map(|fault| format!("{fault:?}")).collect()
}

#[test]
fn the_first_reason_is_the_one_to_be_named() {
    let mut wrong = Vec::new();
    for (table, chess960) in [(TABLE, false), (CHESS960, true)] {
        for (text, mv, expected) in table {
            let faults = faults(text, chess960, mv);
            let first = faults.first().map_or("", String::as_str);
            if first != *expected {
                wrong.push(format!("{text} {mv}\n  expected {expected}\n  named    {faults:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Reasons that only shogi has; `shogi_faults` tests them.
const OF_SHOGI: [&str; 9] = [
    "NoSuchWay",
    "Nifu",
    "DropMate",
    "DeadDrop",
    "MustPromote",
    "NotInHand",
    "SquareOccupied",
    "CannotPromote",
    "NotInZone",
];

#[test]
fn every_reason_is_in_the_table() {
    let source = include_str!("../../src/rules/illegal_reason.rs");
    let body = source.split_once("pub enum IllegalReason").map(|(_, body)| body).expect("the reasons");
    let variants: Vec<&str> = body
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with(|first: char| first.is_ascii_uppercase()))
        .filter_map(|line| line.split([' ', '{', ',']).next())
        .collect();
    assert!(variants.len() >= 23, "{variants:?}");
    for variant in variants.into_iter().filter(|variant| !OF_SHOGI.contains(variant)) {
        let named = |(_, _, expected): &(&str, &str, &str)| expected.split(' ').next() == Some(variant);
        assert!(TABLE.iter().any(named), "{variant} is not in the table");
    }
}

#[test]
fn the_other_true_reasons_follow_in_order() {
    let cases: [(&str, &str, &[&str]); 7] = [
        // Legal for Black, and White's own pawn cannot do it.
        (START, "e5", &["OtherSide", "NoSuchMove { kind: Pawn, from: [e2], to: e5 }"]),
        (
            "4k3/8/b7/8/1b6/8/8/4KB1R w - - 0 1",
            "O-O",
            &[
                "CastlingRightLost { board_side: King, rook: h1 }",
                "CastlingBlocked { by: f1, blocker: Bishop }",
                "CastlingOutOfCheck { by: b4, attacker: Bishop }",
                "CastlingThroughCheck { at: f1, by: a6, attacker: Bishop }",
            ],
        ),
        (
            "4r1k1/8/8/8/1b6/4N3/8/4K3 w - - 0 1",
            "Nd5",
            &[
                "Pinned { kind: Knight, from: e3, king: e1, by: e8, pinner: Rook }",
                "CheckNotParried { king: e1, by: [(b4, Bishop)] }",
            ],
        ),
        // Two rooks, each with its own reason.
        (
            "4r1k1/8/8/8/8/RP2R3/8/4K3 w - - 0 1",
            "Rd3",
            &[
                "Blocked { kind: Rook, from: a3, to: d3, by: b3, blocker: Pawn }",
                "Pinned { kind: Rook, from: e3, king: e1, by: e8, pinner: Rook }",
            ],
        ),
        // The check is not given by the pawn beside, so its double step was not the last move.
        (
            "4k3/8/8/3pP3/1b6/8/8/4K3 w - - 0 1",
            "exd6",
            &["NoEnPassant { pawn: d5, at: d6 }", "CheckNotParried { king: e1, by: [(b4, Bishop)] }"],
        ),
        ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "bxc8", &["PromotionMissing { at: c8 }", "CapturesNothing { at: c8 }"]),
        // Two pawns that stand beside it: one may take en passant but for the other's pin.
        ("2r3k1/8/8/2PpP3/8/8/8/2K5 w - d6 0 1", "cxd6", &["EnPassantExposes { by: c8, attacker: Rook, king: c1 }"]),
    ];
    for (text, mv, expected) in cases {
        assert_eq!(faults(text, false, mv), expected, "{text} {mv}");
    }
}

/// The findings of the last record of a text beside infos: code, ply, and the token in question.
fn damage(text: &str) -> String {
    let games = judge(text.as_bytes());
    let game = games.last().unwrap_or_else(|| panic!("no record in {text}"));
    let shown = game.findings.iter().filter(|finding| finding.severity > Severity::Info).map(|finding| {
        let ply = finding.ply.map(|ply| format!("@{ply}")).unwrap_or_default();
        let token = &text[finding.span.from as usize..finding.span.to as usize];
        let fix = finding.fixes.first().map(|fix| format!(" {:?} {}", fix.grade, fix.token)).unwrap_or_default();
        format!("{}{ply} {token}{fix}", finding.code.as_str())
    });
    shown.collect::<Vec<_>>().join("; ")
}

/// A fault is said where it began; what follows from it is neither a finding of its own nor put right for certain.
#[test]
fn damage_is_found_where_it_began() {
    let cases = [
        // A half-move is missing, and the numbers show it.
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 4. Ba4 Nf6 5. O-O Be7 1-0", "L001@6 Ba4"),
        // A number that is wrong by itself is put right for certain, but not where the others go on from it, or the
        // line breaks.
        ("1. e4 e5 3. Nf3 Nc6 3. Bb5 a6 1-0", "N020@3 3. Certain 2"),
        ("1. e4 e5 2. Nf3 Nc6 2. Bb5 a6 1-0", "N020@5 2. Certain 3"),
        // The last one, if it is too high, may be what is left of a pair.
        ("1. e4 e5 2. Nf3 Nc6 4. Bb5 a6 1-0", "N020@5 4. Guess 3"),
        ("1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 1-0", "N020@3 3. Guess 2"),
        ("1. e4 (1. d4 d5 3. c4 e6 4. Nc3) e5 2. Nf3 1-0", "N020@3 3. Guess 2"),
        ("1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 5. Ra3 1-0", "N020@3 3. Guess 2; L004@7 Ra3 Guess Ba4"),
        ("1. e4 (1. d4 d5 3. c4 e6 4. Nc3 Nf6 5. Ra3) e5 1-0", "N020@3 3. Guess 2; L004@7 Ra3 Guess Be3"),
        // A mark that is not true in such a line.
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc4 Nf6 1-0", "N010@7 Bxc4 Certain Bc4"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc4 dxc6 5. O-O f6 1-0", "N010@7 Bxc4 Likely Bxc6; L005@8 dxc6"),
        // An x behind the move, where none belongs; a colon there ends a sentence.
        ("1. e4x e5 2. Nf3x Nc6 3. Bb5 a6 1-0", "N010@1 e4x Certain e4"),
        ("1. e4 e5 2. Nf3x Nc6 3. Bb5 a6 1-0", "N010@3 Nf3x Certain Nf3"),
        ("1. e4 e5 2. Ng1f3x! Nc6 3. Bb5 a6 1-0", "N010@3 Ng1f3x! Certain Nf3!"),
        ("1. e4 d5 2. exd5 Qd5x 3. Nc3 Qd8 1-0", "N010@4 Qd5x Certain Qxd5"),
        ("1. e4 d5 2. exd5x Qxd5x 3. Nc3 Qd8 1-0", "N010@3 exd5x Certain exd5"),
        ("1. e4 d5 2. d5x Qxd5 3. Nc3 Qd8 1-0", "N010@3 d5x Certain exd5"),
        ("1. e4 d5 2. Bb5x+ c6 3. Ba4 1-0", "N010@3 Bb5x+ Certain Bb5+"),
        ("1. e4 e5 2. Nf3: Nc6 3. Bb5 a6 1-0", "S015@3 Nf3: Certain Nf3"),
        // Words that are no token of their own.
        ("1. e4 e5 2. N*f3 Nc6 3. Bb5 a6 1-0", "S015@3 N*f3 Likely Nf3"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 d*c6 5. d4 1-0", "S015@8 d*c6 Guess dxc6"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 6a 4. Bxc6 1-0", "S015@6 6a Guess a6"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. -OO Nf6 5. d3 1-0", "S015@7 -OO Likely O-O"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a 4. Bxc6 1-0", "S015@6 a Guess a6"),
        // A number without its point, and results as they stand.
        ("1 e4 e5 2 f4 exf4 3Nf3 4d 1-0", "N022@1 1 Certain 1.; S015@6 4d Guess d5"),
        ("1. e4 e5 2. Nf3*", "R010 *"),
    ];
    for (moves, expected) in cases {
        let text = format!("[Result \"1-0\"]\n\n{moves}\n");
        assert_eq!(damage(&text), expected, "{moves}");
    }
}

/// What was meant may stand elsewhere than the fault shows; it is said where the fault is.
#[test]
fn what_may_have_been_meant_is_told_beside_the_fault() {
    let cases = [
        ("3. Bc5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6", "close to it and legal: 3. Bb5 (from f1)"),
        ("3. Bc4 Nf6 4. d3 Be7 5. Bxc6 dxc6 6. O-O O-O 7. h3 Re8", "3. Bb5 (from f1) at ply 5 instead of Bc4:"),
        (
            "3. Bb5 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6",
            "a half-move may be missing: with 3... a6 (from a7) put in,",
        ),
        ("3. Bb5 Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6", "3... Bb5 may be one too many: without it"),
        ("3. Bb5 a6 4. Ba4 Nf6 5. Re1 Be7 6. O-O b5 7. Bb3 d6", "5. Re1 and O-O may have changed places:"),
    ];
    for (moves, expected) in cases {
        for text in
            [format!("1. e4 e5 2. Nf3 Nc6 {moves} *\n"), format!("1. d4 (1. e4 e5 2. Nf3 Nc6 {moves}) 1... d5 *\n")]
        {
            let games = judge(text.as_bytes());
            let finding = games[0].findings.iter().find(|finding| finding.severity == Severity::Error).unwrap();
            let help = finding.help[0].to_string();
            assert!(
                help.starts_with(expected) && help.ends_with(" the game then replays to its end"),
                "{text}: {help}"
            );
            // One that is likely stands alone; 5. Qe2 is an opening, too.
            let is_open = expected.contains("instead of") || expected.contains("changed places");
            assert_eq!(finding.help[1].to_string().starts_with("or "), is_open, "{:?}", finding.help);
        }
    }
}

/// While the sides are swapped some plies may be played all the same: the first number that did not fit is named.
#[test]
fn the_first_number_that_did_not_fit_is_named() {
    let tags = "[SetUp \"1\"]\n[FEN \"7k/8/8/r7/R7/8/8/7K w - - 0 1\"]\n[Result \"*\"]\n\n";
    let text = format!("{tags}1. Rb4 2. Rb5 Rc4 3. Rc5 Ra1 *\n");
    assert_eq!(damage(&text), "L003@5 Ra1 Guess Ra4");
    let games = judge(text.as_bytes());
    let finding = games[0].findings.iter().find(|finding| finding.code.as_str() == "L003").unwrap();
    let cause = finding.causes.iter().find(|cause| cause.message.to_string().contains("is due here")).unwrap();
    assert_eq!((cause.ply, cause.span.unwrap().from as usize), (Some(2), text.find("2. Rb5").unwrap()));
    assert!(cause.message.to_string().starts_with("1... is due here"), "{}", cause.message);
}

/// A comment that swallows moves, as the numbers after it show, was never closed.
#[test]
fn an_unclosed_comment_is_found_by_the_moves_in_it() {
    let cases = [
        ("{ By X\n1. d4 d5 2. c4 e6\n{here} 3. Nc3 Nf6", "S010@1 { By X Certain { By X}"),
        ("{ 1. d4 d5\n{here} 2. Nc3 Nf6", "S010@1 { Certain "),
        ("1. e4 {good e5 2. Nf3 {also good} Nc6 3. Bb5 a6", "S010@2 {good Certain {good}"),
        ("1. e4 e5 (1... c5 {sharp 2. Nf3 d6 {so} 3. d4) 2. d4", "S010@3 {sharp Certain {sharp}"),
        ("1. e4 {best 1... e5 {so} 2. Nf3 Nc6 3. Ra3", "S010@2 {best Likely {best}"),
        // What an annotator quotes is none of it, nor what cannot be played, nor where nothing is missing.
        // Where the text behind the brace reads on, S013 is an info.
        ("1. e4 {not 1. d4 {the best} e5 2. Nf3", ""),
        ("1. e4 {1... e5 2. Nf3 {or so} c5 2. Nf3", ""),
        ("1. e4 {1... Ke6 {or so} 2. Nf3", "S013 {; L001@2 Nf3 Guess Nf6"),
        ("1. e4 {so be it {or so} 2. Nf3", "S013 {; L001@2 Nf3 Guess Nf6"),
    ];
    for (moves, expected) in cases {
        let found = damage(&format!("[Result \"*\"]\n\n{moves} *\n"));
        let found: Vec<&str> = found.split("; ").filter(|one| !one.starts_with("N022")).collect();
        assert_eq!(found.join("; "), expected, "{moves}");
    }
}

/// Comments have a place wherever they stand.
#[test]
fn comments_stand_before_between_and_behind() {
    let tags = "[Event \"?\"]\n[Site \"?\"]\n";
    let rest = "[Result \"1-0\"]\n\n";
    for text in [
        format!("{{ before }}\n{tags}{rest}1. e4 1-0\n"),
        format!("; before\n\n{{ and }} {{ again }}\n\n{tags}{rest}1. e4 1-0\n"),
        format!("{tags}{{ between }}\n{rest}1. e4 1-0\n"),
        format!("{tags}; between\n{{ and }}\n{rest}1. e4 1-0\n"),
        format!("{tags}{rest}{{ behind }}\n1. e4 1-0\n"),
        format!("{tags}{rest}1. e4 1-0 ; behind the result\n"),
        format!("{tags}{rest}1. e4 1-0 {{ behind }} {{ the result }}\n"),
        format!("{tags}{rest}1. e4 1-0\n\n{{ at the end }}\n; of the file\n"),
        format!("{tags}{rest}1. e4 1-0\n\n{{ between games }}\n; and one more\n\n{tags}{rest}1. d4 1-0\n"),
        format!("\u{feff}{{ behind a mark }}\n{tags}{rest}1. e4 1-0\n"),
    ] {
        assert_eq!(damage(&text), "", "{text}");
        let games = judge(text.as_bytes());
        assert_eq!(games.len(), text.matches("Event").count(), "{text}");
        // Nothing stands outside of a game.
        assert_eq!((games[0].from, games.last().unwrap().to), (0, text.len() as u64), "{text}");
    }
    let text = format!("{tags}{rest}1. e4 1-0 {{mine}}\n{{yours}}\n{tags}{rest}1. d4 1-0\n");
    let games = judge(text.as_bytes());
    assert_eq!(games[1].from as usize, text.find("{yours}").unwrap());
    // Other text before tags is one finding, and the comments in it are comments.
    let heading = format!("Games of a match\n{{ a note }}\nplayed by post\n\n{tags}{rest}1. e4 1-0\n");
    assert_eq!(damage(&heading), "S015 Games of a match; S015 played by post");
    // So is text behind the last game; a game without tags is a game.
    let closing = format!("{tags}{rest}1. e4 1-0\n\nsent * by\n{{ a }} friend\n");
    assert_eq!(damage(&closing), "S015 sent * by; S015 friend");
    assert_eq!(damage(&format!("{tags}{rest}1. e4 1-0\n\u{1a}")), "");
    let two = format!("{tags}{rest}1. e4 1-0\n\nand one more\n1. d4 d5 *\n");
    assert_eq!(judge(two.as_bytes()).len(), 2);
}

/// A record of one game with the tags that a test names.
fn record(tags: &str, moves: &str) -> String {
    format!("[Event \"Test\"]\n{tags}\n{moves}\n")
}

fn one(text: &str) -> Judged {
    let mut games = judge(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// The finding of a code; there must be one.
fn found<'a>(game: &'a Judged, code: &str) -> &'a Finding {
    let found = game.findings.iter().find(|finding| finding.code.as_str() == code);
    let codes = || game.findings.iter().map(|finding| finding.code.as_str()).collect::<Vec<_>>();
    found.unwrap_or_else(|| panic!("no {code} among {:?}", codes()))
}

fn codes(game: &Judged) -> Vec<&'static str> {
    game.findings.iter().map(|finding| finding.code.as_str()).collect()
}

#[test]
fn en_passant_is_explained_by_the_moves_before() {
    let late = "[SetUp \"1\"]\n[FEN \"4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1\"]\n";
    let game = one(&record(late, "1... d5 2. Kf1 Kh8 3. Ke1 Kg8 4. exd6 *"));
    let finding = found(&game, "L025");
    assert!(finding.message.to_string().contains("d5 was ply 1"), "{}", finding.message);
    // What forbids it besides stands behind it.
    assert!(
        finding.causes.iter().any(|cause| cause.message.to_string().contains("expose the king on e1")),
        "{finding:?}"
    );
    // At once there is the right, and it is the exposure that forbids it.
    let at_once = one(&record(late, "1... d5 2. exd6 *"));
    assert!(at_once.has("L027") && !at_once.has("L025"), "{:?}", codes(&at_once));
    // The same on hexagons.
    let late =
        "[Variant \"Glinski\"]\n[SetUp \"1\"]\n[FEN \"b/2k/2b2/7/1p1p1p2p/11/1b1P5p1/6P4/r6P3/11/1K4N2P1 b - 3 24\"]\n";
    let game = one(&record(late, "24... e7-e5 25. g4-g6 Bf11-g9 26. d5xe6 *"));
    let finding = found(&game, "L025");
    assert!(finding.message.to_string().contains("e7-e5 was ply 1"), "{}", finding.message);
    assert!(
        finding.causes.iter().any(|cause| cause.message.to_string().contains("expose the king on b1")),
        "{finding:?}"
    );
    // Whoever came to the square by a capture has made no double step, although another pawn had.
    let game = one(&record("", "1. d4 e5 2. f4 d6 3. fxe5 dxe5 4. d5 Nf6 5. dxe6 *"));
    let finding = found(&game, "L026");
    assert!(finding.message.to_string().contains("dxe5 at ply 6"), "{}", finding.message);
    assert!(finding.causes.iter().any(|cause| cause.ply == Some(6)), "{finding:?}");
    // A double step that was the last ply gives the right: here it is the check that forbids the capture.
    let check = "[SetUp \"1\"]\n[FEN \"k3r3/3p4/2B5/4P3/8/8/8/K3R3 b - - 0 1\"]\n";
    assert!(!codes(&one(&record(check, "1... d5 2. exd6 *"))).contains(&"L026"));
}

#[test]
fn castling_with_nothing_names_the_ply() {
    let game = one(&record(
        "",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 c5 8. Nb3 Qxd1 9. Rxd1 Bg4 10. f3 Be6 11. O-O *",
    ));
    let finding = found(&game, "L020");
    assert!(
        finding.message.to_string().contains("the king left its home square at ply 9 (O-O)"),
        "{}",
        finding.message
    );
    assert!(finding.causes.iter().any(|cause| cause.ply == Some(9)), "{finding:?}");
    let rook = "1. g3 b6 2. Bg2 Bb7 3. Nh3 Nc6 4. Rg1 Qb8 5. Bf1 e6 6. O-O *";
    let message = found(&one(&record("", rook)), "L020").message.to_string();
    assert!(message.contains("the rook left its home square at ply 7 (Rg1)"), "{message}");
    let taken = "1. g4 b6 2. Nf3 Bb7 3. Nd4 Bxh1 4. e3 e6 5. Be2 d6 6. O-O *";
    let message = found(&one(&record("", taken)), "L020").message.to_string();
    assert!(message.contains("the rook was captured at ply 6 (Bxh1)"), "{message}");
    // In Chess960 the king's home is where it starts.
    let elsewhere = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"1r2k2r/8/8/8/8/8/8/1R1K3R w HBhb - 0 1\"]\n";
    let message = found(&one(&record(elsewhere, "1. Ke2 Ke7 2. O-O *")), "L020").message.to_string();
    assert!(message.contains("the king left its home square at ply 1 (Ke2)"), "{message}");
    // What never stood at home has left nothing.
    let never = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R4RK1 w - - 0 1\"]\n";
    let message = found(&one(&record(never, "1. Ra2 Ke7 2. O-O *")), "L020").message.to_string();
    assert!(message.contains("is not on its home square"), "{message}");
}

#[test]
fn claims_name_their_move_and_the_plies_of_their_position() {
    let knights = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1";
    let open = one(&record("", &format!("{knights} *")));
    let finding = found(&open, "D001");
    assert!(finding.message.to_string().contains("4... Ng8"), "{}", finding.message);
    assert!(finding.help.iter().any(|help| help.to_string().ends_with("after plies 0, 4")), "{:?}", finding.help);
    assert!(
        finding.help.iter().any(|help| help.to_string().contains("by Black, who writes 4... Ng8 down")),
        "{:?}",
        finding.help
    );
    let standing = one(&record("", &format!("{knights} Ng8 *")));
    let finding = found(&standing, "D001");
    assert!(finding.message.to_string().ends_with("third occurrence after 4... Ng8"), "{}", finding.message);
    assert!(finding.help.iter().any(|help| help.to_string().ends_with("after plies 0, 4")), "{:?}", finding.help);
    // A move that breaks the repetition leaves nothing to claim.
    assert!(!open.has("D003") && !one(&record("", &format!("{knights} e5 *"))).has("D001"));
    let quiet = "[SetUp \"1\"]\n[FEN \"8/8/4k3/8/8/4K3/4R3/8 w - - 98 80\"]\n";
    let game = one(&record(quiet, "80. Ra2 *"));
    let finding = found(&game, "D003");
    assert!(finding.message.to_string().contains("such as 80... K"), "{}", finding.message);
    let hexagons = "1. Nd1-f4 Nd9-f8 2. Nf4-d1 Nf8-d9 3. Nd1-f4 Nd9-f8 4. Nf4-d1 *";
    let game = one(&record("[Variant \"Glinski\"]\n[Rules \"glinski\"]\n", hexagons));
    let finding = found(&game, "D001");
    assert!(finding.message.to_string().contains("4... Nf8-d9"), "{}", finding.message);
    assert!(finding.help.iter().any(|help| help.to_string().ends_with("after plies 0, 4")), "{:?}", finding.help);
}

#[test]
fn clauses_hold_from_their_day_on() {
    let five = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. e4 e5 1-0";
    let seventy_five = "[SetUp \"1\"]\n[FEN \"8/8/4k3/8/8/4K3/4R3/8 w - - 148 120\"]\n";
    let of = |tags: &str| one(&record(tags, five));
    for tags in [
        "[Date \"1936.01.01\"]\n",
        "[Date \"2014.06.30\"]\n",
        "[Date \"2013.??.??\"]\n",
        "[Date \"19??.??.??\"]\n",
        "[Date \"????.??.??\"]\n[EventDate \"1972.07.11\"]\n",
        "[UTCDate \"2013.01.05\"]\n[Date \"????.??.??\"]\n",
        "[EventDate \"2015.01.05\"]\n[UTCDate \"2013.01.05\"]\n",
    ] {
        let game = of(tags);
        assert_eq!(game.replayed.end.name(), "none", "{tags}");
        for code in ["R012", "N031", "D002"] {
            let finding = found(&game, code);
            assert_eq!(finding.severity, Severity::Info, "{tags} {code}");
            let advice = finding
                .help
                .iter()
                .map(ToString::to_string)
                .any(|help| help.contains("must be") || help.contains("counts"));
            assert!(!advice && finding.fixes.is_empty(), "{tags} {finding:?}");
            assert!(!finding.message.to_string().contains("was drawn"), "{}", finding.message);
        }
    }
    for tags in [
        "",
        "[Date \"2014.07.01\"]\n",
        "[Date \"2014.??.??\"]\n",
        "[Date \"20??.??.??\"]\n",
        "[Date \"????.??.??\"]\n",
        "[Date \"2020.01.01\"]\n[EventDate \"1972.07.11\"]\n",
        "[Date \"15.08.2019\"]\n",
        // The event went on after its first day.
        "[Date \"????.??.??\"]\n[EventDate \"2014.06.28\"]\n",
    ] {
        let game = of(tags);
        assert_eq!(found(&game, "R012").severity, Severity::Error, "{tags}");
        assert_eq!(found(&game, "N031").severity, Severity::Warning, "{tags}");
        assert_eq!(game.replayed.end.name(), "repetition", "{tags}");
    }
    let old = one(&record(&format!("[Date \"1999.01.01\"]\n{seventy_five}"), "120. Ra2 Kd6 121. Ra3 0-1"));
    for code in ["D004", "N031", "R012"] {
        assert_eq!(found(&old, code).severity, Severity::Info, "{code}");
    }
    // A mate played after it ends the older game, and decides on its result.
    let mate = five.replace("9. e4 e5 1-0", "9. f3 e5 10. g4 Qh4# 1-0");
    let old = one(&record("[Date \"1936.01.01\"]\n", &mate));
    assert!(old.has("R001"), "{:?}", codes(&old));
}

#[test]
fn a_clock_at_zero_is_a_fallen_flag_only_where_that_is_sure() {
    let moves = |zero: &str, end: &str| {
        format!("1. e4 {{[%clk {zero}]}} e5 {{[%clk 0:00:09]}} 2. Nf3 {{[%clk 0:00:03]}} Nc6 {{[%clk 0:00:05]}} {end}")
    };
    let of = |tags: &str, zero: &str, end: &str| one(&record(tags, &moves(zero, end)));
    assert!(!of("", "0:00:00", "*").has("C005"));
    assert!(of("", "0:00:00.0", "*").has("C005") && of("", "0:00:00,0", "*").has("C005"));
    let forfeit = "[Termination \"Time forfeit\"]\n[Result \"0-1\"]\n";
    assert!(of(forfeit, "0:00:00", "0-1").has("C005"));
    let other = forfeit.replace("0-1", "1-0");
    assert!(!of(&other, "0:00:00", "1-0").has("C005"));
}

#[test]
fn no_clock_makes_a_game_an_error() {
    for clock in ["0:61:00", "soon", "", "1:2:3:4:5", "0:00 46"] {
        for command in ["clk", "emt"] {
            let moves = format!("1. e4 {{[%{command} {clock}]}} e5 *");
            assert_eq!(found(&one(&record("", &moves)), "C002").severity, Severity::Warning, "{moves}");
        }
    }
    for comment in ["[%emt 0:\n00:46]", "[%clk 0:25:24][%clko 0:26:30]", "[%clkx soon]", "[%clk\n0:25:24]"] {
        assert!(!one(&record("", &format!("1. e4 {{{comment}}} e5 *"))).has("C002"), "{comment}");
    }
}

#[test]
fn increments_in_words_judge_clocks() {
    let moves = "1. e4 {[%clk 1:00:00]} e5 {[%clk 1:00:00]} 2. Nf3 {[%clk 1:01:30]} Nc6 {[%clk 1:00:10]} *";
    let of = |control: &str| one(&record(&format!("[TimeControl \"{control}\"]\n"), moves));
    for control in
        ["5400+30", "5400 + 30", "90 minutes + 30 seconds", "90'+30''", "G/90;+30", "90 Min. + 30 Sek. pro Zug"]
    {
        let read = of(control);
        assert_eq!(found(&read, "C001").ply, Some(3), "{control}");
        assert!(!read.has("C004"), "{control}");
    }
    assert!(!of("90 minutes + 2 minutes per move").has("C001"));
    for control in ["7200/40", "600|5", "Blitz", "5:00"] {
        assert!(of(control).has("C004"), "{control}");
    }
}

#[test]
fn no_flag_falls_at_a_move_of_a_daily_game() {
    // Whole seconds would show no fallen flag at all.
    let moves = "1. e4 {[%clk 0:00:00.0]} e5 {[%clk 0:00:00.0]} 2. Nf3 {[%clk 0:00:00.0]} *";
    let of = |control: &str| one(&record(&format!("[TimeControl \"{control}\"]\n"), moves));
    for daily in ["1/432000", "1/86400", "1/259200:1/86400"] {
        assert!(!of(daily).has("C005"), "{daily}");
    }
    for quick in ["1/60", "60", "300+2", "1/86399"] {
        assert!(of(quick).has("C005"), "{quick}");
    }
}

#[test]
fn a_move_of_several_readings_is_assumed_where_all_replay() {
    let rooks = "[SetUp \"1\"]\n[FEN \"r6k/1ppqbrpp/2bp1p1n/p4P2/2QNP2B/2N5/PPP3PP/3R1RK1 b - - 0 15\"]\n";
    let game = one(&record(rooks, "15... Rf8 16. Ne6 Rg8 17. a4 Ng4 *"));
    let finding = found(&game, "L036");
    assert_eq!((finding.severity, game.replayed.plies), (Severity::Warning, 5), "{finding:?}");
    for named in ["f7", "a8", "Rff8 is assumed"] {
        assert!(finding.message.to_string().contains(named), "{}", finding.message);
    }
    assert_eq!(finding.fixes.len(), 2, "{finding:?}");
    // Marks count before the order of the board.
    let knights = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1\"]\n";
    let game = one(&record(knights, "1. Nd2 Ke7 2. Kf1 *"));
    assert!(found(&game, "L036").message.to_string().contains("only Nfd2 lets"), "{}", found(&game, "L036").message);
    // Where no reading replays to the end, nothing is assumed.
    let game = one(&record(rooks, "15... Rf8 16. Ne6 Rg8 17. a4 Ng2 *"));
    assert_eq!((found(&game, "L036").severity, game.replayed.plies), (Severity::Error, 0));
    let hexagons = one(&record("[Variant \"Glinski\"]\n", "1. Nf4 e7-e6 *"));
    assert_eq!((found(&hexagons, "L036").severity, hexagons.replayed.plies), (Severity::Warning, 2));
}

#[test]
fn suggestions_are_written_as_the_record_is() {
    let hexagons = "[Variant \"Glinski\"]\n";
    let of = |tags: &str, token: &str, moves: &str| {
        let game = one(&record(tags, moves));
        let illegal = game.findings.iter().find(|finding| finding.code.as_str().starts_with('L'));
        let fixes = illegal.map(|finding| finding.fixes.clone()).unwrap_or_default();
        assert!(fixes.iter().any(|fix| fix.token == token), "{moves}: {fixes:?}");
    };
    of(hexagons, "Nxd4", "1. g5 g6 2. Ndf4 Ndf8 3. Bd4 Nc6 4. h5 Nxd3 5. c5 Nf8 *");
    of(hexagons, "Bf3-d2", "1. g4-g5 g7-g6 2. Nd1-f4 Nd9-f8 3. Bf3-d5 *");
    of("", "Nf3", "1. e4 e5 2. Nf4 Nc6 *");
    of("", "Ng1-f3", "1. e2-e4 e7-e5 2. Ng1-f4 Nb8-c6 *");
    of("", "g1f3", "1. e2e4 e7e5 2. g1f4 b8c6 *");
}

#[test]
fn signs_and_marks_may_stand_apart() {
    let hexagons = "[Variant \"Glinski\"]\n";
    let spaces = one(&record(hexagons, "1. e4 - e6 b7 - b5 2. f5 - f6 e7 x f6 3. Sh1 - f4 Sd9 - f8 *"));
    assert_eq!((codes(&spaces).last(), found(&spaces, "L003").ply), (Some(&"L003"), Some(4)));
    let passing = one(&record(hexagons, "1. e4-e5 b7-b5 2. e5-e6 d7-d5 3. e6xd6 bp. Wc8-b8 *"));
    assert_eq!(found(&passing, "N072").ply, Some(6), "{:?}", codes(&passing));
    let mate = one(&record(hexagons, "1. Qe1-c3 Qe10-c6 2. b1-b2 b7-b6 3. Bf3-b1 e7-e6 4. Qc3xf9 ‡ 1-0"));
    assert_eq!(mate.replayed.plies, 7, "{:?}", codes(&mate));
    assert!(!mate.has("S015"));
    let chess = one(&record("", "1. e2 - e4 e7 - e5 2. Ng1 - f3 Nb8 - c6 3. Bf1 x b5 *"));
    assert_eq!(chess.replayed.plies, 5, "{:?}", codes(&chess));
    // A dash between the moves of both sides joins nothing.
    let dashes = one(&record("", "1. e4 - e5 2. Nf3 - Nc6 3. Bb5 - a6 *"));
    assert_eq!(dashes.replayed.plies, 6, "{:?}", codes(&dashes));
    for dashes in ["1.e4 - e5 2.Nf3 - Nc6 3.Bb5 - a6 *", "1.Nf3 - d5 2.g3 - Nf6 3.Bg2 - c6 *"] {
        let game = one(&record("", dashes));
        assert_eq!(game.replayed.plies, 6, "{dashes} {:?}", codes(&game));
    }
    for mark in ["†", "+", "++", "††"] {
        let game = one(&record("", &format!("1. e4 e5 2. Bc4 Nc6 3. Bxf7 {mark} Ke7 4. Bxg8 *")));
        assert!(game.replayed.plies == 7 && !game.has("S015"), "{mark}: {:?}", codes(&game));
    }
    for mark in ["‡", "#"] {
        let game = one(&record("", &format!("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 {mark} 1-0")));
        assert!(game.replayed.end.name() == "checkmate" && !game.has("S015"), "{mark}: {:?}", codes(&game));
    }
    let passing = one(&record("", "1. e4 a6 2. e5 d5 3. exd6 bp. Qxd6 *"));
    assert!(passing.replayed.plies == 6 && !passing.has("S015"), "{:?}", codes(&passing));
}

/// Printed moves that begin from a diagram, or in the middle of a game, are not judged; a misprint in the first move is.
#[test]
fn what_begins_from_a_diagram_is_not_judged() {
    let said = |text: &str| {
        let wanted = Wanted { infos: true, ..Wanted::default() };
        let games = partie_replay::texts::replay_with(text.as_bytes(), &Options::default(), &wanted);
        assert_eq!(games.len(), 1, "{text}");
        let codes: Vec<&str> = games[0].findings.iter().map(|finding| finding.code.as_str()).collect();
        (games[0].replayed.as_ref().map(|replayed| replayed.status), codes.join(" "))
    };
    let problem = "       WHITE.                BLACK.\n  1. Q. to Q. R's 7th.     1. K. to Q's sq.\n  2. Q. to Q. Kt's 8th.    2. K. to K's 2d.\n";
    assert_eq!(said(problem), (Some(Status::Unsupported), "N052".to_owned()));
    // A damaged first move is an error: nobody knows whether a game begins there.
    let damaged = "       WHITE.                BLACK.\n  1. P. to K's 9th.       1. P. to K's 4th.\n  2. K. to K. Kt's 4th.    2. K. to K's 2d.\n  3. B. to B's 4th.        3. K. to B's 3d.\n";
    assert_eq!(said(damaged), (Some(Status::Unsupported), "N052".to_owned()));
    let torn = "  7. Q. to Q. R's 7th.     7. K. to Q's sq.\n  8. Q. to Q. Kt's 8th.    8. K. to K's 2d.\n";
    assert_eq!(said(torn), (Some(Status::Unsupported), "N051".to_owned()));
    let misprint = "  1. P. to K's 6th.        1. P. to K's 4th.\n  2. K. Kt. to B's 3d.     2. Q. Kt. to B's 3d.\n  3. B. to Q. Kt's 5th.    3. P. to Q. R's 3d.\n  4. B. to Q. R's 4th.     4. K. Kt. to B's 3d.\n";
    assert_eq!(said(misprint), (Some(Status::Error), "L080".to_owned()));
}
