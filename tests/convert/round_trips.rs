//! `partie convert` there and back: through every record target of its game a record keeps its moves in every line,
//! its comments, times and tags where the target holds them; and converting its own output again changes nothing.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::partie;
use crate::conversions::{converted, difference, files, of_data};
use crate::own_games::real;

/// How what is lost is told.
const CONCISE: [&str; 2] = ["--format", "concise"];

/// Converts a file; nothing where no game of it can be written.
fn convert(path: &Path, arguments: &[&str]) -> Option<Vec<u8>> {
    converted(path, &[&CONCISE, arguments].concat()).some().map(<[u8]>::to_vec)
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
    let (narrow, wide) = ([&["--to"], narrow].concat(), [&["--to"], wide].concat());
    let direct = of_data(path, &[&CONCISE, &narrow[..]].concat());
    let Some(direct) = direct.some() else { return 0 };
    let first = file(folder.path(), "first", direct);
    // Games of variants that are not judged are written in their own format only, unchanged.
    if narrow == ["--to", "pgn"] && memchr::memmem::find(direct, b"[Variant \"").is_some() {
        return 0;
    }
    let Some(other) = convert(&first, &wide) else { panic!("{} {wide:?}: nothing", path.display()) };
    let second = file(folder.path(), "second", &other);
    let back = convert(&second, &narrow).unwrap_or_default();
    assert!(direct == back, "{} {narrow:?} {wide:?}: {}", path.display(), difference(direct, &back));
    let again = convert(&second, &wide).unwrap_or_default();
    assert!(other == again, "{} {wide:?} again: {}", path.display(), difference(&other, &again));
    direct.len()
}

/// Files with games of chess.
fn chess() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["chess/annotated", "chess/messy", "chess/faults"] {
        found.extend(files(&real(folder), &["pgn", "zst"]));
    }
    found
}

#[test]
#[ignore = "minutes: .ci/nightly"]
fn real_games_through_old_notations() {
    let real = real("chess/real.pgn.zst");
    for wide in [
        &["descriptive"][..],
        &["descriptive", "--style", "long"],
        &["descriptive", "--to-letters", "fr"],
        &["descriptive", "--to-letters", "es"],
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
            &["descriptive", "--to-letters", "fr"],
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
    for (folder, most) in [("shogi/selfplay", 12), ("shogi/real-csa", 12), ("shogi/peer-fixtures", 500)] {
        games
            .extend(files(&real(folder), &["kif", "kifu", "ki2", "ki2u", "csa", "jkf", "json"]).into_iter().take(most));
    }
    for path in games {
        for (narrow, wide) in pairs {
            // KIF drops blanks at the end of a comment, of which this record has many.
            let blanks = wide == "kif" && path.to_str().unwrap().contains("oui202106290101.json");
            if !blanks {
                there_and_back(&path, &[narrow], &[wide]);
            }
        }
    }
}

#[test]
fn games_of_hexagonal_chess() {
    let folder = real("hex");
    for path in files(&folder, &["pgn", "zst", "hgn"]) {
        there_and_back(&path, &["pgn"], &["pgn", "--movetext", "san"]);
        there_and_back(&path, &["pgn"], &["json"]);
    }
}

/// Columns of a book read back as scores of the same moves, and nothing in them is found wrong.
#[test]
fn columns() {
    let real = real("chess/real.pgn.zst");
    let folder = tempfile::tempdir().unwrap();
    let uci = |path: &Path| convert(path, &["--to", "uci"]).unwrap_or_default();
    let all = of_data(&real, &[&CONCISE[..], &["--to", "pgn"]].concat());
    let some = String::from_utf8_lossy(all.some().unwrap());
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
        let judged = partie()
            .args(["validate", "--select", "N,S,L", "--ignore", "N03", "--format", "concise"])
            .arg(&page)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&judged.stdout);
        assert!(text.lines().count() == 0, "{arguments:?}: {}", text.lines().take(5).collect::<Vec<_>>().join("\n"));
    }
}

/// One record under the names of every format: first and second player, event, opening.
#[test]
fn headers_keep_their_meaning() {
    let folder = tempfile::tempdir().unwrap();
    let kif = "棋戦：Cup\n場所：Hall\n開始日時：2024/03/02\n終了日時：2024/03/03\n先手：A\n後手：B\n戦型：Ranging\n表題：T\n\
               手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:12/00:00:12)\n   2 投了\n";
    let kif = file(folder.path(), "a.kifu", kif.as_bytes());
    for (target, wanted) in [
        ("kif", &["棋戦：Cup", "場所：Hall", "先手：A", "後手：B", "戦型：Ranging", "表題：T", "投了"][..]),
        ("csa", &["$EVENT:Cup", "$SITE:Hall", "N+A", "N-B", "$OPENING:Ranging", "%TORYO", "T12"]),
        ("psn", &["[Event \"Cup\"]", "[Site \"Hall\"]", "[Sente \"A\"]", "[Gote \"B\"]", "[Opening \"Ranging\"]"]),
        ("jkf", &["\"棋戦\":\"Cup\"", "\"先手\":\"A\"", "TORYO"]),
    ] {
        let text = String::from_utf8(convert(&kif, &["--to", target]).unwrap()).unwrap();
        for part in wanted {
            assert!(text.contains(part), "{target} {part}: {text}");
        }
        // And back to where they came from.
        let copy = file(folder.path(), "copy", text.as_bytes());
        let back = String::from_utf8(convert(&copy, &["--to", "kif"]).unwrap()).unwrap();
        for part in ["棋戦：Cup", "場所：Hall", "先手：A", "後手：B", "戦型：Ranging", "表題：T", "投了"]
        {
            assert!(back.contains(part), "{target} {part}: {back}");
        }
        for (tag, name) in [("White", "A"), ("Gote", "B"), ("棋戦", "Cup"), ("$OPENING", "Ranging")] {
            if target == "jkf" {
                continue;
            }
            let out = folder.path().join(format!("{target}-{tag}"));
            let status = partie()
                .args(["convert", "-q", "--to", "kif", "--split-by", tag, "--out-dir"])
                .args([&out, &copy])
                .status()
                .unwrap();
            assert_eq!(status.code(), Some(0));
            assert!(out.join(format!("{name}.kifu")).exists(), "{target} {tag}");
        }
    }
}

/// What follows an illegal move is kept as a comment, or left out and counted.
#[test]
fn broken_games_of_shogi() {
    let folder = tempfile::tempdir().unwrap();
    let kif = "手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ５五角(22)\n   3 ２六歩(27)\n";
    let kif = file(folder.path(), "a.kifu", kif.as_bytes());
    let kept = String::from_utf8(convert(&kif, &["--to", "kif"]).unwrap()).unwrap();
    assert!(kept.contains("５五角"), "{kept}");
    let stopped = partie().args(["convert", "--to", "kif", "--on-broken", "stop"]).arg(&kif).output().unwrap();
    let (text, said) = (String::from_utf8(stopped.stdout).unwrap(), String::from_utf8(stopped.stderr).unwrap());
    assert!(text.contains("７六歩") && !text.contains("５五角"), "{text}");
    assert!(said.contains("2 moves lost in kif") && stopped.status.code() == Some(1), "{said}");
}

/// Positions keep their counters and operations, through JSON too; a line that is no position is not written.
#[test]
fn lists_of_positions() {
    const BOARD: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    let folder = tempfile::tempdir().unwrap();
    let text = |path: &Path, target: &str| String::from_utf8(convert(path, &["--to", target]).unwrap()).unwrap();
    let fen = format!("{BOARD} 3 20");
    let tag = format!("[FEN \"{fen}\"]");
    let epd = format!("{BOARD} hmvc 3; fmvn 20; bm e4 Kd2; id \"a; b\";\n");
    let list = file(folder.path(), "a.epd", epd.as_bytes());
    let json = file(folder.path(), "a.json", text(&list, "json").as_bytes());
    for path in [&list, &json] {
        assert_eq!(text(path, "epd"), epd);
        assert_eq!(text(path, "fen"), format!("{fen}\n"));
        assert!(text(path, "pgn").contains(&tag), "{}", text(path, "pgn"));
    }
    let suite = file(folder.path(), "b.epd", format!("{fen} ;D1 5 ;D2 25\n").as_bytes());
    assert_eq!(text(&suite, "epd"), format!("{BOARD} hmvc 3; fmvn 20; D1 5; D2 25;\n"));
    let whole = file(folder.path(), "c.fen", format!("{fen}\n").as_bytes());
    let strict = converted(&whole, &["--strict", "--to", "fen"]);
    assert_eq!((strict.code, strict.stdout), (Some(0), format!("{fen}\n").into_bytes()));
    let damaged = file(folder.path(), "d.fen", format!("{fen}\ngarbage\n{fen}\n").as_bytes());
    let written = converted(&damaged, &["--from", "fen", "--to", "fen"]);
    assert_eq!((written.code, written.stdout), (Some(1), format!("{fen}\n{fen}\n").into_bytes()));
    let junk = file(folder.path(), "e.fen", b"garbage\n");
    for target in ["fen", "epd", "pgn", "uci", "descriptive"] {
        let written = converted(&junk, &["--from", "fen", "--to", target]);
        assert_eq!((written.code, written.stdout), (Some(1), Vec::new()), "{target}");
    }
}
