//! Folders of small files, names, and what a damaged output folder is told.

use std::fs;
use std::path::{Path, PathBuf};

use partie_analyze::tasks::{Cut, Entry, Plan, TaskError, join, plan, run, run_one, status, verify};
use partie_record::format_thousands;

use super::support::{Rows, analyze, contents, cutting, frames, game, rows, running};

fn small_files(root: &Path, count: usize) {
    for number in 0..count {
        let path = root.join(format!("{:02}", number % 7)).join(format!("g{number}.pgn"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, [game(number, 200), game(number, 300)].concat()).unwrap();
    }
}

#[test]
fn packs_keep_files_in_order_and_numbers_their_own() {
    let folder = super::support::folder();
    let input = folder.path().join("in");
    small_files(&input, 100);
    fs::write(input.join("03/big.pgn"), game(1, 700).repeat(40)).unwrap();
    let out = |name: &str| folder.path().join(name);
    let (_, joined) = analyze(&input, 1 << 30, &out("one"), 1).unwrap();
    let whole = rows(&out("one"), &joined);
    assert_eq!(whole.len(), 240);
    let mut files: Vec<&str> = whole.iter().map(|row| row.file.as_str()).collect();
    files.dedup();
    assert!(files.is_sorted() && files.len() == 101);
    assert!(whole.iter().filter(|row| row.file.ends_with("big.pgn")).zip(1..).all(|(row, number)| row.game == number));
    for size in [100, 700, 5000, 20_000] {
        let name = format!("out{size}");
        let (plan, joined) = analyze(&input, size, &out(&name), 2).unwrap();
        assert!(plan.tasks.len() > 1);
        assert_eq!(rows(&out(&name), &joined), whole, "{size}");
    }
    let inputs: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
    let (named, _) = plan(&inputs, &cutting(5000));
    assert!(named.tasks.iter().any(|task| matches!(task.cut, Cut::Named { .. })));
    let joined = run(&named, &running(&out("named"), 2), Rows::default, &mut ()).unwrap();
    assert_eq!(rows(&out("named"), &joined), whole);
}

#[test]
fn a_file_that_changes_is_noticed() {
    let folder = super::support::folder();
    let input = folder.path().join("in");
    small_files(&input, 20);
    let (packed, _) = plan(std::slice::from_ref(&input), &cutting(1 << 20));
    fs::write(input.join("03/more.pgn"), "1. e4 *\n").unwrap();
    let out = folder.path().join("out");
    assert!(matches!(run(&packed, &running(&out, 1), Rows::default, &mut ()), Err(TaskError::Changed(_))));
    let file = folder.path().join("file.pgn");
    fs::write(&file, game(1, 500).repeat(9)).unwrap();
    let (ranged, _) = plan(std::slice::from_ref(&file), &cutting(1000));
    let save = folder.path().join("plan.jsonl");
    assert_eq!(ranged.save(&save).unwrap(), ranged.digest());
    assert_eq!(Plan::load(&save).unwrap(), ranged);
    fs::write(&file, game(2, 500).repeat(9)).unwrap();
    let out = folder.path().join("other");
    assert!(matches!(run_one(&ranged, 1, &out, &mut Rows::default()), Err(TaskError::Changed(_))));
    let text = fs::read_to_string(&save).unwrap();
    fs::write(&save, &text[..text.len() / 2]).unwrap();
    assert!(matches!(Plan::load(&save), Err(TaskError::Plan(_))));
}

#[test]
fn no_name_leads_out_of_the_folder() {
    let folder = super::support::folder();
    let deep = folder.path().join("a/b");
    fs::create_dir_all(&deep).unwrap();
    let mut inputs = Vec::new();
    for name in ["..x", "a\nb.pgn", "=cmd", "\u{202e}gnp", "a b", "src=..", "same.pgn", &"l".repeat(250)] {
        let path = deep.join(name);
        fs::write(&path, game(1, 900)).unwrap();
        inputs.push(path);
    }
    fs::write(folder.path().join("a/same.pgn"), game(2, 900)).unwrap();
    inputs.push(folder.path().join("a/same.pgn"));
    inputs.push(deep.join("../../a/b/same.pgn"));
    inputs.push(deep.join("missing.pgn"));
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let path = deep.join(std::ffi::OsStr::from_bytes(b"\xff\xfe.pgn"));
        fs::write(&path, game(1, 900)).unwrap();
        inputs.push(path);
    }
    let before = contents(&folder.path().join("a"));
    let out = folder.path().join("out");
    let (planned, _) = plan(&inputs, &cutting(500));
    let saved = folder.path().join("plan.jsonl");
    planned.save(&saved).unwrap();
    assert_eq!(Plan::load(&saved).unwrap(), planned);
    let joined = run(&planned, &running(&out, 2), Rows::default, &mut ()).unwrap();
    assert_eq!(joined.failures(), 1, "a missing file is told, not fatal");
    assert_eq!(joined.games(), inputs.len() as u64 - 1);
    fs::remove_file(saved).unwrap();
    assert_eq!(contents(&folder.path().join("a")), before);
    let mut top: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    top.sort();
    assert_eq!(top, ["a", "out"]);
    assert!(verify(&out).unwrap().is_whole());
}

#[test]
fn an_output_folder_is_continued_or_refused() {
    let folder = super::support::folder();
    let input = folder.path().join("in.pgn");
    fs::write(&input, game(7, 400).repeat(50)).unwrap();
    let out = folder.path().join("out");
    // One thread: the last line of the journal is always that of the same task.
    let (planned, joined) = analyze(&input, 2000, &out, 1).unwrap();
    let whole = contents(&out);
    assert_eq!(joined.games(), 50);
    // Another plan.
    assert!(matches!(analyze(&input, 3000, &out, 1), Err(TaskError::OtherPlan(_))));
    assert_eq!(contents(&out), whole);
    // Nothing is done twice.
    let journal = fs::read(out.join("journal.jsonl")).unwrap();
    analyze(&input, 2000, &out, 1).unwrap();
    assert_eq!(fs::read(out.join("journal.jsonl")).unwrap(), journal);
    // A torn line, a part that is gone, one that is too short, a temporary file, a part too many.
    fs::write(out.join("journal.jsonl"), &journal[..journal.len() - 30]).unwrap();
    let part = |task: u64| out.join(format!("games/src=in.pgn/part-{task:05}.tsv"));
    fs::remove_file(part(3)).unwrap();
    fs::write(part(4), "torn").unwrap();
    fs::write(out.join("games/src=in.pgn/.part-00005.tsv.Ab12cd.partie"), "torn").unwrap();
    assert_eq!(status(&out).unwrap().missing.len(), 3);
    assert!(!verify(&out).unwrap().is_whole());
    assert!(matches!(join(&out, &mut Rows::default()), Err(TaskError::Missing(3))));
    assert_eq!(run_one(&planned, 3, &out, &mut Rows::default()).unwrap().task, 3);
    analyze(&input, 2000, &out, 1).unwrap();
    let strip = |mut contents: std::collections::BTreeMap<PathBuf, Vec<u8>>| {
        contents.remove(Path::new("journal.jsonl"));
        contents
    };
    assert_eq!(strip(contents(&out)), strip(whole.clone()));
    assert!(verify(&out).unwrap().is_whole() && status(&out).unwrap().joined);
    // The same number of bytes, but others.
    let mut bytes = fs::read(part(6)).unwrap();
    bytes[0] ^= 1;
    fs::write(part(6), bytes).unwrap();
    assert_eq!(verify(&out).unwrap().damaged, [part(6)]);
    assert_eq!(run_one(&planned, 6, &out, &mut Rows::default()).unwrap().task, 6);
    assert!(verify(&out).unwrap().is_whole());
    let mut bytes = fs::read(part(7)).unwrap();
    bytes[0] ^= 1;
    fs::write(part(7), bytes).unwrap();
    analyze(&input, 2000, &out, 1).unwrap();
    assert!(verify(&out).unwrap().is_whole());
    // Once more from the beginning.
    fs::write(out.join("mine.txt"), "kept").unwrap();
    let running = partie_analyze::tasks::Running { restart: true, ..running(&out, 1) };
    run(&planned, &running, Rows::default, &mut ()).unwrap();
    let mut again = contents(&out);
    assert_eq!(again.remove(Path::new("mine.txt")).unwrap(), b"kept");
    assert_eq!(again, whole);
}

#[test]
fn tasks_one_by_one_are_the_same_as_a_run() {
    let folder = super::support::folder();
    let input = folder.path().join("in.pgn.zst");
    let text: Vec<u8> = (0..200).flat_map(|number| game(number, 100 + number * 7 % 900)).collect();
    fs::write(&input, frames(&text, 3000, true)).unwrap();
    let out = folder.path().join("out");
    let (planned, joined) = analyze(&input, 1, &out, 2).unwrap();
    assert_eq!(joined.failures(), 0);
    let other = folder.path().join("other");
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (planned, other) = (&planned, &other);
            scope.spawn(move || {
                // Each task twice, as a cluster may do.
                for task in (0..planned.tasks.len() as u64).rev().filter(|task| (task + thread) % 2 == 0) {
                    run_one(planned, task, other, &mut Rows::default()).unwrap();
                }
            });
        }
    });
    assert!(matches!(run_one(&planned, 9999, &other, &mut Rows::default()), Err(TaskError::NoTask(9999))));
    let again = join(&other, &mut Rows::default()).unwrap();
    assert_eq!((again.bases.clone(), again.games()), (joined.bases, 200));
    let parts = |out: &Path| {
        let mut contents = contents(out);
        contents.remove(Path::new("journal.jsonl"));
        contents
    };
    assert_eq!(parts(&out), parts(&other));
}

#[test]
fn a_game_that_breaks_the_judge_stops_nothing() {
    let folder = super::support::folder();
    let input = folder.path().join("in.pgn");
    let bad = b"[Event \"panic\"]\n\n1. e4 *\n\n";
    fs::write(&input, [&game(1, 500)[..], bad, &game(2, 500), bad, &game(3, 500)].concat()).unwrap();
    let (_, joined) = analyze(&input, 600, &folder.path().join("out"), 2).unwrap();
    assert_eq!((joined.games(), joined.entries.iter().map(|entry| entry.panics).sum::<u64>()), (5, 2));
}

#[test]
fn a_damaged_frame_costs_its_own_games_only() {
    let folder = super::support::folder();
    let input = folder.path().join("in.pgn.zst");
    let text: Vec<u8> = (0..100).flat_map(|number| game(number, 900)).collect();
    let mut packed = frames(&text, 10_000, true);
    let second = 12 + u32::from_le_bytes(packed[8..12].try_into().unwrap()) as usize;
    packed[second + 12 + 30] ^= 0xff;
    fs::write(&input, packed).unwrap();
    let out = folder.path().join("out");
    let (_, joined) = analyze(&input, 1, &out, 2).unwrap();
    assert!(joined.games() >= 80, "{} games", joined.games());
    // The task before it meets the damage, too, where its last game goes on.
    let state = status(&out).unwrap();
    assert!(state.failed.len() == 2 && (state.failures, joined.failures()) == (1, 1), "{state:?}");
    let unread: Vec<String> = joined.entries.iter().flat_map(Entry::lines).collect();
    let place = format!("in.pgn.zst, bytes {} to ", format_thousands(second as u64));
    assert!(unread.iter().any(|unread| unread.contains(&place)), "{unread:?}");
}

#[test]
fn files_of_a_pack_that_cannot_be_read_are_counted() {
    let folder = super::support::folder();
    let input = folder.path().join("in");
    fs::create_dir(&input).unwrap();
    for name in 0..30 {
        let packed = zstd::encode_all(&game(1, 900)[..], 3).unwrap();
        let whole = if name == 7 { packed.len() } else { packed.len() - 9 };
        fs::write(input.join(format!("{name}.pgn.zst")), &packed[..whole]).unwrap();
    }
    let (_, joined) = analyze(&input, 1 << 20, &folder.path().join("out"), 2).unwrap();
    let [entry] = joined.entries.as_slice() else { panic!("one task") };
    assert_eq!((entry.failures, entry.games), (29, 1));
    let lines: Vec<String> = entry.lines().collect();
    assert_eq!(lines.len(), 21);
    assert!(lines[0].starts_with("error[X001]: cannot read ") && lines[0].contains("0.pgn.zst: "), "{lines:?}");
    assert!(lines[20].contains("9 more files of task 0"), "{lines:?}");
}

#[test]
fn what_was_made_of_all_tasks_goes_before_one_is_done_again() {
    let folder = super::support::folder();
    let input = folder.path().join("in.pgn");
    fs::write(&input, (0..20).flat_map(|number| game(number, 500)).collect::<Vec<u8>>()).unwrap();
    let out = folder.path().join("out");
    let (planned, _) = analyze(&input, 2000, &out, 1).unwrap();
    let totals = || {
        fs::create_dir_all(out.join("duplicates")).unwrap();
        for name in
            ["summary.json", "duplicates/duplicates.csv", "duplicates/.duplicates.csv.Ab12cd.partie", "duplicates/mine"]
        {
            fs::write(out.join(name), "").unwrap();
        }
    };
    let left = || {
        let names =
            ["parts.jsonl", "summary.json", "duplicates/duplicates.csv", "duplicates/.duplicates.csv.Ab12cd.partie"];
        names.into_iter().filter(|name| out.join(name).exists()).count()
    };
    let stopped = std::sync::atomic::AtomicBool::new(true);
    // Nothing is to be done: everything stays.
    totals();
    analyze(&input, 2000, &out, 1).unwrap();
    assert_eq!(left(), 4);
    // A task is to be done, and the run stops before its end.
    for one in [false, true] {
        totals();
        let part = fs::read_dir(out.join("games/src=in.pgn")).unwrap().next().unwrap().unwrap().path();
        fs::remove_file(part).unwrap();
        if one {
            let missing = status(&out).unwrap().missing[0];
            run_one(&planned, missing, &out, &mut Rows::default()).unwrap();
        } else {
            let stop = partie_analyze::tasks::Running { stop: &stopped, ..running(&out, 1) };
            assert!(matches!(run(&planned, &stop, Rows::default, &mut ()), Err(TaskError::Interrupted)));
        }
        assert!(left() == 0 && out.join("duplicates/mine").exists());
        assert!(!status(&out).unwrap().joined);
        analyze(&input, 2000, &out, 1).unwrap();
    }
    // A restart that cannot remove everything leaves the folder known as ours, so that another one goes on.
    totals();
    fs::remove_file(out.join("summary.json")).unwrap();
    fs::create_dir(out.join("summary.json")).unwrap();
    let restart = partie_analyze::tasks::Running { restart: true, ..running(&out, 1) };
    assert!(matches!(run(&planned, &restart, Rows::default, &mut ()), Err(TaskError::Io(..))));
    fs::remove_dir(out.join("summary.json")).unwrap();
    fs::write(out.join("summary.json"), "").unwrap();
    run(&planned, &restart, Rows::default, &mut ()).unwrap();
    assert!(!out.join("summary.json").exists() && verify(&out).unwrap().is_whole());
}
