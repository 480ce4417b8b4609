//! A position as somebody set it up, and every reason why it cannot be.

use std::fmt::Debug;

use super::board::{Board, BoardSquare, squares};
use super::position::Position;
use super::role::Role;
use crate::Side;

/// What may stand on a square.
pub type Piece = Option<(Side, Role)>;

/// The rook's square of a claimed castling right with its letter; none where no rook fits.
pub type Right<S> = (char, Side, Option<S>);

/// What a set-up must know of its board.
pub trait SetupBoard: Board {
    /// What stands on each square.
    type Pieces: AsRef<[Piece]> + Clone + Debug;

    const NO_PIECES: Self::Pieces;
    /// Pawns of a side at the beginning.
    const PAWNS: u32;

    /// Pieces of a side beyond those of the initial position.
    fn promoted(pieces: &Self::Pieces, side: Side) -> u32;
    /// Why a pawn cannot stand on a square.
    fn pawn_fault(side: Side, at: Self::Square) -> Option<SetupFault<Self::Square>>;
    /// Gives the rights that can be; the others are faults.
    fn claim_rights(_: &mut Position<Self>, _: &[Right<Self::Square>], _: &mut Vec<SetupFault<Self::Square>>) {}
}

/// Pieces, side to move, and the rest of a FEN, unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup<B: SetupBoard> {
    /// What stands on each square, a1 first.
    pub pieces: B::Pieces,
    pub turn: Side,
    pub rights: Vec<Right<B::Square>>,
    /// The claimed en passant target: what the last double step passed over.
    pub en_passant: Option<B::Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// Number of the move, from 1.
    pub number: u32,
}

/// A reason why a set-up is impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupFault<S> {
    /// A side has not exactly one king.
    Kings { side: Side, count: u32 },
    /// More pieces of a kind than pawns could have become.
    TooMany { side: Side, what: Surplus },
    /// Chess: a pawn on the first or last rank.
    PawnOnEdge { at: S },
    /// Hexagonal chess: a pawn on the farthest cell of a file, where it becomes a piece.
    PawnAtEnd { at: S },
    /// Hexagonal chess: a pawn where no pawn of its side can ever come, behind its row.
    PawnBehind { at: S },
    /// The side that is not to move stands in check.
    OpponentInCheck { king: S, by: S, attacker: Role },
    /// A castling right without king or rook at home, or a second one on its wing; it is taken away.
    Right {
        /// The letter of the FEN.
        letter: char,
    },
    /// An en passant square without the pawn that made a double step; it is taken away.
    EnPassant { at: S },
}

impl<S> SetupFault<S> {
    /// Whether no position can be made of the set-up (else the claim is dropped).
    pub const fn is_fatal(&self) -> bool {
        !matches!(self, Self::Right { .. } | Self::EnPassant { .. })
    }
}

/// A position with the claims that were dropped, or why there is none.
type Built<B> = Result<(Position<B>, Vec<SetupFault<<B as Board>::Square>>), Vec<SetupFault<<B as Board>::Square>>>;

impl<B: SetupBoard> Setup<B> {
    /// An empty board, White to move.
    pub const fn empty() -> Self {
        Self {
            pieces: B::NO_PIECES,
            turn: Side::First,
            rights: Vec::new(),
            en_passant: None,
            halfmove_clock: 0,
            number: 1,
        }
    }

    /// The position, or all reasons why there is none. Claims that are merely
    /// impossible (castling, en passant) are dropped and listed beside it.
    ///
    /// # Errors
    /// Every fault, fatal or not, when at least one is fatal.
    pub fn position(&self) -> Built<B> {
        self.position_unless(SetupFault::is_fatal)
    }

    /// The same with any number of pieces, which is a fault beside the position then.
    ///
    /// # Errors
    /// Every fault, fatal or not, when at least one other is fatal.
    pub fn position_of_any_men(&self) -> Built<B> {
        self.position_unless(|fault| fault.is_fatal() && !matches!(fault, SetupFault::TooMany { .. }))
    }

    fn position_unless(&self, is_fatal: impl Fn(&SetupFault<B::Square>) -> bool) -> Built<B> {
        let mut faults = self.piece_faults();
        if faults.iter().any(is_fatal) {
            return Err(faults);
        }
        let (position, mut claims) = self.build();
        let attacked = position.attacked_opponent();
        faults.extend(attacked.map(|(king, by, attacker)| SetupFault::OpponentInCheck { king, by, attacker }));
        faults.append(&mut claims);
        if attacked.is_some() { Err(faults) } else { Ok((position, faults)) }
    }

    /// The position without asking whether it is legal.
    pub fn into_position_lenient(&self) -> Position<B> {
        self.build().0
    }

    fn piece_faults(&self) -> Vec<SetupFault<B::Square>> {
        let (mut faults, pieces) = (Vec::new(), self.pieces.as_ref());
        for side in [Side::First, Side::Second] {
            let kings = count(pieces, side, Role::King);
            if kings != 1 {
                faults.push(SetupFault::Kings { side, count: kings });
            }
            if let Some(what) = too_many(pieces, side, B::PAWNS, B::promoted(&self.pieces, side)) {
                faults.push(SetupFault::TooMany { side, what });
            }
        }
        for (index, piece) in pieces.iter().enumerate() {
            if let Some((side, Role::Pawn)) = piece {
                faults.extend(B::pawn_fault(*side, B::Square::of_index(index)));
            }
        }
        faults
    }

    fn build(&self) -> (Position<B>, Vec<SetupFault<B::Square>>) {
        let mut position = Position::of_pieces(self.pieces.as_ref(), self.turn);
        let mut faults = Vec::new();
        position.number = self.number;
        position.halfmove_clock = self.halfmove_clock;
        B::claim_rights(&mut position, &self.rights, &mut faults);
        if let Some(at) = self.en_passant
            && !position.claim_en_passant(at)
        {
            faults.push(SetupFault::EnPassant { at });
        }
        (position, faults)
    }
}

impl<B: Board> Position<B> {
    /// The position of some pieces, the first on the square of index 0; without rights and en passant.
    fn of_pieces(pieces: &[Piece], turn: Side) -> Self {
        let mut position = Self::empty();
        for (index, piece) in pieces.iter().enumerate() {
            if let Some((side, role)) = piece {
                position.put_piece(*side, *role, B::Square::of_index(index));
            }
        }
        if turn == Side::Second {
            position.switch_turn();
        }
        position.update_checkers();
        position
    }

    /// The king of the side that is not to move, and a piece that attacks it with its kind, if any does.
    fn attacked_opponent(&self) -> Option<(B::Square, B::Square, Role)> {
        let king = self.king(self.turn.other());
        let by = squares(self.attackers(king, self.turn, self.occupied())).next()?;
        Some((king, by, self.role(by).unwrap_or(Role::King)))
    }
}

/// How many pieces of a side and a kind there are.
pub(crate) fn count(pieces: &[Piece], side: Side, role: Role) -> u32 {
    pieces.iter().filter(|piece| **piece == Some((side, role))).count() as u32
}

/// More pieces of a side than its pawns could have become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surplus {
    Pawns(u32),
    Pieces(u32),
    /// More pieces than the pawns that are gone could have become.
    Promoted {
        pawns: u32,
        /// Pieces beyond those of the beginning.
        promoted: u32,
    },
}

/// More pieces of a side than its pawns could have become. It began with `most` pawns and as
/// many other pieces; `promoted` are those beyond these.
fn too_many(pieces: &[Piece], side: Side, most: u32, promoted: u32) -> Option<Surplus> {
    let pawns = count(pieces, side, Role::Pawn);
    let total = pieces.iter().flatten().filter(|piece| piece.0 == side).count() as u32;
    if pawns > most {
        Some(Surplus::Pawns(pawns))
    } else if promoted + pawns <= most {
        None
    } else if total > 2 * most {
        Some(Surplus::Pieces(total))
    } else {
        Some(Surplus::Promoted { pawns, promoted })
    }
}
