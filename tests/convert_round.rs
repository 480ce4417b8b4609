//! `partie convert` there and back: through every record target of its game a record keeps its moves in every line,
//! its comments, times and tags where the target holds them; and converting its own output again changes nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "tests")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{partie, shared};

/// Converts a file; nothing where no game of it can be written.
fn convert(path: &Path, arguments: &[&str]) -> Option<Vec<u8>> {
    let output = partie().args(["convert", "-q", "--format", "concise"]).args(arguments).arg(path).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains("panicked"), "{}: {stderr}", path.display());
    (!output.stdout.is_empty() && output.status.code() != Some(2)).then_some(output.stdout)
}

/// The first line in which two texts differ.
fn difference(one: &[u8], two: &[u8]) -> String {
    let (one, two) = (String::from_utf8_lossy(one), String::from_utf8_lossy(two));
    let pair = one.lines().zip(two.lines()).enumerate().find(|(_, (a, b))| a != b);
    format!("{:?}; {} and {} lines", pair, one.lines().count(), two.lines().count())
}

/// Files of a folder, sorted.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.retain(|path| path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)));
    files
}

/// A file with a text.
fn file(folder: &Path, name: &str, text: &[u8]) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

/// What is made of a file in `narrow` is the same after a way through `wide`, which holds as much; and each of the
/// outputs stays as it is when it is converted again.
fn there_and_back(path: &Path, narrow: &[&str], wide: &[&str]) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let own = |target: &[&str]| -> Vec<String> {
        ["--to"].into_iter().chain(target.iter().copied()).map(str::to_owned).collect()
    };
    let (narrow, wide) = (own(narrow), own(wide));
    let (narrow, wide): (Vec<&str>, Vec<&str>) =
        (narrow.iter().map(String::as_str).collect(), wide.iter().map(String::as_str).collect());
    let Some(direct) = convert(path, &narrow) else { return 0 };
    let first = file(folder.path(), "first", &direct);
    let Some(other) = convert(&first, &wide) else { panic!("{} {wide:?}: nothing", path.display()) };
    let second = file(folder.path(), "second", &other);
    let back = convert(&second, &narrow).unwrap_or_default();
    assert!(direct == back, "{} {narrow:?} {wide:?}: {}", path.display(), difference(&direct, &back));
    let again = convert(&second, &wide).unwrap_or_default();
    assert!(other == again, "{} {wide:?} again: {}", path.display(), difference(&other, &again));
    direct.len()
}

/// Files with games of chess.
fn chess() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["chess/annotated", "chess/messy", "chess/faults"] {
        if let Some(folder) = shared(folder) {
            found.extend(files(&folder, &["pgn", "zst"]));
        }
    }
    found
}

#[test]
fn real_games_through_old_notations() {
    let Some(real) = shared("chess/real.pgn.zst") else { return };
    for wide in [
        &["descriptive"][..],
        &["descriptive", "--style", "long"],
        &["descriptive", "--letters", "fr"],
        &["descriptive", "--letters", "es"],
        &["kober"],
        &["iccf"],
        &["json"],
    ] {
        println!("{wide:?}: {} bytes", there_and_back(&real, &["pgn"], wide));
    }
}

#[test]
fn annotated_games_through_old_notations() {
    for path in chess() {
        for wide in [
            &["descriptive"][..],
            &["descriptive", "--style", "long"],
            &["descriptive", "--style", "to"],
            &["descriptive", "--style", "spaced"],
            &["descriptive", "--style", "modern"],
            &["descriptive", "--letters", "fr"],
            &["kober"],
            &["iccf"],
            &["json"],
        ] {
            there_and_back(&path, &["pgn"], wide);
        }
    }
}

/// Records of shogi: what a format holds comes back through every other that holds as much.
#[test]
fn games_of_shogi() {
    let pairs = [
        ("kif", "jkf"),
        ("jkf", "kif"),
        ("kif", "json"),
        ("csa", "kif"),
        ("csa", "json"),
        ("ki2", "kif"),
        ("ki2", "json"),
        ("psn", "json"),
        ("usi", "kif"),
        ("usi", "ki2"),
        ("usi", "csa"),
        ("usi", "psn"),
        ("usi", "json"),
    ];
    let mut games = Vec::new();
    for folder in ["shogi/selfplay", "shogi/rsshogi", "shogi"] {
        if let Some(folder) = shared(folder) {
            games.extend(files(&folder, &["kif", "kifu", "ki2", "ki2u", "csa"]).into_iter().take(12));
        }
    }
    for path in games {
        for (narrow, wide) in pairs {
            // A text of JKF holds one record only.
            there_and_back(&path, &[narrow], &[wide]);
        }
    }
}

#[test]
fn games_of_hexagonal_chess() {
    let Some(folder) = shared("hex") else { return };
    for path in files(&folder, &["pgn", "zst", "hgn"]) {
        there_and_back(&path, &["pgn"], &["pgn", "--movetext", "san"]);
        there_and_back(&path, &["pgn"], &["json"]);
    }
}

/// Columns of a book read back as scores of the same moves, and nothing in them is found wrong.
#[test]
fn columns() {
    let Some(real) = shared("chess/real.pgn.zst") else { return };
    let folder = tempfile::tempdir().unwrap();
    let uci = |path: &Path| convert(path, &["--to", "uci"]).unwrap_or_default();
    let some = String::from_utf8(convert(&real, &["--to", "pgn"]).unwrap()).unwrap();
    let some: String = some.split_inclusive("\n\n").take(4000).collect();
    let games = file(folder.path(), "games", some.as_bytes());
    for arguments in [
        &["--to", "descriptive", "--layout", "columns"][..],
        &["--to", "descriptive", "--layout", "columns", "--style", "long"],
        &["--to", "descriptive", "--layout", "columns", "--style", "modern"],
        &["--to", "kober", "--layout", "columns"],
    ] {
        let page = convert(&games, arguments).unwrap();
        let page = file(folder.path(), "page", &page);
        let (before, after) = (uci(&games), uci(&page));
        assert!(before == after, "{arguments:?}: {}", difference(&before, &after));
        let judged =
            partie().args(["validate", "--select", "N,S,L", "--format", "concise"]).arg(&page).output().unwrap();
        let text = String::from_utf8_lossy(&judged.stdout);
        assert!(text.lines().count() == 0, "{arguments:?}: {}", text.lines().take(5).collect::<Vec<_>>().join("\n"));
    }
}
