//! A position and the questions that it answers without moving.

use super::attacks::{BISHOP, KING, KNIGHT, PAWN, ROOK, aligned, between_squares, with_open_way};
use super::square::{Bitboard, Role, Square, squares};
use super::zobrist;
use crate::rules::Side;

/// An empty square of the mailbox.
const EMPTY: u8 = 0xff;
/// Kinds by their number in the mailbox; a power of two, so that no index needs a test.
const ROLES: [Role; 8] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King, Role::King, Role::King];

/// A legal chess position, from the pieces to the counters.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) roles: [Bitboard; 6],
    pub(super) sides: [Bitboard; 2],
    board: [u8; 64],
    /// Pieces that give check to the side to move.
    pub(super) checkers: Bitboard,
    /// Whether the side that is not to move stands in check, as after an irregular move.
    pub(super) exposed: bool,
    pub(super) zobrist: u64,
    /// Squares of rooks that may still castle.
    pub(super) rights: Bitboard,
    /// Those squares and their kings': a move from or to one of them ends a right.
    pub(super) guard: Bitboard,
    /// Target of a capture en passant, only when one is legal.
    pub(super) en_passant: Option<Square>,
    /// What the double step just played passed over, whether or not a capture there is legal.
    pub(super) passed: Option<Square>,
    kings: [Square; 2],
    pub(super) turn: Side,
    /// Plies since the last capture or pawn move.
    pub(super) quiet: u32,
    /// Number of the move, from 1.
    pub(super) number: u32,
}

impl Position {
    /// A board without pieces, White to move.
    pub(super) const fn empty() -> Self {
        Self {
            roles: [0; 6],
            sides: [0; 2],
            board: [EMPTY; 64],
            checkers: 0,
            exposed: false,
            zobrist: 0,
            rights: 0,
            guard: 0,
            en_passant: None,
            passed: None,
            kings: [Square::new(4), Square::new(60)],
            turn: Side::First,
            quiet: 0,
            number: 1,
        }
    }

    #[inline(always)]
    pub(super) fn put(&mut self, side: Side, role: Role, at: Square) {
        self.roles[role.index()] |= at.bit();
        self.sides[side.index()] |= at.bit();
        self.board[at.index()] = (role as u8) << 1 | side as u8;
        self.zobrist ^= zobrist::PIECE_SQUARE[side.index()][role.index()][at.index()];
        if role == Role::King {
            self.kings[side.index()] = at;
        }
    }

    #[inline(always)]
    pub(super) fn take(&mut self, side: Side, role: Role, at: Square) {
        self.roles[role.index()] &= !at.bit();
        self.sides[side.index()] &= !at.bit();
        self.board[at.index()] = EMPTY;
        self.zobrist ^= zobrist::PIECE_SQUARE[side.index()][role.index()][at.index()];
    }

    /// Carries a piece from one square to another, in one step.
    #[inline(always)]
    pub(super) fn carry(&mut self, side: Side, role: Role, from: Square, to: Square) {
        let both = from.bit() ^ to.bit();
        self.roles[role.index()] ^= both;
        self.sides[side.index()] ^= both;
        self.board[from.index()] = EMPTY;
        self.board[to.index()] = (role as u8) << 1 | side as u8;
        let zobrist = &zobrist::PIECE_SQUARE[side.index()][role.index()];
        self.zobrist ^= zobrist[from.index()] ^ zobrist[to.index()];
        if role == Role::King {
            self.kings[side.index()] = to;
        }
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_at(&self, at: Square) -> Option<(Side, Role)> {
        let code = self.board[at.index()];
        if code == EMPTY {
            return None;
        }
        let side = if code & 1 == 0 { Side::First } else { Side::Second };
        Some((side, ROLES[(code >> 1) as usize & 7]))
    }

    /// The letter in FEN of what stands on a square; 0 where it is empty.
    #[inline(always)]
    pub const fn letter(&self, at: Square) -> u8 {
        // By the number in the mailbox; an empty square ends in four bits as well.
        const LETTERS: [u8; 16] = *b"PpNnBbRrQqKk\0\0\0\0";
        LETTERS[self.board[at.index()] as usize & 15]
    }

    /// The kind that stands on a square.
    #[inline]
    pub fn role(&self, at: Square) -> Option<Role> {
        let code = self.board[at.index()];
        if code == EMPTY { None } else { Some(ROLES[(code >> 1) as usize & 7]) }
    }

    /// All pieces of a kind, both sides.
    #[inline]
    pub const fn of_role(&self, role: Role) -> Bitboard {
        self.roles[role.index()]
    }

    /// All pieces of a side.
    #[inline]
    pub const fn of_side(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// A side's pieces of a kind.
    #[inline]
    pub const fn pieces(&self, side: Side, role: Role) -> Bitboard {
        self.roles[role.index()] & self.sides[side.index()]
    }

    /// All pieces.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// A side's king.
    #[inline]
    pub const fn king(&self, side: Side) -> Square {
        self.kings[side.index()]
    }

    /// Pieces that give check to the side to move.
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Squares of the rooks that may still castle.
    pub const fn castling_rooks(&self) -> Bitboard {
        self.rights
    }

    /// Target of a capture en passant, only when one is legal.
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The move's number, from 1.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The same position with the other side to move and no en passant: for asking
    /// what the other side could do.
    pub fn with_turn_swapped(&self) -> Self {
        let mut other = self.clone();
        other.turn = self.turn.other();
        other.set_en_passant(None);
        other.passed = None;
        other.zobrist ^= zobrist::BLACK;
        other.look_for_checks();
        other
    }

    /// Computes anew who stands in check.
    #[cold]
    pub(super) fn look_for_checks(&mut self) {
        let occupied = self.occupied();
        let other = self.turn.other();
        self.checkers = self.attackers(self.king(self.turn), other, occupied);
        self.exposed = self.attackers(self.king(other), self.turn, occupied) != 0;
    }

    #[inline]
    pub(super) fn set_en_passant(&mut self, target: Option<Square>) {
        if let Some(at) = self.en_passant {
            self.zobrist ^= zobrist::EN_PASSANT[at.index()];
        }
        if let Some(at) = target {
            self.zobrist ^= zobrist::EN_PASSANT[at.index()];
        }
        self.en_passant = target;
    }

    pub(super) fn set_rights(&mut self, rights: Bitboard) {
        for rook in squares(self.rights ^ rights) {
            self.zobrist ^= zobrist::CASTLING[rook.index()];
        }
        self.rights = rights;
        self.guard = rights;
        for side in [Side::First, Side::Second] {
            if rights & self.of_side(side) != 0 {
                self.guard |= self.king(side).bit();
            }
        }
    }

    /// Pieces of `by` that attack `target` when the squares `occupied` are not empty.
    #[inline]
    pub(super) fn attackers(&self, target: Square, by: Side, occupied: Bitboard) -> Bitboard {
        let at = target.index();
        let leapers =
            KNIGHT[at] & self.roles[1] | KING[at] & self.roles[5] | PAWN[by.other().index()][at] & self.roles[0];
        let sliders = self.sliders_towards(target, by) & occupied;
        leapers & self.sides[by.index()] & occupied | with_open_way(sliders, target, occupied)
    }

    /// Rooks, bishops and queens of `by` that would attack `target` on an empty board.
    #[inline]
    pub(super) fn sliders_towards(&self, target: Square, by: Side) -> Bitboard {
        let at = target.index();
        let queens = self.roles[4];
        (ROOK[at] & (self.roles[3] | queens) | BISHOP[at] & (self.roles[2] | queens)) & self.sides[by.index()]
    }

    /// The enemy piece that would attack the own king if the piece on `from` went to `to`.
    #[inline(always)]
    pub(super) fn pinner(&self, from: Square, to: Square) -> Option<Square> {
        let king = self.king(self.turn);
        if !aligned(king, from) {
            return None;
        }
        let occupied = self.occupied();
        squares(self.sliders_towards(king, self.turn.other())).find(|&by| {
            let way = between_squares(king, by);
            way & occupied == from.bit() && (way | by.bit()) & to.bit() == 0
        })
    }

    /// Whether a piece other than the king may go from `from` to `to` as far as the
    /// own king is concerned. Not for en passant.
    #[inline(always)]
    pub(super) fn keeps_king_safe(&self, from: Square, to: Square) -> bool {
        if self.checkers != 0 {
            if !self.checkers.is_power_of_two() {
                return false;
            }
            let way = between_squares(self.king(self.turn), Square::only(self.checkers));
            if (way | self.checkers) & to.bit() == 0 {
                return false;
            }
        }
        self.pinner(from, to).is_none()
    }

    /// Enemy pieces that would attack the king on `to`, its old square left.
    #[inline]
    pub(super) fn attackers_of_king_on(&self, to: Square) -> Bitboard {
        let occupied = self.occupied() & !self.king(self.turn).bit() & !to.bit();
        self.attackers(to, self.turn.other(), occupied)
    }

    /// Enemy pieces that attack the own king after a capture en passant.
    pub(super) fn attackers_after_en_passant(&self, from: Square, target: Square) -> Bitboard {
        let victim = Square::at(target.file(), from.rank());
        let occupied = self.occupied() & !from.bit() & !victim.bit() | target.bit();
        self.attackers(self.king(self.turn), self.turn.other(), occupied) & !victim.bit()
    }
}
