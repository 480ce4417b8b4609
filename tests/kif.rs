//! KIF and KI2: every file at hand is read, no byte is lost, and the moves are those that are known.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "tests")]

mod common;

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use common::shared;
use partie::finding::Code;
use partie::notation::japanese::{self, Written};
use partie::notation::kanji::Script;
use partie::notation::{Found, ki2, kif};
use partie::record::{Format, Kind, Record, Terminal};
use partie::rules::shogi::{Handicap, Origin, Square};
use partie::span::Span;

/// Reads all records of a file; each must be whole.
fn all(bytes: &[u8], format: Format, name: &str) -> Vec<Record> {
    let mut records = Vec::new();
    let mut at = 0;
    loop {
        let mut record = Record::default();
        let found = match format {
            Format::Ki2 => ki2::read(bytes, at, true, &mut record),
            _ => kif::read(bytes, at, true, &mut record),
        };
        match found {
            Found::Record(end) | Found::Text(end) => {
                assert!(end > at && end <= bytes.len(), "{name}: from {at} to {end} of {}", bytes.len());
                assert_eq!((record.span.from as usize, record.span.to as usize), (at, end), "{name}");
                whole(bytes, &record, name);
                if matches!(found, Found::Record(_)) {
                    records.push(record);
                }
                at = end;
            }
            Found::Nothing => {
                let script = Script::of(&bytes[at..], None);
                let blank = blank(&bytes[at..], script);
                assert!(blank, "{name}: from {at}: {:?}", String::from_utf8_lossy(&bytes[at..]));
                return records;
            }
            Found::Unfinished => panic!("{name}: unfinished at {at} in the last part of a file"),
        }
        if at == bytes.len() {
            return records;
        }
    }
}

fn blank(mut bytes: &[u8], script: Script) -> bool {
    bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.split(|byte| matches!(byte, b'\n' | b'\r')).all(|line| script.symbols().trim(line).is_empty())
}

/// Every byte belongs to a tag, the set-up, an item or a note, or is white space; lines hold together.
fn whole(bytes: &[u8], record: &Record, name: &str) {
    let script = kif::script(bytes, record);
    let skipped = record.items.iter().filter(|item| item.kind == Kind::Skipped);
    assert!(skipped.count() <= record.notes.len(), "{name}: skipped without a note");
    let mut spans: Vec<Span> = record.tags.iter().map(|tag| tag.span).collect();
    spans.extend(&record.setup);
    spans.extend(record.items.iter().map(|item| item.span).filter(|span| !span.is_empty()));
    spans.extend(record.notes.iter().filter(|note| note.code == Code::S006).map(|note| note.span));
    spans.sort();
    let mut at = record.span.from;
    for span in spans.iter().copied().chain([Span { from: record.span.to, to: record.span.to }]) {
        assert!(span.from >= at && span.to <= record.span.to, "{name}: {span:?} stands before byte {at}, or outside");
        let gap = &bytes[at as usize..span.from as usize];
        assert!(blank(gap, script), "{name}: byte {at}: {:?} belongs to nothing", String::from_utf8_lossy(gap));
        at = span.to;
    }
    // Lines: an `Open` and a `Close` each, nested.
    let mut stack = vec![0u32];
    for (index, item) in record.items.iter().enumerate() {
        if item.kind == Kind::Open {
            let line = record.lines[item.line as usize];
            assert_eq!((line.parent, line.first), (*stack.last().unwrap(), index as u32), "{name}");
            stack.push(item.line);
        }
        assert_eq!(item.line, *stack.last().unwrap(), "{name}: item {index}");
        if item.kind == Kind::Close {
            assert_eq!(record.lines[item.line as usize].end, index as u32 + 1, "{name}");
            stack.pop();
        }
    }
    assert_eq!(stack, [0], "{name}");
    assert_eq!(record.lines[0].end as usize, record.items.len(), "{name}");
}

/// The moves of a line as they are written, with what stands before them in the same line.
fn moves(bytes: &[u8], record: &Record, line: u32) -> Vec<(Option<u32>, Result<Written, String>)> {
    let script = kif::script(bytes, record);
    let mut previous: Option<Square> = None;
    let mut number = None;
    let mut moves = Vec::new();
    for item in record.items.iter().filter(|item| item.line == line) {
        match item.kind {
            Kind::Number => number = std::str::from_utf8(item.span.of(bytes)).unwrap().parse().ok(),
            Kind::Move => {
                let read = japanese::read_move(item.span.of(bytes), script, previous);
                previous = read.as_ref().ok().map(|written| written.pattern.to);
                moves.push((number.take(), read.map_err(|error| format!("{error:?}"))));
            }
            _ => {}
        }
    }
    moves
}

fn codes(record: &Record) -> Vec<&'static str> {
    record.notes.iter().map(|note| note.code.as_str()).collect()
}

fn read(text: &str) -> Record {
    let records = all(text.as_bytes(), Format::Kif, "text");
    assert_eq!(records.len(), 1);
    records.into_iter().next().unwrap()
}

fn shape(text: &str, record: &Record) -> String {
    let mut shape = String::new();
    for item in &record.items {
        let word = String::from_utf8_lossy(item.span.of(text.as_bytes()));
        match item.kind {
            Kind::Move => shape.push_str(&word),
            Kind::Open => shape.push_str(" ["),
            Kind::Close => shape.push(']'),
            Kind::Result => shape.push_str(&format!(" {word}")),
            Kind::Ending => shape.push_str(" E"),
            Kind::Skipped => shape.push_str(" S"),
            Kind::Junk => shape.push_str(" J"),
            _ => {}
        }
    }
    shape
}

fn folder(path: &str, each: impl FnMut(&Path, &[u8], Format)) -> usize {
    let Some(folder) = shared(path) else { return 0 };
    let mut each = each;
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut count = 0;
    for path in paths {
        let format = match path.extension().and_then(|end| end.to_str()) {
            Some("kif" | "kifu") => Format::Kif,
            Some("ki2" | "ki2u") => Format::Ki2,
            _ => continue,
        };
        count += 1;
        each(&path, &fs::read(&path).unwrap(), format);
    }
    count
}

#[test]
fn all_files_are_read_and_no_byte_is_lost() {
    let mut seen = 0;
    for path in ["shogi/selfplay", "shogi/faults", "shogi/peer-fixtures", "shogi/situations", "hostile"] {
        let mut notes: HashMap<&str, usize> = HashMap::new();
        let mut unreadable = 0;
        let count = folder(path, |path, bytes, format| {
            let name = path.file_name().unwrap().to_str().unwrap();
            let head = &bytes[..bytes.len().min(4096)];
            assert_eq!(kif::looks_like(head), format == Format::Kif, "{name}");
            assert_eq!(ki2::looks_like(head), format == Format::Ki2, "{name}");
            let records = all(bytes, format, name);
            assert!(!records.is_empty(), "{name}");
            for record in &records {
                for code in codes(record) {
                    *notes.entry(code).or_default() += 1;
                }
                for line in 0..record.lines.len() as u32 {
                    for (number, read) in moves(bytes, record, line) {
                        if let Err(error) = read {
                            unreadable += 1;
                            println!("{name}: line {line}, move {number:?}: {error}");
                        }
                    }
                }
            }
            if path.parent().is_some_and(|folder| !folder.ends_with("selfplay")) {
                let lines: usize = records.iter().map(|record| record.lines.len()).sum();
                let notes: Vec<_> = records.iter().map(codes).collect();
                println!("{name}: {} records, {lines} lines, {notes:?}", records.len());
            }
        });
        seen += count;
        println!("{path}: {count} files, notes {notes:?}, {unreadable} unreadable moves");
    }
    println!("{seen} files");
}

/// A move in USI, as far as the pattern alone says it.
fn usi(written: &Written) -> Option<String> {
    let pattern = &written.pattern;
    Some(match pattern.origin {
        Origin::Hand => {
            let letter = b"PLNSGBR"[pattern.kind?.index()] as char;
            format!("{letter}*{}", pattern.to)
        }
        Origin::Square(from) => {
            format!("{from}{}{}", pattern.to, if pattern.promotes == Some(true) { "+" } else { "" })
        }
        Origin::Unstated => return None,
    })
}

#[test]
fn selfplay_has_the_moves_that_were_played() {
    let Some(truth) = shared("shogi/truth/selfplay_usi.tsv") else { return };
    let truth = fs::read_to_string(truth).unwrap();
    let (mut files, mut plies) = (0, 0);
    for row in truth.lines() {
        let mut cells = row.split('\t');
        let (name, end, usi_text) = (cells.next().unwrap(), cells.next().unwrap(), cells.next().unwrap());
        let wanted: Vec<&str> = usi_text.split_once(" moves ").map_or(vec![], |(_, moves)| moves.split(' ').collect());
        let bytes = fs::read(shared("shogi").unwrap().join(name)).unwrap();
        let records = all(&bytes, Format::Kif, name);
        assert_eq!(records.len(), 1, "{name}");
        let record = &records[0];
        assert!(record.notes.is_empty(), "{name}: {:?}", record.notes);
        let seen: Vec<(Option<u32>, String)> =
            moves(&bytes, record, 0).into_iter().map(|(number, read)| (number, usi(&read.unwrap()).unwrap())).collect();
        let wanted: Vec<(Option<u32>, String)> =
            wanted.iter().zip(1..).map(|(text, number)| (Some(number), (*text).to_owned())).collect();
        assert_eq!(seen, wanted, "{name}");
        let script = kif::script(&bytes, record);
        let word = record.items.iter().find(|item| item.kind == Kind::Result).unwrap();
        let terminal = kif::terminal(word.span.of(&bytes), script).unwrap();
        match end {
            "TSUMI" => assert_eq!(terminal, Terminal::Mate),
            "SENNICHITE" => assert_eq!(terminal, Terminal::Sennichite),
            _ => println!("{name}: {end} is written {terminal:?}"),
        }
        let ending = record.items.iter().find(|item| item.kind == Kind::Ending).unwrap();
        assert_eq!(kif::ending(ending.span.of(&bytes), script).unwrap().plies, Some(wanted.len() as u32), "{name}");
        let times = record.items.iter().filter(|item| item.kind == Kind::Time);
        for time in times {
            assert!(kif::time_cell(time.span.of(&bytes)).is_some(), "{name}");
        }
        let setup = kif::setup(&bytes, record, script);
        assert!(setup.faults.is_empty(), "{name}: {:?}", setup.faults);
        assert_eq!(setup.handicap == Some(Handicap::Even), usi_text.starts_with("startpos"), "{name}");
        files += 1;
        plies += wanted.len();
    }
    println!("{files} games, {plies} moves");
    assert!(files > 600 && plies > 80_000);
}
