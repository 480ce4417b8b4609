//! Files that the command makes in folders of games: backups are skipped by later commands, and rows go into logs alone.

use std::fs;
use std::path::Path;

use crate::common::run_in;

const GAME: &str = "[Event \"?\"]\n[White \"W1\"]\n[Black \"B1\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. d3 d6 1-0\n";
const ROW: &str = "path,game,players,ply,was,is,grade\nx.pgn,1,W1 - B1,7,0-0,O-O,certain\n";

fn folder(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, GAME).unwrap();
    }
    folder
}

/// Files and games of a folder as `validate` counts them, and its messages.
fn counted(folder: &Path) -> (String, String) {
    let (_, stdout, stderr) = run_in(&["validate", "--format", "jsonl", "archive"], folder);
    let summary = stdout.lines().last().unwrap();
    let key = |key: &str| {
        let from = summary.find(&format!("\"{key}\":")).unwrap();
        summary[from..].split([',', '}']).next().unwrap().to_owned()
    };
    (format!("{} {}", key("files"), key("games")), stderr)
}

#[test]
fn backups_are_counted_by_no_later_command() {
    let all = &["archive/a.pgn", "archive/sub/b.txt", "archive/games"][..];
    for (option, suffix, names) in [
        ("--backup", "~", all),
        ("--backup=.before", ".before", all),
        ("--backup=.txt", ".txt", &all[..2]),
        ("--backup=_1", "_1", &all[..2]),
        ("--backup=.old.pgn", ".old.pgn", &all[..1]),
    ] {
        let folder = folder(names);
        let base = folder.path();
        let before = counted(base).0;
        let (exit, _, stderr) = run_in(&["fix", "-q", "--write", option, "archive"], base);
        assert_eq!((exit, stderr.as_str()), (Some(0), ""), "{option}");
        for name in names {
            assert_eq!(fs::read_to_string(base.join(format!("{name}{suffix}"))).unwrap(), GAME);
        }
        let (after, stderr) = counted(base);
        assert_eq!(after, before, "{option}");
        // Backups with the default suffix are not reported.
        let first = format!("skipped, beginning with archive/a.pgn{suffix}: its name is that of the file beside it");
        assert_eq!(stderr.contains(&first), suffix != "~", "{stderr}");
        let (_, stdout, _) = run_in(&["analyze", "-q", "--duplicates", "archive"], base);
        assert!(!stdout.contains(&format!("a.pgn{suffix}")), "{stdout}");
        let out = format!("out{suffix}");
        run_in(&["analyze", "-q", "-o", &out, "archive"], base);
        let summary = fs::read_to_string(base.join(&out).join("summary.json")).unwrap().replace(' ', "");
        assert!(summary.contains(&format!("\"games\":{}", names.len())), "{summary}");
        let (exit, stdout, stderr) = run_in(&["fix", "-q", "--write", option, "archive"], base);
        assert_eq!((exit, stdout.as_str(), stderr.contains(&first)), (Some(0), "", suffix != "~"), "{stderr}");
        // One that is named is read.
        let (_, _, stderr) = run_in(&["validate", &format!("archive/a.pgn{suffix}")], base);
        assert!(stderr.starts_with("1 game, "), "{stderr}");
    }
}

#[test]
fn what_is_named_like_a_backup_and_is_none_is_read() {
    for names in [
        &["archive/a.pgn~"][..],
        &["archive/round1", "archive/round10"],
        &["archive/a.pgn", "archive/a.pgn2.pgn.kif"],
        &["archive/games", "archive/games.txt"],
    ] {
        let folder = folder(names);
        let (counts, stderr) = counted(folder.path());
        assert_eq!(counts, format!("\"files\":{0} \"games\":{0}", names.len()), "{stderr}");
    }
    // A game in one line is corrected in that line.
    let line = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. d3 d6 *\n";
    let short = folder(&[]);
    fs::create_dir(short.path().join("archive")).unwrap();
    fs::write(short.path().join("archive/a.pgn"), line).unwrap();
    run_in(&["fix", "-q", "--write", "--backup=.before", "archive"], short.path());
    assert_eq!(fs::read_to_string(short.path().join("archive/a.pgn.before")).unwrap(), line);
    assert_eq!(counted(short.path()).0, "\"files\":1 \"games\":1");
    // Games of their own beside a file with the beginning of their name.
    let near = folder(&["archive/a.pgn", "archive/a"]);
    for name in ["a.pgn.pgn", "a.pgn.2024", "a.pgn2", "a (1)"] {
        let other = GAME.replace("W1", name).replace("B1", "C").replace("\"?\"", "\"Other\"").replace("1. e4", "1. d4");
        fs::write(near.path().join("archive").join(name), other).unwrap();
    }
    assert_eq!(counted(near.path()).0, "\"files\":6 \"games\":6");
    // If other runs cannot know it for a backup, the run that makes it reports that.
    let folder = folder(&["archive/a.pgn"]);
    let (_, _, stderr) = run_in(&["fix", "-q", "--write", "--backup=.gz", "archive"], folder.path());
    assert!(stderr.contains("note: archive/a.pgn is kept as a.pgn.gz beside it"), "{stderr}");
}

#[test]
fn a_log_is_added_to_a_log_alone() {
    let json = "{\"v\":1,\"type\":\"edit\",\"path\":\"x.pgn\",\"game\":1,\"ply\":7,\"span\":[1,4],\"was\":\"0-0\",\"is\":\"O-O\"}\n";
    for (name, text, is_log) in [
        ("other.pgn", GAME, false),
        ("notes.csv", "Things to do:\n- chairs\n", false),
        ("players.csv", "from,to\nW1,W. One\n", false),
        ("word.csv", "path", true),
        ("pat.csv", "paths", false),
        ("settings.jsonl", "{\"color\":\"red\"}\n", false),
        (
            "decided.jsonl",
            "{\"v\":1,\"type\":\"game\",\"path\":\"x.pgn\",\"game\":1,\"was\":\"\",\"is\":\"\"}\n",
            false,
        ),
        ("picture.csv", "\u{89}PNG\r\n\u{1a}\n\0\0", false),
        ("notes-behind.csv", &format!("{ROW}\nThings to do\n"), false),
        ("notes-behind.jsonl", &format!("{json}{{\"color\":\"red\"}}\n"), false),
        ("blank-behind.jsonl", &format!("{json}\n"), true),
        ("empty.csv", "", true),
        ("own.csv", ROW, true),
        ("crlf.csv", &ROW.replace('\n', "\r\n"), true),
        ("own.jsonl", json, true),
        ("cut.jsonl", &json[..30], true),
    ] {
        let folder = folder(&["in.pgn"]);
        let base = folder.path();
        fs::write(base.join(name), text).unwrap();
        let (exit, _, stderr) = run_in(&["fix", "-q", "--write", "--log", name, "in.pgn"], base);
        let log = fs::read_to_string(base.join(name)).unwrap();
        let is_fixed = fs::read_to_string(base.join("in.pgn")).unwrap() != GAME;
        if is_log {
            assert!(exit == Some(0) && is_fixed && log.starts_with(text) && log.len() > text.len(), "{name}: {stderr}");
        } else {
            assert!(exit == Some(2) && !is_fixed && log == text, "{name}: {stderr}");
            assert!(stderr.contains(&format!("cannot write {name}: it is no log of partie")), "{name}: {stderr}");
        }
    }
}

#[test]
fn a_file_that_holds_no_decisions_stays_to_the_byte() {
    let folder = folder(&["in.pgn"]);
    let base = folder.path();
    let notes = "Things to do:\n- chairs";
    fs::write(base.join("notes.txt"), notes).unwrap();
    for arguments in
        [&["fix", "--decisions", "notes.txt", "in.pgn"][..], &["fix", "--review", "--decisions", "notes.txt", "in.pgn"]]
    {
        let (exit, _, stderr) = run_in(arguments, base);
        assert_eq!(exit, Some(2), "{stderr}");
        assert_eq!(fs::read_to_string(base.join("notes.txt")).unwrap(), notes);
    }
}

/// An intent that somebody put beside a log: the log is as it was, whatever the intent holds.
#[test]
fn an_intent_that_is_not_of_the_log_cuts_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let rows = "path,game,players,ply,was,is,grade\nx.pgn,1,W - B,7,0-0,O-O,certain\n";
    fs::write(folder.path().join("a.pgn"), "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *\n").unwrap();
    for (kept, head, count) in
        [(0, "", 0), (0, "", u64::MAX), (20, "other", 3), (1000, "", 9), (rows.len() as u64, "", 4)]
    {
        fs::write(folder.path().join("log.csv"), rows).unwrap();
        let intent =
            format!("{{\"target\":\"/nowhere\",\"was\":null,\"kept\":{kept},\"head\":\"{head}\",\"rows\":{count}}}\n");
        let path = folder.path().join(".log.csv.intent");
        fs::write(&path, &intent).unwrap();
        for command in [&["fix", "-q", "--undo", "log.csv"][..], &["fix", "-q", "--write", "--log", "log.csv", "a.pgn"]]
        {
            let (_, _, stderr) = run_in(command, folder.path());
            let log = fs::read_to_string(folder.path().join("log.csv")).unwrap();
            assert!(log.starts_with(rows), "{intent}{command:?}: {stderr}");
            assert!(kept == rows.len() as u64 || stderr.contains("is the intent of another log"), "{intent}{stderr}");
        }
    }
}

#[test]
fn the_folder_of_the_output_is_no_input() {
    for command in [
        &["convert", "--to", "pgn"][..],
        &["convert", "--to", "pgn", "--drop-duplicates"],
        &["convert", "--to", "pgn", "--games-per-file", "1"],
        &["select", "plies > 0"],
        &["select", "plies > 0", "--sort", "-white"],
        &["select", "plies > 0", "--split-by", "White"],
    ] {
        let folder = folder(&["archive/a.pgn", "archive/x/b.pgn"]);
        let base = folder.path();
        fs::write(base.join("archive/x/b.pgn"), GAME.replace("W1", "W2").replace("d3 d6", "a3 d6")).unwrap();
        let run = |out: &str| run_in(&[command, &["--out-dir", out, "archive"]].concat(), base);
        for times in [1, 2] {
            let (exit, _, stderr) = run("archive/out");
            assert_eq!(exit, Some(0), "{command:?} {stderr}");
            assert!(stderr.lines().last().unwrap().contains("2 games"), "{command:?} {times}: {stderr}");
            let is_reported = stderr.contains("archive/out is not read, as it takes the output");
            assert_eq!(is_reported, times == 2, "{command:?} {times}: {stderr}");
        }
        let (exit, _, stderr) = run("archive");
        assert!(exit == Some(2) && stderr.starts_with("error[X003]: the output archive is one of"), "{stderr}");
    }
}

#[test]
fn ignored_files_are_counted() {
    let names = ["archive/a.pgn", "archive/b.pgn", "archive/sub/c.pgn", "archive/sub/d.pgn", "archive/sub/e.rs"];
    for (rules, options, files) in [
        (".ignore", &[][..], Some("2 files are left out by .ignore or .gitignore, beginning with archive/b.pgn")),
        (".gitignore", &[], None),
        (".gitignore", &["--gitignore"], Some("2 files are left out")),
    ] {
        let folder = folder(&names);
        let base = folder.path();
        fs::write(base.join("archive/sub/e.rs"), "fn main() {}\n").unwrap();
        fs::write(base.join("archive").join(rules), "b.pgn\nsub/d.*\nsub/e.*\n").unwrap();
        let (_, stdout, stderr) =
            run_in(&[&["validate", "-q", "--format", "jsonl", "archive"], options].concat(), base);
        let games = if files.is_some() { 2 } else { 4 };
        assert!(stdout.contains(&format!("\"games\":{games}")), "{stdout}");
        match files {
            Some(files) => assert!(stderr.contains(files), "{stderr}"),
            None => assert_eq!(stderr, ""),
        }
    }
    #[cfg(unix)]
    {
        let folder = folder(&names);
        let base = folder.path();
        fs::write(base.join("rules"), "b.pgn\n").unwrap();
        std::os::unix::fs::symlink("../rules", base.join("archive/.ignore")).unwrap();
        let (exit, _, stderr) = run_in(&["validate", "-q", "archive"], base);
        assert!(exit == Some(2) && stderr.contains("archive/.ignore: it is no regular file; its folder"), "{stderr}");
    }
}

#[test]
fn chosen_rules_and_limits_of_fix_are_reported() {
    let folder = folder(&["a.pgn", "b.pgn"]);
    let base = folder.path();
    let named = GAME.replace("[Result", "[Rules \"kober\"]\n[Result");
    fs::write(base.join("b.pgn"), named).unwrap();
    let stderr = |arguments: &[&str]| run_in(arguments, base).2;
    let record = "note: silenced: 1 game judged by rules that the records name (kober in b.pgn)";
    assert!(stderr(&["validate", "-q", "a.pgn", "b.pgn"]).contains(record));
    fs::write(base.join("partie.toml"), "rules = [\"kober\"]\n\n[fix]\nignore = [\"S\"]\n").unwrap();
    let configured = stderr(&["validate", "-q", "a.pgn", "b.pgn"]);
    assert!(configured.contains("2 games judged by rules of the configuration (partie.toml:1)"), "{configured}");
    assert!(!stderr(&["validate", "-q", "--rules", "kober", "a.pgn"]).contains("judged by rules"));
    let limited = stderr(&["fix", "-q", "a.pgn", "b.pgn"]);
    assert!(limited.contains("2 games fixed only as far as the configuration selects (partie.toml:4)"), "{limited}");
}

#[test]
fn a_file_without_a_record_is_named_where_it_fails_the_run() {
    let folder = folder(&["archive/a.pgn"]);
    let base = folder.path();
    fs::write(base.join("archive/b.pgn"), "no game\n").unwrap();
    let (exit, _, stderr) = run_in(&["validate", "-q", "--fail-on", "warning", "archive"], base);
    assert!(exit == Some(1) && stderr.contains("warning[X005]") && stderr.contains("archive/b.pgn"), "{stderr}");
}
