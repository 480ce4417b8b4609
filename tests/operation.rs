//! What can go wrong with a run of the command: files that cannot be read, wrong usage, output that nobody takes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "tests")]

mod common;

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Output, Stdio};

use common::partie;

const GAME: &str = "[Event \"club\"]\n[Site \"?\"]\n[Date \"2024.01.01\"]\n[Round \"1\"]\n[White \"A\"]\n\
                    [Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n";

fn run(arguments: &[&str], folder: &Path) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = partie().current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (stdout, stderr) = (text(stdout), text(stderr));
    assert!(!stderr.contains("panicked"), "{stderr}");
    (status.code(), stdout, stderr)
}

#[test]
fn files_that_hold_nothing_or_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("empty.pgn"), "").unwrap();
    fs::write(path.join("good.pgn"), GAME).unwrap();
    fs::write(path.join("garbage.pgn"), (0..5000u32).map(|n| ((n * 7919) >> 3) as u8).collect::<Vec<_>>()).unwrap();
    fs::write(path.join(".hidden.pgn"), "1. e5 *").unwrap();
    let (code, stdout, stderr) = run(&["validate", "empty.pgn"], path);
    assert!(code == Some(2) && stdout.is_empty() && stderr.contains("error[X005]"), "{code:?} {stdout} {stderr}");
    let (code, _, stderr) = run(&["validate", "good.pgn", "missing.pgn", "good.pgn"], path);
    assert!(code == Some(2) && stderr.contains("missing.pgn") && stderr.contains("2 games, 12 plies"), "{stderr}");
    let (code, _, stderr) = run(&["validate", "garbage.pgn"], path);
    assert!(matches!(code, Some(1 | 2)), "{code:?} {stderr}");
    fs::remove_file(path.join("garbage.pgn")).unwrap();
    let (code, _, stderr) = run(&["validate", "."], path);
    assert!(code == Some(0) && stderr.contains("1 game, 6 plies"), "{code:?} {stderr}");
    let (code, _, stderr) = run(&["show", "."], path);
    assert!(code == Some(2) && stderr.contains("folder"), "{code:?} {stderr}");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(".", path.join("loop")).unwrap();
        let (code, _, stderr) = run(&["validate", "."], path);
        assert!(matches!(code, Some(0 | 2)) && stderr.contains("1 game, 6 plies"), "{code:?} {stderr}");
    }
}

#[test]
fn usage_that_is_wrong() {
    let folder = common::root();
    let (code, stdout, stderr) = run(&[], folder);
    assert!(code == Some(2) && (stdout + &stderr).contains("partie --help"));
    for (arguments, word) in [
        (&["validate", "--fromat", "jsonl", "x"][..], "--format"),
        (&["validate", "--format", "json", "x"][..], "jsonl"),
        (&["valdate", "x"][..], "validate"),
        (&["validate"][..], "INPUT"),
        (&["validate", "--rules", "fidee", "x"][..], "fide"),
        (&["validate", "--select", "Q1", "x"][..], "Q1"),
        (&["explain", "L999"][..], "L999"),
    ] {
        let (code, stdout, stderr) = run(arguments, folder);
        assert!(code == Some(2) && stdout.is_empty() && stderr.contains(word), "{arguments:?}: {code:?} {stderr}");
    }
}

#[test]
fn standard_output_that_is_closed_or_full() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let game = GAME.replace("Nc6", "Nd6");
    file.write_all(game.repeat(20_000).as_bytes()).unwrap();
    for jobs in ["1", "2"] {
        let mut command = partie();
        command.args(["validate", "--format", "jsonl", "-j", jobs]).arg(file.path());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 10]).unwrap();
        drop(out);
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code().is_some_and(|code| code < 3) && !stderr.contains("panic"), "{stderr}");
    }
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    for arguments in [&["validate", "--format", "jsonl"][..], &["show"]] {
        let mut command = partie();
        command.args(arguments).arg(file.path()).stdout(full.try_clone().unwrap());
        let output = command.stderr(Stdio::piped()).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && stderr.contains("cannot write"), "{:?} {stderr}", output.status);
    }
}
