//! Long runs of text beside PGN records: one finding each, wherever the file is cut and however many threads read it.

use std::fs;
use std::time::{Duration, Instant};

use crate::common::run_in;

const GAME: &str = "[Event \"a\"]\n[Site \"?\"]\n[Date \"2003.11.16\"]\n[Round \"1\"]\n[White \"B\"]\n[Black \"L\"]\n\
                    [Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n";

/// Line, game and message of each finding on a file with these bytes, and the exit status.
fn noise(bytes: &[u8], options: &[&str]) -> (Vec<(u64, u64, String)>, Option<i32>) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), bytes).unwrap();
    let arguments = [&["validate", "--format", "jsonl", "--select", "S015,S019"], options, &["a.pgn"]].concat();
    let (code, stdout, _) = run_in(&arguments, folder.path());
    let values = stdout.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let found = values.filter(|value| value["type"] == "finding").map(|value| {
        let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
        assert_eq!(text("severity"), "warning", "{value}");
        let number = |key: &str| value[key].as_u64().unwrap_or_default();
        (number("line"), number("game"), format!("{} {}", text("code"), text("message")))
    });
    (found.collect(), code)
}

fn of(bytes: usize) -> String {
    format!("S019 {bytes} bytes beside the records belong to none of them")
}

#[test]
fn noise_is_told_once_with_its_length() {
    let lines = "no game at all, nor a move\n".repeat(40_000);
    let kinds: [(&str, Vec<u8>); 4] = [
        ("zeros", vec![0; 1 << 20]),
        ("text", lines.trim_end().as_bytes().to_vec()),
        ("dots", vec![b'.'; 5000]),
        ("results", "no game *\nnor a move\n".repeat(1000).trim_end().as_bytes().to_vec()),
    ];
    for (name, noise_of) in kinds {
        let noisy = |before: bool, between: bool, after: bool| {
            let run = |wanted: bool| if wanted { [&noise_of[..], b"\n\n"].concat() } else { Vec::new() };
            [run(before), GAME.into(), run(between), GAME.into(), run(after)].concat()
        };
        for (place, bytes) in [
            ("before", noisy(true, false, false)),
            ("between", noisy(false, true, false)),
            ("after", noisy(false, false, true)),
            ("everywhere", noisy(true, true, true)),
        ] {
            let runs = if place == "everywhere" { 3 } else { 1 };
            let (wanted, code) = noise(&bytes, &["-j", "1", "--chunk", "10000000"]);
            assert_eq!((wanted.len(), code), (runs, Some(0)), "{name} {place}: {wanted:?}");
            assert!(wanted.iter().all(|(.., message)| message.starts_with("S019 ")), "{name} {place}: {wanted:?}");
            if name == "dots" {
                assert!(wanted.iter().all(|(.., message)| *message == of(5000)), "{name} {place}: {wanted:?}");
            }
            for options in
                [["-j", "1", "--chunk", "1"], ["-j", "2", "--chunk", "70000"], ["-j", "3", "--chunk", "262144"]]
            {
                if options[3] == "1" && bytes.len() > 30_000 {
                    continue;
                }
                assert_eq!(noise(&bytes, &options).0, wanted, "{name} {place} {options:?}");
            }
        }
    }
}

#[test]
fn what_is_no_noise() {
    let short = "a heading\n".repeat(100);
    let comment = format!("{{{}}}\n", "a comment ".repeat(1000));
    let escaped = "% an escape line\n".repeat(1000);
    for (text, codes) in [(&short, 1), (&comment, 0), (&escaped, 0)] {
        let found = noise(&[text, "\n", GAME].concat().into_bytes(), &[]).0;
        assert!(found.len() == codes && found.iter().all(|(.., message)| message.starts_with("S015 ")), "{found:?}");
    }
    // Nothing but blanks, and no game at all.
    assert!(noise(&[&" \n".repeat(5000), GAME].concat().into_bytes(), &[]).0.is_empty());
    let (found, code) = noise("no game at all\n".repeat(1000).as_bytes(), &[]);
    assert!(found.is_empty() && code == Some(2), "{found:?}");
}

/// A line that ends in a result may end a game: what follows it is looked at once, not once a line.
#[test]
fn noise_with_results_is_read_in_linear_time() {
    let start = Instant::now();
    let bytes = [GAME, &"lorem ipsum dolor *\nabc sit amet\n".repeat(60_000), "\n\n", GAME].concat();
    assert_eq!(noise(bytes.as_bytes(), &["-j", "1", "--chunk", "10000000"]).0.len(), 1);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}
