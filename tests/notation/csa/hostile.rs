//! Damaged, misplaced and large input.

use std::time::Duration;

use partie_notation::{ReadOutcome, csa, jkf, usi};
use partie_record::finding::Code;
use partie_record::{ItemKind, Record};

use super::support::{Reader, read_all};
use crate::common::computing;
use crate::grammar_support::{Dice, mutate};

#[test]
fn declared_encodings_are_compared_with_the_bytes() {
    let mut record = Record::default();
    let mut codes = |bytes: &[u8]| {
        assert_eq!(csa::read_record(bytes, 0, true, &mut record), ReadOutcome::Game(bytes.len()));
        record.notes.iter().map(|note| note.code).collect::<Vec<_>>()
    };
    let (utf8, sjis, euc) = ("先手".as_bytes(), &b"\x90\xe6\x8e\xe8"[..], &b"\xc0\xe8\xbc\xea"[..]);
    for (declared, name, wrong) in [
        ("'CSA encoding=UTF-8", utf8, false),
        ("'CSA encoding=UTF-8", sjis, true),
        ("'CSA encoding=SHIFT_JIS", sjis, false),
        ("'encoding=Shift_JIS", utf8, true),
        ("'encoding=Shift_JIS", b"sente", false),
        ("'no declaration", euc, false),
    ] {
        let text = [declared.as_bytes(), b"\r\nN+", name, b"\r\nPI\r\n+\r\n'", name, b"\r\n"].concat();
        assert_eq!(codes(&text) == [Code::S007], wrong, "{declared}");
    }
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
    let mut kept = Record::default();
    let count = read_all(jkf::read_record, bytes, &mut record, |record| {
        kinds = record.items.iter().map(|item| (item.kind, item.line)).collect();
        kept = record.clone();
    });
    let record = kept;
    use ItemKind::{Close, Comment, Junk, Move, Open, Result, Time};
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
        let mut notes = Vec::new();
        let count = read_all(jkf::read_record, text, &mut record, |record| {
            notes.extend(record.notes.iter().map(|note| (note.code, note.span.from)));
        });
        assert_eq!(count, 1);
        notes
    };
    assert_eq!(note(b"{\"header\":{},\n\"moves\":[{},"), [(Code::S014, 25)]);
    assert_eq!(note(b"{\"header\":{},\n \"moves\":[x]}"), [(Code::S015, 24)]);
    assert_eq!(note(b"{\"header\":{\"a\":\"\x83\"},\"moves\":[]}"), [(Code::S015, 16)]);
    assert_eq!(note("{\"header\":{\"a\":\"先".as_bytes().split_last().unwrap().1), [(Code::S014, 16)]);
    assert_eq!(note(b"{\"moves\":[1,{\"special\":\"TORYO\"}]}"), [(Code::S015, 10)]);
    assert_eq!(note(b"{\"moves\":7,\"moves\":[]}"), [(Code::S015, 9), (Code::S017, 11)]);
    assert_eq!(note(b"{\"moves\":[]} x "), [(Code::S015, 13)]);
}

#[test]
fn mutants_never_panic_and_lose_nothing() {
    let mut dice = Dice(8);
    let mut record = Record::default();
    type Cut = fn(&[u8]) -> Option<usize>;
    let formats: [(Reader, Cut, &str); 3] =
        [(csa::read_record, csa::cut, GAMES), (usi::read_record, usi::cut, LINES), (jkf::read_record, |_| None, TREE)];
    let alphabet = b"{}[]:,\"\\/'+-%$#\n\r 0123456789PVNTFUabmoves*\x00\x83\xef\xff";
    let (mut records, mut read_as) = (0, [0; 2]);
    for (read, cut, text) in formats {
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
                    let moves = [csa::read_move(text).is_ok(), usi::read_move(text).is_ok()];
                    let json = [jkf::read_move(text, None).is_ok(), jkf::time(text).is_some()];
                    let words = [csa::time(text).is_some(), csa::terminal(text).is_some()];
                    let texts = [jkf::terminal(text).is_some(), jkf::string(text).is_some()];
                    read_as[0] += [moves, json, words, texts].iter().flatten().filter(|read| **read).count();
                }
            });
            let like = [csa::looks_like(&bytes), usi::looks_like(&bytes), jkf::looks_like(&bytes)];
            read_as[1] += like.iter().filter(|like| **like).count();
            // Cuts stand where records begin, wherever the chunk ends.
            let end = dice.below(bytes.len() + 1);
            check_cut(read, cut(&bytes[..end]), &bytes, &mut record);
        }
    }
    println!("{records} records in mutants, {} values read, {} known by content", read_as[0], read_as[1]);
}

/// Sound JSON with values where others belong.
#[test]
fn misplaced_json_values_cost_nothing_else() {
    let bytes = TREE.as_bytes();
    let mut values =
        vec!["7", "-1", "1e400", "null", "true", "[]", "{}", "[[]]", "\"x\"", "\"\\ud800\"", "{\"x\":9,\"y\":0}"];
    let mut ends: Vec<(usize, usize)> = Vec::new();
    // Every value of the tree, found by its brackets and quotes.
    for (from, _) in TREE.char_indices().filter(|(_, c)| matches!(c, '{' | '[' | '"' | '0'..='9')) {
        let mut stream = serde_json::Deserializer::from_str(&TREE[from..]).into_iter::<serde::de::IgnoredAny>();
        if let Some(Ok(_)) = stream.next() {
            ends.push((from, from + stream.byte_offset()));
            values.push(&TREE[from..from + stream.byte_offset()]);
        }
    }
    let (mut dice, mut record) = (Dice(11), Record::default());
    let (mut sound, mut noted) = (0, 0);
    for _ in 0..20_000 {
        let (from, to) = *dice.pick(&ends);
        let mutant = [&bytes[..from], dice.pick(&values).as_bytes(), &bytes[to..]].concat();
        let valid = serde_json::from_slice::<serde::de::IgnoredAny>(&mutant[3..]).is_ok();
        let mut whole = false;
        read_all(jkf::read_record, &mutant, &mut record, |record| {
            jkf::setup(&mutant, record);
            whole |= record.items.first().is_some_and(|item| item.span.len() + 4 >= mutant.len());
            noted += record.notes.len();
        });
        assert!(!valid || !whole || from <= 3, "{}", String::from_utf8_lossy(&mutant));
        sound += usize::from(valid);
    }
    println!("{sound} of 20,000 are JSON, {noted} notes");
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
            ReadOutcome::Game(next) => {
                parts.push(text(record));
                at = next;
            }
            // What may go on is read again together with what follows.
            ReadOutcome::Incomplete | ReadOutcome::Text(_) | ReadOutcome::End if !last => end = bytes.len(),
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
        for (format, read) in
            [("csa", csa::read_record as Reader), ("usi", usi::read_record), ("jkf", jkf::read_record)]
        {
            let start = computing();
            let (mut at, mut records) = (0, 0);
            while let ReadOutcome::Game(end) = read(bytes, at, true, &mut record) {
                csa::setup(bytes, &record);
                (at, records) = (end, records + 1);
            }
            let time = computing() - start;
            println!("{format} {name:?}: {records} records, {time:?}");
            assert!(time < Duration::from_secs(6), "{format} {name:?}: {time:?}");
        }
    }
}
