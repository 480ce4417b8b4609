//! Text outside of records: before the tags, between games, after the last game. Comments belong to a game and are not
//! handled here.

use partie_record::finding::Code;
use partie_record::span::Span;
use partie_record::{Format, Item, ItemKind, Movetext, ParseNote, Record};

/// Minimum size in bytes of noise; headings are shorter.
pub(super) const NOISE: u64 = 4 << 10;

/// A long run of text outside of any record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise {
    /// From the first byte to the last, including comments in between.
    pub span: Span,
    pub bytes: u64,
}

impl Noise {
    /// The noise before the tags of a record, if any.
    pub fn before(bytes: &[u8], record: &Record) -> Option<Self> {
        let first = record.tags.first().filter(|_| record.format == Format::Pgn)?;
        Self::of(bytes, record.items.iter().take_while(|item| item.span.to <= first.span.from))
    }

    /// The noise after the result of a record, if any, including the rest of the result's line.
    pub fn after(bytes: &[u8], record: &Record) -> Option<Self> {
        let result = record.result.filter(|_| record.format == Format::Pgn)?;
        let unread = |note: &&ParseNote| note.span.from >= result.to && matches!(note.code, Code::S015 | Code::B002);
        let from = record.notes.iter().filter(unread).map(|note| note.span.from).min()?;
        Self::of(bytes, record.items.iter().filter(|item| item.span.from >= from))
    }

    /// True if the note reports unreadable text within this noise.
    pub fn holds(&self, note: &ParseNote) -> bool {
        note.code == Code::S015 && self.span.from <= note.span.from && note.span.to <= self.span.to
    }

    pub(super) fn of<'a>(text: &[u8], items: impl Iterator<Item = &'a Item>) -> Option<Self> {
        let comment = |item: &Item| matches!(text.get(item.span.from as usize), Some(b'{' | b';' | b'%'));
        let junk = |item: &&Item| item.kind == ItemKind::Junk || item.kind == ItemKind::Skipped && !comment(item);
        let (mut span, mut bytes) = (None::<Span>, 0);
        for piece in items.filter(junk).map(|item| item.span) {
            bytes += piece.len() as u64;
            span.get_or_insert(piece).to = piece.to;
        }
        span.filter(|_| bytes >= NOISE).map(|span| Self { span, bytes })
    }
}

/// Numbers of items and notes in a record before more text is read.
#[derive(Clone, Copy)]
pub(super) struct RecordLengths {
    items: usize,
    notes: usize,
}

impl RecordLengths {
    pub(super) const fn of(record: &Record) -> Self {
        Self { items: record.items.len(), notes: record.notes.len() }
    }

    /// The items added to the record since these numbers were taken.
    pub(super) fn items_of(self, record: &Record) -> &[Item] {
        record.items.get(self.items..).unwrap_or_default()
    }

    /// The notes added to the record since these numbers were taken.
    pub(super) fn notes_of(self, record: &Record) -> &[ParseNote] {
        record.notes.get(self.notes..).unwrap_or_default()
    }
}

/// Replaces the items of text that was read as movetext, but is a heading in a list of games, by one comment.
pub(super) fn keep_as_heading(bytes: &[u8], text: Span, record: &mut Record, kept: RecordLengths) {
    record.items.truncate(kept.items);
    record.notes.truncate(kept.notes);
    let heading = text.of(bytes);
    let from = text.from as usize + (heading.len() - heading.trim_ascii_start().len());
    let span = Span::new(from, from + heading.trim_ascii().len());
    if !span.of(bytes).is_empty() {
        record.push_bounded(Item { span, line: 0, kind: ItemKind::Comment });
    }
    forget_movetext(record);
}

fn forget_movetext(record: &mut Record) {
    (record.has_moves, record.result, record.outcome) = (false, None, None);
    record.movetext = Movetext::default();
    record.lines.clear();
}

/// Turns text that was read as movetext, but is followed by tags, into a preamble. Comments remain comments; everything
/// else becomes junk, merged into as few items as possible.
pub(super) fn keep_as_preamble(record: &mut Record, kept: RecordLengths) {
    let in_comments = |note: &ParseNote| {
        matches!(note.code, Code::B001 | Code::B002 | Code::H003 | Code::S006 | Code::S010 | Code::S013)
    };
    let notes = record.notes.split_off(kept.notes);
    // Index of the note of the last junk item.
    let mut junk = record.notes.iter().rposition(|note| note.code == Code::S015);
    record.notes.extend(notes.into_iter().filter(in_comments));
    // The items are compacted in place, as a text of megabytes has an item for each word.
    let mut end = kept.items;
    for at in kept.items..record.items.len() {
        let item = record.items[at];
        let comment = matches!(item.kind, ItemKind::Comment | ItemKind::LineComment | ItemKind::Skipped);
        let before = record.items[..end].last_mut().filter(|before| !comment && before.kind == ItemKind::Junk);
        if let Some(before) = before {
            before.span.to = item.span.to;
            if let Some(note) = junk.and_then(|at| record.notes.get_mut(at)) {
                note.span.to = item.span.to;
            }
            continue;
        }
        if !comment {
            junk = Some(record.notes.len());
            record.note(Code::S015, item.span);
        }
        record.items[end] = Item { line: 0, kind: if comment { item.kind } else { ItemKind::Junk }, ..item };
        end += 1;
    }
    record.items.truncate(end);
    forget_movetext(record);
}
