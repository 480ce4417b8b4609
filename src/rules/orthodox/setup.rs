//! A position as set up, and every reason why it is impossible.

use std::fmt::Debug;

use super::board::{Board, BoardSquare, squares};
use super::position::Position;
use super::role::Role;
use crate::Side;

/// The content of a square.
pub type Piece = Option<(Side, Role)>;

/// A claimed castling right: its letter, its side, and the rook's square. `None` if no rook fits.
pub type Right<S> = (char, Side, Option<S>);

/// Game-specific limits and checks of a setup.
pub trait SetupBoard: Board {
    /// The content of all squares.
    type Pieces: AsRef<[Piece]> + Clone + Debug;

    const NO_PIECES: Self::Pieces;
    /// Number of pawns of a side at the start.
    const PAWNS: u32;

    /// Number of a side's pieces that must be promoted, as the game starts with fewer of that kind.
    fn promoted(pieces: &Self::Pieces, side: Side) -> u32;
    /// The reason why a pawn cannot be on a square.
    fn pawn_fault(side: Side, at: Self::Square) -> Option<SetupFault<Self::Square>>;
    /// Applies the possible castling rights; impossible ones become faults.
    fn claim_rights(_: &mut Position<Self>, _: &[Right<Self::Square>], _: &mut Vec<SetupFault<Self::Square>>) {}
}

/// Pieces, side to move, and the rest of a FEN, unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup<B: SetupBoard> {
    /// The content of all squares, a1 first.
    pub pieces: B::Pieces,
    pub turn: Side,
    pub rights: Vec<Right<B::Square>>,
    /// The claimed en passant target: the square passed over by the last double step.
    pub en_passant: Option<B::Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// Move number, from 1.
    pub number: u32,
}

/// A reason why a setup is impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupFault<S> {
    /// A side has no king or more than one.
    Kings { side: Side, count: u32 },
    /// A side has more pieces than promotions allow.
    TooMany { side: Side, what: Surplus },
    /// Chess: a pawn on the first or last rank.
    PawnOnEdge { at: S },
    /// Hexagonal chess: a pawn on the last cell of a file, where it must promote.
    PawnAtEnd { at: S },
    /// Hexagonal chess: a pawn behind the start row of its side, which no pawn can reach.
    PawnBehind { at: S },
    /// The side that is not to move is in check.
    OpponentInCheck { king: S, by: S, attacker: Role },
    /// A castling right without king or rook at home, or a second right on the same wing. The right is dropped.
    Right {
        /// The letter in the FEN.
        letter: char,
    },
    /// An en passant square without a possible double step of a pawn over it. The square is dropped.
    EnPassant { at: S },
}

impl<S> SetupFault<S> {
    /// True if the setup yields no position; otherwise only the impossible right or en passant square is dropped.
    pub const fn is_fatal(&self) -> bool {
        !matches!(self, Self::Right { .. } | Self::EnPassant { .. })
    }
}

/// The position and its non-fatal faults; all faults if one is fatal.
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

    /// Builds the position. Impossible claims (castling, en passant) are dropped and returned as faults.
    ///
    /// # Errors
    /// Every fault, fatal or not, when at least one is fatal.
    pub fn position(&self) -> Built<B> {
        self.position_unless(SetupFault::is_fatal)
    }

    /// Same as [`Self::position`], but too many pieces are no fatal fault.
    ///
    /// # Errors
    /// Every fault, fatal or not, when at least one is fatal; [`SetupFault::TooMany`] is not.
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

    /// Builds the position without checking that it is legal.
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
    /// A position from pieces in the order of square indices; without castling rights and en passant.
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

    /// The king of the side that is not to move, the square of a piece that attacks it, and the kind of that piece.
    fn attacked_opponent(&self) -> Option<(B::Square, B::Square, Role)> {
        let king = self.king(self.turn.other());
        let by = squares(self.attackers(king, self.turn, self.occupied())).next()?;
        Some((king, by, self.role(by).unwrap_or(Role::King)))
    }
}

pub(crate) fn count(pieces: &[Piece], side: Side, role: Role) -> u32 {
    pieces.iter().filter(|piece| **piece == Some((side, role))).count() as u32
}

/// An excess of pieces of a side over the promotions that its pawns allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surplus {
    Pawns(u32),
    Pieces(u32),
    /// Too many pieces for the number of missing pawns.
    Promoted {
        pawns: u32,
        /// Pieces beyond the initial ones.
        promoted: u32,
    },
}

/// Checks the number of pieces of a side that starts with `most` pawns and as many other pieces.
/// `promoted` is the number of pieces beyond the initial ones.
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
