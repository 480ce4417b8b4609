//! Why no legal move fits a pattern. Slow; used only for illegal moves.

use super::Bitboard;
use super::attacks::{between_squares, pseudo, zone};
use super::bitboard::squares;
use super::{Move, Origin, Pattern, PieceType, Position, Square};
use crate::{IllegalReason, IllegalReasonOf, Resolution};

type Reasons = Vec<IllegalReasonOf<Position>>;
type Pieces = Vec<(PieceType, Square)>;

impl Position {
    /// All true reasons, in the order of the catalog of findings.
    ///
    /// `OtherSide` comes first only if the mover has no piece that moves that way, and no such piece in hand. Otherwise
    /// the obstacle of the mover's own piece is more useful.
    pub(super) fn find_reasons(&self, pattern: &Pattern) -> Reasons {
        let mut reasons = match pattern.origin {
            Origin::Square(from) => self.origin_reasons(from, pattern),
            Origin::Hand => self.drop_reasons(pattern),
            Origin::Unstated | Origin::File(_) | Origin::Rank(_) => self.unstated_reasons(pattern),
        };
        reasons.sort_by_cached_key(order);
        reasons.dedup();
        if self.legal_for_other_side(pattern) {
            // A wrong origin would only repeat that the piece belongs to the other side.
            reasons.retain(|reason| !matches!(reason, IllegalReason::WrongOrigin { .. }));
            let late = reasons.iter().any(goes);
            reasons.insert(if late { reasons.len() } else { 0 }, IllegalReason::OtherSide);
        }
        if reasons.is_empty() {
            // Only a pattern that contradicts itself gets here: no piece matches all of it.
            let pieces = match pattern.origin {
                Origin::Square(from) => from.bit(),
                _ => PieceType::ALL.into_iter().fold(0, |set, kind| {
                    if pattern.fits(kind) { set | self.pseudo_legal_to(kind, pattern.to) } else { set }
                }),
            };
            let kind = pattern.kind.or(pattern.after).unwrap_or(PieceType::Pawn);
            reasons.push(IllegalReason::NoSuchWay { kind, from: squares(pieces).collect(), to: pattern.to });
        }
        reasons
    }

    /// Without a written origin, false in check: the other side could take the king, so the turn is certain.
    fn legal_for_other_side(&self, pattern: &Pattern) -> bool {
        let asked = match pattern.origin {
            Origin::Square(from) => self.of_side(self.turn.other()) & from.bit() != 0,
            _ => self.checkers == 0,
        };
        asked && self.with_turn_swapped().find_moves(pattern) != Resolution::None
    }

    fn origin_reasons(&self, from: Square, pattern: &Pattern) -> Reasons {
        match self.piece_at(from) {
            // No piece moves to its own square.
            Some((_, kind)) if from == pattern.to => {
                vec![IllegalReason::NoSuchMove { kind, from: vec![from], to: from }]
            }
            Some((side, kind)) if side != self.turn => vec![IllegalReason::WrongOrigin { from, holds: Some(kind) }],
            Some((_, kind)) if pattern.fits(kind) => self.board_reasons(&vec![(kind, from)], pattern),
            piece => vec![IllegalReason::WrongOrigin { from, holds: piece.map(|(_, kind)| kind) }],
        }
    }

    fn unstated_reasons(&self, pattern: &Pattern) -> Reasons {
        let pieces: Pieces = squares(self.of_side(self.turn))
            .filter_map(|from| self.kind_at(from).map(|kind| (kind, from)))
            .filter(|(kind, _)| pattern.fits(*kind))
            .collect();
        let goes = pieces.iter().any(|(kind, from)| pseudo(self.turn, *kind, *from) & pattern.to.bit() != 0);
        let kind = pattern.kind.or(pattern.after);
        let in_hand = kind.is_some_and(|kind| self.hand(self.turn, kind) > 0);
        if !goes && in_hand && !pattern.excludes_drop() && self.occupied() & pattern.to.bit() == 0 {
            // Without a piece that moves that way, the text denotes a drop.
            return self.drop_reasons(pattern);
        }
        if pieces.is_empty() {
            return vec![IllegalReason::NoSuchPiece { kind }];
        }
        self.board_reasons(&pieces, pattern)
    }

    /// Reasons for the pieces on the board that match the pattern; `pieces` is never empty.
    fn board_reasons(&self, pieces: &Pieces, pattern: &Pattern) -> Reasons {
        let mut reasons = Vec::new();
        let to = pattern.to;
        match self.piece_at(to) {
            Some((side, holds)) if side == self.turn => reasons.push(IllegalReason::OwnPiece { at: to, holds }),
            Some((_, PieceType::King)) => reasons.push(IllegalReason::KingCapture { at: to }),
            _ => {}
        }
        let reaching: Pieces =
            pieces.iter().copied().filter(|(kind, from)| pseudo(self.turn, *kind, *from) & to.bit() != 0).collect();
        if reaching.is_empty() {
            let kind = pieces[0].0;
            let from = pieces.iter().filter(|piece| piece.0 == kind).map(|piece| piece.1).collect();
            reasons.push(IllegalReason::NoSuchMove { kind, from, to });
            if let [(kind, from)] = pieces.as_slice() {
                self.promotion_reasons(*kind, *from, pattern, &mut reasons);
            }
            return reasons;
        }
        let mut open = Vec::new();
        for (kind, from) in reaching {
            match self.first_between(from, to) {
                Some((by, blocker)) => reasons.push(IllegalReason::Blocked { kind, from, to, by, blocker }),
                None => open.push((kind, from)),
            }
        }
        for (kind, from) in self.by_words(&open, pattern, &mut reasons) {
            self.promotion_reasons(kind, from, pattern, &mut reasons);
            self.king_reasons(kind, from, to, &mut reasons);
        }
        reasons
    }

    /// Selects the pieces that match the relative words of the pattern. Adds a reason if none does.
    fn by_words(&self, open: &Pieces, pattern: &Pattern, reasons: &mut Reasons) -> Pieces {
        if matches!(pattern.origin, Origin::Square(_) | Origin::Hand) || open.is_empty() {
            return open.clone();
        }
        let mut meant: Bitboard = 0;
        for kind in PieceType::ALL {
            let of_kind = open.iter().filter(|piece| piece.0 == kind).fold(0, |set, piece| set | piece.1.bit());
            meant |= pattern.narrow(self.turn, kind, of_kind);
        }
        if meant == 0 {
            let kind = open[0].0;
            let from = open.iter().filter(|piece| piece.0 == kind).map(|piece| piece.1).collect();
            reasons.push(IllegalReason::NoSuchWay { kind, from, to: pattern.to });
        }
        open.iter().copied().filter(|piece| meant & piece.1.bit() != 0).collect()
    }

    fn promotion_reasons(&self, kind: PieceType, from: Square, pattern: &Pattern, reasons: &mut Reasons) {
        let to = pattern.to;
        // A pattern that contradicts itself is treated as a promotion.
        if !pattern.promotion_of(kind).unwrap_or(true) {
            if self.is_dead(kind, to) {
                reasons.push(IllegalReason::MustPromote { kind, at: to });
            }
        } else if kind.promoted().is_none() {
            reasons.push(IllegalReason::CannotPromote { kind });
        } else if zone(self.turn) & (from.bit() | to.bit()) == 0 {
            reasons.push(IllegalReason::NotInZone { from, to });
        }
    }

    fn king_reasons(&self, kind: PieceType, from: Square, to: Square, reasons: &mut Reasons) {
        let Some(king) = self.king(self.turn) else { return };
        if kind == PieceType::King {
            // Prefers an attack that does not pass through the square that the king leaves.
            let through = |by: Square| between_squares(by, to) & from.bit() != 0;
            let attacker = squares(self.attackers_of_king_on(to)).min_by_key(|by| through(*by));
            if let Some((by, attacker)) = attacker.and_then(|by| Some((by, self.kind_at(by)?))) {
                reasons.push(IllegalReason::KingIntoCheck { at: to, by, attacker, through: through(by) });
            }
            return;
        }
        if let Some((by, pinner)) = self.pinner(from, to).and_then(|by| Some((by, self.kind_at(by)?))) {
            reasons.push(IllegalReason::Pinned { kind, from, king, by, pinner });
        }
        self.check_reasons(king, to, reasons);
    }

    fn check_reasons(&self, king: Square, to: Square, reasons: &mut Reasons) {
        if self.checkers != 0 && self.parries() & to.bit() == 0 {
            let by = squares(self.checkers).filter_map(|by| Some((by, self.kind_at(by)?))).collect();
            reasons.push(IllegalReason::CheckNotParried { king, by });
        }
    }

    fn drop_reasons(&self, pattern: &Pattern) -> Reasons {
        let mut reasons = Vec::new();
        let to = pattern.to;
        let Some(kind) = pattern.kind.or(pattern.after) else {
            return vec![IllegalReason::NoSuchPiece { kind: None }];
        };
        let in_hand = self.hand(self.turn, kind) > 0;
        if !in_hand {
            reasons.push(IllegalReason::NotInHand { kind });
        }
        if let Some((side, holds)) = self.piece_at(to) {
            reasons.push(IllegalReason::SquareOccupied { at: to, holds, own: side == self.turn });
        }
        if pattern.promotes == Some(true) || pattern.after.is_some_and(|after| after != kind) {
            reasons.push(IllegalReason::CannotPromote { kind });
        }
        if self.is_dead(kind, to) {
            reasons.push(IllegalReason::DeadDrop { kind, at: to });
        }
        if let Some(pawn) = self.own_pawn_on_file(to).filter(|_| kind == PieceType::Pawn) {
            reasons.push(IllegalReason::Nifu { pawn });
        }
        if let Some(king) = self.king(self.turn) {
            self.check_reasons(king, to, &mut reasons);
        }
        if reasons.is_empty() && kind == PieceType::Pawn && self.is_drop_mate(to) {
            reasons.extend(self.drop_mate(to));
        }
        reasons
    }

    /// The reason that a pawn dropped on `at` gives mate, with its evidence.
    fn drop_mate(&self, at: Square) -> Option<IllegalReasonOf<Self>> {
        let us = self.turn;
        let king = self.king(us.other())?;
        let mut after = self.clone();
        after.play_move(Move::drop(PieceType::Pawn, at));
        let guard = |to: Square| {
            let by = squares(after.attackers_of_king_on(to)).next()?;
            Some((to, by, after.kind_at(by)?))
        };
        let free = pseudo(us.other(), PieceType::King, king) & !after.of_side(us.other());
        let pinned = |from: Square| {
            let by = after.pinner(from, at)?;
            Some((from, after.kind_at(from)?, by))
        };
        let takers = after.attackers(at, us.other(), after.occupied()) & !king.bit();
        Some(IllegalReason::DropMate {
            at,
            king,
            escapes: squares(free).filter_map(guard).collect(),
            pinned: squares(takers).filter_map(pinned).collect(),
        })
    }

    fn first_between(&self, from: Square, to: Square) -> Option<(Square, PieceType)> {
        let away = |at: &Square| at.file().abs_diff(from.file()).max(at.rank().abs_diff(from.rank()));
        let by = squares(between_squares(from, to) & self.occupied()).min_by_key(away)?;
        Some((by, self.kind_at(by)?))
    }
}

/// False for the reasons that leave the turn in doubt: no such piece of the mover, on the board or in hand, moves so.
const fn goes(reason: &IllegalReasonOf<Position>) -> bool {
    !matches!(
        reason,
        IllegalReason::NoSuchPiece { .. }
            | IllegalReason::WrongOrigin { .. }
            | IllegalReason::NoSuchMove { .. }
            | IllegalReason::NotInHand { .. }
    )
}

/// Rank of a reason in the catalog. For a drop, a missing piece or square comes before a forbidden square.
const fn order(reason: &IllegalReasonOf<Position>) -> u8 {
    match reason {
        IllegalReason::OtherSide => 2,
        IllegalReason::NoSuchPiece { .. } | IllegalReason::WrongOrigin { .. } => 3,
        IllegalReason::NoSuchMove { .. } => 4,
        IllegalReason::NoSuchWay { .. } => 5,
        IllegalReason::Blocked { .. } => 6,
        IllegalReason::OwnPiece { .. } => 7,
        IllegalReason::KingCapture { .. } => 8,
        IllegalReason::NotInHand { .. } => 9,
        IllegalReason::SquareOccupied { .. } => 10,
        IllegalReason::Nifu { .. } => 11,
        IllegalReason::DropMate { .. } => 12,
        IllegalReason::DeadDrop { .. } => 13,
        IllegalReason::MustPromote { .. } => 14,
        IllegalReason::CannotPromote { .. } => 15,
        IllegalReason::NotInZone { .. } => 16,
        IllegalReason::KingIntoCheck { .. } => 17,
        IllegalReason::Pinned { .. } => 18,
        _ => 19,
    }
}
