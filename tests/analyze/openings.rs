//! Openings of chess: the shipped table, tables from files, and the last named position of a game.

use crate::common;
use std::collections::BTreeSet;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::common::shared;
use crate::own_games::real;
use partie_analyze::opening_tables;
use partie_input::Undeclared;
use partie_notation::{ReadOutcome, pgn, san};
use partie_openings::{DEPTH, Opening, OpeningBook};
use partie_record::Record;
use partie_replay::{Line, Options, ReplayVisitor, Replayer, Text, Wanted};
use partie_rules::chess::{Move, Position};
use partie_rules::{Resolution, Rules, hex, shogi};

/// The moves of a line of SAN with move numbers; all must be legal.
fn moves_of(line: &str) -> Vec<Move> {
    let mut position = Position::start();
    let mut moves = Vec::new();
    for word in line.split_whitespace().filter(|word| !word.ends_with('.')) {
        let (rest, written) = san::read_move(word.as_bytes()).unwrap();
        assert!(rest.is_empty(), "{word} in {line}");
        let Resolution::Unique(mv) = position.resolve(&written.pattern) else { panic!("{word} in {line}") };
        position.play(mv);
        moves.push(mv);
    }
    moves
}

/// The opening of a game of these moves, with the ply of its position.
fn classify<'a>(book: &'a OpeningBook, moves: &[Move]) -> Option<(&'a Opening, u32)> {
    let mut position = Position::start();
    let mut keys = vec![position.zobrist()];
    for mv in moves {
        position.play(*mv);
        keys.push(position.zobrist());
    }
    book.of_game(keys.into_iter())
}

/// The columns eco, name and pgn of a table.
fn rows(path: &Path) -> Vec<[String; 3]> {
    let text = fs::read_to_string(path).unwrap();
    let row = |line: &str| {
        let mut cells = line.split('\t').map(str::to_owned);
        std::array::from_fn(|_| cells.next().unwrap())
    };
    text.lines().skip(1).map(row).collect()
}

fn shipped() -> PathBuf {
    common::root().join("src/openings/data/eco.tsv")
}

fn shipped_rows() -> Vec<[String; 3]> {
    rows(&shipped())
}

/// Keys and plies stand in the table, so that no run replays its lines; `TRYCMD=overwrite` writes them anew.
#[test]
fn the_shipped_keys_are_those_of_the_lines() {
    let mut table = "eco\tname\tpgn\tkey\tplies\n".to_owned();
    for [eco, name, line] in shipped_rows() {
        let moves = moves_of(&line);
        let key = Position::start().after_moves(&moves).zobrist();
        table.push_str(&format!("{eco}\t{name}\t{line}\t{key:016x}\t{}\n", moves.len()));
    }
    if std::env::var("TRYCMD").is_ok_and(|value| value == "overwrite") {
        fs::write(shipped(), &table).unwrap();
    }
    assert!(fs::read_to_string(shipped()).unwrap() == table, "run with TRYCMD=overwrite");
}

#[test]
fn every_line_of_the_shipped_table_is_itself_also_by_transposition() {
    let book = OpeningBook::shipped();
    let codes: BTreeSet<&str> = book.openings().iter().map(Opening::eco).collect();
    assert_eq!((book.openings().len(), codes.len(), book.positions()), (3_807, 500, 3_807));
    let mut ways = 0;
    for [eco, name, line] in shipped_rows() {
        let moves = moves_of(&line);
        for moves in [Some(moves.clone()), transposed(&moves)].into_iter().flatten() {
            ways += 1;
            let (opening, ply) = classify(book, &moves).unwrap();
            assert_eq!((opening.eco(), opening.name()), (eco.as_str(), name.as_str()), "{line}");
            assert_eq!((ply, opening.plies()), (moves.len() as u32, moves.len() as u32));
        }
    }
    assert!(ways > 3_807 + 2_000, "{ways}");
}

#[test]
fn the_last_named_position_counts_by_whatever_way_it_was_reached() {
    let book = OpeningBook::shipped();
    let eco = |line: &str| classify(book, &moves_of(line)).map(|(opening, ply)| (opening.eco().to_owned(), ply));
    assert_eq!(eco(""), None);
    assert_eq!(eco("1. Nh3"), Some(("A00".to_owned(), 1)));
    assert_eq!(eco("1. Nf3 d5 2. d4 Nf6 3. c4 e6 4. Nc3"), Some(("D37".to_owned(), 7)));
    // What follows and has no name takes nothing away.
    assert_eq!(eco("1. e4 c5 2. Qf3 h6 3. Qd1"), Some(("B20".to_owned(), 2)));
    // A position that is left and reached again.
    assert_eq!(eco("1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8"), Some(("C20".to_owned(), 6)));
    // The double step leaves a capture en passant that is not legal: the same position.
    assert_eq!(eco("1. e3 e5 2. e4"), Some(("A00".to_owned(), 1)));
    // What comes to a position by other moves has its name.
    assert_eq!(eco("1. e4 e6 2. d4 e5 3. d5 d6"), Some(("C00".to_owned(), 3)));
    assert_eq!(
        eco("1. d4 e6 2. Nf3 c5 3. e4 cxd4 4. Nxd4").map(|(eco, ply)| (eco.starts_with('B'), ply)),
        Some((true, 6))
    );
    let opening = classify(book, &moves_of("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6")).unwrap().0;
    assert_eq!((opening.eco(), opening.family()), ("B90", "Sicilian Defense"));
}

#[test]
fn nothing_counts_after_forty_plies() {
    let book = OpeningBook::shipped();
    let dance = |times: usize| format!("{}1. e4 e5", "Nf3 Nf6 Ng1 Ng8 ".repeat(times));
    // e5 is ply 38, then 42: by then the knights have been named.
    assert_eq!(classify(book, &moves_of(&dance(9))).map(|(opening, ply)| (opening.eco(), ply)), Some(("C20", 38)));
    let (opening, ply) = classify(book, &moves_of(&dance(10))).unwrap();
    assert!(opening.eco() == "A05" && ply == 38 && ply <= DEPTH, "{} {ply}", opening.eco());
}

#[test]
fn tables_of_files_and_folders_and_their_faults() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let none = opening_tables::load(&[folder.path()]).unwrap_err().to_string();
    assert!(none.ends_with("the folder holds no file that ends in .tsv"), "{none}");
    write("b.tsv", "eco\tname\tpgn\nB00\tlate\t1. e4\nB01\tother\t1. e4 d5\n");
    write("a.tsv", "pgn\tname\teco\n1. e4\tfirst\tB00\n");
    write("notes.txt", "no table");
    let book = opening_tables::load(&[folder.path()]).unwrap();
    assert_eq!((book.openings().len(), book.positions()), (3, 2));
    assert_eq!(classify(&book, &moves_of("1. e4")).unwrap().0.name(), "first");
    assert_eq!(opening_tables::load::<&Path>(&[]).unwrap().positions(), 0);
    write("c.tsv", "eco\tname\tpgn\nB00\tgood\t1. e4\nB01\tbad\t1. e4 Ke7\n");
    let bad = opening_tables::load(&[folder.path()]).unwrap_err();
    assert!(bad.to_string().ends_with("c.tsv:3: \"Ke7\", ply 2, is not one legal move"), "{bad}");
    assert_eq!(bad.line, Some(3));
    let missing = opening_tables::load(&[folder.path().join("missing.tsv")]).unwrap_err();
    assert!(missing.line.is_none() && std::error::Error::source(&missing).is_some(), "{missing}");
}

/// Ways to the end of a line that exchange a side's moves at two plies.
fn transposed(moves: &[Move]) -> Option<Vec<Move>> {
    let end = Position::start().after_moves(moves);
    for one in 0..moves.len() {
        for other in (one + 2..moves.len()).step_by(2) {
            let mut order = moves.to_vec();
            order.swap(one, other);
            let mut position = Position::start();
            let legal = order.iter_mut().all(|mv| {
                // What it takes and whether it steps twice is told by the position it is played in.
                let same = |found: &&Move| {
                    (found.from, found.to, found.role, found.promotion) == (mv.from, mv.to, mv.role, mv.promotion)
                };
                let found = position.legal().iter().find(same).copied();
                found.inspect(|found| {
                    *mv = *found;
                    position.play(*found);
                });
                found.is_some()
            });
            if legal && position.same_for_repetition(&end) {
                return Some(order);
            }
        }
    }
    None
}

/// The shipped table is the one that everybody has.
#[test]
fn the_shipped_table_is_that_of_lichess() {
    let Some(folder) = shared("chess/openings") else { return };
    let all: Vec<_> =
        ["a", "b", "c", "d", "e"].iter().flat_map(|letter| rows(&folder.join(format!("{letter}.tsv")))).collect();
    let in_order = |mut rows: Vec<[String; 3]>| {
        rows.sort_by(|one, other| one[2].cmp(&other[2]));
        rows
    };
    assert_eq!(shipped_rows(), in_order(all));
}

/// The keys of the positions of a game.
#[derive(Default)]
struct GameFacts(Vec<u64>);

impl ReplayVisitor<Position> for GameFacts {
    fn end_game(&mut self, main: &Line<'_, Position>) {
        self.0 = main.positions.iter().map(|record| record.zobrist).collect();
    }
}

impl ReplayVisitor<hex::Position> for GameFacts {}
impl ReplayVisitor<shogi::Position> for GameFacts {}

/// Calls a function with the opening of each game, and its ECO tag.
fn real_games(book: &OpeningBook, mut each: impl FnMut(Option<(&Opening, u32)>, &str)) -> Vec<u64> {
    let path = real("chess/real.pgn.zst");
    let bytes = zstd::decode_all(fs::File::open(path).unwrap()).unwrap();
    let mut replayer = Replayer::new(Options::default(), Wanted::default());
    let (mut heard, mut all) = (GameFacts::default(), Vec::new());
    let (mut record, mut at) = (Record::default(), 0);
    while let ReadOutcome::Game(end) = pgn::read_record(&bytes, at, true, &mut record) {
        let text = Text { bytes: &bytes, encoding: Undeclared::default().encoding(record.span.of(&bytes)), last: true };
        heard.0.clear();
        replayer.replay_to(text, &record, false, &mut heard);
        let eco = record.value(&bytes, "ECO").unwrap_or_default();
        each(book.of_game(heard.0.iter().copied()), &String::from_utf8_lossy(eco));
        all.extend_from_slice(&heard.0);
        at = end;
    }
    all
}

#[test]
fn real_games_have_openings() {
    let book = OpeningBook::shipped();
    let (mut games, mut named, mut plies, mut tagged, mut same) = (0, 0, 0, 0, 0);
    let keys = real_games(book, |found, tag| {
        games += 1;
        let Some((opening, ply)) = found else { return };
        named += 1;
        plies += ply;
        if tag.len() >= 3 && tag.is_char_boundary(3) && tag.starts_with(|c: char| ('A'..='E').contains(&c)) {
            tagged += 1;
            same += u32::from(opening.eco() == &tag[..3]);
        }
    });
    println!("{named} of {games} games have a name, after {:.1} plies", f64::from(plies) / f64::from(named));
    println!("{tagged} with an ECO tag; {same} of the same code");
    let start = Instant::now();
    black_box(keys.iter().filter(|key| black_box(book.find(**key)).is_some()).count());
    println!("{:.2} ns a ply over {} plies", start.elapsed().as_secs_f64() * 1e9 / keys.len() as f64, keys.len());
    assert!(named * 1000 >= games * 995, "{named} of {games}");
    assert!(same * 100 >= tagged * 78, "{same} of {tagged}");
}
