//! [`Rules`] for shogi.
//!
//! No move is irreversible. A captured piece returns by a drop and a later capture. A pawn that has advanced can be
//! captured and dropped farther back. A promoted piece loses its promotion in the hand.

use super::{Handicap, Move, Pattern, PieceType, Position, Setup, Square};
use crate::{GameKind, IllegalReasonOf, Resolution, Rules, Side};

impl Rules for Position {
    type Square = Square;
    type PieceType = PieceType;
    type Move = Move;
    type Pattern = Pattern;

    const KIND: GameKind = GameKind::Shogi;

    fn start() -> Self {
        Setup::handicap(Handicap::Even).into_position_lenient()
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn resolve(&self, pattern: &Pattern) -> Resolution<Move> {
        self.find_moves(pattern)
    }

    fn illegal_reasons(&self, pattern: &Pattern) -> Vec<IllegalReasonOf<Self>> {
        self.find_reasons(pattern)
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        self.play_move(mv);
    }

    fn force(&mut self, pattern: &Pattern) -> Option<Move> {
        self.force_pattern(pattern)
    }

    fn play_null_move(&mut self) {
        self.switch_turn();
        self.update_checkers();
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.checkers != 0
    }

    fn has_legal_move(&self) -> bool {
        self.any_legal()
    }

    #[inline]
    fn zobrist(&self) -> u64 {
        self.zobrist
    }

    fn same_for_repetition(&self, other: &Self) -> bool {
        self.turn == other.turn && self.board == other.board && self.hands == other.hands
    }

    fn repeats_after(&self, moves: &[Move]) -> bool {
        repeats_after(self, moves)
    }

    fn legal(&self) -> Vec<Move> {
        let mut all = Vec::with_capacity(128);
        self.visit_legal(|mv| all.push(mv));
        all
    }
}

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

/// True if `position` equals the position before `moves`, which led to it.
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
