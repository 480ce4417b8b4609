//! Beyond one machine: tasks one by one, as xargs and Spark call them, make the tables that one run makes.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests"
)]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use common::{partie, python_with, root};

/// How long Spark may take before it is given up.
const PATIENCE: Duration = Duration::from_secs(240);

/// Games as Lichess writes them, some of them broken, in frames cut anywhere, each with its size before it.
fn archive(path: &Path, games: usize, frame: usize) {
    let mut text = String::new();
    for number in 0..games {
        text.push_str(&format!(
            "[Event \"Rated blitz game\"]\n[Site \"https://lichess.org/x{number:07}\"]\n[White \"a{}\"]\n[Black \"b{}\"]\n\
             [Result \"1-0\"]\n[WhiteElo \"{}\"]\n[TimeControl \"180+2\"]\n\n",
            number % 97,
            number % 89,
            1200 + number % 900,
        ));
        let moves = ["Nf3", "Nf6", "Ng1", "Ng8", "e4", "e5", "Nc3", "d6", "Bc4", "h6"];
        let plies = 6 + number * 7 % 60;
        for ply in 0..plies {
            let san = if ply < plies - 6 { moves[ply % 4] } else { moves[(4 + ply + 6 - plies) % 10] };
            let san = if number % 50 == 7 && ply + 1 == plies { "Qh8" } else { san };
            let (point, move_number) = (if ply % 2 == 0 { "." } else { "..." }, ply / 2 + 1);
            text.push_str(&format!(
                "{move_number}{point} {san} {{ [%eval 0.{:02}] [%clk 0:02:{:02}] }} ",
                ply,
                59 - ply / 2
            ));
        }
        text.push_str("1-0\n\n");
    }
    let mut packed = Vec::new();
    for part in text.as_bytes().chunks(frame) {
        let part = zstd::encode_all(part, 3).unwrap();
        packed.extend_from_slice(&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0]);
        packed.extend((part.len() as u32).to_le_bytes());
        packed.extend(part);
    }
    fs::write(path, packed).unwrap();
}

/// The tables, the sums of the join and the totals: everything but the lock and the journal.
fn tables(out: &Path) -> BTreeMap<PathBuf, u128> {
    let mut found = BTreeMap::new();
    for entry in walkdir::WalkDir::new(out) {
        let entry = entry.unwrap();
        if entry.file_type().is_file() && !["lock", "journal.jsonl"].contains(&entry.file_name().to_str().unwrap()) {
            let digest = xxhash_rust::xxh3::xxh3_128(&fs::read(entry.path()).unwrap());
            found.insert(entry.path().strip_prefix(out).unwrap().to_owned(), digest);
        }
    }
    assert!(found.keys().any(|path| path.starts_with("games")), "no tables in {}", out.display());
    found
}

fn analyze(folder: &Path, arguments: &[&str]) -> Output {
    partie().current_dir(folder).arg("analyze").args(arguments).output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// An archive (that of `PARTIE_LICHESS`, if it is given), its plan, and its tables from one run; the number of tasks.
fn planned(folder: &Path, task_size: &str) -> usize {
    let month = folder.join("month.pgn.zst");
    match std::env::var_os("PARTIE_LICHESS") {
        Some(path) => drop(fs::copy(path, &month).unwrap()),
        None => archive(&month, 2000, 150_000),
    }
    let planned = analyze(folder, &["month.pgn.zst", "--task-size", task_size, "--write-plan", "plan.jsonl"]);
    assert_eq!(planned.status.code(), Some(0), "{}", text(&planned.stderr));
    let whole = analyze(folder, &["-q", "--plan", "plan.jsonl", "-o", "whole"]);
    assert!(whole.status.code().is_some_and(|code| code <= 1), "{}", text(&whole.stderr));
    fs::read_to_string(folder.join("plan.jsonl")).unwrap().lines().filter(|line| line.starts_with("{\"task\"")).count()
}

#[test]
fn status_verify_and_join_say_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let tasks = planned(folder.path(), "1");
    assert!(tasks > 8);
    let run = |arguments: &[&str]| {
        let output = analyze(folder.path(), arguments);
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    };
    let one = |task: usize| run(&["-q", "--plan", "plan.jsonl", "--task", &task.to_string(), "-o", "out"]).0;
    assert_eq!(run(&["--status", "out"]).0, 2, "no folder yet");
    for task in (0..tasks).rev().filter(|task| ![2, 5, 6].contains(task)) {
        assert!(one(task) <= 1);
    }
    let (code, said, _) = run(&["--status", "out"]);
    assert!(code == 1 && said.contains("missing       2, 5-6\n") && said.contains("joined        no"), "{said}");
    assert_eq!(run(&["--status", "out", "-q"]), (1, "2\n5\n6\n".into(), String::new()));
    let (code, _, said) = run(&["--join", "out"]);
    assert!(code == 2 && said.contains("3 tasks are not done yet") && said.contains("--status out"), "{said}");
    assert_eq!(run(&["--verify", "out", "-q"]).0, 1);
    for task in [2, 5, 6, 5] {
        assert!(one(task) <= 1);
    }
    assert_eq!(one(tasks), 2, "no such task");
    let (code, _, said) = run(&["--join", "out", "--format", "csv"]);
    assert!(code == 2 && said.contains("other options"), "{said}");
    let (code, _, said) = run(&["--join", "out"]);
    assert!(code == 1 && said.contains("2,000 games"), "{said}");
    assert_eq!(tables(&folder.path().join("out")), tables(&folder.path().join("whole")));
    let (code, said, _) = run(&["--status", "out"]);
    assert!(code == 0 && said.contains("joined        yes") && !said.contains("missing"), "{said}");
    let (code, said, _) = run(&["--verify", "out"]);
    assert_eq!((code, said), (0, format!("sound         {} parts\n", 2 * tasks)));
    // The same number of bytes, but others: noticed, and done again by the same command.
    let part = folder.path().join("out/games/src=month.pgn.zst/part-00003.parquet");
    let mut bytes = fs::read(&part).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&part, bytes).unwrap();
    let (code, said, _) = run(&["--verify", "out", "-q"]);
    assert!(code == 1 && said.starts_with("damaged ") && said.lines().count() == 1, "{said}");
    assert_eq!(run(&["-q", "--plan", "plan.jsonl", "-o", "out"]).0, 1);
    assert_eq!(run(&["--verify", "out", "-q"]), (0, String::new(), String::new()));
    assert_eq!(tables(&folder.path().join("out")), tables(&folder.path().join("whole")));
}

#[test]
fn the_commands_of_the_page_run() {
    let page = fs::read_to_string(root().join("docs/cluster/README.md")).unwrap();
    let script = page.split("```sh run\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a block to run");
    let folder = tempfile::tempdir().unwrap();
    planned(folder.path(), "1");
    fs::remove_file(folder.path().join("plan.jsonl")).unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_partie")).parent().unwrap();
    let path = std::env::join_paths(
        std::iter::once(binary.to_owned()).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    // A smaller size makes more tasks; the page takes the usual one.
    let script = script.replace("--write-plan", "--task-size 1 --write-plan");
    let output =
        Command::new("sh").args(["-c", &script]).current_dir(folder.path()).env("PATH", path.unwrap()).output();
    let output = output.unwrap();
    assert!(output.status.code().is_some_and(|code| code <= 1), "{}", text(&output.stderr));
    assert_eq!(tables(&folder.path().join("out")), tables(&folder.path().join("whole")));
}

/// A worker that fails once, and once takes the executor with it that runs it.
fn worker(folder: &Path) -> PathBuf {
    let script = format!(
        r#"#!/bin/sh
task= before=
for word in "$@"; do [ "$before" = --task ] && task=$word; before=$word; done
stage={stage}
if [ "$task" = 3 ] && mkdir $stage/failed 2>/dev/null; then exit 9; fi
if [ "$task" = 6 ] && mkdir $stage/tried 2>/dev/null; then
  parent=$PPID
  while [ "$parent" -gt 1 ]; do
    if tr '\0' ' ' < /proc/$parent/cmdline | grep -q CoarseGrainedExecutorBackend; then
      kill -9 "$parent" && mkdir $stage/killed
      break
    fi
    parent=$(sed 's/.*) [A-Za-z] //; s/ .*//' /proc/$parent/stat)
  done
fi
[ -n "$task" ] && echo "$task" >> $stage/done
exec {binary} "$@"
"#,
        stage = folder.join("stage").display(),
        binary = env!("CARGO_BIN_EXE_partie"),
    );
    let path = folder.join("worker");
    fs::create_dir(folder.join("stage")).unwrap();
    fs::write(&path, script).unwrap();
    assert!(Command::new("chmod").arg("+x").arg(&path).status().unwrap().success());
    path
}

#[test]
fn spark_makes_the_tables_of_one_machine() {
    let has_java = Command::new("java").arg("-version").output().is_ok_and(|output| output.status.success());
    if !has_java || !cfg!(target_os = "linux") {
        println!("no java: skipped");
        return;
    }
    let Some(python) = python_with("pyspark") else { return };
    let folder = tempfile::tempdir().unwrap();
    let tasks = planned(folder.path(), if std::env::var_os("PARTIE_LICHESS").is_some() { "4194304" } else { "1" });
    assert!(tasks > 8);
    let log = fs::File::create(folder.path().join("log")).unwrap();
    let start = Instant::now();
    let mut spark = Command::new(&python)
        .arg(root().join("docs/cluster/partie_spark.py"))
        .args(["plan.jsonl", "out"])
        .current_dir(folder.path())
        .env("PARTIE", worker(folder.path()))
        .env("PYSPARK_PYTHON", &python)
        .env("SPARK_LOCAL_IP", "127.0.0.1")
        .env("SPARK_WORKER_DIR", folder.path().join("work"))
        .env("PYSPARK_SUBMIT_ARGS", "--master local-cluster[2,1,1024] --conf spark.ui.enabled=false pyspark-shell")
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .unwrap();
    let status = loop {
        if let Some(status) = spark.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > PATIENCE {
            spark.kill().unwrap();
            spark.wait().unwrap();
            panic!("Spark takes too long: {}", text(&fs::read(folder.path().join("log")).unwrap()));
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let log = text(&fs::read(folder.path().join("log")).unwrap());
    assert!(status.code().is_some_and(|code| code <= 1), "{log}");
    let stage = |name: &str| folder.path().join("stage").join(name);
    assert!(stage("failed").exists() && stage("killed").exists(), "one task failed, one executor died: {log}");
    assert_eq!(tables(&folder.path().join("out")), tables(&folder.path().join("whole")));
    let done = fs::read_to_string(stage("done")).unwrap();
    println!("{tasks} tasks, begun {} times, {:?}", done.lines().count(), start.elapsed());
}
