//! What unseen files found: each row of the shared data names a small file, a command and what must come. Rows that are
//! still open are named here.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use regex::Regex;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{partie, shared};

/// Rows of chess that wait for a model of how people err.
const CHESS_OPEN: &[&str] = &[];
/// Rows of shogi that do not hold yet.
const SHOGI_OPEN: &[&str] = &[];

/// One run of the command: what it printed and its status.
struct Run {
    status: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Run {
    fn new(arguments: &[String], folder: &Path, input: Option<&str>, environment: &Value) -> Self {
        let mut command = partie();
        command.current_dir(folder).args(arguments);
        for (name, value) in environment.as_object().into_iter().flatten() {
            command.env(name, value.as_str().unwrap());
        }
        let input_file = input.map(|text| {
            let mut file = tempfile::tempfile().unwrap();
            std::io::Write::write_all(&mut file, text.as_bytes()).unwrap();
            std::io::Seek::rewind(&mut file).unwrap();
            file
        });
        if let Some(file) = input_file {
            command.stdin(file);
        }
        let Output { status, stdout, stderr } = command.output().unwrap();
        let [stdout, stderr] = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Self { status: status.code(), stdout, stderr }
    }

    fn rows(&self, kind: &str) -> Vec<Value> {
        let rows = self.stdout.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        rows.filter(|row| row["type"] == kind).collect()
    }
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn with(first: &[&str], rest: &[String]) -> Vec<String> {
    first.iter().map(|&word| word.to_owned()).chain(rest.iter().cloned()).collect()
}

/// `CODE@ply:severity`, the last two where they are named.
fn fits(finding: &Value, wanted: &str) -> bool {
    let (rest, severity) = wanted.split_once(':').map_or((wanted, None), |(rest, severity)| (rest, Some(severity)));
    let (code, ply) = rest.split_once('@').map_or((rest, None), |(code, ply)| (code, ply.parse::<u64>().ok()));
    finding["code"] == code
        && severity.is_none_or(|severity| finding["severity"] == severity)
        && ply.is_none_or(|ply| finding["ply"].as_u64().unwrap_or(0) == ply)
}

fn brief(findings: &[Value]) -> String {
    let each = findings.iter().map(|row| format!("{}@{}:{}", row["code"], row["ply"], row["severity"]));
    each.collect::<Vec<_>>().join(" ").replace('"', "")
}

fn is_serious(finding: &Value) -> bool {
    finding["severity"] != "info"
}

/// The games that have a finding which `is_one`.
fn games_with(findings: &[Value], is_one: impl Fn(&Value) -> bool) -> BTreeSet<u64> {
    findings.iter().filter(|row| is_one(row)).filter_map(|row| row["game"].as_u64()).collect()
}

/// The cells of each game of a table, by the names of its columns.
fn table(folder: &Path, name: &str) -> Vec<Value> {
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

/// A cell as CSV has it.
fn cell(row: &Value, column: &str) -> String {
    match &row[column] {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// What a step of a row of chess demands and does not get.
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
            self.demand(findings.iter().any(|row| row["severity"] == "warning"), || "no warning".to_owned());
        }
        self.texts();
        self.by_game(&findings, &games);
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
        let of_result = |row: &Value| is_serious(row) && row["code"].as_str().is_some_and(|code| code.starts_with('R'));
        let with_result = games_with(findings, of_result);
        for number in wanted["rgames"].as_array().into_iter().flatten().filter_map(Value::as_u64) {
            self.demand(with_result.contains(&number), || format!("game {number} is silent"));
            let false_one = findings.iter().any(|row| row["game"] == number && row["code"] == "R042");
            self.demand(!false_one, || format!("game {number} has R042"));
        }
        for number in wanted["rnone"].as_array().into_iter().flatten().filter_map(Value::as_u64) {
            self.demand(!with_result.contains(&number), || format!("game {number} has a finding of its result"));
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
}

/// Runs the steps of a row of chess.
fn chess_row(row: &Value, folder: &Path) -> Vec<String> {
    let temporary = TempDir::new().unwrap();
    let place = |text: &String| text.replace("{tmp}", temporary.path().to_str().unwrap());
    let (mut complaints, mut before) = (Vec::new(), String::new());
    for wanted in row["steps"].as_array().unwrap() {
        let named = |key: &str| wanted.get(key).map(|list| strings(list).iter().map(place).collect::<Vec<_>>());
        let out = temporary.path().join("tables").to_str().unwrap().to_owned();
        let arguments = if let Some(rest) = named("v") {
            with(&["validate", "-q", "--format", "jsonl", "--games", "--moves"], &rest)
        } else if let Some(rest) = named("f") {
            with(&["fix", "-q", "--format", "jsonl"], &rest)
        } else if let Some(rest) = named("a") {
            with(&["analyze", "-q", "--format", "jsonl", "-o", &out], &rest)
        } else if let Some(rest) = named("run") {
            rest
        } else {
            // How a column is typed in Parquet is asked where its reader is.
            continue;
        };
        let input = (wanted["stdin"] == true).then_some(before.as_str());
        let run = Run::new(&arguments, folder, input, &wanted["env"]);
        let mut step = Step { wanted, run, complaints: Vec::new() };
        step.judge();
        let games = if wanted["cells"].is_object() { table(Path::new(&out), "games") } else { Vec::new() };
        for (number, cells) in wanted["cells"].as_object().into_iter().flatten() {
            let game = games.iter().find(|game| game["game"].as_u64() == number.parse().ok()).unwrap();
            for (column, value) in cells.as_object().unwrap() {
                let is = cell(game, column);
                step.demand(is == value.as_str().unwrap(), || format!("game {number} {column} {is} for {value}"));
            }
        }
        complaints.append(&mut step.complaints);
        before = step.run.stdout;
    }
    complaints
}

/// What a judged file of shogi must be; also what a conversion of it must be.
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

fn judge(arguments: &[&str], folder: &Path, input: Option<&str>) -> Run {
    let arguments: Vec<String> = arguments.iter().map(|&word| word.to_owned()).collect();
    let all = with(&["validate", "-q", "--format", "jsonl", "--games", "--moves"], &arguments);
    Run::new(&all, folder, input, &Value::Null)
}

fn convert(to: &str, file: &str, folder: &Path) -> String {
    let arguments = ["convert", "-q", "--to", to, file].map(str::to_owned);
    Run::new(&arguments, folder, None, &Value::Null).stdout
}

fn shogi_row(wanted: &Value, folder: &Path) -> Vec<String> {
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
        complaints.extend(shogi_judged(wanted, &judge(&["-"], folder, Some(&text))));
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

/// Each row as wanted but the open ones.
fn as_wanted(rows: &[Value], open: &[&str], complain: impl Fn(&Value) -> Vec<String>) {
    let mut wrong = Vec::new();
    for row in rows {
        let id = row["id"].as_str().unwrap();
        if open.contains(&id) {
            continue;
        }
        let complaints = complain(row);
        if !complaints.is_empty() {
            wrong.push(format!("{id} {}", complaints.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rows_of_chess_come_as_wanted() {
    let Some(folder) = shared("found3/chess") else { return };
    let rows: Vec<Value> = serde_json::from_str(&fs::read_to_string(folder.join("rows.json")).unwrap()).unwrap();
    as_wanted(&rows, CHESS_OPEN, |row| chess_row(row, &folder));
}

#[test]
fn rows_of_shogi_come_as_wanted() {
    let Some(folder) = shared("found3/shogi") else { return };
    let text = fs::read_to_string(folder.join("expect.jsonl")).unwrap();
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    as_wanted(&rows, SHOGI_OPEN, |row| shogi_row(row, &folder));
}
