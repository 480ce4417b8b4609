//! A position as somebody set it up, and every reason why it cannot be.

use super::cell::{Cell, Colour};
use super::pawns;
use super::position::Position;
use crate::rules::Side;
use crate::rules::orthodox::{Role, squares};

/// Pieces, side to move, and the rest of a FEN, unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What stands on each cell, a1 first.
    pub pieces: [Option<(Side, Role)>; 91],
    /// The side to move.
    pub turn: Side,
    /// The claimed en passant target: what the last double step passed over.
    pub en_passant: Option<Cell>,
    /// Plies since the last capture or pawn move.
    pub quiet: u32,
    /// Number of the move, from 1.
    pub number: u32,
}

/// A reason why a set-up is impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupFault {
    /// A side has not exactly one king.
    Kings {
        /// The side.
        side: Side,
        /// How many it has.
        count: u32,
    },
    /// More pieces of a kind than pawns could have become.
    TooMany {
        /// The side.
        side: Side,
        /// In words: `10 pawns`, `19 pieces`.
        what: String,
    },
    /// A pawn on the farthest cell of a file, where it becomes a piece.
    PawnOnEdge {
        /// Where.
        at: Cell,
    },
    /// A pawn where no pawn of its side can ever come: behind its row.
    PawnBehind {
        /// Where.
        at: Cell,
    },
    /// The side that is not to move stands in check.
    OpponentInCheck {
        /// Its king.
        king: Cell,
        /// An attacker.
        by: Cell,
        /// What it is.
        attacker: Role,
    },
    /// An en passant cell without the pawn that made a double step; it is taken away.
    EnPassant {
        /// The cell.
        at: Cell,
    },
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
        Self { pieces: [None; 91], turn: Side::First, en_passant: None, quiet: 0, number: 1 }
    }

    /// The usual start position.
    pub fn usual() -> Self {
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
        let other = position.turn.other();
        let king = position.king(other);
        if let Some(by) = squares(position.attackers(king, position.turn, position.occupied())).next() {
            let attacker = position.role(by).unwrap_or(Role::King);
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

    fn count(&self, side: Side, role: Role) -> u32 {
        self.pieces.iter().filter(|piece| **piece == Some((side, role))).count() as u32
    }

    /// Pieces beyond those of the start position; each side starts with one bishop of each colour.
    fn promoted(&self, side: Side) -> u32 {
        let bishops = |colour| {
            let on = |(index, piece): &(usize, &Option<(Side, Role)>)| {
                **piece == Some((side, Role::Bishop)) && Cell::new(*index as u8).colour() == colour
            };
            self.pieces.iter().enumerate().filter(on).count() as u32
        };
        let usual = [(Role::Knight, 2), (Role::Rook, 2), (Role::Queen, 1)];
        let others: u32 = usual.iter().map(|(role, n)| self.count(side, *role).saturating_sub(*n)).sum();
        let colours = [Colour::White, Colour::Grey, Colour::Black];
        others + colours.iter().map(|colour| bishops(*colour).saturating_sub(1)).sum::<u32>()
    }

    fn piece_faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        for side in [Side::First, Side::Second] {
            let kings = self.count(side, Role::King);
            if kings != 1 {
                faults.push(SetupFault::Kings { side, count: kings });
            }
            let pawns = self.count(side, Role::Pawn);
            let promoted = self.promoted(side);
            if pawns > 9 {
                faults.push(SetupFault::TooMany { side, what: format!("{pawns} pawns") });
            } else if promoted + pawns > 9 {
                let total = Role::ALL.iter().map(|role| self.count(side, *role)).sum::<u32>();
                let what = if total > 18 {
                    format!("{total} pieces")
                } else {
                    format!("{pawns} pawns and {promoted} promoted pieces")
                };
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
        let mut position = Position::empty();
        let mut faults = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            if let Some((side, role)) = piece {
                position.put_piece(*side, *role, Cell::new(index as u8));
            }
        }
        if self.turn == Side::Second {
            position.hand_over();
        }
        position.number = self.number;
        position.quiet = self.quiet;
        position.look_for_checks();
        if let Some(at) = self.en_passant {
            if !position.claim_en_passant(at) {
                faults.push(SetupFault::EnPassant { at });
            }
        }
        (position, faults)
    }
}
