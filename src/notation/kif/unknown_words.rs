//! Words behind a move number that are nothing known: moves, where the record goes on with the next number, and ends
//! that nobody knows the meaning of, where nothing more of their line comes. Asked when the record was read, as what
//! follows a line may not be at hand before.

use partie_record::finding::Code;
use partie_record::{Item, ItemKind, Record};

/// Makes moves of the unknown words that the next number follows, each that of its number and side, and ends of those
/// behind which their line of play is over.
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
        // Items and notes stand in the order of the text as yet.
        let at = items.partition_point(|item| item.span.from < note.span.from);
        let word = items.get(at).filter(|item| item.kind == ItemKind::Junk && item.span == note.span);
        // Without its number nothing behind it is looked for: each of many words would look through all of them.
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
