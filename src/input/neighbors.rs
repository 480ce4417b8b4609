//! Decides between Windows-1250 and Windows-1252 by the neighbors of the bytes in which they differ.
//!
//! Such a byte is mostly a vowel in one page and a consonant in the other, or a letter and a sign. Wrongly read,
//! `Sørensen` is `Sřrensen`, whose first syllable has no vowel, and `Dvořák` is `Dvoøák`, with three vowels in a row.

/// Score of the words: positive for Windows-1250, negative for Windows-1252.
pub(super) fn central(words: &[&[u8]]) -> i32 {
    let of_word = |word: &&[u8]| -> i32 {
        (0..word.len()).filter(|at| !word[*at].is_ascii()).map(|at| Place::of(word, at).central()).sum()
    };
    words.iter().map(of_word).fold(0, i32::saturating_add)
}

/// A non-ASCII byte and its neighbors.
struct Place {
    byte: u8,
    /// Neighboring letters, ASCII in lower case.
    before: Option<u8>,
    after: Option<u8>,
    /// True if the word has a vowel before the preceding letter.
    syllable: bool,
}

/// True if the byte is a letter in at least one of the two code pages.
const fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic()
        || matches!(byte, 0x8a | 0x8c..=0x8f | 0x9a | 0x9c..=0x9f | 0xc0..) && !matches!(byte, 0xd7 | 0xf7)
}

/// True for ASCII vowels, and for bytes that are a vowel in both code pages.
const fn is_vowel(byte: u8) -> bool {
    matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
        || matches!(
            byte | 0x20,
            0xe1 | 0xe2 | 0xe4 | 0xe9 | 0xeb | 0xed | 0xee | 0xf3 | 0xf4 | 0xf6 | 0xfa | 0xfc | 0xfd
        ) && byte >= 0xc0
}

impl Place {
    fn of(text: &[u8], at: usize) -> Self {
        let letter =
            |at: usize| text.get(at).copied().filter(|byte| is_letter(*byte)).map(|byte| byte.to_ascii_lowercase());
        let before = at.checked_sub(1).and_then(letter);
        let word = text[..at].iter().rev().take(20).take_while(|byte| is_letter(**byte));
        let syllable = word.skip(1).any(|byte| is_vowel(byte.to_ascii_lowercase()));
        Self { byte: text[at], before, after: letter(at + 1), syllable }
    }

    /// Score of the byte: positive for Windows-1250, negative for Windows-1252.
    fn central(&self) -> i32 {
        let vowel = |neighbor: Option<u8>| neighbor.is_some_and(is_vowel);
        let (initial, last) = (self.before.is_none(), self.after.is_none());
        let beside = vowel(self.before) || vowel(self.after);
        match self.byte {
            // Bytes that only one code page defines, or neither.
            0x81 | 0x90 => 0,
            0x8d | 0x8f | 0x9d => 4,
            0x83 | 0x88 | 0x98 => -4,
            // Š š Ž ž are in both pages, but common only in texts in Windows-1250.
            0x8a | 0x8e | 0x9a | 0x9e => 1,
            // Œ or Ś, Ÿ or ź.
            0x8c | 0x9c => {
                if self.after == Some(b'u') {
                    -2
                } else {
                    3
                }
            }
            0x9f => 2,
            // Signs or letters: £ ¥ ³ ¹ ¼ ¾ or Ł Ą ł ą Ľ ľ.
            0xa3 | 0xa5 | 0xb3 | 0xb9 | 0xbc | 0xbe => {
                if initial && last {
                    -1
                } else {
                    4
                }
            }
            // ¡ and ¿ precede a word; ż and Ż are inside a word, or before a vowel.
            0xa1 => -2,
            0xbf | 0xaf => match (initial, self.after) {
                (true, None) => -1,
                (true, Some(after)) if self.byte == 0xbf && !matches!(after, b'y' | b'o' | b'a' | b'u') => -2,
                (true, _) => 0,
                (false, _) => 4,
            },
            // º and ª end a short word, ş and Ş are anywhere.
            0xaa | 0xba => match (self.before, self.after) {
                (_, Some(_)) => 4,
                (Some(_), None) if self.syllable || vowel(self.before) => 3,
                _ => -1,
            },
            // Å is common in Scandinavian words; Ĺ is rare in every language.
            0xc5 | 0xe5 => -3,
            // Øy- begins many Norwegian names; ř is never before y.
            0xd8 | 0xf8 if self.after == Some(b'y') => -3,
            // Æ or Ć, Ø or Ř, À or Ŕ, Ò or Ň: vowels have consonants beside them, consonants have vowels.
            0xc6 | 0xe6 | 0xd8 | 0xf8 | 0xc0 | 0xe0 | 0xd2 | 0xf2 => {
                if beside {
                    2
                } else {
                    -3
                }
            }
            // È or Č: French has è in -ière, Italian at the end.
            0xc8 | 0xe8 => match (self.before, self.after) {
                (None, Some(after)) => {
                    if is_vowel(after) || after == b'r' {
                        3
                    } else {
                        0
                    }
                }
                (Some(b'i'), Some(b'r' | b'g' | b'm' | b'v' | b'l' | b's' | b't' | b'z')) => -2,
                (Some(b'u' | b'o'), None) => 0,
                _ if beside => 2,
                _ => -3,
            },
            // Ï is beside a vowel, and so is Ď, which begins words.
            0xcf | 0xef => {
                if initial {
                    3
                } else {
                    -1
                }
            }
            // Ì and Ù end Italian words, Ě and Ů are inside words; ě also ends names of towns: v Brně.
            0xcc | 0xec | 0xd9 | 0xf9 => match (last, self.before) {
                (true, Some(b'n' | b'b' | b'v' | b'm' | b't')) if matches!(self.byte, 0xcc | 0xec) => 0,
                (true, _) => -2,
                (false, _) => 2,
            },
            // Ê or Ę.
            0xca | 0xea => match (self.before, self.after) {
                (_, None) => 2,
                (Some(b'i' | b'z'), _) | (_, Some(b'd' | b'b' | b'z' | 0x9c | 0xbf | b'g' | b'k')) => 2,
                _ => -2,
            },
            // Ã comes before o and e, Ă before consonants.
            0xc3 | 0xe3 => match self.after {
                Some(b'o' | b'e') => -3,
                None => 1,
                Some(_) => 3,
            },
            // Õ comes before e, Ő anywhere.
            0xd5 | 0xf5 => match self.after {
                Some(b'e') => -3,
                None => 3,
                // Õ in Estonian: Õim, Tõnu.
                Some(b'n') => 0,
                Some(_) if initial => 0,
                Some(_) => 1 + i32::from(self.syllable),
            },
            // Û is rare; it comes after vowels or before t. Otherwise the byte is Ű.
            0xdb | 0xfb => {
                if vowel(self.before) || self.after == Some(b't') {
                    -2
                } else {
                    2
                }
            }
            // Ñ comes before vowels; Ń never does.
            0xd1 | 0xf1 => {
                if vowel(self.after) {
                    -3
                } else {
                    3
                }
            }
            // Ð or Đ: only Đ begins words. Only Ð ends words, precedes consonants, and has accented vowels beside it.
            0xd0 | 0xf0 if initial => 3,
            0xd0 | 0xf0 if !vowel(self.after) => -3,
            0xd0 | 0xf0 if [self.before, self.after].iter().flatten().any(|byte| !byte.is_ascii()) => -2,
            0xd0 | 0xf0 => 0,
            // Þ or Ţ: only Ţ is common inside words.
            0xde | 0xfe => match (initial, self.after) {
                (true, Some(b'o' | b'r' | b'j' | 0xf3 | 0xf6 | 0xe9 | 0xed)) => -3,
                (true, _) => 0,
                (false, _) if matches!(self.before, Some(b'k' | 0xf0)) => -2,
                (false, _) => 3,
            },
            0xff => -2,
            // Bytes that are the same character in both pages.
            _ => 0,
        }
    }
}
