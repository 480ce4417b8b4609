//! One token repeated behind a sound beginning, in every format: bounded time and memory, and the games behind it are
//! found. The system holds the bounds: a process that takes more is ended by it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;

/// Bytes of each token's run, and its processor seconds; a quadratic search takes ten times as long.
const SMALL: (usize, u32) = (256 << 10, 2);
const LARGE: (usize, u32) = (3_000_000, 3);
/// Kilobytes of its addresses: 64 MB, and the 25 MB of the command itself as tests build it, a crate at a time and with no
/// code left out.
const ADDRESSES: u32 = (64 + 25) << 10;

const HEADS: [(&str, &str); 9] = [
    ("pgn", "[Event \"t\"]\n\n1. e4 "),
    ("kifu", "手合割：平手\n先手：A\n手数----指手---------消費時間--\n   1 ７六歩(77)\n"),
    ("csa", "V2.2\nN+A\nPI\n+\n+7776FU\n"),
    ("usen", "~0.7ku2jm"),
    ("usi", "position startpos moves 7g7f "),
    ("jkf", "{\"header\":{},\"moves\":[{},"),
    ("ki2u", "手合割：平手\n先手：A\n\n▲７六歩 "),
    ("psn", "[Sente \"A\"]\n[Gote \"B\"]\n\n1. P-7f "),
    ("txt", "White: A. Black: B.\n\n1. P-K4  P-K4\n2. "),
];

const TOKENS: &[&str] = &[
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "<",
    "\"",
    ";",
    "%",
    "$",
    "'",
    ".",
    "-",
    "*",
    "&",
    "#",
    "+",
    "T",
    "/",
    "\\",
    "0",
    "1.",
    "K",
    ",",
    ":",
    "[[ ",
    "{(",
    "[\"",
    "[E \"",
    "\n[",
    "\n[E \"",
    "{;",
    "(\n",
    "\"[",
    "　",
    "変化：",
    "まで",
    "|",
    "\r",
    "\n",
    "\r\n",
    " \n",
    "\0",
    "[%",
    "{[",
    "1... ",
    "P-K4 ",
    "e5 ",
    "(1. d5) ",
    "(1. e5",
    "{\"a\":",
    "0-1",
    "$1 ",
    "\n1",
    "a\n",
];

/// What stands behind the damage in PGN.
const GAME: &str = "\n\n[Event \"behind\"]\n[Result \"*\"]\n\n1. e4 e5 *\n";

fn validate(path: &Path, seconds: u32, form: &[&str]) -> Output {
    let command = format!("ulimit -t {seconds} -v {ADDRESSES}; exec \"$0\" \"$@\"");
    let mut bash = Command::new("bash");
    bash.args(["-c", &command, env!("CARGO_BIN_EXE_partie"), "validate", "-q", "-j", "1"]).args(form).arg(path);
    bash.output().unwrap()
}

fn check_size((format, head, token): (&str, &str, &str), (bytes, seconds): (usize, u32), folder: &Path) -> Vec<String> {
    let name: String = token.chars().map(|character| format!("{:x}.", u32::from(character))).collect();
    let path = folder.join(format!("{name}{format}"));
    let tail = if format == "pgn" { GAME.repeat(3) } else { "\n".to_owned() };
    fs::write(&path, head.to_owned() + &token.repeat(bytes / token.len()) + &tail).unwrap();
    let mut wrong = Vec::new();
    for form in [&["--format", "concise"][..], &["--format", "jsonl", "--games"]] {
        let output = validate(&path, seconds, form);
        if !matches!(output.status.code(), Some(0..=2)) {
            wrong.push(format!("{format}: {token:?} {bytes} bytes, {}: {}", form[1], output.status));
        } else if format == "pgn" && form[1] == "jsonl" {
            let text = String::from_utf8_lossy(&output.stdout);
            let found = text.lines().filter(|line| line.contains("\"type\":\"game\"") && line.contains("\"plies\":2,"));
            // The first of them may be swallowed by what is not closed before it.
            if found.count() < 2 {
                wrong.push(format!("{format}: {token:?} {bytes} bytes: the games behind it are not found"));
            }
        }
    }
    fs::remove_file(path).unwrap();
    wrong
}

#[test]
#[cfg(target_os = "linux")]
fn a_token_without_end_costs_no_more_than_its_bytes() {
    check_all(SMALL);
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "minutes: .ci/nightly"]
fn a_token_of_megabytes_costs_no_more_than_its_bytes() {
    check_all(LARGE);
}

#[cfg(target_os = "linux")]
fn check_all(size: (usize, u32)) {
    let folder = tempfile::tempdir().unwrap();
    let cases: Vec<_> =
        HEADS.iter().flat_map(|(format, head)| TOKENS.iter().map(move |token| (*format, *head, *token))).collect();
    let wrong: Vec<String> = thread::scope(|scope| {
        let halves = cases.chunks(cases.len().div_ceil(2)).map(|half| {
            let folder = folder.path();
            scope.spawn(move || -> Vec<String> {
                half.iter().flat_map(|(format, head, token)| check_size((format, head, token), size, folder)).collect()
            })
        });
        let halves: Vec<_> = halves.collect();
        halves.into_iter().flat_map(|half| half.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len() * 2, wrong.join("\n"));
}

/// A thousand variations that nobody closed take no game with them.
#[test]
fn games_behind_unclosed_variations_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nested.pgn");
    fs::write(&path, "[Event \"t\"]\n\n1. e4 ".to_owned() + &"( ".repeat(1001) + &GAME.repeat(50)).unwrap();
    let output = validate(&path, SMALL.1, &["--format", "jsonl", "--games", "--select", "B001"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.matches("\"type\":\"game\"").count(), 51, "{text}");
    assert!(text.contains("reading goes on at the next game"), "{text}");
}

/// Findings of one game are listed up to a bound, and the rest is counted.
#[test]
fn a_game_with_more_findings_than_are_listed_says_how_many() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.pgn");
    fs::write(&path, "[Event \"t\"]\n\n1. e4 ".to_owned() + &"(1. d5) ".repeat(1_500) + "*\n").unwrap();
    let output = validate(&path, SMALL.1, &["--format", "jsonl", "--select", "L,B"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let listed = text.lines().filter(|line| line.contains("\"type\":\"finding\"")).count();
    assert_eq!(listed, 1_001);
    let more = text.lines().find(|line| line.contains("\"B006\"")).unwrap();
    assert!(more.contains("500 more findings of this game are counted and not listed"), "{more}");
}

/// Help that nobody can read is not a success.
#[test]
#[cfg(target_os = "linux")]
fn help_on_a_full_disk_is_an_error() {
    for arguments in ["--help", "--version", "validate --help", "explain L010"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_partie"))
            .args(arguments.split(' '))
            .stdout(full)
            .stderr(std::process::Stdio::piped())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to standard output"), "{arguments}");
    }
}

/// Whatever stands in a record, nothing that steers a terminal or hides is printed or written.
#[test]
fn no_output_holds_what_steers_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let odd = "\u{1b}[31m\u{7f}\u{9b}\u{202e}\u{feff}\u{85}";
    let texts = [
        (
            "a.pgn",
            format!("[Event \"{odd}\"]\n[White \"{odd}A\"]\n[Result \"*\"]\n\n1. e4 {{{odd}}} e5{odd} 2. {odd} *\n"),
        ),
        (
            "a.kifu",
            format!(
                "手合割：{odd}\n先手：{odd}\n{odd}\n手数----指手---------消費時間--\n   1 ７六歩(77) {odd}\n*{odd}\n"
            ),
        ),
        ("a.csa", format!("V2.2\nN+{odd}\n$EVENT:{odd}\nPI\n+\n+7776FU\n'{odd}\n{odd}\n")),
        ("a.jkf", format!("{{\"header\":{{\"{odd}\":\"{odd}\"}},\"moves\":[{{}},{{\"move\":\"{odd}\"}}]}}")),
    ];
    for (name, text) in &texts {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let is_odd = |character: char| matches!(character, '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    let none = |text: &[u8], what: &str| {
        let text = String::from_utf8_lossy(text);
        let line = text.lines().find(|line| line.contains(is_odd));
        assert!(line.is_none(), "{what}: {}", line.unwrap_or_default().escape_debug());
    };
    for form in ["full", "concise", "jsonl"] {
        let output = Command::new(env!("CARGO_BIN_EXE_partie"))
            .args(["validate", "--color", "never", "--games", "--format", form])
            .arg(folder.path())
            .output()
            .unwrap();
        none(&output.stdout, form);
        none(&output.stderr, form);
    }
    for form in ["csv", "jsonl"] {
        let out = tempfile::tempdir().unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_partie"))
            .args(["analyze", "--format", form, "-o"])
            .arg(out.path().join("tables"))
            .arg(folder.path())
            .output()
            .unwrap();
        none(&output.stderr, form);
        let files = walkdir::WalkDir::new(out.path()).into_iter().filter_map(Result::ok);
        for file in files.filter(|file| file.file_type().is_file()) {
            none(&fs::read(file.path()).unwrap(), &file.path().display().to_string());
        }
    }
}
