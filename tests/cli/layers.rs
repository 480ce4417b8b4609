//! The rooms of the source: which may import which, how long a file may be, and what
//! stands at the top of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// A room imports only from rooms before it.
const ROOMS: &[&str] = &[
    "span", "shown", "disk", "finding", "rules", "book", "record", "notation", "openings", "diagram", "archive",
    "repair", "replay", "report", "convert", "library", "analyze", "query", "cli",
];

/// Rooms that import from fewer than the order allows.
const NARROWER: &[(&str, &[&str])] = &[("rules", &[]), ("span", &[]), ("disk", &[]), ("book", &["finding"])];

/// Lines of a file that is not a table.
const MOST_LINES: usize = 600;
const TABLES: &[&str] = &["src/finding/catalogue.rs"];

/// Crates that `rules` must do without: it rests on the standard library alone.
const OTHER_CRATES: &[&str] = &[
    "annotate_snippets",
    "anstream",
    "anstyle",
    "bzip2",
    "clap",
    "bytes",
    "csv",
    "encoding_rs",
    "flate2",
    "fs4",
    "ignore",
    "indicatif",
    "itoa",
    "lzma_rust2",
    "memchr",
    "nom",
    "parquet",
    "serde",
    "serde_json",
    "regex",
    "rustix",
    "signal_hook",
    "unicode_normalization",
    "walkdir",
    "xxhash_rust",
    "zip",
    "zstd",
];

const TOP: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    "src",
    "grammars",
    "fixtures",
    "tests",
    "docs",
    "README.md",
    "CHANGELOG.md",
    "target",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(super) fn sources() -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ext| ext == "rs") {
                let name = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
                files.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    files.sort();
    assert!(files.len() > 50, "the sources are not where they are looked for");
    files
}

/// Unit tests in a file of their own.
pub(super) fn is_test(name: &str) -> bool {
    name.ends_with("/tests.rs")
}

/// The code with comments blanked, line for line; without `#[cfg(test)]` items if `tests` is false.
pub(super) fn code(text: &str, tests: bool) -> String {
    let mut out = String::new();
    // The indentation of a test module that is being left out.
    let mut inside: Option<usize> = None;
    let mut marked = false;
    for line in text.lines() {
        let kept = line.find("//").map_or(line, |at| if line[..at].contains('"') { line } else { &line[..at] });
        let depth = line.len() - line.trim_start().len();
        let trimmed = kept.trim();
        if let Some(outer) = inside {
            if depth == outer && trimmed == "}" {
                inside = None;
            }
        } else if !tests && trimmed == "#[cfg(test)]" {
            marked = true;
        } else if marked && !trimmed.starts_with("#[") {
            marked = false;
            inside = trimmed.ends_with('{').then_some(depth);
        } else {
            out.push_str(kept);
        }
        out.push('\n');
    }
    out
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// The first names of a braced group, `{a::b, c::{d, e}}` gives a and c.
fn group(text: &str) -> Vec<&str> {
    let (mut names, mut depth, mut fresh) = (Vec::new(), 0, false);
    for (at, c) in text.char_indices() {
        match c {
            '{' => {
                depth += 1;
                fresh = depth == 1;
            }
            '}' => {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            }
            ',' => fresh = depth == 1,
            _ if c.is_whitespace() => {}
            _ => {
                if fresh {
                    names.push(word(&text[at..]));
                }
                fresh = false;
            }
        }
    }
    names
}

/// Every room named after `crate::`, or after as many `super::` as lead to the crate, with its line.
fn imports(name: &str, code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let parts = name.trim_start_matches("src/").trim_end_matches(".rs").trim_end_matches("/mod");
    let up = "super::".repeat(parts.split('/').count());
    for prefix in ["crate::", up.as_str()] {
        for (at, _) in code.match_indices(prefix) {
            let joined = code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '$');
            if joined {
                continue;
            }
            let line = code[..at].matches('\n').count() + 1;
            let rest = &code[at + prefix.len()..];
            let names = if rest.starts_with('{') { group(rest) } else { vec![word(rest)] };
            found.extend(names.into_iter().filter(|name| *name != "super").map(|name| (line, name.to_owned())));
        }
    }
    found
}

fn allowed(room: &str, other: &str) -> bool {
    let place = |name: &str| ROOMS.iter().position(|room| *room == name);
    if room == other {
        return true;
    }
    if let Some((_, list)) = NARROWER.iter().find(|(narrow, _)| *narrow == room) {
        return list.contains(&other);
    }
    matches!((place(room), place(other)), (Some(room), Some(other)) if other < room)
}

pub(super) fn fail_if(violations: &[String], what: &str) {
    assert!(violations.is_empty(), "{what}:\n{}", violations.join("\n"));
}

#[test]
fn rooms_import_only_from_rooms_above() {
    let mut violations = Vec::new();
    for (name, text) in sources() {
        let inside = name.trim_start_matches("src/");
        let room = inside.split(['/', '.']).next().unwrap();
        if matches!(inside, "lib.rs" | "main.rs") || is_test(&name) {
            continue;
        }
        assert!(ROOMS.contains(&room), "{name} stands in a room that the design does not know");
        let code = code(&text, false);
        for (line, other) in imports(&name, &code) {
            if !allowed(room, &other) {
                violations.push(format!("{name}:{line}: {room} imports from {other}"));
            }
        }
        if room == "rules" {
            for (index, line) in code.lines().enumerate() {
                if OTHER_CRATES.iter().any(|krate| line.contains(&format!("{krate}::"))) {
                    violations.push(format!("{name}:{}: rules imports a crate", index + 1));
                }
            }
        }
    }
    fail_if(&violations, "imports against the order of rooms");
}

#[test]
fn the_reader_of_imports_sees_every_form() {
    let text = "use crate::{book::{self, A}, span};\n// crate::cli\nfn f() { crate::replay::g() }\n\
                #[cfg(test)]\nmod tests {\n    use crate::cli;\n}\nuse super::super::record;\n";
    let found = imports("src/notation/x.rs", &code(text, false));
    let names: Vec<(usize, &str)> = found.iter().map(|(line, name)| (*line, name.as_str())).collect();
    assert_eq!(names, [(1, "book"), (1, "span"), (3, "replay"), (8, "record")]);
    assert!(allowed("replay", "archive") && allowed("cli", "repair") && allowed("book", "finding"));
    assert!(!allowed("archive", "replay") && !allowed("rules", "span") && !allowed("book", "rules"));
}

#[test]
fn no_file_is_too_long() {
    let sources = sources();
    let long =
        sources.iter().filter(|(name, text)| !TABLES.contains(&name.as_str()) && text.lines().count() > MOST_LINES);
    let violations: Vec<String> = long.map(|(name, text)| format!("{name}: {} lines", text.lines().count())).collect();
    fail_if(&violations, "files above the bound");
}

#[test]
fn nothing_prints_on_its_own() {
    let mut violations = Vec::new();
    for (name, text) in sources() {
        for (index, line) in code(&text, true).lines().enumerate() {
            let prints = ["println!", "print!", "eprintln!", "eprint!", "dbg!"].iter().any(|name| {
                line.match_indices(name).any(|(at, _)| !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
            });
            if prints {
                violations.push(format!("{name}:{}: {}", index + 1, line.trim()));
            }
        }
    }
    fail_if(&violations, "prints that can panic when nobody listens");
}

#[test]
fn rooms_open_with_what_they_are_for() {
    let bare: Vec<String> = sources()
        .into_iter()
        .filter(|(name, text)| !is_test(name) && !text.starts_with("//!"))
        .map(|(name, _)| name)
        .collect();
    fail_if(&bare, "files without a word on what they are for");
}

#[test]
fn the_top_of_the_repository_holds_only_what_belongs_there() {
    let mut violations = Vec::new();
    for entry in fs::read_dir(root()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !name.starts_with('.') && !name.starts_with("LICENSE-") && !TOP.contains(&name.as_str()) {
            violations.push(name);
        }
    }
    fail_if(&violations, "at the top of the repository");
}
