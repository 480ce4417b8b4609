//! Rows of steps: each runs the command and has expectations.

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use super::proposals;
use super::run::{Run, brief, cell, fits, games_with, is_serious, strings, table, with};

/// Unmet expectations of a step.
struct Step<'a> {
    wanted: &'a Value,
    run: Run,
    complaints: Vec<String>,
}

impl Step<'_> {
    fn demand(&mut self, holds: bool, complaint: impl FnOnce() -> String) {
        if !holds {
            self.complaints.push(complaint());
        }
    }

    fn judge(&mut self) {
        let wanted = self.wanted;
        let (findings, games) = (self.run.rows("finding"), self.run.rows("game"));
        if let Some(status) = wanted["rc"].as_i64() {
            let (is, said) = (self.run.status, self.run.stderr.clone());
            self.demand(is.map(i64::from) == Some(status), || format!("status {is:?} for {status}: {said}"));
        }
        for code in strings(&wanted["codes"]) {
            let found = findings.iter().any(|row| fits(row, &code));
            self.demand(found, || format!("no {code}, but {}", brief(&findings)));
        }
        for code in strings(&wanted["none"]) {
            let found = findings.iter().find(|row| fits(row, &code));
            self.demand(found.is_none(), || format!("{code}: {}", found.unwrap()["message"]));
        }
        for code in strings(&wanted["soft"]) {
            let found = findings.iter().find(|row| fits(row, &code) && is_serious(row));
            self.demand(found.is_none(), || format!("{code} is no info"));
        }
        if wanted["warn"] == true {
            self.demand(findings.iter().any(is_serious), || "no warning".to_owned());
        }
        if let Some(plies) = wanted["at"].as_array() {
            let ply = |row: &Value| row["ply"].as_u64().unwrap_or(0).into();
            let found =
                findings.iter().any(|row| is_serious(row) && row["code"] != "R003" && plies.contains(&ply(row)));
            self.demand(found, || format!("no warning at {plies:?}: {}", brief(&findings)));
        }
        self.texts();
        self.by_game(&findings, &games);
        self.results(&findings);
    }

    fn texts(&mut self) {
        let wanted = self.wanted;
        let (stdout, stderr) = (self.run.stdout.clone(), self.run.stderr.clone());
        for text in strings(&wanted["has"]) {
            self.demand(stdout.contains(&text), || format!("no {text:?} in {stdout} {stderr}"));
        }
        for text in strings(&wanted["lacks"]) {
            self.demand(!stdout.contains(&text), || format!("{text:?} in {stdout}"));
        }
        for text in strings(&wanted["lacks_err"]) {
            self.demand(!stderr.contains(&text), || format!("{text:?} in {stderr}"));
        }
        for text in strings(&wanted["line"]) {
            let found = stdout.lines().any(|line| line.trim() == text);
            self.demand(found, || format!("{text:?} is no line of its own"));
        }
        for any in wanted["any"].as_array().into_iter().flatten() {
            let found = strings(any).iter().any(|text| stdout.contains(text));
            self.demand(found, || format!("none of {any}"));
        }
        if let Some(letters) = wanted["letters"].as_str() {
            let others: String = stdout.chars().filter(|one| !one.is_ascii() && !letters.contains(*one)).collect();
            self.demand(others.is_empty(), || format!("letters that are not in the file: {others}"));
        }
    }

    fn by_game(&mut self, findings: &[Value], games: &[Value]) {
        let wanted = self.wanted;
        let game = |number: &str| games.iter().find(|row| row["game"].as_u64() == number.parse().ok());
        if let Some(count) = wanted["games"].as_u64() {
            self.demand(games.len() as u64 == count, || format!("{} games for {count}", games.len()));
        }
        for (key, column) in [("moves", "/moves"), ("result", "/result/recorded"), ("plies", "/plies")] {
            for (number, value) in wanted[key].as_object().into_iter().flatten() {
                let is = game(number).and_then(|row| row.pointer(column));
                self.demand(is == Some(value), || format!("game {number} {key} {is:?} for {value}"));
            }
        }
        for (number, most) in wanted["maxplies"].as_object().into_iter().flatten() {
            let is = game(number).and_then(|row| row["plies"].as_u64());
            self.demand(is.unwrap_or(0) <= most.as_u64().unwrap(), || format!("game {number}: {is:?} plies"));
        }
        if wanted["c004"].is_array() {
            let is: Vec<u64> =
                games_with(findings, |row| row["code"] == "C004" && is_serious(row)).into_iter().collect();
            self.demand(wanted["c004"] == Value::from(is.clone()), || format!("C004 of {is:?}"));
        }
        if let [code, count] = wanted["each"].as_array().map_or(&[][..], |pair| pair) {
            let is = games_with(findings, |row| fits(row, code.as_str().unwrap())).len() as u64;
            self.demand(Some(is) == count.as_u64(), || format!("{code} in {is} games for {count}"));
        }
        for (code, plies) in wanted["nplies"].as_object().into_iter().flatten() {
            let is: Vec<u64> =
                findings.iter().filter(|row| fits(row, code)).filter_map(|row| row["ply"].as_u64()).collect();
            self.demand(*plies == Value::from(is.clone()), || format!("{code} at {is:?}"));
        }
    }

    /// Games with and without a warning about their result or a claim.
    fn results(&mut self, findings: &[Value]) {
        let wanted = self.wanted;
        let of_result = |row: &Value| {
            let code = row["code"].as_str().unwrap_or_default();
            is_serious(row) && (code.starts_with('R') && !matches!(code, "R010" | "R011") || code == "D011")
        };
        let with_result = games_with(findings, of_result);
        for number in wanted["rgames"].as_array().into_iter().flatten().filter_map(Value::as_u64) {
            self.demand(with_result.contains(&number), || format!("game {number} is silent"));
        }
        for number in wanted["rnone"].as_array().into_iter().flatten().filter_map(Value::as_u64) {
            self.demand(!with_result.contains(&number), || format!("game {number} has a finding of its result"));
        }
    }

    /// Cells of the table of games: any of a list, or any at all for `true`.
    fn cells(&mut self, out: &Path) {
        let wanted = self.wanted;
        if wanted["cells"].is_null() && wanted["cells_not"].is_null() {
            return;
        }
        let games = table(out, "games");
        for key in ["cells", "cells_not"] {
            for (number, cells) in wanted[key].as_object().into_iter().flatten() {
                let game = games.iter().find(|game| game["game"].as_u64() == number.parse().ok());
                for (column, value) in cells.as_object().unwrap() {
                    let is = game.map_or_else(String::new, |game| cell(game, column));
                    let values = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
                    let is_one = values.iter().any(|value| match value {
                        Value::Bool(true) => !is.is_empty(),
                        Value::String(text) => *text == is,
                        other => format!("{other}") == is,
                    });
                    self.demand(is_one == (key == "cells"), || {
                        format!("game {number} {column} {is} for {key} {value}")
                    });
                }
            }
        }
    }
}

/// Runs the steps of a row.
pub(super) fn complaints(row: &Value, folder: &Path) -> Vec<String> {
    let temporary = TempDir::new().unwrap();
    all(row["steps"].as_array().unwrap(), folder, temporary.path(), &mut Vec::new())
}

/// Runs steps; `before` is the output of the last one.
fn all(steps: &[Value], folder: &Path, temporary: &Path, before: &mut Vec<u8>) -> Vec<String> {
    let mut complaints = Vec::new();
    for (number, wanted) in steps.iter().enumerate() {
        if let Some(ways) = wanted["either"].as_array() {
            let tried: Vec<Vec<String>> =
                ways.iter().map(|way| all(way.as_array().unwrap(), folder, temporary, before)).collect();
            if tried.iter().all(|way| !way.is_empty()) {
                complaints.push(format!("none of {tried:?}"));
            }
        } else {
            complaints.extend(one(wanted, folder, temporary, (number, before)));
        }
    }
    complaints
}

fn one(wanted: &Value, folder: &Path, temporary: &Path, (number, before): (usize, &mut Vec<u8>)) -> Vec<String> {
    let place = |text: &String| text.replace("{tmp}", temporary.to_str().unwrap());
    let named = |key: &str| wanted.get(key).map(|list| strings(list).iter().map(place).collect::<Vec<_>>());
    let out = temporary.join(format!("tables{number}"));
    let arguments = if let Some(rest) = named("v") {
        with(&["validate", "-q", "--format", "jsonl", "--games", "--moves"], &rest)
    } else if let Some(rest) = named("f") {
        with(&["fix", "-q", "--format", "jsonl"], &rest)
    } else if let Some(rest) = named("a") {
        with(&["analyze", "-q", "--format", "jsonl", "-o", out.to_str().unwrap()], &rest)
    } else if let Some(rest) = named("run") {
        rest
    } else {
        // Types of Parquet columns are tested beside its reader.
        return Vec::new();
    };
    let input = (wanted["stdin"] == true).then_some(&before[..]);
    let run = Run::new(&arguments, folder, input, &wanted["env"]);
    let mut step = Step { wanted, run, complaints: Vec::new() };
    step.judge();
    step.cells(&out);
    if let Some(file) = named("f").and_then(|files| files.into_iter().last()) {
        step.complaints.extend(proposals::complaints(wanted, &step.run, &folder.join(file)));
    }
    if let Some(lines) = wanted["lines"].as_array() {
        step.complaints.extend(jkf_complaints(lines, &step.run.stdout));
    }
    *before = step.run.bytes;
    step.complaints
}

/// Missing and superfluous lines of a file of JKF, each from its start to an end.
fn jkf_complaints(wanted: &[Value], text: &str) -> Vec<String> {
    let Ok(game) = serde_json::from_str::<Value>(text) else { return vec![format!("no JKF: {text}")] };
    let mut lines = Vec::new();
    jkf_lines(&game["moves"], Vec::new(), &mut lines);
    let wanted: Vec<&str> = wanted.iter().filter_map(Value::as_str).collect();
    let missing = wanted.iter().filter(|line| !lines.iter().any(|other| other == *line));
    let extra = lines.iter().filter(|line| !wanted.iter().any(|other| other.starts_with(line.as_str())));
    missing.map(|line| format!("no line {line}")).chain(extra.map(|line| format!("a line {line}"))).collect()
}

fn jkf_lines(slots: &Value, mut line: Vec<String>, lines: &mut Vec<String>) {
    for slot in slots.as_array().into_iter().flatten() {
        for fork in slot["forks"].as_array().into_iter().flatten() {
            jkf_lines(fork, line.clone(), lines);
        }
        let Some(mv) = slot["move"].as_object() else { continue };
        let square = |at: &Value| {
            let rank = b'a' + at["y"].as_u64().unwrap() as u8 - 1;
            format!("{}{}", at["x"], char::from(rank))
        };
        let to = square(&mv["to"]);
        line.push(match mv.get("from") {
            Some(from) => format!("{}{to}{}", square(from), if slot["move"]["promote"] == true { "+" } else { "" }),
            None => format!("{}*{to}", mv["piece"].as_str().unwrap()),
        });
    }
    lines.push(line.join(" "));
}
