//! Leaf counts of the legal move tree against published numbers.

use partie_notation::fen;
use partie_rules::Rules;
use partie_rules::chess::Position;

/// Leaves at `depth`; the last ply is counted, not played.
fn leaves(position: &Position, depth: u32) -> u64 {
    let moves = position.legal();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut sum = 0;
    for mv in moves {
        let mut after = position.clone();
        after.play(mv);
        sum += leaves(&after, depth - 1);
    }
    sum
}

/// Runs every line of a suite and returns how many counts were compared.
fn run(suite: &str, chess960: bool) -> usize {
    let mut compared = 0;
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split(';');
        let text = parts.next().expect("a FEN").trim();
        let read = fen::read_fen(text, chess960);
        assert!(read.faults.is_empty(), "{text}: {:?}", read.faults);
        let (position, claims) = read.setup.position().unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        assert!(claims.is_empty(), "{text}: {claims:?}");
        for part in parts {
            let (depth, count) = part.trim().split_once(' ').expect("a depth and a count");
            let depth: u32 = depth.trim_start_matches('D').parse().expect("a depth");
            let count: u64 = count.trim().parse().expect("a count");
            assert_eq!(leaves(&position, depth), count, "{text} at depth {depth}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn chess_has_the_known_leaf_counts() {
    assert_eq!(run(include_str!("../../fixtures/perft/chess.perft"), false), 32);
}

#[test]
fn chess960_has_the_known_leaf_counts() {
    assert_eq!(run(include_str!("../../fixtures/perft/chess960.perft"), true), 60);
}
