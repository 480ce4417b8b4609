//! What can go wrong with a run of the command: files that cannot be read, wrong usage, output that nobody takes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "tests")]

mod common;

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;

use common::{partie, run_in as run};

const GAME: &str = "[Event \"club\"]\n[Site \"?\"]\n[Date \"2024.01.01\"]\n[Round \"1\"]\n[White \"A\"]\n\
                    [Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n";

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

#[test]
fn an_archive_that_holds_its_own_tables() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for name in ["a.pgn", "z.pgn"] {
        fs::write(path.join(name), GAME).unwrap();
    }
    for run_again in [false, true] {
        let (code, _, stderr) = run(&["analyze", ".", "-o", "out"], path);
        assert!(code == Some(0) && stderr.contains("2 games"), "{run_again}: {code:?} {stderr}");
    }
    for command in [&["validate", "."][..], &["analyze", "."], &["convert", "--to", "uci", ".", "-o", "all.uci"]] {
        let (code, stdout, stderr) = run(command, path);
        assert!(code != Some(2) && (stdout + &stderr).contains("2 games"), "{command:?} {stderr}");
    }
    // A folder that is named is read, whoever wrote it.
    fs::write(path.join("out/late.pgn"), GAME).unwrap();
    let (_, stdout, stderr) = run(&["analyze", "out/late.pgn"], path);
    assert!((stdout + &stderr).contains("1 game"), "{stderr}");
}

#[test]
fn tables_do_not_take_the_place_of_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.pgn"), GAME).unwrap();
    for name in ["summary.json", "parts.jsonl", "plan.jsonl", "journal.jsonl"] {
        let mine = path.join("mine").join(name);
        fs::create_dir_all(path.join("mine")).unwrap();
        fs::write(&mine, "mine").unwrap();
        for restart in [&[][..], &["--restart"]] {
            let (code, _, stderr) = run(&[&["analyze", "a.pgn", "-o", "mine"], restart].concat(), path);
            assert!(code == Some(2) && stderr.contains(name) && stderr.contains("not written by partie"), "{stderr}");
            assert_eq!(fs::read(&mine).unwrap(), b"mine");
        }
        fs::remove_dir_all(path.join("mine")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn pages_and_plans_go_where_links_and_devices_lead() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.pgn"), GAME).unwrap();
    assert_eq!(run(&["analyze", "a.pgn", "-o", "out"], path).0, Some(0));
    for command in [&["report", "out", "-o"][..], &["analyze", "a.pgn", "--write-plan"]] {
        fs::write(path.join("old"), "old").unwrap();
        std::os::unix::fs::symlink("old", path.join("link")).unwrap();
        assert_eq!(run(&[command, &["link"]].concat(), path).0, Some(0));
        assert!(path.join("link").is_symlink() && fs::read(path.join("old")).unwrap().len() > 100);
        fs::remove_file(path.join("link")).unwrap();
        if Path::new("/dev/full").exists() {
            // Through a link, so that nothing is lost if it goes wrong.
            std::os::unix::fs::symlink("/dev/full", path.join("full")).unwrap();
            let (code, _, stderr) = run(&[command, &["full"]].concat(), path);
            assert!(code == Some(2) && stderr.starts_with("error[X00"), "{code:?} {stderr}");
            // One code, and the message only.
            assert!(stderr.contains("]: cannot write /dev/full: no space is left"), "{stderr}");
            fs::remove_file(path.join("full")).unwrap();
        }
    }
}

#[test]
fn what_could_not_be_read_is_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::create_dir(path.join("in")).unwrap();
    // A compressed file that is cut is whole later.
    let whole = zstd::encode_all(GAME.repeat(500).as_bytes(), 3).unwrap();
    fs::write(path.join("in/a.pgn"), GAME).unwrap();
    fs::write(path.join("in/b.pgn.zst"), &whole).unwrap();
    assert_eq!(run(&["analyze", "in", "--write-plan", "plan.jsonl"], path).0, Some(0));
    let modified = fs::metadata(path.join("in/b.pgn.zst")).unwrap().modified().unwrap();
    let put = |bytes: &[u8]| {
        fs::write(path.join("in/b.pgn.zst"), bytes).unwrap();
        fs::File::options().append(true).open(path.join("in/b.pgn.zst")).unwrap().set_modified(modified).unwrap();
    };
    // As long as the whole one, so that it is the file that was planned.
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle..].fill(0);
    put(&damaged);
    let (code, _, stderr) = run(&["analyze", "--plan", "plan.jsonl", "-o", "out"], path);
    assert!(code == Some(2) && stderr.contains("b.pgn.zst"), "{code:?} {stderr}");
    let (code, stdout, _) = run(&["analyze", "--status", "out"], path);
    assert!(code == Some(1) && stdout.contains("unreadable"), "{code:?} {stdout}");
    let (_, stdout, _) = run(&["analyze", "--status", "out", "-q"], path);
    assert!(!stdout.trim().is_empty());
    put(&whole);
    let (code, _, stderr) = run(&["analyze", "--plan", "plan.jsonl", "-o", "out"], path);
    assert!(code == Some(0) && stderr.contains("501 games"), "{code:?} {stderr}");
    assert_eq!(run(&["analyze", "--status", "out"], path).0, Some(0));
}

#[test]
fn a_text_in_two_bytes_a_letter_that_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let bytes: Vec<u8> = format!("\u{feff}{GAME}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for cut in 1..60 {
        fs::write(path.join("cut.pgn"), &bytes[..bytes.len() - cut]).unwrap();
        for command in ["validate", "analyze"] {
            let (code, ..) = run(&[command, "cut.pgn"], path);
            assert!(matches!(code, Some(0..=2)), "{command} {cut}: {code:?}");
        }
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    for arguments in
        [&["validate", "-j", "0", "x"][..], &["validate", "-j", "100000", "x"], &["analyze", "--task-size", "0", "x"]]
    {
        let (code, _, stderr) = run(arguments, common::root());
        assert!(code == Some(2) && stderr.contains("is not in"), "{arguments:?}: {code:?} {stderr}");
    }
}

#[test]
fn a_run_that_stops_at_a_broken_game_says_what_it_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.pgn"), GAME).unwrap();
    fs::write(path.join("b.pgn"), "1. e4 Ke3 *\n").unwrap();
    let stop = |more: &[&str]| {
        let words = [&["convert", "--to", "uci", "--on-broken", "fail", "-j", "1", "a.pgn", "b.pgn"], more].concat();
        let (code, _, stderr) = run(&words, path);
        assert_eq!(code, Some(1), "{stderr}");
        stderr.lines().find(|line| line.starts_with("stopped at")).unwrap().to_owned()
    };
    assert!(stop(&[]).ends_with("(--on-broken fail)"));
    assert!(stop(&["-o", "all.uci"]).ends_with("; all.uci is as it was") && !path.join("all.uci").exists());
    assert!(stop(&["--out-dir", "out"]).ends_with("; 1 file was complete and is kept in out"));
    assert!(path.join("out/a.uci").exists() && !path.join("out/b.uci").exists());
}
