//! Illegal moves that end a game, and the board after them.

use super::attacks::{pseudo, unblocked};
use super::bitboard::squares;
use super::{Bitboard, Move, Origin, Pattern, PieceType, Position, Setup, Square};
use crate::{Resolution, Rules as _};

impl Position {
    /// The move that a pattern denotes, legal or not. `None` if the origin is ambiguous or unknown.
    pub fn foul(&self, pattern: &Pattern) -> Option<Move> {
        let to = pattern.to;
        let captured = self.kind_at(to);
        match pattern.origin {
            Origin::Square(from) => {
                let (kind, promotes) = self.named(pattern, self.kind_at(from))?;
                Some(Move::board(from, to, kind, promotes, captured))
            }
            Origin::Hand => self.foul_drop(pattern),
            Origin::Unstated | Origin::File(_) | Origin::Rank(_) => match self.meant(pattern) {
                Some(from) => {
                    let (kind, promotes) = self.named(pattern, self.kind_at(from))?;
                    Some(Move::board(from, to, kind, promotes, captured))
                }
                None if pattern.excludes_drop() || pattern.origin != Origin::Unstated => None,
                // A drop, as the side has no such piece on the board.
                None => self.foul_drop(pattern).filter(|mv| self.pieces(self.turn, mv.kind()) == 0),
            },
        }
    }

    /// The other side's move, played out of turn. `None` unless exactly one of its moves fits the pattern.
    pub fn out_of_turn(&self, pattern: &Pattern) -> Option<Move> {
        match self.with_turn_swapped().resolve(pattern) {
            Resolution::Unique(mv) => Some(mv),
            _ => None,
        }
    }

    /// The position after an illegal move, played as written. A dropped piece that is not in hand is not subtracted.
    #[must_use]
    pub fn after_foul(&self, mv: Move) -> Self {
        let mut setup = Setup::from(self);
        let own = self.turn;
        let kind = mv.after();
        match mv.from() {
            Some(from) => setup.board[from.index()] = None,
            None => {
                if let Some(held) = setup.hands[own.index()].get_mut(mv.kind().index()) {
                    *held = held.saturating_sub(1);
                }
            }
        }
        if let Some((_, captured)) = setup.board[mv.to().index()].filter(|(side, _)| *side != own)
            && let Some(held) = setup.hands[own.index()].get_mut(captured.base().index())
        {
            *held = held.saturating_add(1);
        }
        setup.board[mv.to().index()] = Some((own, kind));
        setup.turn = own.other();
        setup.into_position_lenient()
    }

    /// The move that a pattern denotes, if it captures the king and the piece can move that way.
    pub fn takes_king(&self, pattern: &Pattern) -> Option<Move> {
        let mv = self.foul(pattern)?;
        let from = mv.from()?;
        let takes = self.king(self.turn.other()) == Some(mv.to())
            && self.of_side(self.turn) & from.bit() != 0
            && self.kind_at(from) == Some(mv.kind())
            && pseudo(self.turn, mv.kind(), from) & mv.to().bit() != 0
            && unblocked(from.bit(), mv.to(), self.occupied()) != 0;
        takes.then_some(mv)
    }

    fn foul_drop(&self, pattern: &Pattern) -> Option<Move> {
        let kind = pattern.kind.or(pattern.after)?;
        (pattern.promotes != Some(true)).then_some(Move::drop(kind, pattern.to))
    }

    /// The piece before the move, and whether it promotes. `holds` is the piece on the origin.
    fn named(&self, pattern: &Pattern, holds: Option<PieceType>) -> Option<(PieceType, bool)> {
        match (pattern.kind, pattern.after) {
            (Some(kind), _) => Some((kind, pattern.promotes.unwrap_or(false))),
            (None, Some(after)) => match holds.filter(|kind| *kind == after || kind.promoted() == Some(after)) {
                Some(kind) => Some((kind, kind != after)),
                None => Some((after, false)),
            },
            (None, None) => Some((holds?, pattern.promotes.unwrap_or(false))),
        }
    }

    /// The origin of the only matching piece: of the pieces that reach the target, else of blocked pieces, else of all.
    fn meant(&self, pattern: &Pattern) -> Option<Square> {
        let to = pattern.to;
        let (mut reaching, mut going, mut all): (Bitboard, Bitboard, Bitboard) = (0, 0, 0);
        for kind in PieceType::ALL.into_iter().filter(|kind| pattern.fits(*kind)) {
            let pieces = self.pieces(self.turn, kind);
            let goes = pieces & pseudo(self.turn.other(), kind, to);
            reaching |= pattern.narrow(self.turn, kind, unblocked(goes, to, self.occupied()));
            going |= pattern.narrow(self.turn, kind, goes);
            all |= pieces;
        }
        let set = [reaching, going, all].into_iter().find(|set| *set != 0)?;
        squares(set).next().filter(|_| set.count_ones() == 1)
    }
}
