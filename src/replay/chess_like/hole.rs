//! A printed game with a missing row (a hole): move numbers continue after the hole, but moves break. The moves after
//! the hole are not played. If only a number is misprinted, the moves do not break.

use std::collections::HashMap;

use super::{diagram, start};
use crate::context::Source;
use crate::game_report::{Replayed, Status};
use partie_record::finding::Code;
use partie_record::{ItemKind, ParseNote};

/// Maximum number of plies after a hole that may be playable by chance.
const MAX_PLIES_BY_CHANCE: u32 = 24;

/// A move number that skips at least one other number.
struct Skip<'a> {
    /// Index of the move number among the items.
    item: usize,
    plies: u32,
    value: u32,
    note: &'a ParseNote,
}

/// The item index of the move number after the first hole, and the note on this number.
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
    let breaks = |skip: &Skip<'_>| (skip.plies..=skip.plies + MAX_PLIES_BY_CHANCE).contains(&replayed.plies);
    let (mut plies, mut open) = (0, None::<Skip<'_>>);
    for (item, found) in record.items.iter().enumerate() {
        match found.kind {
            ItemKind::Move => plies += 1,
            ItemKind::Number => {
                let value = start::printed_value(found.span.of(text.bytes));
                // The next number decides whether a row is missing or this number is misprinted.
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
