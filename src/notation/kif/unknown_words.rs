//! Unknown words after a move number. They are moves if the record continues with the next number, and ends of unknown
//! meaning if their line of play ends there. This runs after the record was read, because the lines that decide may not
//! be available before.

use partie_record::finding::Code;
use partie_record::{Item, ItemKind, Record};

/// Turns unknown words into moves if the next number follows, and into ends if their line of play is over after them.
#[cold]
pub(super) fn name_words(bytes: &[u8], record: &mut Record) {
    let Record { items, notes, has_moves, result, .. } = record;
    let branch = items.iter().position(|item| item.kind == ItemKind::Open).unwrap_or(items.len());
    let number = |item: Option<&Item>| {
        let digits = item.filter(|item| item.kind == ItemKind::Number)?.span.of(bytes);
        std::str::from_utf8(digits).ok()?.parse::<u32>().ok()
    };
    notes.retain(|note| {
        if note.code != Code::N034 {
            return true;
        }
        // Items and notes are still in the order of the text.
        let at = items.partition_point(|item| item.span.from < note.span.from);
        let word = items.get(at).filter(|item| item.kind == ItemKind::Junk && item.span == note.span);
        // Words without a number are skipped: a search from each of many words would take quadratic time.
        let Some(own) = word.and_then(|_| number(items.get(at.checked_sub(1)?))) else { return true };
        let next =
            items.get(at + 1..).unwrap_or_default().iter().find(|item| {
                matches!(item.kind, ItemKind::Number | ItemKind::Result | ItemKind::Ending | ItemKind::Open)
            });
        if at > 1 && next.is_none_or(|next| matches!(next.kind, ItemKind::Ending | ItemKind::Open)) {
            items[at].kind = ItemKind::Result;
            if at < branch && result.is_none() {
                *result = Some(items[at].span);
            }
            return true;
        }
        if own.checked_add(1).is_none_or(|following| number(next) != Some(following)) {
            return true;
        }
        items[at].kind = ItemKind::Move;
        *has_moves = true;
        false
    });
}
