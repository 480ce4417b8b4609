//! From a pattern to the matching legal moves, without generating moves.

use super::Bitboard;
use super::attacks::{between_squares, pseudo, unblocked, zone};
use super::bitboard::squares;
use super::{Move, Origin, Pattern, PieceType, Position, Square};
use crate::Resolution;

impl Pattern {
    /// True if a piece of this kind on the board matches the kind that the pattern names before or after the move.
    #[inline(always)]
    pub(super) fn fits(&self, kind: PieceType) -> bool {
        self.kind.is_none_or(|named| named == kind)
            && self.after.is_none_or(|after| after == kind || kind.promoted() == Some(after))
    }

    /// True if a piece of this kind, which [fits](Self::fits), promotes. `None` if the pattern contradicts itself.
    #[inline(always)]
    pub(super) fn promotion_of(&self, kind: PieceType) -> Option<bool> {
        match self.after {
            None => Some(self.promotes.unwrap_or(false)),
            Some(after) => {
                let promotes = after != kind;
                if self.promotes.is_none_or(|written| written == promotes) { Some(promotes) } else { None }
            }
        }
    }

    /// True if relative words, a part of the origin or a mark of promotion exclude a drop.
    pub(super) const fn excludes_drop(&self) -> bool {
        self.flank.is_some() || self.motion.is_some() || self.promotes.is_some() || self.origin.is_on_board()
    }
}

fn add(found: &mut Resolution<Move>, mv: Move) {
    *found = match std::mem::replace(found, Resolution::None) {
        Resolution::None => Resolution::Unique(mv),
        Resolution::Unique(first) => Resolution::Ambiguous(vec![first, mv]),
        Resolution::Ambiguous(mut all) => {
            all.push(mv);
            Resolution::Ambiguous(all)
        }
    };
}

impl Position {
    /// Fast path for a move with a written origin: the move, if it is legal. On `None`, call `resolve`.
    #[inline(always)]
    pub fn from_square(&self, kind: PieceType, from: Square, to: Square, promotes: bool) -> Option<Move> {
        let own = self.sides[self.turn.index()];
        let reaches = self.kind_at(from) == Some(kind)
            && own & from.bit() != 0
            && own & to.bit() == 0
            && pseudo(self.turn, kind, from) & to.bit() != 0
            && between_squares(from, to) & self.occupied() == 0;
        if reaches { self.legal_now(kind, from, to, promotes) } else { None }
    }

    /// Fast path for a drop: the move, if it is legal. On `None`, call `resolve`.
    #[inline(always)]
    pub fn dropped(&self, kind: PieceType, to: Square) -> Option<Move> {
        (!kind.is_promoted() && kind != PieceType::King && self.may_drop(kind, to)).then(|| Move::drop(kind, to))
    }

    /// Fast path for a pattern with a written origin or a drop: the move, if it is legal. On `None`, call `resolve`.
    #[inline(always)]
    pub fn stated(&self, pattern: &Pattern) -> Option<Move> {
        match pattern.origin {
            Origin::Square(from) => self.find_from(from, pattern),
            Origin::Hand if pattern.promotes != Some(true) => self.dropped(pattern.kind.or(pattern.after)?, pattern.to),
            Origin::Hand | Origin::Unstated | Origin::File(_) | Origin::Rank(_) => None,
        }
    }

    pub(super) fn find_moves(&self, pattern: &Pattern) -> Resolution<Move> {
        match pattern.origin {
            Origin::Square(from) => self.find_from(from, pattern).map_or(Resolution::None, Resolution::Unique),
            Origin::Hand => self.find_drop(pattern),
            Origin::Unstated | Origin::File(_) | Origin::Rank(_) => self.find_unstated(pattern),
        }
    }

    /// Ignores relative words, as the origin is written.
    #[inline(always)]
    fn find_from(&self, from: Square, pattern: &Pattern) -> Option<Move> {
        let kind = self.kind_at(from)?;
        let reached = self.sides[self.turn.index()] & from.bit() != 0
            && pattern.fits(kind)
            && pseudo(self.turn, kind, from) & pattern.to.bit() != 0
            && unblocked(from.bit(), pattern.to, self.occupied()) != 0
            && self.sides[self.turn.index()] & pattern.to.bit() == 0;
        if !reached {
            return None;
        }
        self.legal_now(kind, from, pattern.to, pattern.promotion_of(kind)?)
    }

    fn find_drop(&self, pattern: &Pattern) -> Resolution<Move> {
        let mut found = Resolution::None;
        if pattern.promotes == Some(true) {
            return found;
        }
        let meant = |kind: &PieceType| {
            pattern.kind.is_none_or(|named| named == *kind) && pattern.after.is_none_or(|after| after == *kind)
        };
        for kind in PieceType::HAND.into_iter().filter(meant) {
            if self.may_drop(kind, pattern.to) {
                add(&mut found, Move::drop(kind, pattern.to));
            }
        }
        found
    }

    fn find_unstated(&self, pattern: &Pattern) -> Resolution<Move> {
        let found = match pattern.kind {
            Some(kind) => self.find_by_words(kind, pattern),
            None => self.find_any_kind(pattern),
        };
        // If pieces on the board seem to reach the target, the notation requires 打 for a drop. But writers
        // that consider only legal moves leave it out.
        if found == Resolution::None && !pattern.excludes_drop() { self.find_drop(pattern) } else { found }
    }

    fn find_any_kind(&self, pattern: &Pattern) -> Resolution<Move> {
        let mut all = Vec::new();
        for kind in PieceType::ALL.into_iter().filter(|kind| pattern.fits(*kind)) {
            match self.find_by_words(kind, pattern) {
                Resolution::None => {}
                Resolution::Unique(mv) => all.push(mv),
                Resolution::Ambiguous(mut more) => all.append(&mut more),
            }
        }
        all.sort_by_key(|mv| mv.from());
        match all.as_slice() {
            [] => Resolution::None,
            [one] => Resolution::Unique(*one),
            _ => Resolution::Ambiguous(all),
        }
    }

    /// Moves of one kind on the board that match the relative words. First the words select among all pieces that reach
    /// the target, then, as some writers use them, among pieces with a legal move.
    fn find_by_words(&self, kind: PieceType, pattern: &Pattern) -> Resolution<Move> {
        let mut found = Resolution::None;
        if !pattern.fits(kind) {
            return found;
        }
        let Some(promotes) = pattern.promotion_of(kind) else { return found };
        let reaching = self.pseudo_legal_to(kind, pattern.to);
        let legal = |from: &Square| self.legal_now(kind, *from, pattern.to, promotes).is_some();
        let mut pieces =
            squares(pattern.narrow(self.turn, kind, reaching)).filter(legal).fold(0, |set, at| set | at.bit());
        if pieces == 0 && (pattern.flank.is_some() || pattern.motion.is_some()) {
            let all = squares(reaching).filter(legal).fold(0, |set, at| set | at.bit());
            pieces = pattern.narrow(self.turn, kind, all);
        }
        for mv in squares(pieces).filter_map(|from| self.legal_now(kind, from, pattern.to, promotes)) {
            add(&mut found, mv);
        }
        found
    }

    /// Own pieces of a kind on the board that reach `to`, ignoring the king's safety and the rules of promotion.
    /// Empty if an own piece is on `to`. The relative words of KI2 distinguish these pieces.
    #[inline]
    pub fn pseudo_legal_to(&self, kind: PieceType, to: Square) -> Bitboard {
        if self.sides[self.turn.index()] & to.bit() != 0 {
            return 0;
        }
        let pieces = self.pieces(self.turn, kind) & pseudo(self.turn.other(), kind, to);
        unblocked(pieces, to, self.occupied())
    }

    /// The move of a piece that reaches its target, if it is legal.
    #[inline(always)]
    pub(super) fn legal_now(&self, kind: PieceType, from: Square, to: Square, promotes: bool) -> Option<Move> {
        if promotes {
            if kind.promoted().is_none() || zone(self.turn) & (from.bit() | to.bit()) == 0 {
                return None;
            }
        } else if self.is_dead(kind, to) {
            return None;
        }
        let captured = self.kind_at(to);
        if captured == Some(PieceType::King) {
            return None;
        }
        let safe = match kind {
            PieceType::King => self.attackers_of_king_on(to) == 0,
            _ => self.keeps_king_safe(from, to),
        };
        if safe { Some(Move::board(from, to, kind, promotes, captured)) } else { None }
    }

    /// True if an own piece of the kind could never move from `at`.
    #[inline(always)]
    pub(super) fn is_dead(&self, kind: PieceType, at: Square) -> bool {
        pseudo(self.turn, kind, at) == 0
    }

    /// True if dropping a piece of the kind on `to` is legal.
    pub fn may_drop(&self, kind: PieceType, to: Square) -> bool {
        self.hand(self.turn, kind) > 0
            && self.occupied() & to.bit() == 0
            && !self.is_dead(kind, to)
            && (self.checkers == 0 || self.parries() & to.bit() != 0)
            && (kind != PieceType::Pawn || (self.own_pawn_on_file(to).is_none() && !self.is_drop_mate(to)))
    }

    /// An own unpromoted pawn on the file of a square.
    pub(super) fn own_pawn_on_file(&self, of: Square) -> Option<Square> {
        let file = 0x1ff << (of.index() / 9 * 9);
        squares(self.pieces(self.turn, PieceType::Pawn) & file).next()
    }

    /// True if a pawn drop, legal in all other respects, gives mate.
    #[inline]
    pub(super) fn is_drop_mate(&self, to: Square) -> bool {
        if pseudo(self.turn, PieceType::Pawn, to) & self.king_bit(self.turn.other()) == 0 {
            return false;
        }
        let mut after = self.clone();
        after.play_move(Move::drop(PieceType::Pawn, to));
        !after.any_legal()
    }
}
