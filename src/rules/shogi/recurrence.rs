//! Repetition test: takes moves back and compares the positions.

use super::{Move, PieceType, Position, Square};
use crate::Side;

/// Board and hands without bitboards, which taking back moves does not need.
struct Bare {
    board: [Option<(Side, PieceType)>; 81],
    hands: [[u8; 7]; 2],
}

impl Bare {
    fn of(position: &Position) -> Self {
        let board = std::array::from_fn(|index| position.piece_at(Square::from_index(index)?));
        Self { board, hands: *position.hands() }
    }

    fn take_back(&mut self, by: Side, mv: Move) {
        let hand = |kind: PieceType| kind.base().index();
        self.board[mv.to().index()] = mv.captured().map(|kind| (by.other(), kind));
        match mv.from() {
            Some(from) => self.board[from.index()] = Some((by, mv.kind())),
            None => {
                if let Some(count) = self.hands[by.index()].get_mut(hand(mv.kind())) {
                    *count = count.saturating_add(1);
                }
            }
        }
        if let Some(kind) = mv.captured()
            && let Some(count) = self.hands[by.index()].get_mut(hand(kind))
        {
            *count = count.saturating_sub(1);
        }
    }
}

/// True if the position is the same as the one before `moves`, which led to it.
pub(super) fn repeats_after(position: &Position, moves: &[Move]) -> bool {
    if !moves.len().is_multiple_of(2) {
        return false;
    }
    let now = Bare::of(position);
    let mut then = Bare { board: now.board, hands: now.hands };
    let mut by = position.turn.other();
    for mv in moves.iter().rev() {
        then.take_back(by, *mv);
        by = by.other();
    }
    then.board == now.board && then.hands == now.hands
}
