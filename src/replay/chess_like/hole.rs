//! A printed game of which a row is missing: the numbers go on behind the hole, and the moves break there. What follows is not
//! played as if nothing were missing. Not for a number that is only misprinted: then the moves go on.

use crate::context::Source;
use crate::game_report::{Replayed, Status};
use partie_notation::{Prose, formats};
use partie_record::finding::Code;
use partie_record::span::Span;
use partie_record::{ItemKind, ParseNote, Record};

/// Plies behind a hole that may be played by chance.
const BY_CHANCE: u32 = 24;

/// The number behind the hole, and the record before it.
pub(super) fn find(source: &Source<'_>, replayed: &Replayed) -> Option<(Span, Record)> {
    let Source { text, record, .. } = *source;
    let is_printed = formats::info(record.format).prose == Prose::Printed && record.tags.is_empty();
    if !is_printed || replayed.status != Status::Error || record.lines.len() > 1 {
        return None;
    }
    let value = |span: Span| {
        let digits =
            span.of(text.bytes).iter().skip_while(|byte| **byte == b'(').take_while(|byte| byte.is_ascii_digit());
        digits.take(9).fold(0, |value: u32, digit| value * 10 + u32::from(digit - b'0'))
    };
    let hole = |note: &ParseNote| -> Option<(usize, Span)> {
        let before = note.other.filter(|_| note.code == Code::N050)?;
        let at = record.items.iter().position(|item| item.kind == ItemKind::Number && item.span == note.span)?;
        let (this, before) = (value(note.span), value(before));
        let numbers = record.items[at + 1..].iter().filter(|item| item.kind == ItemKind::Number);
        let next = numbers.map(|item| value(item.span)).find(|next| *next != this);
        let plies = record.items[..at].iter().filter(|item| item.kind == ItemKind::Move).count() as u32;
        let breaks = (plies..=plies + BY_CHANCE).contains(&replayed.plies);
        (this > before + 1 && next.is_none_or(|next| next == this + 1) && breaks).then_some((at, note.span))
    };
    let (at, span) = record.notes.iter().find_map(hole)?;
    let mut cut = record.clone();
    cut.items.truncate(at + 1);
    cut.lines[0].end = cut.items.len() as u32;
    cut.notes.retain(|note| note.span.from <= span.from);
    (cut.result, cut.outcome) = (None, None);
    Some((span, cut))
}
