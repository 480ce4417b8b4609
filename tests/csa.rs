//! CSA, USI with SFEN, and JKF: files of others against the truth, the grammars, damage and size.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "tests")]

mod common;
#[allow(dead_code, reason = "each test uses a part of it")]
mod grammar_support;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use common::shared;
use grammar_support::{Dice, Grammar, Sampler, mutate};
use partie::finding::Code;
use partie::notation::{Found, csa, jkf, sfen, usi};
use partie::record::{Format, Kind, Record, Terminal};
use partie::rules::Side;
use partie::rules::shogi::{self, Origin, Pattern, Setup, Square};
use partie::span::Span;

const SFEN: &str = include_str!("../grammars/sfen.abnf");
const USI: &str = include_str!("../grammars/usi.abnf");
const CSA: &str = include_str!("../grammars/csa.abnf");

type Reader = fn(&[u8], usize, bool, &mut Record) -> Found;

/// Where the word's bytes stand; words of the formats that belong to nothing.
fn cover_words(bytes: &[u8], from: usize, to: usize, words: &[&str], covered: &mut [bool]) {
    for word in words {
        let text = &bytes[from..to];
        let found = text.windows(word.len()).enumerate().filter(|(_, part)| *part == word.as_bytes());
        for (at, _) in found {
            covered[at..at + word.len()].fill(true);
        }
    }
}

/// Bytes of a record that belong to no tag, set-up, item, note or white space. Nothing belongs to two.
fn lost(bytes: &[u8], record: &Record, from: usize, to: usize) -> Option<usize> {
    let mut owned = vec![false; to - from];
    let spans = record.items.iter().map(|item| item.span);
    let spans = spans.chain(record.tags.iter().map(|tag| tag.span)).chain(record.setup.iter().copied());
    for span in spans {
        assert!(!span.is_empty(), "an empty span at {}", span.from);
        let place = &mut owned[span.from as usize - from..span.to as usize - from];
        assert!(place.iter().all(|owned| !owned), "two owners of {:?}", String::from_utf8_lossy(span.of(bytes)));
        place.fill(true);
    }
    for note in &record.notes {
        owned[note.span.from as usize - from..note.span.to as usize - from].fill(true);
    }
    for (at, owned) in owned.iter_mut().enumerate() {
        *owned |= bytes[from + at].is_ascii_whitespace();
        *owned |= match record.format {
            Format::Csa => matches!(bytes[from + at], b',' | b'/'),
            Format::Jkf => matches!(bytes[from + at], b'{' | b'}' | b'[' | b']' | b':' | b','),
            _ => false,
        };
    }
    let words: &[&str] = match record.format {
        Format::Usi => &["position", "startpos", "sfen", "moves"],
        Format::Jkf => {
            let keys = ["header", "initial", "moves", "move", "comments", "time", "special", "forks"];
            let keys = keys.map(|key| format!("\"{key}\""));
            let keys: Vec<&str> = keys.iter().map(String::as_str).chain(["null"]).collect();
            cover_words(bytes, from, to, &keys, &mut owned);
            &[]
        }
        _ => &[],
    };
    cover_words(bytes, from, to, words, &mut owned);
    owned.iter().position(|owned| !owned).map(|at| from + at)
}

/// Reads everything, checks that nothing is lost and that every record is a step; gives how many there are.
fn read_all(read: Reader, bytes: &[u8], record: &mut Record, mut each: impl FnMut(&Record)) -> usize {
    let (mut at, mut count) = (0, 0);
    loop {
        match read(bytes, at, true, record) {
            Found::Record(end) => {
                assert!(end > at && end <= bytes.len(), "no step at {at}");
                assert_eq!(record.span, Span::new(at, end));
                let lost = lost(bytes, record, at, end);
                assert_eq!(lost, None, "{}", bytes[at..end.min(at + 4000)].escape_ascii());
                assert_eq!(record.lines[0].end as usize, record.items.len());
                each(record);
                (at, count) = (end, count + 1);
            }
            Found::Text(end) => {
                assert_eq!(end, bytes.len());
                return count;
            }
            Found::Nothing => return count,
            Found::Unfinished => panic!("unfinished at the end"),
        }
    }
}

fn files(folder: &Path, ends: &[&str]) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| ends.iter().any(|end| path.to_str().unwrap().ends_with(end)));
    files.sort();
    files
}

/// The whole of shogi that is needed to name a CSA move in USI.
struct Mailbox(Setup);

impl Mailbox {
    fn play(&mut self, side: Side, pattern: &Pattern) -> String {
        let mut text = String::new();
        match pattern.origin {
            Origin::Square(from) => {
                let (owner, man) = self.0.board[from.index()].take().unwrap_or_else(|| panic!("nobody on {from}"));
                assert_eq!(owner, side, "on {from}");
                let after = pattern.after.or(pattern.kind).unwrap();
                let promotes = pattern.promotes.unwrap_or(man != after);
                let after = if promotes { man.promoted().unwrap() } else { man };
                assert!(pattern.after.is_none_or(|named| named == after), "{pattern:?}");
                assert!(pattern.kind.is_none_or(|named| named == man), "{pattern:?}");
                usi::spell(&mut text, usi::From::Square(from), pattern.to, promotes);
                self.0.board[pattern.to.index()] = Some((side, after));
            }
            _ => {
                let man = pattern.after.or(pattern.kind).unwrap();
                usi::spell(&mut text, usi::From::Hand(man), pattern.to, false);
                assert!(self.0.board[pattern.to.index()].replace((side, man)).is_none());
            }
        }
        text
    }
}

#[test]
fn tournament_files_say_what_the_truth_says() {
    let Some(folder) = shared("shogi") else { return };
    let truth = fs::read_to_string(folder.join("truth/real_csa_usi.tsv")).unwrap();
    let truth: Vec<Vec<&str>> = truth.lines().map(|line| line.split('\t').collect()).collect();
    let paths = files(&folder.join("real-csa"), &[".csa"]);
    assert_eq!(paths.len(), 105);
    let (mut record, mut moves, mut compared, mut noted) = (Record::default(), 0, 0, 0);
    for path in &paths {
        let bytes = fs::read(path).unwrap();
        assert!(csa::looks_like(&bytes), "{}", path.display());
        assert!(!usi::looks_like(&bytes) && !jkf::looks_like(&bytes));
        let name = format!("real-csa/{}", path.file_name().unwrap().to_str().unwrap());
        let count = read_all(csa::read, &bytes, &mut record, |record| {
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
                .filter(|item| item.kind == Kind::Move)
                .map(|item| csa::read_move(item.span.of(&bytes)).unwrap_or_else(|error| panic!("{name}: {error:?}")))
                .map(|written| board.play(written.side, &written.pattern))
                .collect();
            moves += played.len();
            for item in record.items.iter().filter(|item| item.kind == Kind::Time) {
                assert!(csa::time(item.span.of(&bytes)).is_some(), "{name}");
            }
            let Some(row) = truth.iter().find(|row| row[0] == name) else { return };
            let expected: Vec<&str> = row[2].split(' ').skip_while(|word| *word != "moves").skip(1).collect();
            assert_eq!(played, expected, "{name}");
            let end = record.result.and_then(|span| csa::terminal(span.of(&bytes))).map(|(end, _)| end);
            match row[1] {
                "TORYO" => assert_eq!(end, Some(Terminal::Resignation), "{name}"),
                other => assert!(matches!(end, None | Some(Terminal::Interrupted)), "{name}: {other} {end:?}"),
            }
            compared += expected.len();
        });
        assert_eq!(count, 1, "{name}");
    }
    println!("{} files, {moves} moves, {compared} of them in the truth, {noted} files with notes", paths.len());
    assert_eq!(compared, 10_512);
}

#[test]
fn fixtures_of_other_projects() {
    let Some(folder) = shared("shogi/peer-fixtures") else { return };
    let (mut record, mut moves) = (Record::default(), 0);
    let paths = files(&folder, &[".csa"]);
    for path in &paths {
        let bytes = fs::read(path).unwrap();
        assert!(csa::looks_like(&bytes), "{}", path.display());
        let count = read_all(csa::read, &bytes, &mut record, |record| {
            let start = csa::setup(&bytes, record);
            assert_eq!((&record.notes, &start.faults), (&vec![], &vec![]), "{}", path.display());
            let mut board = Mailbox(start.setup);
            for item in record.items.iter().filter(|item| item.kind == Kind::Move) {
                let written = csa::read_move(item.span.of(&bytes)).unwrap();
                board.play(written.side, &written.pattern);
                moves += 1;
            }
        });
        assert_eq!(count, 1, "{}", path.display());
    }
    println!("{} CSA files, {moves} moves", paths.len());
}

fn jkf_start(path: &Path, record: &mut Record) -> String {
    let bytes = fs::read(path).unwrap();
    jkf::read(&bytes, 0, true, record);
    sfen::write(&jkf::setup(&bytes, record).setup, 1)
}

#[test]
fn json_of_other_projects() {
    let Some(folder) = shared("shogi/peer-fixtures") else { return };
    let (mut record, mut moves, mut comments, mut times, mut lines) = (Record::default(), 0, 0, 0, 0);
    let paths = files(&folder, &[".jkf", ".json"]);
    for path in &paths {
        let bytes = fs::read(path).unwrap();
        assert!(jkf::looks_like(&bytes) && !csa::looks_like(&bytes), "{}", path.display());
        let count = read_all(jkf::read, &bytes, &mut record, |record| {
            let start = jkf::setup(&bytes, record);
            assert_eq!((&record.notes, &start.faults), (&vec![], &vec![]), "{}", path.display());
            let mut board = Mailbox(start.setup.clone());
            let mut previous: Option<Square> = None;
            lines += record.lines.len();
            for item in record.items.iter().filter(|item| item.line == 0) {
                let text = item.span.of(&bytes);
                match item.kind {
                    Kind::Move => {
                        let written = jkf::read_move(text, previous).unwrap();
                        previous = Some(written.pattern.to);
                        let pattern =
                            Pattern { promotes: Some(written.pattern.promotes == Some(true)), ..written.pattern };
                        board.play(written.side.unwrap(), &pattern);
                        moves += 1;
                    }
                    Kind::Comment => {
                        assert!(jkf::string(text).is_some());
                        comments += 1;
                    }
                    Kind::Time => {
                        assert!(jkf::time(text).is_some());
                        times += 1;
                    }
                    Kind::Result => assert!(jkf::terminal(text).is_some()),
                    _ => {}
                }
            }
        });
        assert_eq!(count, 1, "{}", path.display());
    }
    println!("{} JKF files, {moves} moves, {times} times, {comments} comments, {lines} lines", paths.len());
    for name in ["initial_4", "initial_6", "initial_hirate"] {
        let json = jkf_start(&folder.join(format!("shogi-kifu-converter__{name}.json")), &mut record);
        let bytes = fs::read(folder.join(format!("shogi-kifu-converter__{name}.csa"))).unwrap();
        csa::read(&bytes, 0, true, &mut record);
        assert_eq!(sfen::write(&csa::setup(&bytes, &record).setup, 1), json, "{name}");
    }
}

#[test]
fn problems_and_openings() {
    let Some(folder) = shared("shogi") else { return };
    let (mut record, mut moves, mut records) = (Record::default(), 0, 0);
    let paths = files(&folder.join("positions"), &[""]);
    let usi_files =
        [folder.join("openings/records2016.usi"), folder.join("peer-fixtures/ShogiBoardQ__test_collection.sfen")];
    for path in paths.iter().chain(&usi_files) {
        let bytes = fs::read(path).unwrap();
        if !usi::looks_like(&bytes) {
            // Problems of gpsshogi: a number, a word, the answers, then a position in CSA; and a list of names.
            let known = csa::looks_like(&bytes);
            assert_eq!(known, !path.ends_with("FILES"), "{}", path.display());
            let count = read_all(csa::read, &bytes, &mut record, |record| {
                assert!(csa::setup(&bytes, record).faults.is_empty(), "{}", path.display());
            });
            assert_eq!(count, usize::from(known), "{}", path.display());
            continue;
        }
        records += read_all(usi::read, &bytes, &mut record, |record| {
            assert!(record.notes.is_empty(), "{}: {:?}", path.display(), record.notes);
            let start = match record.setup.first() {
                None => Setup::handicap(shogi::Handicap::Even),
                Some(span) => {
                    let text = std::str::from_utf8(span.of(&bytes)).unwrap();
                    let read = sfen::read(text);
                    assert!(read.faults.is_empty(), "{:?}", read.faults);
                    assert_eq!(sfen::write(&read.setup, read.ply), text);
                    read.setup
                }
            };
            let (mut board, mut side) = (Mailbox(start.clone()), start.turn);
            for item in record.items.iter().filter(|item| item.kind == Kind::Move) {
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
    assert!(records > 6_400);
}

/// Every rule and every alternative is used, but for those of `base`.
fn assert_all_used(sampler: &Sampler<'_>, base: Option<&Grammar>) {
    let (rules, branches) = sampler.unused(base);
    assert!(rules.is_empty(), "never used: {rules:?}");
    assert_eq!(branches, 0, "alternatives never taken");
}

#[test]
fn sfens_and_their_mutants() {
    let grammar = Grammar::new(&[SFEN]);
    let (strict, lenient, short) = (grammar.rule("sfen"), grammar.rule("lenient-sfen"), grammar.rule("short-sfen"));
    let mut sampler = Sampler::new(&grammar, 1, 60, 30);
    let mut dice = Dice(2);
    let alphabet = b"pnlsgbrkPNLSGBRK0123456789/+- \tbwx";
    let codes = |text: &[u8]| -> Vec<Code> {
        sfen::read(std::str::from_utf8(text).unwrap()).faults.iter().map(|fault| fault.code).collect()
    };
    let (mut mutants, mut accepted) = (0, 0);
    for (start, count) in [(strict, 20_000), (lenient, 20_000), (short, 5_000)] {
        for _ in 0..count {
            let text = sampler.sentence(start);
            let shown = String::from_utf8_lossy(&text).into_owned();
            if start == short {
                assert_eq!(codes(&text), [Code::H018], "{shown}");
            } else {
                assert_eq!(codes(&text), [], "{shown}");
                let read = sfen::read(&shown);
                let again = sfen::write(&read.setup, read.ply);
                assert_eq!(sfen::read(&again), read, "{shown}");
            }
            let mutant = mutate(&text, alphabet, &mut dice);
            let derived = grammar.accepts::<5>(lenient, &mutant);
            assert_eq!(codes(&mutant).is_empty(), derived, "{:?}", String::from_utf8_lossy(&mutant));
            assert!(derived || !grammar.accepts::<5>(strict, &mutant));
            (mutants, accepted) = (mutants + 1, accepted + usize::from(derived));
        }
    }
    assert_all_used(&sampler, None);
    println!("{mutants} mutants of which {accepted} are SFENs");
}

/// Texts of a rule and their mutants are read exactly if the grammar derives them.
fn exact(grammar: &Grammar, rule: &str, count: usize, alphabet: &[u8], read: impl Fn(&[u8]) -> bool) {
    let rule = grammar.rule(rule);
    let mut sampler = Sampler::new(grammar, 3, 30, 60);
    let mut dice = Dice(4);
    let mut accepted = 0;
    for _ in 0..count {
        let text = sampler.sentence(rule);
        assert!(read(&text), "{}", text.escape_ascii());
        let mutant = mutate(&text, alphabet, &mut dice);
        let derived = grammar.accepts::<2>(rule, &mutant);
        assert_eq!(read(&mutant), derived, "{}", mutant.escape_ascii());
        accepted += usize::from(derived);
    }
    assert!(accepted > 0 && accepted < count);
}

#[test]
fn tokens_and_their_mutants() {
    let usi_grammar = Grammar::new(&[SFEN, USI]);
    let moves = b"0123456789abcdefghijPLNSGBRK*+- ";
    exact(&usi_grammar, "shogi-move", 50_000, moves, |text| usi::read_move(text).is_ok());
    let grammar = Grammar::new(&[CSA]);
    let letters = b"0123456789+-FUKYEGIAHOTNMR%T._fu ";
    exact(&grammar, "csa-move", 50_000, letters, |text| csa::read_move(text).is_ok());
    exact(&grammar, "csa-time", 20_000, letters, |text| csa::time(text).is_some());
    exact(&grammar, "csa-end", 20_000, letters, |text| csa::terminal(text).is_some());
}

#[test]
fn records_of_the_grammars() {
    let usi_grammar = Grammar::new(&[SFEN, USI]);
    let csa_grammar = Grammar::new(&[CSA]);
    let mut record = Record::default();
    let mut dice = Dice(5);
    let mut sampler = Sampler::new(&usi_grammar, 6, 60, 80);
    for _ in 0..10_000 {
        let text = sampler.sentence(usi_grammar.rule("usi-line"));
        let mut seen = 0;
        let count = read_all(usi::read, &text, &mut record, |record| {
            assert!(record.notes.is_empty(), "{:?} in {}", record.notes, text.escape_ascii());
            seen = record.items.iter().filter(|item| item.kind == Kind::Move).count();
        });
        assert_eq!((count, seen as u32), (1, sampler.last[usi_grammar.rule("shogi-move")]), "{}", text.escape_ascii());
        let mutant = mutate(&text, b"0123456789abcdefghi/+-* \n\r#sfenmovPLKG\xff", &mut dice);
        read_all(usi::read, &mutant, &mut record, |_| {});
    }
    assert_all_used(&sampler, Some(&Grammar::new(&[SFEN])));
    let mut sampler = Sampler::new(&csa_grammar, 7, 14, 80);
    let mut drawn = 0;
    while drawn < 10_000 {
        let text = sampler.sentence(csa_grammar.rule("csa-game"));
        if text.len() > 4000 {
            continue;
        }
        drawn += 1;
        let of = |name: &str| sampler.last[csa_grammar.rule(name)] as usize;
        let count = read_all(csa::read, &text, &mut record, |record| {
            assert!(record.notes.is_empty(), "{:?} in {}", record.notes, text.escape_ascii());
            let read = |kind| record.items.iter().filter(|item| item.kind == kind).count();
            assert_eq!(read(Kind::Move), of("csa-move"), "{}", text.escape_ascii());
            assert_eq!(read(Kind::Time), of("csa-time"), "{}", text.escape_ascii());
            assert_eq!(read(Kind::Comment), of("comment-line") + of("comment"), "{}", text.escape_ascii());
            assert_eq!(read(Kind::Result), of("csa-end"), "{}", text.escape_ascii());
            assert_eq!(record.tags.len(), of("declaration") + of("version") + of("name") + of("information"));
            csa::setup(&text, record);
        });
        assert_eq!(count, 1, "{}", text.escape_ascii());
        let mutant = mutate(&text, b"\n\r,'/+-%$NPVT0123456789 FUKY\x00\xff*#", &mut dice);
        read_all(csa::read, &mutant, &mut record, |record| drop(csa::setup(&mutant, record)));
    }
    assert_all_used(&sampler, None);
}

const GAMES: &str = "'CSA encoding=UTF-8\nV3.0\nN+先手, a\nN-b\n$EVENT:x\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *\n\
    P+00FU00KI\nP-00AL\n+\n'* note\n+7776FU,T12.5,'** 12 -3334FU\n-3334FU\nT3\n'c\n%TORYO,T1\n/\nV2.2\nPI82HI\n-\n\
    -3334FU\n%+ILLEGAL_ACTION\n#RESIGN\n\n'free\nN+c\nPI\n+\n+2726FU\nBEGIN Time\nTotal_Time:1\nEND Time\nwhat\n/\r\n\
    V2\r\n+\r\n+2726FU\r\n";

const LINES: &str = "# usi\nposition startpos moves 7g7f 3c3d 8h2b+ resign\nsfen 4k4/9/9/9/9/9/9/9/4K4 b 2Pr 1 moves P*5e\n\
    \n7g7f x y\nhello\n";

const TREE: &str = "\u{feff}{\"header\":{\"先手\":\"a\\n\",\"n\":1},\"initial\":{\"preset\":\"KY\"},\"moves\":[{\"comments\":[\"c\",7]},\
    {\"move\":{\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":4},\"piece\":\"FU\",\"color\":1},\"time\":{\"now\":{\"m\":0,\"s\":1}},\
    \"forks\":[[{\"move\":{\"piece\":\"KI\"},\"forks\":[[{\"special\":\"CHUDAN\"}]]},{\"special\":\"X\"}],[]]},{\"special\":\"TORYO\",\"odd\":0}]}\n";

#[test]
fn forks_are_lines() {
    let mut record = Record::default();
    let mut kinds = Vec::new();
    let bytes = TREE.as_bytes();
    let count = read_all(jkf::read, bytes, &mut record, |record| {
        kinds = record.items.iter().map(|item| (item.kind, item.line)).collect();
    });
    use Kind::{Close, Comment, Junk, Move, Open, Result, Time};
    let inner =
        [(Open, 1), (Move, 1), (Open, 2), (Result, 2), (Close, 2), (Junk, 1), (Close, 1), (Open, 3), (Close, 3)];
    let mut expected = vec![(Comment, 0), (Junk, 0), (Move, 0), (Time, 0)];
    expected.extend(inner);
    expected.extend([(Result, 0), (Junk, 0)]);
    assert_eq!((count, kinds), (1, expected));
    let parents: Vec<_> = record.lines.iter().map(|line| (line.parent, line.first, line.end)).collect();
    assert_eq!(parents, [(0, 0, 15), (0, 4, 11), (1, 6, 9), (0, 11, 13)]);
    let codes: Vec<Code> = record.notes.iter().map(|note| note.code).collect();
    assert_eq!(codes, [Code::S006, Code::H003, Code::S015, Code::S015, Code::S017]);
    assert_eq!(record.value(bytes, "先手"), Some(b"a\\n".as_slice()));
    assert_eq!(record.setup[0].of(bytes), b"{\"preset\":\"KY\"}");
}

#[test]
fn broken_json_says_where() {
    let mut record = Record::default();
    let mut note = |text: &[u8]| {
        assert_eq!(read_all(jkf::read, text, &mut record, |_| {}), 1);
        record.notes.iter().map(|note| (note.code, note.span.from)).collect::<Vec<_>>()
    };
    assert_eq!(note(b"{\"header\":{},\n\"moves\":[{},"), [(Code::S014, 26)]);
    assert_eq!(note(b"{\"header\":{},\n \"moves\":[x]}"), [(Code::S015, 24)]);
    assert_eq!(note(b"{\"header\":{\"a\":\"\x83\"},\"moves\":[]}"), [(Code::S015, 16)]);
    assert_eq!(note("{\"header\":{\"a\":\"先".as_bytes().split_last().unwrap().1), [(Code::S014, 16)]);
    assert_eq!(note(b"{\"moves\":[1]}"), [(Code::S015, 10)]);
    assert_eq!(note(b"{\"moves\":[]} x "), [(Code::S015, 13)]);
}

#[test]
fn mutants_never_panic_and_lose_nothing() {
    let mut dice = Dice(8);
    let mut record = Record::default();
    let formats: [(Reader, &str); 3] = [(csa::read, GAMES), (usi::read, LINES), (jkf::read, TREE)];
    let alphabet = b"{}[]:,\"\\/'+-%$#\n\r 0123456789PVNTFUabmoves*\x00\x83\xef\xff";
    let mut records = 0;
    for (read, text) in formats {
        for _ in 0..20_000 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..=dice.below(12) {
                bytes = match dice.below(6) {
                    0 => bytes[..dice.below(bytes.len() + 1)].to_vec(),
                    1 => [&bytes[..], &bytes[dice.below(bytes.len() + 1)..]].concat(),
                    _ => mutate(&bytes, alphabet, &mut dice),
                };
            }
            records += read_all(read, &bytes, &mut record, |record| {
                csa::setup(&bytes, record);
                jkf::setup(&bytes, record);
                for item in &record.items {
                    let text = item.span.of(&bytes);
                    drop((
                        csa::read_move(text).is_ok(),
                        usi::read_move(text).is_ok(),
                        jkf::read_move(text, None).is_ok(),
                    ));
                    drop((
                        csa::time(text),
                        csa::terminal(text),
                        jkf::time(text),
                        jkf::terminal(text),
                        jkf::string(text),
                    ));
                }
            });
            drop((csa::looks_like(&bytes), usi::looks_like(&bytes), jkf::looks_like(&bytes)));
            // Cuts stand where records begin, wherever the chunk ends.
            let end = dice.below(bytes.len() + 1);
            if read as usize == csa::read as *const () as usize {
                check_cut(read, csa::cut(&bytes[..end]), &bytes, &mut record);
            } else if read as usize == usi::read as *const () as usize {
                check_cut(read, usi::cut(&bytes[..end]), &bytes, &mut record);
            }
        }
    }
    println!("{records} records in mutants");
}

/// Read up to the cut and from there on, the records are those of the whole.
fn check_cut(read: Reader, cut: Option<usize>, bytes: &[u8], record: &mut Record) {
    let Some(cut) = cut else { return };
    assert!(cut > 0 && cut < bytes.len());
    let text = |record: &Record| format!("{:?} {:?} {:?} {:?}", record.span, record.items, record.tags, record.notes);
    let mut whole = Vec::new();
    read_all(read, bytes, record, |record| whole.push(text(record)));
    let (mut at, mut parts, mut end) = (0, Vec::new(), cut);
    loop {
        let last = end == bytes.len();
        match read(&bytes[..end], at, last, record) {
            Found::Record(next) => {
                parts.push(text(record));
                at = next;
            }
            // What may go on is read again together with what follows.
            Found::Unfinished | Found::Text(_) | Found::Nothing if !last => end = bytes.len(),
            _ => break,
        }
    }
    assert_eq!(parts, whole, "cut at {cut} of {}", bytes.escape_ascii());
}

#[test]
fn large_garbage_takes_no_longer_than_its_size() {
    const SIZE: usize = 10_000_000;
    let mut dice = Dice(9);
    let random: Vec<u8> = (0..SIZE).map(|_| dice.below(256) as u8).collect();
    let repeat = |text: &str| text.bytes().cycle().take(SIZE).collect::<Vec<u8>>();
    let mut inputs = vec![("random", random)];
    for text in
        ["x\n", ",", "P1*\n", "+\n", "'\n", "/\n", "T1\nV2\n", "N+", "7g7f x ", "\r", "BEGIN \n", "%\n", "P+00FU"]
    {
        inputs.push((text, repeat(text)));
    }
    let mut nested = b"{\"moves\":[".to_vec();
    nested.extend(repeat("{\"forks\":[["));
    inputs.push(("nested forks", nested.clone()));
    nested.truncate(10 + 11 * (SIZE / 15));
    nested.extend("]]}".repeat(SIZE / 15).bytes());
    nested.extend(b"]}");
    inputs.push(("closed forks", nested));
    inputs.push(("brackets", [b"{\"moves\":[[".as_slice(), &repeat("[")].concat()));
    inputs.push(("entries", [b"{\"moves\":[{}".as_slice(), &repeat(",{}"), b"]}"].concat()));
    let mut record = Record::default();
    for (name, bytes) in &inputs {
        for (format, read) in [("csa", csa::read as Reader), ("usi", usi::read), ("jkf", jkf::read)] {
            let start = Instant::now();
            let (mut at, mut records) = (0, 0);
            while let Found::Record(end) = read(bytes, at, true, &mut record) {
                csa::setup(bytes, &record);
                (at, records) = (end, records + 1);
            }
            let time = start.elapsed();
            println!("{format} {name:?}: {records} records, {time:?}");
            assert!(time < Duration::from_secs(6), "{format} {name:?}: {time:?}");
        }
    }
}

#[test]
fn speed_of_reading() {
    let Some(folder) = shared("shogi") else { return };
    let games: Vec<Vec<u8>> =
        files(&folder.join("real-csa"), &[".csa"]).iter().map(|path| fs::read(path).unwrap()).collect();
    let bytes: Vec<u8> = games.join(&b"\n/\n"[..]).repeat(10);
    let lines = fs::read(folder.join("openings/records2016.usi")).unwrap();
    let tree = fs::read(folder.join("peer-fixtures/shogi-kifu-converter__4.json")).unwrap();
    let mut record = Record::default();
    let inputs = [("csa", csa::read as Reader, bytes), ("usi", usi::read, lines), ("jkf", jkf::read, tree.repeat(20))];
    for (name, read, bytes) in inputs {
        let mut best = Duration::MAX;
        let (mut records, mut moves) = (0, 0);
        for _ in 0..5 {
            let start = Instant::now();
            let mut at = 0;
            (records, moves) = (0, 0);
            while let Found::Record(end) = read(&bytes, at, true, &mut record) {
                moves += record.items.iter().filter(|item| item.kind == Kind::Move).count();
                (at, records) = (end, records + 1);
            }
            best = best.min(start.elapsed());
        }
        let rate = bytes.len() as f64 / 1e6 / best.as_secs_f64();
        println!("{name}: {} bytes, {records} records, {moves} moves, {rate:.0} MB/s", bytes.len());
    }
}
