//! Any number of threads, any order, killed at any moment: the same folder.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use partie_analyze::tasks::{Entry, Running, TaskError, Watch, plan, run, status, verify};

use super::support::{GO_ON, Random, Rows, contents, cutting, frames, game, running};

const CHILD: &str = "PARTIE_TASKS_CHILD";
const KILLS: usize = 50;

fn input(folder: &Path) -> std::path::PathBuf {
    let root = folder.join("in");
    fs::create_dir_all(root.join("small")).unwrap();
    let text: Vec<u8> = (0..300).flat_map(|number| game(number, 100 + number * 37 % 900)).collect();
    fs::write(root.join("frames.pgn.zst"), frames(&text, 5000, true)).unwrap();
    fs::write(root.join("plain.pgn"), &text).unwrap();
    for number in 0..60 {
        fs::write(root.join(format!("small/{number}.pgn")), game(number, 300)).unwrap();
    }
    root
}

#[test]
fn threads_and_order_do_not_matter() {
    let folder = super::support::folder();
    let (planned, _) = plan(&[input(folder.path())], &cutting(4000));
    assert!(planned.tasks.len() > 60);
    let out = |name: &str| folder.path().join(name);
    run(&planned, &running(&out("one"), 1), Rows::default, &mut ()).unwrap();
    let whole = contents(&out("one"));
    for (jobs, shuffle) in [(2, None), (8, None), (1, Some(1)), (2, Some(2)), (3, Some(3))] {
        let name = format!("{jobs}-{shuffle:?}");
        let out = out(&name);
        run(&planned, &Running { shuffle, ..running(&out, jobs) }, Rows::default, &mut ()).unwrap();
        assert_eq!(contents(&out), whole, "{name}");
    }
}

/// Not a test of its own: what the child of the next one does.
#[test]
fn child() {
    let Some(folder) = std::env::var_os(CHILD) else { return };
    let folder = Path::new(&folder);
    let (planned, _) = plan(&[folder.join("in")], &cutting(4000));
    let make = || Rows::slow(Duration::from_micros(1500));
    run(&planned, &running(&folder.join("out"), 2), make, &mut ()).unwrap();
}

#[test]
fn killed_at_any_moment_and_continued() {
    let folder = super::support::folder();
    let (planned, _) = plan(&[input(folder.path())], &cutting(4000));
    let whole = {
        let out = folder.path().join("whole");
        run(&planned, &running(&out, 1), Rows::default, &mut ()).unwrap();
        contents(&out)
    };
    let out = folder.path().join("out");
    let start = || {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["tasks::accidents::child", "--exact"]).env(CHILD, folder.path());
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let mut random = Random(42);
    let (mut kills, mut ended, mut held) = (0, 0, 0);
    while kills < KILLS {
        let mut child = start();
        std::thread::sleep(Duration::from_millis(5 + random.below(90) as u64));
        if child.try_wait().unwrap().is_some() {
            ended += 1;
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
            assert!(done >= held && !state.running, "what is done stays, and nobody holds the lock");
            held = done;
        }
    }
    assert!(start().wait().unwrap().success());
    // One line a task: none that the journal held was done again. A torn line may stand between.
    let journal = fs::read_to_string(out.join("journal.jsonl")).unwrap();
    let lines = journal.lines().filter(|line| serde_json::from_str::<serde_json::Value>(line).is_ok());
    let again = lines.clone().filter(|line| line.contains("\"start\":")).count();
    assert_eq!(lines.count(), planned.tasks.len() + 1 + again);
    assert_eq!(contents(&out), whole);
    assert!(verify(&out).unwrap().is_whole());
    println!("{kills} kills, {ended} runs came to their end before, {} tasks", planned.tasks.len());
}

struct StopAfter<'a>(u64, &'a AtomicBool);

impl Watch for StopAfter<'_> {
    fn task(&mut self, _: &Entry) {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 {
            self.1.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn asked_to_stop_and_locked() {
    let folder = super::support::folder();
    let (planned, _) = plan(&[input(folder.path())], &cutting(4000));
    let out = folder.path().join("out");
    let stop = AtomicBool::new(false);
    let asked = Running { stop: &stop, ..running(&out, 2) };
    let slow = || Rows::slow(Duration::from_millis(1));
    assert!(matches!(run(&planned, &asked, slow, &mut StopAfter(9, &stop)), Err(TaskError::Interrupted)));
    let state = status(&out).unwrap();
    let done = state.tasks - state.missing.len() as u64;
    assert!((9..state.tasks).contains(&done), "{done} of {}", state.tasks);
    assert!(!contents(&out).keys().any(|path| path.display().to_string().contains(".partie")));
    struct Second<'a>(&'a dyn Fn());
    impl Watch for Second<'_> {
        fn begin(&mut self, bytes: u64, done: u64) {
            assert!(0 < done && done < bytes);
            self.0();
        }
    }
    let second = || {
        assert!(status(&out).unwrap().running);
        assert!(matches!(run(&planned, &running(&out, 1), Rows::default, &mut ()), Err(TaskError::Locked(_))));
    };
    GO_ON.store(false, Ordering::Relaxed);
    run(&planned, &running(&out, 2), Rows::default, &mut Second(&second)).unwrap();
    assert!(verify(&out).unwrap().is_whole());
}
