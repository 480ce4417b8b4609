//! Identifies the language of the piece letters in long algebraic moves: Czech, German, Dutch, Hungarian, Polish,
//! Russian or Spanish. Both squares are written, so each letter can be checked against the geometry of the move.

use crate::apart;
use crate::letters::Letters;
use partie_rules::chess::Role;
use std::borrow::Cow;

/// Candidate languages; of several that fit the same number of moves, the first one wins.
const KNOWN: [&str; 7] = ["cs", "de", "nl", "hu", "pl", "ru", "es"];
/// Maximum number of moves that are examined.
const MAX_MOVES: usize = 120;

/// The letters that fit most moves, and at least two thirds of them; Czech if no set does.
pub(crate) fn of_moves<'a>(moves: impl Iterator<Item = &'a [u8]>) -> &'static Letters {
    let moves = moves.take(MAX_MOVES).map(|text| apart::joined(text).map_or(Cow::Borrowed(text), Cow::Owned));
    let moves: Vec<Lettered> = moves.filter_map(|text| Lettered::of(&text)).collect();
    let fits = |letters: &&'static Letters| moves.iter().filter(|mv| mv.fits(letters)).count();
    let known = KNOWN.iter().rev().filter_map(|code| Letters::find(code));
    // `max_by_key` returns the last of several maxima.
    let best = known.max_by_key(fits).filter(|best| 3 * fits(best) >= 2 * moves.len());
    best.unwrap_or(Letters::CZECH)
}

/// The letter of a move and the distance between its squares.
struct Lettered {
    letter: Vec<u8>,
    files: u8,
    ranks: u8,
}

impl Lettered {
    /// `None` for a move without a letter.
    fn of(text: &[u8]) -> Option<Self> {
        let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
        let mut squares = text.windows(2).enumerate().filter(|(_, pair)| is_square(pair));
        let ((from, one), (_, other)) = (squares.next()?, squares.next()?);
        let letter = text[..from].trim_ascii().to_vec();
        (!letter.is_empty()).then(|| Self {
            letter,
            files: one[0].abs_diff(other[0]),
            ranks: one[1].abs_diff(other[1]),
        })
    }

    fn fits(&self, letters: &Letters) -> bool {
        let Some((role, length)) = letters.read_role(&self.letter) else { return false };
        let (files, ranks) = (self.files, self.ranks);
        let straight = files == 0 || ranks == 0;
        length == self.letter.len()
            && match role {
                Role::Pawn => files < 2 && ranks < 3,
                Role::Knight => files * ranks == 2,
                Role::Bishop => files == ranks,
                Role::Rook => straight,
                Role::Queen => straight || files == ranks,
                Role::King => files < 2 && ranks < 2,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_known_by_the_ways_of_their_pieces() {
        let code = |moves: &[&str]| of_moves(moves.iter().map(|mv| mv.as_bytes())).code;
        assert_eq!(code(&["e2e4", "Jg1f3", "Sf1c4", "Va1b1"]), "cs");
        assert_eq!(code(&["e2-e4", "Sg1-f3", "Lf1-c4", "Ta1-b1"]), "de");
        assert_eq!(code(&["e2-e4", "Pg1-f3", "Lf1-c4", "Ta1-b1"]), "nl");
        assert_eq!(code(&["e2-e4", "Hg1-f3", "Ff1-c4", "Vd1-e2"]), "hu");
        assert_eq!(code(&["e2-e4", "Sg1—f3", "Gf1—c4", "Hd1—e2"]), "pl");
        assert_eq!(code(&["e 2 e 4", "C g 1 f 3", "A f 1 c 4", "R e 1 e 2"]), "es");
        assert_eq!(code(&["e2-e4", "Кg1—f3", "Сf1—c4", "Крe1—e2"]), "ru");
        assert_eq!(code(&["e2-e4", "e7-e5"]), "cs");
    }
}
