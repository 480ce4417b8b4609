//! Parses spellings of player names. Does not decide whether two spellings denote one person.

use super::folded::fold;

/// A parsed spelling, without case, diacritics and punctuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub family: String,
    pub given: Vec<String>,
    /// True if the spelling names several people.
    pub is_of_several: bool,
    /// True if a comma or trailing initials mark the family name.
    pub has_comma: bool,
}

impl Name {
    /// Detail of the given name: 0 without one, 1 for one or two letters, 2 for more.
    pub fn form(&self) -> u8 {
        self.given.first().map_or(0, |given| if given.chars().count() > 2 { 2 } else { 1 })
    }

    pub fn parse(spelling: &str) -> Self {
        let is_of_several = spelling.contains([':', '/', '&', '+']);
        let plain = fold(spelling);
        let words = |text: &str| {
            let words = text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
            words.map(str::to_owned).collect::<Vec<_>>()
        };
        if let Some((family, given)) = plain.split_once(',') {
            return Self { family: words(family).concat(), given: words(given), is_of_several, has_comma: true };
        }
        let mut given = words(&plain);
        // The last word is the family name, except before trailing initials, as in `Kasparov G`.
        let initials = given.iter().rev().take_while(|word| word.chars().count() == 1).count();
        if (1..given.len()).contains(&initials) {
            let letters = given.split_off(given.len() - initials);
            return Self { family: given.concat(), given: letters, is_of_several, has_comma: true };
        }
        let family = given.pop().unwrap_or_default();
        Self { family, given, is_of_several, has_comma: false }
    }
}
