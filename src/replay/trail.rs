//! The moves on the way to an item, as the items that hold them.

use partie_record::span::Span;
use partie_record::{ItemKind, Record};

/// The items of the moves before one of the record's items: the first is that of ply 1.
///
/// Resolution by going through the items again, as only findings ask for it; once for all of a game's, as they ask in the
/// order of the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// The item that it leads to.
    upto: usize,
    moves: Vec<u32>,
    /// For each variation that is open: the moves before it, the one that it replaces, and `ended` of its parent.
    open: Vec<(usize, Option<u32>, bool)>,
    /// Whether a word has ended the current line: what opens then replaces nothing.
    ended: bool,
}

impl Trail {
    /// Makes it ready for the next record.
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

    /// Where the move of a ply stands, on the way to an item.
    pub(super) fn place(&mut self, record: &Record, upto: usize, ply: u32) -> Option<Span> {
        let index = *self.to(record, upto).get(ply.checked_sub(1)? as usize)?;
        record.items.get(index as usize).map(|item| item.span)
    }
}

/// Where the move of a ply stands, on the way to an item; for findings that ask once.
pub(super) fn ply_span(record: &Record, upto: usize, ply: u32) -> Option<Span> {
    Trail::default().place(record, upto, ply)
}
