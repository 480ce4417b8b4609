//! Rows of files of shogi: expected findings, conversions and tables.

use std::path::Path;

use regex::Regex;
use serde_json::Value;
use tempfile::TempDir;

use super::run::{Run, brief, cell, fits, is_serious, strings, table, with};

/// Complaints about a judged file of shogi, or about a conversion of it.
fn shogi_judged(wanted: &Value, run: &Run) -> Vec<String> {
    let (findings, games) = (run.rows("finding"), run.rows("game"));
    let mut complaints = Vec::new();
    let mut demand = |holds: bool, text: String| {
        if !holds {
            complaints.push(text);
        }
    };
    let errors = findings.iter().filter(|row| row["severity"] == "error").count();
    demand(wanted["errors"].as_u64().is_none_or(|count| count == errors as u64), brief(&findings));
    for pair in wanted["has"].as_array().into_iter().flatten() {
        let code = format!("{}@{}", pair[0].as_str().unwrap(), pair[1]);
        demand(findings.iter().any(|row| fits(row, &code)), format!("no {code}: {}", brief(&findings)));
    }
    for code in strings(&wanted["none"]) {
        demand(!findings.iter().any(|row| fits(row, &code)), format!("has {code}"));
    }
    if let Some(status) = wanted["rc"].as_i64() {
        demand(run.status.map(i64::from) == Some(status), format!("status {:?}", run.status));
    }
    if wanted["result"].is_string() {
        let found = games.iter().any(|game| game["result"]["recorded"] == wanted["result"]);
        demand(found, format!("result for {}", wanted["result"]));
    }
    if !wanted["moves"].is_null() {
        let any = wanted["moves"].as_array().cloned().unwrap_or_else(|| vec![wanted["moves"].clone()]);
        demand(games.iter().any(|game| any.contains(&game["moves"])), format!("moves of {games:?}"));
    }
    let others = |row: &&Value| is_serious(row) && row["code"] != "S007";
    if let Some(most) = wanted["atmost"].as_u64() {
        demand(
            findings.iter().filter(others).count() as u64 <= most,
            format!("more than {most}: {}", brief(&findings)),
        );
    }
    if !wanted["quiet"].is_null() {
        demand(!findings.iter().any(is_serious), brief(&findings));
    }
    if let Some(plies) = wanted["anyfind"].as_array() {
        let found = findings.iter().any(|row| is_serious(row) && row["code"] != "R003" && plies.contains(&row["ply"]));
        demand(found, "no finding".to_owned());
    }
    demand(wanted["onegame"].is_null() || games.len() == 1, format!("{} games", games.len()));
    complaints
}

fn judge(arguments: &[&str], folder: &Path, input: Option<&[u8]>) -> Run {
    let arguments: Vec<String> = arguments.iter().map(|&word| word.to_owned()).collect();
    let all = with(&["validate", "-q", "--format", "jsonl", "--games", "--moves"], &arguments);
    Run::new(&all, folder, input, &Value::Null)
}

fn convert(to: &str, file: &str, folder: &Path) -> String {
    let arguments = ["convert", "-q", "--to", to, file].map(str::to_owned);
    Run::new(&arguments, folder, None, &Value::Null).stdout
}

pub(super) fn complaints(wanted: &Value, folder: &Path) -> Vec<String> {
    let file = wanted["file"].as_str().unwrap();
    let mut complaints = shogi_judged(wanted, &judge(&[file], folder, None));
    if file.ends_with(".psn") {
        complaints.extend(shogi_judged(wanted, &judge(&["--from", "psn", file], folder, None)));
    }
    for (to, patterns) in wanted["convert"].as_object().into_iter().flatten() {
        let text = convert(to.trim_start_matches('!'), file, folder);
        for pattern in strings(patterns) {
            if Regex::new(&pattern).unwrap().is_match(&text) == to.starts_with('!') {
                complaints.push(format!("{to} {pattern}: {text}"));
            }
        }
    }
    for (to, wanted) in wanted["again"].as_object().into_iter().flatten() {
        let text = convert(to, file, folder);
        complaints.extend(shogi_judged(wanted, &judge(&["-"], folder, Some(text.as_bytes()))));
    }
    if let Some(target) = wanted["jkf"].as_array() {
        let game: Value = serde_json::from_str(&convert("jkf", file, folder)).unwrap();
        let last = game["moves"].as_array().unwrap().iter().rev().find_map(|slot| slot.pointer("/move/to")).unwrap();
        if [&last["x"], &last["y"]] != [&target[0], &target[1]] {
            complaints.push(format!("JKF moves to {last}"));
        }
    }
    if let Some(expression) = wanted["select"].as_str() {
        let arguments = ["select", "-q", expression, file].map(str::to_owned);
        let run = Run::new(&arguments, folder, None, &Value::Null);
        if run.status != Some(0) || run.stdout.is_empty() {
            complaints.push(format!("not selected: {}", run.stderr));
        }
    }
    complaints.extend(shogi_tables(wanted, file, folder));
    complaints
}

fn shogi_tables(wanted: &Value, file: &str, folder: &Path) -> Vec<String> {
    if ["games", "evals", "think"].iter().all(|key| wanted[key].is_null()) {
        return Vec::new();
    }
    let temporary = TempDir::new().unwrap();
    let out = temporary.path().join("out");
    let arguments =
        ["analyze", "-q", "--format", "jsonl", "--moves", "-o", out.to_str().unwrap(), file].map(str::to_owned);
    Run::new(&arguments, folder, None, &Value::Null);
    let (games, moves) = (table(&out, "games"), table(&out, "moves"));
    let mut complaints = Vec::new();
    for (column, value) in wanted["games"].as_object().into_iter().flatten() {
        let any = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
        let is = cell(&games[0], column);
        if !any.iter().any(|value| cell(&serde_json::json!({ "cell": value }), "cell") == is) {
            complaints.push(format!("{column} is {is} for {value}"));
        }
    }
    if let Some(evaluations) = wanted["evals"].as_object() {
        for row in &moves {
            let (ply, is) = (row["ply"].to_string(), &row["eval_cp"]);
            let any = evaluations.get(&ply).cloned().unwrap_or(Value::Null);
            if !any.as_array().map_or(*is == any, |any| any.contains(is)) {
                complaints.push(format!("evaluation {is} at ply {ply} for {any}"));
            }
        }
    }
    if let Some(times) = wanted["think"].as_array() {
        let is: Vec<Value> = moves.iter().map(|row| row["think_ms"].clone()).collect();
        if is != *times {
            complaints.push(format!("think_ms {is:?}"));
        }
    }
    complaints
}
