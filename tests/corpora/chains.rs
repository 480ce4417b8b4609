//! Chains of commands over files: each reads what the one before it wrote. Those through the library are the target `chains` of
//! `tests/fuzz`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::run_in;
use crate::fuzz::{Mutator, TARGETS, seeds};

/// Chains of a run, unless `PARTIE_CHAINS` names another number.
const CHAINS: usize = 5000;

/// Commands that write the next file, `OUT`, of `IN`, with the extension of what they write; without one it is that of `IN`.
const WRITERS: &[(&[&str], &str)] = &[
    (&["convert", "--to", "pgn", "-o", "OUT", "IN"], "pgn"),
    (&["convert", "--to", "descriptive", "-o", "OUT", "IN"], "pgn"),
    (&["convert", "--to", "descriptive", "--layout", "columns", "-o", "OUT", "IN"], "txt"),
    (&["convert", "--to", "kober", "-o", "OUT", "IN"], "pgn"),
    (&["convert", "--to", "kober", "--layout", "columns", "-o", "OUT", "IN"], "txt"),
    (&["convert", "--to", "iccf", "-o", "OUT", "IN"], "pgn"),
    (&["convert", "--to", "uci", "-o", "OUT", "IN"], "uci"),
    (&["convert", "--to", "coords", "-o", "OUT", "IN"], "txt"),
    (&["convert", "--to", "epd", "-o", "OUT", "IN"], "epd"),
    (&["convert", "--to", "fen", "--every", "-o", "OUT", "IN"], "fen"),
    (&["convert", "--to", "kif", "-o", "OUT", "IN"], "kifu"),
    (&["convert", "--to", "ki2", "-o", "OUT", "IN"], "ki2u"),
    (&["convert", "--to", "csa", "-o", "OUT", "IN"], "csa"),
    (&["convert", "--to", "usi", "-o", "OUT", "IN"], "usi"),
    (&["convert", "--to", "psn", "-o", "OUT", "IN"], "psn"),
    (&["convert", "--to", "sfen", "-o", "OUT", "IN"], "sfen"),
    (&["convert", "--to", "json", "-o", "OUT", "IN"], "json"),
    (&["convert", "--to", "pgn", "--on-broken", "keep", "-o", "OUT", "IN"], "pgn"),
    (&["select", "plies > 1", "-o", "OUT", "IN"], ""),
    (&["fix", "--write=likely", "OUT"], ""),
    (&["fix", "--write", "--style", "OUT"], ""),
];

/// Commands that read the last file of a chain.
const READERS: &[&[&str]] = &[
    &["validate", "IN"],
    &["validate", "--format", "jsonl", "--games", "--moves", "IN"],
    &["validate", "--format", "sarif", "IN"],
    &["validate", "--statistics", "IN"],
    &["fix", "--format", "full", "IN"],
    &["analyze", "IN"],
    &["analyze", "--duplicates", "IN"],
    &["show", "IN"],
    &["show", "--html", "IN"],
];

/// Runs a command whose exit status says that it ran as it should.
fn run(command: &[&str], [input, output]: [&Path; 2], chain: &mut Vec<String>) {
    let arguments = command.iter().map(|argument| match *argument {
        "IN" => input.to_str().expect("UTF-8"),
        "OUT" => output.to_str().expect("UTF-8"),
        other => other,
    });
    let arguments: Vec<&str> = arguments.collect();
    chain.push(arguments.join(" "));
    let (status, _, stderr) = run_in(&arguments, Path::new("."));
    assert!(matches!(status, Some(0..=2)), "{chain:#?}\nexit {status:?}: {stderr}");
}

#[test]
#[ignore = "minutes: .ci/nightly"]
fn commands_read_what_commands_wrote() {
    let chains = std::env::var("PARTIE_CHAINS").map_or(CHAINS, |text| text.parse().expect("a number of chains"));
    let target = TARGETS.iter().find(|target| target.name == "chains").expect("the target");
    let named = seeds::named(target);
    let mut mutator = Mutator::new(seeds::of(target), seeds::words(target), 1);
    let folder = tempfile::tempdir().unwrap();
    for number in 0..chains {
        // Each seed whole, then a mutant.
        let (name, text) = named[number / 2 % named.len()].clone();
        let text = if number % 2 == 0 { text } else { mutator.next().to_vec() };
        let extension = Path::new(&name).extension().filter(|extension| *extension != "md");
        let mut input = folder.path().join("0").with_extension(extension.unwrap_or("txt".as_ref()));
        fs::write(&input, text).unwrap();
        let (mut chain, mut choice) = (vec![name], number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16);
        let mut pick = |length: usize| {
            let picked = choice % length;
            choice /= length;
            picked
        };
        for step in 1..=1 + pick(2) {
            let (command, extension) = WRITERS[pick(WRITERS.len())];
            let mut output = folder.path().join(step.to_string());
            output.set_extension(if extension.is_empty() { input.extension().unwrap() } else { extension.as_ref() });
            let _ = fs::remove_file(&output);
            if !command.contains(&"IN") {
                fs::copy(&input, &output).unwrap();
            }
            run(command, [&input, &output], &mut chain);
            if !output.exists() {
                break;
            }
            input = output;
        }
        run(READERS[pick(READERS.len())], [&input, &PathBuf::new()], &mut chain);
    }
}
