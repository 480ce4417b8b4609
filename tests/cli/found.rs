//! What unseen files found: each row of the shared data names a small file, a command and what must come. Rows that are
//! still open are named here.

mod expect;
mod proposals;
mod run;
mod steps;

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::shared;

/// Rows of the fourth search in chess on how a game ended, and on claims in words.
const FOURTH_CHESS_OPEN: &[&str] = &[];
/// Rows of the fourth search in shogi on ends in words, and on times between formats.
const FOURTH_SHOGI_OPEN: &[&str] = &[];

/// All rows except the open ones must hold. Prints open rows that hold.
fn as_wanted(rows: &[Value], open: &[&str], complain: impl Fn(&Value) -> Vec<String>) {
    let mut wrong = Vec::new();
    for row in rows {
        let id = row["id"].as_str().unwrap();
        let complaints = complain(row);
        match (open.contains(&id), complaints.is_empty()) {
            (false, false) => wrong.push(format!("{id} {}", complaints.join("\n  "))),
            (true, true) => println!("{id} is as wanted: it is open no more"),
            _ => {}
        }
    }
    assert!(open.iter().all(|id| rows.iter().any(|row| row["id"] == **id)), "an open row is not in the table");
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// The rows of a folder, each a list of steps.
fn rows_of_steps(folder: &Path, open: &[&str]) {
    let rows: Vec<Value> = serde_json::from_str(&fs::read_to_string(folder.join("rows.json")).unwrap()).unwrap();
    as_wanted(&rows, open, |row| steps::complaints(row, folder));
}

#[test]
fn rows_of_chess_come_as_wanted() {
    let Some(folder) = shared("found3/chess") else { return };
    rows_of_steps(&folder, &[]);
}

#[test]
fn rows_of_shogi_come_as_wanted() {
    let Some(folder) = shared("found3/shogi") else { return };
    let text = fs::read_to_string(folder.join("expect.jsonl")).unwrap();
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    as_wanted(&rows, &[], |row| expect::complaints(row, &folder));
}

#[test]
fn rows_of_the_fourth_search_in_chess_come_as_wanted() {
    let Some(folder) = shared("found4/chess") else { return };
    rows_of_steps(&folder, FOURTH_CHESS_OPEN);
}

#[test]
fn rows_of_the_fourth_search_in_shogi_come_as_wanted() {
    let Some(folder) = shared("found4/shogi") else { return };
    rows_of_steps(&folder, FOURTH_SHOGI_OPEN);
}
