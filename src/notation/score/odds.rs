//! The pieces that a heading takes off the board: `Remove White's Q. R.`, `Remove Black's K. B. P.`

use partie_rules::chess::{Bitboard, Square};

/// What a word of such a heading names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    White,
    Black,
    King,
    Queen,
    Rook,
    Knight,
    Bishop,
    Pawn,
}

const WORDS: [(&str, Word); 18] = [
    ("white", Word::White),
    ("whites", Word::White),
    ("black", Word::Black),
    ("blacks", Word::Black),
    ("king", Word::King),
    ("kings", Word::King),
    ("k", Word::King),
    ("queen", Word::Queen),
    ("queens", Word::Queen),
    ("q", Word::Queen),
    ("rook", Word::Rook),
    ("rooks", Word::Rook),
    ("r", Word::Rook),
    ("knight", Word::Knight),
    ("kt", Word::Knight),
    ("bishop", Word::Bishop),
    ("b", Word::Bishop),
    ("n", Word::Knight),
];

/// The squares of the initial position that hold the pieces named; nothing if no side and no piece is named.
pub fn odds(text: &[u8]) -> Option<Bitboard> {
    let text = String::from_utf8_lossy(text);
    let (mut all, mut white) = (0, None);
    let mut name: Vec<Word> = Vec::new();
    let mut take = |name: &mut Vec<Word>, white: Option<bool>| {
        if let Some(at) = white.and_then(|white| square(name, white)) {
            all |= at.bit();
        }
        name.clear();
    };
    for part in text.split(|c: char| c.is_whitespace() || matches!(c, '.' | ',' | '(' | ')')) {
        let folded: String = part.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect();
        match odds_word(&folded) {
            Some(side @ (Word::White | Word::Black)) => {
                take(&mut name, white);
                white = Some(side == Word::White);
            }
            Some(word) => name.push(word),
            None if folded == "and" => take(&mut name, white),
            None => {}
        }
    }
    take(&mut name, white);
    (all != 0).then_some(all)
}

fn odds_word(word: &str) -> Option<Word> {
    if matches!(word, "p" | "pawn") {
        return Some(Word::Pawn);
    }
    let found = |word: &str| WORDS.iter().find(|(name, _)| *name == word).map(|(_, word)| *word);
    // The genitive of a piece before its pawn: Bishop's, B's.
    found(word).or_else(|| found(word.strip_suffix('s')?))
}

/// The square of a piece by its name; a rook, knight or bishop without a side is that of the queen.
fn square(name: &[Word], white: bool) -> Option<Square> {
    let (pawn, name) = match name {
        [name @ .., Word::Pawn] => (true, name),
        name => (false, name),
    };
    let file = match name {
        [Word::King] => 4,
        [Word::Queen] => 3,
        [rest @ .., piece] => {
            let from_edge = match piece {
                Word::Rook => 0,
                Word::Knight => 1,
                Word::Bishop => 2,
                _ => return None,
            };
            match rest {
                [Word::King] => 7 - from_edge,
                [Word::Queen] | [] => from_edge,
                _ => return None,
            }
        }
        [] => return None,
    };
    if !pawn && file == 4 {
        return None;
    }
    let rank = match (white, pawn) {
        (true, false) => 0,
        (true, true) => 1,
        (false, true) => 6,
        (false, false) => 7,
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
