//! How the sources are kept: how long a file may be, what it opens with, and what stands at the top of the repository.
//! Which crate may import which is said by the manifests.

use std::fs;
use std::path::{Path, PathBuf};

/// Lines of a file that is not a table.
const MOST_LINES: usize = 600;
const TABLES: &[&str] = &["src/record/finding/catalogue.rs"];

const TOP: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    "deny.toml",
    "Dockerfile",
    "action.yml",
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

pub(super) fn fail_if(violations: &[String], what: &str) {
    assert!(violations.is_empty(), "{what}:\n{}", violations.join("\n"));
}

#[test]
fn rules_rest_on_the_standard_library_alone() {
    let manifest = fs::read_to_string(root().join("src/rules/Cargo.toml")).unwrap();
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    assert!(dependencies.trim().is_empty(), "{dependencies}");
}

#[test]
fn crates_hold_what_they_include() {
    let include = regex::Regex::new(r#"include_(?:str|bytes)!\((?:concat!\()?"([^"]*)""#).unwrap();
    let (mut violations, mut seen) = (Vec::new(), 0);
    for (name, text) in sources() {
        let folder = root().join(&name).parent().unwrap().to_owned();
        let package = folder.ancestors().find(|folder| folder.join("Cargo.toml").exists()).unwrap();
        for found in include.captures_iter(&text) {
            seen += 1;
            let within = folder.join(&found[1]).parent().unwrap().canonicalize().unwrap();
            let owner = within.ancestors().find(|folder| folder.join("Cargo.toml").exists()).unwrap();
            if owner != package {
                violations.push(format!("{name}: {}", &found[1]));
            }
        }
    }
    assert!(seen > 30, "{seen}");
    fail_if(&violations, "files of another package, which cannot be packed");
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
fn files_open_with_what_they_are_for() {
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
