//! Shogi: whole corpora, and tables of expectations, which are kept beside the repository.
//! `data/EXPECT.md` there says how the tables are read; where they are absent, the games of the repository take their place, or nothing is tested.

use crate::common;
use std::collections::BTreeMap;
use std::fs;

use crate::common::{extra, shared};
use crate::judged_support::{Judged, difference, judge, judge_file, table, text};
use crate::own_games::{counted, is_own, made, real, shogi_games};

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
    let path = extra("situations_shogi_hex.csv").unwrap_or_else(|| made("situations/shogi_hex.csv"));
    let (records, ending) = match extra("shogi/situations") {
        Some(records) => (records, "kifu"),
        None => (made("situations"), "usi"),
    };
    let mut rows = csv::Reader::from_path(&path).unwrap();
    let heads = rows.headers().unwrap().clone();
    let column = |name: &str| heads.iter().position(|head| head == name).expect("the column");
    let (id, game) = (column("id"), column("game"));
    let books = [("jsa", column("jsa_or_glinski")), ("server", column("server_or_hexasach"))];
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for row in rows.records().map(Result::unwrap).filter(|row| &row[game] == "shogi") {
        for (book, expected) in books {
            seen += 1;
            let judged = judge_file(&records.join(format!("{}.{ending}", &row[id])), &["--rules", book]);
            let found = judged.codes("LNRD");
            if let Some(text) = difference(&row[expected], &found) {
                wrong.push(format!("{} {book}: {text}", &row[id]));
            }
        }
    }
    assert_eq!(seen, counted(14, 8));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Names of files with the word of their end and their moves.
fn truth(name: &str) -> BTreeMap<String, (String, String)> {
    let text = fs::read_to_string(real(&format!("shogi/truth/{name}"))).unwrap();
    let rows = text.lines().map(|line| {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().unwrap_or_default();
        let (path, word, position) = (cell(), cell(), cell());
        let name = path.rsplit('/').next().unwrap().to_owned();
        let moves = position.split_once(" moves ").map_or("", |(_, moves)| moves);
        (name, (word.to_owned(), moves.to_owned()))
    });
    rows.collect()
}

/// Compares the moves of a corpus with those that are known, and gives what was said of each file.
fn against_truth(folder: &str, known: &str, plies: usize) -> BTreeMap<String, (String, Judged)> {
    let truth = truth(known);
    let mut judged = judge(&real(folder), &["--rules", "jsa"]);
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
    assert_eq!(seen, counted(plies, seen), "{folder}");
    files
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
        // What the truth took for a game without an end, as it did not hear the server.
        "#TIME_UP" => (DECISIVE, &["none"], &["presumed"]),
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
    let files = against_truth("shogi/selfplay", "selfplay_usi.tsv", 85_469);
    assert!(files.len() == 608 || is_own() && files.len() > 150, "{}", files.len());
    let mut words: BTreeMap<&str, u32> = BTreeMap::new();
    for (name, (word, file)) in &files {
        ends_as_the_word_says(name, word, file);
        let expected = match word.as_str() {
            "SENNICHITE" => "D021",
            "MAX" => "D023",
            // A perpetual check that the board does not bear out, as two occurrences were counted.
            "PERP_SELF_LOSES" => "R044",
            _ => "-",
        };
        assert_eq!(difference(expected, &file.codes("SHLNRDCB")), None, "{name}");
        *words.entry(word).or_default() += 1;
    }
    let counts: Vec<_> = words.into_iter().collect();
    if is_own() {
        return;
    }
    assert_eq!(counts, [("MAX", 2), ("PERP_SELF_LOSES", 3), ("SENNICHITE", 39), ("TSUMI", 564)]);
}

/// Games of tournaments that are not in order, with the reason.
const REAL: &[(&str, &str, &str)] =
    &[("wcsc23_day2_4-ponanza.csa", "S017", "a line of thinking time was written without the ' of a comment")];

/// Games that end with the server's `#TIME_UP` and nothing else.
const TIMED_OUT: [&str; 3] =
    ["wcsc23_day2_4-ponanza.csa", "wcsc25_day3_2-NineDayFever.csa", "wcsc25_day3_2-NineDayFever_10-20-32_000.csa"];

#[test]
fn games_of_tournaments() {
    let files = against_truth("shogi/real-csa", "real_csa_usi.tsv", 10_512);
    assert!(files.len() == 105 || is_own() && files.len() > 90, "{}", files.len());
    for (name, (word, file)) in &files {
        let word = if TIMED_OUT.contains(&name.as_str()) { "#TIME_UP" } else { word };
        if !word.is_empty() {
            ends_as_the_word_says(name, word, file);
        }
        let known = REAL.iter().find(|(known, ..)| known == name);
        assert_eq!(difference(known.map_or("-", |(_, codes, _)| codes), &file.faults()), None, "{name}");
    }
}

/// Files of other programs that are refused or not in order: what is said, and why that is right.
const PEERS: &[(&str, &str, &str)] = &[
    ("ShogiBoardQ__test_various_pieces.csa", "L004@11", "the knight that went to 7g at ply 5 blocks the bishop"),
    ("json-kifu-format__9fu.csa", "H032@0", "nine pawns stand on one file, as the file's name says"),
    ("json-kifu-format__9fu_komabetsu.csa", "H032@0", "the same with another way to write it"),
    ("json-kifu-format__fork-test.kif", "N020@6", "two moves of a variation have the number 5"),
];

#[test]
fn files_of_other_programs() {
    let folder = real("shogi/peer-fixtures");
    let judged = judge(&folder, &["--rules", "jsa"]);
    let mut wrong = Vec::new();
    let mut names: Vec<String> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert!(names.len() == 91 || is_own() && names.len() > 70, "{}", names.len());
    let nothing = Judged::default();
    for name in &names {
        let file = judged.get(name).unwrap_or(&nothing);
        let known = PEERS.iter().find(|(known, ..)| known == name);
        let reject_token = known.is_some_and(|(_, codes, _)| codes.is_empty());
        if file.games.is_empty() != reject_token {
            wrong.push(format!("{name}: {} games", file.games.len()));
        }
        if let Some(text) = difference(known.map_or("-", |(_, codes, _)| codes), &file.faults()) {
            wrong.push(format!("{name}: {text}"));
        }
    }
    assert!(is_own() || PEERS.iter().all(|(known, ..)| names.iter().any(|name| name == known)));
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
    let folder = real("shogi/peer-fixtures");
    let judged = judge(&folder, &[]);
    let own: &[(&[&str], usize)] =
        &[(&["game0014.csa", "game0014.jkf", "game0014.ki2u", "game0014.kifu"], shogi_games()[14].moves.len())];
    for (names, plies) in counted(SAME, own) {
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

/// What is said of a text, written to a file of that name.
fn said(name: &str, text: &str, more: &[&str]) -> Judged {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), text).unwrap();
    judge_file(&folder.path().join(name), more)
}

fn result(judged: &Judged) -> &str {
    text(&judged.games[0]["result"], "recorded")
}

const NUMBERED: [&str; 6] = ["７六歩(77)", "３四歩(33)", "２六歩(27)", "４四歩(43)", "２五歩(26)", "３三角(22)"];

/// Lines with these numbers and moves, and what ends them.
fn lines(rows: &[(u32, &str)], end: &str) -> String {
    let rows: String = rows.iter().map(|(number, mv)| format!("{number:4} {mv}\n")).collect();
    format!("手合割：平手\n{rows}{end}")
}

#[test]
fn a_missing_or_doubled_line_is_the_fault() {
    let whole: Vec<(u32, &str)> = (1..).zip(NUMBERED).collect();
    let end = "   7 投了\nまで6手で後手の勝ち\n";
    let judged = said("a.kifu", &lines(&whole, end), &[]);
    assert_eq!((judged.faults(), result(&judged)), (vec![], "0-1"));
    for left_out in 0..5 {
        let mut rows = whole.clone();
        rows.remove(left_out);
        let judged = said("a.kifu", &lines(&rows, end), &[]);
        let codes = judged.faults();
        assert!(codes.len() == 1 && codes[0].ends_with(&format!("@{}", left_out + 1)), "{codes:?}");
        let finding = &judged.findings[0];
        assert!(text(finding, "message").contains(&format!("{}手目 is missing", left_out + 1)), "{finding}");
        assert!(finding["fixes"].is_null(), "{finding}");
        assert_eq!(result(&judged), "0-1", "the number at the end, its sentence and its total say who resigned");
    }
    for doubled in 0..6 {
        let mut rows = whole.clone();
        rows.insert(doubled, rows[doubled]);
        let judged = said("a.kifu", &lines(&rows, end), &[]);
        assert_eq!(judged.faults().len(), 1, "{:?}", judged.findings);
        assert!(text(&judged.findings[0], "message").contains("appears twice"), "{:?}", judged.findings);
        assert!(judged.findings[0]["fixes"].is_null());
        assert_eq!(result(&judged), "0-1");
    }
    // A pair is missing, and the moves after it can be played: what the total counts is not mended for certain.
    let pair = [whole[0], whole[1], (5, "２六歩(27)"), (6, "４四歩(43)")];
    let judged = said("a.kifu", &lines(&pair, "   7 投了\nまで6手で後手の勝ち\n"), &[]);
    assert_eq!(judged.faults(), ["N020@3"]);
    assert!(judged.findings[0]["fixes"].is_null());
    // In CSA signs take the place of numbers.
    let judged = said("a.csa", "V2.2\nPI\n+\n+7776FU\n-3334FU\n-4344FU\n+2625FU\n%TORYO\n", &[]);
    assert_eq!((judged.faults(), result(&judged)), (vec!["L001@3".to_owned()], "1-0"));
    let judged = said("a.csa", "V2.2\nPI\n+\n+7776FU\n+7776FU\n-3334FU\n%TORYO\n", &[]);
    assert_eq!((judged.faults(), result(&judged)), (vec!["L001@2".to_owned()], "0-1"));
    assert!(text(&judged.findings[0], "message").contains("appears twice"));
}

#[test]
fn a_lost_word_for_the_same_square_is_one_finding() {
    let rows = [(1, "７六歩(77)"), (2, "３四歩(33)"), (3, "２二角成(88)"), (4, "銀(31)"), (5, "４五角打")];
    let judged = said("a.kifu", &lines(&rows, ""), &[]);
    assert_eq!(judged.faults(), ["S015@4"]);
    assert_eq!(judged.findings[0]["fixes"][0]["token"], "同　銀(31)");
    let padded = rows.map(|(number, mv)| (number, if number == 4 { "同銀　(31)" } else { mv }));
    assert_eq!(said("a.kifu", &lines(&padded, ""), &[]).faults(), [""; 0]);
}

#[test]
fn a_king_that_can_be_taken_does_not_end_the_reading() {
    let board = |row: &str| {
        let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(7);
        format!(
            "後手の持駒：なし\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n{empty}{row}\n先手の持駒：なし\n"
        )
    };
    let board = board("| ・ ・ ・ ・ 飛 ・ ・ ・ 玉|\n+---------------------------+");
    let judged = said("a.kifu", &format!("{board}   1 ５一飛成(59)\n"), &[]);
    assert_eq!(judged.faults(), ["H015@0", "L006@1"]);
    assert!(judged.findings.iter().all(|finding| text(finding, "basis").starts_with("JSA")), "{:?}", judged.findings);
    assert_eq!(said("a.kifu", &format!("{board}   1 ５八飛(59)\n   2 ５二玉(51)\n"), &[]).faults()[0], "H015@0");
    // A board alone is a record; the move that it names says whose turn it is.
    let judged = said("a.kifu", &board, &[]);
    assert_eq!((judged.games.len(), judged.faults()), (1, vec!["H015@0".to_owned()]));
    let judged = said("a.kifu", &format!("{board}手数＝1  ▲５九飛  まで\n"), &[]);
    assert_eq!((judged.games.len(), judged.faults()), (1, vec![]));
}

#[test]
fn a_silent_book_says_nothing_of_claims() {
    let rows = [(1, "４八金(49)"), (2, "６二金(61)"), (3, "４九金(48)"), (4, "６一金(62)")];
    let text = lines(&rows, "   5 千日手\n");
    assert_eq!(said("a.kifu", &text, &["--rules", "jsa"]).faults(), ["D021@4"]);
    assert_eq!(said("a.kifu", &text, &["--rules", "server"]).faults(), [""; 0]);
}

#[test]
fn a_second_time_is_one_warning() {
    let cell = "( 0:01/00:00:01)";
    let row = |mv: &str| format!("{mv} {cell} {cell}");
    let rows = [row("７六歩(77)"), row("３四歩(33)")];
    let judged = said("a.kifu", &lines(&[(1, &rows[0]), (2, &rows[1])], ""), &[]);
    assert_eq!((judged.faults(), judged.has_error()), (vec!["S015".to_owned()], false));
    let finding = &judged.findings[0];
    assert_eq!((finding["count"].as_u64(), text(finding, "basis")), (Some(2), ""), "no standard of PGN speaks of KIF");
}

#[test]
fn a_foul_without_an_illegal_move_is_an_info() {
    for end in ["   3 反則勝ち\n", "   3 反則負け\n"] {
        let judged = said("a.kifu", &lines(&[(1, NUMBERED[0]), (2, NUMBERED[1])], end), &["--fail-on", "info"]);
        assert_eq!((judged.codes("R"), judged.faults()), (vec!["R044@2".to_owned()], vec![]));
    }
}

const NIFU: [&str; 10] = [
    "２六歩(27)",
    "８四歩(83)",
    "２五歩(26)",
    "８五歩(84)",
    "２四歩(25)",
    "同　歩(23)",
    "同　飛(28)",
    "８六歩(85)",
    "２三歩打",
    "８三歩打",
];
const LEFT_IN_CHECK: [&str; 4] = ["７六歩(77)", "３四歩(33)", "３三角成(88)", "１四歩(13)"];

fn numbered(moves: &[&str], end: &str) -> String {
    let rows: Vec<(u32, &str)> = (1..).zip(moves.iter().copied()).collect();
    lines(&rows, end)
}

#[test]
fn the_board_says_whose_foul_it_was() {
    let judge = |name: &str, text: &str| {
        let judged = said(name, text, &["--fail-on", "info"]);
        (judged.codes("R").join(" "), judged.faults().join(" "), result(&judged).to_owned())
    };
    let wanted = |codes: &str, outcome: &str| (codes.to_owned(), String::new(), outcome.to_owned());
    for word in ["反則負け", "反則", "反則手", "反則勝ち"] {
        let text = numbered(&NIFU, &format!("  11 {word}\n"));
        assert_eq!(judge("a.kifu", &text), wanted("R043@10", "1-0"), "{word}");
        let text = numbered(&LEFT_IN_CHECK, &format!("   5 {word}\n"));
        assert_eq!(judge("a.kifu", &text), wanted("R043@4", "1-0"), "{word}");
        // The illegal move of 先手.
        let text = numbered(&["７六歩(77)", "３四歩(33)", "８八飛(28)"], &format!("   4 {word}\n"));
        assert_eq!(judge("a.kifu", &text), wanted("R043@3", "0-1"), "{word}");
    }
    let csa = "V2.2\nPI\n+\n+7776FU\n-3334FU\n+8833UM\n-1314FU\n%ILLEGAL_MOVE\n";
    assert_eq!(judge("a.csa", csa), wanted("R043@4", "1-0"));
    // Other words do not make a foul of it.
    for word in ["投了", "中断", "切れ負け", "千日手"] {
        let (codes, faults, _) = judge("a.kifu", &numbered(&LEFT_IN_CHECK, &format!("   5 {word}\n")));
        assert!(!codes.contains("R043") && faults.contains("L011"), "{word}: {codes} {faults}");
    }
    // Nor does the word where the sentence says that it was the other side's, or where moves follow.
    let other = numbered(&LEFT_IN_CHECK, "   5 反則負け\nまで4手で先手の反則負け\n");
    assert!(judge("a.kifu", &other).1.contains("L011"));
    let longer = numbered(&[&LEFT_IN_CHECK[..], &["２六歩(27)"]].concat(), "   6 反則負け\n");
    assert!(judge("a.kifu", &longer).1.contains("L011"));
}

#[test]
fn a_sentence_names_the_foul() {
    let why = [
        "二歩により",
        "二歩で",
        "打ち歩詰めにより",
        "打歩詰により",
        "王手放置により",
        "二手指しで",
        "禁じ手により",
        "反則により",
    ];
    for why in why {
        let text = numbered(&NIFU, &format!("まで10手で後手の{why}先手の勝ち\n"));
        let judged = said("a.kifu", &text, &["--fail-on", "info"]);
        assert_eq!(
            (judged.codes("R"), judged.faults(), result(&judged)),
            (vec!["R043@10".into()], vec![], "1-0"),
            "{why}"
        );
    }
}

#[test]
fn one_side_moves_twice() {
    for (name, text, outcome) in [
        ("a.kifu", "手合割：平手\n   1 ７六歩(77)\n   2 ２六歩(27)\n   3 反則負け\n", "0-1"),
        ("a.kifu", "手合割：平手\n   1 ７六歩(77)\n   2 ２六歩(27)\n   3 反則負け\nまで2手で後手の勝ち\n", "0-1"),
        ("a.kifu", "手合割：平手\n   1 ７六歩(77)\n   2 ２六歩(27)\n   3 反則勝ち\nまで2手で先手の勝ち\n", "1-0"),
        ("a.ki2u", "手合割：平手\n▲７六歩 ▲２六歩\nまで2手で先手の反則負け\n", "0-1"),
        ("a.csa", "V2.2\nPI\n+\n+7776FU\n+2726FU\n%ILLEGAL_MOVE\n", "0-1"),
        ("a.csa", "V2.2\nPI\n+\n+7776FU\n+2726FU\n%+ILLEGAL_ACTION\n", "0-1"),
    ] {
        let judged = said(name, text, &["--fail-on", "info"]);
        assert_eq!(
            (judged.codes("R"), judged.faults(), result(&judged)),
            (vec!["R043@2".into()], vec![], outcome),
            "{text}"
        );
    }
    let lost = said("a.csa", "V2.2\nPI\n+\n+7776FU\n+2726FU\n%TORYO\n", &[]);
    assert_eq!(lost.faults(), ["L001@2"]);
}

/// A declaration with 28 points of 先手, in CSA.
fn declared(headers: &str, end: &str) -> String {
    let empty: String = (4..9).map(|rank| format!("P{rank} *  *  *  *  *  *  *  *  * \n")).collect();
    format!(
        "V2.2\nN+alpha\nN-beta\n{headers}P1 *  * +OU *  *  *  *  *  * \nP2+RY+UM+KI+KI+KI+KI+GI+GI+GI\n\
         P3+GI+RY+UM *  *  *  *  *  * \n{empty}P9 *  *  *  *  *  *  * -OU * \n+\n%KACHI\n{end}"
    )
}

#[test]
fn the_record_names_its_rules_and_its_end() {
    let judge = |text: &str, more: &[&str]| {
        let judged = said("a.csa", text, &[more, &["--fail-on", "info"]].concat());
        let game = &judged.games[0];
        let words = |key: &str| game[key].as_str().unwrap_or_default().to_owned();
        (words("rules"), words("rules_from"), judged.codes("DR").join(" "), result(&judged).to_owned())
    };
    let wanted = |rules: &str, from: &str, codes: &str, result: &str| {
        (rules.to_owned(), from.to_owned(), codes.to_owned(), result.to_owned())
    };
    assert_eq!(judge(&declared("", ""), &[]), wanted("csa27", "format", "D023@0", "1-0"));
    assert_eq!(judge(&declared("$JISHOGI:24点法\n", ""), &[]), wanted("csa24", "record", "D024@0", "1-0"));
    assert_eq!(judge(&declared("$JISHOGI:24点法\n", ""), &["--rules", "csa27"]).0, "csa27");
    assert_eq!(judge(&declared("'KIF 規則=jsa\n", ""), &[]), wanted("jsa", "record", "D024@0", "1-0"));
    // The server decides; where the board says otherwise, that is a warning.
    let reject_token = declared("", "'summary:illegal kachi:alpha lose:beta win\n");
    assert_eq!(judge(&reject_token, &[]), wanted("csa27", "record", "D024@0", "0-1"));
    assert_eq!(said("a.csa", &reject_token, &[]).faults(), ["D024@0"]);
    assert_eq!(said("a.csa", &reject_token, &["--rules", "csa24"]).faults(), [""; 0], "board and server agree");
    let short = |end: &str| format!("V2.2\nN+alpha\nN-beta\nPI\n+\n+7776FU\n-3334FU\n{end}");
    for (end, codes, result) in [
        ("#TIME_UP\n", "", "0-1"),
        ("#RESIGN\n#WIN\n", "", "0-1"),
        ("%TORYO,T3\n#RESIGN\n", "", "0-1"),
        ("'summary:uchifuzume:alpha lose:beta win\n", "R044@2", "0-1"),
        ("'summary:time up:beta win:alpha lose\n", "", "0-1"),
        ("'summary:max_moves:alpha draw:beta draw\n", "", "1/2-1/2"),
        // Word and server disagree.
        ("%TORYO\n'summary:toryo:alpha win:beta lose\n", "R013", "1-0"),
    ] {
        let (.., found, recorded) = judge(&short(end), &[]);
        assert_eq!((found.as_str(), recorded.as_str()), (codes, result), "{end}");
    }
    // Who won, and not why.
    for (turn, end, result) in
        [("+", "#WIN\n", "1-0"), ("-", "#WIN\n", "0-1"), ("+", "#LOSE\n", "0-1"), ("+", "#DRAW\n", "1/2-1/2")]
    {
        let of = format!("BEGIN Game_Summary\nYour_Turn:{turn}\nEND Game_Summary\n");
        assert_eq!(judge(&short(end).replace("PI\n", &format!("{of}PI\n")), &[]).3, result, "{turn} {end}");
    }
    // The move that a server refused is the foul that it names.
    let foul = "V2.2\nPI\n+\n+7776FU\n-3334FU\n+7775FU\n#ILLEGAL_MOVE\n";
    assert_eq!((judge(foul, &[]).2.as_str(), judge(foul, &[]).3.as_str()), ("R043@3", "0-1"));
}

#[test]
fn the_label_says_what_the_move_would_leave() {
    let rows = [(1, "７六歩(77)"), (2, "３四歩(33)"), (3, "３三角成(88)"), (4, "１四歩(13)")];
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.kifu"), lines(&rows, "")).unwrap();
    let output = common::partie().args(["validate", "--color", "never"]).arg(folder.path().join("a.kifu")).output();
    let shown = String::from_utf8(output.unwrap().stdout).unwrap();
    assert!(shown.contains("━ leaves the king in check"), "{shown}");
    assert!(shown.contains("3c gives check"), "{shown}");
}
