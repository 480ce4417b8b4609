//! What the command says of files, read back from its jsonl: games, findings, and sets of codes
//! as the tables of expectations write them.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it")]

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::common;
/// All that was said of one file.
#[derive(Debug, Default)]
pub struct Judged {
    pub games: Vec<Value>,
    pub findings: Vec<Value>,
}

impl Judged {
    /// The moves of a game in USI.
    pub fn moves(&self, game: usize) -> &str {
        self.games[game]["moves"].as_str().unwrap_or_default()
    }

    /// `L060@15`, each finding of the families.
    pub fn codes(&self, families: &str) -> Vec<String> {
        let listed = self.findings.iter().filter(|finding| families.contains(&text(finding, "code")[..1]));
        listed
            .map(|finding| match finding["ply"].as_u64() {
                Some(ply) => format!("{}@{ply}", text(finding, "code")),
                None => text(finding, "code").to_owned(),
            })
            .collect()
    }

    /// The same without infos.
    pub fn faults(&self) -> Vec<String> {
        let findings = self.findings.iter().filter(|finding| text(finding, "severity") != "info").cloned().collect();
        Self { games: Vec::new(), findings }.codes("SHLNRDCB")
    }

    pub fn has_error(&self) -> bool {
        self.findings.iter().any(|finding| text(finding, "severity") == "error")
    }
}

/// A value that is a text; empty if it is none.
pub fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// Runs the command over a file or a folder; what it says by the file's name.
pub fn judge(path: &Path, more: &[&str]) -> BTreeMap<String, Judged> {
    let output = common::partie()
        .args(["validate", "--format", "jsonl", "--games", "--moves", "--quiet"])
        .args(more)
        .arg(path)
        .output()
        .unwrap();
    let status = output.status.code();
    assert!(
        matches!(status, Some(0 | 1)),
        "{}: {status:?} {}",
        path.display(),
        String::from_utf8_lossy(&output.stderr)
    );
    let mut files: BTreeMap<String, Judged> = BTreeMap::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        let name = text(&value, "path").rsplit('/').next().unwrap_or_default().to_owned();
        match text(&value, "type") {
            "game" => files.entry(name).or_default().games.push(value),
            "finding" => files.entry(name).or_default().findings.push(value),
            _ => {}
        }
    }
    files
}

/// What is said of one file.
pub fn judge_file(path: &Path, more: &[&str]) -> Judged {
    judge(path, more).into_values().next().unwrap_or_default()
}

/// Whether a finding is what a word of the tables asks for: `S015|S001@21`, `D021`, `L060@15`.
fn fits(found: &str, word: &str) -> bool {
    let (codes, ply) = word.split_once('@').map_or((word, None), |(codes, ply)| (codes, Some(ply)));
    let (code, at) = found.split_once('@').map_or((found, None), |(code, at)| (code, Some(at)));
    codes.split('|').any(|listed| listed == code) && (ply.is_none() || ply == at)
}

/// What is missing and what is too much.
pub fn difference(expected: &str, found: &[String]) -> Option<String> {
    let mut rest = found.to_vec();
    let mut missing = Vec::new();
    for word in expected.split_whitespace().filter(|word| *word != "-") {
        let optional = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
        match rest.iter().position(|found| fits(found, optional.unwrap_or(word))) {
            Some(at) => drop(rest.remove(at)),
            None if optional.is_some() => {}
            None => missing.push(word),
        }
    }
    (!missing.is_empty() || !rest.is_empty())
        .then(|| format!("expected {expected}; missing {missing:?}, too much {rest:?}"))
}

/// The rows of a table with a tab between cells, each cell by the name of its column.
pub fn table(path: &Path) -> Vec<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(|line| line.split('\t').map(str::to_owned));
    let heads: Vec<String> = lines.next().expect("a row of heads").collect();
    lines.map(|cells| heads.iter().cloned().zip(cells).collect()).collect()
}
