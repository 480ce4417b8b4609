//! The table of moves in English descriptive notation: what is written for each, which spellings
//! mean it by their words, by a check mark or by the want of one, and which stay ambiguous.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests"
)]

mod common;

use common::shared;
use partie::notation::descriptive::{Layer, Level, Readings, Style, read, readings, write};
use partie::notation::{fen, san, spell};
use partie::record::Language;
use partie::rules::chess::{Move, Origins, Position};
use partie::rules::{Found, Game};

fn move_of(position: &Position, text: &str) -> Move {
    let (_, written) = san::read(text.as_bytes()).unwrap_or_else(|_| panic!("{text}"));
    match position.find(&written.pattern) {
        Found::One(mv) => mv,
        other => panic!("{text} in {}: {other:?}", fen::write(position)),
    }
}

fn position(text: &str) -> Position {
    fen::read(text, false).setup.position_as_far_as_possible()
}

struct Row {
    id: String,
    position: Position,
    origins: Origins,
    mv: Move,
    san: String,
    cells: csv::StringRecord,
    headers: csv::StringRecord,
}

impl Row {
    fn cell(&self, name: &str) -> &str {
        &self.cells[self.headers.iter().position(|header| header == name).expect("the column")]
    }

    fn spellings(&self, name: &str) -> impl Iterator<Item = &str> {
        self.cell(name).split(" | ").filter(|text| !text.is_empty())
    }
}

fn rows() -> Vec<Row> {
    let Some(path) = shared("chess/descriptive/conformance.csv") else { return Vec::new() };
    let mut table = csv::Reader::from_path(path).unwrap();
    let headers = table.headers().unwrap().clone();
    let column = |name: &str| headers.iter().position(|header| header == name).expect("the column");
    let rows = table.records().map(|cells| {
        let cells = cells.unwrap();
        let cell = |name| &cells[column(name)];
        let (mut before, mut moves) = (Position::start(), cell("prefix_san"));
        if let Some((start, rest)) = moves.strip_prefix("[FEN ").and_then(|rest| rest.split_once(']')) {
            (before, moves) = (position(start.trim().trim_matches('"')), rest);
        } else if moves.is_empty() {
            before = position(cell("fen"));
        }
        let mut origins = Origins::of(&before);
        for text in moves.split_whitespace() {
            let mv = move_of(&before, text);
            origins.play(mv);
            before.play(mv);
        }
        let placement = |text: &str| text.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        assert_eq!(placement(&fen::write(&before)), placement(cell("fen")), "{}", cell("id"));
        let mv = move_of(&before, cell("san"));
        assert_eq!(spell::uci(mv, false), cell("uci"));
        Row {
            id: cell("id").to_owned(),
            position: before,
            origins,
            mv,
            san: cell("san").to_owned(),
            cells: cells.clone(),
            headers: headers.clone(),
        }
    });
    let rows: Vec<_> = rows.collect();
    assert_eq!(rows.len(), 459);
    rows
}

fn written(row: &Row, style: &Style) -> String {
    let mut out = Vec::new();
    write(&mut out, &row.position, &row.origins, row.mv, style);
    String::from_utf8(out).unwrap()
}

#[test]
fn shortest_forms() {
    let strict = Style::new(Language::English, Layer::Tight);
    let by_check = Style { check_disambiguates: true, ..strict };
    let mut wrong = Vec::new();
    let (mut long, mut rows_read) = (0, 0);
    for row in rows() {
        rows_read += 1;
        for (style, column) in [(&strict, "shortest_strict"), (&by_check, "shortest_using_check")] {
            let text = written(&row, style);
            if text != row.cell(column) {
                wrong.push(format!("{} {} {}: {text}, expected {}", row.id, row.san, column, row.cell(column)));
            }
        }
        let text = written(&row, &Style::new(Language::English, Layer::Long));
        let same = |text: &str| text.replace("2nd", "2d").replace("3rd", "3d").replace([' ', '.', ','], "");
        long += usize::from(same(&text) == same(row.cell("long_1840s")));
    }
    println!("{long} of {rows_read} rows also in the long form of the table");
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

fn meanings(row: &Row, text: &str) -> Readings {
    let said = read(text.as_bytes(), Language::English).unwrap_or_else(|| panic!("{} {text}: not read", row.id));
    readings(&said, &row.position, &row.origins)
}

/// Every spelling of a column, judged; what is wrong with it, if anything.
fn judge(column: &str, mut fault: impl FnMut(&Row, &str) -> Option<String>) -> (usize, Vec<String>) {
    let (mut count, mut wrong) = (0, Vec::new());
    for row in rows() {
        for text in row.spellings(column) {
            count += 1;
            if let Some(fault) = fault(&row, text) {
                wrong.push(format!("{} {text} for {} in {}: {fault}", row.id, row.san, row.cell("fen")));
            }
        }
    }
    println!("{column}: {count} spellings");
    (count, wrong)
}

fn means(found: &Readings, mv: Move, level: Level) -> Option<String> {
    (found.one() != Some(mv) || found.level() != level).then(|| format!("{found:?}"))
}

#[test]
fn spellings_read_by_their_words() {
    for (column, expected) in [("all_unique", 2_444), ("unique_only_because_of_check", 67)] {
        let (count, wrong) = judge(column, |row, text| means(&meanings(row, text), row.mv, Level::Words));
        assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
        assert!(count == 0 || count == expected, "{count} in {column}");
    }
}

#[test]
fn spellings_decided_by_the_want_of_a_mark() {
    let (count, wrong) = judge("decided_by_unmarked_rule", |row, text| {
        let (text, mv) = match text.split_once('=') {
            Some((text, san)) => (text, move_of(&row.position, san)),
            None => (text, row.mv),
        };
        let found = meanings(row, text);
        let others = found.left_out().is_empty().then(|| "nothing left out".to_owned());
        means(&found, mv, Level::Unmarked).or(others)
    });
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
    assert!(count == 0 || count == 94, "{count}");
}

#[test]
fn spellings_that_stay_ambiguous() {
    let (count, wrong) = judge("ambiguous_must_reject", |row, text| {
        let found = meanings(row, text);
        (found.meant().len() < 2 || !found.all().contains(&row.mv)).then(|| format!("{found:?}"))
    });
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
    assert!(count == 0 || count == 481, "{count}");
}

#[test]
fn what_is_written_is_read() {
    for row in rows() {
        for style in [Style::new(Language::English, Layer::Tight), Style::new(Language::English, Layer::Long)] {
            for check_disambiguates in [false, true] {
                let text = written(&row, &Style { check_disambiguates, ..style });
                let fault = means(&meanings(&row, &text), row.mv, Level::Words);
                assert!(fault.is_none(), "{} {} {text}: {fault:?}", row.id, row.san);
            }
        }
    }
}

/// Every printed move of the games that are read to the end, each put on the board of the
/// expected game: the expected move is always among the readings.
#[test]
fn printed_moves() {
    let Some(manifest) = shared("chess/descriptive/manifest.csv") else { return };
    let mut table = csv::Reader::from_path(&manifest).unwrap();
    let headers = table.headers().unwrap().clone();
    let column = |name: &str| headers.iter().position(|header| header == name).expect("the column");
    let mut counts = std::collections::BTreeMap::new();
    let (mut plies, mut wrong) = (0, Vec::new());
    for cells in table.records().map(Result::unwrap) {
        let status = &cells[column("status")];
        if !matches!(status, "match" | "replay-complete") {
            continue;
        }
        let id = &cells[column("id")];
        let start = &cells[column("start_fen")];
        let mut board = if start.is_empty() { Position::start() } else { position(start) };
        let mut origins = Origins::of(&board);
        let moves = std::fs::read_to_string(manifest.with_file_name("games").join(format!("{id}.moves.tsv"))).unwrap();
        for row in moves.lines().skip(1) {
            let cells: Vec<_> = row.split('\t').collect();
            let mv = move_of(&board, cells[2]);
            plies += 1;
            let found = read(cells[1].as_bytes(), Language::English).map(|said| readings(&said, &board, &origins));
            let class = match &found {
                None => "not read".to_owned(),
                Some(found) => {
                    let rank = match (found.one() == Some(mv), found.meant().contains(&mv), found.all().contains(&mv)) {
                        (true, ..) => "alone",
                        (_, true, _) => "with others",
                        (.., true) => "left out or by place",
                        _ => "not found",
                    };
                    format!("{rank}, {:?}", found.level())
                }
            };
            if !class.starts_with("alone, Words") {
                println!("{id} {} {} {}: {class}", cells[0], cells[1], cells[2]);
            }
            if class.starts_with("not") {
                wrong.push(format!("{id} {} {} {}: {class} {found:?}", cells[0], cells[1], cells[2]));
            }
            *counts.entry(class).or_insert(0) += 1;
            origins.play(mv);
            board.play(mv);
        }
    }
    println!("{plies} plies: {counts:#?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(plies, 5_409);
}
