//! `partie fix --undo`: what a log tells of is taken back to the byte, and what somebody else did stays.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::test_runner::Config;

use crate::common::{root, run_in};

const HEAD: &str =
    "[Site \"?\"]\n[Date \"1998.03.01\"]\n[Round \"1\"]\n[White \"Novak\"]\n[Black \"Dvorak\"]\n[Result \"*\"]\n";
const ZEROS: &str = "1. e4 e5 2. Nf3+ Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. d3 0-0 *";
const BROKEN: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5\n7. Bb3 d6 *";

fn game(event: &str, moves: &str) -> String {
    format!("[Event \"{event}\"]\n{HEAD}\n{moves}\n")
}

fn text() -> String {
    [game("A", ZEROS), game("B", BROKEN), game("C", ZEROS)].join("\n")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| tempfile::tempdir().unwrap())
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

/// A file that was put right, with its log.
fn fixed(log: &str) -> tempfile::TempDir {
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), text()).unwrap();
    for write in ["--write", "--write=likely"] {
        let (exit, ..) = run_in(&["fix", "-q", write, "--log", log, "a.pgn"], folder.path());
        assert!(exit < Some(2));
    }
    assert_eq!(read(folder.path(), "a.pgn"), text().replace("Nf3+", "Nf3").replace("0-0", "O-O").replace("Bb6", "Bb5"));
    folder
}

#[test]
fn what_was_written_is_taken_back_from_either_log() {
    for log in ["log.jsonl", "log.csv"] {
        let folder = fixed(log);
        let (exit, stdout, stderr) = run_in(&["fix", "--undo", log], folder.path());
        assert_eq!((exit, stdout.as_str()), (Some(0), ""), "{stderr}");
        assert!(stderr.starts_with("7 edits are taken back in 1 file; "), "{stderr}");
        assert_eq!(read(folder.path(), "a.pgn"), text(), "{log}");
        // A second time nothing stands any more.
        let (exit, _, stderr) = run_in(&["fix", "--undo", log], folder.path());
        assert_eq!((exit, stderr.lines().count()), (Some(1), 8), "{stderr}");
        assert!(stderr.contains("\"0-0\" stands there now") || log == "log.csv", "{stderr}");
        assert!(stderr.contains("no edits are taken back; 7 edits are not; "), "{stderr}");
        assert_eq!(read(folder.path(), "a.pgn"), text(), "{log}");
    }
}

/// Two games side by side, as a page of a book has them.
fn side_by_side(left: &[&str], right: &[&str]) -> String {
    let rows = left.iter().zip(right).zip(1..);
    let lines = rows.map(|((left, right), number)| format!("{number}. {left:<24}      {number}. {right}\n"));
    format!("   WHITE.    BLACK.               WHITE.    BLACK.\n{}", lines.collect::<String>())
}

#[test]
fn two_games_side_by_side_are_put_right_and_taken_back() {
    let left = [
        "P-K4      P-K4",
        "Kt-KB3    Kt-QB3",
        "B-B4      B-B4",
        "P-B3      Kt-B3",
        "P-Q4      PxP",
        "PxP       B-Kt5ch",
        "Kt-B3     KtxKP",
        "Castles   KtxKt",
        "PxKt      BxP",
    ];
    let right = [
        "P-Q4      P-Q4",
        "P-QB4     P-K3",
        "Kt-QB3    Kt-KB3",
        "B-Kt5     B-K2",
        "P-K3      Castles",
        "Kt-B3     QKt-Q2",
        "R-B1      P-B3",
        "B-Q3      PxP",
        "BxBP      Kt-Q4",
    ];
    let sound = side_by_side(&left, &right);
    let damaged = sound.replace("B-B4      B-B4", "B-BA      B-B4").replace("P-QB4     P-K3", "P-QBA     P-K3");
    assert_eq!(sound.len(), damaged.len());
    let folder = folder();
    fs::write(folder.path().join("page.txt"), &damaged).unwrap();
    let (exit, stdout, stderr) = run_in(&["fix", "--write=likely", "--log", "log.jsonl", "page.txt"], folder.path());
    assert_eq!((exit, read(folder.path(), "page.txt").as_str()), (Some(0), sound.as_str()), "{stdout}{stderr}");
    let (exit, _, stderr) = run_in(&["fix", "--undo", "log.jsonl"], folder.path());
    assert_eq!((exit, read(folder.path(), "page.txt").as_str()), (Some(0), damaged.as_str()), "{stderr}");
}

#[test]
fn what_somebody_changed_since_is_named_and_stays() {
    let folder = fixed("log.jsonl");
    let path = folder.path().join("a.pgn");
    // Another move, a comment right beside another one, a name of the event, and a game behind all.
    let mine = |text: &str| {
        let text = text.replacen("[Event \"A\"]", "[Event \"A much longer name\"]", 1);
        text.replacen(" Nf6 5. d3", " {well played} Nf6 5. d3", 1) + "\n" + &game("D", "1. c4 *")
    };
    let changed = mine(&read(folder.path(), "a.pgn")).replace("3. Bb5 a6", "3. Bc4 a6");
    fs::write(&path, &changed).unwrap();
    let (exit, _, stderr) = run_in(&["fix", "-q", "--undo", "log.jsonl"], folder.path());
    let wanted = "warning: a.pgn, game 2, ply 5: \"Bb6\" -> \"Bb5\" is not taken back: \"Bc4\" stands there now\n";
    assert_eq!((exit, stderr.as_str()), (Some(1), wanted));
    assert_eq!(read(folder.path(), "a.pgn"), mine(&text()).replace("3. Bb6 a6", "3. Bc4 a6"));
}

#[test]
fn taking_back_is_taken_back() {
    let folder = fixed("log.jsonl");
    let after = read(folder.path(), "a.pgn");
    let arguments = ["fix", "-q", "--undo", "log.jsonl", "--log", "undone.jsonl", "--backup"];
    assert_eq!(run_in(&arguments, folder.path()).0, Some(0));
    assert_eq!((read(folder.path(), "a.pgn"), read(folder.path(), "a.pgn~")), (text(), after.clone()));
    assert_eq!(read(folder.path(), "undone.jsonl").lines().count(), 7);
    let diff = run_in(&["fix", "-q", "--undo", "undone.jsonl", "--diff"], folder.path()).1;
    assert!(
        diff.contains("\n-1. e4 e5 2. Nf3 Nc6 3. Bb6 a6") && diff.contains("\n+1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"),
        "{diff}"
    );
    assert_eq!(read(folder.path(), "a.pgn"), after);
    // With one log for all, the last run is taken back first.
    for (wanted, rows) in [(text(), 14), (text(), 14)] {
        let (exit, _, stderr) = run_in(&["fix", "-q", "--undo", "log.jsonl", "--log", "log.jsonl"], folder.path());
        assert_eq!((exit, read(folder.path(), "a.pgn")), (Some(0), wanted), "{stderr}");
        assert_eq!(read(folder.path(), "log.jsonl").lines().count(), rows);
    }
}

#[test]
fn inputs_restrict_it() {
    let folder = folder();
    fs::create_dir(folder.path().join("in")).unwrap();
    let names = ["a.pgn", "in/b.pgn", "in/c.pgn"];
    names.iter().for_each(|name| fs::write(folder.path().join(name), text()).unwrap());
    assert!(run_in(&["fix", "-q", "--write=likely", "--log", "log.jsonl", "."], folder.path()).0 < Some(2));
    let whole = |name: &str| read(folder.path(), name) == text();
    assert_eq!(run_in(&["fix", "-q", "--undo", "log.jsonl", "in"], folder.path()).0, Some(0));
    assert_eq!(names.map(whole), [false, true, true]);
    assert_eq!(run_in(&["fix", "-q", "--undo", "log.jsonl", "./a.pgn"], folder.path()).0, Some(0));
    assert_eq!(names.map(whole), [true; 3]);
    // A file that is gone is an error, and the others are gone through.
    assert!(run_in(&["fix", "-q", "--write=likely", "--log", "more.jsonl", "in"], folder.path()).0 < Some(2));
    fs::remove_file(folder.path().join("in/b.pgn")).unwrap();
    let (exit, _, stderr) = run_in(&["fix", "-q", "--undo", "more.jsonl"], folder.path());
    assert!(exit == Some(2) && stderr.contains("error[X001]") && stderr.contains("b.pgn"), "{stderr}");
    assert!(whole("in/c.pgn"));
}

#[test]
fn inputs_that_are_not_in_the_log_are_named() {
    let folder = fixed("log.jsonl");
    let names: Vec<String> = (0..7).map(|number| format!("other{number}.pgn")).collect();
    names.iter().for_each(|name| fs::write(folder.path().join(name), text()).unwrap());
    let undo = |inputs: &[&str]| {
        let (exit, _, stderr) = run_in(&[&["fix", "-q", "--undo", "log.jsonl"], inputs].concat(), folder.path());
        (exit, stderr)
    };
    let one = "warning: other0.pgn is not in the log, which has edits of a.pgn\n";
    assert_eq!(undo(&["other0.pgn"]), (Some(1), one.to_owned()));
    let all: Vec<&str> = names.iter().map(String::as_str).collect();
    let many = "warning: other0.pgn, other1.pgn, other2.pgn, other3.pgn, other4.pgn and 2 more are not in the log, \
                which has edits of a.pgn\n";
    assert_eq!(undo(&all), (Some(1), many.to_owned()));
    // Of several inputs those without an edit are no failure.
    assert_eq!(undo(&["a.pgn", "other0.pgn"]), (Some(0), one.to_owned()));
    assert_eq!(read(folder.path(), "a.pgn"), text());
    fs::write(folder.path().join("empty.jsonl"), "").unwrap();
    let (exit, _, stderr) = run_in(&["fix", "-q", "--undo", "empty.jsonl", "a.pgn"], folder.path());
    assert!(exit == Some(1) && stderr.contains("which has edits of no file"), "{stderr}");
}

#[test]
fn what_does_not_go_together_is_said() {
    let folder = fixed("log.jsonl");
    fs::write(folder.path().join("bad.jsonl"), "{\"path\":\n").unwrap();
    fs::write(folder.path().join("bad.csv"), "path,game\n").unwrap();
    let after = read(folder.path(), "a.pgn");
    for (arguments, wanted) in [
        (&["fix", "--undo", "log.jsonl", "--write", "a.pgn"][..], "cannot be used with"),
        (&["fix", "--undo", "log.jsonl", "--format", "jsonl"], "cannot be used with"),
        (&["fix", "--undo", "log.jsonl", "-"], "standard input is none"),
        (&["fix", "--undo", "log.jsonl", "b.pgn"], "error[X001]"),
        (&["fix", "--undo", "none.jsonl"], "error[X001]"),
        (&["fix", "--undo", "bad.jsonl"], "bad.jsonl:1 is no row"),
        (&["fix", "--undo", "bad.csv"], "bad.csv:1 is no row"),
        (&["fix", "--undo", "log.jsonl", "--log", "a.pgn"], "one of the files"),
    ] {
        let (exit, stdout, stderr) = run_in(arguments, folder.path());
        assert_eq!((exit, stdout.as_str()), (Some(2), ""), "{arguments:?}: {stderr}");
        assert!(stderr.contains(wanted), "{arguments:?}: {stderr}");
        assert_eq!(read(folder.path(), "a.pgn"), after);
    }
    // Games that are gone, or others now.
    fs::write(folder.path().join("a.pgn"), [game("A", ZEROS).replace("Novak", "Svoboda")].concat()).unwrap();
    let (exit, _, stderr) = run_in(&["fix", "-q", "--undo", "log.jsonl"], folder.path());
    assert_eq!(exit, Some(1));
    assert!(stderr.contains("game 2, ply 5") && stderr.contains("the file has no such game"), "{stderr}");
    assert!(stderr.contains("the game of that number is Svoboda - Dvorak now"), "{stderr}");
}

/// Files of every kind, each put right and back again.
#[test]
fn files_of_every_encoding_come_back() {
    let kif = "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n先手：山田\n後手：佐藤\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで3手で先手の勝ち\n";
    let latin = text().replace("Novak", "M\u{fc}ller").replace("e4 e5 2. Nf3", "e4 {sch\u{f6}n} e5 2. Nf3");
    let latin: Vec<u8> = latin.chars().map(|character| character as u8).collect();
    let sjis = encoding_rs::SHIFT_JIS.encode(kif).0.into_owned();
    let mut files = vec![("a.pgn".to_owned(), latin), ("a.kif".to_owned(), sjis), ("b.pgn".to_owned(), text().into())];
    for name in
        ["club.pgn", "archive/guests.pgn", "kober/scan.txt", "hex/late.pgn", "hex/evening.pgn", "shogi/draft.csa"]
    {
        files.push((name.replace('/', "-"), fs::read(root().join("fixtures").join(name)).unwrap()));
    }
    let folder = folder();
    let write = || files.iter().for_each(|(name, bytes)| fs::write(folder.path().join(name), bytes).unwrap());
    let differing = || {
        let same = |(name, bytes): &&(String, Vec<u8>)| fs::read(folder.path().join(name)).unwrap() != *bytes;
        files.iter().filter(same).map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    write();
    for (write, style) in [("--write", "--no-allow"), ("--write=likely", "--no-allow"), ("--write=likely", "--style")] {
        assert!(run_in(&["fix", "-q", write, style, "--log", "log.jsonl", "."], folder.path()).0 < Some(2));
    }
    assert!(differing().len() > 4, "{:?}", differing());
    let (exit, _, stderr) = run_in(&["fix", "--undo", "log.jsonl"], folder.path());
    assert_eq!((exit, differing()), (Some(0), Vec::new()), "{stderr}");
}

/// A full disk, or an end at any byte: the file is as it was or whole, and the log of what is taken back says which.
#[test]
fn a_full_disk_leaves_the_file() {
    for kill in [false, true] {
        for room in (0..).step_by(37) {
            let folder = fixed("log.jsonl");
            let after = read(folder.path(), "a.pgn");
            let mut command = crate::common::partie();
            command.args(["fix", "-q", "--undo", "log.jsonl", "--log", "undone.jsonl"]).current_dir(folder.path());
            command.env("PARTIE_TEST_DISK_ROOM", room.to_string());
            if kill {
                command.env("PARTIE_TEST_DISK_KILL", "1");
            }
            let done = command.output().unwrap().status.success();
            let now = read(folder.path(), "a.pgn");
            assert!(now == text() || !done && now == after, "{room}: {now}");
            if done {
                break;
            }
            // The next run ends what was begun: then what the log says is what was done.
            let again = ["fix", "-q", "--undo", "log.jsonl", "--log", "undone.jsonl"];
            assert!(run_in(&again, folder.path()).0 < Some(2));
            assert_eq!(read(folder.path(), "a.pgn"), text(), "{room}");
            assert_eq!(read(folder.path(), "undone.jsonl").lines().count(), 7, "{room}");
        }
    }
}

const SOUND: [&str; 4] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 {note} a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7",
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 {note} Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 8. cxd5 Nxd5 9. Bxe7 Qxe7",
    "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 {note} e5 7. Nb3 Be7 8. O-O O-O 9. Be3 Be6",
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 {note} Nf6 6. g3 g6 7. Bg2 Bg7 8. O-O O-O",
];

/// What is done to a game: a kind of damage at a place.
fn damage(moves: &str, (kind, place): (u8, usize)) -> String {
    let words: Vec<&str> = moves.split(' ').collect();
    let is_move = |word: &&str| word.starts_with(|c: char| c.is_ascii_alphabetic());
    let plies: Vec<usize> = (0..words.len()).filter(|index| is_move(&words[*index])).collect();
    let at = plies[place % plies.len()];
    let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
    match kind % 6 {
        0 => words[at].push('+'),
        1 => words[at] = words[at].replace("O-O", "0-0").replace('f', "t"),
        2 => drop(words.remove(at)),
        3 => words.insert(at, words[at].clone()),
        4 => words[at] = words[at].replace(['3', '5'], "8"),
        _ => return moves.replace("O-O", "0-0").replacen("Nf3", "Nf3+", 1),
    }
    words.join(" ")
}

proptest! {
    #![proptest_config(Config { cases: 24, failure_persistence: None, ..Config::default() })]

    /// Whatever was damaged and put right in whatever files, by several runs on one log: it comes back to the byte, with
    /// what somebody changed elsewhere.
    #[test]
    fn whatever_was_put_right_comes_back(
        files in prop::collection::vec(
            (prop::collection::vec((0..4_usize, prop::collection::vec((0..6_u8, 0..40_usize), 0..3), 0..3_u8), 1..4), 0..3_usize),
            1..4,
        ),
        foreign in 0..6_usize,
        csv in prop::bool::weighted(0.3),
    ) {
        let folder = folder();
        let mut before = Vec::new();
        for (number, (games, end)) in files.iter().enumerate() {
            let games: Vec<String> = games.iter().enumerate().map(|(index, (moves, damages, glued))| {
                let moves = damages.iter().fold(SOUND[*moves].to_owned(), |moves, one| damage(&moves, *one));
                let text = game(&format!("g{index}"), &format!("{moves} *"));
                if *glued == 0 { text.replace("]\n\n", "]\n") } else { text }
            }).collect();
            let text = games.join("\n").replace('\n', ["\n", "\r\n", "\r"][*end]);
            let name = format!("{number}.pgn");
            fs::write(folder.path().join(&name), &text).unwrap();
            before.push((name, text));
        }
        let log = if csv { "log.csv" } else { "log.jsonl" };
        for (write, more) in [("--write", "--no-allow"), ("--write=likely", "--no-allow"), ("--write=likely", "--style")] {
            prop_assert!(run_in(&["fix", "-q", write, more, "--log", log, "."], folder.path()).0 < Some(2));
        }
        // Somebody else writes into a game.
        let mine = |text: &str| match foreign {
            0 => text.replacen("[Event \"g0\"]", "[Event \"another name of the event\"]", 1),
            1 => text.replacen("{note}", "{a note that somebody made longer}", 1),
            2 => text.replacen("{note}", "{}", 1),
            3 => text.replacen("[Event \"g1\"]", "[Event \"g1\"]\n[Annotator \"me\"]", 1),
            _ => text.to_owned(),
        };
        for (name, _) in &before {
            let path = folder.path().join(name);
            let now = fs::read_to_string(&path).unwrap();
            fs::write(&path, mine(&now)).unwrap();
        }
        let (exit, _, stderr) = run_in(&["fix", "-q", "--undo", log], folder.path());
        // What stands right beside a place is a part of what shows it.
        let may_stay = csv || matches!(foreign, 1 | 2);
        prop_assert!(exit == Some(0) || may_stay && exit == Some(1), "{}", stderr);
        for (name, text) in &before {
            let now = fs::read_to_string(folder.path().join(name)).unwrap();
            prop_assert!(exit == Some(1) || now == mine(text), "{}\n{}\n{}", name, text, now);
        }
    }
}
