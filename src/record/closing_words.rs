//! The words of closing sentences, read from `closing_words.tsv`. `closing` parses the sentences.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::Termination;
use super::folded::fold;
use super::word_rows::word_rows;
use partie_rules::Side;

/// The meaning of a word in a closing sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A player, by color or by name.
    Side(Side),
    /// The player before the word, or otherwise after it, has won.
    Wins,
    /// The player before the word, or otherwise after it, has lost in this manner.
    Loses(Option<Termination>),
    /// A noun of losing, `forfeit`, `abandono`: the player beside it has lost, unless a verb names the winner.
    Loss(Termination),
    /// `gives`, whose meaning depends on the next word: `up`, `mate`.
    Gives,
    Up,
    /// `by`, `durch`, `par`: a manner follows.
    By,
    Mates,
    /// `mate`: the player who gives it wins; the player who is mated loses.
    Mate,
    /// `is`, `was`, `wurde`: the player before it suffers the following verb.
    Suffers,
    Draw,
    /// `material`: a game is drawn if the winner on time has too little.
    Material,
    /// `pawn`, `without`: nobody wins a game by these, but a draw may have them in its ground.
    Thing,
    /// `a`, `un`: the next noun is one of many, `a tempo`.
    Article,
    /// `accepts`: accepts a draw offer.
    Accepts,
    /// `offers`: the game has not ended unless the offer was accepted.
    Offers,
    /// `Remisangebot`: the noun of a draw and its offer.
    DrawOffer,
    /// `claims`, `reklamiert`: a player claims a draw.
    Claims,
    /// `three`, `dreimalige`: the count of a repetition.
    Count,
    /// `same`, of a position: with a count it is a repetition.
    Same,
    /// `occurred`, of a position: with a count it is a repetition.
    Occurs,
    /// `dead`, of a position: only a draw has this ground.
    Dead,
    /// `man` and `match`, as in `man einigte sich` and `match nul`. Invalid with a winner, because `wins a man` and
    /// `wins the match` are not about the game.
    One,
    /// `zich`, in `geeft zich gewonnen`.
    Itself,
    /// A noun of a manner alone, such as resignation or time.
    Manner(Termination),
    Filling,
}

/// Columns: language, meaning, words.
const TABLE: &str = include_str!("closing_words.tsv");

/// Meanings by their names in the table. Of several meanings of a word, the first one in this list counts.
const MEANINGS: [(&str, Word); 39] = [
    ("white", Word::Side(Side::First)),
    ("black", Word::Side(Side::Second)),
    ("resigns", Word::Loses(Some(Termination::Resignation))),
    ("resignation", Word::Loss(Termination::Resignation)),
    ("wins", Word::Wins),
    ("loses", Word::Loses(None)),
    ("late", Word::Loses(Some(Termination::Time))),
    ("overstepping", Word::Loss(Termination::Time)),
    ("time", Word::Manner(Termination::Time)),
    ("gives", Word::Gives),
    ("mates", Word::Mates),
    ("mated", Word::Loses(Some(Termination::Mate))),
    ("mate", Word::Mate),
    ("draw", Word::Draw),
    ("agreement", Word::Manner(Termination::Agreement)),
    ("adjudication", Word::Manner(Termination::Adjudication)),
    ("abandonment", Word::Manner(Termination::Abandoned)),
    ("illegal", Word::Loses(Some(Termination::Infraction))),
    ("accepts", Word::Accepts),
    ("offers", Word::Offers),
    ("draw-offer", Word::DrawOffer),
    ("claims", Word::Claims),
    ("stalemate", Word::Manner(Termination::Stalemate)),
    ("repeats", Word::Manner(Termination::Repetition)),
    ("occurs", Word::Occurs),
    ("counts", Word::Count),
    ("same", Word::Same),
    ("perpetual", Word::Manner(Termination::Perpetual)),
    ("fifty", Word::Manner(Termination::FiftyMoves)),
    ("insufficient", Word::Manner(Termination::Material)),
    ("dead", Word::Dead),
    ("material", Word::Material),
    ("thing", Word::Thing),
    ("up", Word::Up),
    ("itself", Word::Itself),
    ("one", Word::One),
    ("by", Word::By),
    ("is", Word::Suffers),
    ("article", Word::Article),
];

/// Words by length and first letter, which costs less than to hash each word of each comment.
type Table = Vec<Vec<(Cow<'static, str>, Word)>>;

/// Number of length classes; longer words share the last one.
const LENGTHS: usize = 16;

/// Index of the bucket for words of the same length and first letter.
fn place(word: &str) -> usize {
    let first = word.bytes().next().unwrap_or_default();
    word.len().min(LENGTHS - 1) << 5 | usize::from(first & 31)
}

fn words() -> &'static Table {
    static KNOWN: OnceLock<Table> = OnceLock::new();
    KNOWN.get_or_init(table)
}

/// Looks up a word that is written as [`fold`] writes it.
pub(super) fn known(word: &str) -> Option<Word> {
    let alike = &words()[place(word)];
    alike.iter().find(|(known, _)| *known == word).map(|(_, meaning)| *meaning)
}

/// The longest known word at the start of a text without blanks between words, and its length in bytes.
pub(super) fn longest(text: &str) -> Option<(Word, usize)> {
    /// Maximum number of characters of a word in a language without blanks.
    const MAX_CHARACTERS: usize = 10;
    let ends = text.char_indices().map(|(at, character)| at + character.len_utf8()).take(MAX_CHARACTERS);
    let ends: Vec<usize> = ends.collect();
    ends.into_iter().rev().find_map(|end| Some((known(&text[..end])?, end)))
}

/// Builds the table, in the first run that needs it. Each word has one meaning.
fn table() -> Table {
    let mut table = vec![Vec::new(); LENGTHS << 5];
    for (name, words) in word_rows(TABLE) {
        let meaning = MEANINGS.iter().find(|(known, _)| *known == name).map_or(Word::Filling, |(_, meaning)| *meaning);
        for word in words.split(' ') {
            let is_folded = word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
            let word = if is_folded { Cow::Borrowed(word) } else { Cow::Owned(fold(word)) };
            table[place(&word)].push((word, meaning));
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn each_row_has_a_known_meaning_and_words() {
        for (meaning, words) in word_rows(TABLE) {
            let is_known = meaning == "filling" || MEANINGS.iter().any(|(name, _)| *name == meaning);
            assert!(is_known && !words.is_empty() && !words.contains(['\t', ',']), "{meaning}: {words}");
        }
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(word_rows(TABLE).count(), lines, "a row without three columns");
    }

    #[test]
    fn every_language_has_the_words_of_a_result() {
        let languages: BTreeSet<&str> =
            TABLE.lines().filter_map(|row| row.split_once('\t')).map(|(code, _)| code).collect();
        assert_eq!(languages.len(), 15, "{languages:?}");
        for language in languages.into_iter().filter(|language| *language != "xx") {
            for meaning in ["white", "black", "resigns", "wins", "loses", "draw", "claims", "repeats", "fifty"] {
                let row = format!("{language}\t{meaning}\t");
                assert!(TABLE.lines().any(|line| line.starts_with(&row)), "{language} has no {meaning}");
            }
        }
    }

    /// The first meaning of a word counts, so that another one would never be read.
    #[test]
    fn no_word_has_two_meanings() {
        let mut known: BTreeMap<String, &str> = BTreeMap::new();
        for (meaning, words) in word_rows(TABLE) {
            for word in words.split(' ') {
                let before = known.insert(fold(word), meaning).unwrap_or(meaning);
                assert_eq!(before, meaning, "{word}");
            }
        }
    }

    #[test]
    fn words_are_found_without_capitals_and_diacritics() {
        assert_eq!(known(&fold("WEISS")), Some(Word::Side(Side::First)));
        assert_eq!(known(&fold("Réclament")), Some(Word::Claims));
        assert_eq!(longest(&fold("引き分けを請求")).map(|(word, _)| word), Some(Word::Draw));
    }
}
