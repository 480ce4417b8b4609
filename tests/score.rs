//! Printed scores: every game of the shared books has exactly its printed moves, in order, and every byte belongs
//! to something.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests"
)]

mod common;
mod score_support;

use std::fs;

use common::shared;
use score_support::{bare, covered, moves, records};

/// A row of `manifest.csv`, as far as it is compared.
struct Row {
    id: String,
    status: String,
    first: usize,
}

fn manifest() -> Option<(std::path::PathBuf, Vec<Row>)> {
    let folder = shared("chess/descriptive")?;
    let mut reader = csv::Reader::from_path(folder.join("manifest.csv")).unwrap();
    let rows = reader.records().map(|row| {
        let row = row.unwrap();
        Row { id: row[0].to_owned(), status: row[2].to_owned(), first: row[5].parse().unwrap() }
    });
    let rows = rows.collect();
    Some((folder, rows))
}

#[test]
fn every_printed_game_has_its_moves() {
    let Some((folder, rows)) = manifest() else { return };
    let mut right = 0;
    let mut plies = 0;
    let mut wrong = Vec::new();
    for row in &rows {
        let text = fs::read(folder.join("games").join(format!("{}.txt", row.id))).unwrap();
        let printed = fs::read_to_string(folder.join("games").join(format!("{}.moves.tsv", row.id))).unwrap();
        let printed: Vec<String> = printed.lines().skip(1).map(|line| bare(line.split('\t').nth(1).unwrap())).collect();
        let records = records(&text);
        covered(&text, &records);
        // The record that holds the first row.
        let from: usize = text.split_inclusive(|byte| *byte == b'\n').take(row.first - 1).map(<[u8]>::len).sum();
        let record = records.iter().find(|record| {
            let inside = record.span.from as usize <= from && from < record.span.to as usize;
            inside && record.has_moves
        });
        let read: Vec<String> = record.map(|record| moves(&text, record).map(bare).collect()).unwrap_or_default();
        plies += read.len();
        if read == printed {
            right += 1;
            continue;
        }
        let at = read.iter().zip(&printed).position(|(a, b)| a != b).unwrap_or(read.len().min(printed.len()));
        wrong.push(format!(
            "{} {}: {} moves of {}, at {at}: {:?} for {:?}",
            row.id,
            row.status,
            read.len(),
            printed.len(),
            read.get(at),
            printed.get(at)
        ));
    }
    println!("{right} of {} games, {plies} plies", rows.len());
    assert!(wrong.is_empty(), "{right} of {}\n{}", rows.len(), wrong.join("\n"));
}
