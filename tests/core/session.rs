//! The command and the library say the same: findings, games, conversions and repairs of files of every format, in every
//! encoding.

use std::fs;
use std::path::{Path, PathBuf};

use partie_core::{Grade, Session, TARGETS};

use crate::common::run_in;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files of a folder, by their paths from its parent.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    files
}

/// Files that show what is said of a text as a whole, and texts in each encoding.
fn odd_files() -> Vec<(&'static str, Vec<u8>)> {
    let game = |name: &str| format!("[White \"{name}\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n\n");
    let encoded = |encoding: &'static encoding_rs::Encoding, text: &str| encoding.encode(text).0.into_owned();
    let kif = "手合割：平手\n先手：羽生\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 ９九香(11)\n";
    let utf16: Vec<u8> = game("Réti 😀").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let central = encoded(encoding_rs::WINDOWS_1250, &game("Dvořák, Antonín"));
    let western = encoded(encoding_rs::WINDOWS_1252, &game("Sørensen, Bjørn"));
    vec![
        ("guess.pgn", central.clone()),
        ("mixed.pgn", [central, game("Réti").into_bytes()].concat()),
        ("west.pgn", western),
        ("utf16.pgn", [vec![0xff, 0xfe], utf16].concat()),
        ("ends.pgn", game("A").replace("\n\n1", "\r\n\r\n1").into_bytes()),
        ("returns.pgn", game("A").replace('\n', "\r").into_bytes()),
        ("noise.pgn", [game("A"), "~#+ ".repeat(500)].concat().into_bytes()),
        ("named.kif", kif.as_bytes().to_vec()),
        ("sjis.kif", encoded(encoding_rs::SHIFT_JIS, kif)),
        ("sjis.kifu", encoded(encoding_rs::SHIFT_JIS, kif)),
        ("nothing.pgn", b"nothing of the kind".to_vec()),
        ("base.si4", b"nothing of the kind".to_vec()),
        ("long.pgn", (0..3000).map(|number| game(&format!("A{number}"))).collect::<String>().into_bytes()),
    ]
}

/// Lends each file with its path: the folder to run in, the path there, the bytes.
fn each_file(mut take: impl FnMut(&Path, &str, &[u8])) {
    let fixtures = files(&root().join("fixtures"));
    assert!(fixtures.len() > 20, "the fixtures are not where they are looked for");
    // What is packed is for the command alone.
    let is_text =
        |path: &&PathBuf| !matches!(path.extension().and_then(|name| name.to_str()), Some("perft" | "zst" | "gz"));
    for path in fixtures.iter().filter(is_text) {
        let name = path.strip_prefix(root()).unwrap().to_str().unwrap();
        take(root(), name, &fs::read(path).unwrap());
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in odd_files() {
        fs::write(folder.path().join(name), &bytes).unwrap();
        take(folder.path(), name, &bytes);
    }
}

#[test]
fn findings_and_games_are_those_of_the_command() {
    let mut seen = std::collections::BTreeSet::new();
    each_file(|folder, name, bytes| {
        let arguments = ["validate", "-q", "--format", "jsonl", "--games", "--moves", name];
        let told = run_in(&arguments, folder).1;
        let mut told: Vec<&str> = told.lines().filter(|line| !line.contains(r#""type":"summary""#)).collect();
        let session = Session::builder().name(name).build().unwrap();
        let mut games = session.games(bytes);
        let mut found = Vec::new();
        for game in games.by_ref() {
            seen.insert(game.format().name());
            found.extend(game.findings().map(|finding| finding.json()));
            found.push(game.json(true));
        }
        found.extend(games.file_findings().map(|finding| finding.json()));
        // What is said of a text as a whole is known later.
        told.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, told, "{name}");
    });
    for format in ["pgn", "score", "kif", "ki2", "csa", "usi", "usen", "jkf", "psn", "pychess"] {
        assert!(seen.contains(format), "no file is {format}: {seen:?}");
    }
}

#[test]
fn texts_become_those_of_the_command() {
    each_file(|folder, name, bytes| {
        for target in TARGETS.iter().filter(|target| !target.is_single) {
            let told = run_in(&["convert", "-q", "--to", target.name, name], folder).1;
            let converted = Session::builder().name(name).build().unwrap().convert(bytes, target.target);
            assert_eq!(String::from_utf8_lossy(&converted.bytes), told, "{name} to {}", target.name);
        }
    });
}

#[test]
fn repairs_are_those_of_the_command() {
    let mut edits = 0;
    each_file(|folder, name, bytes| {
        if name == "long.pgn" {
            return;
        }
        let told = run_in(&["fix", "-q", "--format", "jsonl", "--moves", name], folder).1;
        let told: Vec<&str> = told.lines().filter(|line| !line.contains(r#""type":"summary""#)).collect();
        let session = Session::builder().name(name).build().unwrap();
        let repairs = session.games(bytes).filter_map(|game| game.repairs()?.json());
        assert_eq!(repairs.collect::<Vec<_>>(), told, "{name}");
        if name == "utf16.pgn" {
            return;
        }
        let fixed = session.fix(bytes, Grade::Likely);
        let copy = tempfile::tempdir().unwrap();
        fs::write(copy.path().join("copy"), bytes).unwrap();
        run_in(&["fix", "-q", "--write=likely", "copy"], copy.path());
        assert!(fs::read(copy.path().join("copy")).unwrap() == fixed.text, "{name} is written otherwise");
        let each = session.games(bytes).flat_map(|game| game.edits(Grade::Likely)).map(|edit| (edit.span, edit.bytes));
        let all: Vec<_> = fixed.edits.iter().map(|edit| (edit.span.clone(), edit.bytes.clone())).collect();
        assert_eq!(each.collect::<Vec<_>>(), all, "{name}");
        edits += fixed.edits.len();
    });
    assert!(edits > 5, "{edits} edits");
}

/// A game that is held keeps its slice, and the next ones are read all the same.
#[test]
fn games_outlive_their_slices() {
    let text = "[White \"A\"]\n\n1. e4 e5 2. Nf3 {a comment that goes on ".to_owned()
        + &"and on ".repeat(20_000)
        + "} Nc6 *\n\n"
        + &"[White \"B\"]\n\n1. d4 *\n\n".repeat(9000);
    let games: Vec<partie_core::Game> = Session::new().games(text.as_bytes()).collect();
    assert_eq!(games.len(), 9001);
    assert_eq!((games[0].moves().len(), games[9000].players()), (4, [Some("B"), None]));
    let line = |number: usize| games[number].place().line;
    assert_eq!((line(0), line(1), line(9000)), (1, 5, 5 + 4 * 8999));
}

/// Positions, coordinates and legal moves fit each other at every ply of every line that is played.
#[test]
fn moves_fit_the_positions() {
    let mut moves = 0;
    each_file(|_, name, bytes| {
        for game in Session::new().games(bytes).take(50) {
            let Some(coordinates) = game.coordinates() else { continue };
            let main: Vec<&str> = game.moves().iter().filter(|mv| mv.is_played()).map(|mv| &*mv.coordinates).collect();
            if !coordinates.contains("--") && !main.contains(&"0000") {
                assert_eq!(main.join(" "), coordinates, "{name}, game {}", game.number());
                for mv in game.moves().iter().filter(|mv| mv.is_played()) {
                    assert_eq!(Some(&mv.position), game.position_at(mv.ply).as_ref(), "{name}, ply {}", mv.ply);
                    let is_legal =
                        |legal: &partie_core::LegalMove| legal.coordinates == mv.coordinates && legal.san == mv.san;
                    assert!(game.legal_moves(mv.ply - 1).iter().any(is_legal), "{name}: {mv:?}");
                    moves += 1;
                }
            }
            for line in game.lines() {
                let plies = line.moves.iter().zip(line.ply..);
                assert!(plies.into_iter().all(|(mv, ply)| mv.ply == ply), "{name}, game {}: {line:?}", game.number());
                let text = String::from_utf8_lossy(bytes);
                let at = |mv: &partie_core::GameMove| {
                    text.get(mv.span.start as usize..mv.span.end as usize) == Some(&mv.token)
                };
                let is_utf8 = std::str::from_utf8(bytes).is_ok();
                assert!(
                    !is_utf8
                        || game.format().name().ends_with("json")
                        || game.format().name() == "jkf"
                        || line.moves.iter().all(at),
                    "{name}: {line:?}"
                );
            }
        }
    });
    assert!(moves > 500, "{moves} moves");
}

/// The blanks before the first number are columns of the page, also when a game is read once more.
#[test]
fn an_indented_page_is_read_once_more_as_before() {
    let page = b"   1. P to K 4                    1. P to K 3\n   2. P to Q 4                    2. P to Q 4\n\
        \x20  3. B to Q 3                    3. Kt to K B 3\n   4. Q Kt to Q 2, &c.\n";
    let game = Session::new().games(page).next().expect("a game");
    let played = game.moves().iter().filter(|mv| mv.is_played()).count();
    assert_eq!(game.coordinates().map(|moves| moves.split(' ').count()), Some(played));
    assert_eq!(game.place().column, 4);
}
