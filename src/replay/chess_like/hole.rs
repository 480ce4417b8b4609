//! A printed game of which a row is missing: the numbers go on behind the hole, and the moves break there. What follows is not
//! played as if nothing were missing. Not for a number that is only misprinted: then the moves go on.

use std::collections::HashMap;

use super::{diagram, start};
use crate::context::Source;
use crate::game_report::{Replayed, Status};
use partie_record::finding::Code;
use partie_record::{ItemKind, ParseNote};

/// Plies behind a hole that may be played by chance.
const BY_CHANCE: u32 = 24;

/// A number that skips others.
struct Skip<'a> {
    /// Where it stands among the items.
    item: usize,
    plies: u32,
    value: u32,
    note: &'a ParseNote,
}

/// The number behind the first hole, by its place among the items, and its note.
pub(super) fn find<'a>(source: &Source<'a>, replayed: &Replayed) -> Option<(usize, &'a ParseNote)> {
    let Source { text, record, .. } = *source;
    if !diagram::is_printed(record) || replayed.status != Status::Error || record.lines.len() > 1 {
        return None;
    }
    let notes: HashMap<u32, &ParseNote> = record
        .notes
        .iter()
        .filter(|note| note.code == Code::N050 && note.other.is_some())
        .map(|note| (note.span.from, note))
        .collect();
    if notes.is_empty() {
        return None;
    }
    let breaks = |skip: &Skip<'_>| (skip.plies..=skip.plies + BY_CHANCE).contains(&replayed.plies);
    let (mut plies, mut open) = (0, None::<Skip<'_>>);
    for (item, found) in record.items.iter().enumerate() {
        match found.kind {
            ItemKind::Move => plies += 1,
            ItemKind::Number => {
                let value = start::printed_value(found.span.of(text.bytes));
                // The number behind it says whether the row is missing, or the number misprinted.
                if let Some(skip) = open.take_if(|skip| skip.value != value).filter(|skip| value == skip.value + 1) {
                    return Some((skip.item, skip.note));
                }
                let skips = |note: &&&ParseNote| {
                    note.other.is_some_and(|before| value > start::printed_value(before.of(text.bytes)) + 1)
                };
                if let Some(note) = notes.get(&found.span.from).filter(skips) {
                    open = Some(Skip { item, plies, value, note }).filter(breaks);
                }
            }
            _ => {}
        }
    }
    open.map(|skip| (skip.item, skip.note))
}
