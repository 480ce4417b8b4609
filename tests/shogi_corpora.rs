//! Shogi: whole corpora, and tables of expectations, which are kept beside the repository.
//! `data/EXPECT.md` there says how the tables are read; where they are absent, nothing is tested.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "tests")]

mod common;
mod judged_support;

use std::collections::BTreeMap;
use std::fs;

use common::shared;
use judged_support::{Judged, difference, judge, judge_file, table, text};

/// Families of the tables of faults; H counts only where the row names an H code.
const FAMILIES: &str = "SLNRDC";

#[test]
fn the_comparison_sees_what_differs() {
    let found = ["S007".to_owned(), "S001@21".to_owned()];
    for same in ["S001@21 S007", "S015|S001@21 S007", "S007 S001 (H012)", "(S007) S001@21"] {
        assert_eq!(difference(same, &found), None, "{same}");
    }
    for other in ["-", "S007", "S001@20 S007", "S007 S001@21 L060@1", "S015 S007"] {
        assert!(difference(other, &found).is_some(), "{other}");
    }
}

#[test]
fn one_fault_a_file() {
    let Some(manifest) = shared("shogi/MANIFEST.tsv") else { return };
    let (mut wrong, mut files) = (Vec::new(), 0);
    for row in table(&manifest).iter().filter(|row| row["file"].starts_with("faults/")) {
        files += 1;
        let (name, expected) = (&row["file"], &row["expect"]);
        let judged = judge_file(&manifest.with_file_name(name), &["--rules", "jsa"]);
        let families = if expected.contains('H') { "SHLNRDC" } else { FAMILIES };
        if let Some(text) = difference(expected, &judged.codes(families)) {
            wrong.push(format!("{name}: {text}"));
        }
        if judged.games.len() != 1 || expected == "-" && judged.has_error() {
            wrong.push(format!("{name}: {} games; {:?}", judged.games.len(), judged.codes("SHLNRDCB")));
        }
    }
    assert_eq!(files, 25);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn situations() {
    let Some(path) = shared("situations_shogi_hex.csv") else { return };
    let Some(records) = shared("shogi/situations") else { return };
    let mut rows = csv::Reader::from_path(&path).unwrap();
    let heads = rows.headers().unwrap().clone();
    let column = |name: &str| heads.iter().position(|head| head == name).expect("the column");
    let (id, game) = (column("id"), column("game"));
    let books = [("jsa", column("jsa_or_glinski")), ("server", column("server_or_hexasach"))];
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for row in rows.records().map(Result::unwrap).filter(|row| &row[game] == "shogi") {
        for (book, expected) in books {
            seen += 1;
            let judged = judge_file(&records.join(format!("{}.kifu", &row[id])), &["--rules", book]);
            let found = judged.codes("LNRD");
            if let Some(text) = difference(&row[expected], &found) {
                wrong.push(format!("{} {book}: {text}", &row[id]));
            }
        }
    }
    assert_eq!(seen, 14);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Names of files with the word of their end and their moves.
fn truth(name: &str) -> Option<BTreeMap<String, (String, String)>> {
    let text = fs::read_to_string(shared(&format!("shogi/truth/{name}"))?).unwrap();
    let rows = text.lines().map(|line| {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().unwrap_or_default();
        let (path, word, position) = (cell(), cell(), cell());
        let name = path.rsplit('/').next().unwrap().to_owned();
        let moves = position.split_once(" moves ").map_or("", |(_, moves)| moves);
        (name, (word.to_owned(), moves.to_owned()))
    });
    Some(rows.collect())
}

/// Compares the moves of a corpus with those that are known, and gives what was said of each file.
fn against_truth(folder: &str, known: &str, plies: usize) -> Option<BTreeMap<String, (String, Judged)>> {
    let truth = truth(known)?;
    let mut judged = judge(&shared(folder)?, &["--rules", "jsa"]);
    let mut files = BTreeMap::new();
    let mut seen = 0;
    for (name, (word, moves)) in truth {
        let file = judged.remove(&name).unwrap_or_else(|| panic!("{name} was not judged"));
        assert_eq!(file.games.len(), 1, "{name}");
        assert_eq!(file.moves(0), moves, "{name}");
        seen += file.games[0]["plies"].as_u64().unwrap() as usize;
        files.insert(name, (word, file));
    }
    for (name, file) in judged {
        files.insert(name, (String::new(), file));
    }
    assert_eq!(seen, plies, "{folder}");
    Some(files)
}

/// Result and end on the board that a word of the truth stands for: recorded results, ends, verdicts.
fn of_word(word: &str) -> (&'static [&'static str], &'static [&'static str], &'static [&'static str]) {
    const DECISIVE: &[&str] = &["1-0", "0-1"];
    match word {
        "TSUMI" => (DECISIVE, &["checkmate"], &["consistent"]),
        // The program that played them counted two occurrences, so that the claim is wrong.
        "SENNICHITE" => (&["1/2-1/2"], &["none"], &["inconsistent"]),
        "PERP_SELF_LOSES" => (DECISIVE, &["none"], &["presumed"]),
        "MAX" => (&["1/2-1/2"], &["none"], &["presumed"]),
        "TORYO" => (DECISIVE, &["none", "checkmate"], &["presumed", "consistent"]),
        "CHUDAN" => (&["", "*"], &["none", "checkmate"], &["", "presumed"]),
        other => panic!("the truth has a word {other:?}"),
    }
}

fn ends_as_the_word_says(name: &str, word: &str, file: &Judged) {
    let (recorded, ends, verdicts) = of_word(word);
    let game = &file.games[0];
    let said = (text(&game["result"], "recorded"), text(game, "end"), text(&game["result"], "verdict"));
    let right = recorded.contains(&said.0) && ends.contains(&said.1) && verdicts.contains(&said.2);
    assert!(right, "{name}: {word} is read as {said:?}");
}

#[test]
fn games_of_engines() {
    let Some(files) = against_truth("shogi/selfplay", "selfplay_usi.tsv", 85_469) else { return };
    assert_eq!(files.len(), 608);
    let mut words: BTreeMap<&str, u32> = BTreeMap::new();
    for (name, (word, file)) in &files {
        ends_as_the_word_says(name, word, file);
        let expected = match word.as_str() {
            "SENNICHITE" => "D021",
            "MAX" => "D023",
            _ => "-",
        };
        assert_eq!(difference(expected, &file.codes("SHLNRDCB")), None, "{name}");
        *words.entry(word).or_default() += 1;
    }
    let counts: Vec<_> = words.into_iter().collect();
    assert_eq!(counts, [("MAX", 2), ("PERP_SELF_LOSES", 3), ("SENNICHITE", 39), ("TSUMI", 564)]);
}

/// Games of tournaments that are not in order, with the reason.
const REAL: &[(&str, &str, &str)] =
    &[("wcsc23_day2_4-ponanza.csa", "S017", "a line of thinking time was written without the ' of a comment")];

#[test]
fn games_of_tournaments() {
    let Some(files) = against_truth("shogi/real-csa", "real_csa_usi.tsv", 10_512) else { return };
    assert_eq!(files.len(), 105);
    for (name, (word, file)) in &files {
        if !word.is_empty() {
            ends_as_the_word_says(name, word, file);
        }
        let known = REAL.iter().find(|(known, ..)| known == name);
        assert_eq!(difference(known.map_or("-", |(_, codes, _)| codes), &file.faults()), None, "{name}");
    }
}

/// Files of other programs that are refused or not in order: what is said, and why that is right.
const PEERS: &[(&str, &str, &str)] = &[
    ("ShogiBoardQ__test_basic.usen", "", "USEN packs moves into an address; it is no record format that is read"),
    ("ShogiBoardQ__test_various_pieces.csa", "L004@11", "the knight that went to 7g at ply 5 blocks the bishop"),
    ("json-kifu-format__9fu.csa", "H032@0", "nine pawns stand on one file, as the file's name says"),
    ("json-kifu-format__9fu_komabetsu.csa", "H032@0", "the same with another way to write it"),
    ("json-kifu-format__illegal_win.csa", "R044@2", "two ordinary moves and a foul that is claimed"),
    ("json-kifu-format__fork-test.kif", "N020@6", "two moves of a variation have the number 5"),
    ("shogi-kifu-converter__Shogidokoro.kif", "S007", "the bytes are Shift_JIS, the first line says UTF-8"),
    ("shogi-kifu-converter__forks.kif", "S007", "the same"),
    ("ShogiBoardQ__test_basic.ki2", "S007", "UTF-8 in a file whose extension means Shift_JIS"),
    ("tsumemi__branchedgame.kif", "S007", "the same"),
];

#[test]
fn files_of_other_programs() {
    let Some(folder) = shared("shogi/peer-fixtures") else { return };
    let judged = judge(&folder, &["--rules", "jsa"]);
    let mut wrong = Vec::new();
    let mut names: Vec<String> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names.len(), 91);
    let nothing = Judged::default();
    for name in &names {
        let file = judged.get(name).unwrap_or(&nothing);
        let known = PEERS.iter().find(|(known, ..)| known == name);
        let refused = known.is_some_and(|(_, codes, _)| codes.is_empty());
        if file.games.is_empty() != refused {
            wrong.push(format!("{name}: {} games", file.games.len()));
        }
        if let Some(text) = difference(known.map_or("-", |(_, codes, _)| codes), &file.faults()) {
            wrong.push(format!("{name}: {text}"));
        }
    }
    assert!(PEERS.iter().all(|(known, ..)| names.iter().any(|name| name == known)));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The same game in several formats, and its plies.
const SAME: &[(&[&str], usize)] = &[
    (&["shogi-kifu-converter__4.json", "shogi-kifu-converter__4.ki2"], 102),
    (
        &["shogi-kifu-converter__simple.json", "shogi-kifu-converter__simple.ki2", "shogi-kifu-converter__simple.ki2u"],
        167,
    ),
    (
        &[
            "shogi-kifu-converter__Shogidokoro.json",
            "shogi-kifu-converter__Shogidokoro.kif",
            "shogi-kifu-converter__Shogidokoro.kifu",
        ],
        131,
    ),
    (&["shogi-kifu-converter__everyday_20220604.json", "shogi-kifu-converter__everyday_20220604.kif"], 9),
    (&["shogi-kifu-converter__everyday_20211107.kifu", "shogi-kifu-converter__everyday_20211107.kif"], 11),
    (&["shogi-kifu-converter__forks.kif", "shogi-kifu-converter__forks.kifu"], 12),
    (&["shogi-kifu-converter__initial_4.json", "shogi-kifu-converter__initial_4.csa"], 0),
    (&["shogi-kifu-converter__initial_6.json", "shogi-kifu-converter__initial_6.csa"], 0),
    (&["shogi-kifu-converter__initial_hirate.json", "shogi-kifu-converter__initial_hirate.csa"], 0),
    (&["json-kifu-format__ryuou201409020101.jkf", "json-kifu-format__ryuou201409020101.kif"], 117),
    (&["json-kifu-format__9fu.csa", "json-kifu-format__9fu_komabetsu.csa"], 61),
];

#[test]
fn one_game_in_several_formats_has_the_same_moves() {
    let Some(folder) = shared("shogi/peer-fixtures") else { return };
    let judged = judge(&folder, &[]);
    for (names, plies) in SAME {
        let said = |name: &str| {
            let game = &judged[name].games[0];
            (text(game, "moves").to_owned(), text(game, "final").to_owned())
        };
        let first = said(names[0]);
        assert_eq!(first.0.split_whitespace().count(), *plies, "{}", names[0]);
        for name in &names[1..] {
            assert_eq!(said(name), first, "{name}");
        }
    }
}
