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

/// Open rows of the fourth search in chess.
const FOURTH_CHESS_OPEN: &[&str] = &[
    "A1", "A2", "A3", "A4", "A5", "A6", "A7", "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "C1", "C2", "C3", "C4",
    "C5", "C6", "C7", "C9", "D1", "D4", "D5", "E1", "E3", "F1", "F2", "G1", "G1b", "G2", "G3", "H1", "I1", "I2", "J1",
    "J2", "K1", "L1", "L2", "L3", "M1", "N1", "O1", "P1", "P2", "P3", "P4", "P6", "Q1a", "Q1b", "Q2a", "Q2b", "Q3",
    "R1", "R2", "R3", "R4", "R5", "S1", "S2", "S3", "T1",
];
/// Open rows of the fourth search in shogi.
const FOURTH_SHOGI_OPEN: &[&str] = &[
    "S1", "S1b", "S2", "S3", "S3b", "S5", "S5b", "S5c", "S5d", "S7", "S7b", "S8", "S8b", "S8c", "S10", "S10b", "S12",
    "S12b", "S13", "S13b", "S15", "S15b", "S17", "S17b", "S19", "S21", "S21b", "S23", "S24", "S25", "S25b", "S25c",
    "S26", "S27", "S27b", "S29", "S30", "S31", "S33", "S33b", "S35", "S35b", "S37", "S38", "S39",
];

/// Each row as wanted but the open ones. Says which of these are as wanted, too.
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
