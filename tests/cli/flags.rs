//! One flag means one thing in all commands, and the first word may be a file.

use crate::common::{partie, root, run_in as run};
use partie_record::finding::{CATALOGUE, FAMILIES};
use std::fs;

/// Exit status, standard output and standard error, in the root of the repository.
fn here(arguments: &[&str]) -> (Option<i32>, String, String) {
    run(arguments, root())
}

const READERS: [&[&str]; 6] = [
    &["validate", "-q"],
    &["fix", "-q"],
    &["analyze", "-q"],
    &["convert", "-q", "--to", "pgn"],
    &["select", "-q", "plies > 0"],
    &["show"],
];

/// A game that the book `server` calls drawn at its last position, and that somebody won all the same.
const DRAWN: &str = "[Event \"x\"]\n[Site \"?\"]\n[Date \"2001.01.01\"]\n[Round \"1\"]\n[White \"C\"]\n[Black \"D\"]\n[Result \"1-0\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1-0\n\n";

#[test]
fn flags_of_inputs_are_the_same_in_all_commands() {
    for command in READERS {
        let flags =
            ["--from", "pgn", "--from-letters", "en", "--from-encoding", "windows-1250", "--rules", "fide", "-j", "1"];
        let (code, _, stderr) = here(&[command, &flags, &["fixtures/clean.pgn"]].concat());
        assert!(code == Some(0), "{command:?} {stderr}");
        let (code, _, stderr) = here(&[command, &["--threads", "2", "fixtures/clean.pgn"]].concat());
        assert!(code == Some(0), "{command:?} {stderr}");
        let (code, _, stderr) = here(&[command, &["--rules", "fidee", "fixtures/clean.pgn"]].concat());
        assert!(code == Some(2) && stderr.contains("unknown rule book"), "{command:?} {stderr}");
    }
    // The names of before, for what they meant.
    for command in &READERS[..3] {
        let old = here(
            &[*command, &["--encoding", "windows-1250", "--letters", "en", "fixtures/archive/guests.pgn"]].concat(),
        );
        let new = ["--from-encoding", "windows-1250", "--from-letters", "en", "fixtures/archive/guests.pgn"];
        let new = here(&[*command, &new].concat());
        assert!(old.0 != Some(2) && (&old.0, &old.1) == (&new.0, &new.1), "{command:?} {old:?}");
    }
}

#[test]
fn convert_names_the_flags_of_its_output() {
    let file = "fixtures/archive/guests.pgn";
    let convert = |flags: &[&str]| {
        let output = partie().args(["convert", "-q", "--to", "pgn"]).args(flags).arg(file).output().unwrap();
        (output.stdout, String::from_utf8(output.stderr).unwrap())
    };
    let (old, said) = convert(&["--encoding", "windows-1250", "--letters", "de"]);
    let (new, silent) = convert(&["--to-encoding", "windows-1250", "--to-letters", "de"]);
    assert!(old == new && std::str::from_utf8(&new).is_err());
    for flag in ["--to-encoding", "--to-letters"] {
        assert_eq!(said.lines().filter(|line| line.contains(flag)).count(), 1, "{said}");
        assert!(!silent.contains(flag), "{silent}");
    }
    assert_eq!(here(&["convert", "--to", "pgn", "--letters", "de", "--to-letters", "fr", file]).0, Some(2));
}

#[test]
fn a_choice_asks_the_book_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("drawn.pgn"), DRAWN.replace(" 1-0\n", " 5. Nf3 Nf6 6. Ng1 Ng8 1-0\n")).unwrap();
    let (_, stdout, _) = run(&["validate", "-q", "--format", "jsonl", "--rules", "server", "drawn.pgn"], path);
    assert!(stdout.contains("\"R012\""), "{stdout}");
    for command in READERS.iter().filter(|command| command[0] != "select") {
        for (book, chosen) in [("server", true), ("fide", false)] {
            let flags = ["--rules", book, "--where", "finding(R012)", "drawn.pgn"];
            let (code, stdout, stderr) = run(&[*command, &flags].concat(), path);
            let found = match command[0] {
                "validate" | "analyze" => stdout.contains("R012"),
                "fix" => continue,
                "show" => code == Some(0),
                _ => stdout.contains("[Event"),
            };
            assert_eq!(found, chosen, "{command:?} {book} {stdout} {stderr}");
        }
    }
    for (book, number) in [("server", "1\n"), ("fide", "0\n")] {
        assert_eq!(run(&["select", "-q", "-c", "--rules", book, "finding(R012)", "drawn.pgn"], path).1, number);
    }
}

#[test]
fn fix_mends_only_games_that_are_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let game = |white: &str, castles: &str| {
        format!(
            "[Event \"x\"]\n[White \"{white}\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. {castles} Be7 *\n\n"
        )
    };
    let text = [game("A", "0-0"), game("B", "0-0"), game("A", "0-0")].concat();
    fs::write(path.join("three.pgn"), &text).unwrap();
    let (code, stdout, stderr) = run(&["fix", "--write", "--where", "white = 'B'", "three.pgn"], path);
    let after = fs::read_to_string(path.join("three.pgn")).unwrap();
    assert!(code == Some(0) && stderr.contains("1 game,"), "{stdout} {stderr}");
    assert_eq!(after, [game("A", "0-0"), game("B", "O-O"), game("A", "0-0")].concat());
    assert!(stdout.contains("[game 2"), "{stdout}");
}

#[test]
fn the_variable_names_the_form_everywhere() {
    let of = |form: &str, arguments: &[&str]| {
        let output = partie().env("PARTIE_FORMAT", form).args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let plain = here(&["fix", "-q", "fixtures/club.pgn"]).1;
    for form in ["text", "concise", "plain", "sarif", ""] {
        assert_eq!(of(form, &["fix", "-q", "fixtures/club.pgn"]).1, plain, "{form}");
    }
    let full = here(&["fix", "-q", "--format", "full", "fixtures/club.pgn"]).1;
    assert!(full != plain && of("full", &["fix", "-q", "fixtures/club.pgn"]).1 == full, "{full}");
    assert!(of("errata", &["fix", "-q", "fixtures/club.pgn"]).1.starts_with("file,page,"));
    assert_eq!(of("text", &["validate", "-q", "fixtures/clean.pgn"]).0, Some(0));
    assert!(of("jsonl", &["fix", "-q", "fixtures/club.pgn"]).1.contains("\"type\":\"repair\""));
    assert_eq!(of("jsonl", &["fix", "-q", "--format", "text", "fixtures/club.pgn"]).1, plain);
    assert!(of("jsonl", &["fix", "-q", "--diff", "fixtures/club.pgn"]).1.starts_with("---"));
    assert!(of("jsonl", &["validate", "-q", "fixtures/club.pgn"]).1.starts_with('{'));
    for command in READERS {
        assert_eq!(of("jsnl", &[command, &["fixtures/clean.pgn"]].concat()).0, Some(2), "{command:?}");
    }
    assert_eq!(of("jsnl", &["explain", "L010"]).0, Some(2));
}

#[test]
fn threads_and_colours_are_taken_by_every_command() {
    let run = ["-j", "2", "--color", "never"];
    for command in READERS {
        let quiet: &[&str] = if command.contains(&"-q") { &[] } else { &["-q"] };
        let arguments = [command, quiet, &run, &["--gitignore", "fixtures/clean.pgn"]].concat();
        let (code, _, stderr) = here(&arguments);
        assert!(code == Some(0) && stderr.is_empty(), "{arguments:?} {stderr}");
    }
    for command in [&["explain", "L010"][..], &["completions", "bash"], &["man", "show"]] {
        let (code, shown, stderr) = here(&[command, &run].concat());
        assert!(code == Some(0) && !shown.is_empty() && !shown.contains('\u{1b}'), "{command:?} {stderr}");
    }
    assert!(here(&["explain", "L010", "--color", "always"]).1.contains('\u{1b}'));
    let (code, _, stderr) = here(&[&["report", "-q", "nothing"][..], &run].concat());
    assert!(code == Some(2) && stderr.contains("X001"), "{stderr}");
}

#[test]
fn a_file_may_stand_in_the_place_of_a_command() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for name in ["games.pgn", "games"] {
        fs::write(path.join(name), DRAWN).unwrap();
    }
    for arguments in [
        &["games.pgn"][..],
        &["games"],
        &["games.pgn", "games"],
        &["-q", "games.pgn"],
        &["--format", "concise", "games.pgn"],
        &["--select", "D", "--min-severity", "info", "games"],
        &["missing.pgn"],
        &["./games"],
    ] {
        let validate = run(&[&["validate"], arguments].concat(), path);
        let (code, stdout, stderr) = run(arguments, path);
        let without_time = |text: &str| text.split(" in ").next().unwrap_or_default().to_owned();
        assert_eq!((code, stdout), (validate.0, validate.1), "{arguments:?}");
        assert_eq!(without_time(&stderr), without_time(&validate.2), "{arguments:?}");
    }
    // A subcommand that is misspelt is told as such.
    for (arguments, near) in
        [(&["valdate", "games.pgn"][..], "'validate'"), (&["convrt", "--to", "uci", "games"], "'convert'")]
    {
        let (code, _, stderr) = run(arguments, path);
        assert!(code == Some(2) && stderr.contains("unrecognized subcommand") && stderr.contains(near), "{stderr}");
    }
    let (code, _, stderr) = run(&["fix", "--formt", "jsonl", "games.pgn"], path);
    assert!(code == Some(2) && stderr.contains("--formt"), "{stderr}");
}

#[test]
fn names_of_tables_are_completed() {
    for shell in ["bash", "zsh", "fish"] {
        let (_, script, _) = here(&["completions", shell]);
        for name in ["descriptive", "hexasach", "ki2", "L010", "pinned"] {
            assert!(script.contains(name), "{shell} {name}");
        }
    }
}

#[test]
fn every_command_has_its_help_and_its_manual_page() {
    for command in
        ["validate", "fix", "analyze", "report", "convert", "select", "explain", "show", "completions", "man"]
    {
        let (code, help, _) = here(&["help", command]);
        assert!(code == Some(0) && help.contains(&format!("Usage: partie {command}")), "{help}");
        let (code, page, _) = here(&["man", command]);
        assert!(code == Some(0) && page.contains(&format!(".TH partie-{command} 1")), "{page}");
        assert!(page.contains(".SH ENVIRONMENT") && page.contains(".SH \"SEE ALSO\""), "{page}");
    }
    for command in ["validate", "fix", "analyze", "convert", "select"] {
        let (_, page, _) = here(&["man", command]);
        assert!(page.contains(".SH \"EXIT STATUS\"\n0 ") && page.contains(".SH EXAMPLES\n"), "{page}");
    }
    assert_eq!(here(&["man", "nothing"]).0, Some(2));
}

#[test]
fn explain_takes_words() {
    for (words, code) in [
        ("illegal", "L003"),
        ("castle", "L022"),
        ("castles", "K013"),
        ("en passant", "L025"),
        ("stalemate", "R002"),
        ("promoted", "L033"),
        ("二歩", "L060"),
        ("nifu", "L060"),
        ("uchifuzume", "L061"),
        ("打ち歩詰め", "L061"),
        ("千日手", "D020"),
        ("clocks", "C005"),
    ] {
        let (status, stdout, _) = here(&["explain", words]);
        assert!(status == Some(0) && stdout.contains(code), "{words}: {stdout}");
    }
    assert_eq!(here(&["explain", "en", "passant"]).1, here(&["explain", "en passant"]).1);
    assert_eq!(here(&["explain", "gobbledygook"]).0, Some(2));
    for (table, column) in
        [("games", "termination_inferred"), ("findings", "severity"), ("moves", "coordinates"), ("duplicates", "level")]
    {
        let (status, stdout, _) = here(&["explain", table]);
        assert!(status == Some(0) && stdout.contains(&format!("`{column}`")), "{table}: {stdout}");
    }
    let page = fs::read_to_string(root().join("docs/where.md")).unwrap();
    let shown = here(&["explain", "where"]).1;
    for line in page.lines().filter(|line| line.starts_with("    partie")) {
        assert!(shown.lines().any(|shown| shown == line), "{line}");
    }
}

/// The sentence of the guide names each letter of the catalogue, and means by it what the catalogue means.
#[test]
fn the_guide_names_all_families() {
    let guide = fs::read_to_string(root().join("docs/guide.md")).unwrap();
    let guide = guide.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = guide.split_once("Its letter is the family: ").unwrap().1.split_once(';').unwrap().0;
    let named: Vec<(&str, &str)> = sentence.split(", ").map(|part| part.split_once(' ').unwrap()).collect();
    assert_eq!(named, FAMILIES);
    let mut letters: Vec<&str> = CATALOGUE.iter().map(|entry| &entry.text[..1]).collect();
    letters.dedup();
    letters.sort_unstable();
    letters.dedup();
    let mut families = FAMILIES.map(|(letter, _)| letter);
    families.sort_unstable();
    assert_eq!(letters, families);
}

/// What a program stores is standard output: a file that was not read is in it.
#[test]
fn files_that_cannot_be_read_are_findings_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("games.pgn"), DRAWN).unwrap();
    fs::write(path.join("cut.pgn.gz"), [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2]).unwrap();
    fs::write(path.join("words.txt"), "hello world\n").unwrap();
    fs::create_dir(path.join("empty")).unwrap();
    for (name, wanted) in [("missing.pgn", "X001"), ("cut.pgn.gz", "X001"), ("words.txt", "X005"), ("empty", "X005")] {
        let (code, stdout, stderr) = run(&["validate", "--format", "jsonl", "games.pgn", name], path);
        let rows: Vec<serde_json::Value> = stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let row = rows.iter().find(|row| row["code"] == wanted).unwrap_or_else(|| panic!("{name}: {stdout}"));
        assert!(row["type"] == "finding" && row["path"] == name && row["severity"] == "error", "{row}");
        assert!(["line", "column", "span", "rules", "message"].iter().all(|key| !row[key].is_null()), "{row}");
        let summary = rows.last().unwrap();
        assert!(summary["codes"][wanted] == 1 && summary["errors"] == 1, "{summary}");
        assert!(code == Some(2) && stderr.contains(&format!("error[{wanted}]")), "{stderr}");
    }
    let (_, _, stderr) = run(&["convert", "-q", "--to", "uci", "--format", "jsonl", "games.pgn", "missing.pgn"], path);
    assert!(stderr.lines().any(|line| line.starts_with('{') && line.contains("\"X001\"")), "{stderr}");
}
