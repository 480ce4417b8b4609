//! A file, its copy and its rows in the log: what becomes of one becomes of all, wherever a run ends.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{partie, run_in};

const TEXT: &str = "[Event \"A\"]\n[White \"Novak\"]\n[Black \"Dvorak\"]\n[Result \"*\"]\n\n\
                    1. e4 e5 2. Nf3+ Nc6 3. Bc4 Bc5 4. 0-0 Nf6 *\n";

fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| tempfile::tempdir().unwrap())
}

fn fixed() -> String {
    TEXT.replace("Nf3+", "Nf3").replace("0-0", "O-O")
}

fn read(folder: &Path, name: &str) -> Option<String> {
    fs::read_to_string(folder.join(name)).ok()
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn command(arguments: &[&str], folder: &Path) -> Command {
    let mut command = partie();
    command.args(arguments).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Killed at each byte that it writes, and at each step between: the same command goes on, and leaves what it leaves
/// undisturbed.
#[test]
fn a_run_that_is_killed_anywhere_goes_on() {
    for log in ["log.csv", "log.jsonl"] {
        let arguments = ["fix", "-q", "--write", "--backup", "--log", log, "a.pgn", "b.pgn"];
        let begin = || {
            let folder = folder();
            ["a.pgn", "b.pgn"].iter().for_each(|name| fs::write(folder.path().join(name), TEXT).unwrap());
            folder
        };
        let whole = begin();
        assert!(command(&arguments, whole.path()).status().unwrap().success());
        let mut killed = 0;
        for room in (0..).step_by(3) {
            let folder = begin();
            let mut first = command(&arguments, folder.path());
            first.env("PARTIE_TEST_DISK_ROOM", room.to_string()).env("PARTIE_TEST_DISK_KILL", "1");
            if first.status().unwrap().success() {
                break;
            }
            killed += 1;
            for name in ["a.pgn", "b.pgn"] {
                let (now, copy) = (read(folder.path(), name).unwrap(), read(folder.path(), &format!("{name}~")));
                assert!(now == TEXT || now == fixed() && copy.as_deref() == Some(TEXT), "{room}: {now}");
                let rows = read(folder.path(), log).unwrap_or_default();
                assert!(now == TEXT || rows.matches(name).count() == 2, "{room}: {rows}");
            }
            assert!(command(&arguments, folder.path()).status().unwrap().success(), "{room}");
            assert_eq!(names(folder.path()), names(whole.path()), "{room}");
            for name in names(folder.path()) {
                assert_eq!(read(folder.path(), &name), read(whole.path(), &name), "{room}: {name}");
            }
        }
        assert!(killed > 300, "{killed}");
    }
}

/// Rows that a killed run added for a file that it did not replace are taken back, whatever is done next.
#[test]
fn the_next_run_takes_back_what_was_not_done() {
    for room in 0.. {
        let folder = folder();
        fs::write(folder.path().join("a.pgn"), TEXT).unwrap();
        fs::write(folder.path().join("b.pgn"), fixed()).unwrap();
        let mut first = command(&["fix", "-q", "--write", "--log", "log.csv", "a.pgn"], folder.path());
        first.env("PARTIE_TEST_DISK_ROOM", room.to_string()).env("PARTIE_TEST_DISK_KILL", "1");
        if first.status().unwrap().success() {
            break;
        }
        let other = ["fix", "-q", "--write", "--log", "log.csv", "b.pgn"];
        assert!(command(&other, folder.path()).status().unwrap().success());
        let rows = read(folder.path(), "log.csv").unwrap();
        let done = read(folder.path(), "a.pgn").unwrap() != TEXT;
        assert_eq!(rows.matches("a.pgn").count(), if done { 2 } else { 0 }, "{room}: {rows}");
        let mut left = names(folder.path());
        left.retain(|name| name.ends_with(".partie") || name.ends_with(".intent"));
        assert!(left.is_empty(), "{room}: {left:?}");
    }
}

#[test]
fn runs_at_once_share_a_log() {
    for round in 0..10 {
        let folder = folder();
        let files: Vec<String> = (0..6).map(|number| format!("{number}.pgn")).collect();
        files.iter().for_each(|name| fs::write(folder.path().join(name), TEXT).unwrap());
        let start = |name: &String| {
            command(&["fix", "-q", "--write", "--log", "log.csv", name], folder.path()).spawn().unwrap()
        };
        // The first file by three of them.
        let mut runs: Vec<_> = files.iter().chain([&files[0], &files[0]]).map(start).collect();
        runs.iter_mut().for_each(|run| assert!(run.wait().is_ok()));
        let rows = read(folder.path(), "log.csv").unwrap();
        assert!(files.iter().all(|name| read(folder.path(), name) == Some(fixed())));
        assert!(files.iter().all(|name| rows.matches(name.as_str()).count() == 2), "round {round}: {rows}");
        assert_eq!(rows.lines().count(), 1 + 2 * files.len(), "{rows}");
        assert!(rows.starts_with("path,"), "{rows}");
    }
}

#[test]
fn another_file_that_fails_takes_no_rows_with_it() {
    let folder = folder();
    for name in ["a.pgn", "b.pgn", "c.pgn"] {
        fs::write(folder.path().join(name), TEXT).unwrap();
    }
    // Its copy is somebody's.
    fs::write(folder.path().join("b.pgn~"), "an original").unwrap();
    let arguments = ["fix", "-q", "--write", "--backup", "--log", "log.csv", "a.pgn", "b.pgn", "c.pgn"];
    let (exit, _, stderr) = run_in(&arguments, folder.path());
    assert!(exit == Some(2) && stderr.contains("is there already"), "{stderr}");
    assert_eq!(read(folder.path(), "b.pgn").as_deref(), Some(TEXT));
    assert_eq!(read(folder.path(), "b.pgn~").as_deref(), Some("an original"));
    let rows = read(folder.path(), "log.csv").unwrap();
    let counts = ["a.pgn", "b.pgn", "c.pgn"].map(|name| rows.matches(name).count());
    assert_eq!(counts, [2, 0, 2], "{rows}");
}

/// Somebody was cut short in the log: the rows begin on a line of their own.
#[test]
fn a_log_without_its_last_line_end_gets_it() {
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), TEXT).unwrap();
    fs::write(folder.path().join("log.csv"), "path,game,players,ply,was,is,grade\nx.pgn,1,").unwrap();
    assert_eq!(run_in(&["fix", "-q", "--write", "--log", "log.csv", "a.pgn"], folder.path()).0, Some(0));
    let rows = read(folder.path(), "log.csv").unwrap();
    assert!(rows.contains("\nx.pgn,1,\na.pgn,") && rows.lines().count() == 4, "{rows}");
}

#[cfg(unix)]
#[test]
fn another_name_of_a_file_is_said() {
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), TEXT).unwrap();
    fs::hard_link(folder.path().join("a.pgn"), folder.path().join("b.pgn")).unwrap();
    let (exit, _, stderr) = run_in(&["fix", "-q", "--write", "a.pgn"], folder.path());
    assert!(exit == Some(0) && stderr.contains("1 other name (a hard link), which keeps"), "{stderr}");
    assert_eq!(read(folder.path(), "b.pgn").as_deref(), Some(TEXT));
}

/// Only who may give files away can try it.
#[cfg(unix)]
#[test]
fn owner_group_and_mode_stay() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    let folder = folder();
    let file = folder.path().join("a.pgn");
    fs::write(&file, TEXT).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    if chown(&file, Some(4321), Some(4322)).is_err() {
        return;
    }
    assert_eq!(run_in(&["fix", "-q", "--write", "--backup", "a.pgn"], folder.path()).0, Some(0));
    for name in ["a.pgn", "a.pgn~"] {
        let data = fs::metadata(folder.path().join(name)).unwrap();
        assert_eq!((data.uid(), data.gid(), data.mode() & 0o777), (4321, 4322, 0o640), "{name}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), fixed());
}

/// A log of an earlier run that stands among the games is none of them.
#[test]
fn a_log_inside_of_the_folder_is_passed_over() {
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), TEXT).unwrap();
    for _ in 0..2 {
        let output = command(&["fix", "-q", "--write", "--log", "log.csv", "."], folder.path()).output().unwrap();
        assert!(output.status.code() < Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let output = command(&["fix", "-q", "--write", "--log", "log.csv", "log.csv"], folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
