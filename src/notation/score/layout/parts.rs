//! Builds a table from its parts in the order of play and the other text on its page. Cells are found in `cells`.

use super::super::page_table::PageTable;
use super::super::row_part::{Part, PartKind};
use super::cells::Known;
use super::words::Word;
use partie_record::ItemKind;
use partie_record::span::{self, Span};
use std::collections::{HashMap, HashSet};

/// The words of a page that belong to a table.
pub(super) struct Words<'p> {
    pub of: &'p [Word],
    /// Offset of the first word of the page.
    pub from: u32,
    /// True if the words after the last cell also belong to the table.
    pub whole: bool,
}

/// Builds a table from parts in the order of play. Other text on the page follows the part after which it is printed.
pub(super) fn table(known: &Known<'_>, words: &Words<'_>, parts: Vec<Part>) -> PageTable {
    let bytes = known.bytes;
    let to = parts.iter().map(|part| part.span.to).max().unwrap_or_default();
    let span = Span { from: span::line_start(bytes, words.from as usize) as u32, to };
    let end = if words.whole { u32::MAX } else { to };
    let mut table = PageTable {
        span,
        parts: with_remarks(bytes, words.of, parts, end),
        odd: Vec::new(),
        above: Vec::new(),
        movetext: known.movetext,
        read: HashSet::new(),
        page: None,
        beside: None,
        is_foreign: false,
    };
    table.read = table.moves().filter(|span| known.is_move(*span)).map(|span| span.from).collect();
    table.is_foreign = table.moves().filter(|span| is_foreign(span.of(bytes))).count() > 2;
    table
}

/// True if a move begins with a letter that is not an English piece letter.
fn is_foreign(text: &[u8]) -> bool {
    text.first().is_some_and(|first| !first.is_ascii() || b"DTLSCFAVHGWJ".contains(first))
}

/// The span of each line of words.
pub(super) fn lines(words: &[Word]) -> Vec<Span> {
    let lines = words.chunk_by(|one, other| one.line == other.line && !other.first);
    lines.filter_map(|line| Some(Span { from: line.first()?.span.from, to: line.last()?.span.to })).collect()
}

/// Inserts each text between parts after the part before it in reading order. Consecutive lines of prose become one
/// text.
fn with_remarks(bytes: &[u8], words: &[Word], parts: Vec<Part>, end: u32) -> Vec<Part> {
    let mut places: Vec<(u32, u32)> = parts.iter().map(|part| (part.span.from, part.span.to)).collect();
    places.sort_unstable();
    let mut behind: Vec<(u32, Span)> = Vec::new();
    let mut last = 0;
    for line in lines(words) {
        let mut at = line.from;
        let first = places.partition_point(|place| place.1 <= line.from);
        for place in places[first..].iter().take_while(|place| place.0 < line.to) {
            behind.extend(remark(bytes, at, place.0).map(|span| (last, span)));
            (at, last) = (at.max(place.1), place.0);
        }
        let Some(span) = remark(bytes, at, line.to).filter(|span| span.from < end) else { continue };
        match behind.last_mut() {
            Some((before, text)) if *before == last && at == line.from && are_joined(bytes, *text, span) => {
                text.to = span.to;
            }
            _ => behind.push((last, span)),
        }
    }
    let mut all = Vec::with_capacity(parts.len() + behind.len());
    let mut remarks: HashMap<u32, Vec<Part>> = HashMap::new();
    for (part, span) in behind {
        let kind = if matches!(span.of(bytes), b"/" | b"_") { ItemKind::Glyph } else { ItemKind::Comment };
        remarks.entry(part).or_default().push(Part { kind: PartKind::Other(kind), span, gap: 1 });
    }
    all.extend(remarks.remove(&0).unwrap_or_default());
    for part in parts {
        all.push(part);
        all.extend(remarks.remove(&part.span.from).unwrap_or_default());
    }
    all
}

/// The text between two offsets, without surrounding blanks; `None` if only blanks are there.
fn remark(bytes: &[u8], from: u32, to: u32) -> Option<Span> {
    let text = bytes.get(from as usize..to as usize)?;
    let from = from as usize + (text.len() - text.trim_ascii_start().len());
    let length = text.trim_ascii().len();
    (length > 0).then(|| Span::new(from, from + length))
}

/// True if two texts are consecutive lines, and the first of them begins its line.
fn are_joined(bytes: &[u8], before: Span, text: Span) -> bool {
    let between = bytes.get(before.to as usize..text.from as usize).unwrap_or(b"-");
    let ends = between.iter().filter(|byte| **byte == b'\n').count();
    let line = span::line_start(bytes, before.from as usize);
    ends < 2 && between.trim_ascii().is_empty() && bytes[line..before.from as usize].trim_ascii().is_empty()
}
