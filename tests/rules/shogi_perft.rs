//! Leaf counts of the legal move tree of shogi against numbers on which several programs agree.

use crate::common;
use std::time::Instant;

use crate::shogi_support::{leaves, position};

/// An SFEN, a depth, the leaves.
const KNOWN: &[(&str, &[(u32, u64)])] = &[
    (
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        &[(1, 30), (2, 900), (3, 25_470), (4, 719_731), (5, 19_861_490)],
    ),
    ("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", &[(1, 593), (2, 105_677), (3, 53_393_368)]),
    ("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", &[(1, 207), (2, 28_684), (3, 4_809_015)]),
    ("l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1", &[(1, 98), (2, 15_850), (3, 1_114_656)]),
    (
        "ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp 62",
        &[(1, 74), (2, 16_440), (3, 864_786)],
    ),
    ("6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1", &[(2, 41_605), (3, 8_420_492)]),
    (
        "ln3gsn1/7kl/3+B1p1p1/p4s2p/2P6/P2B3PP/1PNP+rPP2/2G3SK1/L4G1NL b G3Prs3p 65",
        &[(1, 101), (2, 15_744), (3, 1_183_354)],
    ),
    ("ln2+r1r2/5s+Pkl/3+B1p1p1/p4B2p/2P6/P6PP/1PNP1P3/2G3SK1/L4G1NL w 2GSN3Ps3p 76", &[(2, 445)]),
    ("l7l/5bS2/p1np5/6Sk1/4p2B1/PSpPPn1G1/1P1G2g1N/2+l6/L1KN1+r3 b R3Pgs7p 1", &[(1, 1)]),
    ("+R+N+SGKG+S+N+R/+B+N+SG+LG+S+N+B/P+LPP+LPP+LP/1P2P2P1/9/9/9/9/4k4 b 9P 200", &[(1, 0)]),
    ("4k4/9/9/9/9/9/9/9/9 b 16P 1", &[(1, 72), (2, 355)]),
];

#[test]
fn known_positions_have_their_leaf_counts() {
    for (sfen, counts) in KNOWN {
        for (depth, count) in *counts {
            let begun = Instant::now();
            assert_eq!(leaves(&position(sfen), *depth), *count, "{sfen} at depth {depth}");
            let seconds = begun.elapsed().as_secs_f64();
            if *count > 10_000_000 {
                println!("depth {depth} of {sfen}: {count} leaves, {:.0} M/s", *count as f64 / seconds / 1e6);
            }
        }
    }
}

#[test]
fn positions_of_games_have_their_leaf_counts() {
    let own = common::root().join("tests/corpora/data/shogi_perft.tsv");
    let paths = std::iter::once(own).chain(common::extra("shogi/truth/perft.tsv"));
    for path in paths {
        leaf_counts(&path);
    }
}

fn leaf_counts(path: &std::path::Path) {
    let text = std::fs::read_to_string(path).unwrap();
    let (mut positions, mut compared) = (0, 0);
    for line in text.lines().skip(1) {
        let mut fields = line.split('\t');
        let start = position(fields.next().unwrap());
        positions += 1;
        for (depth, count) in (1..=3).zip(fields) {
            let Ok(count) = count.parse::<u64>() else { continue };
            assert_eq!(leaves(&start, depth), count, "{line} at depth {depth}");
            compared += 1;
        }
    }
    println!("{compared} counts of {positions} positions");
    assert!(positions >= 60, "{positions}");
}
