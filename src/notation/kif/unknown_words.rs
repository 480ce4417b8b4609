//! Words behind a move number that are nothing known: moves, where the record goes on with the next number. Asked when
//! the record was read, as what follows a line may not be at hand before.

use crate::finding::Code;
use crate::record::{Item, ItemKind, Record};

/// Makes moves of the unknown words that the next number follows: each is that of its number and side.
#[cold]
pub(super) fn make_moves(bytes: &[u8], record: &mut Record) {
    let Record { items, notes, has_moves, .. } = record;
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
        let own = word.and_then(|_| number(items.get(at.checked_sub(1)?)));
        let next =
            items.get(at + 1..).unwrap_or_default().iter().find(|item| {
                matches!(item.kind, ItemKind::Number | ItemKind::Result | ItemKind::Ending | ItemKind::Open)
            });
        if own.is_none() || number(next) != own.and_then(|own| own.checked_add(1)) {
            return true;
        }
        items[at].kind = ItemKind::Move;
        *has_moves = true;
        false
    });
}
