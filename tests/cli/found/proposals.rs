//! Proposals of `fix`, applied to the bytes of the file.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use super::run::{Run, strings, with};

/// Complaints about the proposals for a file.
pub(super) fn complaints(wanted: &Value, run: &Run, file: &Path) -> Vec<String> {
    let mut complaints = Vec::new();
    let repairs = run.rows("repair");
    let of_game = |number: &str| repairs.iter().find(|row| row["game"].as_u64() == number.parse().ok());
    for (key, is_so) in
        [("first", (|is, line| is == line) as fn(&str, &str) -> bool), ("begins", |is, line| is.starts_with(line))]
    {
        for (number, line) in wanted[key].as_object().into_iter().flatten() {
            let line = line.as_str().unwrap();
            let repair = of_game(number);
            let is = repair.map_or_else(String::new, |repair| moves(file, repair, number));
            if !is_so(&is, line) {
                complaints.push(format!("game {number} becomes {is} for {line}: {repair:?}"));
            }
            let grades = strings(&wanted["grade"]);
            if !grades.is_empty() && !repair.is_some_and(|repair| grades.iter().any(|grade| repair["grade"] == **grade))
            {
                complaints.push(format!("game {number} is not graded {grades:?}"));
            }
        }
    }
    for (number, bounds) in wanted["within"].as_object().into_iter().flatten() {
        let [from, of] = &strings(bounds)[..] else { panic!("{bounds}") };
        let others = of_game(number)
            .into_iter()
            .flat_map(|repair| std::iter::once(repair).chain(repair["others"].as_array().into_iter().flatten()));
        let lines: Vec<String> = others.map(|repair| moves(file, repair, number)).collect();
        if !lines.iter().any(|line| line.starts_with(from.as_str()) && of.contains(line.as_str()))
            && of_game(number).is_some()
        {
            complaints.push(format!("no line of {lines:?} begins with {from} in {of}"));
        }
    }
    for game in wanted["unsure"].as_array().into_iter().flatten() {
        let sure = repairs
            .iter()
            .find(|row| row["game"] == *game && matches!(row["grade"].as_str(), Some("likely" | "certain")));
        if let Some(sure) = sure {
            complaints.push(format!("game {game} is repaired: {sure}"));
        }
    }
    complaints
}

/// The moves of a game after the edits of a repair.
fn moves(file: &Path, repair: &Value, game: &str) -> String {
    let mut bytes = fs::read(file).unwrap();
    let mut edits: Vec<(usize, usize, &str)> = Vec::new();
    for edit in repair["edits"].as_array().into_iter().flatten() {
        let at = |index: usize| edit["span"][index].as_u64().unwrap() as usize;
        edits.push((at(0), at(1), edit["text"].as_str().unwrap()));
    }
    edits.sort_unstable();
    for (from, to, text) in edits.into_iter().rev() {
        bytes.splice(from..to, text.bytes());
    }
    let folder = TempDir::new().unwrap();
    let copy = folder.path().join(file.file_name().unwrap());
    fs::write(&copy, bytes).unwrap();
    let named = [copy.to_str().unwrap().to_owned()];
    let arguments = with(&["validate", "-q", "--format", "jsonl", "--games", "--moves"], &named);
    let run = Run::new(&arguments, folder.path(), None, &Value::Null);
    let games = run.rows("game");
    let game = games.iter().find(|row| row["game"].as_u64() == game.parse().ok());
    game.and_then(|row| row["moves"].as_str()).unwrap_or_default().to_owned()
}
