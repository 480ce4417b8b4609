//! What a spelling of a player's name consists of. Not for whether two of them are one person.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// A spelling taken apart, without case, diacritics and stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub family: String,
    pub given: Vec<String>,
    /// Whether several people stand there.
    pub is_of_several: bool,
    /// Whether a comma parts the family name from the others.
    pub has_comma: bool,
}

impl Name {
    /// How much it says of the given name: nothing, a letter or two, or all of it.
    pub fn form(&self) -> u8 {
        self.given.first().map_or(0, |given| if given.chars().count() > 2 { 2 } else { 1 })
    }

    pub fn parse(spelling: &str) -> Self {
        let is_of_several = spelling.contains([':', '/', '&', '+']);
        let plain: String =
            spelling.nfkd().filter(|character| !is_combining_mark(*character)).collect::<String>().to_lowercase();
        let words = |text: &str| {
            let words = text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
            words.map(str::to_owned).collect::<Vec<_>>()
        };
        if let Some((family, given)) = plain.split_once(',') {
            return Self { family: words(family).concat(), given: words(given), is_of_several, has_comma: true };
        }
        let mut given = words(&plain);
        // What stands last is the family name, unless only letters follow it, as in `Kasparov G`.
        let initials = given.iter().rev().take_while(|word| word.chars().count() == 1).count();
        if (1..given.len()).contains(&initials) {
            let letters = given.split_off(given.len() - initials);
            return Self { family: given.concat(), given: letters, is_of_several, has_comma: true };
        }
        let family = given.pop().unwrap_or_default();
        Self { family, given, is_of_several, has_comma: false }
    }
}
