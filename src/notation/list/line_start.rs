//! The first token of a line in a list, and counts of the line's words. The meaning of moves is not examined here.

use nom::Parser;
use nom::combinator::all_consuming;

use crate::pgn::{grammar, is_log_line, is_tag_start};
use partie_record::Outcome;

/// Maximum length in bytes of a move with its check and annotation marks.
const MAX_MOVE: usize = 20;

/// The first token of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineStart {
    /// Move number 1 and White's move, which the end of the file may truncate.
    FirstMove,
    /// Any other move number, or dots.
    Number,
    Move,
    /// A result with nothing after it.
    Result,
    /// A comment, a variation or a NAG.
    Annotation,
    /// A tag pair, or a line of an engine log; the PGN reader finds the end of such a game.
    Tagged,
    /// Any other text.
    Prose,
}

impl LineStart {
    pub(super) fn of(line: &[u8]) -> Self {
        let text = line.trim_ascii();
        match text {
            [] => return Self::Prose,
            [b'[', ..] if is_tag_start(text) => return Self::Tagged,
            [b'{' | b'(' | b';' | b'$', ..] => return Self::Annotation,
            [b'.', ..] => return Self::Number,
            _ => {}
        }
        let word = first_word(text);
        if Outcome::parse(word).is_some() {
            return if word.len() == text.len() { Self::Result } else { Self::Annotation };
        }
        if is_move(word) {
            return Self::Move;
        }
        if is_log_line(text) {
            return Self::Tagged;
        }
        let Ok((rest, number)) = grammar::number(text) else { return Self::Prose };
        let rest = rest.trim_ascii_start();
        match (number.number, number.dots) {
            // A move truncated by the end of the file.
            (Some(1), 0 | 1) if rest.len() <= 2 => Self::FirstMove,
            _ if rest.is_empty() => Self::Number,
            _ if !is_move(first_word(rest)) => Self::Prose,
            (Some(1), 0 | 1) => Self::FirstMove,
            _ => Self::Number,
        }
    }
}

/// True if a text begins with a move, after move number 1 or without a number.
pub(crate) fn begins_game(text: &[u8]) -> bool {
    matches!(LineStart::of(text), LineStart::FirstMove | LineStart::Move)
}

/// The numbers of movetext words and of other words in a line, outside of comments in braces.
pub(crate) fn count_words(line: &[u8]) -> (usize, usize) {
    let (mut movetext, mut other) = (0, 0);
    let mut rest = line;
    loop {
        let brace = memchr::memchr(b'{', rest).unwrap_or(rest.len());
        for word in words(&rest[..brace]) {
            if is_movetext(word) { movetext += 1 } else { other += 1 }
        }
        let Some(end) = memchr::memchr(b'}', &rest[brace..]) else { return (movetext, other) };
        rest = &rest[brace + end + 1..];
    }
}

/// The words of a text, separated by white space.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

fn first_word(text: &[u8]) -> &[u8] {
    words(text).next().unwrap_or_default()
}

/// The move in a word, after its number: `12.Nf3` has `Nf3`.
pub(super) fn without_number(word: &[u8]) -> &[u8] {
    match grammar::number(word) {
        Ok((rest, number)) if number.dots > 0 => rest,
        _ => word,
    }
}

fn is_movetext(word: &[u8]) -> bool {
    let bare = word.trim_ascii_start().strip_prefix(b"(").unwrap_or(word);
    let bare = bare.strip_suffix(b")").unwrap_or(bare);
    is_move(without_number(bare))
        || all_consuming(grammar::number).parse(bare).is_ok()
        || Outcome::parse(bare).is_some()
        || bare.iter().all(u8::is_ascii_punctuation)
        || bare.strip_prefix(b"$").is_some_and(|number| number.iter().all(u8::is_ascii_digit))
        || matches!(bare, b"e.p." | b"ep" | b"Z0")
}

/// True if a word looks like a chess or hexagonal chess move, in any letters: it ends with a square, or castles.
pub(crate) fn is_move(word: &[u8]) -> bool {
    if word.len() > MAX_MOVE {
        return false;
    }
    let end = word.iter().rposition(|byte| !byte.is_ascii_punctuation()).map_or(0, |last| last + 1);
    let bare = &word[..end];
    if matches!(bare, b"O-O" | b"O-O-O" | b"0-0" | b"0-0-0" | b"0000") {
        return true;
    }
    // A promotion, with or without its sign.
    let promoted = bare.iter().rposition(|byte| byte.is_ascii_digit()).map_or(0, |digit| digit + 1);
    let (squares, promotion) = bare.split_at(promoted);
    let is_promotion = promotion.len() <= 5
        && promotion.iter().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'=' | b'(' | b'/' | 0x80..));
    let digits = squares.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let Some((file, before)) = squares[..squares.len() - digits].split_last() else { return false };
    let is_part = |byte: &u8| {
        byte.is_ascii_uppercase() || matches!(byte, b'a'..=b'l' | b'0'..=b'9' | b'x' | b'-' | b':' | 0x80..)
    };
    is_promotion
        && (1..=2).contains(&digits)
        && matches!(file, b'a'..=b'l')
        && squares[squares.len() - digits] != b'0'
        && before.len() <= 8
        && before.iter().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_begin_as_they_are_written() {
        use LineStart::*;
        for (line, start) in [
            ("1. e4 e5", FirstMove),
            ("1.e4 e5", FirstMove),
            ("1 e4 e5", FirstMove),
            ("  1. Sf3 d5", FirstMove),
            ("1... e5", Number),
            ("12. Nf3", Number),
            ("12.", Number),
            ("...Nf6", Number),
            ("e4 e5", Move),
            ("O-O-O Kb8", Move),
            ("0-0 Kh8", Move),
            ("e2e4 e7e5", Move),
            ("f5-f6 g7-g6", Move),
            ("g10h8 f2f4", Move),
            ("♘f3 d5", Move),
            ("Кf3 d5", Move),
            ("1-0", Result),
            ("1/2-1/2", Result),
            ("*", Result),
            ("{a comment}", Annotation),
            ("(1. d4 d5)", Annotation),
            ("[Event \"x\"]", Tagged),
            ("position startpos moves e2e4", Tagged),
            ("Round 1", Prose),
            ("12 players took part", Prose),
            ("", Prose),
            ("A novelty on move 9", Prose),
        ] {
            assert_eq!(LineStart::of(line.as_bytes()), start, "{line}");
        }
    }

    #[test]
    fn words_are_movetext_or_not() {
        for (line, counts) in [
            ("1. e4 {a pawn moves} e5 2. Nf3+! $14 1-0", (7, 0)),
            ("1.e4 e5 2.e8=Q exd8Q+ 0-0", (5, 0)),
            ("Games of the second round", (0, 5)),
        ] {
            assert_eq!(count_words(line.as_bytes()), counts, "{line}");
        }
    }
}
