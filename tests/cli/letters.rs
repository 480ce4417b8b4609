//! The piece letters of a game are its own: what was read before it, where the file was cut and who reads it decide
//! nothing.

use std::fs;
use std::path::Path;

use crate::common::{self, Game, partie};
use partie_input::CHUNK;
use partie_replay::Options;

/// Main lines in many letters, among them those that nothing but one letter tells, and those that break.
const MOVES: &[&str] = &[
    // Dutch, first told by knights, which are pawns' letters in English.
    "1. e4 e5 2. Pf3 Pc6 3. d4 exd4 4. Pxd4 Pf6 5. Pxc6 bxc6 6. Ld3 d5",
    "1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 4. Lxc6 dxc6",
    "1. Pf3 d5 2. d4",
    "1. e4 e5 2. Dh5 Pc6 3. Lc4 Pf6 4. Dxf7#",
    "1. Oe4 e5 2. Pf3",
    // Nothing but a variation tells Dutch from German.
    "1. e4 e5 2. Dh5 Ke7 (2... Pc6 3. Lc4 Pf6) 3. Dxe5#",
    // German
    "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6",
    "1. Sf3 Sf6 2. c4 e6 3. Sc3 Lb4 4. Dc2 O-O",
    "1. h4 g5 2. hxg5 h6 3. gxh6 Sf6 4. h7 Sd5 5. hxg8=S",
    "1. e4 e5 2. Sf3 Sc6 3. Lb9 a6 4. Lxc6",
    "1. e4 e5 2. Sf3 Sc6 3. Lh5 a6 4. Lxc6",
    "1. d4 d5 2. Sc3 Sc6 3. Sf3 Sf6 4. Sd2 Sb8 5. Sd2 e6",
    // Hungarian, whose bishop is the French one, and whose rook is the English bishop
    "1. e4 e5 2. Hf3 Hc6 3. Fb5 a6 4. O-O Hf6 5. Be1 Fe7",
    "1. a4 a5 2. Ba3 Ba6 3. Be3 Hf6",
    // Others
    "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 6. Te1",
    "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сa4 Кf6 5. O-O Сe7 6. Лe1",
    "1. e4 e5 2. ♘f3 ♞c6 3. ♗b5",
    // English, sound, with a pawn's letter, and broken
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6",
    "1. Pe4 Pe5 2. Nf3 Pd6",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc7",
    "1. e4 e5 2. Nf3 Nc6 3. Qh6 Sf6 4. Nc3",
    "1. e4 e5 2. Nf3 Nc6 (2... Sf6 3. Lb5) 3. Kd5",
    "1. e4 f6 2. d4 g5 3. Qh5# Sc6 4. Lb5",
];

fn game(number: usize) -> String {
    format!("[Event \"{number}\"]\n[Site \"?\"]\n[Result \"*\"]\n\n{} *\n\n", MOVES[number])
}

/// What is said of a game, wherever it stands.
fn said(game: &Game) -> (String, String) {
    let findings = game.findings.iter().map(|finding| {
        format!("{} {:?} ply {:?} {}\n", finding.code.as_str(), finding.severity, finding.ply, finding.message)
    });
    let replayed = &game.replayed;
    let told = format!("{:?} {} {:?}\n{}", replayed.status, replayed.plies, replayed.end, findings.collect::<String>());
    (String::from_utf8_lossy(&game.event).into_owned(), told)
}

fn through(path: &Path, jobs: usize, chunk: usize, options: &Options) -> Vec<(String, String)> {
    let mut games = Vec::new();
    common::run(path, jobs, chunk, options, |game| games.push(said(&game)));
    games
}

/// Each order of the games: some that stride, there and back.
fn orders() -> Vec<Vec<usize>> {
    let count = MOVES.len();
    let stride = |step: usize, first: usize| (0..count).map(|at| (first + at * step) % count).collect::<Vec<_>>();
    let mut all: Vec<_> = [1, 7].iter().flat_map(|&step| (0..count).map(move |first| stride(step, first))).collect();
    all.extend(all.clone().into_iter().map(|order| order.into_iter().rev().collect()));
    all
}

#[test]
fn what_was_read_before_decides_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    for options in [Options::default(), Options { moves_only: true, ..Options::default() }] {
        let alone: Vec<_> = (0..MOVES.len())
            .map(|number| {
                fs::write(&path, game(number)).unwrap();
                through(&path, 1, CHUNK, &options).remove(0).1
            })
            .collect();
        for (nth, order) in orders().into_iter().enumerate() {
            fs::write(&path, order.iter().map(|&number| game(number)).collect::<String>()).unwrap();
            let ways: &[(usize, usize)] =
                if nth % 20 == 0 { &[(1, CHUNK), (1, 1), (1, 300), (4, 150), (4, 700)] } else { &[(1, CHUNK)] };
            for &(jobs, chunk) in ways {
                let games = through(&path, jobs, chunk, &options);
                assert_eq!(games.len(), order.len());
                for ((event, told), number) in games.iter().zip(&order) {
                    assert_eq!(event, &number.to_string());
                    let what = format!("{} in {order:?}, slices of {chunk}", MOVES[*number]);
                    assert_eq!(told, &alone[*number], "{what}");
                }
            }
        }
    }
}

#[test]
fn who_only_wants_the_moves_reads_the_same_letters() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    for (number, moves) in MOVES.iter().enumerate() {
        fs::write(&path, game(number)).unwrap();
        let mut plies = Vec::new();
        for moves_only in [false, true] {
            let options = Options { moves_only, ..Options::default() };
            common::run(&path, 1, CHUNK, &options, |game| plies.push(game.replayed.plies));
        }
        assert_eq!(plies[0], plies[1], "{moves}");
    }
}

#[test]
fn variations_tell_the_language_that_the_main_line_leaves_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    for (variation, language) in [("2... Pc6 3. Lc4 Pf6", "Dutch"), ("2... Sc6 3. Lc4 Sf6", "German")] {
        let text = format!("[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Dh5 Ke7 ({variation}) 3. Dxe5# 1-0\n");
        fs::write(&path, text).unwrap();
        let findings = common::run_in(&["validate", "-q", "--format", "jsonl", "games.pgn"], folder.path()).1;
        assert!(findings.contains(language) && !findings.contains("\"severity\":\"error\""), "{findings}");
    }
}

#[test]
fn a_dutch_and_a_german_file_are_the_same_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let source = common::root().join("fixtures/club.pgn");
    let out = |path: &Path, arguments: &[&str]| {
        partie().args(["convert", "-q"]).args(arguments).arg(path).output().unwrap().stdout
    };
    let wanted = out(&source, &["--to", "uci"]);
    for letters in ["nl", "de"] {
        // Often enough that every thread has some of it.
        let text = out(&source, &["--to", "pgn", "--to-letters", letters]).repeat(40);
        let path = folder.path().join(letters);
        fs::write(&path, text).unwrap();
        for jobs in ["1", "4"] {
            assert!(out(&path, &["--to", "uci", "-j", jobs]) == wanted.repeat(40), "{letters}, {jobs} threads");
        }
        let games = |jobs, chunk| through(&path, jobs, chunk, &Options::default());
        let judged = games(1, CHUNK);
        for (jobs, chunk) in [(1, 500), (4, 2000), (4, 700)] {
            assert!(games(jobs, chunk) == judged, "{letters}, slices of {chunk}");
        }
    }
}
