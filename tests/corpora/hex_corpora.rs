//! Hexagonal chess: whole corpora, and tables of expectations, which are kept beside the repository.
//! `data/hex/README.md` there says how they are read; where they are absent, the games of the repository take their place, or nothing is tested.

use crate::common;
use crate::judged_support;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::common::{extra, shared};
use crate::judged_support::{Judged, difference, judge_file, text};
use crate::own_games::{counted, hex_games, is_own, made, real};
use serde_json::Value;

/// Row by row, each cell by the name of its column.
fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_path(path).unwrap().deserialize().map(Result::unwrap).collect()
}

/// The findings of each game of a file, infos left out, in the order of their places.
fn by_game(judged: &Judged) -> Vec<Vec<&Value>> {
    let mut games = vec![Vec::new(); judged.games.len()];
    for finding in judged.findings.iter().filter(|finding| text(finding, "severity") != "info") {
        games[finding["game"].as_u64().unwrap() as usize - 1].push(finding);
    }
    for findings in &mut games {
        findings.sort_by_key(|finding| finding["span"][0].as_u64());
    }
    games
}

fn ply(value: &Value) -> u64 {
    value["ply"].as_u64().unwrap_or(0)
}

/// `D001`, each code with the number of games that have it.
fn infos(judged: &Judged) -> BTreeMap<&str, usize> {
    let mut games: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
    for finding in &judged.findings {
        games.entry(text(finding, "code")).or_default().insert(finding["game"].as_u64().unwrap());
    }
    games.into_iter().map(|(code, games)| (code, games.len())).collect()
}

/// What the jsonl says of an end that the table names: the board's end, and the verdict.
fn of_termination(word: &str, book: &str) -> (&'static str, &'static str) {
    match (word, book) {
        ("checkmate", _) => ("checkmate", "consistent"),
        ("stalemate", "glinski") => ("stalemate", "consistent"),
        // The book says nothing of stalemate, so that no result is right or wrong.
        ("stalemate", _) => ("stalemate", "presumed"),
        ("threefold" | "fifty", "glinski") => ("none", "consistent"),
        // Nor of these; whether the board bears the record's reason out is left open here.
        ("threefold" | "fifty", _) => ("none", ""),
        ("resignation" | "agreement", _) => ("none", "presumed"),
        (other, _) => panic!("the table has a word {other:?}"),
    }
}

#[test]
fn legal_games() {
    let table = real("hex/legal.csv");
    let rows = rows(&table);
    assert_eq!(rows.len(), counted(3_000, 232));
    for (language, letters) in [("sk", 1), ("en", 0)] {
        for book in ["glinski", "hexasach"] {
            let file = table.with_file_name(format!("legal_{language}.hgn.zst"));
            let judged = judge_file(&file, &["--rules", book, "-j2"]);
            assert_eq!(judged.games.len(), rows.len());
            assert!(judged.faults().is_empty(), "{language} {book}: {:?}", judged.faults());
            let mut plies = 0;
            for (row, game) in rows.iter().zip(&judged.games) {
                let name = format!("{} {language} {book}", row["game_id"]);
                let word = &row["termination"];
                let (end, verdict) = of_termination(word, book);
                assert_eq!(text(game, "status"), "ok", "{name}");
                assert_eq!(text(game, "rules"), book, "{name}");
                assert_eq!(game["plies"].as_u64(), row["plies"].parse().ok(), "{name}");
                assert_eq!(text(game, "final"), row["final_fen"], "{name}");
                assert_eq!(text(&game["result"], "recorded"), row["result"], "{name}");
                assert_eq!(text(game, "end"), end, "{name}");
                assert!(verdict.is_empty() || text(&game["result"], "verdict") == verdict, "{name}: {game}");
                let claims = game["draws"].as_array().map_or(&[][..], Vec::as_slice);
                let has = |kind: &str| claims.iter().any(|draw| text(draw, "kind") == kind);
                if book == "glinski" {
                    assert!(!matches!(word.as_str(), "threefold" | "fifty") || has(word), "{name}: {game}");
                } else {
                    assert!(claims.is_empty(), "{name}: the book knows no claim: {game}");
                }
                plies += game["plies"].as_u64().unwrap();
            }
            if is_own() {
                continue;
            }
            assert_eq!(plies, 380_954);
            let found = infos(&judged);
            let count = |code: &str| found.get(code).copied().unwrap_or(0);
            // One game is resigned in which a position had occurred three times.
            let claims = if book == "glinski" { [345, 30, 744, 0] } else { [0, 0, 0, 80] };
            assert_eq!(["D001", "D003", "D006", "R041"].map(count), claims, "{language} {book}");
            assert_eq!(count("R042"), 562);
            // Slovak letters are the book's own under hexasach.
            let said = if book == "glinski" { letters * 3_000 } else { 0 };
            assert_eq!(count("N002"), said, "{language} {book}");
        }
    }
}

#[test]
fn one_fault_a_game() {
    let table = real("hex/faulty.csv");
    let allowed: BTreeMap<String, String> = judged_support::table(&table.with_file_name("fault_codes.tsv"))
        .into_iter()
        .map(|mut row| (row.remove("fault").unwrap(), row.remove("codes").unwrap()))
        .collect();
    assert_eq!(allowed.len(), counted(27, 3));
    let rows = rows(&table);
    assert!(rows.len() == 600 || is_own() && rows.len() > 100, "{}", rows.len());
    for language in ["sk", "en"] {
        let file = table.with_file_name(format!("faulty_{language}.hgn"));
        let judged = judge_file(&file, &["--rules", "glinski", "-j2"]);
        assert_eq!(judged.games.len(), rows.len());
        let mut wrong = Vec::new();
        for (row, findings) in rows.iter().zip(by_game(&judged)) {
            let first = findings.iter().find(|finding| ply(finding) >= 1);
            let right = first.is_some_and(|first| {
                let mut codes = allowed[&row["fault"]].split_whitespace();
                ply(first).to_string() == row["ply"] && codes.any(|code| code == text(first, "code"))
            });
            if !right {
                wrong.push(format!("{} {} at {}: {first:?}", row["game_id"], row["fault"], row["ply"]));
            }
        }
        assert!(wrong.is_empty(), "{language}: {}", wrong.join("\n"));
    }
}

/// A file without the tag that tells its letters.
fn without_language(path: &Path, folder: &Path) -> std::path::PathBuf {
    let text = fs::read_to_string(path).unwrap();
    let copy = folder.join(path.file_name().unwrap());
    let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("[Lang "));
    fs::write(&copy, lines.collect::<String>()).unwrap();
    copy
}

/// Real games whose record states another result than the table, with the reason.
const RESULTS: &[(&str, &str, &str)] =
    &[("R0131 hu", "1/2-1/2", "the file has \u{17a}-\u{17a}, a draw in the wrong code page; the table overlooks it")];

#[test]
fn real_games_in_three_languages() {
    let table = real("hex/real.csv");
    let folder = tempfile::tempdir().unwrap();
    let rows = rows(&table);
    assert_eq!(rows.len(), 234);
    let own: usize = hex_games().iter().map(|game| game.moves.len()).sum();
    // Slovak letters are the book's own, and no word is made about them.
    for (language, name) in [("hu", "Hungarian"), ("sk", ""), ("en", "")] {
        let file = without_language(&table.with_file_name(format!("real_{language}.hgn")), folder.path());
        let judged = judge_file(&file, &[]);
        assert_eq!(judged.games.len(), rows.len());
        assert!(judged.faults().is_empty(), "{language}: {:?}", judged.faults());
        let mut plies = 0;
        for (row, game) in rows.iter().zip(&judged.games) {
            let id = format!("{} {language}", row["game_id"]);
            assert_eq!(text(game, "rules"), "hexasach", "{id}");
            assert_eq!(game["plies"].as_u64(), row["plies"].parse().ok(), "{id}");
            assert_eq!(text(game, "final"), row["final_fen"], "{id}");
            let known = RESULTS.iter().find(|(known, ..)| *known == id);
            assert_eq!(text(&game["result"], "recorded"), known.map_or(row["result"].as_str(), |row| row.1), "{id}");
            if row["end"] == "mate" {
                assert_eq!((text(game, "end"), text(&game["result"], "verdict")), ("checkmate", "consistent"), "{id}");
            }
            plies += game["plies"].as_u64().unwrap();
        }
        assert_eq!(plies, counted(17_801, own as u64));
        let said = judged.findings.iter().filter(|finding| text(finding, "code") == "N002");
        let said: Vec<&str> = said.map(|finding| text(finding, "message")).collect();
        assert_eq!(said.len(), if name.is_empty() { 0 } else { rows.len() }, "{language}");
        assert!(said.iter().all(|message| message.contains(name)), "{language}: {said:?}");
    }
}

/// Rows of the table of defects that are themselves wrong, with the reason.
const DEFECTS: &[(&str, &str)] = &[("D001", "the file has Vf4 at ply 111, which is legal; the table has a cut Vf")];

/// What is wrong with what was said of a defect: whether its ply was named, and how many readings are left.
fn defect(row: &BTreeMap<String, String>, at_ply: &[&Value], replayed: u64) -> Option<String> {
    let (id, number) = (&row["game_id"], row["ply"].parse::<u64>().unwrap());
    let bare = |token: &str| token.trim_end_matches('?').to_owned();
    let named = at_ply.iter().any(|finding| bare(text(finding, "token")) == bare(&row["token"]));
    let Some(first) = at_ply.first().filter(|_| named) else { return Some(format!("{id}: not named")) };
    let (code, severity) = (text(first, "code"), text(first, "severity"));
    let readings = row["readings"].split_whitespace().count();
    let message = text(first, "message");
    let right = match row["resolution"].as_str() {
        "unique" => {
            let wanted = if id == "D026" { "S015" } else { "L036" };
            let settled = at_ply.iter().find(|finding| text(finding, "code") == "L036");
            let (from, to) = row["readings"].split_once('-').unwrap();
            (code, severity) == (wanted, "warning")
                && replayed > number
                && settled.is_some_and(|finding| {
                    let message = text(finding, "message");
                    text(finding, "severity") == "warning"
                        && message.contains("only ")
                        && message.contains(from)
                        && message.contains(to)
                })
        }
        // Both ways are legal to the end, and the marks of one agree.
        "several" if id == "D046" => (code, severity) == ("L036", "warning") && message.contains("after 2, and"),
        "several" => {
            (code, severity) == ("L036", "warning")
                && replayed >= number
                && message.contains(&format!("after {readings} of them"))
                && message.contains("is assumed")
        }
        "none" if code == "L036" => severity == "error" && message.contains("after none of them"),
        "none" => severity == "error" && code.starts_with('L') && replayed == number - 1,
        other => panic!("the table has a word {other:?}"),
    };
    (!right).then(|| format!("{id} {}: {code} {severity} {message}; {replayed} plies", row["resolution"]))
}

#[test]
fn real_defective_games() {
    let Some(table) = shared("hex/real_defective.csv") else { return };
    let judged = judge_file(&table.with_file_name("real_defective_hu.hgn"), &["--from", "hex"]);
    let rows = rows(&table);
    assert_eq!((rows.len(), judged.games.len()), (29, 29));
    let mut wrong = Vec::new();
    for ((row, game), findings) in rows.iter().zip(&judged.games).zip(by_game(&judged)) {
        if DEFECTS.iter().any(|(known, _)| *known == row["game_id"]) {
            assert!(findings.iter().all(|finding| ply(finding) == 0), "{}: {findings:?}", row["game_id"]);
            continue;
        }
        let at_ply: Vec<&Value> =
            findings.into_iter().filter(|finding| ply(finding).to_string() == row["ply"]).collect();
        wrong.extend(defect(row, &at_ply, game["plies"].as_u64().unwrap()));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The files that were found on the net: plies of each game, and codes of S L N R D but of tags.
const PRINTED: &[(&str, &[u64], &str)] = &[
    ("Bodor_Hexodus_1999.pgn", &[53], "R010 S016"),
    ("Schenkerik_Hexodus_1999.pgn", &[80], "R010 S016"),
    ("Mackowiak_Hexodus_1999.pgn", &[74], "R010 S016"),
    ("HalfFinalEuropeanChampionship_1999.pgn", &[53, 80, 74], "R010 R010 R010 S016 S016 S016 H003 H003 H003"),
    ("FoolsMate.pgn", &[7], "R011"),
    ("YouTube_HexagonalChess.pgn", &[3], "L003@4 R011"),
    ("YouTube_MangoTownPlays.pgn", &[62, 128, 63], "N010@34 R011 N010@21 N011@42 R011 N010@54 R011"),
];

#[test]
fn printed_files() {
    let Some(path) = shared("hex/FoolsMate.pgn") else { return };
    let folder = path.parent().unwrap();
    for (name, plies, expected) in PRINTED {
        let judged = judge_file(&folder.join(name), &["--from", "hex", "--rules", "glinski"]);
        let seen: Vec<u64> = judged.games.iter().map(|game| game["plies"].as_u64().unwrap()).collect();
        assert_eq!(seen, *plies, "{name}");
        assert_eq!(difference(expected, &judged.faults()), None, "{name}");
        // The marks that only differ from what is usual: none but the checks without a mark of the last file.
        let unmarked = judged.codes("N").iter().filter(|code| code.starts_with("N015")).cloned().collect::<Vec<_>>();
        let wanted: &[&str] = if name.starts_with("YouTube_Mango") { &["N015@59"] } else { &[] };
        assert_eq!(unmarked, wanted, "{name}");
        let mated = judged.games.iter().filter(|game| text(game, "end") == "checkmate").count();
        let mates = usize::from(*name == "FoolsMate.pgn" || name.starts_with("YouTube_Mango"));
        assert!(mated >= mates, "{name}");
    }
    let mango = judge_file(&folder.join("YouTube_MangoTownPlays.pgn"), &["--from", "hex"]);
    assert_eq!((text(&mango.games[0], "end"), text(&mango.games[0]["result"], "recorded")), ("checkmate", "0-1"));
    // The names of the event stand before the first game and belong to it.
    let event = judge_file(&folder.join("HalfFinalEuropeanChampionship_1999.pgn"), &["--from", "hex"]);
    assert!(event.codes("H").iter().all(|code| !code.starts_with("H002")), "no tag is repeated");
}

#[test]
fn situations() {
    let table = extra("situations_shogi_hex.csv").unwrap_or_else(|| made("situations/shogi_hex.csv"));
    let folder = tempfile::tempdir().unwrap();
    let rows = rows(&table);
    let books = [("glinski", "jsa_or_glinski"), ("hexasach", "server_or_hexasach")];
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for row in rows.iter().filter(|row| row["game"] == "hex") {
        let set_up = match row["start"].as_str() {
            "hex-start" => String::new(),
            fen => format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n"),
        };
        let (result, moves) = (&row["result"], &row["moves"]);
        let record =
            format!("[Event \"?\"]\n[Result \"{result}\"]\n[Variant \"Glinski\"]\n{set_up}\n{moves} {result}\n");
        let path = folder.path().join(format!("{}.pgn", row["id"]));
        fs::write(&path, record).unwrap();
        for (book, expected) in books {
            seen += 1;
            let judged = judge_file(&path, &["--rules", book]);
            assert_eq!(judged.games.len(), 1);
            if let Some(text) = difference(&row[expected], &judged.codes("LNRD")) {
                wrong.push(format!("{} {book}: {text}", row["id"]));
            }
        }
    }
    assert_eq!(seen, counted(8, 6));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bare_coordinates_are_chess_unless_chess_has_not_such_cells() {
    for (moves, book) in [
        ("1. c2c3 c7c6 2. c3c4 c6c5 *", "fide"),
        ("1. e2e4 e7e5 2. g1f3 b8c6 *", "fide"),
        ("1. k1k3 k7k5 2. h1i3 h9i6 *", "hexasach"),
        ("1. f5f6 b7b6 2. d1c3 d9c6 *", "hexasach"),
        ("1. c2c3 c7c6 2. k1k3 k7k5 3. h1i3 h9i6 4. i3g2 *", "hexasach"),
    ] {
        let output = common::feed(&["validate", "--format", "jsonl", "--games", "-q", "-"], moves.as_bytes());
        let first = String::from_utf8(output.stdout).unwrap();
        let game = first.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let game = game.into_iter().find(|line| text(line, "type") == "game").expect("a game");
        assert_eq!((text(&game, "rules"), text(&game, "status")), (book, "ok"), "{moves}");
    }
}

#[test]
fn nothing_depends_on_threads_and_slices() {
    let folder = real("hex");
    let run = |name: &str, jobs: &str, chunk: &str| {
        let mut command = common::partie();
        command.args(["validate", "--format", "jsonl", "--games", "--moves", "-q", "--from", "hex"]);
        command.args(["-j", jobs, "--chunk", chunk]).arg(folder.join(name)).output().unwrap().stdout
    };
    let small: &[&str] = &["1", "7", "64", "1000"];
    let large: &[&str] = &["777", "4096", "65536"];
    let files = [
        ("YouTube_HexagonalChess.pgn", small),
        ("HalfFinalEuropeanChampionship_1999.pgn", small),
        ("YouTube_MangoTownPlays.pgn", small),
        ("real_defective_hu.hgn", small),
        ("real_hu.hgn", large),
        ("faulty_sk.hgn", large),
    ];
    for (name, chunks) in files.into_iter().filter(|(name, _)| folder.join(name).exists()) {
        let wanted = run(name, "1", "262144");
        assert!(wanted.len() > 500, "{name}");
        for chunk in chunks {
            for jobs in ["1", "2"] {
                assert!(run(name, jobs, chunk) == wanted, "{name}: {jobs} threads, slices of {chunk}");
            }
        }
    }
}
