//! What `partie convert` writes it finds and reads again, whatever the target, the letters and the layout: as many
//! games, and their main lines; nothing says what the file holds.

use std::fs;
use std::path::Path;

use crate::common::{partie, root};
use crate::conversions::{converted, difference, files};
use crate::own_games::real;

/// Games that begin from a position: kings and pawns alone, promotions, either side to move.
const POSITIONS: &[(&str, &str)] = &[
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "1. e4 Kd7 2. e5 Ke6"),
    ("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "1... e5 2. Ke2 Kd7 3. Ke3 Ke6"),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "1. a8=N Kd7 2. Nb6+ Kc6"),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "1. a8=R+ Kd7 2. Ra7+ Kc6"),
    ("4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "1... a1=B 2. Kd2 Be5"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "1. O-O O-O-O 2. Rad1 Rxd1"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "2. exd6 Kd7"),
    ("8/8/8/3k4/8/3K4/3P4/8 w - - 0 40", "40. Ke3 Ke5 41. d4+ Kd5"),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "1. Rd8#"),
    ("4k3/2n5/8/8/8/8/2N5/4K3 b - - 0 1", "1... Nd5 2. Nd4 Nf4 3. Nf5"),
];

/// Real games, and those.
fn games(real_games: usize) -> Vec<u8> {
    let mut text = Vec::new();
    let position = |text: &mut Vec<u8>, (fen, moves): &(&str, &str)| {
        text.extend(
            format!("[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *\n\n")
                .bytes(),
        );
    };
    // One stands first, as it decides how a page begins.
    position(&mut text, &POSITIONS[0]);
    let all = converted(&real("chess/real.pgn.zst"), &["--to", "pgn", "--strip", "comments,nags"]).stdout;
    let starts = memchr::memmem::find_iter(&all, b"\n[Event ").map(|at| at + 1);
    let end = starts.into_iter().nth(real_games).unwrap_or(all.len());
    text.extend(&all[..end]);
    text.extend(b"\n");
    for game in &POSITIONS[1..] {
        position(&mut text, game);
    }
    text
}

fn comes_back(source: &Path, lines: &[u8], arguments: &[&str]) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own");
    fs::write(&file, converted(source, arguments).stdout).unwrap();
    let back = folder.path().join("back.pgn");
    fs::write(&back, converted(&file, &["--to", "pgn"]).stdout).unwrap();
    let after = converted(&back, &["--to", "uci"]).stdout;
    if lines != after {
        return Some(format!("{arguments:?}: {}", difference(lines, &after)));
    }
    // A folder counts what its files count.
    let text = partie().args(["convert", "-q", "--to", "uci"]).arg(folder.path().join("own")).output().unwrap().stdout;
    fs::remove_file(&back).unwrap();
    let whole = partie().args(["convert", "-q", "--to", "uci"]).arg(folder.path()).output().unwrap().stdout;
    (text != whole).then(|| format!("{arguments:?} in a folder: {}", difference(&text, &whole)))
}

#[test]
fn own_output_comes_back() {
    // As for the growth of constructs: all of them where the suite is run as a gate, a part elsewhere.
    let all = std::env::var_os("PARTIE_GROWTH").is_some_and(|wish| wish == "all");
    let real_games = if all { 289 } else { 50 };
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("games.pgn");
    fs::write(&source, games(real_games)).unwrap();
    let lines = converted(&source, &["--to", "uci"]).stdout;
    let mut ways: Vec<Vec<&str>> = Vec::new();
    for letters in ["en", "de", "cs", "sk", "fr", "es", "it", "pl", "hu", "nl", "pt", "sv", "ru", "figurine"] {
        for movetext in ["san", "long"] {
            ways.push(vec!["--to", "pgn", "--letters", letters, "--movetext", movetext]);
        }
    }
    for target in [&["pgn", "--movetext", "uci"][..], &["iccf"], &["uci"], &["json"]] {
        ways.push([&["--to"], target].concat());
    }
    for layout in ["pgn", "columns"] {
        ways.push(vec!["--to", "kober", "--layout", layout]);
        for style in [&["--style", "long"][..], &["--style", "to"], &["--letters", "fr"], &["--letters", "es"], &[]] {
            ways.push([&["--to", "descriptive", "--layout", layout], style].concat());
        }
    }
    let broken: Vec<String> = ways.iter().filter_map(|way| comes_back(&source, &lines, way)).collect();
    assert!(broken.is_empty(), "{} of {} ways: {broken:#?}", broken.len(), ways.len());
}

#[test]
fn hexagonal_games_come_back() {
    let source = root().join("fixtures/hex/evening.pgn");
    let lines = converted(&source, &["--to", "coords"]).stdout;
    for way in [&["coords"][..], &["pgn"], &["pgn", "--letters", "de"], &["json"]] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("own");
        fs::write(&file, converted(&source, &[&["--to"], way].concat()).stdout).unwrap();
        let after = converted(&file, &["--to", "coords"]).stdout;
        assert!(lines == after, "{way:?}: {}", difference(&lines, &after));
    }
}

/// PGN that was made of a list stays as it is.
#[test]
fn pgn_of_a_list_is_written_once() {
    let folder = tempfile::tempdir().unwrap();
    let [list, once] = ["list.txt", "once.pgn"].map(|name| folder.path().join(name));
    for (text, arguments) in [
        ("f5f6 g7g6 e1c3\nb1b2 h7h6\n", &[][..]),
        ("f5f6 g7g6 e1c3\nb1b2 h7h6\n", &["--letters", "de"]),
        ("1. e4 e5 2. Nf3\n1. d4 d5\n", &[]),
    ] {
        fs::write(&list, text).unwrap();
        let way = [&["--to", "pgn"], arguments].concat();
        let written = converted(&list, &way).stdout;
        fs::write(&once, &written).unwrap();
        let again = converted(&once, &way).stdout;
        assert!(!written.is_empty() && written == again, "{text:?}: {}", difference(&written, &again));
    }
}

/// A mating problem in which a drop in between only delays the mate: no mate in a game.
const PROBLEM: &str = "\
後手の持駒：金 銀 歩
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ 桂 金 ・|三
| ・ ・ ・ ・ 飛 ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：なし
   1 １四飛(54)
   2 詰み
";

/// A record stays a mating problem in each target that keeps its end, whatever marks it.
#[test]
fn mating_problems_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let found = |file: &Path| {
        let out = partie().args(["validate", "--format", "concise", "--quiet"]).arg(file).output().unwrap();
        String::from_utf8(out.stdout).unwrap()
    };
    for mark in ["手合割：詰将棋", "手合割：３手詰将棋", "作品番号：7"] {
        let source = folder.path().join("problem.kifu");
        fs::write(&source, format!("{mark}\n{PROBLEM}")).unwrap();
        assert_eq!(found(&source), "", "{mark}");
        let kif = converted(&source, &["--to", "kif"]).stdout;
        for way in [&["kif"][..], &["ki2"], &["csa"], &["csa", "--csa-version", "3.0"], &["jkf"], &["psn"], &["json"]] {
            let file = folder.path().join("own");
            let out = converted(&source, &[&["--to"], way].concat());
            fs::write(&file, &out.stdout).unwrap();
            assert_eq!(found(&file), "", "{mark} {way:?}");
            let back = String::from_utf8(converted(&file, &["--to", "kif"]).stdout).unwrap();
            assert_eq!(back, String::from_utf8(kif.clone()).unwrap(), "{mark} {way:?}");
        }
    }
}

/// Nothing asks for SAN, for tags or for a result in the lines with which engines are told a game.
#[test]
fn own_lines_of_coordinates_are_clean() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    let told = "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4\nposition startpos\n".to_owned();
    let of = |source: &str, target: &str| {
        String::from_utf8(converted(&root().join(source), &["--to", target]).stdout).unwrap()
    };
    let chess = of("fixtures/clean.pgn", "uci");
    let hex = of("fixtures/hex/evening.pgn", "coords");
    let said = |text: &[u8], from: &[&str]| {
        fs::write(&file, text).unwrap();
        let output = partie().args(["validate", "--format", "jsonl"]).args(from).arg(&file).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    for text in [&told, &chess, &hex, &format!("{chess}{told}")] {
        for from in [&[][..], &["--from", "uci"], &["--from", "kober"]] {
            let said = said(text.as_bytes(), from);
            assert!(said.contains("\"codes\":{}"), "{from:?} {text}: {said}");
        }
        // Nor are they asked where JSON kept them.
        let said = said(&converted(&file, &["--to", "json"]).stdout, &[]);
        assert!(said.contains("\"codes\":{}"), "{text}: {said}");
    }
    for text in ["1. e2e4 e7e5 *\n", "[Event \"A\"]\n\ne2e4 e7e5\n"] {
        assert!(said(text.as_bytes(), &[]).contains("N003"), "{text}");
    }
}

/// Records of shogi from the start, with handicaps, from positions, with variations and ends of all kinds, through each
/// target: the main lines, and through KIF and JSON trees, comments and ends, too.
#[test]
fn shogi_games_come_back() {
    let mut sources = files(&root().join("fixtures/shogi"), &["kifu", "ki2u", "csa", "jkf", "usi", "usen"]);
    let peers = real("shogi/peer-fixtures");
    sources.extend(files(&peers, &["kif", "kifu", "ki2", "ki2u", "csa", "jkf", "json", "usen"]));
    sources.extend(files(&real("shogi/selfplay"), &["kif", "kifu"]).into_iter().take(4));
    let folder = tempfile::tempdir().unwrap();
    let start = folder.path().join("start.usi");
    fs::write(
        &start,
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/7R1/LNSGKGSNL w - 1 moves 3c3d 7g7f 8c8d\n\
         position sfen 8k/9/7GP/9/9/9/9/9/K8 b G2r2b2g4s4n4l17p 1 moves G*2b\n\
         position sfen 4k4/9/9/9/9/9/9/9/4K4 w RBGSNLP3rb 1 moves 5a5b P*5d 5b6b\n",
    )
    .unwrap();
    sources.push(start);
    let mut broken = Vec::new();
    for (number, source) in sources.iter().enumerate() {
        let lines = converted(source, &["--to", "usi"]).stdout;
        let trees = converted(source, &["--to", "kif"]).stdout;
        let games = lines.iter().filter(|byte| **byte == b'\n').count();
        for target in ["kif", "ki2", "csa", "jkf", "psn", "usi", "json"] {
            // A file of JKF holds one game.
            if lines.is_empty() || target == "jkf" && games > 1 {
                continue;
            }
            let own = folder.path().join(format!("{number}{target}"));
            fs::create_dir(&own).unwrap();
            let file = own.join("own");
            fs::write(&file, converted(source, &["--to", target]).stdout).unwrap();
            for (path, what) in [(&file, "alone"), (&own, "in a folder")] {
                let after = converted(path, &["--to", "usi"]).stdout;
                if lines != after {
                    broken.push(format!("{} {target} {what}: {}", source.display(), difference(&lines, &after)));
                }
            }
            if matches!(target, "kif" | "json") {
                let after = converted(&file, &["--to", "kif"]).stdout;
                if trees != after {
                    broken.push(format!("{} {target}, trees: {}", source.display(), difference(&trees, &after)));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// Forfeits, positions and games that are cut at their first ply have no rows that would part them from the others.
#[test]
fn pages_keep_games_without_moves_apart() {
    let game = |number: usize, moves: &str, fen: &str| {
        let setup = if fen.is_empty() { String::new() } else { format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n") };
        let names = format!("[White \"A{number}\"]\n[Black \"B{number} C\"]\n");
        format!("{names}[Result \"0-1\"]\n{setup}\n{moves} 0-1\n\n")
    };
    let fen = POSITIONS[0].0;
    let kinds = [("1. e4 e5", ""), ("", ""), ("", fen), ("1. Ke5", ""), ("1. e4", fen), ("1. Kd5", fen)];
    for style in ["descriptive", "kober"] {
        for first in kinds {
            for second in kinds {
                let games = [first, second, ("1. d4 d5", ""), second];
                let text: String = games.iter().enumerate().map(|(at, (moves, fen))| game(at, moves, fen)).collect();
                let folder = tempfile::tempdir().unwrap();
                let file = folder.path().join("games.pgn");
                fs::write(&file, text).unwrap();
                let page = converted(&file, &["--to", style, "--layout", "columns"]).stdout;
                fs::write(&file, &page).unwrap();
                let read = String::from_utf8(converted(&file, &["--to", "pgn"]).stdout).unwrap();
                let found: Vec<&str> = read.lines().filter(|line| line.starts_with("[White")).collect();
                let names: Vec<String> = (0..4).map(|at| format!("[White \"A{at}\"]")).collect();
                let page = String::from_utf8_lossy(&page);
                assert_eq!(found, names, "{style}\n{page}\n{read}");
                assert_eq!(read.matches("[Result \"0-1\"]").count(), 4, "{style}\n{page}\n{read}");
                let played = games.iter().filter(|(moves, _)| matches!(*moves, "1. e4 e5" | "1. e4" | "1. d4 d5"));
                let lines = read.lines().filter(|line| line.starts_with("1. "));
                assert_eq!(lines.count(), played.count(), "{style}\n{page}\n{read}");
            }
        }
    }
}
