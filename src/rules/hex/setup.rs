//! A position as somebody set it up, and every reason why it cannot be.

use super::cell::{Cell, Colour};
use super::pawns;
use super::position::Position;
use crate::Side;
use crate::orthodox::{Role, Surplus, count, squares, too_many};

/// Pieces, side to move, and the rest of a FEN, unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What stands on each cell, a1 first.
    pub pieces: [Option<(Side, Role)>; 91],
    pub turn: Side,
    /// The claimed en passant target: what the last double step passed over.
    pub en_passant: Option<Cell>,
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
    /// A pawn on the farthest cell of a file, where it becomes a piece.
    PawnOnEdge { at: Cell },
    /// A pawn where no pawn of its side can ever come: behind its row.
    PawnBehind { at: Cell },
    /// The side that is not to move stands in check.
    OpponentInCheck { king: Cell, by: Cell, attacker: Role },
    /// An en passant cell without the pawn that made a double step; it is taken away.
    EnPassant { at: Cell },
}

impl SetupFault {
    /// Whether no position can be made of the set-up (else the claim is dropped).
    pub const fn is_fatal(&self) -> bool {
        !matches!(self, Self::EnPassant { .. })
    }
}

/// The pieces of the start position but the pawns: kind, cell of White, cell of Black. Black is
/// White seen in a mirror, on the same files.
const PIECES: [(Role, [&[u8]; 2]); 9] = [
    (Role::King, [b"g1", b"g10"]),
    (Role::Queen, [b"e1", b"e10"]),
    (Role::Rook, [b"c1", b"c8"]),
    (Role::Rook, [b"i1", b"i8"]),
    (Role::Knight, [b"d1", b"d9"]),
    (Role::Knight, [b"h1", b"h9"]),
    (Role::Bishop, [b"f1", b"f9"]),
    (Role::Bishop, [b"f2", b"f10"]),
    (Role::Bishop, [b"f3", b"f11"]),
];

impl Setup {
    /// An empty board, White to move.
    pub const fn empty() -> Self {
        Self { pieces: [None; 91], turn: Side::First, en_passant: None, halfmove_clock: 0, number: 1 }
    }

    pub fn initial() -> Self {
        let mut setup = Self::empty();
        for side in [Side::First, Side::Second] {
            for (role, names) in PIECES {
                if let Some((at, _)) = Cell::parse(names[side.index()]) {
                    setup.pieces[at.index()] = Some((side, role));
                }
            }
            for at in squares(pawns::START[side.index()]) {
                setup.pieces[at.index()] = Some((side, Role::Pawn));
            }
        }
        setup
    }

    /// The position, or all reasons why there is none. A claim that is merely
    /// impossible (en passant) is dropped and listed beside it.
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

    /// Pieces beyond those of the initial position; each side starts with one bishop of each colour.
    fn promoted(&self, side: Side) -> u32 {
        let bishops = |colour| {
            let on = |(index, piece): &(usize, &Option<(Side, Role)>)| {
                **piece == Some((side, Role::Bishop)) && Cell::new(*index as u8).colour() == colour
            };
            self.pieces.iter().enumerate().filter(on).count() as u32
        };
        let initial = [(Role::Knight, 2), (Role::Rook, 2), (Role::Queen, 1)];
        let others: u32 = initial.iter().map(|(role, n)| count(&self.pieces, side, *role).saturating_sub(*n)).sum();
        let colours = [Colour::White, Colour::Grey, Colour::Black];
        others + colours.iter().map(|colour| bishops(*colour).saturating_sub(1)).sum::<u32>()
    }

    fn piece_faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        for side in [Side::First, Side::Second] {
            let kings = count(&self.pieces, side, Role::King);
            if kings != 1 {
                faults.push(SetupFault::Kings { side, count: kings });
            }
            if let Some(what) = too_many(&self.pieces, side, 9, self.promoted(side)) {
                faults.push(SetupFault::TooMany { side, what });
            }
        }
        for (index, piece) in self.pieces.iter().enumerate() {
            let at = Cell::new(index as u8);
            if let Some((side, Role::Pawn)) = piece {
                if at.bit() & pawns::LAST[side.index()] != 0 {
                    faults.push(SetupFault::PawnOnEdge { at });
                } else if at.bit() & pawns::REACHED[side.index()] == 0 {
                    faults.push(SetupFault::PawnBehind { at });
                }
            }
        }
        faults
    }

    fn build(&self) -> (Position, Vec<SetupFault>) {
        let mut position = Position::of_pieces(&self.pieces, self.turn);
        let mut faults = Vec::new();
        position.number = self.number;
        position.halfmove_clock = self.halfmove_clock;
        if let Some(at) = self.en_passant
            && !position.claim_en_passant(at)
        {
            faults.push(SetupFault::EnPassant { at });
        }
        (position, faults)
    }
}
