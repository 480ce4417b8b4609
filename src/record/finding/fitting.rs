//! Searches the codes by words in their names, titles and pages.

use super::catalogue::{CATALOGUE, Entry, FAMILIES};

/// The codes of a family, by its letter.
pub fn family(letter: &str) -> Vec<&'static Entry> {
    CATALOGUE.iter().filter(|entry| entry.text[..1].eq_ignore_ascii_case(letter)).collect()
}

/// Finds the codes whose name and title, or whose family, contain all the words. If none match, or if the words are not
/// ASCII, also searches the pages, which have the Japanese terms.
pub fn fitting(words: &str) -> Vec<&'static Entry> {
    let wanted: Vec<String> = stems(words).collect();
    let has = |text: &str| {
        let stems: Vec<String> = stems(text).collect();
        !wanted.is_empty() && wanted.iter().all(|word| stems.contains(word) || !word.is_ascii() && text.contains(word))
    };
    let about = |entry: &&Entry| {
        let of_family = FAMILIES.iter().find(|(letter, _)| entry.text.starts_with(letter));
        has(&format!("{} {}", entry.name, entry.title)) || of_family.is_some_and(|(_, about)| has(about))
    };
    let found: Vec<&Entry> = CATALOGUE.iter().filter(about).collect();
    // Titles are in English: other words occur only on pages.
    if found.is_empty() || !words.is_ascii() {
        return CATALOGUE.iter().filter(|entry| about(entry) || has(prose(entry.page()))).collect();
    }
    found
}

/// The text of a page before its examples.
fn prose(page: &str) -> &str {
    page.split_once("\n```").map_or(page, |(prose, _)| prose)
}

/// The words of a text without inflection: castle, castles and castling have the same stem.
fn stems(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| {
        let word = word.to_lowercase();
        let endings = ["ions", "ion", "ing", "ed", "es", "s", "e"];
        let ending = endings.into_iter().find_map(|ending| word.strip_suffix(ending).filter(|rest| rest.len() > 2));
        let stem = ending.unwrap_or(&word);
        let mut signs = stem.chars().rev();
        let doubled = signs.next().filter(|last| Some(*last) == signs.next() && ending.is_some());
        doubled.and_then(|last| stem.strip_suffix(last)).unwrap_or(stem).to_owned()
    })
}
