//! The pieces that the stronger player gives, as named by a record or by `--odds`.

use partie_notation::score;
use partie_rules::Side;
use partie_rules::chess::{Bitboard, Position, Role, Square};

/// Squares of the pieces given, in the initial position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares(Bitboard);

impl Squares {
    /// Reads squares, `a1,f7`, or words, `White's Q. R.`
    pub fn parse(text: &[u8]) -> Option<Self> {
        Self::named(text).or_else(|| score::odds(text).map(Self))
    }

    /// Reads squares separated by commas or blanks. `None` if one is invalid, is empty at the start, or has a king.
    fn named(text: &[u8]) -> Option<Self> {
        let mut squares = 0;
        let words = text.split(|byte| matches!(byte, b',' | b' ' | b';')).filter(|word| !word.is_empty());
        for word in words {
            let [file @ b'a'..=b'h', rank @ (b'1' | b'2' | b'7' | b'8')] = word else { return None };
            if matches!(word, b"e1" | b"e8") {
                return None;
            }
            squares |= Square::at(file - b'a', rank - b'1').bit();
        }
        (squares != 0).then_some(Self(squares))
    }

    pub const fn bits(self) -> Bitboard {
        self.0
    }

    /// Returns the side that gives more; `None` if both give the same.
    pub fn giver(self, initial: &Position) -> Option<Side> {
        let worth = |side: Side| -> u32 {
            Role::ALL.iter().map(|role| (initial.pieces(side, *role) & self.0).count_ones() * pawns(*role)).sum()
        };
        match worth(Side::First).cmp(&worth(Side::Second)) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// The worth of a piece in pawns, to compare both sides.
const fn pawns(role: Role) -> u32 {
    match role {
        Role::Pawn | Role::King => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use partie_rules::Rules as _;

    #[test]
    fn squares_of_men() {
        let initial = Position::start();
        let giver = |text: &str| Squares::parse(text.as_bytes()).map(|odds| odds.giver(&initial));
        assert_eq!(giver("a1"), Some(Some(Side::First)));
        assert_eq!(giver("f7"), Some(Some(Side::Second)));
        assert_eq!(giver("a1, f7"), Some(Some(Side::First)));
        assert_eq!(giver("f2 f7"), Some(None));
        for wrong in ["", "e1", "e4", "a9", "queen", "a1,x"] {
            assert_eq!(giver(wrong), None, "{wrong}");
        }
    }
}
