//! Reads all records of a text, and holds the readers to the promise that nothing is lost.

use std::fs;
use std::path::{Path, PathBuf};

use partie_notation::ReadOutcome;
use partie_record::span::Span;
use partie_record::{Format, Record};

pub(crate) type Reader = fn(&[u8], usize, bool, &mut Record) -> ReadOutcome;

/// Where the word's bytes stand; words of the formats that belong to nothing.
pub(crate) fn cover_words(bytes: &[u8], from: usize, to: usize, words: &[&str], covered: &mut [bool]) {
    for word in words {
        let text = &bytes[from..to];
        let found = text.windows(word.len()).enumerate().filter(|(_, part)| *part == word.as_bytes());
        for (at, _) in found {
            covered[at..at + word.len()].fill(true);
        }
    }
}

/// Bytes of a record that belong to no tag, set-up, item, note or white space. Nothing belongs to two.
pub(crate) fn lost(bytes: &[u8], record: &Record, from: usize, to: usize) -> Option<usize> {
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
pub(crate) fn read_all(read: Reader, bytes: &[u8], record: &mut Record, mut each: impl FnMut(&Record)) -> usize {
    let (mut at, mut count) = (0, 0);
    loop {
        match read(bytes, at, true, record) {
            ReadOutcome::Game(end) => {
                assert!(end > at && end <= bytes.len(), "no step at {at}");
                assert_eq!(record.span, Span::new(at, end));
                let lost = lost(bytes, record, at, end);
                assert_eq!(lost, None, "{}", bytes[at..end.min(at + 4000)].escape_ascii());
                assert_eq!(record.lines[0].end as usize, record.items.len());
                each(record);
                (at, count) = (end, count + 1);
            }
            ReadOutcome::Text(end) => {
                assert_eq!(end, bytes.len());
                return count;
            }
            ReadOutcome::End => return count,
            ReadOutcome::Incomplete => panic!("unfinished at the end"),
        }
    }
}

pub(crate) fn files(folder: &Path, ends: &[&str]) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| ends.iter().any(|end| path.to_str().unwrap().ends_with(end)));
    files.sort();
    files
}
