//! Checks of a setup that only hexagonal chess needs.

use super::cell::{Cell, Colour};
use super::pawns;
use super::position::Hex;
use crate::Side;
use crate::orthodox::{self, Piece, Role, SetupBoard, count, squares};

/// Pieces, side to move, and the rest of a FEN, unchecked.
pub type Setup = orthodox::Setup<Hex>;
/// A reason why a setup is impossible.
pub type SetupFault = orthodox::SetupFault<Cell>;

/// The pieces of the start position except the pawns: kind, cells of White, cells of Black. Black mirrors White on
/// the same files.
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
}

impl SetupBoard for Hex {
    type Pieces = [Piece; 91];

    const NO_PIECES: [Piece; 91] = [None; 91];
    const PAWNS: u32 = 9;

    /// Each side starts with one bishop of each color.
    fn promoted(pieces: &[Piece; 91], side: Side) -> u32 {
        let bishops = |colour| {
            let on = |(index, piece): &(usize, &Piece)| {
                **piece == Some((side, Role::Bishop)) && Cell::new(*index as u8).colour() == colour
            };
            pieces.iter().enumerate().filter(on).count() as u32
        };
        let initial = [(Role::Knight, 2), (Role::Rook, 2), (Role::Queen, 1)];
        let others: u32 = initial.iter().map(|(role, n)| count(pieces, side, *role).saturating_sub(*n)).sum();
        let colours = [Colour::White, Colour::Grey, Colour::Black];
        others + colours.iter().map(|colour| bishops(*colour).saturating_sub(1)).sum::<u32>()
    }

    fn pawn_fault(side: Side, at: Cell) -> Option<SetupFault> {
        if at.bit() & pawns::LAST[side.index()] != 0 {
            return Some(SetupFault::PawnAtEnd { at });
        }
        (at.bit() & pawns::REACHED[side.index()] == 0).then_some(SetupFault::PawnBehind { at })
    }
}
