//! Nothing outside of the folder that is named is read as games or written: links, logs, names made of tags and of members.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::archive_support::{member, zip};
use crate::common::{partie, run_in};

const GAME: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"W1\"]\n[Black \"B1\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. d3 d6 1-0\n";

/// A row of a log in which castling of the seventh ply was put right.
fn row(path: &str, was: &str) -> String {
    format!("path,game,players,ply,was,is,grade\n{path},1,W1 - B1,7,{was},O-O,certain\n")
}

/// The same in JSON.
fn row_of_json(path: &str) -> String {
    let at = GAME.find("0-0").unwrap();
    let beside = [&GAME[at - 10..at], &GAME[at + 3..at + 13]].map(|text| text.replace('"', "\\\""));
    format!(
        "{{\"v\":1,\"type\":\"edit\",\"path\":\"{path}\",\"game\":1,\"players\":\"W1 - B1\",\"ply\":7,\"span\":[{at},{}],\"was\":\"0-0\",\
         \"is\":\"O-O\",\"grade\":\"certain\",\"at\":{at},\"beside\":[\"{}\",\"{}\"]}}\n",
        at + 3,
        beside[0],
        beside[1]
    )
}

/// A file or link that is there before a try.
enum There {
    /// A symbolic link; `@` in its target is the folder of all.
    Link(&'static str),
    Text(String),
    Bytes(Vec<u8>),
    /// Another name of a file.
    HardLink(&'static str),
    Pipe,
    Folder,
}

use There::{Folder, HardLink, Link, Pipe, Text};

/// A try: its name, the files and links that are there, the command.
type Try = (&'static str, Vec<(&'static str, There)>, &'static [&'static str]);

const FIX: &[&str] = &["fix", "--write", "in"];
const BACKUP: &[&str] = &["fix", "--write", "--backup", "in"];
const LOG: &[&str] = &["fix", "--write", "--log", "in/log.csv", "in"];
const CONVERT: &[&str] = &["convert", "--to", "pgn", "--out-dir", "out", "in"];
const SPLIT: &[&str] = &["convert", "--to", "pgn", "--split-by", "White", "--out-dir", "out", "in"];
const COUNTED: &[&str] = &["convert", "--to", "pgn", "--games-per-file", "1", "--out-dir", "out", "in"];
const TABLES: &[&str] = &["analyze", "-o", "out", "in"];
const RESTART: &[&str] = &["analyze", "-o", "out", "--restart", "in"];
const COPIES: &[&str] = &["analyze", "-o", "out", "--duplicates", "in"];
const UNDO: &[&str] = &["fix", "--undo", "in/e.csv"];
const UNDO_JSON: &[&str] = &["fix", "--undo", "in/e.jsonl"];

fn of_white(name: &str) -> There {
    Text(GAME.replace("W1", name))
}

fn walked() -> Vec<Try> {
    vec![
        ("a folder", vec![("in/sub", Link("../home"))], FIX),
        ("a file", vec![("in/a.pgn", Link("../home/private.pgn"))], FIX),
        ("an absolute path", vec![("in/sub", Link("@/home"))], BACKUP),
        ("two links", vec![("in/one", Link("two")), ("in/two", Link("../home"))], FIX),
        ("the folder above", vec![("in/sub", Link(".."))], FIX),
        ("itself", vec![("in/sub", Link("."))], FIX),
        ("each other", vec![("in/one", Link("two")), ("in/two", Link("one"))], FIX),
        ("deep below", vec![("in/sub/sub", Link("../../home/deep"))], FIX),
        ("a hard link", vec![("in/a.pgn", HardLink("home/private.pgn"))], FIX),
        ("a pipe", vec![("in/a.pgn", Pipe)], FIX),
        ("a pipe that names what is ignored", vec![("in/.ignore", Pipe)], FIX),
        ("a pipe that configures", vec![("in/partie.toml", Pipe)], FIX),
        ("the name of a backup", vec![("in/own.pgn~", Link("../home/victim"))], BACKUP),
        ("the name of a backup, to nothing", vec![("in/own.pgn~", Link("../home/new"))], BACKUP),
        ("the intent of a log", vec![("in/.log.csv.intent", Link("../home/victim"))], LOG),
        ("the intent of a log, to nothing", vec![("in/.log.csv.intent", Link("../home/new"))], LOG),
        ("a configuration", vec![("in/partie.toml", Text("extend = \"../home/more.toml\"\n".to_owned()))], FIX),
    ]
}

fn written() -> Vec<Try> {
    let sub = || ("in/sub/deep/own.pgn", Text(GAME.to_owned()));
    let of_zip = |name: &str| There::Bytes(zip(&[member(name, GAME.as_bytes())]));
    vec![
        ("a file of games", vec![("out/own.pgn", Link("../home/victim"))], CONVERT),
        ("a file of games, to nothing", vec![("out/own.pgn", Link("../home/new"))], CONVERT),
        ("by two links", vec![("out/own.pgn", Link("on")), ("out/on", Link("@/home/victim"))], CONVERT),
        ("a folder of games", vec![sub(), ("out/sub", Link("../home/t"))], CONVERT),
        ("a folder of games, absolute", vec![sub(), ("out/sub", Link("@/home/t"))], CONVERT),
        ("a folder below", vec![sub(), ("out/sub/deep", Link("../../home/t"))], CONVERT),
        ("a folder of games, to nothing", vec![sub(), ("out/sub", Link("../home/new"))], CONVERT),
        ("a pipe of games", vec![("out/own.pgn", Pipe)], CONVERT),
        ("a numbered file", vec![("out/own-1.pgn", Link("../home/victim"))], COUNTED),
        ("a file of a value", vec![("out/W1.pgn", Link("../home/victim"))], SPLIT),
        ("a file of a value, to nothing", vec![("out/W1.pgn", Link("../home/new"))], SPLIT),
        ("a value with a path", vec![("in/a.pgn", of_white("../home/victim"))], SPLIT),
        ("a value with an absolute path", vec![("in/a.pgn", of_white("/etc/passwd"))], SPLIT),
        ("a value with a zero byte", vec![("in/a.pgn", of_white("..\0/../home/new"))], SPLIT),
        ("a value with backslashes", vec![("in/a.pgn", of_white("..\\home\\new"))], SPLIT),
        ("a value that is the folder above", vec![("in/a.pgn", of_white(".."))], SPLIT),
        ("a member above", vec![("in/a.zip", of_zip("../../home/evil.pgn"))], CONVERT),
        ("a member from the root", vec![("in/a.zip", of_zip("/home/evil.pgn"))], CONVERT),
        ("a table of games", vec![("out/games", Link("../home/t"))], TABLES),
        ("a table of findings", vec![("out/findings", Link("../home/t"))], TABLES),
        ("a table of texts", vec![("out/texts", Link("@/home/t"))], TABLES),
        ("a folder of a table", vec![("out/games/src=in", Link("../../home/t"))], TABLES),
        ("the summary", vec![("out/summary.json", Link("../home/victim"))], TABLES),
        ("the summary, to nothing", vec![("out/summary.json", Link("../home/new"))], TABLES),
        ("the schema, to nothing", vec![("out/schema.json", Link("../home/new"))], RESTART),
        ("the lock, to nothing", vec![("out/lock", Link("../home/new"))], TABLES),
        ("a pipe that locks", vec![("out/lock", Pipe)], TABLES),
        ("the journal, to nothing", vec![("out/journal.jsonl", Link("../home/new"))], TABLES),
        ("the plan, to nothing", vec![("out/plan.jsonl", Link("../home/new"))], TABLES),
        ("the parts, to nothing", vec![("out/parts.jsonl", Link("../home/new"))], RESTART),
        ("a table of duplicates", vec![("out/duplicates", Link("../home/duplicates"))], COPIES),
    ]
}

fn taken_back() -> Vec<Try> {
    let csv = |path: &str| ("in/e.csv", Text(row(path, "0-0")));
    vec![
        ("a log with a path above", vec![csv("in/../home/fixed.pgn")], UNDO),
        ("a log with another path above", vec![csv("./in/./../home/./fixed.pgn")], UNDO),
        ("a log with an absolute path", vec![csv("@/home/fixed.pgn")], UNDO),
        ("a log with a path beside", vec![csv("home/fixed.pgn")], UNDO),
        ("a log with a path through a link", vec![csv("in/sub/fixed.pgn"), ("in/sub", Link("../home"))], UNDO),
        ("a log with a link", vec![csv("in/a.pgn"), ("in/a.pgn", Link("../home/fixed.pgn"))], UNDO),
        ("a log with a pipe", vec![csv("in/a.pgn"), ("in/a.pgn", Pipe)], UNDO),
        ("a log with a folder", vec![csv("home"), ("home", Folder)], UNDO),
        ("a log in JSON", vec![("in/e.jsonl", Text(row_of_json("home/fixed.pgn")))], UNDO_JSON),
        ("a log of another file", vec![csv("@/home/fixed.pgn")], &["fix", "--undo", "in/e.csv", "in/own.pgn"]),
        (
            "a log of a file in a linked folder",
            vec![csv("in/sub/fixed.pgn"), ("in/sub", Link("../home"))],
            &["fix", "--undo", "in/e.csv", "in"],
        ),
    ]
}

/// All files of a folder with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.insert(path.display().to_string(), Vec::new());
            found.extend(files(&path));
        } else {
            found.insert(path.display().to_string(), fs::read(&path).unwrap());
        }
    }
    found
}

fn put(base: &Path, path: &str, there: &There) {
    let of_base = |text: &str| text.replace('@', base.to_str().unwrap());
    let at = base.join(path);
    fs::create_dir_all(at.parent().unwrap()).unwrap();
    match there {
        Link(target) => symlink(of_base(target), at).unwrap(),
        Text(text) => fs::write(at, of_base(text)).unwrap(),
        There::Bytes(bytes) => fs::write(at, bytes).unwrap(),
        HardLink(of) => fs::hard_link(base.join(of), at).unwrap(),
        Pipe => assert!(std::process::Command::new("mkfifo").arg(at).status().unwrap().success()),
        Folder => fs::create_dir_all(at).unwrap(),
    }
}

/// A folder with games beside one that is somebody's own.
fn scene(there: &[(&'static str, There)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path();
    for (path, text) in [
        ("in/own.pgn", GAME),
        ("home/private.pgn", GAME),
        ("home/deep/far.pgn", GAME),
        ("home/victim", "keep this"),
        ("home/more.toml", "ignore = [\"N\"]\n"),
        ("home/duplicates/duplicates.csv", "keep this"),
    ] {
        put(base, path, &Text(text.to_owned()));
    }
    put(base, "home/fixed.pgn", &Text(GAME.replace("0-0", "O-O")));
    put(base, "home/t", &Folder);
    put(base, "out", &Folder);
    there.iter().for_each(|(path, there)| put(base, path, there));
    folder
}

/// Runs the command, which must end by itself: its exit status and standard error.
fn ended(arguments: &[&str], base: &Path) -> Option<(Option<i32>, String)> {
    let mut command = partie();
    command.args(arguments).current_dir(base).stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = command.stderr(fs::File::create(base.join("stderr")).unwrap()).spawn().unwrap();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(20) {
        if let Some(status) = child.try_wait().unwrap() {
            return Some((status.code(), fs::read_to_string(base.join("stderr")).unwrap()));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}

#[test]
fn nothing_leads_out_of_the_folder_that_is_named() {
    let tries: Vec<Try> = [walked(), written(), taken_back()].into_iter().flatten().collect();
    assert!(tries.len() >= 40);
    let mut escaped = Vec::new();
    for (name, there, arguments) in tries {
        let folder = scene(&there);
        let before = files(&folder.path().join("home"));
        let end = ended(arguments, folder.path());
        match &end {
            Some((Some(0..=2), _)) if files(&folder.path().join("home")) == before => {}
            Some((code, stderr)) => escaped.push(format!("{name}: exit {code:?}, {stderr}")),
            None => escaped.push(format!("{name}: no end")),
        }
        // A refusal is reported.
        if matches!(&end, Some((Some(2), stderr)) if stderr.is_empty()) {
            escaped.push(format!("{name}: nothing is reported"));
        }
    }
    assert!(escaped.is_empty(), "{} escape:\n{}", escaped.len(), escaped.join("\n"));
}

#[test]
fn a_link_that_is_named_or_followed_is_written_through_and_stays() {
    let folder = scene(&[("named.pgn", Link("home/private.pgn")), ("in/sub", Link("../home/deep"))]);
    let base = folder.path();
    let is_fixed = |path: &str| fs::read_to_string(base.join(path)).unwrap().contains("O-O");
    assert_eq!(run_in(&["fix", "-q", "--write", "named.pgn"], base).0, Some(0));
    assert!(base.join("named.pgn").is_symlink() && is_fixed("home/private.pgn"));
    let (exit, stdout, stderr) = run_in(&["validate", "in"], base);
    assert_eq!(exit, Some(0), "{stderr}");
    assert!(
        !stdout.contains("far.pgn") && stderr.contains("1 symbolic link that leads out of its folder is not followed"),
        "{stderr}"
    );
    assert!(stderr.contains("in/sub; name it, or give --follow"), "{stderr}");
    assert_eq!(run_in(&["fix", "-q", "--write", "--follow", "in"], base).0, Some(0));
    assert!(base.join("in/sub").is_symlink() && is_fixed("home/deep/far.pgn"));
    // A link within the folder hides nothing, and nothing is reported.
    let folder = scene(&[("in/latest.pgn", Link("own.pgn"))]);
    let stderr = run_in(&["validate", "in"], folder.path()).2;
    assert!(stderr.starts_with("1 game, ") && !stderr.contains("link"), "{stderr}");
}

#[test]
fn an_output_folder_may_be_a_link_and_hold_links_within_itself() {
    let folder =
        scene(&[("named", Link("out")), ("out/own.pgn", Link("kept.pgn")), ("out/kept.pgn", Text("old".to_owned()))]);
    let base = folder.path();
    let (exit, _, stderr) = run_in(&["convert", "-q", "--to", "pgn", "--out-dir", "named", "in"], base);
    assert_eq!(exit, Some(0), "{stderr}");
    assert!(base.join("out/own.pgn").is_symlink());
    assert!(fs::read_to_string(base.join("out/kept.pgn")).unwrap().starts_with("[Event"));
    let (exit, _, stderr) = run_in(&["analyze", "-q", "-o", "named/tables", "in"], base);
    assert!(exit == Some(0) && base.join("out/tables/games").is_dir(), "{stderr}");
}

#[test]
fn what_a_strangers_log_does_not_change_is_reported() {
    let games = "0-0 *\n\n[Event \"injected\"]\n\n1. d4 d5";
    for (path, was, reported) in [
        ("home/fixed.pgn", "0-0", "home/fixed.pgn is not changed: it does not lie in the folder of the log"),
        ("in", "0-0", "in is not changed: it is no regular file"),
        ("in/fixed.pgn", "\"0-0 *\n\n[Event \"\"injected\"\"]\n\n1. d4 d5\"", "its former text would split the game"),
    ] {
        let folder = scene(&[("in/e.csv", Text(row(path, was))), ("in/fixed.pgn", Text(GAME.replace("0-0", "O-O")))]);
        let base = folder.path();
        let before = files(base);
        let (exit, _, stderr) = run_in(&["fix", "--undo", "in/e.csv"], base);
        assert!(exit == Some(1) && stderr.contains(reported) && stderr.contains("no edits are taken back"), "{stderr}");
        assert_eq!(files(base), before, "{games}");
    }
    // An input that is named may lie anywhere.
    let folder = scene(&[("in/e.csv", Text(row("home/fixed.pgn", "0-0")))]);
    let (exit, _, stderr) = run_in(&["fix", "-q", "--undo", "in/e.csv", "home"], folder.path());
    assert_eq!((exit, stderr.as_str()), (Some(0), ""));
    assert_eq!(fs::read_to_string(folder.path().join("home/fixed.pgn")).unwrap(), GAME);
}
