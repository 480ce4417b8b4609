//! Piece letters of the languages, and figurines.

use crate::rules::chess::Role;

/// A set of piece letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letters {
    /// ISO 639-1 code, or `figurine`.
    pub code: &'static str,
    /// The language's English name.
    pub name: &'static str,
    /// Texts of pawn, knight, bishop, rook, queen, king; an alternative after `|`.
    texts: [&'static str; 6],
}

/// All sets, in the order in which they are tried.
pub static LANGUAGES: [Letters; 14] = [
    Letters { code: "en", name: "English", texts: ["P", "N", "B", "R", "Q", "K"] },
    Letters { code: "de", name: "German", texts: ["B", "S", "L", "T", "D", "K"] },
    Letters { code: "cs", name: "Czech", texts: ["P", "J", "S", "V", "D", "K"] },
    Letters { code: "sk", name: "Slovak", texts: ["P", "J", "S", "V", "D", "K"] },
    Letters { code: "fr", name: "French", texts: ["P", "C", "F", "T", "D", "R"] },
    Letters { code: "es", name: "Spanish", texts: ["P", "C", "A", "T", "D", "R"] },
    Letters { code: "it", name: "Italian", texts: ["P", "C", "A", "T", "D", "R"] },
    Letters { code: "pl", name: "Polish", texts: ["P", "S", "G", "W", "H", "K"] },
    Letters { code: "hu", name: "Hungarian", texts: ["G", "H", "F", "B", "V", "K"] },
    Letters { code: "nl", name: "Dutch", texts: ["O", "P", "L", "T", "D", "K"] },
    Letters { code: "pt", name: "Portuguese", texts: ["P", "C", "B", "T", "D", "R"] },
    Letters { code: "sv", name: "Swedish", texts: ["B", "S", "L", "T", "D", "K"] },
    Letters { code: "ru", name: "Russian", texts: ["П|п", "К", "С", "Л", "Ф", "Кр"] },
    Letters {
        code: "figurine", name: "figurine", texts: ["♙|♟", "♘|♞", "♗|♝", "♖|♜", "♕|♛", "♔|♚"]
    },
];

impl Letters {
    /// English, the letters of the PGN standard.
    pub const ENGLISH: &'static Self = &LANGUAGES[0];

    /// Czech.
    pub const CZECH: &'static Self = &LANGUAGES[2];

    /// The set of a code.
    pub fn find(code: &str) -> Option<&'static Self> {
        LANGUAGES.iter().find(|set| set.code.eq_ignore_ascii_case(code))
    }

    /// Whether these are the letters of the PGN standard.
    pub fn is_english(&self) -> bool {
        self.code == "en"
    }

    /// Whether no letter is longer than a byte.
    pub fn is_ascii(&self) -> bool {
        self.texts.iter().all(|text| text.is_ascii())
    }

    /// The kind whose letter `text` begins with, and the letter's length in bytes.
    /// The longest letter wins (`Кр` before `К`). English is tried first by the caller.
    pub fn read(&self, text: &[u8]) -> Option<(Role, usize)> {
        let mut best = None;
        for (role, texts) in Role::ALL.into_iter().zip(self.texts) {
            for letter in texts.split('|') {
                let longer = best.is_none_or(|(_, len)| letter.len() > len);
                if longer && text.starts_with(letter.as_bytes()) {
                    best = Some((role, letter.len()));
                }
            }
        }
        best
    }

    /// The letter of a kind.
    pub fn letter(&self, role: Role) -> &'static str {
        self.texts[role.index()].split('|').next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_letter_wins() {
        let ru = Letters::find("ru").expect("known");
        assert_eq!(ru.read("Крe2".as_bytes()).map(|(role, _)| role), Some(Role::King));
        assert_eq!(ru.read("Кf3".as_bytes()).map(|(role, _)| role), Some(Role::Knight));
        assert_eq!(Letters::find("figurine").and_then(|set| set.read("♞c6".as_bytes())), Some((Role::Knight, 3)));
    }
}
