//! Formats the remaining pieces in the notation of endgames: `KRPPvKR`.

use partie_rules::{Side, chess, hex, shogi};

/// Piece types in the order of the notation.
const ROLES: [chess::Role; 6] = [
    chess::Role::King,
    chess::Role::Queen,
    chess::Role::Rook,
    chess::Role::Bishop,
    chess::Role::Knight,
    chess::Role::Pawn,
];

/// Collects letters in a fixed-size block, and appends them to a text.
struct Letters<'t> {
    to: &'t mut String,
    block: [u8; 64],
    length: usize,
}

impl<'t> Letters<'t> {
    const fn new(to: &'t mut String) -> Self {
        Self { to, block: [0; 64], length: 0 }
    }

    /// Adds a letter `count` times.
    #[inline(always)]
    fn add(&mut self, letter: char, count: u32) {
        let count = count as usize;
        match self.block.get_mut(self.length..).and_then(|rest| rest.first_chunk_mut::<8>()) {
            // Always writes eight letters, because a fixed size is fast; the next call overwrites the excess letters.
            Some(place) if count <= 8 => {
                *place = [letter as u8; 8];
                self.length += count;
            }
            _ => {
                self.done();
                self.to.extend(std::iter::repeat_n(letter, count));
            }
        }
    }

    /// Appends the block to the text and empties it.
    fn done(&mut self) {
        self.to.push_str(self.block.get(..self.length).and_then(|text| str::from_utf8(text).ok()).unwrap_or_default());
        self.length = 0;
    }
}

#[inline(always)]
fn push(text: &mut String, mut count: impl FnMut(Side, chess::Role) -> u32) {
    let mut letters = Letters::new(text);
    for side in [Side::First, Side::Second] {
        if side == Side::Second {
            letters.add('v', 1);
        }
        for role in ROLES {
            letters.add(role.letter(), count(side, role));
        }
    }
    letters.done();
}

pub(crate) fn chess(text: &mut String, position: &chess::Position) {
    push(text, |side, role| position.pieces(side, role).count_ones());
}

pub(crate) fn hex(text: &mut String, position: &hex::Position) {
    push(text, |side, role| position.pieces(side, role).count_ones());
}

/// Pieces on the board and in hand; promoted pieces count as their unpromoted type.
pub(crate) fn shogi(text: &mut String, position: &shogi::Position) {
    use shogi::PieceType::{Bishop, Gold, King, Knight, Lance, Pawn, Rook, Silver};
    const KINDS: [(shogi::PieceType, char); 8] =
        [(King, 'K'), (Rook, 'R'), (Bishop, 'B'), (Gold, 'G'), (Silver, 'S'), (Knight, 'N'), (Lance, 'L'), (Pawn, 'P')];
    let mut letters = Letters::new(text);
    for side in [Side::First, Side::Second] {
        if side == Side::Second {
            letters.add('v', 1);
        }
        for (kind, letter) in KINDS {
            let promoted = kind.promoted().map_or(0, |promoted| position.pieces(side, promoted).count_ones());
            letters.add(
                letter,
                position.pieces(side, kind).count_ones() + promoted + u32::from(position.hand(side, kind)),
            );
        }
    }
    letters.done();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_pieces_has_its_letters() {
        for counts in [[1, 0, 2, 3], [8, 9, 1, 64], [0, 0, 0, 0], [99, 1, 7, 255], [8, 8, 8, 8]] {
            let (mut text, mut expected) = (String::from("x"), String::from("x"));
            let mut letters = Letters::new(&mut text);
            for (letter, count) in ['K', 'v', 'P', 'Q'].into_iter().zip(counts) {
                letters.add(letter, count);
                expected.extend(std::iter::repeat_n(letter, count as usize));
            }
            letters.done();
            assert_eq!(text, expected);
        }
    }
}
