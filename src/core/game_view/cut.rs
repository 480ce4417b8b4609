//! Limits on the parts of a game that are shown: a page freezes on a comment of a gigabyte, which nobody would read.

/// Maximum bytes of the text of a game.
pub(crate) const TEXT: usize = 1 << 20;
/// Maximum number of moves in all lines of a game.
pub(crate) const MOVES: usize = 5_000;
/// Maximum bytes of a name, a token or a value.
pub(crate) const NAME: usize = 500;
pub(crate) const COMMENT: usize = 10_000;

/// The beginning of a text, at most `most` bytes.
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
