//! The public interface: the face of `partie-core` in `face.txt`, and the names of `partie-rules`, `partie-notation` and
//! `partie` in `names.txt`, so that a change is seen when it is looked through.

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

/// The public names of a module and of the public modules in it, each on a line; `folder` is where its own modules are.
fn names(sources: &[(String, String)], (path, folder, file): (&str, &str, &str), out: &mut String) {
    let Some((_, text)) = sources.iter().find(|(name, _)| name == file) else { panic!("{file} is missing") };
    let text = code(text, false);
    let mut statement = String::new();
    for line in text.lines() {
        if statement.is_empty() && !line.starts_with("pub ") {
            continue;
        }
        statement.push_str(line.trim());
        if statement.starts_with("pub use ") && !line.trim_end().ends_with(';') {
            continue;
        }
        let item = std::mem::take(&mut statement);
        let words: Vec<&str> =
            item.split([' ', '<', '(', ':', ';', '{', '=']).filter(|word| !word.is_empty()).collect();
        let kinds = ["mod", "fn", "struct", "enum", "trait", "type", "const", "static"];
        // `pub const fn name` has two words of a kind.
        let kind = words.iter().rposition(|word| kinds.contains(word) && words[0] == "pub").filter(|at| *at < 3);
        match kind.and_then(|at| Some((words[at], *words.get(at + 1)?))) {
            Some(("mod", name)) => {
                let inner = format!("{folder}/{name}");
                let alone = format!("{inner}.rs");
                let file =
                    if sources.iter().any(|(name, _)| *name == alone) { alone } else { format!("{inner}/mod.rs") };
                names(sources, (&format!("{path}::{name}"), &inner, &file), out);
            }
            Some((_, name)) => out.push_str(&format!("{path}::{name}\n")),
            None => {
                let used = item.trim_start_matches("pub use ").trim_end_matches(';').trim_end_matches('}');
                let inner = used.rsplit_once('{').map_or(used, |(_, inner)| inner);
                let name = |name: &str| {
                    let name = name.trim();
                    name.rsplit_once(" as ")
                        .map_or_else(|| name.rsplit("::").next().unwrap().to_owned(), |it| it.1.into())
                };
                inner.split(',').filter(|name| !name.trim().is_empty()).for_each(|used| {
                    out.push_str(&format!("{path}::{}\n", name(used)));
                });
            }
        }
    }
}

/// Compares a listing with the one that is kept.
fn pinned(kept: &str, listing: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli").join(kept);
    let written = Path::new(env!("CARGO_TARGET_TMPDIR")).join(kept);
    fs::write(&written, listing).unwrap();
    let known = fs::read_to_string(path).unwrap_or_default();
    let changes: Vec<String> = listing
        .lines()
        .filter(|line| !known.lines().any(|other| other == *line))
        .map(|line| format!("+ {line}"))
        .chain(
            known.lines().filter(|line| !listing.lines().any(|other| other == *line)).map(|line| format!("- {line}")),
        )
        .collect();
    let written = written.display();
    assert!(listing == known, "the face changed; copy {written} over it if that is meant:\n{}", changes.join("\n"));
}

#[test]
fn the_face_is_what_is_listed() {
    let mut face = String::new();
    // Repairs are shown by more than the core.
    let is_face = |name: &str| {
        name.starts_with("src/core/")
            || ["src/fix/repairs.rs", "src/repair/repair.rs", "src/repair/odds.rs"].contains(&name)
    };
    for (name, text) in sources().iter().filter(|(name, _)| is_face(name)) {
        let listed = listing(&code(text, false));
        if !listed.is_empty() {
            let _ = writeln!(face, "# {name}\n{listed}");
        }
    }
    pinned("face.txt", &face);
}

#[test]
fn the_names_are_those_that_are_listed() {
    let (sources, mut out) = (sources(), String::new());
    for (path, folder) in [("partie_rules", "src/rules"), ("partie_notation", "src/notation"), ("partie", "src")] {
        names(&sources, (path, folder, &format!("{folder}/lib.rs")), &mut out);
    }
    let mut lines: Vec<&str> = out.lines().collect();
    lines.sort_unstable();
    lines.dedup();
    pinned("names.txt", &(lines.join("\n") + "\n"));
}
