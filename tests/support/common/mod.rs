//! What the tests of the command share: the binary itself, and all that those of rooms share.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

#[path = "../judging/mod.rs"]
mod judging;
pub use judging::*;

/// A Python that has a package: the one of `PARTIE_PYTHON`, which must have it; else `python3`, or
/// one of our own beside the build, into which pip installs it. Says so where there is none.
pub fn python_with(package: &str) -> Option<PathBuf> {
    let has = |python: &Path| {
        let asked = Command::new(python).args(["-c", &format!("import {package}")]).output();
        asked.is_ok_and(|output| output.status.success())
    };
    if let Some(python) = std::env::var_os("PARTIE_PYTHON").map(PathBuf::from) {
        assert!(has(&python), "PARTIE_PYTHON={} has no {package}", python.display());
        return Some(python);
    }
    let venv = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("venv-{package}"));
    let own = venv.join("bin/python");
    if let Some(python) = [Path::new("python3"), &own].into_iter().find(|python| has(python)) {
        return Some(python.to_owned());
    }
    let made = Command::new("python3").args(["-m", "venv"]).arg(&venv).output();
    let pip = Command::new(&own).args(["-m", "pip", "install", "-q", package]).output();
    if made.is_ok() && pip.is_ok() && has(&own) {
        return Some(own);
    }
    println!("no python3 with {package}, and pip cannot install it: skipped");
    None
}

/// The command, to which arguments are added.
pub fn partie() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_partie"));
    command.current_dir(root()).env_remove("PARTIE_FORMAT").env("NO_COLOR", "1");
    command
}

/// Runs the command in a folder: its exit status, standard output and standard error.
pub fn run_in(arguments: &[&str], folder: &Path) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = partie().current_dir(folder).args(arguments).output().expect("it runs");
    let [stdout, stderr] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    assert!(!stderr.contains("panicked"), "{stderr}");
    (status.code(), stdout, stderr)
}

/// Runs the command with `input` as its standard input.
pub fn feed(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = partie();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        // A command that stops early closes the pipe; that is its right.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().expect("the binary ends")
    })
}
