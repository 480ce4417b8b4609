//! A position as somebody set it up, and every reason why it cannot be.

use super::castling::{board_side_of, home_rank};
use super::position::Position;
use super::square::{Bitboard, Square};
use crate::Side;
use crate::orthodox::{Role, Surplus, count, squares, too_many};

/// Pieces, side to move, and the rest of a FEN, unchecked.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What stands on each square, a1 first.
    pub pieces: [Option<(Side, Role)>; 64],
    pub turn: Side,
    /// The rook's square of each claimed castling right with its letter; none where no rook fits.
    pub rights: Vec<(char, Side, Option<Square>)>,
    /// The claimed en passant target.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// Number of the move, from 1.
    pub number: u32,
}

/// A reason why a set-up is impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupFault {
    /// A side has not exactly one king.
    Kings { side: Side, count: u32 },
    /// More pieces of a kind than pawns could have become.
    TooMany { side: Side, what: Surplus },
    /// A pawn on the first or last rank.
    PawnOnEdge { at: Square },
    /// The side that is not to move stands in check.
    OpponentInCheck { king: Square, by: Square, attacker: Role },
    /// A castling right without king or rook at home, or a second one on its wing; it is taken away.
    Right {
        /// The letter of the FEN.
        letter: char,
    },
    /// An en passant square without the pawn that made a double step; it is taken away.
    EnPassant { at: Square },
}

impl SetupFault {
    /// Whether no position can be made of the set-up (else the claim is dropped).
    pub const fn is_fatal(&self) -> bool {
        !matches!(self, Self::Right { .. } | Self::EnPassant { .. })
    }
}

impl Setup {
    /// An empty board, White to move.
    pub const fn empty() -> Self {
        Self {
            pieces: [None; 64],
            turn: Side::First,
            rights: Vec::new(),
            en_passant: None,
            halfmove_clock: 0,
            number: 1,
        }
    }

    pub fn initial() -> Self {
        Self::of_home_rank([
            Role::Rook,
            Role::Knight,
            Role::Bishop,
            Role::Queen,
            Role::King,
            Role::Bishop,
            Role::Knight,
            Role::Rook,
        ])
    }

    /// A start position with these pieces on both home ranks, a-file first, all rights to castle.
    pub fn of_home_rank(rank: [Role; 8]) -> Self {
        let mut setup = Self::empty();
        for (side, letters) in [(Side::First, ['Q', 'K']), (Side::Second, ['q', 'k'])] {
            let pawns = if side == Side::First { 1 } else { 6 };
            for (file, role) in (0..8).zip(rank) {
                setup.pieces[Square::at(file, home_rank(side)).index()] = Some((side, role));
                setup.pieces[Square::at(file, pawns).index()] = Some((side, Role::Pawn));
            }
            let rooks = (0..8).zip(rank).filter(|(_, role)| *role == Role::Rook);
            for ((file, _), letter) in rooks.zip(letters) {
                setup.rights.push((letter, side, Some(Square::at(file, home_rank(side)))));
            }
        }
        setup
    }

    /// The position, or all reasons why there is none. Claims that are merely
    /// impossible (castling, en passant) are dropped and listed beside it.
    ///
    /// # Errors
    /// Every fault, fatal or not, when at least one is fatal.
    pub fn position(&self) -> Result<(Position, Vec<SetupFault>), Vec<SetupFault>> {
        let mut faults = self.piece_faults();
        if faults.iter().any(SetupFault::is_fatal) {
            return Err(faults);
        }
        let (position, mut claims) = self.build();
        if let Some((king, by, attacker)) = position.attacked_opponent() {
            faults.push(SetupFault::OpponentInCheck { king, by, attacker });
            faults.append(&mut claims);
            return Err(faults);
        }
        Ok((position, claims))
    }

    /// The position without asking whether it is legal.
    pub fn into_position_lenient(&self) -> Position {
        self.build().0
    }

    /// Pieces beyond those of the initial position.
    fn promoted(&self, side: Side) -> u32 {
        let initial = [(Role::Knight, 2), (Role::Bishop, 2), (Role::Rook, 2), (Role::Queen, 1)];
        initial.iter().map(|(role, n)| count(&self.pieces, side, *role).saturating_sub(*n)).sum()
    }

    fn piece_faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        for side in [Side::First, Side::Second] {
            let kings = count(&self.pieces, side, Role::King);
            if kings != 1 {
                faults.push(SetupFault::Kings { side, count: kings });
            }
            if let Some(what) = too_many(&self.pieces, side, 8, self.promoted(side)) {
                faults.push(SetupFault::TooMany { side, what });
            }
        }
        for (index, piece) in self.pieces.iter().enumerate() {
            let at = Square::new(index as u8);
            if matches!(piece, Some((_, Role::Pawn))) && (at.rank() == 0 || at.rank() == 7) {
                faults.push(SetupFault::PawnOnEdge { at });
            }
        }
        faults
    }

    fn build(&self) -> (Position, Vec<SetupFault>) {
        let mut position = Position::of_pieces(&self.pieces, self.turn);
        let mut faults = Vec::new();
        position.number = self.number;
        position.halfmove_clock = self.halfmove_clock;
        let mut rights: Bitboard = 0;
        for (letter, side, rook) in &self.rights {
            let king = position.king(*side);
            let fits = |rook: &Square| {
                let taken = |other: Square| other != *rook && board_side_of(king, other) == board_side_of(king, *rook);
                king.rank() == home_rank(*side)
                    && rook.rank() == king.rank()
                    && position.piece_at(*rook) == Some((*side, Role::Rook))
                    && !squares(rights & position.of_side(*side)).any(taken)
            };
            match rook.filter(fits) {
                Some(rook) => rights |= rook.bit(),
                None => faults.push(SetupFault::Right { letter: *letter }),
            }
        }
        position.set_rights(rights);
        if let Some(at) = self.en_passant
            && !position.claim_en_passant(at)
        {
            faults.push(SetupFault::EnPassant { at });
        }
        (position, faults)
    }
}
