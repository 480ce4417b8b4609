//! Piece letters of the languages, and figurines.

use std::sync::OnceLock;

use partie_record::span::Span;
use partie_rules::chess::Role;

/// A set of piece letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letters {
    /// ISO 639-1 code, or `figurine`.
    pub code: &'static str,
    pub name: &'static str,
    /// Letters of pawn, knight, bishop, rook, queen, king; `|` separates alternatives.
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

    pub const CZECH: &'static Self = &LANGUAGES[2];

    /// The set with this code, in any case.
    pub fn find(code: &str) -> Option<&'static Self> {
        LANGUAGES.iter().find(|set| set.code.eq_ignore_ascii_case(code))
    }

    pub fn is_english(&self) -> bool {
        self.code == "en"
    }

    pub fn is_ascii(&self) -> bool {
        self.texts.iter().all(|text| text.is_ascii())
    }

    /// The piece whose letter begins `text`, and the length of the letter in bytes. The longest letter wins (`Кр`
    /// before `К`). Callers try English first.
    pub fn read_role(&self, text: &[u8]) -> Option<(Role, usize)> {
        let first = *text.first()?;
        let mut best = None;
        for (role, texts) in Role::ALL.into_iter().zip(self.texts) {
            // Most letters are one byte; longer ones never begin with an ASCII byte.
            if let [letter] = texts.as_bytes() {
                if *letter == first && best.is_none() {
                    best = Some((role, 1));
                }
                continue;
            }
            if first.is_ascii() {
                continue;
            }
            for letter in texts.split('|') {
                let longer = best.is_none_or(|(_, len)| letter.len() > len);
                if longer && text.starts_with(letter.as_bytes()) {
                    best = Some((role, letter.len()));
                }
            }
        }
        best
    }

    /// Lookup table of the letters of all pieces except the pawn.
    pub fn officers(&self) -> &'static Officers {
        static ALL: [OnceLock<Officers>; LANGUAGES.len()] = [const { OnceLock::new() }; LANGUAGES.len()];
        let language = LANGUAGES.iter().position(|set| set.code == self.code).unwrap_or_default();
        ALL[language].get_or_init(|| Officers::of(&LANGUAGES[language]))
    }

    /// True if both sets have the same letter for every piece.
    pub fn agrees_with(&self, other: &Self) -> bool {
        self.texts == other.texts
    }

    /// First bytes of all letters in the set.
    pub fn first_bytes(&self) -> impl Iterator<Item = u8> {
        self.texts.into_iter().flat_map(|text| text.split('|')).filter_map(|letter| letter.bytes().next())
    }

    /// The letter to write for a piece.
    pub fn letter(&self, role: Role) -> &'static str {
        self.texts[role.index()].split('|').next().unwrap_or_default()
    }
}

/// The piece letters of a language except the pawn's, with the English letter of each.
#[derive(Debug)]
pub struct Officers {
    /// English letter by ASCII letter; zero for any other byte.
    ascii: [u8; 128],
    /// Letters of several bytes, longest first.
    longer: Vec<Officer>,
}

/// A letter packed into the low bytes of a `u64`.
#[derive(Debug)]
struct Officer {
    text: u64,
    mask: u64,
    length: u8,
    english: u8,
}

impl Officers {
    fn of(letters: &Letters) -> Self {
        let mut officers = Self { ascii: [0; 128], longer: Vec::new() };
        for (role, texts) in Role::ALL.into_iter().zip(letters.texts).skip(1) {
            let english = Letters::ENGLISH.letter(role).bytes().next().unwrap_or_default();
            for letter in texts.split('|').filter(|letter| letter.len() <= 4) {
                if let [one] = letter.as_bytes()
                    && let Some(place) = officers.ascii.get_mut(usize::from(*one))
                {
                    *place = english;
                    continue;
                }
                let mut bytes = [0; 8];
                bytes[..letter.len()].copy_from_slice(letter.as_bytes());
                let mask = u64::MAX >> (64 - 8 * letter.len());
                let length = letter.len() as u8;
                officers.longer.push(Officer { text: u64::from_le_bytes(bytes), mask, length, english });
            }
        }
        officers.longer.sort_by_key(|officer| std::cmp::Reverse(officer.length));
        officers
    }

    /// Replaces the piece letter that begins a token of at most eight bytes by the English one. Returns the text and
    /// its length; the bytes after that length are arbitrary. `None` if no piece letter begins the token.
    #[inline]
    pub fn in_english(&self, bytes: &[u8], token: Span) -> Option<([u8; 8], usize)> {
        let text = token.of(bytes);
        let eight = bytes.get(token.from as usize..).and_then(<[u8]>::first_chunk).copied();
        let word = u64::from_le_bytes(eight.or_else(|| padded(text)).filter(|_| text.len() <= 8)?);
        let (english, length) = match self.ascii.get(usize::from(word as u8)) {
            Some(english) => (*english, 1),
            None => {
                let officer = self.longer.iter().find(|officer| word & officer.mask == officer.text)?;
                (officer.english, usize::from(officer.length))
            }
        };
        let rest = text.len().checked_sub(length).filter(|_| english != 0)?;
        Some(((word >> (8 * length) << 8 | u64::from(english)).to_le_bytes(), rest + 1))
    }
}

/// Pads fewer than eight bytes with zeros at the end.
#[cold]
fn padded(text: &[u8]) -> Option<[u8; 8]> {
    let mut padded = [0; 8];
    padded.get_mut(..text.len())?.copy_from_slice(text);
    Some(padded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_letters_are_not_of_ascii() {
        for text in LANGUAGES.iter().flat_map(|set| set.texts).filter(|text| text.len() > 1) {
            assert!(text.split('|').all(|letter| !letter.as_bytes()[0].is_ascii()), "{text}");
        }
    }

    #[test]
    fn the_longest_letter_wins() {
        let ru = Letters::find("ru").expect("known");
        assert_eq!(ru.read_role("Крe2".as_bytes()).map(|(role, _)| role), Some(Role::King));
        assert_eq!(ru.read_role("Кf3".as_bytes()).map(|(role, _)| role), Some(Role::Knight));
        let english = |text: &str| {
            let (bytes, length) = ru.officers().in_english(text.as_bytes(), Span::new(0, text.len()))?;
            Some(bytes[..length].to_vec())
        };
        assert_eq!(english("Крxe2+"), Some(b"Kxe2+".to_vec()));
        assert_eq!(english("Кbd7"), Some(b"Nbd7".to_vec()));
        assert_eq!(english("пe4"), None);
        assert_eq!(Letters::find("figurine").and_then(|set| set.read_role("♞c6".as_bytes())), Some((Role::Knight, 3)));
    }
}
