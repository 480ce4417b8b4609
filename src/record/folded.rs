//! Folds texts, to compare them without case and diacritics.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Removes diacritics and keeps everything else, so that a regular expression remains valid.
pub fn without_marks(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(unmarked(text.nfd()).nfc().collect())
}

/// Converts a text to lower case without diacritics and compatibility characters: `½` becomes `1/2`.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for character in unmarked(text.nfkd()) {
        match character {
            'ß' => folded.push_str("ss"),
            // `½` decomposes to `1⁄2`.
            '⁄' => folded.push('/'),
            _ => folded.extend(character.to_lowercase()),
        }
    }
    folded
}

/// Removes marks from decomposed text.
fn unmarked(decomposed: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    // A letter with a stroke has no decomposition in Unicode.
    decomposed.filter(|character| !is_combining_mark(*character)).map(|character| match character {
        'ł' => 'l',
        'Ł' => 'L',
        _ => character,
    })
}
