//! Texts compared without capitals and diacritics.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Converts a text to lower case without diacritics.
pub(super) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for character in text.nfkd().filter(|character| !is_combining_mark(*character)) {
        match character {
            'ß' => folded.push_str("ss"),
            // Of `½`.
            '⁄' => folded.push('/'),
            'ł' | 'Ł' => folded.push('l'),
            _ => folded.extend(character.to_lowercase()),
        }
    }
    folded
}
