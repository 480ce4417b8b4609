//! A move that is glued to the end of the comment before it. A move that a comment only quotes stays there: the moves
//! and times around that comment show that none is missing.

use super::moves::read_move;
use partie_record::finding::Code;
use partie_record::span::Span;
use partie_record::{Item, ItemKind, Record};
use partie_rules::Side;

const MOVE_BYTES: usize = 7;

/// The side to move, and the comment that may end with its move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GluedMoves {
    turn: Option<Side>,
    /// True if the last move has a time, or no move was read yet.
    timed: bool,
    /// The index of the last comment since the last move or time.
    comment: Option<usize>,
}

impl GluedMoves {
    /// Starts at the statement of the side that moves first.
    pub(super) fn begin(&mut self, sign: u8) {
        *self = Self { turn: side(sign), timed: true, comment: None };
    }

    pub(super) fn comment(&mut self, record: &Record) {
        self.comment = record.items.len().checked_sub(1);
    }

    /// Call before adding a move. If the other side's move is missing before it, takes that move out of the comment.
    #[inline]
    pub(super) fn before_move(&mut self, sign: u8, bytes: &[u8], record: &mut Record) {
        // A move without a sign is by the side to move.
        let mover = side(sign).or(self.turn);
        if let Some(comment) = self.comment.filter(|_| self.turn.is_some() && self.turn != mover) {
            self.take_out(comment, bytes, record);
        }
        *self = Self { turn: mover.map(Side::other), timed: false, comment: None };
    }

    /// Call before adding a time. If the last move already has one, takes the missing move out of the comment.
    #[inline]
    pub(super) fn before_time(&mut self, bytes: &[u8], record: &mut Record) {
        // A second time shows no missing move after `'*`: programs quote expected moves in such comments.
        if let (Some(comment), true) = (self.comment, self.timed)
            && !record.items[comment].span.of(bytes).starts_with(b"'*")
            && self.take_out(comment, bytes, record)
        {
            self.turn = self.turn.map(Side::other);
        }
        (self.timed, self.comment) = (true, None);
    }

    /// Turns the end of a comment into a move item. It must be a move by the side to move, and the only one in the
    /// comment.
    #[cold]
    fn take_out(&self, comment: usize, bytes: &[u8], record: &mut Record) -> bool {
        let Some(item) = record.items.get(comment).copied().filter(|item| item.kind == ItemKind::Comment) else {
            return false;
        };
        let text = item.span.of(bytes);
        let Some(at) = text.len().checked_sub(MOVE_BYTES).filter(|at| *at > 0) else { return false };
        let is_due = read_move(&text[at..]).is_ok_and(|token| Some(token.side) == self.turn);
        if !is_due || text[..at].windows(MOVE_BYTES).any(|part| read_move(part).is_ok()) {
            return false;
        }
        let (from, to) = (item.span.from as usize, item.span.to as usize);
        let place = Span::new(from + at, to);
        record.items[comment].span = Span::new(from, from + text[..at].trim_ascii_end().len());
        record.items.insert(comment + 1, Item { span: place, line: 0, kind: ItemKind::Move });
        record.note(Code::S015, place);
        record.has_moves = true;
        true
    }
}

const fn side(sign: u8) -> Option<Side> {
    match sign {
        b'+' => Some(Side::First),
        b'-' => Some(Side::Second),
        _ => None,
    }
}
