//! The command itself, killed and interrupted: the same tables, nothing done twice, and it says how to go on.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use partie_analyze::tasks::{status, verify};

use super::support::{Random, contents, frames, game};

const KILLS: usize = 50;

/// An archive of frames, a plain file, and small ones.
fn input(folder: &Path, games: usize) {
    let root = folder.join("in");
    fs::create_dir_all(root.join("small")).unwrap();
    let text: Vec<u8> = (0..games).flat_map(|number| game(number, 900 + number * 37 % 1500)).collect();
    fs::write(root.join("frames.pgn.zst"), frames(&text, 60_000, true)).unwrap();
    fs::write(root.join("plain.pgn"), &text).unwrap();
    for number in 0..100 {
        fs::write(root.join(format!("small/{number}.pgn")), game(number, 300)).unwrap();
    }
}

fn start(folder: &Path, out: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_partie"));
    command.current_dir(folder).args(["analyze", "-j", "2", "--task-size", "60000", "-o", out, "in"]);
    command.stdout(Stdio::null()).stderr(fs::File::create(folder.join("said")).unwrap()).spawn().unwrap()
}

/// The lines of finished tasks in the journal, those left out that a join made anew.
fn done(out: &Path) -> usize {
    let journal = fs::read_to_string(out.join("journal.jsonl")).unwrap();
    let whole =
        |line: &&str| serde_json::from_str::<serde_json::Value>(line).is_ok_and(|line| line.get("done").is_some());
    journal.lines().filter(whole).filter(|line| !line.contains("\"start\":")).count()
}

#[test]
fn fifty_kills_at_random() {
    let folder = super::support::folder();
    input(folder.path(), 2500);
    assert_eq!(start(folder.path(), "whole").wait().unwrap().code(), Some(0));
    let whole = contents(&folder.path().join("whole"));
    let out = folder.path().join("out");
    let mut random = Random(7);
    let (mut kills, mut ended, mut stages) = (0, 0, 0);
    let mut held = 0;
    while kills < KILLS {
        let mut child = start(folder.path(), "out");
        std::thread::sleep(Duration::from_millis(random.below(120) as u64));
        if child.try_wait().unwrap().is_some() {
            ended += 1;
            assert_eq!(contents(&out), whole);
            fs::remove_dir_all(&out).unwrap();
            held = 0;
            continue;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        // A killed run may not have come to make its plan.
        if let Ok(state) = status(&out) {
            let done = state.tasks - state.missing.len() as u64;
            assert!(done >= held, "what is done stays");
            stages += u64::from(0 < done && done < state.tasks);
            held = done;
        }
    }
    assert_eq!(start(folder.path(), "out").wait().unwrap().code(), Some(0));
    assert_eq!(contents(&out), whole);
    assert_eq!(done(&out), status(&out).unwrap().tasks as usize, "nothing was done twice");
    assert!(verify(&out).unwrap().is_whole());
    println!("{kills} kills, {stages} of them in the middle, {ended} runs came to their end before");
}

#[test]
#[cfg(unix)]
fn interrupted_and_continued() {
    let folder = super::support::folder();
    input(folder.path(), 6000);
    let out = folder.path().join("out");
    let said = || fs::read_to_string(folder.path().join("said")).unwrap();
    let mut wait = 40;
    // How long a run takes is not known; it must be met in the middle.
    loop {
        let mut child = start(folder.path(), "out");
        std::thread::sleep(Duration::from_millis(wait));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let code = child.wait().unwrap().code();
        if sent.success() && code == Some(130) {
            break;
        }
        // Too early, before it listens, or too late.
        let early = code.is_none();
        wait = if early { wait * 3 / 2 } else { wait / 2 };
        assert!((1..5000).contains(&wait), "{code:?} {}", said());
        drop(fs::remove_dir_all(&out));
    }
    assert!(said().contains("interrupted; run the same command again to go on"), "{}", said());
    let state = status(&out).unwrap();
    assert!(!state.missing.is_empty() && !state.running);
    assert!(
        !contents(&out).keys().any(|path| path.display().to_string().contains(".partie")),
        "running tasks were finished"
    );
    assert_eq!(start(folder.path(), "out").wait().unwrap().code(), Some(0));
    assert_eq!(done(&out), state.tasks as usize, "nothing was done twice");
    assert_eq!(start(folder.path(), "whole").wait().unwrap().code(), Some(0));
    assert_eq!(contents(&out), contents(&folder.path().join("whole")));
    println!("interrupted with {} of {} tasks missing", state.missing.len(), state.tasks);
}
