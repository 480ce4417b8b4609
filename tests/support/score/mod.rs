//! What the tests of printed scores share.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it")]

use partie_notation::{ReadOutcome, score};
use partie_record::span::{line_end, line_start};
use partie_record::{ItemKind, Record};

/// All records of a text.
pub fn records(text: &[u8]) -> Vec<Record> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut record = Record::default();
    while let ReadOutcome::Game(end) = score::read_record(text, at, true, &mut record) {
        assert!(end > at, "a record of no bytes at {at}");
        found.push(record.clone());
        at = end;
    }
    found
}

/// The moves of the main line as they are printed.
pub fn moves<'a>(text: &'a [u8], record: &'a Record) -> impl Iterator<Item = &'a str> {
    let items = record.items.iter().filter(|item| item.line == 0 && item.kind == ItemKind::Move);
    items.map(|item| std::str::from_utf8(item.span.of(text)).expect("UTF-8"))
}

/// A move without blanks, marks of footnotes and of the annotator, and words of the end.
pub fn bare(printed: &str) -> String {
    let mut text = printed.to_owned();
    if let Some(at) = text.find('[') {
        text.truncate(at);
    }
    for words in [", and wins", " and wins"] {
        if let Some(at) = text.find(words) {
            text.truncate(at);
        }
    }
    text.retain(|letter| !letter.is_whitespace() && !"!?,.".contains(letter));
    text
}

/// Every byte of the records belongs to an item, a tag, a line of headings, or is white space; records touch. Those of two
/// games side by side stand in the same lines.
pub fn covered(text: &[u8], records: &[Record]) {
    let mut at = 0;
    let mut of_all = vec![false; text.len() + 1];
    for record in records {
        assert_eq!(record.span.from as usize, at, "records touch");
        at = record.span.to as usize;
        let mut used = vec![false; text.len() + 1];
        let mut cover = |from: usize, to: usize, once: bool| {
            for (byte, used) in used.iter_mut().enumerate().take(to).skip(from) {
                assert!(
                    !once || !*used,
                    "byte {byte} twice: {:?} in {:?} {:?}",
                    String::from_utf8_lossy(&text[from..to]),
                    String::from_utf8_lossy(text),
                    record.items
                );
                *used = true;
            }
        };
        record.items.iter().for_each(|item| cover(item.span.from as usize, item.span.to as usize, true));
        record.tags.iter().for_each(|tag| cover(tag.span.from as usize, tag.span.to as usize, true));
        for (_, span) in &record.headings {
            cover(line_start(text, span.from as usize), line_end(text, span.to as usize), false);
        }
        of_all.iter_mut().zip(used).for_each(|(all, used)| *all |= used);
    }
    for record in records {
        let lost = (record.span.from as usize..record.span.to as usize)
            .find(|byte| !of_all[*byte] && !text[*byte].is_ascii_whitespace());
        if let Some(lost) = lost {
            let bom = lost < 3 && text.starts_with(b"\xef\xbb\xbf");
            let line = &text[line_start(text, lost)..line_end(text, lost)];
            assert!(bom, "byte {lost} belongs to nothing: {:?}", String::from_utf8_lossy(line));
        }
    }
}
