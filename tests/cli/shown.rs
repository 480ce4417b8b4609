//! What hostile names, tokens and file names become on their way out: nothing steers a terminal or turns what stands beside
//! it, no cell is a formula, no file that is made has a name that means something to a system.

use std::fs;
use std::path::{Path, PathBuf};

use crate::archive_support::{member, zip};
use crate::common::run_in;

/// What hides in names: it clears the screen, turns the text, is a formula.
const NAMES: [&str; 12] = [
    "=HYPERLINK(\\\"http://x.invalid\\\")",
    "+1\u{1b}[2J",
    "-2\u{9b}31m",
    "@SUM(A1)\u{7f}",
    "＝1\u{202e}",
    "Aldous, Miriam\u{1b}]0;x\u{7}",
    "Aldous, Miriam\u{200b}",
    "'=Aldous, Miriam",
    "Al\u{ad}dous, Mir\u{34f}iam",
    "\u{3164}\u{115f}\u{ffa0}",
    "Aldous\u{e0041}\u{fe0f}\u{1bca0}",
    "\u{180e}Aldous\u{17b4}",
];

/// Games with such names in each place that is printed somewhere, most of them broken by such a token.
fn games() -> String {
    let tokens = [
        "=Nf6\u{1b}[31m",
        "Nf\u{202e}6",
        "-Nf6",
        "@Nf6\u{85}",
        "Nf6\u{200b}",
        "0-0\u{1b}c",
        "Nf6",
        "+Nf6",
        "N\u{ad}f6",
        "Nf6\u{3164}",
        "N\u{e0041}g6",
        "\u{180e}Nf6",
    ];
    let game = |(name, token): (&&str, &str)| {
        format!(
            "[Event \"{name}\"]\n[Site \"{name}\"]\n[Date \"{name}\"]\n[Round \"{name}\"]\n[White \"{name}\"]\n\
             [Black \"Aldous, Miriam\"]\n[Result \"*\"]\n[Opening \"{name}\"]\n[TimeControl \"{name}\"]\n\
             [Termination \"{name}\"]\n[PlyCount \"9\u{1b}\"]\n[={token} \"x\"]\n\n1. e4 {{{name}}} e5 2. Nf3 {token} \
             3. 0-0?? ({token}) $1\u{1b} 0-1\n\n"
        )
    };
    NAMES.iter().zip(tokens).map(game).collect()
}

/// A foul last move of shogi, whose token begins like a formula.
fn csa() -> String {
    "V2.2\nN+=1\u{1b}[2J\nN-\u{202e}B\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-8586FU\n%TORYO\n".to_owned()
}

fn hostile(folder: &Path) {
    let put = |name: &str, text: &[u8]| fs::write(folder.join("in").join(name), text).unwrap();
    fs::create_dir(folder.join("in")).unwrap();
    put("a.pgn", games().as_bytes());
    put("=b.pgn", (games() + &games().replace("0-1\n", "1-0\n")).as_bytes());
    put("c\u{1b}[2J\u{202e}.pgn", games().as_bytes());
    put("-d.csa", csa().as_bytes());
    // These are put right for certain.
    let zeros = |name: &&str| format!("[White \"{name}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 *\n\n");
    put("=h.pgn", NAMES.iter().map(zeros).collect::<String>().as_bytes());
    put("e.txt", "White: =A\u{1b}[2J. Black: \u{202e}B.\n\n1. P-K4  P-K4\n2. Kt-KB3  \u{1b}[1mKt-QB\n".as_bytes());
    let one = "[White \"=A\"]\n\n1. e4 e5 *\n".as_bytes();
    let long = ["x".repeat(300) + "1.pgn", "x".repeat(300) + "2.pgn"];
    let names = ["-rf.pgn", "CON.pgn", "f\u{1b}[2J.pgn", "g\u{202e}\u{9b}.pgn", "..\\..\\h.pgn", "../i.pgn"];
    let members: Vec<_> =
        names.into_iter().chain(long.iter().map(String::as_str)).map(|name| member(name, one)).collect();
    put("z.zip", &zip(&members));
}

/// The first place of a text that steers, hides or turns something.
fn odd(text: &str) -> Option<String> {
    let is_odd = |c: char| {
        c.is_control() && !matches!(c, '\t' | '\n' | '\r')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{61c}')
            || matches!(
                c,
                '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{17b4}' | '\u{180e}' | '\u{3164}' | '\u{fe0f}' | '\u{ffa0}'
            )
            || matches!(c, '\u{1bca0}' | '\u{e0000}'..='\u{e0fff}')
    };
    let at = text.find(is_odd)?;
    let from = (0..=at.saturating_sub(60)).rev().find(|from| text.is_char_boundary(*from)).unwrap_or_default();
    Some(text[from..].chars().take(100).collect::<String>().escape_debug().to_string())
}

fn check_text(what: &str, text: &str) {
    assert_eq!(odd(text), None, "{what}");
}

fn check_csv(what: &str, text: &str) {
    check_text(what, text);
    let mut rows = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let rows: Vec<csv::StringRecord> = rows.records().collect::<Result<_, _>>().unwrap();
    assert!(rows.len() > 1, "{what}: no row");
    for cell in rows.iter().flatten() {
        // Numbers are numbers.
        let is_live = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
        assert!(!is_live || cell.parse::<f64>().is_ok(), "{what}: {cell:?}");
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found
}

#[test]
fn no_output_steers_anything() {
    let folder = tempfile::tempdir().unwrap();
    hostile(folder.path());
    let all = [
        "validate",
        "validate --format concise",
        "validate --format jsonl --games --max-findings 0",
        "validate --statistics",
        "validate --color always --format concise",
        "fix",
        "fix --format full",
        "fix --moves",
        "fix --format jsonl",
        "fix --format errata",
        "analyze",
        "analyze --names",
        "analyze --duplicates",
        "select -c",
        "select -l",
        "select --explain",
        "convert --to csa -o games.csa",
        "convert --to descriptive -o games.txt",
        "convert --to jkf --out-dir jkf",
    ];
    for command in all {
        let mut arguments: Vec<&str> = command.split(' ').collect();
        if arguments[0] == "select" {
            arguments.insert(1, "plies >= 0");
        }
        arguments.push("in");
        let (_, stdout, stderr) = run_in(&arguments, folder.path());
        check_text(command, &stdout);
        check_text(command, &stderr);
        assert!(!stdout.is_empty() || !stderr.is_empty(), "{command}");
        if command.ends_with("errata") || command.ends_with("--names") {
            check_csv(command, &stdout);
            assert!(stdout.contains("<U+"), "{stdout}");
        }
    }
    let odd_name = "in/c\u{1b}[2J\u{202e}.pgn";
    for file in ["in/a.pgn", "in/=b.pgn", "in/-d.csa", "in/e.txt", odd_name, "in/z.zip", "in/none\u{1b}[2J.pgn", "in"] {
        for command in [
            "validate",
            "show",
            "show --svg",
            "show --game 999",
            "show --at x",
            "show --segments",
            "report --proof",
            "select",
        ] {
            let mut arguments: Vec<&str> = command.split(' ').collect();
            if command == "select" {
                arguments.extend(["-c", "plies >= 0"]);
            }
            arguments.push(file);
            let (_, stdout, stderr) = run_in(&arguments, folder.path());
            check_text(command, &stdout);
            check_text(command, &stderr);
        }
    }
}

#[test]
fn no_file_that_is_made_steers_anything() {
    let folder = tempfile::tempdir().unwrap();
    hostile(folder.path());
    for (format, raw) in [("csv", false), ("jsonl", false), ("csv", true)] {
        let out = format!("tables-{format}-{raw}");
        let mut arguments = vec!["analyze", "--moves", "--infos", "--duplicates", "--format", format, "-o", &out, "in"];
        if raw {
            arguments.extend(["--csv", "raw"]);
        }
        let (_, stdout, stderr) = run_in(&arguments, folder.path());
        check_text("analyze", &(stdout + &stderr));
        let parts =
            files(&folder.path().join(&out)).into_iter().filter(|path| path.extension().is_some_and(|e| e == format));
        for path in parts.filter(|_| !raw) {
            let text = fs::read_to_string(&path).unwrap();
            let what = path.display().to_string();
            if format == "csv" && text.lines().count() > 1 { check_csv(&what, &text) } else { check_text(&what, &text) }
        }
        let (exit, html, stderr) = run_in(&["report", &out], folder.path());
        assert_eq!(exit, Some(0), "{stderr}");
        check_text("report", &html);
    }
    for log in ["log.csv", "log.jsonl"] {
        let before = files(&folder.path().join("in"));
        let kept: Vec<Vec<u8>> = before.iter().map(|path| fs::read(path).unwrap()).collect();
        let (_, stdout, stderr) = run_in(&["fix", "--write=likely", "--log", log, "in"], folder.path());
        check_text("fix", &(stdout + &stderr));
        let text = fs::read_to_string(folder.path().join(log)).unwrap();
        if log.ends_with("csv") {
            check_csv(log, &text);
        } else {
            check_text(log, &text);
        }
        before.iter().zip(kept).for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
    }
    // A list and a table of names that were made safe are read as what they were.
    let (exit, count, stderr) = run_in(&["select", "-q", "-c", "--list", "log.csv", "in"], folder.path());
    assert_eq!(exit, Some(0), "{stderr}");
    assert!(count.contains("in/=h.pgn:12") && !stderr.contains("none of the inputs"), "{count} {stderr}");
}

#[test]
fn names_that_are_made_safe_are_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let game = |name: &str| format!("[White \"{name}\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 *\n\n");
    let names = ["Aldous, Miriam", "Aldous, Miriam", "Aldous, Miriam\u{200b}", "=Aldous, Miriam"];
    fs::write(folder.path().join("a.pgn"), names.map(game).concat()).unwrap();
    let (_, table, _) = run_in(&["analyze", "-q", "--names", "a.pgn"], folder.path());
    check_csv("--names", &table);
    assert_eq!(table.lines().count(), 3, "{table}");
    assert!(table.contains("\n\"Aldous, Miriam<U+200B>\",\"Aldous, Miriam\","), "{table}");
    fs::write(folder.path().join("names.csv"), &table).unwrap();
    let (_, text, _) = run_in(&["convert", "-q", "--to", "pgn", "--names", "names.csv", "a.pgn"], folder.path());
    assert_eq!(text.matches("[White \"Aldous, Miriam\"]").count(), 4, "{text}");
    // What cannot be seen is no name to be written.
    fs::write(folder.path().join("names.csv"), "from,to\n\"Aldous, Miriam\",A<U+200B>\n").unwrap();
    let (exit, _, stderr) = run_in(&["convert", "--to", "pgn", "--names", "names.csv", "a.pgn"], folder.path());
    assert_eq!((exit, stderr.contains("A<U+200B>")), (Some(2), true), "{stderr}");
}

#[test]
fn files_made_of_members_are_harmless() {
    let folder = tempfile::tempdir().unwrap();
    hostile(folder.path());
    for (out, input) in [("one", "in/z.zip"), ("two", "in")] {
        let (exit, _, stderr) = run_in(&["convert", "-q", "--to", "pgn", "--out-dir", out, input], folder.path());
        assert_ne!(exit, Some(2), "{stderr}");
        let made = files(&folder.path().join(out));
        assert_eq!(made.len(), if out == "one" { 8 } else { 8 + 5 }, "{made:?}");
        for path in made {
            for part in path.strip_prefix(folder.path()).unwrap() {
                let name = part.to_str().unwrap();
                check_text("a file", name);
                let stem = name.split('.').next().unwrap();
                assert!(!name.starts_with(['-', '.']) && stem != "CON" && name.len() <= 255, "{name}");
            }
        }
    }
    assert!(!folder.path().join("i.pgn").exists());
}

/// Our own colours are none of what is escaped.
#[test]
fn colours_that_are_asked_for_come() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), "[Event \"a\"]\n\n1. e4 e5 2. Ke3 Nc6 *\n").unwrap();
    for command in ["validate", "fix", "show", "convert --to uci", "analyze"] {
        let arguments: Vec<&str> = command.split(' ').chain(["--color", "always", "a.pgn"]).collect();
        let (_, out, err) = run_in(&arguments, folder.path());
        let text = out + &err;
        assert!(text.contains("\u{1b}[") && !text.contains("U+001B"), "{command}: {text}");
    }
}
