//! Why a move is illegal: a table of positions, moves and the reason that is to be named first.

#![allow(clippy::panic, reason = "helpers of tests")]

use partie::notation::{fen, san};
use partie::rules::chess::Position;
use partie::rules::{Found, Game};

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
        "NothingToCastle { wing: King, king: true }"),
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

    // 6: an own man on the target
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
    ("4k3/8/8/8/8/8/8/3K3R w - - 0 1", "O-O", "NothingToCastle { wing: King, king: true }"),
    ("4k3/8/8/8/8/8/8/5RK1 w - - 0 1", "O-O", "NothingToCastle { wing: King, king: true }"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O-O", "NothingToCastle { wing: Queen, king: false }"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1g1", "NothingToCastle { wing: King, king: false }"),
    ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "CastlingRightLost { wing: King, rook: h1 }"),
    ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1h1", "CastlingRightLost { wing: King, rook: h1 }"),
    ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", "CastlingRightLost { wing: King, rook: h1 }"),
    ("r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", "O-O-O", "CastlingRightLost { wing: Queen, rook: a8 }"),
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
    // a right to the other wing shows that the king is at home
    ("4k3/8/8/8/8/8/8/R2K2R1 w A - 0 1", "O-O", "CastlingRightLost { wing: King, rook: g1 }"),
    ("4k3/8/8/8/8/8/8/R2K2R1 w A - 0 1", "d1g1", "CastlingRightLost { wing: King, rook: g1 }"),
    ("4k3/8/8/8/8/8/8/R2K4 w A - 0 1", "O-O", "NothingToCastle { wing: King, king: false }"),
    // no right at all: a position does not remember where the king began
    ("4k3/8/8/8/8/8/8/R2K2R1 w - - 0 1", "O-O", "NothingToCastle { wing: King, king: true }"),
    ("rk2r3/8/8/8/8/8/8/4K3 b ea - 0 1", "O-O-O", ""),
    ("rkn1r3/8/8/8/8/8/8/4K3 b ea - 0 1", "O-O-O", "CastlingBlocked { by: c8, blocker: Knight }"),
];

fn position(text: &str, chess960: bool) -> Position {
    let read = fen::read(text, chess960);
    assert!(read.faults.is_empty(), "{text}: {:?}", read.faults);
    // Some of these positions cannot come about; they are asked nevertheless.
    read.setup.position_as_far_as_possible()
}

fn faults(text: &str, chess960: bool, mv: &str) -> Vec<String> {
    let position = position(text, chess960);
    let (rest, written) = san::read(mv.as_bytes()).unwrap_or_else(|error| panic!("{mv}: {error:?}"));
    assert!(rest.is_empty(), "{mv}");
    if position.find(&written.pattern) != Found::None {
        return Vec::new();
    }
    let faults = position.faults(&written.pattern);
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
    let source = include_str!("../src/rules/fault.rs");
    let body = source.split_once("pub enum Fault").map(|(_, body)| body).expect("the reasons");
    let variants: Vec<&str> = body
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with(|first: char| first.is_ascii_uppercase()))
        .map(|line| line.trim_end_matches([' ', '{', ',']))
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
                "CastlingRightLost { wing: King, rook: h1 }",
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
