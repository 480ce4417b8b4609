//! Plans of large inputs: by seeks, in bounded memory.

use std::fs;
use std::io::Write;
use std::time::Instant;

use partie_analyze::tasks::{Cut, plan};

use super::support::{cutting, frames, game};

#[test]
fn six_thousand_five_hundred_frames_are_planned_by_seeks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("month.pgn.zst");
    let frame = frames(&game(1, 60_000), 1 << 20, true);
    let mut file = std::io::BufWriter::new(fs::File::create(&path).unwrap());
    for _ in 0..6500 {
        file.write_all(&frame).unwrap();
    }
    file.into_inner().unwrap();
    let start = Instant::now();
    let (planned, _) = plan(std::slice::from_ref(&path), &cutting(1));
    println!("6,500 frames: {:?}", start.elapsed());
    assert_eq!(planned.tasks.len(), 6500);
    let first = &planned.tasks[1].cut;
    assert_eq!(*first, Cut::Frames { from: frame.len() as u64, to: 2 * frame.len() as u64 });
    // Runs of frames, by the size that is expected.
    let (planned, _) = plan(&[path], &cutting(7 * 10 * frame.len() as u64));
    let runs: Vec<u64> = planned
        .tasks
        .iter()
        .map(|task| match task.cut {
            Cut::Frames { from, to } => (to - from) / frame.len() as u64,
            _ => 0,
        })
        .collect();
    assert_eq!(runs.iter().sum::<u64>(), 6500);
    assert!(runs[..648].iter().all(|frames| *frames == 10));
    // The last ones are smaller and smaller.
    assert!(runs.is_sorted_by(|a, b| a >= b) && (651..658).contains(&runs.len()), "{:?}", &runs[640..]);
}

/// `PARTIE_MANY=1000000` measures a folder of as many files.
#[test]
fn a_plan_grows_with_the_tasks_not_with_the_files() {
    let many: usize = std::env::var("PARTIE_MANY").ok().and_then(|text| text.parse().ok()).unwrap_or(3000);
    let folder = tempfile::tempdir().unwrap();
    for number in 0..many {
        fs::write(folder.path().join(format!("2026-wdoor-floodgate-300-10F-{number:07}.csa")), "1. e4 *\n").unwrap();
    }
    let peak = |name: &str| {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmHWM")).map(str::to_owned);
        println!("{name}: {line:?}");
    };
    peak("before");
    let start = Instant::now();
    let (planned, _) = plan(&[folder.path().to_owned()], &cutting(32 << 20));
    println!("{many} files: {:?}, {} tasks", start.elapsed(), planned.tasks.len());
    peak("after");
    let mut text = Vec::new();
    planned.write(&mut text).unwrap();
    assert_eq!(planned.tasks.len(), (many * 8).div_ceil(32 << 20));
    assert!(text.len() < 1000 * (1 + planned.tasks.len()));
}
