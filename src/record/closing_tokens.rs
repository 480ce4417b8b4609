//! Splits texts into sentences and words, with or without blanks between words, and looks up their meanings.

use super::Termination;
use super::closing_words::{Word, known, longest};
use partie_rules::Side;

/// Replaces the period in paragraph numbers that are known words by `/`, so that `rule 9.2` does not end a sentence.
pub(super) fn with_paragraphs(text: String) -> String {
    let is_inside =
        |around: &[u8]| matches!(around, [before, b'.', after] if before.is_ascii_digit() && after.is_ascii_digit());
    if !text.as_bytes().windows(3).any(is_inside) {
        return text;
    }
    let mut written = String::with_capacity(text.len());
    for part in text.split_inclusive(|character: char| !character.is_ascii_digit() && character != '.') {
        let number = part.trim_end_matches(|character: char| !character.is_ascii_digit());
        let paragraph = number.replace('.', "/");
        match number.contains('.') && known(&paragraph).is_some() {
            true => written.extend([&paragraph, &part[number.len()..]]),
            false => written.push_str(part),
        }
    }
    written
}

/// The words of a sentence with their meanings; `None` for an unknown word.
pub(super) struct Meanings<'a, W> {
    words: W,
    players: &'a [String; 2],
    /// The rest of a text without blanks between words.
    rest: &'a str,
}

impl<'a> Meanings<'a, ()> {
    pub(super) fn new(sentence: &'a str, players: &'a [String; 2]) -> Meanings<'a, impl Iterator<Item = &'a str>> {
        Meanings { words: words(sentence), players, rest: "" }
    }
}

impl<'a, W: Iterator<Item = &'a str>> Iterator for Meanings<'a, W> {
    type Item = Option<(&'a str, Word)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            let word = self.words.next()?;
            if !word.contains(is_japanese) || self.players.iter().any(|name| name.contains(word)) {
                return Some(meaning(word, self.players).map(|known| (word, known)));
            }
            self.rest = word;
        }
        // `Borvikが`, `50手`
        let other = self.rest.find(is_japanese).unwrap_or(self.rest.len());
        let found = match other {
            0 => longest(self.rest),
            _ => meaning(&self.rest[..other], self.players).map(|known| (known, other)),
        };
        let (word, rest) = self.rest.split_at(found.map_or(self.rest.len(), |(_, length)| length));
        self.rest = rest;
        Some(found.map(|(known, _)| (word, known)))
    }
}

/// True for kana and kanji, which have no blanks between words.
const fn is_japanese(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}')
}

/// Splits a sentence into words. `_`, `-`, `/` and `:` may be part of a word or of an account's name.
pub(super) fn words(sentence: &str) -> impl Iterator<Item = &str> {
    let is_inside = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-' | '/' | ':');
    let words = sentence.split(move |character: char| !is_inside(character)).map(|word| word.trim_end_matches(':'));
    words.filter(|word| word.contains(char::is_alphanumeric))
}

/// The sentences of a text. A period after a single letter ends no sentence, as the letter abbreviates a name.
pub(super) struct Sentences<'a>(pub(super) &'a str);

impl<'a> Iterator for Sentences<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.0.is_empty() {
            return None;
        }
        let bytes = self.0.as_bytes();
        let ends = |at: usize| match bytes[at] {
            b'!' | b'?' | b';' => true,
            b'.' => {
                let open = bytes.get(at + 1).is_none_or(|next| next.is_ascii_whitespace() || *next == b'.');
                let initial =
                    at > 0 && bytes[at - 1].is_ascii_alphabetic() && (at == 1 || bytes[at - 2].is_ascii_whitespace());
                open && !initial
            }
            _ => false,
        };
        let end = (0..bytes.len()).find(|at| ends(*at)).unwrap_or(bytes.len());
        let sentence = &self.0[..end];
        self.0 = self.0.get(end + 1..).unwrap_or_default();
        Some(sentence)
    }
}

/// True for a move in coordinates, `e2e4`.
fn is_move(word: &str) -> bool {
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    matches!(word.len(), 4 | 5) && word.is_ascii() && word.as_bytes()[..4].chunks(2).all(is_square)
}

/// Returns the meaning of a word. A player's whole name, or a part of at least three letters, has priority.
fn meaning(word: &str, players: &[String; 2]) -> Option<Word> {
    // `Rebel` is part of `Rebel10`.
    let is_word =
        |part: &str| part.strip_prefix(word).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    let is_part = |name: &String, word: &str| {
        word.chars().nth(2).is_some() && words(name).any(|part| part == word || is_word(part))
    };
    let known = known(word);
    let named = |name: &String| {
        // `Borviks remikrav`
        let genitive =
            || known.is_none() && word.strip_suffix('s').is_some_and(|word| name.contains(word) && is_part(name, word));
        name.contains(word) && (name.trim() == word || is_part(name, word)) || genitive()
    };
    match (players.each_ref().map(named), known) {
        ([true, true], None) => None,
        ([true, true], known) => known,
        // Ambiguous: one player's name is the other side's color.
        ([true, false], Some(Word::Side(Side::Second))) | ([false, true], Some(Word::Side(Side::First))) => None,
        ([true, false], _) => Some(Word::Side(Side::First)),
        ([false, true], _) => Some(Word::Side(Side::Second)),
        ([false, false], Some(word)) => Some(word),
        ([false, false], None) => {
            // `50-Züge-Regel`, `75-move`
            if word
                .strip_prefix("50-")
                .or_else(|| word.strip_prefix("75-"))
                .is_some_and(|rest| rest.starts_with(char::is_alphabetic))
            {
                return Some(Word::Manner(Termination::FiftyMoves));
            }
            // A score. A lone number counts moves to come, or is a game number or a year.
            let is_score = word.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'/' | b':'))
                && word.bytes().any(|byte| !byte.is_ascii_digit());
            (is_score || is_move(word)).then_some(Word::Filling)
        }
    }
}
