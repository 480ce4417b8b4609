//! Handwritten score sheets of club games, alone and with the other player's: how often the truth is put first.

use std::collections::BTreeMap;
use std::fs;

use partie_core::{Grade, Session};

use crate::common::shared;
use crate::rates_row::RatesRow;

/// The sheets by their number and letter.
fn sheets(folder: &std::path::Path) -> BTreeMap<(String, String), String> {
    let mut sheets = BTreeMap::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.extension().is_none_or(|extension| extension != "pgn") {
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        for game in text.split("[Event \"sheet ").skip(1) {
            let number = game.split_once('"').unwrap().0.to_owned();
            let copy = game.split_once("\"copy ").unwrap().1[..1].to_owned();
            sheets.insert((number, copy), format!("[Event \"sheet {}\n", game.trim_end()));
        }
    }
    sheets
}

/// What is proposed of a sheet.
fn count(row: &mut RatesRow, game: &str, session: &Session, truth: &str) {
    let game = session.games(game.as_bytes()).next().unwrap();
    let repairs = game.repairs();
    let repairs: Vec<_> = repairs.iter().flat_map(|repairs| repairs.best.iter().chain(&repairs.others)).collect();
    let right = |count: usize| {
        repairs
            .iter()
            .take(count)
            .any(|repair| format!("{} ", repair.moves.as_deref().unwrap_or_default()).starts_with(truth))
    };
    let likely = repairs.first().is_some_and(|repair| repair.grade == Grade::Likely);
    row.games += 1;
    row.first += u32::from(right(1));
    row.three += u32::from(right(3));
    row.likely += u32::from(likely);
    row.wrong += u32::from(likely && !right(1));
}

#[test]
fn score_sheets_are_put_right() {
    let Some(folder) = shared("natural") else { return };
    let sheets = sheets(&folder);
    let beside = |letter: &str| {
        let others = sheets.iter().filter(|((_, copy), _)| copy != letter).map(|(_, game)| format!("{game}\n"));
        Session::builder().copies("others.pgn", others.collect::<String>().as_bytes()).build().unwrap()
    };
    let sessions = BTreeMap::from(["a", "b", "c"].map(|letter| (letter, beside(letter))));
    let row = |name| RatesRow { name, games: 0, first: 0, three: 0, likely: 0, wrong: 0 };
    let mut alone = row("handwritten score sheets");
    let mut together = row("handwritten score sheets, with the other player's");
    for line in fs::read_to_string(folder.join("truth.tsv")).unwrap().lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [number, copy, "broken", _, through, _, _, _, truth] = cells[..] else { continue };
        let truth = truth.split(' ').take(through.parse().unwrap()).fold(String::new(), |line, mv| line + mv + " ");
        let game = &sheets[&(number.to_owned(), copy.to_owned())];
        count(&mut alone, game, &Session::new(), &truth);
        count(&mut together, game, &sessions[copy], &truth);
    }
    alone.stands_on_the_page();
    together.stands_on_the_page();
    assert!(together.first >= 29 && together.likely >= 25 && together.wrong == 0 && alone.wrong == 0);
}
