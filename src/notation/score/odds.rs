//! The pieces that a heading removes from the board: `Remove White's Q. R.`, `Remove Black's K. B. P.`

use partie_rules::Side;
use partie_rules::chess::{Bitboard, Role, Square};

/// The meaning of a word in a heading about odds.
#[derive(Clone, Copy)]
enum Word {
    Of(Side),
    Piece(Role),
}

const WORDS: [(&str, Word); 18] = [
    ("white", Word::Of(Side::First)),
    ("whites", Word::Of(Side::First)),
    ("black", Word::Of(Side::Second)),
    ("blacks", Word::Of(Side::Second)),
    ("king", Word::Piece(Role::King)),
    ("kings", Word::Piece(Role::King)),
    ("k", Word::Piece(Role::King)),
    ("queen", Word::Piece(Role::Queen)),
    ("queens", Word::Piece(Role::Queen)),
    ("q", Word::Piece(Role::Queen)),
    ("rook", Word::Piece(Role::Rook)),
    ("rooks", Word::Piece(Role::Rook)),
    ("r", Word::Piece(Role::Rook)),
    ("knight", Word::Piece(Role::Knight)),
    ("kt", Word::Piece(Role::Knight)),
    ("bishop", Word::Piece(Role::Bishop)),
    ("b", Word::Piece(Role::Bishop)),
    ("n", Word::Piece(Role::Knight)),
];

/// The squares of the named pieces in the initial position; `None` if no side or no piece is named.
pub fn odds(text: &[u8]) -> Option<Bitboard> {
    let text = String::from_utf8_lossy(text);
    let (mut all, mut giver) = (0, None);
    let mut name: Vec<Role> = Vec::new();
    let mut take = |name: &mut Vec<Role>, side: Option<Side>| {
        if let Some(at) = side.and_then(|side| square(name, side)) {
            all |= at.bit();
        }
        name.clear();
    };
    for part in text.split(|c: char| c.is_whitespace() || matches!(c, '.' | ',' | '(' | ')')) {
        let folded: String = part.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect();
        match odds_word(&folded) {
            Some(Word::Of(side)) => {
                take(&mut name, giver);
                giver = Some(side);
            }
            Some(Word::Piece(role)) => name.push(role),
            None if folded == "and" => take(&mut name, giver),
            None => {}
        }
    }
    take(&mut name, giver);
    (all != 0).then_some(all)
}

fn odds_word(word: &str) -> Option<Word> {
    let found = |word: &str| match word {
        "p" | "pawn" => Some(Word::Piece(Role::Pawn)),
        _ => WORDS.iter().find(|(name, _)| *name == word).map(|(_, word)| *word),
    };
    // The genitive of a piece before its pawn: Bishop's, B's.
    found(word).or_else(|| found(word.strip_suffix('s')?))
}

/// The initial square of a named piece. A rook, knight or bishop is the queen's, unless the name says the king's.
fn square(name: &[Role], side: Side) -> Option<Square> {
    let (pawn, name) = match name {
        [name @ .., Role::Pawn] => (true, name),
        name => (false, name),
    };
    let file = match name {
        [Role::King] => 4,
        [Role::Queen] => 3,
        [rest @ .., piece] => {
            let from_edge = match piece {
                Role::Rook => 0,
                Role::Knight => 1,
                Role::Bishop => 2,
                _ => return None,
            };
            match rest {
                [Role::King] => 7 - from_edge,
                [Role::Queen] | [] => from_edge,
                _ => return None,
            }
        }
        [] => return None,
    };
    if !pawn && file == 4 {
        return None;
    }
    let rank = match (side, pawn) {
        (Side::First, false) => 0,
        (Side::First, true) => 1,
        (Side::Second, true) => 6,
        (Side::Second, false) => 7,
    };
    Some(Square::at(file, rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_as_headings_name_them() {
        let at = |file, rank| Square::at(file, rank).bit();
        for (text, wanted) in [
            ("Remove White Queen's Knight.", Some(at(1, 0))),
            ("(Remove White's Q. R.)", Some(at(0, 0))),
            ("Remove Black's K. B. P.", Some(at(5, 6))),
            ("Remove Black's King's Bishop's Pawn", Some(at(5, 6))),
            ("Remove White's Q. R. and Q. Kt.", Some(at(0, 0) | at(1, 0))),
            ("Remove the Queen", None),
            ("Remove White's King", None),
        ] {
            assert_eq!(odds(text.as_bytes()), wanted, "{text}");
        }
    }
}
