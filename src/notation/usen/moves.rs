//! Moves of USEN: numbers of three digits in base 36.

use super::grammar::usen_move;
use crate::Expected;
use crate::text::whole_or;
use partie_rules::shogi::{Move, Origin, Pattern, PieceType, Square};

/// Squares of the board; larger numbers are pieces in hand.
const SQUARES: usize = 81;
/// The numbers of pieces in hand, counted from `SQUARES`.
const HAND: [(usize, PieceType); 7] = [
    (9, PieceType::Gold),
    (10, PieceType::Pawn),
    (11, PieceType::Lance),
    (12, PieceType::Knight),
    (13, PieceType::Silver),
    (14, PieceType::Bishop),
    (15, PieceType::Rook),
];

/// Reads a move. A board move has no piece type, but includes promotion; a drop has a piece type.
///
/// # Errors
/// The expected token at the place where the text stops being a move.
pub fn read_move(token: &[u8]) -> Result<Pattern, Expected<'_>> {
    let number = whole_or(token, "the end of the move", usen_move)? as usize;
    let (from, to, promotes) = (number / (2 * SQUARES), number / 2 % SQUARES, number % 2 == 1);
    let to = square(to).ok_or(Expected { at: token, what: "the target square" })?;
    let (origin, kind, promotes) = match square(from) {
        Some(from) => (Origin::Square(from), None, Some(promotes)),
        None => {
            let kind = HAND.iter().find(|(number, _)| from == SQUARES + number).map(|(_, kind)| *kind);
            let kind = kind.ok_or(Expected { at: token, what: "a square or a piece that can be in hand" })?;
            (Origin::Hand, Some(kind), None)
        }
    };
    Ok(Pattern { to, origin, kind, after: None, promotes, flank: None, motion: None })
}

pub fn text(mv: Move) -> String {
    let hand = || HAND.iter().find(|(_, kind)| *kind == mv.kind()).map_or(0, |(number, _)| SQUARES + number);
    let from = mv.from().map_or_else(hand, number_of);
    let number = (from * SQUARES + number_of(mv.to())) * 2 + usize::from(mv.promotes());
    let digit = |value: usize| char::from_digit((value % 36) as u32, 36).unwrap_or('0');
    [digit(number / (36 * 36)), digit(number / 36), digit(number)].into_iter().collect()
}

/// Squares are numbered rank by rank, from file 1.
fn square(number: usize) -> Option<Square> {
    (number < SQUARES).then(|| Square::at((number % 9 + 1) as u8, (number / 9 + 1) as u8)).flatten()
}

const fn number_of(square: Square) -> usize {
    (square.rank() as usize - 1) * 9 + square.file() as usize - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_read_as_it_is_written() {
        let at = |file, rank| Square::at(file, rank).unwrap();
        let read = |text: &'static str| read_move(text.as_bytes());
        let (seven_seven, seven_six) = (at(7, 7), at(7, 6));
        let pattern = read("7ku").unwrap();
        assert_eq!(
            (pattern.origin, pattern.to, pattern.promotes),
            (Origin::Square(seven_seven), seven_six, Some(false))
        );
        let pattern = read("8rl").unwrap();
        assert_eq!((pattern.origin, pattern.to, pattern.promotes), (Origin::Square(at(8, 8)), at(2, 2), Some(true)));
        let pattern = read("bxo").unwrap();
        assert_eq!((pattern.origin, pattern.kind, pattern.to), (Origin::Hand, Some(PieceType::Bishop), at(4, 5)));
        assert_eq!(read("zzz").unwrap_err().what, "a square or a piece that can be in hand");
        assert_eq!(read("7k").unwrap_err().what, read("").unwrap_err().what);
        assert!(read("7kuu").is_err() && read("7KU").is_err());
    }
}
