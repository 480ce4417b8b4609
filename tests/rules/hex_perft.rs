//! Leaf counts of the legal move tree of hexagonal chess, agreed on by several programs.

use partie_notation::hex_fen;
use partie_rules::Rules;
use partie_rules::hex::Position;

/// Leaves at `depth`; the last ply is counted, not played.
fn leaves(position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        return position.count_legal().into();
    }
    let mut sum = 0;
    for mv in position.legal() {
        let mut after = position.clone();
        after.play(mv);
        sum += leaves(&after, depth - 1);
    }
    sum
}

/// The same by listing and playing every move: what counting must agree with.
fn played(position: &Position, depth: u32) -> u64 {
    let moves = position.legal();
    assert_eq!(moves.len() as u32, position.count_legal());
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv| {
        let mut after = position.clone();
        after.play(mv);
        after
    };
    moves.into_iter().map(|mv| played(&after(mv), depth - 1)).sum()
}

fn position(text: &str) -> Position {
    let read = hex_fen::read_hex_fen(text, None);
    assert!(read.faults.is_empty(), "{text}: {:?}", read.faults);
    let (position, claims) = read.setup.position().unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    assert!(claims.is_empty(), "{text}: {claims:?}");
    assert_eq!(hex_fen::write(&position), text);
    position
}

/// FEN, and the leaves at depth 1, 2, ...
#[rustfmt::skip]
const TABLE: &[(&str, &[u64])] = &[
    // The start position.
    ("b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1",
        &[51, 2_586, 137_858, 7_282_418, 401_622_759]),
    // In check from a rook.
    ("1/3/5/2r4/5Q3/8B1k/2N8/6Pp3/11/4K3P2/11 w - 0 1", &[15, 314, 16_714, 353_939]),
    // En passant h4xi3.
    ("1/3/r4/7/5Q3/8B1k/2N8/6PpP2/11/11/5K5 b i3 0 1", &[23, 1_196, 24_243, 1_220_470]),
    // En passant on the b-file, two pawns that can capture.
    ("1/3/5/k6/6p1r/11/11/11/1PpP7/p10/4K6 b b2 0 1", &[29, 283, 8_756, 85_685]),
    // Captures along the pawns' row, and double steps after them.
    ("1/2k/5/R6/1pppNpp2/3B7/4bn5/4P1P4/3P3P3/8r2/1P2Q1K2P1 w - 0 1", &[57, 2_448, 128_398, 5_228_204]),
    // Promotions.
    ("b/1P1/nP1P1/7/r8/1P7Pr/11/2K7k/11/2p1pp2p2/3N1R5 w - 0 1", &[45, 1_969, 74_925, 3_683_495, 145_705_372]),
    // En passant e5xf6 would expose the king, g5xf6 does not.
    ("k/3/5/7/p8/11/2K1PpP4/11/7r3/11/9P1 w f6 0 1", &[17, 438, 5_641, 152_534]),
    // Two positions of played games, the second in check.
    ("1/q1k/2br1/r2n3/pppp3pp/6Q4/3PB1pp3/6PP3/1n3B2N2/2P2BN1P2/1P4K1RP1 w - 3 15",
        &[75, 3_300, 243_345, 11_411_769, 826_792_173]),
    ("1/2k/1b3/r6/ppp3ppp/2n2p2n2/3q1P5/6P4/2PP7/2B2Q1BP2/1P4K2P1 w - 2 21", &[6, 400, 16_805, 1_112_154]),
    // b1-b3 must allow a capture en passant.
    ("1/1k1/5/7/9/11/11/11/2p8/p10/1P3K5 w - 0 1", &[7, 109, 1_050, 17_120, 171_435]),
];

#[test]
fn the_known_leaf_counts() {
    for (text, counts) in TABLE {
        let position = position(text);
        for (depth, count) in (1..).zip(*counts) {
            assert_eq!(leaves(&position, depth), *count, "{text} at depth {depth}");
        }
    }
}

#[test]
fn counting_agrees_with_listing() {
    for (text, counts) in TABLE {
        assert_eq!(played(&position(text), 3), counts[2], "{text}");
    }
}
