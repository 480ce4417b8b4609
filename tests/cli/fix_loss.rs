//! What shows that moves were lost stays: `partie fix` takes none of it away for certain.

use std::fs;

use serde_json::Value;

use crate::common::run_in;

/// Games of eight plies and more, with a count and a token.
const MOVES: [&str; 4] = [
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6",
    "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 e5 7. Nb3 Be7",
    "1. c4 e5 2. Nc3 Nf6 3. g3 d5 4. cxd5 Nxd5 5. Bg2 Nb6",
    "1. e4 e6 2. d4 d5 3. Nd2 c5 4. exd5 exd5 5. Ngf3 Nc6 6. Bb5 Bd6 7. dxc5 Bxc5",
];

fn game(moves: &str, end: &str) -> String {
    let plies = moves.split(' ').filter(|word| !word.ends_with('.')).count();
    format!("[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[PlyCount \"{plies}\"]\n\n{moves}{end}\n")
}

/// All that a run may write, in a file of its own; what it leaves of it.
fn left(text: &str, name: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let ways = [&["--write"][..], &["--write=likely"], &["--write", "--style"], &["--write=likely", "--style"]];
    let fix = |way: &[&str]| {
        fs::write(folder.path().join(name), text).unwrap();
        let arguments = [&["fix", "-q", name], way].concat();
        let (exit, _, stderr) = run_in(&arguments, folder.path());
        assert!(exit < Some(2), "{stderr}");
        fs::read_to_string(folder.path().join(name)).unwrap()
    };
    ways.into_iter().map(fix).collect()
}

#[test]
fn the_count_of_a_game_that_is_cut_anywhere_stays() {
    for moves in MOVES {
        let whole = game(moves, " 1-0");
        let count = whole.lines().find(|line| line.starts_with("[PlyCount")).unwrap();
        let first = whole.find("1. ").unwrap();
        for cut in (first + 6..whole.len() - 8).step_by(7) {
            for text in left(&whole[..cut], "a.pgn") {
                assert!(text.contains(count), "{:?}: {text}", &whole[first..cut]);
                assert!(!text.trim_end().ends_with(" 1-0"), "{:?}: {text}", &whole[first..cut]);
            }
        }
    }
}

#[test]
fn signs_of_a_loss_are_said_together() {
    let folder = tempfile::tempdir().unwrap();
    let head = "[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[PlyCount \"60\"]\n\n";
    for (text, sign, edits) in [
        ("1. d4 d5 2. c4", "3 plies, no result token: 57 plies", 2),
        ("1. d4 d5 2. c4 1-0", "3 plies: 57 plies", 1),
        ("1. d4 d5 2. c4 {and now the", "no result token, a comment that is never closed: 57", 1),
        ("1. d4 d5 2. c4 (2. Nf3 Nf6", "no result token, a variation that is never closed: 57", 1),
    ] {
        fs::write(folder.path().join("a.pgn"), format!("{head}{text}\n")).unwrap();
        let (exit, stdout, stderr) = run_in(&["fix", "-q", "--format", "full", "a.pgn"], folder.path());
        assert_eq!(exit, Some(0), "nothing would change: {stderr}");
        let lines: Vec<&str> = stdout.lines().collect();
        assert!(lines.len() == 1 + edits && lines[0].contains(sign), "{stdout}");
        assert!(lines[1..].iter().all(|line| line.starts_with("  guess: ")), "{stdout}");
        let (_, stdout, _) = run_in(&["fix", "-q", "--format", "jsonl", "a.pgn"], folder.path());
        let row: Value = serde_json::from_str(stdout.lines().next().unwrap()).unwrap();
        assert_eq!((&row["grade"], row["edits"].as_array().unwrap().len()), (&"guess".into(), edits), "{stdout}");
    }
}

/// A game that nothing can be missing of gets its token.
#[test]
fn what_is_complete_is_completed() {
    for (moves, tags) in
        [("1. f3 e5 2. g4 Qh4#", "[Result \"0-1\"]\n"), ("1. d4 d5 2. c4", "[Result \"1-0\"]\n[PlyCount \"3\"]\n")]
    {
        let text = format!("[Event \"?\"]\n{tags}\n{moves}\n");
        assert!(left(&text, "a.pgn").iter().all(|left| left.contains(&format!("{moves} "))), "{text}");
    }
    // Mate, but not of the side that the tag names, and a count that says more: nothing of that is certain.
    for tags in ["[Result \"1/2-1/2\"]\n", "[Result \"0-1\"]\n[PlyCount \"9\"]\n"] {
        let text = format!("[Event \"?\"]\n{tags}\n1. f3 e5 2. g4 Qh4#\n");
        assert!(left(&text, "a.pgn")[0].ends_with("Qh4#\n"), "{text}");
    }
}

#[test]
fn numbers_and_totals_that_are_too_high_stay() {
    let kif = |last: &str| format!("手合割：平手\n先手：山田\n後手：佐藤\n   1 ７六歩(77)\n   2 ３四歩(33)\n{last}\n");
    for last in ["   3 投了\nまで80手で先手の勝ち", "まで81手で先手の勝ち", "   9 ２六歩(27)"] {
        let text = kif(last);
        assert!(left(&text, "a.kifu").iter().all(|left| *left == text), "{text}");
    }
    // The word that ends it was counted.
    let counted = kif("   3 投了\nまで3手で後手の勝ち");
    let wanted = counted.replace("まで3手", "まで2手");
    assert_eq!(left(&counted, "a.kifu")[0], wanted);
    let head = "[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n";
    for moves in ["1. d4 d5 2. c4 e6 31. Nc3 1-0", "1. d4 d5 2. c4 e6 31. Nc3 Nf6 1-0", "1. d4 d5 2. c4... 1-0"] {
        let text = format!("{head}{moves}\n");
        assert!(left(&text, "a.pgn").iter().all(|left| *left == text), "{text}");
    }
}

/// Whatever the lines end with, what is put in ends like them, and a second run changes nothing.
#[test]
fn what_is_put_in_has_the_line_ends_of_the_file() {
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3+ Nc6 1-0\n[White \"C\"]\n[Result \"1-0\"]\n\
                [PlyCount \"2\"]\n1. e4 e5 ; good\n\n[White \"D\"]\n\n1. d4 d5 2. c4 *\n";
    let plain = left(text, "a.pgn");
    assert!(plain[0].contains("\n[Result \"*\"]\n") && plain[0].contains("; good\n1-0\n"), "{}", plain[0]);
    for end in ["\r", "\r\n"] {
        let own = left(&text.replace('\n', end), "a.pgn");
        for (own, plain) in own.iter().zip(&plain) {
            assert_eq!(*own, plain.replace('\n', end));
            assert!(left(own, "a.pgn").iter().take(1).all(|again| again == own), "{own:?}");
        }
    }
}
