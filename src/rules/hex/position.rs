//! A position and the questions that it answers without moving.

use super::attacks::{BISHOP, KING, KNIGHT, PAWN, ROOK, aligned, between_cells, with_open_way};
use super::cell::{Bitboard, Cell, cells};
use super::{Role, pawns, zobrist};
use crate::rules::Side;

/// An empty cell of the mailbox.
const EMPTY: u8 = 0xff;
/// Kinds by their number in the mailbox; a power of two, so that no index needs a test.
const ROLES: [Role; 8] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King, Role::King, Role::King];

/// A legal position of hexagonal chess, from the pieces to the counters.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) roles: [Bitboard; 6],
    pub(super) sides: [Bitboard; 2],
    /// Pieces that give check to the side to move.
    pub(super) checkers: Bitboard,
    pub(super) zobrist: u64,
    /// Plies since the last capture or pawn move.
    pub(super) quiet: u32,
    /// Number of the move, from 1.
    pub(super) number: u32,
    board: [u8; 91],
    /// Whether the side that is not to move stands in check, as after an irregular move.
    pub(super) exposed: bool,
    /// Target of a capture en passant, only when one is legal.
    pub(super) en_passant: Option<Cell>,
    /// What the double step just played passed over, whether or not a capture there is legal.
    pub(super) passed: Option<Cell>,
    kings: [Cell; 2],
    pub(super) turn: Side,
}

impl Position {
    /// A board without pieces, White to move.
    pub(super) const fn empty() -> Self {
        Self {
            roles: [0; 6],
            sides: [0; 2],
            checkers: 0,
            zobrist: 0,
            quiet: 0,
            number: 1,
            board: [EMPTY; 91],
            exposed: false,
            en_passant: None,
            passed: None,
            kings: [Cell::new(51), Cell::new(60)],
            turn: Side::First,
        }
    }

    #[inline(always)]
    pub(super) fn put(&mut self, side: Side, role: Role, at: Cell) {
        self.roles[role.index()] |= at.bit();
        self.sides[side.index()] |= at.bit();
        self.board[at.index()] = (role as u8) << 1 | side as u8;
        self.zobrist ^= zobrist::PIECE_SQUARE[side.index()][role.index()][at.index()];
        if role == Role::King {
            self.kings[side.index()] = at;
        }
    }

    #[inline(always)]
    pub(super) fn take(&mut self, side: Side, role: Role, at: Cell) {
        self.roles[role.index()] &= !at.bit();
        self.sides[side.index()] &= !at.bit();
        self.board[at.index()] = EMPTY;
        self.zobrist ^= zobrist::PIECE_SQUARE[side.index()][role.index()][at.index()];
    }

    /// Carries a piece from one cell to another, in one step.
    #[inline(always)]
    pub(super) fn carry(&mut self, side: Side, role: Role, from: Cell, to: Cell) {
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

    /// What stands on a cell.
    #[inline]
    pub fn piece_at(&self, at: Cell) -> Option<(Side, Role)> {
        let code = self.board[at.index()];
        if code == EMPTY {
            return None;
        }
        let side = if code & 1 == 0 { Side::First } else { Side::Second };
        Some((side, ROLES[(code >> 1) as usize & 7]))
    }

    /// The kind that stands on a cell.
    #[inline]
    pub fn role(&self, at: Cell) -> Option<Role> {
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
    pub const fn king(&self, side: Side) -> Cell {
        self.kings[side.index()]
    }

    /// Pieces that give check to the side to move.
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Target of a capture en passant, only when one is legal.
    pub const fn en_passant(&self) -> Option<Cell> {
        self.en_passant
    }

    /// The cell that the pawn just moved has passed over in a double step, whether or not a
    /// capture there is legal; what programs write into a FEN.
    pub const fn passed(&self) -> Option<Cell> {
        self.passed
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
    pub(super) fn set_en_passant(&mut self, target: Option<Cell>) {
        if let Some(at) = self.en_passant {
            self.zobrist ^= zobrist::EN_PASSANT[at.index()];
        }
        if let Some(at) = target {
            self.zobrist ^= zobrist::EN_PASSANT[at.index()];
        }
        self.en_passant = target;
    }

    /// Pieces of `by` that attack `target` when the cells `occupied` are not empty.
    #[inline]
    pub(super) fn attackers(&self, target: Cell, by: Side, occupied: Bitboard) -> Bitboard {
        let at = target.index();
        let leapers =
            KNIGHT[at] & self.roles[1] | KING[at] & self.roles[5] | PAWN[by.other().index()][at] & self.roles[0];
        let sliders = self.sliders_towards(target, by) & occupied;
        leapers & self.sides[by.index()] & occupied | with_open_way(sliders, target, occupied)
    }

    /// Rooks, bishops and queens of `by` that would attack `target` on an empty board.
    #[inline]
    pub(super) fn sliders_towards(&self, target: Cell, by: Side) -> Bitboard {
        let at = target.index();
        let queens = self.roles[4];
        (ROOK[at] & (self.roles[3] | queens) | BISHOP[at] & (self.roles[2] | queens)) & self.sides[by.index()]
    }

    /// The enemy piece that would attack the own king if the piece on `from` went to `to`.
    #[inline(always)]
    pub(super) fn pinner(&self, from: Cell, to: Cell) -> Option<Cell> {
        let king = self.king(self.turn);
        if !aligned(king, from) {
            return None;
        }
        let occupied = self.occupied();
        cells(self.sliders_towards(king, self.turn.other())).find(|&by| {
            let way = between_cells(king, by);
            way & occupied == from.bit() && (way | by.bit()) & to.bit() == 0
        })
    }

    /// Where a piece other than the king may go to parry the checks: anywhere without one.
    #[inline(always)]
    pub(super) fn parrying(&self) -> Bitboard {
        if self.checkers == 0 {
            return !0;
        }
        if !self.checkers.is_power_of_two() {
            return 0;
        }
        between_cells(self.king(self.turn), Cell::only(self.checkers)) | self.checkers
    }

    /// Whether a piece other than the king may go from `from` to `to` as far as the
    /// own king is concerned. Not for en passant.
    #[inline(always)]
    pub(super) fn keeps_king_safe(&self, from: Cell, to: Cell) -> bool {
        self.parrying() & to.bit() != 0 && self.pinner(from, to).is_none()
    }

    /// Enemy pieces that would attack the king on `to`, its old cell left.
    #[inline]
    pub(super) fn attackers_of_king_on(&self, to: Cell) -> Bitboard {
        let occupied = self.occupied() & !self.king(self.turn).bit() & !to.bit();
        self.attackers(to, self.turn.other(), occupied)
    }

    /// Enemy pieces that attack the own king after a capture en passant: two pawns leave their cells.
    pub(super) fn attackers_after_en_passant(&self, from: Cell, target: Cell) -> Bitboard {
        let victim = pawns::behind(self.turn, target.bit());
        let occupied = self.occupied() & !from.bit() & !victim | target.bit();
        self.attackers(self.king(self.turn), self.turn.other(), occupied) & !victim
    }
}
