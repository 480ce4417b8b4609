//! The disk is full at each byte that is written: what was there stays, and nothing else is left.
//!
//! `PARTIE_TEST_DISK_ROOM` says how much fits; builds for tests know it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::partie;

const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 (2. Bc4 a6) 2... Nc6 *\n\n\
                     [White \"C\"]\n[Black \"D\"]\n[Result \"1-0\"]\n\n1. d4 d5 1-0\n";
const OLD: &[u8] = b"what was there before";

/// In memory where the system has such a place, as every file is synced.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| tempfile::tempdir().unwrap())
}

fn run(arguments: &[&str], folder: &Path, room: Option<usize>) -> Output {
    let mut command: Command = partie();
    command.args(arguments).current_dir(folder);
    if let Some(room) = room {
        command.env("PARTIE_TEST_DISK_ROOM", room.to_string());
    }
    command.output().unwrap()
}

/// The files below a folder, without the lock; the lines of the journal in order, a torn one left out.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in walkdir::WalkDir::new(folder) {
        let entry = entry.unwrap();
        if !entry.file_type().is_file() || entry.file_name() == "lock" {
            continue;
        }
        let mut bytes = fs::read(entry.path()).unwrap();
        if entry.file_name() == "journal.jsonl" {
            let whole = |line: &&[u8]| serde_json::from_slice::<serde_json::Value>(line).is_ok();
            let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').filter(whole).collect();
            lines.sort_unstable();
            // A task whose line could not be made lasting is done again.
            lines.dedup();
            bytes = lines.join(&b'\n');
        }
        found.insert(entry.path().strip_prefix(folder).unwrap().to_owned(), bytes);
    }
    found
}

/// How a run ends that a full disk stopped: with its code, and no word of anything else.
fn assert_full(output: &Output, what: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{what}: {stderr}");
    assert!(stderr.contains("error[X004]") && stderr.contains("no space is left"), "{what}: {stderr}");
}

/// Runs a command on a disk with more and more room, until it succeeds. `check` gets what it left at each.
fn each_room(arguments: &[&str], folder: &Path, mut check: impl FnMut(usize, BTreeMap<PathBuf, Vec<u8>>)) -> usize {
    for room in 0.. {
        let output = run(arguments, folder, Some(room));
        if output.status.success() {
            return room;
        }
        assert_full(&output, &format!("{arguments:?} with room for {room}"));
        check(room, contents(folder));
    }
    unreachable!()
}

#[test]
fn a_file_is_replaced_as_a_whole_or_not_at_all() {
    for target in ["out.pgn", "out.pgn.gz", "out.pgn.bz2", "out.pgn.zst"] {
        let folder = folder();
        fs::write(folder.path().join("in.pgn"), GAMES).unwrap();
        fs::write(folder.path().join(target), OLD).unwrap();
        let before = contents(folder.path());
        let rooms = each_room(&["convert", "--to", "uci", "in.pgn", "-o", target], folder.path(), |room, left| {
            assert!(left == before, "{target} with room for {room}: {:?}", left.keys());
        });
        assert!(rooms > 30, "{target}: {rooms}");
        assert_ne!(fs::read(folder.path().join(target)).unwrap(), OLD);
    }
}

#[test]
fn files_of_a_folder_are_whole_or_not_there() {
    for split in [&[][..], &["--split-by", "White"], &["--games-per-file", "1"]] {
        let folder = folder();
        for name in ["a.pgn", "b.pgn"] {
            fs::write(folder.path().join(name), GAMES.replace('C', name)).unwrap();
        }
        let arguments = [&["convert", "--to", "uci", "a.pgn", "b.pgn", "--out-dir", "out"], split].concat();
        assert!(run(&arguments, folder.path(), None).status.success());
        let whole = contents(&folder.path().join("out"));
        for old in whole.keys() {
            fs::write(folder.path().join("out").join(old), OLD).unwrap();
        }
        each_room(&arguments, folder.path(), |room, _| {
            let left = contents(&folder.path().join("out"));
            assert!(left.keys().eq(whole.keys()), "{split:?} with room for {room}: {:?}", left.keys());
            for (path, bytes) in left {
                assert!(bytes == OLD || bytes == whole[&path], "{split:?} with room for {room}: {}", path.display());
                fs::write(folder.path().join("out").join(path), OLD).unwrap();
            }
        });
        assert_eq!(contents(&folder.path().join("out")), whole);
    }
}

#[test]
fn a_page_is_whole_or_not_there() {
    let folder = folder();
    fs::write(folder.path().join("in.pgn"), GAMES).unwrap();
    assert!(run(&["analyze", "in.pgn", "-o", "out"], folder.path(), None).status.code() < Some(2));
    fs::write(folder.path().join("page.html"), OLD).unwrap();
    let before = contents(folder.path());
    let arguments = ["report", "out", "-o", "page.html"];
    // Its bytes are written at once.
    let rooms = (0..32).chain((32..).step_by(311));
    let full = rooms.map(|room| (room, run(&arguments, folder.path(), Some(room))));
    let full = full.take_while(|(_, output)| !output.status.success()).inspect(|(room, output)| {
        assert_full(output, &format!("a page with room for {room}"));
        assert!(contents(folder.path()) == before, "with room for {room}");
    });
    assert!(full.count() > 50);
    for name in contents(&folder.path().join("out")).keys() {
        let target = folder.path().join("out").join(name);
        let before = fs::read(&target).unwrap();
        let output = run(&["report", "out", "-o", target.to_str().unwrap()], folder.path(), None);
        assert!(output.status.code() == Some(2) && String::from_utf8_lossy(&output.stderr).contains("error[X003]"));
        assert!(fs::read(&target).unwrap() == before, "{}", name.display());
    }
    for _ in 0..2 {
        assert!(run(&["report", "out", "-o", "out/page.html"], folder.path(), None).status.success());
    }
}

/// After a full disk the same command goes on, and what it leaves is what an undisturbed run leaves.
#[test]
fn tables_are_the_same_after_a_full_disk() {
    let folder = folder();
    fs::create_dir(folder.path().join("in")).unwrap();
    for number in 0..4 {
        fs::write(folder.path().join(format!("in/{number}.pgn")), GAMES.replace("Nc6", "Nc5").repeat(1 + number))
            .unwrap();
    }
    let analyze = |out: &str, room| {
        let arguments = ["analyze", "in", "-q", "--moves", "--duplicates", "--task-size", "300", "-j", "2", "-o", out];
        run(&arguments, folder.path(), room)
    };
    let code = analyze("whole", None).status.code();
    assert!(code < Some(2));
    let whole = contents(&folder.path().join("whole"));
    let sum: usize = whole.values().map(Vec::len).sum();
    let mut full = 0;
    for room in (0..).step_by((sum / SWEEP).max(1)) {
        let output = analyze("out", Some(room));
        if output.status.code() == code {
            break;
        }
        assert_full(&output, &format!("with room for {room}"));
        full += 1;
        assert_eq!(analyze("out", None).status.code(), code);
        let left = contents(&folder.path().join("out"));
        assert!(left.keys().eq(whole.keys()), "with room for {room}: {:?}", left.keys());
        for (path, bytes) in &left {
            assert!(*bytes == whole[path], "with room for {room}: {}", path.display());
        }
        fs::remove_dir_all(folder.path().join("out")).unwrap();
    }
    println!("{full} full disks, {sum} bytes");
    assert!(full > SWEEP * 9 / 10);
}

/// How many rooms are tried, about.
const SWEEP: usize = 1000;
