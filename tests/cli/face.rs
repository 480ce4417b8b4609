//! The face of `partie-core`, listed in `face.txt`, so that a change of it is seen when it is looked through.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::source_tree::{code, sources};

/// What is public in a file: each item on a line, its fields and methods behind what they belong to.
fn listing(text: &str) -> String {
    let (mut out, mut owner, mut item) = (String::new(), String::new(), String::new());
    for line in text.lines() {
        let trimmed = line.trim();
        if item.is_empty() {
            if line.starts_with("impl") {
                owner = trimmed.trim_end_matches(['{', '}', ' ']).to_owned();
                if owner.contains(" for ") {
                    let _ = writeln!(out, "{owner}");
                }
            }
            if !trimmed.starts_with("pub ") {
                continue;
            }
            if !line.starts_with(' ') {
                owner = trimmed.trim_end_matches([' ', '{', ';']).to_owned();
            }
        }
        item.push_str(trimmed);
        item.push(' ');
        let depth = |open: char, close: char| item.matches(open).count() as i64 - item.matches(close).count() as i64;
        let group = item.starts_with("pub use") && depth('{', '}') > 0;
        if depth('(', ')') > 0 || group || !trimmed.ends_with(['{', ';', ',', '}']) {
            continue;
        }
        let signature = item.trim_end_matches([' ', '{', ';', ',']).replace("( ", "(").replace(", )", ")");
        let _ = match line.starts_with(' ') && !item.starts_with("pub use") && signature != owner {
            true => writeln!(out, "{owner} :: {signature}"),
            false => writeln!(out, "{signature}"),
        };
        item.clear();
    }
    out
}

#[test]
fn the_face_is_what_is_listed() {
    let mut face = String::new();
    for (name, text) in sources().iter().filter(|(name, _)| name.starts_with("src/core/")) {
        let listed = listing(&code(text, false));
        if !listed.is_empty() {
            let _ = writeln!(face, "# {name}\n{listed}");
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/face.txt");
    let written = Path::new(env!("CARGO_TARGET_TMPDIR")).join("face.txt");
    fs::write(&written, &face).unwrap();
    let known = fs::read_to_string(path).unwrap_or_default();
    let changes: Vec<String> = face
        .lines()
        .filter(|line| !known.lines().any(|other| other == *line))
        .map(|line| format!("+ {line}"))
        .chain(known.lines().filter(|line| !face.lines().any(|other| other == *line)).map(|line| format!("- {line}")))
        .collect();
    assert!(
        face == known,
        "the face changed; copy {} over it if that is meant:\n{}",
        written.display(),
        changes.join("\n")
    );
}
