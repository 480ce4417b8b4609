//! Records of single notations through the command.

use std::fs;

use crate::common;
use crate::own_games::real;

#[test]
fn findings_speak_in_numbers() {
    let output = common::feed(&["validate", "--format", "concise", "-"], b"1. 5254 5755 2. 7174 *\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("7174") && text.contains("L003"), "{text}");
    let output =
        common::feed(&["validate", "--format", "concise", "--from", "iccf", "-"], b"1. (5254) 1. 5254 e5 2. 6143 *\n");
    assert!(String::from_utf8(output.stdout).unwrap().contains("e5"));
}

/// What stands behind two moves or in the tag, and the result that is recorded.
#[test]
fn results_as_people_type_them() {
    let cases: &[(&str, &str, &str)] = &[
        ("", "1-0", "1-0"),
        ("", "0-1", "0-1"),
        ("", "{1-0}", "1-0"),
        ("", "{0-1}", "0-1"),
        ("", "\n{ 0-1 }", "0-1"),
        ("", "{1/2-1/2}", "1/2-1/2"),
        ("", "{0-1} {a good game}", "0-1"),
        ("", "{Gote wins}", "0-1"),
        ("", "{white resigns}", "1-0"),
        ("", "resigns", "0-1"),
        ("", "RESIGN", "0-1"),
        ("", "Draw", "1/2-1/2"),
        ("[Result \"1-0\"]\n", "", "1-0"),
        ("[Result \"0-1\"]\n", "", "0-1"),
        ("[Result \"1/2-1/2\"]\n", "", "1/2-1/2"),
        ("[Result \"Sente won\"]\n", "", "1-0"),
        ("[Result \"Gote wins\"]\n", "", "0-1"),
        ("[Result \"0-1 (resigned)\"]\n", "", "0-1"),
        ("[Result \"Jishogi\"]\n", "", "1/2-1/2"),
        ("[Result \" \"]\n", "{1-0}", "1-0"),
        ("[Result \" \"]\n", "", "*"),
        ("[Result \"Resigns\"]\n", "", "*"),
        ("", "{1-0} 2.P2f", "*"),
    ];
    for (tag, end, wanted) in cases {
        let text = format!("[Black \"A\"]\n[White \"B\"]\n{tag}1.P7f P3d {end}\n");
        let text = text.repeat(2);
        let output = common::feed(&["validate", "--games", "--format", "jsonl", "-"], text.as_bytes());
        let printed = String::from_utf8(output.stdout).unwrap();
        let games: Vec<&str> = printed.lines().filter(|line| line.contains("\"type\":\"game\"")).collect();
        assert_eq!(games.len(), 2, "{text}{printed}");
        for game in games {
            let recorded = format!("\"recorded\":\"{wanted}\"");
            assert_eq!(game.contains(&recorded), *wanted != "*", "{text}{game}");
        }
        assert!(!printed.contains("\"type\":\"finding\""), "{text}{printed}");
        // KIF says the same.
        let kif = common::feed(&["convert", "--to", "kif", "-q", "-"], text.as_bytes());
        let output = common::feed(&["validate", "--games", "--format", "jsonl", "-"], &kif.stdout);
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(printed.contains(&format!("\"recorded\":\"{wanted}\"")), *wanted != "*", "{text}{printed}");
    }
}

#[test]
fn illegal_moves_of_psn() {
    let output =
        common::feed(&["validate", "--format", "concise", "-"], b"[Sente \"a\"]\n\n1. P-7f P-3d 2. R-5e Resigns\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("L0"), "{text}");
}

#[test]
fn slices_of_any_size_say_the_same() {
    let folder = real("shogi/selfplay");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut convert = common::partie();
    convert.args(["convert", "-q", "--to", "json"]).args(files.iter().take(60));
    let mut lines = convert.output().unwrap().stdout;
    lines.extend_from_slice(b"not a record\n");
    lines.extend(
        common::feed(&["convert", "-q", "--to", "json", "-"], b"1. e4 e5 2. Ke3 {\xe9} *\n\n1. P to K4").stdout,
    );
    let run = |chunk: &str, jobs: &str| {
        let arguments = ["validate", "--format", "jsonl", "--games", "-j", jobs, "--chunk", chunk, "-"];
        String::from_utf8(common::feed(&arguments, &lines).stdout).unwrap()
    };
    let whole = run("10000000", "1");
    assert!(whole.matches("\"type\":\"game\"").count() >= 60, "{}", whole.lines().last().unwrap());
    for chunk in ["1", "977", "65536"] {
        let cut = run(chunk, "2");
        let other = whole.lines().zip(cut.lines()).find(|(one, other)| one != other);
        assert!(cut == whole, "{chunk}: {other:?}");
    }
}

/// A record beyond the greatest length is cut off, and the one after it is read.
#[test]
fn a_line_that_is_too_long() {
    let items = r#"{"move":"e4"},"#.repeat(1 << 17);
    let one = r#"{"v":1,"type":"record","format":"pgn","items":[{"move":"e4"},{"result":"*"}]}"#;
    let long = one.replace(r#"{"result""#, &format!("{}{{\"result\"", items.repeat(2)));
    assert!(long.len() > partie_record::limits::GAME);
    let text = format!("{one}\n{long}\n{one}\n{one}\n");
    let output = common::feed(&["validate", "--format", "concise", "--select", "B007", "-"], text.as_bytes());
    let (out, summary) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(out.contains("B007"), "{out}{summary}");
    assert!(summary.contains("4 games"), "{summary}");
    // Long, but not too long.
    let long = one.replace(r#"{"result""#, &format!("{items}{{\"result\""));
    let text = format!("{one}\n{long}\n{one}\n");
    let output = common::feed(&["validate", "--format", "concise", "--select", "B007", "-"], text.as_bytes());
    let summary = String::from_utf8(output.stderr).unwrap();
    assert!(output.stdout.is_empty() && summary.contains("3 games"), "{summary}");
}

#[test]
fn illegal_moves_of_json() {
    let game = br#"{"v":1,"type":"record","format":"pgn","tags":[["White","W"]],"items":[{"move":"e4"},{"move":"Ke3"},{"result":"*"}]}"#;
    let output = common::feed(&["validate", "--format", "concise", "-"], game);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("L0") && text.contains(":1:"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

/// What stands first in a record has its place there, as a user sees it.
#[test]
fn places_lie_in_their_own_record() {
    let tags = r#"{"v":1,"type":"record","format":"pgn","tags":[["White","W"],["Event","E"]],"items":[{"move":"e4"},{"result":"*"}]}"#;
    let four = format!("{tags}\n").repeat(4);
    let output =
        common::feed(&["validate", "--format", "jsonl", "--fail-on", "info", "--select", "H001", "-"], four.as_bytes());
    let out = String::from_utf8(output.stdout).unwrap();
    let findings: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|line: &serde_json::Value| line["type"] == "finding")
        .collect();
    assert_eq!(findings.len(), 4, "{out}");
    for (number, finding) in findings.iter().enumerate() {
        assert_eq!(finding["line"], number + 1, "{finding}");
        let from = number * (tags.len() + 1) + tags.find("[\"White\"").unwrap();
        assert_eq!(finding["span"][0], from, "{finding}");
        assert_eq!(finding["token"], r#"["White","W"]"#, "{finding}");
    }
}

#[test]
fn odds_are_given_on_the_command_line() {
    let output =
        common::feed(&["validate", "--rules", "kober", "--odds", "f7", "--format", "jsonl", "-"], b"1. e4 *\n");
    assert!(String::from_utf8(output.stdout).unwrap().contains("K004"));
    assert_eq!(common::feed(&["validate", "--odds", "e1", "-"], b"1. e4 *\n").status.code(), Some(2));
}

#[test]
fn rows_of_long_moves_may_be_hexagonal() {
    for rows in
        ["1. b1-b2 b7-b5\n2. Jh1-f4 Jd9-f8\n3. De1-c3 Vc8-d8\n", "1. b1-b2 b7-b5\n2. Jh1-f4 Jd9-f8\n3. c2-c3 c7-c6\n"]
    {
        for arguments in [
            &["validate", "--format", "jsonl", "--games", "-"][..],
            &["validate", "--format", "jsonl", "--games", "--from", "hex", "-"],
        ] {
            let output = common::feed(arguments, rows.as_bytes());
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(said.contains("\"plies\":6") && !said.contains("N050"), "{arguments:?} {rows}: {said}");
        }
    }
}

#[test]
fn convert_says_what_it_assumes() {
    let text = format!(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n{}\n{}\n",
        "[SetUp \"1\"]\n[FEN \"r6k/1ppqbrpp/2bp1p1n/p4P2/2QNP2B/2N5/PPP3PP/3R1RK1 b - - 0 15\"]\n",
        "15... Rf8 16. Ne6 Rg8 *",
    );
    let output = common::feed(&["convert", "--to", "pgn", "--format", "concise", "-"], text.as_bytes());
    let (out, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(out.contains("15... Rff8 16. Ne6 Rg8"), "{out}");
    assert!(said.contains("warning L036") && said.contains("Rff8 is assumed"), "{said}");
}
