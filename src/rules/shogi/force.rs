//! Playing an illegal move as written, so that replay can go on.

use super::bitboard::squares;
use super::{Move, Origin, Pattern, PieceType, Position, Square};
use crate::Resolution;

impl Position {
    /// Plays the legal move that fits. Otherwise moves the named or closest piece to the target. Never captures
    /// a king, and never drops a piece that is not in hand.
    pub(super) fn force_pattern(&mut self, pattern: &Pattern) -> Option<Move> {
        if let Resolution::Unique(mv) = self.find_moves(pattern) {
            self.play_move(mv);
            return Some(mv);
        }
        let mv = match pattern.origin {
            Origin::Hand => self.forced_drop(pattern)?,
            Origin::Square(from) => self.forced_from(from, pattern)?,
            Origin::Unstated | Origin::File(_) | Origin::Rank(_) => match self.nearest(pattern) {
                Some(from) => self.forced_from(from, pattern)?,
                None => self.forced_drop(pattern)?,
            },
        };
        self.play_move(mv);
        self.update_checkers();
        Some(mv)
    }

    fn forced_drop(&self, pattern: &Pattern) -> Option<Move> {
        let kind = pattern.kind.or(pattern.after)?;
        let possible = self.hand(self.turn, kind) > 0 && self.occupied() & pattern.to.bit() == 0;
        possible.then_some(Move::drop(kind, pattern.to))
    }

    fn forced_from(&self, from: Square, pattern: &Pattern) -> Option<Move> {
        let (side, kind) = self.piece_at(from)?;
        let held = self.piece_at(pattern.to);
        if side != self.turn || held.is_some_and(|(side, kind)| side == self.turn || kind == PieceType::King) {
            return None;
        }
        let promotes = kind.promoted().is_some() && pattern.promotion_of(kind).unwrap_or(false);
        Some(Move::board(from, pattern.to, kind, promotes, held.map(|(_, kind)| kind)))
    }

    /// The origin of a piece that matches the pattern: one that reaches the target, else the closest one. `None` if a
    /// drop matches the text better.
    fn nearest(&self, pattern: &Pattern) -> Option<Square> {
        let meant = |kind: &PieceType| pattern.kind == Some(*kind) || (pattern.kind.is_none() && pattern.fits(*kind));
        let (mut reaching, mut pieces) = (0, 0);
        for kind in PieceType::ALL.into_iter().filter(meant) {
            let all = self.pseudo_legal_to(kind, pattern.to);
            let narrowed = pattern.narrow(self.turn, kind, all);
            reaching |= if narrowed == 0 { all } else { narrowed };
            pieces |= self.pieces(self.turn, kind);
        }
        if reaching != 0 {
            return squares(reaching).next();
        }
        if !pattern.excludes_drop() && self.forced_drop(pattern).is_some() {
            return None;
        }
        squares(pieces).min_by_key(|from| distance(*from, pattern.to))
    }
}

fn distance(a: Square, b: Square) -> u8 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}
