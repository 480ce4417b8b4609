//! Legal moves by sets of targets: for lists, counts, mate and stalemate.

use super::attacks::reach;
use super::board::{Bitboard, BoardSquare, squares};
use super::moves::{Move, MoveKind};
use super::position::Position;
use super::role::{Role, Roles};
use super::variant::Variant;
use crate::BoardSide;

/// Targets to generate for pieces and for pawns. Captures en passant are always generated.
#[derive(Clone, Copy)]
struct Wanted<S> {
    pieces: S,
    pawns: S,
}

impl<S: Bitboard> Wanted<S> {
    #[inline(always)]
    fn all() -> Self {
        Self { pieces: !S::EMPTY, pawns: !S::EMPTY }
    }
}

impl<V: Variant> Position<V> {
    /// Number of legal moves of the side to move; each promotion counts.
    pub fn count_legal(&self) -> u32 {
        let last = V::Square::PAWN_LAST[self.turn.index()];
        let mut count = 0;
        self.visit_targets(Wanted::all(), |role, _, targets| {
            let promotions = if role == Role::Pawn { (targets & last).count() } else { 0 };
            count += targets.count() + 3 * promotions;
            true
        });
        count + self.castling_moves().count() as u32
    }

    fn castling_moves(&self) -> impl Iterator<Item = Move<V::Square>> {
        [BoardSide::King, BoardSide::Queen].into_iter().filter_map(|board_side| V::castle(self, board_side))
    }

    /// Passes every legal move to `visit` until it returns false.
    pub(crate) fn visit_legal(&self, mut visit: impl FnMut(Move<V::Square>) -> bool) {
        if self.visit_moves(Wanted::all(), &mut visit) {
            self.castling_moves().all(visit);
        }
    }

    /// Passes every legal capture and promotion to `visit`, in the order of legal moves.
    pub fn visit_gaining(&self, mut visit: impl FnMut(Move<V::Square>)) {
        let pieces = self.of_side(self.turn.other());
        let pawns = pieces | V::Square::PAWN_LAST[self.turn.index()];
        self.visit_moves(Wanted { pieces, pawns }, |mv| {
            visit(mv);
            true
        });
    }

    /// Passes the legal moves to the wanted targets to `visit`, except castling. Stops and returns false once `visit`
    /// does.
    #[inline(always)]
    fn visit_moves(&self, wanted: Wanted<V::Set>, mut visit: impl FnMut(Move<V::Square>) -> bool) -> bool {
        let last = V::Square::PAWN_LAST[self.turn.index()];
        self.visit_targets(wanted, |role, from, targets| {
            squares(targets).all(|to| {
                let mut mv = Move { from, to, role, promotion: None, captured: self.role(to), kind: MoveKind::Plain };
                if role != Role::Pawn {
                    return visit(mv);
                }
                if last.intersects(to.bit()) {
                    return Role::PROMOTIONS.into_iter().all(|role| visit(Move { promotion: Some(role), ..mv }));
                }
                if mv.captured.is_none() && from.file() != to.file() {
                    mv.kind = MoveKind::EnPassant;
                    mv.captured = Some(Role::Pawn);
                } else if from.index().abs_diff(to.index()) == V::Square::DOUBLE_STEP {
                    mv.kind = MoveKind::DoubleStep;
                }
                visit(mv)
            })
        })
    }

    /// Passes to `visit` every legal move of the kinds `roles` from one of the squares `from` to one of the squares
    /// `to`, except castling. A pawn on the last rank becomes `promotion`, by default a queen. With `promotion`, only
    /// promotions are passed.
    #[inline]
    pub fn each_legal(
        &self,
        roles: Roles,
        (from, to): (V::Set, V::Set),
        promotion: Option<Role>,
        mut visit: impl FnMut(Move<V::Square>),
    ) {
        let last = V::Square::PAWN_LAST[self.turn.index()];
        for role in Role::ALL.into_iter().filter(|&role| roles.has(role)) {
            let movers = self.pieces(self.turn, role) & from;
            if movers.is_empty() {
                continue;
            }
            for target in squares(to) {
                let queen = role == Role::Pawn && target.bit().intersects(last);
                let becomes = promotion.or(queen.then_some(Role::Queen));
                for source in squares(self.sources(role, target) & movers) {
                    if let Some(mv) = self.legal_move(role, source, target, becomes) {
                        visit(mv);
                    }
                }
            }
        }
    }

    /// True if the side to move has a legal move. Tests the king first, as it usually has one.
    pub(super) fn any_legal(&self) -> bool {
        if squares(self.king_targets()).any(|to| self.attackers_of_king_on(to).is_empty()) {
            return true;
        }
        // A king that cannot step aside cannot castle either, except from rare squares of Chess960.
        !self.visit_targets(Wanted::all(), |_, _, targets| targets.is_empty()) || self.castling_moves().next().is_some()
    }

    /// Squares next to the king of the side to move, attacked or not; without own pieces and the other king.
    fn king_targets(&self) -> V::Set {
        self.king(self.turn).pseudo(Role::King) & !self.of_side(self.turn) & !self.of_role(Role::King)
    }

    /// The `wanted` squares to which the king of the side to move can go safely.
    fn safe_king_targets(&self, wanted: V::Set) -> V::Set {
        let mut safe = V::Set::EMPTY;
        for to in squares(self.king_targets() & wanted) {
            if self.attackers_of_king_on(to).is_empty() {
                safe |= to.bit();
            }
        }
        safe
    }

    /// Passes each own piece and its legal targets among the wanted squares to `visit`, except castling. Stops and
    /// returns false once `visit` does.
    #[inline(always)]
    fn visit_targets(&self, wanted: Wanted<V::Set>, mut visit: impl FnMut(Role, V::Square, V::Set) -> bool) -> bool {
        let (king, parrying) = (self.king(self.turn), self.parrying());
        let open = parrying & !self.of_side(self.turn) & !self.of_role(Role::King);
        let pinned = self.pinned();
        for group in V::listing_order(self) {
            for from in squares(group) {
                let Some(role) = self.role(from) else { continue };
                let targets = match role {
                    // A lenient setup may have a second king, which never moves.
                    Role::King if from == king => self.safe_king_targets(wanted.pieces),
                    Role::King => continue,
                    _ if open.is_empty() => continue,
                    // When only captures are wanted, most pieces have no target on their lines.
                    _ if role != Role::Pawn && !from.pseudo(role).intersects(wanted.pieces) => continue,
                    Role::Pawn => self.targets(role, from, open & wanted.pawns, pinned),
                    _ => self.targets(role, from, open & wanted.pieces, pinned),
                };
                if !targets.is_empty() && !visit(role, from, targets) {
                    return false;
                }
            }
        }
        true
    }

    /// Targets of a piece other than the king: among the `open` squares, and on the line of its pin if it has one.
    #[inline(always)]
    fn targets(&self, role: Role, from: V::Square, open: V::Set, pinned: V::Set) -> V::Set {
        let mut targets = open
            & match role {
                Role::Pawn => self.pawn_targets(from),
                _ => reach(role, from, self.occupied()),
            };
        if pinned.intersects(from.bit()) {
            targets &= self.pin_line(from);
        }
        if role == Role::Pawn
            && let Some(at) = self.en_passant
            && from.pawn_attacks(self.turn).intersects(at.bit())
            && self.attackers_after_en_passant(from, at).is_empty()
        {
            targets |= at.bit();
        }
        targets
    }

    /// Targets of a pawn, except en passant.
    #[inline(always)]
    fn pawn_targets(&self, from: V::Square) -> V::Set {
        let (us, empty) = (self.turn, !self.occupied());
        let one = V::Square::ahead(us, from.bit()) & empty;
        let starts = V::Square::PAWN_START[us.index()].intersects(from.bit());
        let two = if starts { V::Square::ahead(us, one) & empty } else { V::Set::EMPTY };
        one | two | from.pawn_attacks(us) & self.of_side(us.other())
    }

    /// Own pieces that are alone between the king and an enemy slider.
    #[inline(always)]
    fn pinned(&self) -> V::Set {
        let king = self.king(self.turn);
        let mut pinned = V::Set::EMPTY;
        for by in squares(self.sliders_towards(king, self.turn.other())) {
            let path = king.between(by) & self.occupied();
            if path.is_single() {
                pinned |= path;
            }
        }
        pinned & self.of_side(self.turn)
    }

    /// The squares between the king and the piece that pins `from`, including the pinning piece.
    fn pin_line(&self, from: V::Square) -> V::Set {
        let king = self.king(self.turn);
        squares(self.sliders_towards(king, self.turn.other()))
            .map(|by| (king.between(by), by.bit()))
            .find(|(path, _)| *path & self.occupied() == from.bit())
            .map_or(!V::Set::EMPTY, |(path, by)| path | by)
    }
}
