//! A position, and queries that do not play a move.

use super::attacks::unblocked;
use super::board::{Bitboard, Board, BoardSquare, squares};
use super::role::Role;
use super::tables::Lookup;
use super::zobrist;
use crate::Side;

/// The code of an empty square in the mailbox.
pub(crate) const EMPTY: u8 = 0xff;
/// Kinds by mailbox code without the side bit; `None` for an empty square. The length is a power of two, so that a
/// mask replaces the bounds check. A table, because no branch can predict whether the target of a move is occupied.
static ROLES: [Option<Role>; 16] = {
    let mut table = [None; 16];
    let mut index = 0;
    while index < Role::ALL.len() {
        table[Role::ALL[index] as usize] = Some(Role::ALL[index]);
        index += 1;
    }
    table
};

/// A legal position, with its counters.
#[derive(Clone, Debug)]
pub struct Position<B: Board> {
    pub(crate) roles: [B::Set; 6],
    pub(crate) sides: [B::Set; 2],
    pub(crate) mailbox: <B::Square as BoardSquare>::Mailbox,
    /// Pieces that give check to the side to move.
    pub(crate) checkers: B::Set,
    /// True if the side that is not to move is in check, as after an irregular move.
    pub(super) opponent_in_check: bool,
    pub(crate) zobrist: u64,
    pub(crate) rights: B::Rights,
    /// Target of a capture en passant; `None` unless such a capture is legal.
    pub(super) en_passant: Option<B::Square>,
    /// The square passed over by the double step just played, even if no capture there is legal.
    pub(super) passed: Option<B::Square>,
    kings: [B::Square; 2],
    pub(crate) turn: Side,
    /// Plies since the last capture or pawn move.
    pub(crate) halfmove_clock: u32,
    /// Move number, from 1.
    pub(crate) number: u32,
}

impl<B: Board> Position<B> {
    /// An empty board, White to move.
    pub(crate) const fn empty() -> Self {
        Self {
            roles: [B::Set::EMPTY; 6],
            sides: [B::Set::EMPTY; 2],
            mailbox: B::Square::NO_PIECES,
            checkers: B::Set::EMPTY,
            opponent_in_check: false,
            zobrist: 0,
            rights: B::NO_RIGHTS,
            en_passant: None,
            passed: None,
            kings: B::KINGS,
            turn: Side::First,
            halfmove_clock: 0,
            number: 1,
        }
    }

    #[inline(always)]
    pub(crate) fn put_piece(&mut self, side: Side, role: Role, at: B::Square) {
        self.roles[role.index()] |= at.bit();
        self.sides[side.index()] |= at.bit();
        self.mailbox[at.index()] = (role as u8) << 1 | side as u8;
        self.zobrist ^= B::Square::tables().piece_key(side, role, at.index());
        if role == Role::King {
            self.kings[side.index()] = at;
        }
    }

    #[inline(always)]
    pub(crate) fn remove_piece(&mut self, side: Side, role: Role, at: B::Square) {
        self.roles[role.index()] &= !at.bit();
        self.sides[side.index()] &= !at.bit();
        self.mailbox[at.index()] = EMPTY;
        self.zobrist ^= B::Square::tables().piece_key(side, role, at.index());
    }

    /// Moves a piece to an empty square; cheaper than removing and putting it.
    #[inline(always)]
    pub(crate) fn move_piece(&mut self, side: Side, role: Role, from: B::Square, to: B::Square) {
        let both = from.bit() ^ to.bit();
        self.roles[role.index()] ^= both;
        self.sides[side.index()] ^= both;
        self.mailbox[from.index()] = EMPTY;
        self.mailbox[to.index()] = (role as u8) << 1 | side as u8;
        self.zobrist ^= B::Square::tables().piece_key(side, role, from.index())
            ^ B::Square::tables().piece_key(side, role, to.index());
        if role == Role::King {
            self.kings[side.index()] = to;
        }
    }

    #[inline]
    pub fn piece_at(&self, at: B::Square) -> Option<(Side, Role)> {
        let side = if self.mailbox[at.index()] & 1 == 0 { Side::First } else { Side::Second };
        Some((side, self.role(at)?))
    }

    /// The kind of the piece on a square.
    #[inline]
    pub fn role(&self, at: B::Square) -> Option<Role> {
        ROLES[(self.mailbox[at.index()] >> 1) as usize & 15]
    }

    /// Squares of all pieces of a kind, of both sides.
    #[inline]
    pub const fn of_role(&self, role: Role) -> B::Set {
        self.roles[role.index()]
    }

    #[inline]
    pub const fn of_side(&self, side: Side) -> B::Set {
        self.sides[side.index()]
    }

    #[inline]
    pub fn pieces(&self, side: Side, role: Role) -> B::Set {
        self.roles[role.index()] & self.sides[side.index()]
    }

    #[inline]
    pub fn occupied(&self) -> B::Set {
        self.sides[0] | self.sides[1]
    }

    #[inline]
    pub const fn king(&self, side: Side) -> B::Square {
        self.kings[side.index()]
    }

    /// Pieces that give check to the side to move.
    pub const fn checkers(&self) -> B::Set {
        self.checkers
    }

    /// Target of a capture en passant; `None` unless such a capture is legal.
    pub const fn en_passant(&self) -> Option<B::Square> {
        self.en_passant
    }

    /// The square passed over by the double step just played, even if no capture there is legal, as
    /// engines write it into a FEN.
    pub const fn passed(&self) -> Option<B::Square> {
        self.passed
    }

    /// Move number, from 1.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// This position with the other side to move and no en passant, for finding the moves of the other side.
    pub fn with_turn_swapped(&self) -> Self {
        let mut other = self.clone();
        other.turn = self.turn.other();
        other.set_en_passant(None);
        other.passed = None;
        other.zobrist ^= zobrist::BLACK;
        other.update_checkers();
        other
    }

    /// Recomputes the checkers, and whether the opponent is in check.
    #[cold]
    pub(crate) fn update_checkers(&mut self) {
        let occupied = self.occupied();
        let other = self.turn.other();
        self.checkers = self.attackers(self.king(self.turn), other, occupied);
        self.opponent_in_check = !self.attackers(self.king(other), self.turn, occupied).is_empty();
    }

    #[inline]
    pub(super) fn set_en_passant(&mut self, target: Option<B::Square>) {
        if let Some(at) = self.en_passant {
            self.zobrist ^= B::Square::tables().en_passant_key(at.index());
        }
        if let Some(at) = target {
            self.zobrist ^= B::Square::tables().en_passant_key(at.index());
        }
        self.en_passant = target;
    }

    /// Pieces of `by` that attack `target` if exactly the squares `occupied` have pieces.
    #[inline]
    pub(crate) fn attackers(&self, target: B::Square, by: Side, occupied: B::Set) -> B::Set {
        let leapers = target.pseudo(Role::Knight) & self.roles[1]
            | target.pseudo(Role::King) & self.roles[5]
            | target.pawn_attacks(by.other()) & self.roles[0];
        let sliders = self.sliders_towards(target, by) & occupied;
        leapers & self.sides[by.index()] & occupied | unblocked(sliders, target, occupied)
    }

    /// Rooks, bishops and queens of `by` that would attack `target` on an empty board.
    #[inline]
    pub(super) fn sliders_towards(&self, target: B::Square, by: Side) -> B::Set {
        let queens = self.roles[4];
        let rooks = target.pseudo(Role::Rook) & (self.roles[3] | queens);
        (rooks | target.pseudo(Role::Bishop) & (self.roles[2] | queens)) & self.sides[by.index()]
    }

    /// A superset of the [sliders](Self::sliders_towards) that attack `target` through `square`. Does not branch on
    /// whether both squares share a line, which is unpredictable; an empty result is predictable.
    #[inline(always)]
    pub(super) fn sliders_through(&self, square: B::Square, target: B::Square, by: Side) -> B::Set {
        let lines = |role| target.pseudo(role) & square.pseudo(role);
        let queens = self.roles[4];
        let rooks = lines(Role::Rook) & (self.roles[3] | queens);
        (rooks | lines(Role::Bishop) & (self.roles[2] | queens)) & self.sides[by.index()]
    }

    /// The enemy piece that would attack the own king if the piece on `from` moved to `to`.
    #[inline(always)]
    pub(super) fn pinner(&self, from: B::Square, to: B::Square) -> Option<B::Square> {
        let king = self.king(self.turn);
        let sliders = self.sliders_through(from, king, self.turn.other());
        let occupied = self.occupied();
        squares(sliders).find(|&by| {
            let path = king.between(by);
            path & occupied == from.bit() && !(path | by.bit()).intersects(to.bit())
        })
    }

    /// Targets that parry the check for pieces other than the king. All squares if no piece gives check, none if two
    /// do.
    #[inline(always)]
    pub(super) fn parrying(&self) -> B::Set {
        if self.checkers.is_empty() {
            return !B::Set::EMPTY;
        }
        if !self.checkers.is_single() {
            return B::Set::EMPTY;
        }
        self.king(self.turn).between(self.checkers.lowest()) | self.checkers
    }

    /// True if a move of a piece other than the king leaves the own king safe. Does not handle en passant.
    #[inline(always)]
    pub(super) fn keeps_king_safe(&self, from: B::Square, to: B::Square) -> bool {
        (self.checkers.is_empty() || self.parrying().intersects(to.bit())) && self.pinner(from, to).is_none()
    }

    /// Enemy pieces that would attack the king after its move to `to`.
    #[inline]
    pub(super) fn attackers_of_king_on(&self, to: B::Square) -> B::Set {
        let occupied = self.occupied() & !self.king(self.turn).bit() & !to.bit();
        self.attackers(to, self.turn.other(), occupied)
    }

    /// Enemy pieces that attack the own king after a capture en passant, which empties two squares.
    pub(super) fn attackers_after_en_passant(&self, from: B::Square, target: B::Square) -> B::Set {
        let victim = B::Square::behind(self.turn, target.bit());
        let occupied = self.occupied() & !from.bit() & !victim | target.bit();
        self.attackers(self.king(self.turn), self.turn.other(), occupied) & !victim
    }

    /// True if the position allows that the last move was a double step over `at`.
    pub(super) fn could_be_en_passant(&self, at: B::Square) -> bool {
        let them = self.turn.other();
        let (origin, pawn) = (B::Square::behind(them, at.bit()), B::Square::ahead(them, at.bit()));
        at.bit().intersects(B::Square::PASSED[them.index()])
            && !(at.bit() | origin).intersects(self.occupied())
            && pawn.intersects(self.pieces(them, Role::Pawn))
    }

    /// Stores the square passed over by a double step. Sets the en passant target only if the side to move has a legal
    /// capture there.
    #[inline(never)]
    pub(super) fn offer_en_passant(&mut self, target: B::Square) {
        self.passed = Some(target);
        let takers = target.pawn_attacks(self.turn.other()) & self.pieces(self.turn, Role::Pawn);
        // A capture does not parry a check by a piece other than the pawn that just moved.
        if squares(takers).any(|from| self.attackers_after_en_passant(from, target).is_empty()) {
            self.set_en_passant(Some(target));
        }
    }

    /// Accepts a claim that the last move was a double step over `at`. Returns false if that is impossible.
    pub(crate) fn claim_en_passant(&mut self, at: B::Square) -> bool {
        let possible = self.could_be_en_passant(at);
        if possible {
            self.offer_en_passant(at);
        }
        possible
    }

    #[inline]
    pub(crate) fn switch_turn(&mut self) {
        self.number = self.number.saturating_add(u32::from(self.turn == Side::Second));
        self.turn = self.turn.other();
        self.zobrist ^= zobrist::BLACK;
    }
}
