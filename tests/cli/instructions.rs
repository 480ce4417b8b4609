//! How many instructions the command that is shipped takes for small inputs of each kind, against counts that are changed on
//! purpose. Valgrind counts them, whatever else the machine does. The start of the program, a tenth of the smallest run, is a row
//! of its own, and is taken off the others. `PARTIE_COUNTED` is the command, which `.ci/nightly` builds:
//!
//!     cargo build --profile dist
//!     PARTIE_COUNTED=target/dist/partie cargo test --test cli instructions -- --ignored --nocapture
//!
//! With `PARTIE_COUNTS=write` before it, `tests/cli/instructions.tsv` is written anew. Rules and notations alone are counted
//! by `tests/counted`, on each change.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{root, shared};

/// Ratios that pass: of a run, and of the start of the program.
const MOST: f64 = 1.02;
const MOST_OF_START: f64 = 1.1;
/// Bytes of each input, about.
const SIZE: usize = 600_000;

/// The first records of a text, which begin with such lines.
fn first<'a>(text: &'a str, begin: &str) -> &'a str {
    let end = text.match_indices(begin).map(|(at, _)| at).find(|at| *at > SIZE).unwrap_or(text.len());
    &text[..end]
}

/// All files of a folder with an extension, in the order of their names.
fn folder(path: &Path, extension: &str) -> String {
    let mut files: Vec<_> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    files.iter().map(|path| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned() + "\n\n").collect()
}

/// The games of a plain archive with an evaluation and a clock behind each move, as Lichess writes them.
fn with_clocks(plain: &str) -> String {
    let mut out = String::new();
    for line in plain.lines() {
        if line.is_empty() || line.starts_with('[') {
            let _ = writeln!(out, "{line}");
            continue;
        }
        for word in line.split_whitespace() {
            let _ = match word.split_once('.') {
                Some((number, "")) => write!(out, "{number}. "),
                Some((number, mv)) => write!(out, "{number}. {mv} {{ [%eval 0.17] [%clk 0:02:59] }} "),
                None if word.contains('-') && !word.starts_with('O') => writeln!(out, "{word}"),
                None => write!(out, "{word} {{ [%eval 0.17] [%clk 0:02:59] }} "),
            };
        }
    }
    out
}

/// The games of a plain archive with a comment of 250 bytes behind each move.
fn with_words(plain: &str) -> String {
    let words = "A quiet move that keeps the tension in the centre. ".repeat(5);
    let mut out = String::new();
    for line in plain.lines() {
        let is_move = |word: &str| !line.starts_with('[') && word.contains(|of: char| of.is_ascii_lowercase());
        for word in line.split_inclusive(' ') {
            let comment = if is_move(word) { format!(" {{{}}} ", words.trim_end()) } else { String::new() };
            out += word.trim_end();
            out += if comment.is_empty() && word.ends_with(' ') { " " } else { &comment };
        }
        out += "\n";
    }
    out
}

/// The same with another tenth move in every 20th game, which mostly is illegal.
fn broken(plain: &str) -> String {
    let mut games = 0;
    let mut out = String::new();
    for line in plain.lines() {
        games += usize::from(line.starts_with("[Event "));
        match line.split_once(" 10.").filter(|_| games % 20 == 0) {
            Some((before, rest)) => {
                let after = rest.trim_start().split_once(' ').map_or("", |(_, after)| after);
                let _ = writeln!(out, "{before} 10. Ka8 {after}");
            }
            None => {
                let _ = writeln!(out, "{line}");
            }
        }
    }
    out
}

/// The instructions of a run; nothing without Valgrind.
fn count(program: &Path, arguments: &[&str], at: &Path) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(arguments)
        .current_dir(at)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let (_, collected) = said.split_once("Collected : ")?;
    collected.split_whitespace().next()?.parse().ok()
}

#[test]
#[ignore = "counts what is shipped: .ci/nightly"]
fn no_more_than_before() {
    let program = std::env::var_os("PARTIE_COUNTED").expect("PARTIE_COUNTED, the program");
    let program = root().join(program);
    let data = ["chess/real.pgn.zst", "chess/annotated", "hex/real_en.hgn", "shogi/real-csa"].map(shared);
    let [Some(plain), Some(annotated), Some(hex), Some(csa)] = data else { return };
    let here = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| fs::write(here.path().join(name), text).unwrap();
    let plain = zstd::decode_all(fs::File::open(plain).unwrap()).unwrap();
    let plain = String::from_utf8_lossy(&plain).into_owned();
    let plain = first(&plain, "[Event ");
    put("plain.pgn", plain);
    put("lichess.pgn", &with_clocks(plain));
    put("wordy.pgn", &with_words(plain));
    put("broken.pgn", &broken(plain));
    put("annotated.pgn", first(&folder(&annotated, "pgn"), "[Event "));
    put("hex.hgn", &String::from_utf8_lossy(&fs::read(hex).unwrap()));
    let csa = folder(&csa, "csa").replace("\n\n", "\n/\n");
    put("games.csa", first(&csa, "/\n"));
    put("start.usi", "position startpos moves 7g7f\n");
    let convert = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_partie")).args(arguments).current_dir(here.path()).output().unwrap();
    };
    convert(&["convert", "-q", "--to", "kif", "-o", "games.kifu", "games.csa"]);
    convert(&["convert", "-q", "--to", "usi", "-o", "games.usi", "games.csa"]);
    convert(&["convert", "-q", "--to", "pgn", "--to-letters", "de", "-o", "german.pgn", "plain.pgn"]);
    let table = root().join("tests/cli/instructions.tsv");
    let (mut counts, mut more) = (String::new(), Vec::new());
    let known = fs::read_to_string(&table).unwrap_or_default();
    // The start of the program, now and before.
    let mut start: Option<(u64, u64)> = None;
    for arguments in [
        &["validate", "-q", "-j", "1", "start.usi"][..],
        &["validate", "-q", "-j", "1", "plain.pgn"],
        &["validate", "-q", "-j", "1", "lichess.pgn"],
        &["validate", "-q", "-j", "1", "annotated.pgn"],
        &["validate", "-q", "-j", "1", "hex.hgn"],
        &["validate", "-q", "-j", "1", "games.kifu"],
        &["validate", "-q", "-j", "1", "games.csa"],
        &["validate", "-q", "-j", "1", "games.usi"],
        &["validate", "-q", "-j", "1", "broken.pgn"],
        &["validate", "-q", "-j", "1", "german.pgn"],
        &["validate", "-q", "-j", "1", "wordy.pgn"],
        &["fix", "-q", "-j", "1", "broken.pgn"],
        &["convert", "-q", "-j", "1", "--to", "uci", "plain.pgn"],
        &["analyze", "-q", "-j", "1", "--format", "csv", "--moves", "-o", "csv", "plain.pgn"],
        &["analyze", "-q", "-j", "1", "--format", "parquet", "-o", "parquet", "plain.pgn"],
        &["analyze", "-q", "-j", "1", "--format", "parquet", "--moves", "-o", "plies", "plain.pgn"],
    ] {
        let Some(now) = count(&program, arguments, here.path()) else { return println!("no valgrind: skipped") };
        let name = arguments.join(" ");
        let before = known.lines().find_map(|line| line.strip_prefix(&name)?.trim().parse::<u64>().ok());
        let counted = (now, before.unwrap_or(now));
        let (start_now, start_before) = start.unwrap_or_default();
        let most = if start.is_some() { MOST } else { MOST_OF_START };
        start.get_or_insert(counted);
        let ratio = (counted.0 - start_now) as f64 / (counted.1 - start_before) as f64;
        println!("{name}: {now}, {ratio:.3} of before");
        if ratio > most || before.is_none() {
            more.push(format!("{name}: {now}, {ratio:.3}"));
        }
        let _ = writeln!(counts, "{name}\t{now}");
    }
    if std::env::var_os("PARTIE_COUNTS").is_some_and(|wish| wish == "write") {
        return fs::write(table, counts).unwrap();
    }
    assert!(more.is_empty(), "more instructions than tests/cli/instructions.tsv has: {more:#?}");
}
