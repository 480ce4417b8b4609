//! `convert --on-broken keep`: illegal moves stay in the game, marked, and the moves after them stay too.

use std::fs;

use crate::common::run_in;

/// 4... Nd4 leaves the king on e8 to the bishop on b5.
const PINNED: &str = "1. e4 e5 2. Nf3 d6 3. Bb5+ Nc6 4. O-O Nd4 5. Nxd4 Bd7 6. Bxd7+ Qxd7 7. Nf3 Nf6 *";

fn converted(target: &str, name: &str, text: &str) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), text).unwrap();
    let more: &[&str] = if target == "pgn" { &["--line-length", "0"] } else { &[] };
    run_in(&[&["convert", "-q", "--to", target, "--on-broken", "keep", name], more].concat(), folder.path())
}

#[test]
fn an_illegal_move_stays_in_the_game() {
    let text = format!("[Event \"Open\"]\n[Result \"*\"]\n\n{PINNED}\n");
    let (exit, pgn, stderr) = converted("pgn", "a.pgn", &text);
    assert_eq!(exit, Some(1), "{stderr}");
    assert!(stderr.contains("L010") && stderr.contains("kept as it is written"), "{stderr}");
    let rest = "4. O-O Nd4 5. Nxd4 Bd7 6. Bxd7+ Qxd7 7. Nf3 Nf6 {illegal, kept as written: 4... Nd4} *";
    assert!(pgn.contains(rest) && !pgn.contains("not converted"), "{pgn}");
    // A second conversion changes nothing.
    assert_eq!(converted("pgn", "a.pgn", &pgn).1, pgn);
    let (exit, uci, _) = converted("uci", "a.pgn", &text);
    assert_eq!((exit, uci.split_whitespace().count()), (Some(1), 14), "{uci}");
    assert!(uci.contains("e1g1 c6d4 f3d4 c8d7"), "{uci}");
    let (exit, json, _) = converted("json", "a.pgn", &text);
    assert!(exit == Some(1) && json.contains("\"uci\":\"c6d4\",\"san\":\"Nd4\",\"illegal\":true}"), "{json}");
    // Letters of another language are not those that are written.
    let german = text.replace('N', "S").replace('B', "L").replace('Q', "D");
    assert!(converted("pgn", "a.pgn", &german).1.contains("4. O-O Nc6-d4 5. Nxd4 Bd7"));
}

#[test]
fn what_cannot_be_put_on_the_board_ends_the_line() {
    let text = "[Event \"Open\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nxx3 Nc6 *\n";
    let (exit, pgn, _) = converted("pgn", "a.pgn", text);
    assert!(exit == Some(1) && pgn.contains("not converted: Nxx3 Nc6"), "{pgn}");
}

#[test]
fn targets_that_cannot_keep_it_say_so() {
    for target in ["fen", "epd", "descriptive", "kober", "iccf", "csa", "ki2", "usi", "jkf", "psn", "sfen", "coords"] {
        let (exit, stdout, stderr) = converted(target, "a.pgn", PINNED);
        assert_eq!((exit, stdout.as_str()), (Some(2), ""), "{target}");
        assert!(stderr.contains(&format!("{target} cannot hold an illegal move")), "{stderr}");
    }
}

#[test]
fn shogi_is_kept_in_kif() {
    // The second pawn on the seventh file, and a game that goes on.
    let kif = "手合割：平手\n先手：小川\n後手：西野\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 ２二銀(31)\n   \
               5 ５八銀(79)\n   6 ３三銀(22)\n   7 ２六歩(27)\n   8 中断\n";
    let (exit, written, stderr) = converted("kif", "a.kifu", kif);
    assert_eq!(exit, Some(1), "{stderr}");
    assert!(
        written.contains("*illegal, kept as written:\n   5 ５八銀(79)") && written.contains("   7 ２六歩(27)"),
        "{written}"
    );
}
