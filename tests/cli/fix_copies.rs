//! `fix --copies` and `--pair`: games put right by other records of them.

use std::fs;
use std::path::Path;

use crate::common::run_in;

const WHITE: &str = "fixtures/sheets-white.pgn";
const BLACK: &str = "fixtures/sheets-black.pgn";

/// The moves of a game, and the same with one that nobody could play.
const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. O-O O-O 7. Re1 a6 8. Bb3 Ba7 9. h3 h6 10. Nbd2 Be6 \
                     11. Nf1 Re8 12. Ng3 Bxb3 13. Qxb3 Qd7 14. Be3 Bxe3 15. Rxe3 Na5 16. Qc2 c5 17. Rd1 Qc6";

fn broken() -> String {
    format!("{}\n", MOVES.replace("11. Nf1", "11. Nc1"))
}

fn write(folder: &Path, files: &[(&str, &str)]) {
    files.iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
}

/// What `fix` proposes of `a.pgn`, a line a game.
fn proposed(folder: &Path, copies: &str) -> (Option<i32>, String) {
    let (code, stdout, _) = run_in(&["fix", "-q", "--copies", copies, "a.pgn"], folder);
    (code, stdout)
}

const RIGHT: &str = ": likely: 11. Nc1 -> Nf1 [game 1, ply 21]\n";

#[test]
fn a_copy_in_any_form_says_what_stood_there() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let german = MOVES.replace('N', "S").replace('B', "L").replace('R', "T").replace('Q', "D");
    write(here, &[("a.pgn", &broken()), ("english.pgn", MOVES), ("german.pgn", &german)]);
    for target in ["uci", "descriptive", "kober"] {
        let (code, text, stderr) = run_in(&["convert", "--to", target, "english.pgn"], here);
        assert_eq!(code, Some(0), "{target}: {stderr}");
        fs::write(here.join(format!("{target}.txt")), text).unwrap();
    }
    // Another language, coordinates, words, the Czech algebraic; a cut record, one with a move left out and one of other names.
    let cut: String = MOVES.chars().take(MOVES.find("13.").unwrap()).collect();
    let out = MOVES.replace("9. h3 h6 ", "9. h3 ");
    let named = format!("[White \"Somebody\"]\n[Black \"Else\"]\n\n{MOVES}\n");
    write(here, &[("cut.pgn", &cut), ("out.pgn", &out), ("named.pgn", &named)]);
    for copy in
        ["english.pgn", "german.pgn", "uci.txt", "descriptive.txt", "kober.txt", "cut.pgn", "out.pgn", "named.pgn"]
    {
        let (code, stdout) = proposed(here, copy);
        assert!(code == Some(1) && stdout.ends_with(RIGHT), "{copy}: {code:?} {stdout}");
        let (_, row, _) = run_in(&["fix", "-q", "--format", "jsonl", "--copies", copy, "a.pgn"], here);
        assert!(row.contains(&format!("\"copy 0.00 {copy}:")), "{copy}: {row}");
    }
}

#[test]
fn shogi_in_another_format_is_a_copy() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let usi = "position startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 8e8f 8g8f 8b8f P*8g 8f8b\n";
    write(here, &[("b.usi", usi)]);
    let (code, kif, stderr) = run_in(&["convert", "--to", "kif", "b.usi"], here);
    assert_eq!(code, Some(0), "{stderr}");
    let damaged = kif.replacen("８六歩(85)", "８五歩(85)", 1);
    assert_ne!(kif, damaged, "{kif}");
    write(here, &[("a.kif", &damaged)]);
    let (code, stdout, stderr) = run_in(&["fix", "--copies", "b.usi", "a.kif"], here);
    assert!(
        code == Some(1) && stdout.contains("likely: ") && stdout.contains("８六歩(85)"),
        "{code:?} {stdout} {stderr}"
    );
}

#[test]
fn both_files_of_a_pair_are_put_right_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, &[("w.pgn", &fs::read_to_string(WHITE).unwrap()), ("b.pgn", &fs::read_to_string(BLACK).unwrap())]);
    let (code, _, stderr) = run_in(&["fix", "--write=likely", "--log", "log.csv", "--pair", "w.pgn", "b.pgn"], here);
    assert!(code == Some(0) && stderr.contains("2 edits written to 2 files"), "{code:?} {stderr}");
    let (code, _, stderr) = run_in(&["validate", "-q", "w.pgn", "b.pgn"], here);
    assert_eq!(code, Some(0), "{stderr}");
    // The log says which sheet was wrong.
    let log = fs::read_to_string(here.join("log.csv")).unwrap();
    assert!(log.contains("w.pgn,1") && log.contains("b.pgn,1"), "{log}");
    // What can be played in both stays, and is said again.
    let (code, stdout, _) = run_in(&["fix", "-q", "--pair", "w.pgn", "b.pgn"], here);
    assert!(code == Some(0) && stdout.lines().count() == 2 && stdout.contains("a5 is here"), "{code:?} {stdout}");
}

#[test]
fn an_archive_may_hold_both_copies() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let text = format!("{}\n[Event \"?\"]\n\n{MOVES}\n", fs::read_to_string(WHITE).unwrap());
    write(here, &[("a.pgn", &text)]);
    let (code, stdout) = proposed(here, "a.pgn");
    assert!(code == Some(1) && stdout.contains("11. Nc1 -> Nf1"), "{code:?} {stdout}");
}

#[test]
fn a_game_that_only_begins_alike_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let other = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Bd2 Bxd2+ 8. Nbxd2 d5 9. exd5 Nxd5 10. Qb3 Nce7 \
                 11. O-O O-O 12. Rfe1 c6 13. Ne4 Nb6 14. Bd3 Ned5 15. Neg5 h6 16. Nh7 Re8 17. Rxe8+ Qxe8\n";
    write(here, &[("a.pgn", &broken()), ("b.pgn", other)]);
    let (_, row, _) = run_in(&["fix", "-q", "--format", "jsonl", "--copies", "b.pgn", "a.pgn"], here);
    assert!(!row.contains("copy 0") && row.contains("\"type\":\"repair\""), "{row}");
}

#[test]
fn what_is_no_copy_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, &[("a.pgn", &broken()), ("empty.pgn", ""), ("words.txt", "nothing here but words\n")]);
    fs::create_dir(here.join("folder")).unwrap();
    for (copies, expected) in [("none.pgn", "error[X001]"), ("empty.pgn", "X005"), ("words.txt", "X005")] {
        let (code, stdout, stderr) = run_in(&["fix", "--copies", copies, "a.pgn"], here);
        assert!(
            code == Some(2) && stdout.is_empty() && stderr.contains(expected),
            "{copies}: {code:?} {stdout} {stderr}"
        );
    }
    let (code, _, stderr) = run_in(&["fix", "--pair", "a.pgn"], here);
    assert!(code == Some(2) && stderr.contains("--pair <A> <B>"), "{code:?} {stderr}");
    let (code, _, stderr) = run_in(&["fix", "--pair", "a.pgn", "a.pgn", "a.pgn"], here);
    assert!(code == Some(2) && stderr.contains("cannot be used with"), "{code:?} {stderr}");
}

#[test]
fn two_records_become_one() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let longer = fs::read_to_string(BLACK).unwrap().replace("17. Rd1 Qc6 1-0", "17. Rd1 Qc6 18. d4 exd4 1-0");
    let stray = "[White \"Nobody\"]\n[Black \"Else\"]\n\n1. f4 d5 2. Nf3 g6 3. e3 Bg7 4. Be2 c5 5. O-O Nc6 *\n";
    write(here, &[("w.pgn", &fs::read_to_string(WHITE).unwrap()), ("b.pgn", &format!("{longer}\n{stray}"))]);
    let (code, stdout, stderr) = run_in(&["fix", "--merge", "-o", "one.pgn", "--pair", "w.pgn", "b.pgn"], here);
    assert_eq!(code, Some(0), "{stdout} {stderr}");
    assert!(stderr.contains("2 games merged with another copy") && stderr.contains("b.pgn:19 (game 3)"), "{stderr}");
    let one = fs::read_to_string(here.join("one.pgn")).unwrap();
    for part in [
        "{merged with b.pgn:6 (game 1)}\n1. e4",
        "11. Nf1",
        "Qc6 {from here on b.pgn:6 (game 1)} 18. d4 exd4 1-0",
        "a5 {a5 is here, and a6 in b.pgn:17 (game 2): both can be played} 15. O-O",
    ] {
        assert!(one.contains(part), "{part}: {one}");
    }
    let (code, stdout, _) = run_in(&["validate", "one.pgn"], here);
    assert_eq!(code, Some(0), "{stdout}");
    // The sources stay.
    assert_eq!(fs::read_to_string(here.join("w.pgn")).unwrap(), fs::read_to_string(WHITE).unwrap());
    for (arguments, expected) in [
        (["fix", "--merge", "--pair", "w.pgn", "b.pgn"].as_slice(), "--output <FILE>"),
        (&["fix", "--merge", "-o", "two.pgn", "w.pgn"], "--merge needs another record"),
        (&["fix", "--merge", "-o", "b.pgn", "--pair", "w.pgn", "b.pgn"], "b.pgn"),
    ] {
        let (code, _, stderr) = run_in(arguments, here);
        assert!(code == Some(2) && stderr.contains(expected), "{arguments:?}: {code:?} {stderr}");
    }
}

/// What is put in stands behind marks and comments, and nothing goes on behind a line that breaks.
#[test]
fn what_is_merged_stands_where_it_belongs() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let longer = format!("{MOVES} 18. d4 exd4 19. cxd4 Nc4\n");
    let merge = |text: &[u8], other: &[u8]| {
        fs::write(here.join("a.pgn"), text).unwrap();
        fs::write(here.join("b.pgn"), other).unwrap();
        let arguments = ["fix", "-q", "--merge", "-o", "one.pgn", "--copies", "b.pgn", "a.pgn"];
        let (code, stdout, stderr) = run_in(&arguments, here);
        assert!(code.is_some_and(|code| code < 2), "{stdout} {stderr}");
        fs::read(here.join("one.pgn")).unwrap()
    };
    let text = |text: &str, other: &str| String::from_utf8(merge(text.as_bytes(), other.as_bytes())).unwrap();
    for (own, expected) in [
        (format!("{MOVES} {{time}} (17... Qb5) 1-0\n"), "(17... Qb5) {from here on b.pgn:1 (game 1)} 18. d4"),
        (format!("{MOVES} ; the rest is torn\n1-0\n"), "; the rest is torn\n{from here on b.pgn:1 (game 1)} 18. d4"),
        (
            MOVES.replace("9. h3 h6", "9. h3 b5!? $14"),
            "b5!? $14 {b5!? is here, and h6 in b.pgn:1 (game 1): both can be played}",
        ),
        (
            MOVES.replace("Qc6", "Qb5"),
            "Qb5 {Qb5 is here, and Qc6 in b.pgn:1 (game 1): both can be played} {from here on",
        ),
        (broken(), "11. Nf1 Re8"),
    ] {
        let one = text(&own, &longer);
        assert!(one.contains(expected), "{expected}: {one}");
        let (code, stdout, _) = run_in(&["validate", "-q", "--select", "L,N,S", "one.pgn"], here);
        assert_eq!(code, Some(0), "{one} {stdout}");
    }
    // Which of two knights went there nobody knows, so that nothing is played behind it.
    let torn = MOVES.replace("11. Nf1 Re8 12. Ng3 Bxb3 13. Qxb3", "11. Zz9 Re8 12. Qq7 Bxb3 13. Zzzz");
    let other = longer.replace("11. Nf1 Re8 12. Ng3 Bxb3 13. Qxb3", "11. Yy8 Re8 12. Ww7 Bxb3 13. Vvvv");
    let one = text(&torn, &other);
    assert!(!one.contains("from here on"), "{one}");
    // A name that the encoding of the file does not have is not lost in silence.
    let latin: Vec<u8> = [b"[Event \"Caf\xe9\"]\n\n".as_slice(), MOVES.as_bytes(), b" *\n"].concat();
    let named = format!("[White \"\u{10d}ern\u{fd}\"]\n\n{longer}");
    assert!(!String::from_utf8_lossy(&merge(&latin, named.as_bytes())).contains("merged with"));
    let (_, _, stderr) = run_in(&["fix", "--merge", "-o", "one.pgn", "--copies", "b.pgn", "a.pgn"], here);
    assert!(stderr.contains("1 game not merged"), "{stderr}");
    // What is ignored is not said.
    fs::write(here.join("b.pgn"), MOVES.replace("9. h3 h6", "9. h3 b5")).unwrap();
    fs::write(here.join("a.pgn"), MOVES).unwrap();
    for (codes, lines) in [("L", 1), ("P", 0)] {
        let (_, stdout, _) = run_in(&["fix", "-q", "--ignore", codes, "--copies", "b.pgn", "a.pgn"], here);
        assert_eq!(stdout.lines().count(), lines, "{stdout}");
    }
}

/// Records that nobody could read side by side cost no more than others.
#[test]
fn long_and_hostile_copies_are_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let words = |word: &str, count: usize| format!("{MOVES} {}\n", vec![word; count].join(" "));
    write(here, &[("a.pgn", &words("Zz9", 1900)), ("b.pgn", &words("Qq7", 1900)), ("c.pgn", &words("Nf3", 400_000))]);
    let start = std::time::Instant::now();
    for copies in ["b.pgn", "c.pgn", "a.pgn"] {
        let (code, _, stderr) = run_in(&["fix", "-q", "--copies", copies, "a.pgn"], here);
        assert!(code.is_some_and(|code| code < 2), "{stderr}");
    }
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}
