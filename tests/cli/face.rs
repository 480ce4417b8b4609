//! The public interface: the face of `partie-core` in `face.txt`, and the names of `partie-rules`, `partie-notation` and
//! `partie` in `names.txt`; what scripts depend on in `interface.txt`. A change of any needs a line in the changelog.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::common::{root, run_in};
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

/// Each match of a pattern's first group in a file, behind a prefix.
fn matches(file: &str, pattern: &str, prefix: &str, out: &mut BTreeSet<String>) {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let found = regex::Regex::new(pattern).unwrap();
    out.extend(found.captures_iter(&text).map(|found| format!("{prefix} {}", &found[1])));
}

/// What scripts depend on: flags, exit statuses, columns of tables, keys of JSON.
#[test]
fn what_scripts_depend_on_is_listed() {
    let mut lines = BTreeSet::new();
    let flag = regex::Regex::new(r"(?m)^ +(?:-\w, )?(--[a-z][a-z-]+)").unwrap();
    for command in ["validate", "fix", "analyze", "report", "convert", "select", "explain", "show", "config"] {
        let help = run_in(&[command, "--help"], root()).1;
        lines.extend(flag.captures_iter(&help).map(|found| format!("flag of {command}: {}", &found[1])));
    }
    matches("README.md", r"(?m)^\| ([0-3]) \| ", "exit status", &mut lines);
    for table in ["games", "findings", "moves", "texts", "duplicates"] {
        matches(&format!("docs/schema/{table}.md"), r"(?m)^\| `(\w+)` \| ", &format!("column of {table}:"), &mut lines);
    }
    for schema in ["jsonl", "repair", "record", "partie"] {
        let file = format!("docs/schema/{schema}.v1.json");
        matches(&file, r#""([a-z][a-z0-9_-]*)": ?\{"#, &format!("key of {schema}:"), &mut lines);
    }
    assert!(lines.len() > 300, "{}", lines.len());
    pinned("interface.txt", &(lines.into_iter().collect::<Vec<_>>().join("\n") + "\n"));
}

/// The changelog has the digest of the three listings, so that a change of one of them is a change of the changelog.
#[test]
fn a_change_of_the_interface_is_in_the_changelog() {
    let read = |file: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let listings = ["face.txt", "names.txt", "interface.txt"].map(|file| read(&format!("tests/cli/{file}")));
    let digest = format!("<!-- interface {:016x} -->", xxhash_rust::xxh3::xxh3_64(listings.concat().as_bytes()));
    let unreleased = read("CHANGELOG.md");
    let (_, unreleased) = unreleased.split_once("## Unreleased").expect("a head for what is not released");
    let (unreleased, _) = unreleased.split_once("\n## ").expect("a release");
    assert!(
        unreleased.contains(&digest),
        "the interface changed: tell users in CHANGELOG.md under Unreleased, and put {digest} there"
    );
}
