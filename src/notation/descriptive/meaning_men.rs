//! Which squares and which men a name means, seen from the mover's side.

use super::said::{Man, Place};
use crate::rules::chess::{Bitboard, Origins, Position, Role};
use crate::rules::{Game, Side, Wing};

/// How a piece is named after a wing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// After the wing on which it began.
    Origin,
    /// After the wing to which it stands farther than others of its kind.
    Standing,
    /// The name is passed over.
    Unheeded,
}

const FILE_A: Bitboard = 0x0101_0101_0101_0101;

/// Whole ranks for a byte of one bit a rank.
const RANKS: [Bitboard; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut rank = 0;
        while rank < 8 {
            if bits >> rank & 1 == 1 {
                table[bits] |= 0xff << (8 * rank);
            }
            rank += 1;
        }
        bits += 1;
    }
    table
};

/// The squares of a place, for the side that counts the ranks.
#[inline]
pub(super) fn squares_of(place: Place, side: Side) -> Bitboard {
    let ranks = RANKS[place.ranks as usize];
    let ranks = if side == Side::First { ranks } else { ranks.swap_bytes() };
    (Bitboard::from(place.files) * FILE_A) & ranks
}

/// A side's men that fit a name. The ranks of the name are counted by the side to move.
#[inline]
pub(super) fn men(man: &Man, owner: Side, position: &Position, origins: &Origins, naming: Naming) -> Bitboard {
    let mut all = 0;
    for role in Role::ALL {
        if man.roles.has(role) {
            let men = position.men(owner, role);
            all |= match (man.wing, naming) {
                (None, _) | (_, Naming::Unheeded) => men,
                (Some(wing), Naming::Origin) => men & origins.on(wing),
                (Some(wing), Naming::Standing) => standing(men, wing),
            };
        }
    }
    if man.at != Place::ANY {
        all &= squares_of(man.at, position.turn());
    }
    if man.doubled {
        all &= doubled(position.men(owner, Role::Pawn));
    }
    all
}

/// The man that stands farther to a wing than the others of its kind; two on one file if no
/// third stands farther; none where there is only one, which needs no such name.
#[inline]
pub(super) const fn standing(men: Bitboard, wing: Wing) -> Bitboard {
    if men == 0 || men.is_power_of_two() {
        return 0;
    }
    let files = spread(men);
    let file = match wing {
        Wing::King => 7 - (files as u8).leading_zeros(),
        Wing::Queen => (files as u8).trailing_zeros(),
    };
    let farthest = men & FILE_A << file;
    if farthest == men { 0 } else { farthest }
}

/// Files on which men stand, one bit each.
const fn spread(men: Bitboard) -> Bitboard {
    let folded = men | men >> 32;
    let folded = folded | folded >> 16;
    (folded | folded >> 8) & 0xff
}

/// Pawns that share their file with another of their side.
pub(super) const fn doubled(pawns: Bitboard) -> Bitboard {
    let mut all = 0;
    let mut file = 0;
    while file < 8 {
        let on = pawns & FILE_A << file;
        if on & on.wrapping_sub(1) != 0 {
            all |= on;
        }
        file += 1;
    }
    all
}
