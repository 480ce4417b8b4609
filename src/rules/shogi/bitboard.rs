//! Sets of squares, one bit for each square.

use super::{Bitboard, Square};

/// The squares of a set, lowest index first.
#[inline]
pub fn squares(mut set: Bitboard) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = Square::from_index(set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(square)
    })
}

/// The squares of the ranks `first` to `last`.
pub(super) const fn ranks(first: u8, last: u8) -> Bitboard {
    let mut set = 0;
    let mut index = 0;
    while index < 81 {
        let rank = (index % 9) as u8 + 1;
        if rank >= first && rank <= last {
            set |= 1 << index;
        }
        index += 1;
    }
    set
}
