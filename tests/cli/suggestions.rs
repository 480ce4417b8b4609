//! What broken lines may have meant: sought for what is shown or asked, and for nothing else; and how soon a finding is shown.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use crate::common::run_in;

fn game(moves: &str) -> String {
    format!(
        "[Event \"a\"]\n[Site \"?\"]\n[Date \"2011.02.03\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n\
         {moves} *\n\n"
    )
}

/// A bishop that goes to c5 where b5 is meant.
fn broken() -> String {
    game("1. e4 e5 2. Nf3 Nc6 3. Bc5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6")
}

const MEANT: &str = "close to it and legal: 3. Bb5";

fn validate(text: &str, options: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), text).unwrap();
    run_in(&[&["validate"], options, &["a.pgn"]].concat(), folder.path()).1
}

#[test]
fn what_was_meant_is_sought_where_it_is_shown_or_asked() {
    let text = broken();
    for (options, told) in [
        (&["-q"][..], true),
        (&["-q", "--format", "concise"], false),
        (&["-q", "--format", "concise", "--suggest"], true),
        (&["-q", "--format", "jsonl"], false),
        (&["-q", "--format", "jsonl", "--suggest"], true),
    ] {
        let stdout = validate(&text, options);
        assert_eq!(stdout.contains(MEANT), told, "{options:?}: {stdout}");
        assert!(stdout.contains("L001"), "{stdout}");
    }
    // What needs no search is a fix in any case.
    let written = validate(&game("1. e4 e5 2. 0-0-0 Nc6"), &["-q", "--format", "jsonl"]);
    assert!(!written.contains("the game then replays"), "{written}");
    let zeros = validate(&game("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0"), &["-q", "--format", "jsonl"]);
    assert!(zeros.contains("\"fixes\":[{\"grade\":\"certain\",\"token\":\"O-O\"}]"), "{zeros}");
}

/// Each file has a budget; what is over it is said, and asked for with a word.
#[test]
fn a_file_has_a_budget() {
    let text = broken().repeat(60);
    let shown = validate(&text, &["-q", "--max-findings", "0"]);
    let sought = shown.matches(MEANT).count();
    assert!((1..60).contains(&sought), "{sought}");
    let rest = format!("what {} broken lines shown above may have meant was not sought; --suggest", 60 - sought);
    assert!(shown.contains(&rest), "{rest}: {}", shown.lines().last().unwrap_or_default());
    let all = validate(&text, &["-q", "--max-findings", "0", "--suggest"]);
    assert_eq!((all.matches(MEANT).count(), all.contains("was not sought")), (60, false));
    // Those that are only counted are not sought.
    let folded = validate(&text, &["-q"]);
    assert_eq!((folded.matches(MEANT).count(), folded.contains("was not sought")), (5, false));
    assert!(folded.contains("and 55 more like L001"), "{folded}");
}

/// The first finding comes while the rest is still being written.
#[test]
fn a_finding_is_shown_when_its_game_is_judged() {
    let text = broken() + &game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6").repeat(6000);
    for form in ["full", "concise", "jsonl"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_partie"));
        command.args(["validate", "-q", "--format", form, "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(text.as_bytes()).unwrap();
        let stdout = child.stdout.take().unwrap();
        let (sender, receiver) = channel();
        let reading = thread::spawn(move || {
            let mut lines = BufReader::new(stdout).lines();
            sender.send(lines.next().and_then(Result::ok)).unwrap();
            lines.count()
        });
        let first = receiver.recv_timeout(Duration::from_secs(20));
        drop(stdin);
        assert!(
            first.as_ref().is_ok_and(|line| line.as_ref().is_some_and(|line| line.contains("L001"))),
            "{form} {first:?}"
        );
        reading.join().unwrap();
        child.wait().unwrap();
    }
}

/// A file that many others are like is not shown again: its cause is summed over the files of a run.
#[test]
fn one_cause_in_many_files_is_summed() {
    let folder = tempfile::tempdir().unwrap();
    for number in 10..40 {
        let moves = "[Event \"a\"]\n[Site \"?\"]\n[Date \"2011.02.30\"]\n[Result \"*\"]\n\n1. e4 *\n";
        fs::write(folder.path().join(format!("{number}.pgn")), moves).unwrap();
    }
    let (_, stdout, _) =
        run_in(&["validate", "-q", "--format", "concise", "--select", "S006,H004", "."], folder.path());
    assert_eq!(stdout.matches(": warning H004").count(), 5, "{stdout}");
    assert!(stdout.contains("more like H004") && stdout.contains("in other files: ./"), "{stdout}");
    let (_, all, _) = run_in(&["validate", "-q", "--format", "concise", "--max-findings", "0", "."], folder.path());
    assert!(all.matches(": warning H004").count() > 5 && !all.contains("more like"), "{all}");
}
