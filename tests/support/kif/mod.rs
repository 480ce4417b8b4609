//! What the tests of KIF share: all records of a text, each held to lose no byte.

#![allow(dead_code, reason = "each test uses a part of it")]

use partie_notation::{ReadOutcome, kanji, ki2, kif};
use partie_record::finding::Code;
use partie_record::span::Span;
use partie_record::{Format, ItemKind, Record};

/// Reads all records of a file; each must be whole.
pub(crate) fn all(bytes: &[u8], format: Format, name: &str) -> Vec<Record> {
    let mut records = Vec::new();
    let mut at = 0;
    loop {
        let mut record = Record::default();
        let found = match format {
            Format::Ki2 => ki2::read_record(bytes, at, true, &mut record),
            _ => kif::read_record(bytes, at, true, &mut record),
        };
        match found {
            ReadOutcome::Game(end) | ReadOutcome::Text(end) => {
                assert!(end > at && end <= bytes.len(), "{name}: from {at} to {end} of {}", bytes.len());
                let place = record.place(record.span);
                assert_eq!((place.from as usize, place.to as usize), (at, end), "{name}");
                whole(bytes, &record, name);
                if matches!(found, ReadOutcome::Game(_)) {
                    records.push(record);
                }
                at = end;
            }
            ReadOutcome::End => {
                let blank = blank(&kanji::decode_line(kanji::detect(&bytes[at..], None), &bytes[at..]));
                assert!(blank, "{name}: from {at}: {:?}", String::from_utf8_lossy(&bytes[at..]));
                return records;
            }
            ReadOutcome::Incomplete => panic!("{name}: unfinished at {at} in the last part of a file"),
        }
        if at == bytes.len() {
            return records;
        }
    }
}

fn blank(mut bytes: &[u8]) -> bool {
    bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.split(|byte| matches!(byte, b'\n' | b'\r')).all(|line| kanji::trim(line).is_empty())
}

/// The same without the signs by which mail quotes, which stand before lines only.
fn unquoted(gap: &[u8], begins: bool) -> Vec<u8> {
    let mut margin = begins;
    let gap = String::from_utf8_lossy(gap).replace('＞', ">").into_bytes();
    let kept = gap.iter().copied().filter(|byte| {
        margin = matches!(byte, b'\n' | b'\r') || margin && (*byte == b'>' || !byte.is_ascii_graphic());
        !(margin && *byte == b'>')
    });
    kept.collect()
}

/// Every byte belongs to a tag, the set-up, an item or a note, or is white space; lines hold together.
pub(crate) fn whole(bytes: &[u8], record: &Record, name: &str) {
    let bytes = record.text(bytes);
    let skipped = record.items.iter().filter(|item| item.kind == ItemKind::Skipped);
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
        let begins = bytes[..at as usize].last().is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
        assert!(
            blank(&unquoted(gap, begins)),
            "{name}: byte {at}: {:?} belongs to nothing",
            String::from_utf8_lossy(gap)
        );
        at = span.to;
    }
    // Lines: an `Open` and a `Close` each, nested.
    let mut stack = vec![0u32];
    for (index, item) in record.items.iter().enumerate() {
        if item.kind == ItemKind::Open {
            let line = record.lines[item.line as usize];
            assert_eq!((line.parent, line.first), (*stack.last().unwrap(), index as u32), "{name}");
            stack.push(item.line);
        }
        assert_eq!(item.line, *stack.last().unwrap(), "{name}: item {index}");
        if item.kind == ItemKind::Close {
            assert_eq!(record.lines[item.line as usize].end, index as u32 + 1, "{name}");
            stack.pop();
        }
    }
    assert_eq!(stack, [0], "{name}");
    assert_eq!(record.lines[0].end as usize, record.items.len(), "{name}");
}

/// The codes of its notes.
pub(crate) fn codes(record: &Record) -> Vec<&'static str> {
    record.notes.iter().map(|note| note.code.as_str()).collect()
}
