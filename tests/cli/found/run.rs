//! Runs of the command, and the rows that they print.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use crate::common::partie;

/// One run of the command: its output and its status.
pub(super) struct Run {
    pub(super) status: Option<i32>,
    pub(super) bytes: Vec<u8>,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl Run {
    pub(super) fn new(arguments: &[String], folder: &Path, input: Option<&[u8]>, environment: &Value) -> Self {
        let mut command = partie();
        command.current_dir(folder).args(arguments);
        for (name, value) in environment.as_object().into_iter().flatten() {
            command.env(name, value.as_str().unwrap());
        }
        let input_file = input.map(|bytes| {
            let mut file = tempfile::tempfile().unwrap();
            std::io::Write::write_all(&mut file, bytes).unwrap();
            std::io::Seek::rewind(&mut file).unwrap();
            file
        });
        if let Some(file) = input_file {
            command.stdin(file);
        }
        let Output { status, stdout: bytes, stderr } = command.output().unwrap();
        let [stdout, stderr] = [&bytes, &stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        Self { status: status.code(), bytes, stdout, stderr }
    }

    pub(super) fn rows(&self, kind: &str) -> Vec<Value> {
        let rows = self.stdout.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        rows.filter(|row| row["type"] == kind).collect()
    }
}

pub(super) fn strings(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(|text| text.as_str().unwrap().to_owned()).collect()
}

pub(super) fn with(first: &[&str], rest: &[String]) -> Vec<String> {
    first.iter().map(|&word| word.to_owned()).chain(rest.iter().cloned()).collect()
}

/// `CODE@ply:severity`, the last two where they are named.
pub(super) fn fits(finding: &Value, wanted: &str) -> bool {
    let (rest, severity) = wanted.split_once(':').map_or((wanted, None), |(rest, severity)| (rest, Some(severity)));
    let (code, ply) = rest.split_once('@').map_or((rest, None), |(code, ply)| (code, ply.parse::<u64>().ok()));
    finding["code"] == code
        && severity.is_none_or(|severity| finding["severity"] == severity)
        && ply.is_none_or(|ply| finding["ply"].as_u64().unwrap_or(0) == ply)
}

pub(super) fn brief(findings: &[Value]) -> String {
    let each = findings.iter().map(|row| format!("{}@{}:{}", row["code"], row["ply"], row["severity"]));
    each.collect::<Vec<_>>().join(" ").replace('"', "")
}

pub(super) fn is_serious(finding: &Value) -> bool {
    finding["severity"] != "info"
}

/// The games that have a finding which `is_one`.
pub(super) fn games_with(findings: &[Value], is_one: impl Fn(&Value) -> bool) -> BTreeSet<u64> {
    findings.iter().filter(|row| is_one(row)).filter_map(|row| row["game"].as_u64()).collect()
}

/// The cells of each game of a table, by the names of its columns.
pub(super) fn table(folder: &Path, name: &str) -> Vec<Value> {
    let mut parts: Vec<PathBuf> = walkdir::WalkDir::new(folder.join(name))
        .into_iter()
        .filter_map(Result::ok)
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    parts.sort();
    let texts = parts.iter().map(|part| fs::read_to_string(part).unwrap());
    texts.flat_map(|text| text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<_>>()).collect()
}

/// A cell as CSV has it: the elements of a list with blanks between.
pub(super) fn cell(row: &Value, column: &str) -> String {
    let one = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match &row[column] {
        Value::Array(list) => {
            let none = |value: &Value| if value.is_null() { "-".to_owned() } else { one(value) };
            list.iter().map(none).collect::<Vec<_>>().join(" ")
        }
        value => one(value),
    }
}
