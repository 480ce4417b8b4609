//! CSA, USI with SFEN, and JKF: files of others against the truth, the grammars, damage and size.

mod grammar;
#[allow(dead_code, reason = "each test uses a part of it")]
mod hostile;
mod support;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::extra;
use crate::own_games::{counted, is_own, real};
use partie_notation::{ReadOutcome, csa, jkf, sfen, usi};
use partie_record::finding::Code;
use partie_record::{ItemKind, Record, Terminal};
use partie_rules::Side;
use partie_rules::shogi::{self, Origin, Pattern, Setup, Square};
use support::{Reader, files, read_all};

/// The whole of shogi that is needed to name a CSA move in USI.
struct Mailbox(Setup);

impl Mailbox {
    fn play(&mut self, side: Side, pattern: &Pattern) -> String {
        let mut text = String::new();
        match pattern.origin {
            Origin::Square(from) => {
                let (owner, piece) = self.0.board[from.index()].take().unwrap_or_else(|| panic!("nobody on {from}"));
                assert_eq!(owner, side, "on {from}");
                let after = pattern.after.or(pattern.kind).unwrap();
                let promotes = pattern.promotes.unwrap_or(piece != after);
                let after = if promotes { piece.promoted().unwrap() } else { piece };
                assert!(pattern.after.is_none_or(|named| named == after), "{pattern:?}");
                assert!(pattern.kind.is_none_or(|named| named == piece), "{pattern:?}");
                usi::spell(&mut text, usi::From::Square(from), pattern.to, promotes);
                self.0.board[pattern.to.index()] = Some((side, after));
            }
            _ => {
                let piece = pattern.after.or(pattern.kind).unwrap();
                usi::spell(&mut text, usi::From::Hand(piece), pattern.to, false);
                assert!(self.0.board[pattern.to.index()].replace((side, piece)).is_none());
            }
        }
        text
    }
}

#[test]
fn tournament_files_say_what_the_truth_says() {
    let truth = fs::read_to_string(real("shogi/truth/real_csa_usi.tsv")).unwrap();
    let truth: Vec<Vec<&str>> = truth.lines().map(|line| line.split('\t').collect()).collect();
    let paths = files(&real("shogi/real-csa"), &[".csa"]);
    assert_eq!(paths.len(), counted(105, truth.len()));
    let (mut record, mut moves, mut compared, mut noted) = (Record::default(), 0, 0, 0);
    for path in &paths {
        let bytes = fs::read(path).unwrap();
        assert!(csa::looks_like(&bytes), "{}", path.display());
        assert!(!usi::looks_like(&bytes) && !jkf::looks_like(&bytes));
        let name = format!("real-csa/{}", path.file_name().unwrap().to_str().unwrap());
        let count = read_all(csa::read_record, &bytes, &mut record, |record| {
            let start = csa::setup(&bytes, record);
            assert!(start.faults.iter().all(|fault| fault.code == Code::S018), "{name}: {:?}", start.faults);
            if !start.faults.is_empty() || record.notes.iter().any(|note| note.code != Code::S006) {
                noted += 1;
                println!("{name}: {:?} {:?}", start.faults, record.notes);
            }
            let mut board = Mailbox(start.setup);
            let played: Vec<String> = record
                .items
                .iter()
                .filter(|item| item.kind == ItemKind::Move)
                .map(|item| csa::read_move(item.span.of(&bytes)).unwrap_or_else(|error| panic!("{name}: {error:?}")))
                .map(|written| board.play(written.side, &written.pattern))
                .collect();
            moves += played.len();
            for item in record.items.iter().filter(|item| item.kind == ItemKind::Time) {
                assert!(csa::time(item.span.of(&bytes)).is_some(), "{name}");
            }
            let Some(row) = truth.iter().find(|row| row[0] == name) else { return };
            let expected: Vec<&str> = row[2].split(' ').skip_while(|word| *word != "moves").skip(1).collect();
            assert_eq!(played, expected, "{name}");
            let end = record.result.and_then(|span| csa::terminal(span.of(&bytes))).map(|(end, _)| end);
            match row[1] {
                "TORYO" => assert_eq!(end, Some(Terminal::Resignation), "{name}"),
                // The truth did not hear the server: `#TIME_UP` stands in two of them.
                other => assert!(
                    matches!(end, None | Some(Terminal::Interrupted | Terminal::TimeUp)),
                    "{name}: {other} {end:?}"
                ),
            }
            compared += expected.len();
        });
        assert_eq!(count, 1, "{name}");
    }
    println!("{} files, {moves} moves, {compared} of them in the truth, {noted} files with notes", paths.len());
    assert_eq!(compared, counted(10_512, moves));
}

#[test]
fn fixtures_of_other_projects() {
    let folder = real("shogi/peer-fixtures");
    let (mut record, mut moves) = (Record::default(), 0);
    let paths = files(&folder, &[".csa"]);
    for path in &paths {
        let bytes = fs::read(path).unwrap();
        assert!(csa::looks_like(&bytes), "{}", path.display());
        let count = read_all(csa::read_record, &bytes, &mut record, |record| {
            let start = csa::setup(&bytes, record);
            assert_eq!((&record.notes, &start.faults), (&vec![], &vec![]), "{}", path.display());
            let mut board = Mailbox(start.setup);
            for item in record.items.iter().filter(|item| item.kind == ItemKind::Move) {
                let written = csa::read_move(item.span.of(&bytes)).unwrap();
                board.play(written.side, &written.pattern);
                moves += 1;
            }
        });
        assert_eq!(count, 1, "{}", path.display());
    }
    println!("{} CSA files, {moves} moves", paths.len());
    assert!(moves > counted(600, 1_000), "{moves}");
}

fn jkf_start(path: &Path, record: &mut Record) -> String {
    let bytes = fs::read(path).unwrap();
    jkf::read_record(&bytes, 0, true, record);
    sfen::write(&jkf::setup(&bytes, record).setup, 1)
}

#[test]
fn json_of_other_projects() {
    let folder = real("shogi/peer-fixtures");
    let (mut record, mut moves, mut comments, mut times, mut lines) = (Record::default(), 0, 0, 0, 0);
    let paths = files(&folder, &[".jkf", ".json"]);
    for path in &paths {
        let bytes = fs::read(path).unwrap();
        assert!(jkf::looks_like(&bytes) && !csa::looks_like(&bytes), "{}", path.display());
        let count = read_all(jkf::read_record, &bytes, &mut record, |record| {
            let start = jkf::setup(&bytes, record);
            assert_eq!((&record.notes, &start.faults), (&vec![], &vec![]), "{}", path.display());
            let mut board = Mailbox(start.setup.clone());
            let mut previous: Option<Square> = None;
            lines += record.lines.len();
            for item in record.items.iter().filter(|item| item.line == 0) {
                let text = item.span.of(&bytes);
                match item.kind {
                    ItemKind::Move => {
                        let written = jkf::read_move(text, previous).unwrap();
                        previous = Some(written.pattern.to);
                        let pattern =
                            Pattern { promotes: Some(written.pattern.promotes == Some(true)), ..written.pattern };
                        board.play(written.side.unwrap(), &pattern);
                        moves += 1;
                    }
                    ItemKind::Comment => {
                        assert!(jkf::string(text).is_some());
                        comments += 1;
                    }
                    ItemKind::Time => {
                        assert!(jkf::time(text).is_some());
                        times += 1;
                    }
                    ItemKind::Result => assert!(jkf::terminal(text).is_some()),
                    _ => {}
                }
            }
        });
        assert_eq!(count, 1, "{}", path.display());
    }
    println!("{} JKF files, {moves} moves, {times} times, {comments} comments, {lines} lines", paths.len());
    assert!(moves > 500, "{moves}");
    if is_own() {
        return;
    }
    for name in ["initial_4", "initial_6", "initial_hirate"] {
        let json = jkf_start(&folder.join(format!("shogi-kifu-converter__{name}.json")), &mut record);
        let bytes = fs::read(folder.join(format!("shogi-kifu-converter__{name}.csa"))).unwrap();
        csa::read_record(&bytes, 0, true, &mut record);
        assert_eq!(sfen::write(&csa::setup(&bytes, &record).setup, 1), json, "{name}");
    }
}

#[test]
fn problems_and_openings() {
    let (mut record, mut moves, mut records) = (Record::default(), 0, 0);
    let paths = extra("shogi/positions").map_or_else(Vec::new, |folder| files(&folder, &[""]));
    let usi_files = [real("shogi/openings/records2016.usi")];
    let collection = extra("shogi/peer-fixtures/ShogiBoardQ__test_collection.sfen");
    for path in paths.iter().chain(&usi_files).chain(&collection) {
        let bytes = fs::read(path).unwrap();
        if !usi::looks_like(&bytes) {
            // Problems of gpsshogi: a number, a word, the answers, then a position in CSA; and a list of names.
            let known = csa::looks_like(&bytes);
            assert_eq!(known, !path.ends_with("FILES"), "{}", path.display());
            let count = read_all(csa::read_record, &bytes, &mut record, |record| {
                assert_eq!(csa::setup(&bytes, record).faults, [], "{}", path.display());
            });
            assert_eq!(count, usize::from(known), "{}", path.display());
            continue;
        }
        records += read_all(usi::read_record, &bytes, &mut record, |record| {
            assert!(record.notes.is_empty(), "{}: {:?}", path.display(), record.notes);
            let start = match record.setup.first() {
                None => Setup::handicap(shogi::Handicap::Even),
                Some(span) => {
                    let text = std::str::from_utf8(span.of(&bytes)).unwrap();
                    let read = sfen::read_sfen(text);
                    assert!(read.faults.is_empty(), "{:?}", read.faults);
                    assert_eq!(sfen::write(&read.setup, read.ply), text);
                    read.setup
                }
            };
            let (mut board, mut side) = (Mailbox(start.clone()), start.turn);
            for item in record.items.iter().filter(|item| item.kind == ItemKind::Move) {
                let word = item.span.of(&bytes);
                let mut pattern = usi::read_move(word).unwrap();
                if let Origin::Square(from) = pattern.origin {
                    pattern.kind = board.0.board[from.index()].map(|(_, kind)| kind);
                }
                assert_eq!(board.play(side, &pattern).as_bytes(), word);
                (side, moves) = (side.other(), moves + 1);
            }
        });
    }
    println!("{records} records, {moves} moves");
    assert!(records > counted(6_400, 700), "{records}");
}

#[test]
fn speed_of_reading() {
    let games: Vec<Vec<u8>> =
        files(&real("shogi/real-csa"), &[".csa"]).iter().map(|path| fs::read(path).unwrap()).collect();
    let bytes: Vec<u8> = games.join(&b"\n/\n"[..]).repeat(10);
    let lines = fs::read(real("shogi/openings/records2016.usi")).unwrap();
    let tree = fs::read(&files(&real("shogi/peer-fixtures"), &["__4.json", ".jkf"])[0]).unwrap();
    let mut record = Record::default();
    let inputs = [
        ("csa", csa::read_record as Reader, bytes),
        ("usi", usi::read_record, lines),
        ("jkf", jkf::read_record, tree.repeat(20)),
    ];
    for (name, read, bytes) in inputs {
        let mut best = Duration::MAX;
        let (mut records, mut moves) = (0, 0);
        for _ in 0..5 {
            let start = Instant::now();
            let mut at = 0;
            (records, moves) = (0, 0);
            while let ReadOutcome::Game(end) = read(&bytes, at, true, &mut record) {
                moves += record.items.iter().filter(|item| item.kind == ItemKind::Move).count();
                (at, records) = (end, records + 1);
            }
            best = best.min(start.elapsed());
        }
        let rate = bytes.len() as f64 / 1e6 / best.as_secs_f64();
        println!("{name}: {} bytes, {records} records, {moves} moves, {rate:.0} MB/s", bytes.len());
    }
}
