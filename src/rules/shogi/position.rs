//! A position, and queries that do not play a move.

use super::Bitboard;
use super::attacks::{between_squares, lines, pseudo, unblocked};
use super::bitboard::squares;
use super::{PieceType, Square, zobrist};
use crate::Side;

/// The code of an empty square in the mailbox.
const EMPTY: u8 = 0xff;
/// Code of a missing king's square; its bit is outside of the board.
const NO_KING: u8 = 81;
/// Kinds by mailbox code without the side bit. The length is a power of two, so that a mask replaces the bounds check.
const KINDS: [PieceType; 16] = {
    let mut kinds = [PieceType::King; 16];
    let mut i = 0;
    while i < 14 {
        kinds[i] = PieceType::ALL[i];
        i += 1;
    }
    kinds
};

/// Pieces on the board and in hand, and the side to move. No history and no move number.
///
/// A side may have no king, as in problems; it is then never in check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    kinds: [Bitboard; 14],
    pub(super) sides: [Bitboard; 2],
    /// Pieces that give check to the side to move.
    pub(super) checkers: Bitboard,
    pub(super) zobrist: u64,
    pub(super) board: [u8; 81],
    pub(super) hands: [[u8; 7]; 2],
    kings: [u8; 2],
    pub(super) turn: Side,
    /// True if the side that is not to move is in check, as after an irregular move.
    pub(super) opponent_in_check: bool,
}

impl Position {
    /// An empty board and empty hands, 先手 to move.
    pub(super) const EMPTY: Self = Self {
        kinds: [0; 14],
        sides: [0; 2],
        checkers: 0,
        zobrist: 0,
        board: [EMPTY; 81],
        hands: [[0; 7]; 2],
        kings: [NO_KING; 2],
        turn: Side::First,
        opponent_in_check: false,
    };

    #[inline(always)]
    pub(super) fn put_piece(&mut self, side: Side, kind: PieceType, at: Square) {
        self.kinds[kind.index()] |= at.bit();
        self.sides[side.index()] |= at.bit();
        self.board[at.index()] = (kind as u8) << 1 | side as u8;
        self.zobrist = self.zobrist.wrapping_add(zobrist::PIECE_SQUARE[side.index()][kind.index()][at.index()]);
        if kind == PieceType::King {
            self.kings[side.index()] = at.index() as u8;
        }
    }

    #[inline(always)]
    pub(super) fn remove_piece(&mut self, side: Side, kind: PieceType, at: Square) {
        self.kinds[kind.index()] &= !at.bit();
        self.sides[side.index()] &= !at.bit();
        self.board[at.index()] = EMPTY;
        self.zobrist = self.zobrist.wrapping_sub(zobrist::PIECE_SQUARE[side.index()][kind.index()][at.index()]);
    }

    /// Moves a piece to an empty square; cheaper than removing and putting it.
    #[inline(always)]
    pub(super) fn move_piece(&mut self, side: Side, kind: PieceType, from: Square, to: Square) {
        let both = from.bit() ^ to.bit();
        self.kinds[kind.index()] ^= both;
        self.sides[side.index()] ^= both;
        self.board[from.index()] = EMPTY;
        self.board[to.index()] = (kind as u8) << 1 | side as u8;
        let zobrist = &zobrist::PIECE_SQUARE[side.index()][kind.index()];
        self.zobrist = self.zobrist.wrapping_sub(zobrist[from.index()]).wrapping_add(zobrist[to.index()]);
        if kind == PieceType::King {
            self.kings[side.index()] = to.index() as u8;
        }
    }

    /// Adds a piece to a hand. Ignores kinds that cannot be in hand, and pieces beyond 255.
    #[inline(always)]
    pub(super) fn add_to_hand(&mut self, side: Side, kind: PieceType) {
        if let Some(count) = self.hands[side.index()].get_mut(kind.index())
            && *count < u8::MAX
        {
            *count += 1;
            self.zobrist = self.zobrist.wrapping_add(zobrist::HAND[side.index()][kind.index()]);
        }
    }

    #[inline(always)]
    pub(super) fn take_from_hand(&mut self, side: Side, kind: PieceType) {
        if let Some(count) = self.hands[side.index()].get_mut(kind.index())
            && *count > 0
        {
            *count -= 1;
            self.zobrist = self.zobrist.wrapping_sub(zobrist::HAND[side.index()][kind.index()]);
        }
    }

    #[inline(always)]
    pub(super) fn switch_turn(&mut self) {
        self.turn = self.turn.other();
        self.zobrist = match self.turn {
            Side::First => self.zobrist.wrapping_sub(zobrist::SECOND),
            Side::Second => self.zobrist.wrapping_add(zobrist::SECOND),
        };
    }

    #[inline]
    pub fn piece_at(&self, at: Square) -> Option<(Side, PieceType)> {
        let code = self.board[at.index()];
        if code == EMPTY {
            return None;
        }
        let side = if code & 1 == 0 { Side::First } else { Side::Second };
        Some((side, KINDS[(code >> 1) as usize & 15]))
    }

    /// The kind of the piece on a square.
    #[inline(always)]
    pub(super) fn kind_at(&self, at: Square) -> Option<PieceType> {
        let code = self.board[at.index()];
        if code == EMPTY { None } else { Some(KINDS[(code >> 1) as usize & 15]) }
    }

    /// Number of pieces of a kind in a side's hand; 0 for kinds that cannot be in hand.
    #[inline(always)]
    pub fn hand(&self, side: Side, kind: PieceType) -> u8 {
        self.hands[side.index()].get(kind.index()).copied().unwrap_or(0)
    }

    /// Both hands, by side and by [`PieceType::index`].
    pub const fn hands(&self) -> &[[u8; 7]; 2] {
        &self.hands
    }

    /// Squares of all pieces of a side.
    #[inline(always)]
    pub const fn of_side(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// Squares of a side's pieces of a kind; excludes the hand.
    #[inline(always)]
    pub const fn pieces(&self, side: Side, kind: PieceType) -> Bitboard {
        self.kinds[kind.index()] & self.sides[side.index()]
    }

    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// Square of a side's king; `None` if it has no king.
    #[inline(always)]
    pub const fn king(&self, side: Side) -> Option<Square> {
        Square::from_index(self.kings[side.index()] as usize)
    }

    /// A side's king as a set. Without a king, one bit outside of the board.
    #[inline(always)]
    pub(super) const fn king_bit(&self, side: Side) -> Bitboard {
        1 << self.kings[side.index()]
    }

    /// Pieces that give check to the side to move.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Recomputes the checkers, and whether the opponent is in check.
    #[cold]
    pub(super) fn update_checkers(&mut self) {
        self.checkers = self.attackers_of_king(self.turn);
        self.opponent_in_check = self.attackers_of_king(self.turn.other()) != 0;
    }

    /// Enemy pieces that attack a side's king.
    pub(super) fn attackers_of_king(&self, side: Side) -> Bitboard {
        self.king(side).map_or(0, |king| self.attackers(king, side.other(), self.occupied()))
    }

    /// This position with the other side to move, for finding the moves of the other side.
    pub fn with_turn_swapped(&self) -> Self {
        let mut other = self.clone();
        other.switch_turn();
        other.update_checkers();
        other
    }

    #[inline(always)]
    fn gold_like(&self) -> Bitboard {
        use PieceType::{Gold, PromotedKnight, PromotedLance, PromotedSilver, Tokin};
        [Gold, Tokin, PromotedLance, PromotedKnight, PromotedSilver]
            .into_iter()
            .fold(0, |set, kind| set | self.kinds[kind.index()])
    }

    /// Pieces of `by` that attack `target` if exactly the squares `occupied` have pieces.
    #[inline]
    pub(super) fn attackers(&self, target: Square, by: Side, occupied: Bitboard) -> Bitboard {
        let back = by.other();
        let of = |kind: PieceType| self.kinds[kind.index()];
        let steps = pseudo(back, PieceType::Pawn, target) & of(PieceType::Pawn)
            | pseudo(back, PieceType::Knight, target) & of(PieceType::Knight)
            | pseudo(back, PieceType::Silver, target) & of(PieceType::Silver)
            | pseudo(back, PieceType::Gold, target) & self.gold_like()
            | pseudo(back, PieceType::King, target)
                & (of(PieceType::King) | of(PieceType::Horse) | of(PieceType::Dragon));
        let sliders = self.sliders_towards(target, by) & occupied;
        steps & self.sides[by.index()] & occupied | unblocked(sliders, target, occupied)
    }

    /// Lances, rooks, bishops, horses and dragons of `by` that would attack `target` along a line of an empty board.
    #[inline(always)]
    pub(super) fn sliders_towards(&self, target: Square, by: Side) -> Bitboard {
        let of = |kind: PieceType| self.kinds[kind.index()];
        let along = pseudo(by, PieceType::Rook, target) & (of(PieceType::Rook) | of(PieceType::Dragon))
            | pseudo(by, PieceType::Bishop, target) & (of(PieceType::Bishop) | of(PieceType::Horse))
            | pseudo(by.other(), PieceType::Lance, target) & of(PieceType::Lance);
        along & self.sides[by.index()]
    }

    /// The enemy piece that would attack the own king if the piece on `from` moved to `to`.
    #[inline(always)]
    pub(super) fn pinner(&self, from: Square, to: Square) -> Option<Square> {
        if lines(from) & self.king_bit(self.turn) == 0 {
            return None;
        }
        let king = self.king(self.turn)?;
        let occupied = self.occupied();
        squares(self.sliders_towards(king, self.turn.other())).find(|&by| {
            let path = between_squares(king, by);
            path & occupied == from.bit() && (path | by.bit()) & to.bit() == 0
        })
    }

    /// Targets that parry the check by capture or interposition. All squares if no piece gives check, none if two do.
    #[inline]
    pub(super) fn parries(&self) -> Bitboard {
        if self.checkers == 0 {
            return !0;
        }
        match (self.king(self.turn), squares(self.checkers).next()) {
            (Some(king), Some(by)) if self.checkers == by.bit() => between_squares(king, by) | by.bit(),
            _ => 0,
        }
    }

    /// True if a move of a piece other than the king leaves the own king safe.
    #[inline(always)]
    pub(super) fn keeps_king_safe(&self, from: Square, to: Square) -> bool {
        (self.checkers == 0 || self.parries() & to.bit() != 0) && self.pinner(from, to).is_none()
    }

    /// Enemy pieces that would attack the own king after its move to `to`.
    #[inline]
    pub(super) fn attackers_of_king_on(&self, to: Square) -> Bitboard {
        let occupied = self.occupied() & !self.king_bit(self.turn) & !to.bit();
        self.attackers(to, self.turn.other(), occupied)
    }
}
