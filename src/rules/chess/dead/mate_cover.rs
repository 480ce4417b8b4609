//! Tests whether the pieces can ever form a mate, within their reach.
//!
//! A mate requires the king on some square, the other king not next to it, and a checking piece. Each adjacent square
//! is attacked or occupied by a piece of the mated side.
//! Each piece fulfills needs from one square only. All other constraints are ignored, so [`never`] is false for some
//! dead positions, but true only with a proof.

use super::reach::{Piece, Reach};
use super::sides::MatingSides;
use crate::Side;
use crate::chess::position::Position;
use crate::chess::square::{Bitboard, Square};
use crate::orthodox::{BoardSquare, Role, reach as seen, squares};

/// Bit of the mated king's own square in a set of needs; the lower bits are the adjacent squares.
const CHECK: u16 = 1 << 8;

/// True if the material or the reach of the pieces rules out a mate by every `asked` side.
pub(super) fn never(position: &Position, asked: MatingSides) -> bool {
    let asked = asked.with_material(position);
    if asked.nobody() {
        return true;
    }
    let Some(reach) = Reach::of(position, asked) else { return false };
    asked.sides().all(|side| !may_mate(&reach, side))
}

/// True if `side` may mate with pieces inside these reaches.
fn may_mate(reach: &Reach, side: Side) -> bool {
    let prey = reach.king(side.other());
    let own_king = reach.king(side);
    let attacked = attacked_by_any(reach, side);
    let mut blocked = 0;
    for piece in reach.pieces().iter().filter(|piece| piece.side != side && piece.role != Role::King) {
        blocked |= piece.anywhere();
    }
    for at in squares(prey & attacked) {
        let around = at.pseudo(Role::King);
        let open = around & !(attacked | blocked);
        let places = own_king & !around & !at.bit();
        // A quick test first: the mating king must cover every square that no other piece attacks or blocks.
        if squares(places).any(|from| open & !from.pseudo(Role::King) == 0) && covered(reach, side, at, places) {
            return true;
        }
    }
    false
}

/// All squares that any piece of the side, except its king, may ever attack.
fn attacked_by_any(reach: &Reach, side: Side) -> Bitboard {
    let walls = reach.fixed;
    let mut all = 0;
    for piece in reach.pieces().iter().filter(|piece| piece.side == side && piece.role != Role::King) {
        for from in squares(piece.squares) {
            all |= attacks(piece, piece.role, from, walls);
        }
        for from in squares(piece.promoted) {
            all |= attacks(piece, Role::Queen, from, walls) | from.pseudo(Role::Knight);
        }
    }
    all
}

/// Squares that a piece attacks when only the fixed pieces block it.
fn attacks(piece: &Piece, role: Role, from: Square, walls: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => from.pawn_attacks(piece.side),
        _ => seen(role, from, walls),
    }
}

/// True if the pieces together can meet all needs of a mate of the king on `at`.
fn covered(reach: &Reach, side: Side, at: Square, places: Bitboard) -> bool {
    let around: Vec<Square> = squares(at.pseudo(Role::King)).collect();
    let needs = |set: Bitboard| {
        let mut bits = if set & at.bit() != 0 { CHECK } else { 0 };
        for (index, square) in around.iter().enumerate() {
            if set & square.bit() != 0 {
                bits |= 1 << index;
            }
        }
        bits
    };
    let all = needs(at.pseudo(Role::King) | at.bit());
    let walls = reach.fixed & !at.bit();
    let mut sums = Sums::new();
    for piece in reach.pieces().iter().filter(|piece| piece.role != Role::King) {
        let mut parts = Sums::new();
        if piece.side == side {
            for from in squares(piece.squares & !at.bit()) {
                parts.add(needs(attacks(piece, piece.role, from, walls)));
            }
            for from in squares(piece.promoted & !at.bit()) {
                parts.add(needs(attacks(piece, Role::Queen, from, walls)));
                parts.add(needs(from.pseudo(Role::Knight)));
            }
        } else {
            for square in squares(piece.anywhere() & at.pseudo(Role::King)) {
                parts.add(needs(square.bit()));
            }
        }
        sums.combine(&parts);
    }
    squares(places).any(|from| {
        let by_king = needs(from.pseudo(Role::King)) & !CHECK;
        sums.sets().any(|set| set | by_king == all)
    })
}

/// A set of sets of needs, one bit for each of the 512 possible sets.
struct Sums([u64; 8]);

impl Sums {
    const fn new() -> Self {
        Self([1, 0, 0, 0, 0, 0, 0, 0])
    }

    fn add(&mut self, set: u16) {
        self.0[usize::from(set >> 6) & 7] |= 1 << (set & 63);
    }

    fn sets(&self) -> impl Iterator<Item = u16> {
        self.0.iter().zip(0u16..).flat_map(|(word, index)| squares(*word).map(move |at| index << 6 | at.index() as u16))
    }

    fn combine(&mut self, parts: &Self) {
        let before = Self(self.0);
        for part in parts.sets().filter(|part| *part != 0) {
            for set in before.sets() {
                self.add(set | part);
            }
        }
    }
}
