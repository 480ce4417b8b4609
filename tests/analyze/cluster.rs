//! Beyond one machine: tasks one by one, as GNU parallel and xargs call them, make the tables that one run makes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{partie, root};

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
    assert_eq!((code, said), (0, format!("sound         {} parts\n", 3 * tasks)));
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
fn a_join_finds_the_duplicates_that_one_machine_finds() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = analyze(folder.path(), arguments);
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    };
    // Twice the same archive: every game has a copy, also across tasks and files.
    archive(&folder.path().join("a.pgn.zst"), 300, 20_000);
    archive(&folder.path().join("b.pgn.zst"), 200, 20_000);
    for format in ["parquet", "csv"] {
        let [whole, out] = [format!("whole-{format}"), format!("out-{format}")];
        let options = ["-q", "--format", format];
        let with = |more: &[&str]| run(&[&options, more].concat());
        assert_eq!(with(&["a.pgn.zst", "b.pgn.zst", "--task-size", "1", "--write-plan", "plan.jsonl"]).0, 0);
        assert_eq!(with(&["--plan", "plan.jsonl", "-o", &whole, "--duplicates"]).0, 1);
        let plan = fs::read_to_string(folder.path().join("plan.jsonl")).unwrap();
        let tasks = plan.lines().filter(|line| line.starts_with("{\"task\"")).count();
        assert!(tasks > 8);
        for task in 0..tasks {
            assert!(with(&["--plan", "plan.jsonl", "--task", &task.to_string(), "-o", &out]).0 <= 1);
        }
        // Without -q the totals of both.
        let (code, _, joined) = run(&["--format", format, "--join", &out, "--duplicates"]);
        let (_, listed, listing) = run(&["a.pgn.zst", "b.pgn.zst", "--duplicates"]);
        let totals = listing.lines().last().unwrap();
        assert!(code == 1 && totals.contains("groups with") && joined.lines().any(|line| line == totals), "{joined}");
        let [whole, out] = [whole, out].map(|name| folder.path().join(name));
        assert_eq!(tables(&out), tables(&whole));
        assert!(tables(&out).contains_key(&Path::new("duplicates").join(format!("duplicates.{format}"))));
        assert!(
            fs::read_dir(out.join("duplicates")).unwrap().count() == 1 && listed.matches("  kept").count() > 10,
            "{listed}"
        );
    }
    // A table of what is no longer there would be wrong: it is said.
    fs::rename(folder.path().join("b.pgn.zst"), folder.path().join("c.pgn.zst")).unwrap();
    let (code, _, said) = run(&["-q", "--format", "csv", "--join", "out-csv", "--duplicates"]);
    assert!(code == 2 && said.contains("cannot read b.pgn.zst"), "{said}");
}

/// The commands of a section of the page that can be copied as they are.
fn commands(section: &str) -> String {
    let page = fs::read_to_string(root().join("docs/cluster/README.md")).unwrap();
    let section = page.split("\n## ").find_map(|text| text.strip_prefix(section)).expect("the section");
    section.split("```sh run\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a block to run").to_owned()
}

/// Runs commands, with a `partie` before ours on the PATH that makes small tasks and fails in some of them.
fn shell(folder: &Path, script: &str) -> Output {
    let names = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths(std::iter::once(folder.join("bin")).chain(std::env::split_paths(&names)));
    let mut command = Command::new("sh");
    command.args(["-c", script]).current_dir(folder).env("PATH", path.unwrap());
    // What GNU parallel keeps of hosts and shells goes there too.
    command.env("PARALLEL_SSH", folder.join("bin/ssh")).env("PARALLEL_HOME", folder.join("bin")).output().unwrap()
}

/// A plan of small tasks where the page takes the usual ones; a task that fails once, and one that
/// fails until `stage/down` is gone.
const SMALL_AND_FAILING: &str = r#"
if [ "$task" = 3 ] && mkdir $stage/failed 2>/dev/null; then exit 9; fi
if [ "$task" = 5 ] && [ -e $stage/down ]; then echo >> $stage/tries; exit 2; fi
case " $* " in *" --write-plan "*) set -- "$@" --task-size 1 ;; esac
"#;

/// A folder in which to run the page's commands; the number of tasks.
fn rehearsal(folder: &Path) -> usize {
    let tasks = planned(folder, "1");
    assert!(tasks > 8);
    fs::remove_file(folder.join("plan.jsonl")).unwrap();
    fs::create_dir(folder.join("bin")).unwrap();
    worker(folder, "bin/partie", SMALL_AND_FAILING);
    tasks
}

/// How many times tasks came to their end, those left out that a join made anew.
fn ends(out: &Path) -> usize {
    let journal = fs::read_to_string(out.join("journal.jsonl")).unwrap();
    journal.lines().filter(|line| line.contains("\"done\":") && !line.contains("\"start\":")).count()
}

#[test]
fn gnu_parallel_makes_the_tables_of_one_machine() {
    // That of moreutils has the same name.
    let version = Command::new("parallel").arg("--version").output();
    if !version.is_ok_and(|output| text(&output.stdout).starts_with("GNU parallel")) {
        println!("no GNU parallel: skipped");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let tasks = rehearsal(folder);
    let script = commands("GNU parallel\n");
    let log = |column: usize| -> Vec<String> {
        let log = fs::read_to_string(folder.join("jobs.log")).unwrap();
        log.lines().skip(1).map(|line| line.split('\t').nth(column).unwrap().to_owned()).collect()
    };
    fs::write(folder.join("stage/down"), "").unwrap();
    let output = shell(folder, &script);
    let said = text(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("one task is not done yet"), "{said}");
    assert_eq!(fs::read(folder.join("stage/tries")).unwrap().len(), 3, "given up after three times");
    assert!(folder.join("stage/failed").exists());
    assert_eq!(log(6).iter().filter(|status| *status != "0").count(), 1, "findings are no failure");
    fs::remove_file(folder.join("stage/down")).unwrap();
    let output = shell(folder, &script);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(tables(&folder.join("out")), tables(&folder.join("whole")));
    assert_eq!(ends(&folder.join("out")), tasks, "nothing was done twice");

    // On several machines: a shell on this one stands in for the network, in another folder. Like sshd it
    // says which shell that is, where whoever runs this test may not.
    let hosts = "--sshloginfile hosts --workdir .";
    let page = fs::read_to_string(root().join("docs/cluster/README.md")).unwrap();
    assert!(page.contains(&format!("`{hosts}`")) && script.contains("| parallel "));
    fs::write(folder.join("hosts"), "2/one\n2/two\n").unwrap();
    program(
        &folder.join("bin/ssh"),
        r#"#!/bin/sh
while [ "$1" != -- ]; do shift; done
shift
cd "${HOME:-/}" 2>/dev/null || cd /
SHELL=/bin/sh exec sh -c "$*"
"#,
    );
    fs::remove_dir_all(folder.join("out")).unwrap();
    let output = shell(folder, &script.replace("| parallel ", &format!("| parallel {hosts} ")));
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(tables(&folder.join("out")), tables(&folder.join("whole")));
    assert!(["one", "two"].iter().all(|host| log(1).iter().any(|met| met == host)), "{:?}", log(1));
}

#[test]
fn xargs_makes_the_tables_of_one_machine() {
    let folder = tempfile::tempdir().unwrap();
    let tasks = rehearsal(folder.path());
    let output = shell(folder.path(), &commands("xargs\n"));
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(folder.path().join("stage/failed").exists());
    assert_eq!(tables(&folder.path().join("out")), tables(&folder.path().join("whole")));
    assert_eq!(ends(&folder.path().join("out")), tasks, "nothing was done twice");
}

/// A script that can be called.
fn program(path: &Path, script: &str) {
    fs::write(path, script).unwrap();
    assert!(Command::new("chmod").arg("+x").arg(path).status().unwrap().success());
}

/// Our binary in a script that first does something else, which knows `$task` and a folder `$stage`.
fn worker(folder: &Path, name: &str, first: &str) -> PathBuf {
    let script = format!(
        r#"#!/bin/sh
task= before=
for word in "$@"; do [ "$before" = --task ] && task=$word; before=$word; done
stage={stage}
{first}
[ -n "$task" ] && echo "$task" >> $stage/done
exec {binary} "$@"
"#,
        stage = folder.join("stage").display(),
        binary = env!("CARGO_BIN_EXE_partie"),
    );
    let path = folder.join(name);
    fs::create_dir(folder.join("stage")).unwrap();
    program(&path, &script);
    path
}
