//! `partie fix --review`, `--decisions` and `--book`: what a reader decides in a terminal, again from a file, and what other
//! games say. The terminal is that of `script`.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::{root, run_in};

const HEAD: &str =
    "[Site \"?\"]\n[Date \"1998.03.01\"]\n[Round \"1\"]\n[White \"Novak\"]\n[Black \"Dvorak\"]\n[Result \"*\"]\n";

/// Castling zeros, what is sound, and a move that cannot be played.
fn zeros() -> String {
    format!("[Event \"A\"]\n{HEAD}\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 *\n")
}

fn sound() -> String {
    format!("[Event \"B\"]\n{HEAD}\n1. d4   d5 *\n")
}

fn broken() -> String {
    format!("[Event \"C\"]\n{HEAD}\n1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 *\n")
}

fn text() -> String {
    [broken(), sound(), zeros(), broken()].join("\n")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| tempfile::tempdir().unwrap())
}

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Runs a shell command in a terminal, in which `partie` is the command and answers are typed; nothing where no terminal
/// can be made.
fn in_terminal(command: &str, answers: &str, folder: &Path) -> Option<(Option<i32>, String)> {
    let binary = env!("CARGO_BIN_EXE_partie");
    let command = command.replace("partie ", &format!("'{binary}' "));
    let mut script = Command::new("script");
    script.args(["-qec", &command, "/dev/null"]).current_dir(folder).env("SHELL", "/bin/sh").env("NO_COLOR", "1");
    let child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let is_known = Command::new("script").arg("--version").output().is_ok_and(|output| output.status.success());
    let Some(mut child) = child.ok().filter(|_| is_known) else {
        eprintln!("not run: there is no terminal without the command script of util-linux");
        return None;
    };
    child.stdin.take().unwrap().write_all(answers.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(!shown.contains("panicked"), "{shown}");
    Some((output.status.code(), shown))
}

#[test]
fn what_is_taken_is_written_and_nothing_else() {
    let folder = folder();
    let path = folder.path().join("a.pgn");
    fs::write(&path, text()).unwrap();
    let command = "partie fix --review --decisions d.jsonl --log l.jsonl --backup a.pgn";
    let Some((exit, shown)) = in_terminal(command, "y\n?\n7\nn\ny\n", folder.path()) else { return };
    assert_eq!(exit, Some(0), "{shown}");
    let reviewed = text().replace("Bb6", "Bb5");
    assert_eq!(fs::read_to_string(&path).unwrap(), reviewed);
    assert_eq!(fs::read_to_string(folder.path().join("a.pgn~")).unwrap(), text());
    // The source, the board, the edit, and the others with their numbers.
    for wanted in [
        "3. Bb6 a6",
        "R N[B]Q K[B]· R",
        "y  likely: 3. Bb6 -> Bb5; replays to its end, 8 plies",
        "Its letters are often confused with the written ones. ",
        "  1  ",
        "a.pgn:9:24",
    ] {
        assert!(shown.contains(wanted), "{wanted}: {shown}");
    }
    assert!(shown.contains("y    write the first one") && shown.contains("that is none of"), "{shown}");
    let decided = fs::read_to_string(folder.path().join("d.jsonl")).unwrap();
    let decisions: Vec<(u64, String)> = rows(&decided)
        .iter()
        .map(|row| (row["game"].as_u64().unwrap(), row["decision"].as_str().unwrap().to_owned()))
        .collect();
    assert_eq!(decisions, [(1, "yes".to_owned()), (3, "no".to_owned()), (4, "yes".to_owned())]);
    let log = fs::read_to_string(folder.path().join("l.jsonl")).unwrap();
    assert_eq!(rows(&log).len(), 2);
    // The same input gives the same again, by the decisions and by the log, and nobody is asked.
    for decisions in ["d.jsonl", "l.jsonl"] {
        fs::write(&path, text()).unwrap();
        let (exit, stdout, stderr) = run_in(&["fix", "--decisions", decisions, "a.pgn"], folder.path());
        assert_eq!(exit, Some(i32::from(decisions == "l.jsonl")), "{stdout}{stderr}");
        assert_eq!(fs::read_to_string(&path).unwrap(), reviewed);
    }
    // What was done does not fit a second time.
    let (exit, _, stderr) = run_in(&["fix", "--decisions", "d.jsonl", "a.pgn"], folder.path());
    assert_eq!((exit, stderr.matches("does not fit any more").count()), (Some(2), 2), "{stderr}");
    assert_eq!(fs::read_to_string(&path).unwrap(), reviewed);
}

#[test]
fn another_one_is_taken_by_its_number() {
    let folder = folder();
    let path = folder.path().join("a.pgn");
    fs::write(&path, broken()).unwrap();
    let (_, stdout, _) = run_in(&["fix", "-q", "--format", "jsonl", "a.pgn"], folder.path());
    let mut wanted = broken();
    for edit in rows(&stdout)[0]["others"][1]["edits"].as_array().unwrap().iter().rev() {
        let at = |end: usize| edit["span"][end].as_u64().unwrap() as usize;
        wanted.replace_range(at(0)..at(1), edit["text"].as_str().unwrap());
    }
    let Some((exit, shown)) = in_terminal("partie fix --review a.pgn", "2\n", folder.path()) else { return };
    assert_eq!((exit, fs::read_to_string(&path).unwrap()), (Some(0), wanted), "{shown}");
}

#[test]
fn the_rest_of_a_file_or_of_all_can_be_left() {
    let folder = folder();
    let fixed = text().replacen("Bb6", "Bb5", 1);
    let all = fixed.replace("0-0", "O-O").replace("Bb6", "Bb5");
    for (answers, first, second) in [
        ("y\ns\ny\ny\ny\n", &fixed, &all),
        ("y\nq\n", &fixed, &text()),
        // The end of the input is the end of the review.
        ("y\n", &fixed, &text()),
        ("q\n", &text(), &text()),
    ] {
        for name in ["a.pgn", "b.pgn"] {
            fs::write(folder.path().join(name), text()).unwrap();
        }
        let command = "partie fix --review a.pgn b.pgn";
        let Some((exit, shown)) = in_terminal(command, answers, folder.path()) else { return };
        assert_eq!(exit, Some(1), "something is not decided: {shown}");
        for (name, wanted) in [("a.pgn", first), ("b.pgn", second)] {
            assert_eq!(&fs::read_to_string(folder.path().join(name)).unwrap(), wanted, "{answers:?} {name}: {shown}");
        }
    }
}

#[test]
fn a_review_goes_on_where_it_was_left() {
    let folder = folder();
    let path = folder.path().join("a.pgn");
    fs::write(&path, text()).unwrap();
    let command = "partie fix --review --decisions d.jsonl -o b.pgn a.pgn";
    let Some((exit, shown)) = in_terminal(command, "y\nn\nq\n", folder.path()) else { return };
    assert_eq!(exit, Some(1), "{shown}");
    let first = text().replacen("Bb6", "Bb5", 1);
    assert_eq!(fs::read_to_string(folder.path().join("b.pgn")).unwrap(), first);
    // A row that was cut short is none.
    fs::OpenOptions::new().append(true).open(folder.path().join("d.jsonl")).unwrap().write_all(b"{\"v\":1,").unwrap();
    let Some((exit, shown)) = in_terminal(command, "y\n", folder.path()) else { return };
    assert_eq!((exit, shown.matches("write it?").count()), (Some(0), 1), "{shown}");
    assert_eq!(fs::read_to_string(folder.path().join("b.pgn")).unwrap(), text().replace("Bb6", "Bb5"));
    assert_eq!(fs::read_to_string(&path).unwrap(), text());
}

#[test]
fn answers_come_from_the_terminal_where_the_games_come_from_a_pipe() {
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), text()).unwrap();
    let command = "cat a.pgn | partie fix --review -o b.pgn -";
    let Some((exit, shown)) = in_terminal(command, "y\nn\nn\n", folder.path()) else { return };
    assert_eq!(exit, Some(0), "{shown}");
    assert_eq!(fs::read_to_string(folder.path().join("b.pgn")).unwrap(), text().replacen("Bb6", "Bb5", 1));
}

#[test]
fn a_decision_is_found_by_its_place_or_said_not_to_fit() {
    let folder = folder();
    let at = broken().find("Bb6").unwrap();
    let row = |span: [usize; 2], was: &str, is: &str, game: u64| {
        format!(
            "{{\"path\":\"a.pgn\",\"game\":{game},\"ply\":5,\"span\":[{},{}],\"was\":\"{was}\",\"is\":\"{is}\"}}\n",
            span[0], span[1]
        )
    };
    let here = [at, at + 3];
    for (decision, wanted) in [
        (row(here, "Bb6", "Nxe5", 1), Some("Nxe5")),
        (row([0, 0], "Bb6", "Bb5", 1), Some("Bb5")),
        (row(here, "Bb7", "Bb5", 1), None),
        (row(here, "Bb6", "Bb5", 2), None),
        (row([at + 1, at + 4], "Bb6", "Nxe5", 1), None),
        (row([at, 1 << 40], "Bb6", "Nxe5", 1), None),
        (row([9, 3], "Bb6", "Nxe5", 1), None),
        (row(here, "", "Nxe5", 1), None),
    ] {
        fs::write(folder.path().join("a.pgn"), broken()).unwrap();
        fs::write(folder.path().join("d.jsonl"), &decision).unwrap();
        let (exit, stdout, stderr) = run_in(&["fix", "--decisions", "d.jsonl", "a.pgn"], folder.path());
        let is = fs::read_to_string(folder.path().join("a.pgn")).unwrap();
        match wanted {
            Some(text) => assert_eq!((exit, is), (Some(0), broken().replace("Bb6", text)), "{stdout}{stderr}"),
            None => {
                assert_eq!((exit, is), (Some(2), broken()), "{decision}{stdout}{stderr}");
                assert_eq!(stderr.matches("does not fit any more").count(), 1, "{stderr}");
            }
        }
    }
}

#[test]
fn wrong_usage_is_said() {
    let folder = folder();
    for (name, text) in [("a.pgn", broken()), ("bad.jsonl", "{\"v\":1}\n".to_owned()), ("e.pgn", String::new())] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    for (arguments, wanted) in [
        (&["fix", "--review", "a.pgn"][..], "asks in a terminal, and here is none"),
        (&["fix", "--review", "--write", "a.pgn"], "cannot be used with"),
        (&["fix", "--review", "--format", "jsonl", "a.pgn"], "cannot be used with"),
        (&["fix", "--decisions", "none.jsonl", "a.pgn"], "none.jsonl"),
        (&["fix", "--decisions", "bad.jsonl", "a.pgn"], "bad.jsonl:1"),
        (&["fix", "--decisions", "a.pgn", "a.pgn"], "one of the inputs"),
        (&["fix", "--decisions", "bad.jsonl", "-"], "standard input cannot be changed in place"),
        (&["fix", "--decisions", "bad.jsonl", "--log", "bad.jsonl", "a.pgn"], "name another"),
        (&["fix", "--book", "none.pgn", "a.pgn"], "error[X001]"),
        (&["fix", "--book", "e.pgn", "a.pgn"], "error[X005]"),
        (&["fix", "--book", "a.pgn", "a.pgn"], "none is sound"),
    ] {
        let (exit, stdout, stderr) = run_in(arguments, folder.path());
        assert_eq!((exit, stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(stderr.contains(wanted), "{arguments:?}: {stderr}");
        assert_eq!(fs::read_to_string(folder.path().join("a.pgn")).unwrap(), broken());
    }
}

/// Of each game: what leads away from the games of a book has that against it, and what is in them has not.
#[test]
fn games_of_a_book_are_evidence() {
    let folder = folder();
    let kif = "手合割：平手\n先手：A\n後手：B\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   \
        3 ２六歩(27)\n   4 ８四歩(83)\n   5 ２五歩(26)\n   6 ８五歩(84)\n   7 ７八金(69)\n   8 ３二金(41)\n   9 投了\n";
    let hex = fs::read_to_string(root().join("fixtures/hex/evening.pgn")).unwrap();
    // From no opening that is shipped.
    let chess = format!("[Event \"C\"]\n{HEAD}\n1. a4 h5 2. Ra3 Rh6 3. Rb3 Ra6 4. Rb6 Rxa4 *\n");
    for (name, sound, was, is) in [
        ("a.kif", kif, "２五歩(26)", "９五歩(26)"),
        ("a.pgn", &hex, " h5-h4", " h5-h9"),
        ("c.pgn", &chess, "Rb3", "Rb9"),
    ] {
        let book = format!("book-{name}");
        fs::write(folder.path().join(&book), sound).unwrap();
        fs::write(folder.path().join(name), sound.replacen(was, is, 1)).unwrap();
        let unknown = |row: &Value| row["evidence"].to_string().contains("unknown");
        let row = |more: &[&str]| {
            let arguments = [&["fix", "-q", "--format", "jsonl"], more, &[name]].concat();
            let (_, stdout, stderr) = run_in(&arguments, folder.path());
            assert_eq!(stderr, "");
            rows(&stdout).remove(0)
        };
        let others = |row: &Value| row["others"].as_array().unwrap().iter().filter(|other| unknown(other)).count();
        let with = row(&["--book", &book]);
        assert!(with["edits"][0]["text"].as_str().unwrap().trim() == was.trim() && !unknown(&with), "{with}");
        assert!(others(&with) > 0, "{with}");
        let without = row(&[]);
        assert_eq!(others(&without), 0, "{without}");
        // A damaged game is no evidence for itself.
        assert_eq!(row(&["--book", name, "--book", &book])["others"], with["others"]);
    }
    let (_, _, stderr) = run_in(&["fix", "--book", "book-c.pgn", "c.pgn"], folder.path());
    assert!(stderr.starts_with("book: 9 positions of 1 sound game"), "{stderr}");
}
