//! Dead positions (FIDE 5.2.2): against the published vectors, by hand, and by random play.

use partie_notation::fen;
use partie_rules::chess::dead::{Why, can_mate, dead, dead_by_material};
use partie_rules::chess::{Position, Role};
use partie_rules::{Rules, Side};
use std::time::{Duration, Instant};

use crate::own_games::chess_games;

fn position(text: &str) -> Position {
    let setup = fen::read_fen(text, false).setup;
    // Many vectors have more promoted pieces than pawns could have become.
    setup.position().map_or_else(|_| setup.into_position_lenient(), |(position, _)| position)
}

/// Positions of real games: which side mated a few plies later, and those with too little material.
fn own_vectors() -> Vec<(String, String)> {
    let mut vectors = Vec::new();
    for game in chess_games() {
        let last = game.start.after_moves(&game.moves);
        let pieces = last.occupied().count_ones();
        if last.in_check() && !last.has_legal_move() {
            let class = if last.turn() == Side::First { "-B" } else { "W-" };
            for plies in 1..game.moves.len().min(12) {
                let before = game.start.after_moves(&game.moves[..game.moves.len() - plies]);
                vectors.push((class.to_owned(), fen::write(&before)));
            }
        } else if pieces == 2 {
            vectors.push(("--".to_owned(), fen::write(&last)));
        }
    }
    vectors
}

/// Class and FEN of each vector.
fn vectors() -> Vec<(String, String)> {
    let Some(path) = crate::common::extra("chess/dead/vectors.txt") else { return own_vectors() };
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' ')).map(|(class, fen)| (class.to_owned(), fen.to_owned())).collect()
}

/// Numbers that look random and are the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit
    }
}

fn show_times(name: &str, mut times: Vec<Duration>) -> Duration {
    times.sort();
    let at = |permille: usize| times[(times.len() - 1) * permille / 1000];
    println!("{name}: median {:?}, p99 {:?}, max {:?} of {}", at(500), at(990), at(1000), times.len());
    at(500)
}

#[test]
fn agrees_with_the_vectors() {
    let vectors = vectors();
    let mut counts = std::collections::BTreeMap::new();
    let mut times = Vec::new();
    let (mut found, mut all) = (0, 0);
    for (class, fen) in &vectors {
        let position = position(fen);
        let start = Instant::now();
        let why = dead(&position);
        times.push(start.elapsed());
        let sides = [Side::First, Side::Second].map(|side| can_mate(&position, side));
        for (side, letter, can) in [(0, 'W', sides[0]), (1, 'B', sides[1])] {
            assert!(can || !class.contains(letter), "side {side} can mate: {class} {fen}");
        }
        assert!(why.is_none() || class == "--", "not dead: {class} {fen}");
        *counts.entry((class.as_str(), format!("{why:?}"), sides)).or_insert(0) += 1;
        all += usize::from(class == "--");
        found += usize::from(why.is_some());
        if why.is_none() && class == "--" {
            println!("not found: {fen}");
        }
    }
    for ((class, why, [white, black]), count) in counts {
        println!("{class} {why}: {count}, white {white}, black {black}");
    }
    println!("{found} of {all} dead positions found");
    assert!(found * 100 >= all * 96);
    assert!(show_times("vectors", times) < Duration::from_millis(1));
}

#[test]
fn counts_material_as_others_do() {
    let dead_ones = ["8/8/8/3k4/8/3K4/8/8 w - -", "8/8/8/3k4/8/3KN3/8/8 b - -", "8/8/4b3/3k4/8/3K4/8/8 w - -"];
    let same_colour = ["8/8/4b3/3k4/4B3/3K4/8/8 w - -", "5b2/8/3b4/8/8/1kB5/1B6/BK6 w - -"];
    for fen in dead_ones.iter().chain(&same_colour) {
        assert!(dead_by_material(&position(fen)), "{fen}");
        assert_eq!(dead(&position(fen)), Some(Why::Material), "{fen}");
    }
    let alive = [
        "8/8/8/3k4/8/3KNN2/8/8 w - -",
        "8/8/4n3/3k4/8/3KN3/8/8 w - -",
        "8/8/3b4/3k4/4B3/3K4/8/8 w - -",
        "8/8/8/3k4/8/3KP3/8/8 w - -",
        "8/8/8/3k4/8/3KR3/8/8 w - -",
        "8/8/4q3/3k4/8/3KN3/8/8 w - -",
    ];
    for fen in alive {
        assert!(!dead_by_material(&position(fen)), "{fen}");
        assert_eq!(dead(&position(fen)), None, "{fen}");
    }
}

#[test]
fn knows_why() {
    let cases = [
        // A wall from edge to edge, with bishops that cannot touch it.
        ("2k5/8/8/1p1p2p1/1P1P2P1/8/2K5/8 w - -", Some(Why::Blocked)),
        ("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -", Some(Why::Blocked)),
        // The same wall, and a bishop that can take it.
        ("2k5/8/8/1p1p1p2/1P1P1P2/4B3/2K5/8 w - -", None),
        // Pawns that can still step, but not past each other.
        ("1k6/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/4K3 w - -", Some(Why::Blocked)),
        // The only moves take the last piece, or leave no move.
        ("8/8/8/8/8/5k2/6Q1/7K b - -", None),
        ("7k/6Q1/8/8/8/8/8/K7 b - -", Some(Why::Forced)),
        ("8/8/8/8/8/8/N7/kNK5 b - -", Some(Why::Forced)),
        ("8/8/8/8/8/8/7p/5K1k b - -", Some(Why::Forced)),
        // White to move has a queen and thirty moves, and all of them are stalemate.
        ("bqn1KN2/rrk1pB2/nb1pPp1p/p1pP1PpP/PpP3P1/1P2N1R1/4Q3/1R4B1 w - -", Some(Why::Forced)),
        // One forced capture, and then a wall.
        ("5bR1/4p1pk/4P1P1/7K/8/8/8/8 b - -", Some(Why::Forced)),
        // A capture en passant breaks the wall.
        ("4k3/8/8/p1p1pPp1/P1P1P1P1/8/8/4K3 w - -", None),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", None),
    ];
    for (fen, why) in cases {
        assert_eq!(dead(&position(fen)), why, "{fen}");
    }
}

#[test]
fn knows_who_can_mate() {
    let cases = [
        ("8/8/8/3k4/8/3KQ3/8/8 w - -", [true, false]),
        ("8/8/4n3/3k4/8/3KQ3/8/8 w - -", [true, false]),
        ("8/8/4n3/3k4/8/3KR3/8/8 w - -", [true, true]),
        ("8/8/4b3/3k4/8/3KQ3/8/8 w - -", [true, false]),
        ("8/8/4b3/3k4/8/3KP3/8/8 w - -", [true, true]),
        ("8/8/4b3/3k4/8/3K1N2/8/8 w - -", [true, true]),
        ("8/8/8/3k4/8/3KNN2/8/8 w - -", [true, false]),
        ("8/8/8/7p/5k1K/7P/8/8 w - -", [true, false]),
        // Mate on the board, and stalemate.
        ("4k3/4Q3/4K3/8/8/8/8/8 b - -", [true, false]),
        ("k7/8/1QK5/8/8/8/8/8 b - -", [false, false]),
        // A pawn that the kings hold, each in its way.
        ("8/8/8/8/8/8/7p/5K1k b - -", [false, false]),
        ("8/8/8/8/8/7k/7p/5K2 b - -", [false, true]),
    ];
    for (fen, can) in cases {
        let position = position(fen);
        assert_eq!([Side::First, Side::Second].map(|side| can_mate(&position, side)), can, "{fen}");
    }
}

/// Whoever mates in a game could mate before every move of it.
#[test]
fn no_game_that_ends_in_mate_was_dead() {
    let mut random = Random(7);
    let mut starts: Vec<Position> = vectors().iter().map(|(_, fen)| position(fen)).collect();
    starts.extend((0..200).map(|_| Position::start()));
    let mut mates = 0;
    for start in starts {
        let mut game = vec![start];
        while game.len() < 120 {
            let here = &game[game.len() - 1];
            let moves = here.legal();
            if moves.is_empty() {
                break;
            }
            let mut next = here.clone();
            // Pawns and captures first: they open positions.
            let opening: Vec<_> =
                moves.iter().filter(|mv| mv.role == Role::Pawn || mv.captured.is_some()).copied().collect();
            let from = if opening.is_empty() || random.below(2) == 0 { &moves } else { &opening };
            next.play(from[random.below(from.len())]);
            game.push(next);
        }
        let last = &game[game.len() - 1];
        if last.has_legal_move() || !last.in_check() {
            continue;
        }
        mates += 1;
        let winner = last.turn().other();
        for position in &game {
            assert!(can_mate(position, winner), "{} to {}", fen::write(position), fen::write(last));
            assert_eq!(dead(position), None, "{} to {}", fen::write(position), fen::write(last));
        }
    }
    println!("{mates} mates");
    assert!(mates > 10);
}

#[test]
fn ordinary_positions_cost_little() {
    let mut random = Random(11);
    let mut times = Vec::new();
    for _ in 0..200 {
        let mut position = Position::start();
        for _ in 0..120 {
            let moves = position.legal();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
            if !position.has_legal_move() {
                break;
            }
            let start = Instant::now();
            let why = dead(&position);
            times.push(start.elapsed());
            assert_eq!(why.is_some(), dead_by_material(&position), "{}", fen::write(&position));
        }
    }
    assert!(show_times("ordinary", times) < Duration::from_micros(50));
}
