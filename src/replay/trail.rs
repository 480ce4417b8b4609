//! The moves that lead to an item, as items of the record.

use partie_record::span::Span;
use partie_record::{ItemKind, Record};

/// Indices of the items of the moves that lead to one item of the record, from ply 1 on.
///
/// Computed by going through the items again, as only findings need it. Items are read once for all findings of a game,
/// as these are in text order.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// Index of the item that the trail leads to.
    upto: usize,
    moves: Vec<u32>,
    /// For each open variation: the number of moves before it, the move that it replaces, and `ended` of its parent.
    open: Vec<(usize, Option<u32>, bool)>,
    /// True if a word has ended the current line: a variation then replaces no move.
    ended: bool,
}

impl Trail {
    /// Resets the trail for the next record.
    pub(super) fn begin(&mut self) {
        self.upto = 0;
        self.moves.clear();
        self.open.clear();
        self.ended = false;
    }

    pub(super) fn to(&mut self, record: &Record, upto: usize) -> &[u32] {
        if upto < self.upto {
            self.begin();
        }
        let items = record.items.get(self.upto..upto).unwrap_or_default();
        for (index, item) in (self.upto..).zip(items) {
            match item.kind {
                ItemKind::Move | ItemKind::Null => self.moves.push(index as u32),
                ItemKind::Result | ItemKind::Ending if record.format.is_shogi() => self.ended = true,
                ItemKind::Open => {
                    let replaced = if self.ended { None } else { self.moves.pop() };
                    self.open.push((self.moves.len(), replaced, self.ended));
                    self.ended = false;
                }
                ItemKind::Close => {
                    if let Some((length, replaced, before)) = self.open.pop() {
                        self.moves.truncate(length);
                        self.moves.extend(replaced);
                        self.ended = before;
                    }
                }
                _ => {}
            }
        }
        self.upto = upto;
        &self.moves
    }

    /// Returns the span of a ply's move, on the way to item `upto`.
    pub(super) fn place(&mut self, record: &Record, upto: usize, ply: u32) -> Option<Span> {
        let index = *self.to(record, upto).get(ply.checked_sub(1)? as usize)?;
        record.items.get(index as usize).map(|item| item.span)
    }
}

/// Returns the span of a ply's move, on the way to item `upto`; for findings that need only one.
pub(super) fn ply_span(record: &Record, upto: usize, ply: u32) -> Option<Span> {
    Trail::default().place(record, upto, ply)
}
