//! The `sh` blocks of the pages are run as they stand, in a folder that holds a copy of `fixtures/`, with our `partie` on the path.
//!
//! The words after `sh` are programs that a block needs and not every machine has: where one is missing the block is not run, and
//! the last line says how many were. A few words say why a block cannot be run here (`ELSEWHERE`).

use crate::common;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Words of blocks that are not run here, and the reason.
const ELSEWHERE: &[(&str, &str)] = &[
    ("ask", "asks tables with other games in them: tests/analyze/tables.rs"),
    ("spark", "wants a cluster: tests/python/test_cluster.py runs the script on one of this machine"),
    ("download", "30 GB from the net"),
    ("cargo", "builds and tests, as we do"),
    ("windows", "of another shell"),
];

/// Pages whose blocks are those of the README: they are what is run to get here.
const FIRST_COMMANDS: usize = 2;

/// A block ends at the first command that fails; 1 says that there are findings, or that nothing was found.
const STRICT: &str = "trap 'status=$?; [ $status -le 1 ] || exit $status' ERR\n";

/// The words after `sh`, and the text, of each block of a page.
fn blocks(page: &str) -> Vec<(Vec<&str>, String)> {
    let mut found: Vec<(Vec<&str>, String)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(info) => {
                let mut words = info.split(' ');
                if matches!(words.next(), Some("sh" | "bash")) {
                    inside = true;
                    found.push((words.collect(), String::new()));
                }
            }
            None if inside => {
                let text = &mut found.last_mut().expect("a block").1;
                text.push_str(line);
                text.push('\n');
            }
            None => {}
        }
    }
    assert!(!inside, "a block that never ends");
    found
}

/// What a word asks for is on this machine.
fn is_here(word: &str, folder: &Path) -> bool {
    match word {
        "duckdb" => common::python_with("duckdb").is_some_and(|python| {
            let name = folder.join("bin/python3");
            name.exists() || std::os::unix::fs::symlink(python, name).is_ok()
        }),
        // Those of a run by hand; GNU time is asked for by its path.
        "run" => bash("parallel --version | grep -q '^GNU parallel'", folder).success(),
        "slurm" => true,
        "time" => Path::new("/usr/bin/time").exists(),
        // It may be there and have no right to look at other processes.
        "strace" => bash("strace -o /dev/null true", folder).success(),
        program => bash(&format!("command -v {program}"), folder).success(),
    }
}

fn bash(text: &str, folder: &Path) -> std::process::ExitStatus {
    shell(text, folder).stdout(Stdio::null()).stderr(Stdio::null()).status().expect("bash")
}

fn shell(text: &str, folder: &Path) -> Command {
    let names = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("bash");
    command.args(["-c", text]).current_dir(folder).stdin(Stdio::null());
    command.env("PATH", format!("{}:{names}:/usr/games", folder.join("bin").display()));
    // What Slurm says to the first job of an array, and where GNU parallel keeps its notes.
    command.env("SLURM_ARRAY_TASK_ID", "0").env("PARALLEL_HOME", folder.join("bin")).env_remove("PARTIE_FORMAT");
    command
}

/// A folder for the blocks of a page: `fixtures/`, and a `cargo` for which the build under test is the one that a page asks for.
fn prepare(folder: &Path) {
    for entry in walkdir::WalkDir::new(common::root().join("fixtures")) {
        let entry = entry.expect("a fixture");
        let to = folder.join(entry.path().strip_prefix(common::root()).expect("below the root"));
        if entry.file_type().is_dir() {
            fs::create_dir_all(to).expect("a folder");
        } else {
            fs::copy(entry.path(), to).expect("a copy");
        }
    }
    let bin = folder.join("bin");
    fs::create_dir(&bin).expect("a folder");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_partie"), bin.join("partie")).expect("a link");
    let cargo = "#!/bin/sh\n[ \"$1 $2\" = 'build --release' ] && exit\nexit 99\n";
    fs::write(bin.join("cargo"), cargo).expect("written");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(bin.join("cargo"), executable).expect("executable");
}

fn pages() -> Vec<String> {
    let root = common::root();
    let folders = ["docs", "src/record/pages"].into_iter();
    let found = folders.flat_map(|folder| walkdir::WalkDir::new(root.join(folder)).sort_by_file_name());
    let found = found.map(|entry| entry.expect("a page"));
    let found = found.filter(|entry| entry.path().extension().is_some_and(|end| end == "md"));
    found.map(|entry| entry.path().strip_prefix(root).expect("below the root").display().to_string()).collect()
}

#[test]
fn the_shell_blocks_of_the_pages_run_as_they_stand() {
    let readme = fs::read_to_string(common::root().join("README.md")).expect("the README");
    let first = blocks(&readme);
    assert!(first.len() == FIRST_COMMANDS && first.iter().all(|(_, text)| text.starts_with("cargo ")), "{first:?}");
    let (mut all, mut run, mut failed) = (first.len(), 0, Vec::new());
    for page in pages() {
        let text = fs::read_to_string(common::root().join(&page)).expect("a page");
        let blocks = blocks(&text);
        if blocks.is_empty() {
            continue;
        }
        let folder = tempfile::tempdir().expect("a folder");
        prepare(folder.path());
        for (words, text) in blocks {
            all += 1;
            if let Some((_, why)) = ELSEWHERE.iter().find(|(word, _)| words.contains(word)) {
                println!("{page}: {}: {why}", text.lines().next().unwrap_or_default());
                continue;
            }
            if let Some(missing) = words.iter().find(|word| !is_here(word, folder.path())) {
                println!("{page}: {}: no {missing}", text.lines().next().unwrap_or_default());
                continue;
            }
            run += 1;
            let output = shell(&format!("{STRICT}{text}"), folder.path()).output().expect("bash");
            if !matches!(output.status.code(), Some(0 | 1)) {
                let said = String::from_utf8_lossy(&output.stderr);
                failed.push(format!("{page}: {:?}\n{text}{said}", output.status.code()));
            }
        }
    }
    println!("{run} of {all} blocks were run");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(all >= 34 && run >= 18, "{run} of {all}");
}
