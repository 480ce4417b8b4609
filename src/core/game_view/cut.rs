//! How much of a game is shown: a page stands still over a comment of a gigabyte, and nobody reads it.

/// Bytes of the text of a game.
pub(crate) const TEXT: usize = 1 << 20;
/// Moves of all its lines.
pub(crate) const MOVES: usize = 5_000;
/// Bytes of a name, a token or a value.
pub(crate) const NAME: usize = 500;
pub(crate) const COMMENT: usize = 10_000;

/// The beginning of a text, of at most so many bytes.
pub(crate) fn cut(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let end = (0..=most).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stay_whole() {
        assert_eq!(["abc", "aé", "a", ""].map(|text| cut(text, 2)), ["ab", "a", "a", ""]);
    }
}
