//! Shogi: hostile records, time and slices. Nothing panics, the time is linear in the length, and
//! nothing depends on threads or on where a file is cut.

use crate::common;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::{computing, extra, feed, ratio_of_least, shared};
use crate::judged_support::{judge_file, table};
use crate::own_games::real;
use partie_notation::{ReadOutcome, formats};
use partie_record::{Encoding, Format, Record};
use partie_replay::{Options, Replayer, Text, Wanted};

/// What is wrong in the tool, with the reason; the file is judged, and its codes are not compared.
const EXCEPTIONS: &[(&str, &str)] =
    &[("k21_moves_200k.kif", "it is longer than 3 MiB, so that nothing is judged of it but its length (B007)")];

/// What the generator of the shared data writes at some scale, in a folder of its own; without it, a record with characters
/// that a terminal obeys wherever they can be.
fn generated(scale: &str) -> Option<tempfile::TempDir> {
    let folder = tempfile::tempdir().unwrap();
    let Some(script) = extra("hostile/gen_hostile_kif.py") else {
        let text = "手合割：平手\n先手：A\x1b[2J\n後手：B\u{202e}\n   1 ７六歩(77)\n*\x1b]0;x\x07\n   2 \x1b[1m３四歩(33)\n   \
                    3 ２二\u{9b}飛(28)\n   4 投\x08了\n";
        fs::write(folder.path().join("controls.kifu"), text).unwrap();
        return Some(folder);
    };
    match Command::new("python3").arg(script).arg(folder.path()).arg(scale).status() {
        Ok(status) if status.success() => Some(folder),
        other => {
            println!("python3 is not at hand ({other:?}): skipped");
            None
        }
    }
}

#[test]
fn hostile_files() {
    let Some(expectations) = shared("hostile/EXPECT_KIF.tsv") else { return };
    let Some(folder) = generated("1.0") else { return };
    let mut wrong = Vec::new();
    let rows = table(&expectations);
    assert_eq!(rows.len(), 17);
    for row in rows {
        let name = &row["file"];
        let start = Instant::now();
        let judged = judge_file(&folder.path().join(name), &["--rules", "jsa"]);
        if start.elapsed() > Duration::from_secs(10) {
            wrong.push(format!("{name}: {:?}", start.elapsed()));
        }
        if judged.games.len() != 1 {
            wrong.push(format!("{name}: {} games", judged.games.len()));
        }
        let found = judged.codes("SHLNRDCB");
        let has = |word: &str| found.iter().any(|code| code == word || code.split('@').next() == Some(word));
        let words = &row["codes that must appear"];
        let missing: Vec<&str> = words.split_whitespace().filter(|word| *word != "-" && !has(word)).collect();
        let excepted = EXCEPTIONS.iter().any(|(known, _)| known == name);
        if missing.is_empty() == excepted {
            wrong.push(format!("{name}: missing {missing:?} of {found:?}; an exception: {excepted}"));
        }
        let note = row.get("note").map_or("", String::as_str);
        if (words == "-" || note.contains("no error")) && judged.has_error() {
            wrong.push(format!("{name}: {found:?}"));
        }
        if note.contains("both moves are read") && judged.games[0]["plies"] != 2 {
            wrong.push(format!("{name}: {} plies", judged.games[0]["plies"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_said_holds_no_control_characters() {
    let Some(folder) = generated("0.01") else { return };
    for form in ["full", "concise", "jsonl"] {
        let output = common::partie()
            .args(["validate", "--fail-on", "info", "--color", "never", "--format", form])
            .arg(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        let odd = text.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(odd, None, "{form}");
    }
}

/// Plies and lines of a record, and the least time of three runs in which it was judged. A run judges it
/// several times, since some kernels count in steps of a few milliseconds.
fn timed(bytes: &[u8]) -> (u32, usize, Duration) {
    const TIMES: u32 = 6;
    let format = formats::sniff(bytes);
    let mut least = (0, 0, Duration::MAX);
    for _ in 0..3 {
        let mut replayer = Replayer::new(Options::default(), Wanted { infos: true, ..Wanted::default() });
        let mut record = Record::default();
        let start = computing();
        for _ in 0..TIMES {
            assert_eq!(formats::read_record(format, bytes, 0, true, &mut record), ReadOutcome::Game(bytes.len()));
            let text = Text { bytes, encoding: Encoding::Utf8, last: true };
            least.0 = replayer.replay(text, &record, false).plies;
        }
        let spent = computing().saturating_sub(start) / TIMES;
        least = (least.0, record.lines.len(), spent.min(least.2));
    }
    least
}

const SHUFFLE: [&str; 4] = ["３八飛(28)", "７二飛(82)", "２八飛(38)", "８二飛(72)"];

fn plies(text: &mut String, from: usize, count: usize) {
    for ply in from..from + count {
        writeln!(text, "{ply:4} {}   ( 0:01/00:00:01)", SHUFFLE[(ply - 1) % 4]).unwrap();
    }
}

/// A game, and variations of four plies at each of its moves, the last first, as programs write them.
fn forks(count: usize) -> String {
    let mut text = "手合割：平手\n先手：A\n後手：B\n手数----指手---------消費時間--\n".to_owned();
    plies(&mut text, 1, count);
    for ply in (1..count).rev() {
        writeln!(text, "\n変化：{ply}手").unwrap();
        plies(&mut text, ply, 4);
    }
    text
}

#[test]
fn twice_the_length_takes_twice_the_time() {
    const MOST: f64 = 2.3;
    let mut cases: Vec<(&str, usize, Vec<u8>, Vec<u8>)> = Vec::new();
    let is_at_hand = extra("hostile/gen_hostile_kif.py").is_some();
    if let Some((half, whole)) = is_at_hand.then(|| Some((generated("0.5")?, generated("1.0")?))).flatten() {
        let read = |folder: &Path| fs::read(folder.join("k21_moves_200k.kif")).unwrap();
        cases.push(("moves_200k", 1, read(half.path()), read(whole.path())));
    }
    cases.push(("fork_depth", 40_000, forks(20_000).into(), forks(40_000).into()));
    for (name, most_lines, half, whole) in cases {
        let (plies, lines, once) = timed(&half);
        let (more_plies, more_lines, twice) = timed(&whole);
        assert_eq!((more_plies, more_lines), (2 * plies, most_lines), "{name}");
        let ratio = ratio_of_least(|| timed(&half).2, || timed(&whole).2, MOST);
        println!("{name}: {plies} plies, {lines} lines {once:?}; twice as many {twice:?}; ratio {ratio:.2}");
        assert!(ratio <= MOST, "{name}: {ratio:.2}");
    }
}

/// Runs the command over bytes; all that it prints but the elapsed time.
fn said(bytes: &[u8], more: &[&str]) -> (Option<i32>, String) {
    let mut arguments = vec!["validate", "--format", "jsonl", "--games", "--moves", "--quiet"];
    arguments.extend(more);
    arguments.push("-");
    let output = feed(&arguments, bytes);
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// The same with one and two threads and in slices of several sizes.
fn independent_of_slices(name: &str, bytes: &[u8], games: usize) {
    let whole = said(bytes, &["-j", "1"]);
    let count = whole.1.lines().filter(|line| line.contains("\"type\":\"game\"")).count();
    assert_eq!((whole.0, count), (Some(0), games), "{name}");
    for chunk in ["1", "100", "999", "4096", "65536", "1000003"] {
        for jobs in ["1", "2"] {
            let cut = said(bytes, &["-j", jobs, "--chunk", chunk]);
            assert!(cut == whole, "{name}: slices of {chunk}, {jobs} threads: {}", first_difference(&whole.1, &cut.1));
        }
    }
}

fn first_difference(one: &str, other: &str) -> String {
    let pair = one.lines().zip(other.lines()).find(|(one, other)| one != other);
    pair.map_or_else(|| "one is longer".to_owned(), |(one, other)| format!("\n{one:.300}\n{other:.300}"))
}

/// The files of a folder whose names end so, in order.
fn folder(path: &str, end: &str, most: usize) -> Vec<Vec<u8>> {
    let mut paths: Vec<_> = fs::read_dir(real(path)).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.to_str().unwrap().ends_with(end));
    paths.sort();
    paths.truncate(most);
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn kif_files_put_together_are_cut_anywhere() {
    for end in [".kifu", ".kif"] {
        let files = folder("shogi/selfplay", end, 100);
        let mut bytes = files.concat();
        assert_eq!(formats::sniff(&bytes), Format::Kif);
        independent_of_slices(end, &bytes, files.len());
        bytes.extend_from_slice(b"\n");
        assert_eq!(said(&bytes, &["-j", "1"]).0, Some(0));
    }
}

#[test]
fn csa_files_put_together_are_cut_anywhere() {
    let files = folder("shogi/real-csa", ".csa", usize::MAX);
    // A file with an error would hide another exit status.
    let sound: Vec<Vec<u8>> = files.into_iter().filter(|file| !file.windows(4).any(|part| part == b"\n** ")).collect();
    let bytes = sound.join(&b"\n/\n"[..]);
    assert_eq!(formats::sniff(&bytes), Format::Csa);
    independent_of_slices("csa", &bytes, sound.len());
}
