//! Whole corpora and tables of expectations, which are kept beside the repository.
//! `data/EXPECT.md` there says how the tables are read; where they are absent, the games of the repository take their place, or nothing is tested.

use crate::common;
use std::fs;

use crate::common::{Game, games};
use crate::own_games::{CHESS_ENDS, chess_games, counted, real};
use partie_input::CHUNK;
use partie_record::book::Books;
use partie_replay::{DrawKind, End, How, Options, Played, Status};
use partie_rules::chess::dead::dead_by_material;

/// What differs from its expectation, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

fn is_excepted(name: &str) -> bool {
    EXCEPTIONS.iter().any(|(excepted, _)| *excepted == name)
}

#[test]
fn real_games() {
    let path = real("chess/real.pgn.zst");
    let (mut games, mut plies) = (0u32, 0u64);
    let mut counts = [0u32; 7];
    let mut illegal = Vec::new();
    // One book for all games, as servers have their own.
    let books = Books::named("fide").unwrap();
    common::run(&path, 2, CHUNK, &Options { keep: true, books, ..Options::default() }, |game| {
        games += 1;
        let Game { replayed, findings, .. } = &game;
        plies += u64::from(replayed.plies);
        let has = |kind, how| replayed.draws.iter().any(|draw| draw.kind == kind && draw.how == how);
        let seen = [
            replayed.end == End::Checkmate,
            replayed.end == End::Stalemate,
            has(DrawKind::Threefold, How::Standing),
            has(DrawKind::Fivefold, How::Automatic),
            has(DrawKind::Fifty, How::Standing),
            has(DrawKind::SeventyFive, How::Automatic),
            matches!(&replayed.played, Played::Chess(line, _) if dead_by_material(&line.last)),
        ];
        counts.iter_mut().zip(seen).for_each(|(count, seen)| *count += u32::from(seen));
        if findings.iter().any(|finding| finding.code.as_str().starts_with('L')) {
            illegal.push(game.text());
        }
    });
    assert!(illegal.is_empty(), "{}", illegal.concat());
    let own: usize = chess_games().iter().map(|game| game.moves.len()).sum();
    assert_eq!((games, plies), counted((18_618, 1_496_244), (chess_games().len() as u32, own as u64)));
    let wanted = counted([531, 30, 514, 3, 6, 1, 75], CHESS_ENDS);
    assert_eq!(counts, wanted, "mates, stalemates, third, fifth, 50, 75, dead by material");
}

/// A finding as the tables write it; the events tell of both forms of a claim.
struct Seen {
    code: &'static str,
    ply: Option<u32>,
    /// Plies of the claims with the intended move and having the move.
    claims: [Option<u32>; 2],
}

fn seen(game: &Game, families: &str) -> Vec<Seen> {
    let listed = game.findings.iter().filter(|finding| {
        let code = finding.code.as_str();
        families.contains(&code[..1]) && code != "N015" && code != "S006"
    });
    listed
        .map(|finding| {
            let code = finding.code.as_str();
            let kind = if code == "D003" { DrawKind::Fifty } else { DrawKind::Threefold };
            let claim = |how| {
                let mut events = game.replayed.draws.iter();
                events.find(|event| event.kind == kind && event.how == how).map(|event| event.ply)
            };
            Seen { code, ply: finding.ply, claims: [claim(How::Intended), claim(How::Standing)] }
        })
        .collect()
}

fn fits(seen: &Seen, expected: &str) -> bool {
    let (codes, ply) = expected.split_once('@').map_or((expected, None), |(codes, ply)| (codes, Some(ply)));
    if !codes.split('|').any(|code| code == seen.code) {
        return false;
    }
    match ply {
        None => true,
        Some(ply) => match ply.split_once('/') {
            // One finding that names both forms.
            Some((intended, standing)) => seen.claims == [intended.parse().ok(), standing.parse().ok()],
            None => seen.ply == ply.parse().ok(),
        },
    }
}

/// What is missing and what is too much.
fn difference(expected: &str, mut found: Vec<Seen>) -> Option<String> {
    let mut missing = Vec::new();
    for word in expected.split_whitespace().filter(|word| *word != "-") {
        let optional = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
        match found.iter().position(|seen| fits(seen, optional.unwrap_or(word))) {
            Some(at) => drop(found.remove(at)),
            None if optional.is_some() => {}
            None => missing.push(word),
        }
    }
    let show = |seen: &Seen| format!("{}@{:?} {:?}", seen.code, seen.ply, seen.claims);
    let extra: Vec<String> = found.iter().map(show).collect();
    (!missing.is_empty() || !extra.is_empty())
        .then(|| format!("expected {expected}; missing {missing:?}, extra {extra:?}"))
}

#[test]
fn the_comparison_sees_what_differs() {
    let found = |claims| vec![Seen { code: "D001", ply: Some(8), claims }, Seen { code: "R012", ply: None, claims }];
    let both = [Some(7), Some(8)];
    assert_eq!(difference("R012 D001@7/8 (R011)", found(both)), None);
    assert_eq!(difference("R012 D001@8", found(both)), None);
    assert_eq!(difference("R010|R012 D001|D003@8", found(both)), None);
    for expected in ["D001@7/8", "R012 D001@6/8", "R012 D001@7", "R012 D001@8 N031@9", "R012 R012 D001@8", "-"] {
        assert!(difference(expected, found(both)).is_some(), "{expected}");
    }
    assert!(difference("R012 D001@7/8", found([None, Some(8)])).is_some());
}

#[test]
fn situations() {
    let (table, records) = (real("chess/situations_chess.csv"), real("chess/situations_chess.pgn"));
    let mut wrong = Vec::new();
    for name in ["fide", "server"] {
        let books = Books::named(name).expect("a book");
        let played = games(&records, &Options { books, ..Options::default() });
        let mut rows = csv::Reader::from_path(&table).unwrap();
        let headers = rows.headers().unwrap().clone();
        let column = |name: &str| headers.iter().position(|header| header == name).expect("the column");
        let (id, expected) = (column("id"), column(name));
        let rows: Vec<_> = rows.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), played.len(), "one record a row");
        for (row, game) in rows.iter().zip(&played) {
            assert_eq!(row[id].as_bytes(), game.event, "the records stand in the order of the rows");
            let case = format!("{} {name}", &row[id]);
            if let Some(text) = difference(&row[expected], seen(game, "LNRD")).filter(|_| !is_excepted(&case)) {
                wrong.push(format!("{case}: {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn one_fault_a_file() {
    let table = real("chess/faults/EXPECT.tsv");
    let mut wrong = Vec::new();
    for row in fs::read_to_string(&table).unwrap().lines().skip(1) {
        let mut cells = row.split('\t');
        let (name, expected) = (cells.next().unwrap(), cells.next().unwrap());
        let games = games(&table.with_file_name(name), &Options::default());
        let found = games.iter().flat_map(|game| seen(game, "SLNRDC")).collect();
        if let Some(text) = difference(expected, found).filter(|_| !is_excepted(name)) {
            wrong.push(format!("{name}: {text}"));
        }
        let two = ["13-", "21-"].iter().any(|head| name.starts_with(head));
        if two && games.len() != 2 || two && name.starts_with("13") && games[1].has("S010") {
            wrong.push(format!("{name}: {} games, the second must be found clean", games.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn messy_files() {
    let table = real("chess/messy/MANIFEST.csv");
    let mut rows = csv::Reader::from_path(&table).unwrap();
    let headers = rows.headers().unwrap().clone();
    let column = |name: &str| headers.iter().position(|header| header == name).expect("the column");
    let (file, expected, note) = (column("file"), column("games_expected"), column("note_variant"));
    let mut wrong = Vec::new();
    let mut files = 0;
    for row in rows.records().map(Result::unwrap) {
        let name = &row[file];
        let found = games(&table.with_file_name(name), &Options::default());
        files += 1;
        if is_excepted(name) {
            continue;
        }
        if !row[expected].split('|').any(|count| count.parse() == Ok(found.len())) {
            wrong.push(format!("{name}: {} games, expected {}", found.len(), &row[expected]));
        }
        let note = &row[note];
        for (index, game) in found.iter().enumerate() {
            let unsupported = note.contains("unsupported") && (!note.starts_with("game 4") || index == 3);
            let said = (game.replayed.status == Status::Unsupported, game.has("H020"));
            if said != (unsupported, unsupported) {
                wrong.push(format!("{name}: game {}: unsupported {unsupported}, said {said:?}", index + 1));
            }
            let illegal = game.lines.iter().find(|line| line.starts_with('L'));
            if let Some(line) = illegal.filter(|_| note.starts_with("Chess960")) {
                wrong.push(format!("{name}: game {}: {line}", index + 1));
            }
        }
    }
    assert!(files > counted(80, 20), "{files} files");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn annotated_files() {
    let table = real("chess/annotated/COUNTS.tsv");
    let mut wrong = Vec::new();
    for row in fs::read_to_string(&table).unwrap().lines().skip(1) {
        let mut cells = row.split('\t');
        let (name, expected) = (cells.next().unwrap(), cells.next().unwrap());
        let found = games(&table.with_file_name(name), &Options::default());
        if expected.parse() != Ok(found.len()) && !is_excepted(name) {
            wrong.push(format!("{name}: {} games, expected {expected}", found.len()));
        }
        if name.starts_with("europe_echecs") && !found.get(19).is_some_and(|game| game.has("S010")) {
            wrong.push(format!("{name}: game 20 has a comment that is never closed"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
