//! Castles and openings of shogi: each of them by hand for both sides, near misses, and whole games.

use crate::shogi_support;
use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::time::Instant;

use crate::own_games::real;
use crate::shogi_support::play;
use partie_rules::shogi::{Handicap, Move, PieceType, Position, Setup, Square};
use partie_rules::{Rules, Side};
use partie_table::castles::{CastleWatch, DEPTH, Pattern, SeenCastle, castles, openings};

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// Each castle: the pieces that make it, and others that usually stand around it.
const CASTLES: &[(&str, &str, &str)] = &[
    ("Half Mino", "K2h S3h G4i", "L1i N2i P1g P2g P3g G6i"),
    ("Mino", "K2h S3h G4i G5h", "L1i N2i P1f P2g P3g P4g R6h"),
    ("High Mino", "K2h S3h G4i G4g", "L1i N2i P1f P2g P3g P4f P5f"),
    ("Diamond Mino", "K2h S3h G4i G5h S4g", "L1i N2i P4f P3f"),
    ("Kimura Mino", "K2h S4g G3h", "L1i N2i P4f P3g G5h"),
    ("Silver Crown", "K2h S2g G3h", "L1i N2i P2f P3f G4g"),
    ("Silver Crown Anaguma", "K1i S2g G3h", "L1h N2i P2f G5h"),
    ("Silver Crown Anaguma", "K1i S2g G2h", "L1h N2i P2f G3i"),
    ("Ranging Rook Anaguma", "K1i L1h S2h", "N2i G3i G4i P1g"),
    ("Gold Musou", "K3h S2h G4h G5h", "L1i N2i R8h P1g"),
    ("Left Mino", "K8h S7h G6i", "B7g G5h L9i N8i P8g"),
    ("Left High Mino", "K8h S7h G6i G6g", "B7g L9i N8i P6f"),
    ("Castle Tower Mino", "K8g S7h G6i", "B7g G5h L9i N8i P8f"),
    ("Static Rook Silver Crown", "K8h S8g G7h", "G6g L9i N8i P8f"),
    ("Static Rook Silver Crown Anaguma", "K9i S8g G7h", "L9h N8i G6g"),
    ("Static Rook Silver Crown Anaguma", "K9i S8g G8h", "L9h N8i G7i"),
    ("Yonenaga King", "K9h L9i S8g", "N8i G7h G6g P8f"),
    ("Static Rook Anaguma", "K9i L9h S8h", "N8i G7i G7h P9g"),
    ("Yagura Anaguma", "K9i L9h S7g G7h", "N8i G6g P6f"),
    ("Skewer", "K9h L9i S8h", "N8i G7i G7h P9g"),
    ("Gold Yagura", "K8h S7g G7h G6g", "L9i N8i B6h P6f P7f"),
    ("Full Yagura", "K8h S7g G7h G6g S5g", "L9i N8i B6h P6f"),
    ("Silver Yagura", "K8h S7g G7h S6g", "L9i N8i P6f G5h"),
    ("Diamond Yagura", "K8h S7g G7h G6g S6f", "L9i N8i P7f"),
    ("Half Yagura", "K7h S7g G6h G6g", "L9i N8i P6f P7f"),
    ("Chrysanthemum Yagura", "K8i S8h N7g G7h", "L9i P8g G6g"),
    ("Right Yagura", "K2h S3g G3h G4g", "L1i N2i R8h P3f"),
    ("Millennium", "K8i S8h N7g G7i", "L9i P8g G7h B6h"),
    ("Crab", "K6i G7h G5h S6h", "B8h R2h S4h P7f"),
    ("Crab", "K6i G7h G5h S7g", "B7i R2h S4h P7f"),
    ("Snowroof", "K6i S6g S5g G7h G5h", "B8h R2h P6f P5f"),
    ("Horned Snowroof", "K6i S6g S4g G7h", "G5h R2i P6f P4f"),
    ("Boat", "K7h G6i G5h S7i", "B8h R2h S4h P5f"),
    ("Bonanza", "K7h G6h G5h S7i", "B7g R2h S4h"),
    ("Elmo", "K7h S6h G7i", "B8h R2h G5i P7f"),
    ("Strawberry", "K6h G7h G5h S7i", "B8h R2h S4h"),
    ("Nakazumai", "K5h G7h S3h", "S6h R2f G4i"),
    ("Nakazumai", "K5h G7h G3h", "S6h S4h R2f"),
    ("Nakahara", "K6i G7h G5i S4h", "S8h R2f P7f"),
    ("Right King", "K3h R2i N3g S4g", "G4h P3f P4f"),
    ("Right King", "K4h R2i N3g S4g", "G3h P3f P4f"),
];

/// Each opening by a game, with the side that plays it.
const OPENINGS: &[(&str, Side, &str)] = &[
    (
        "Double Static Rook",
        Side::First,
        "5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i 5b5a \
      5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i 5b5a 5i5h 5a5b",
    ),
    ("Yagura", Side::First, "7g7f 8c8d 7i6h 3c3d 6h7g 7a6b 6i7h 6c6d 6g6f"),
    ("Double Yagura", Side::Second, "7g7f 8c8d 7i6h 3c3d 6h7g 7a6b 2g2f 3a4b 3i4h 4a3b 6i7h 5a4a 5i6i 4b3c 6g6f 4c4d"),
    ("Snowroof", Side::First, "7g7f 8c8d 6g6f 3c3d 7i6h 7a6b 5g5f 5c5d 3i4h 5a4b 6i7h 4b3b 4h5g 6a5b 6h6g"),
    ("Climbing Silver", Side::First, "7g7f 8c8d 2g2f 8d8e 2f2e 4a3b 3i3h 7a7b 3h2g 7b8c 2g2f 8c8d"),
    ("Right Fourth File Rook", Side::First, "7g7f 8c8d 4g4f 3c3d 3i4h 7a6b 4h4g 8d8e 8h7g 6c6d 4g5f 6b6c 2h4h"),
    ("Third File Static Rook", Side::First, "2g2f 3c3d 2f2e 2b3c 3g3f 4a3b 2h3h 8c8d"),
    ("Double Wing Attack", Side::First, "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d"),
    ("Side Pawn Capture", Side::First, "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d"),
    ("Bishop Exchange", Side::First, "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 4a3b 6i7h 2b7g+ 8h7g"),
    ("Off-Diagonal Bishop", Side::First, "7g7f 3c3d 8h2b+ 3a2b B*4e"),
    ("Ureshino Style", Side::First, "7i6h 3c3d 5g5f 8c8d 6h5g 8d8e 8h7i"),
    ("Demon Slayer", Side::First, "7g7f 3c3d 8i7g"),
    ("Pac-Man", Side::Second, "7g7f 4c4d"),
    ("Fourth File Rook", Side::First, "7g7f 3c3d 6g6f 8c8d 2h6h"),
    ("Third File Rook", Side::First, "7g7f 3c3d 6g6f 8c8d 2h7h"),
    ("Central Rook", Side::First, "5g5f 8c8d 2h5h"),
    ("Opposing Rook", Side::First, "7g7f 3c3d 6g6f 8c8d 8h7g 7a6b 2h8h"),
    ("First File Rook", Side::First, "7g7f 8c8d 9g9f 8d8e 8h7g 3c3d 6g6f 7a6b 2h9h"),
    ("Ishida", Side::First, "7g7f 3c3d 6g6f 8c8d 2h7h 7a6b 7f7e 6a5b 9g9f 5a4b 8h9g 4b3b 7h7f"),
    (
        "Twisting Rook",
        Side::First,
        "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2f 7a7b 7g7f 8e8f 8g8f 8b8f P*8g 8f8b 7f7e 3c3d 2f7f",
    ),
    ("Quick Ishida", Side::First, "7g7f 3c3d 7f7e 8c8d 2h7h"),
    ("Gokigen Central Rook", Side::Second, "7g7f 3c3d 2g2f 5c5d 2f2e 8b5b"),
    ("Bishop Exchange Ranging Rook", Side::First, "7g7f 3c3d 2h6h 2b8h+ 7i8h"),
    ("Double Ranging Rook", Side::First, "7g7f 3c3d 6g6f 8b3b 2h6h"),
];

/// A position of these pieces for a side, whose move it just was; the board is turned for 後手.
fn board(pieces: &str, side: Side) -> Position {
    let mut setup = Setup::EMPTY;
    let mut put = |side: Side, kind: PieceType, index: usize| {
        let index = if side == Side::First { index } else { 80 - index };
        setup.board[index] = Some((side, kind));
    };
    for piece in pieces.split_whitespace() {
        let kind = match piece.as_bytes()[0] {
            b'P' => PieceType::Pawn,
            b'L' => PieceType::Lance,
            b'N' => PieceType::Knight,
            b'S' => PieceType::Silver,
            b'G' => PieceType::Gold,
            b'B' => PieceType::Bishop,
            b'R' => PieceType::Rook,
            b'K' => PieceType::King,
            other => panic!("{other}"),
        };
        put(side, kind, shogi_support::square(&piece[1..]).index());
    }
    put(side.other(), PieceType::King, Square::at(5, 9).unwrap().index());
    setup.turn = side.other();
    setup.into_position_lenient()
}

/// The castle of a single position.
fn castle_of(pieces: &str, side: Side, ply: u32) -> Option<SeenCastle> {
    let mut watch = CastleWatch::new();
    watch.begin(&Position::start());
    watch.moved(&board(pieces, side), ply);
    assert!(watch.castle(side.other()).is_none());
    watch.castle(side)
}

fn watched(moves: &str) -> CastleWatch {
    let mut watch = CastleWatch::new();
    let mut position = Position::start();
    watch.begin(&position);
    for (mv, ply) in moves.split_whitespace().zip(1..) {
        play(&mut position, mv);
        watch.moved(&position, ply);
    }
    watch
}

/// The same moves by the other side: the board turned by half.
fn turned(moves: &str) -> String {
    let turn = |c: char| match c {
        '1'..='9' => char::from(b'0' + b'9' - c as u8 + 1),
        'a'..='i' => char::from(b'a' + b'i' - c as u8),
        other => other,
    };
    let words: Vec<String> = moves.split_whitespace().map(|word| word.chars().map(turn).collect()).collect();
    words.join(" ")
}

#[test]
fn each_castle_for_both_sides_and_no_castle_where_a_man_is_missing() {
    for (name, core, rest) in CASTLES {
        for side in SIDES {
            let seen = castle_of(&format!("{core} {rest}"), side, 30).unwrap_or_else(|| panic!("{name}"));
            assert_eq!((seen.shape.english, seen.ply, seen.side), (*name, 30, side));
            let pieces: Vec<&str> = core.split(' ').collect();
            for missing in 1..pieces.len() {
                let mut less = pieces.clone();
                let gone = less.remove(missing);
                let seen = castle_of(&format!("{} {rest}", less.join(" ")), side, 30);
                assert!(seen.is_none_or(|seen| seen.shape.english != *name), "{name} without {gone}");
            }
            assert!(castle_of(core, side, DEPTH + 1).is_none());
        }
    }
    for shape in castles() {
        assert!(CASTLES.iter().any(|(name, ..)| *name == shape.english), "{} has no test", shape.english);
    }
}

#[test]
fn each_opening_for_both_sides() {
    for (name, side, moves) in OPENINGS {
        let seen = watched(moves).opening().unwrap_or_else(|| panic!("{name}"));
        assert_eq!((seen.shape.english, seen.side), (*name, *side), "{moves}");
        // The other side plays it, after a move by the first that does not matter; not where the first ply counts.
        if !matches!(*name, "Pac-Man" | "Gokigen Central Rook") && seen.shape.plies.1 > seen.ply {
            let words = turned(moves);
            let mut answers = vec!["9g9f"];
            let all: Vec<&str> = words.split(' ').collect();
            answers.extend(&all);
            let seen = watched(&answers.join(" ")).opening().unwrap_or_else(|| panic!("{name}"));
            assert_eq!(seen.shape.english, *name, "{answers:?}");
        }
    }
    for shape in openings() {
        assert!(OPENINGS.iter().any(|(name, ..)| *name == shape.english), "{} has no test", shape.english);
    }
}

#[test]
fn a_castle_grows_and_the_strongest_counts() {
    let moves = "7g7f 3c3d 6g6f 8c8d 2h6h 8d8e 8h7g 7a6b 5i4h 5a4b 4h3h 4b3b 3h2h 5c5d 3i3h 6a5b 6i5h 1c1d \
                 4g4f 1d1e 5h4g 4c4d 4g4h 4d4e";
    let watch = watched(moves);
    let early: Vec<&str> = moves.split_whitespace().take(15).collect();
    let (first, last) = (watched(&early.join(" ")).castle(Side::First).unwrap(), watch.castle(Side::First).unwrap());
    assert_eq!((first.shape.english, first.shape.japanese, first.ply), ("Half Mino", "片美濃囲い", 15));
    assert_eq!((last.shape.english, last.ply), ("High Mino", 21));
    assert_eq!(watch.opening().map(|seen| (seen.shape.japanese, seen.ply)), Some(("四間飛車", 5)));
    let second = watch.opening_of(Side::Second);
    assert!(second.is_none(), "{second:?}");
}

#[test]
fn openings_have_names_in_games_from_the_usual_start_only() {
    assert!(watched("9g9f 1c1d").opening().is_none());
    let start = Setup::handicap(Handicap::Lance).into_position_lenient();
    let mut watch = watched("7g7f 3c3d 6g6f 8c8d 2h6h");
    assert!(watch.opening().is_some());
    watch.begin(&start);
    let mut position = start;
    for (mv, ply) in ["3c3d", "7g7f", "8b4b"].iter().zip(1..) {
        play(&mut position, mv);
        watch.moved(&position, ply);
    }
    assert!(watch.opening().is_none() && watch.castle(Side::First).is_none());
}

#[test]
fn a_pattern_knows_hands_other_pieces_and_absence() {
    let mut position = Position::start();
    play(&mut position, "7g7f 3c3d 8h2b+ 3a2b");
    let holds = |text: &str, side| Pattern::parse(text).unwrap().holds(&position, side);
    assert!(holds("B* b*", Side::First) && holds("B* b*", Side::Second));
    assert!(holds("S7i s2b", Side::First) && holds("S8h s3a", Side::Second));
    assert!(holds("!B8h !b2b P7f|P7g", Side::First) && !holds("!P7f", Side::First));
    assert!(holds("G*|B*", Side::First) && !holds("G*|P*", Side::First));
    assert!(Pattern::parse("K5i X").unwrap_err().to_string().contains("\"X\""));
}

/// The games of a file with USI moves, the usual start only.
fn games(name: &str) -> Vec<String> {
    let text = fs::read_to_string(real(name)).unwrap();
    text.lines().filter_map(|line| Some(line.split_once("startpos moves ")?.1.to_owned())).collect()
}

#[test]
fn real_games_have_castles_and_openings() {
    for name in ["shogi/truth/real_csa_usi.tsv", "shogi/truth/selfplay_usi.tsv", "shogi/openings/records2016.usi"] {
        let games = games(name);
        let (mut sides, mut opened) = (0, 0);
        let mut names: [BTreeMap<&str, u32>; 2] = Default::default();
        for moves in &games {
            let watch = watched(moves);
            for seen in SIDES.into_iter().filter_map(|side| watch.castle(side)) {
                sides += 1;
                *names[0].entry(seen.shape.english).or_default() += 1;
            }
            if let Some(seen) = watch.opening() {
                opened += 1;
                *names[1].entry(seen.shape.english).or_default() += 1;
            }
        }
        println!("{name}: {} games, {sides} of {} castles, {opened} openings", games.len(), 2 * games.len());
        for names in names {
            let mut names: Vec<(&str, u32)> = names.into_iter().collect();
            names.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            println!("  {names:?}");
        }
        assert!(name.contains("selfplay") || opened * 10 >= games.len() * 8);
    }
}

/// Plays all games, the first plies of each; nanoseconds a ply.
fn timed(games: &[Vec<Move>], watch: &mut Option<CastleWatch>) -> f64 {
    let (start, mut plies) = (Instant::now(), 0);
    for game in games {
        let mut position = Position::start();
        watch.iter_mut().for_each(|watch| watch.begin(&position));
        for (mv, ply) in game.iter().zip(1..) {
            position.play(*mv);
            watch.iter_mut().for_each(|watch| watch.moved(black_box(&position), ply));
            plies += 1;
        }
        black_box(&position);
    }
    black_box(&watch);
    start.elapsed().as_secs_f64() * 1e9 / f64::from(plies.max(1))
}

#[test]
fn what_it_costs() {
    let texts = games("shogi/truth/real_csa_usi.tsv");
    let games: Vec<Vec<Move>> = texts
        .iter()
        .map(|moves| {
            let mut played = play(&mut Position::start(), moves);
            played.truncate(DEPTH as usize);
            played
        })
        .collect();
    // The least of many, as other work on the machine only adds to it.
    let (mut without, mut with) = (f64::MAX, f64::MAX);
    for _ in 0..40 {
        without = without.min(timed(&games, &mut None));
        with = with.min(timed(&games, &mut Some(CastleWatch::new())));
    }
    println!("{without:.1} ns a ply for playing the move, {with:.1} ns with the watch");
}
