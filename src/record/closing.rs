//! Closing sentences, which report how a game ended: `White resigns`, `Smith won on time`, `Weiß gibt auf`,
//! `Partie nulle par accord mutuel`. Covers the languages of the piece letters.
//!
//! A sentence counts only if each of its words is known here or is the name of a player. Prose mentions wins and
//! resignations that did not happen: `White resigns too early`, `and Black should win`. Positions are not evaluated.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::closing_words::{Word, known};
use super::outcome::is_mate_to_come;
use super::{Outcome, Termination};
use partie_rules::Side;

/// Winner and manner, as parsed from closing sentences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Closing {
    pub winner: Option<Side>,
    /// True if the text calls the game drawn.
    pub is_drawn: bool,
    pub manner: Option<Termination>,
    /// True if the text mentions material: a side that wins on time may lack mating material.
    pub names_material: bool,
}

/// Maximum number of words in a closing sentence.
const WORDS: usize = 12;

/// Phrases about a possible or missed result.
const TO_COME: [&str; 6] = ["to move", "to play", "to win", "had a ", "has a ", "was lost"];

/// Maximum bytes of a text to parse: longer texts are essays.
const LENGTH: usize = 2_000;

impl Closing {
    /// Parses a tag's value or the text of a comment. `players` are both names as written. `None` if no sentence is a
    /// closing sentence, or if two contradict each other.
    pub fn parse(text: &str, players: [&str; 2]) -> Option<Self> {
        if text.len() > LENGTH || text.is_empty() || text.contains('?') {
            return None;
        }
        let text = fold(text);
        let players = players.map(fold);
        let alone = Self::sentence(&text, &players);
        if alone.is_some() {
            return alone.filter(|said| said.manner != Some(Termination::Mate) || !is_mate_to_come(text.as_bytes()));
        }
        let mut all: Option<Self> = None;
        for sentence in Sentences(&text) {
            // In prose, `White wins.` is about a variation as often as about the game.
            let firm = |said: &Self| matches!(said.manner, Some(Termination::Resignation | Termination::Time));
            let Some(said) = Self::sentence(sentence, &players).filter(firm) else { continue };
            let before = all.unwrap_or(said);
            if before.winner.zip(said.winner).is_some_and(|(one, other)| one != other) {
                return None;
            }
            all = Some(Self { winner: before.winner.or(said.winner), ..before });
        }
        // The material may be mentioned in another sentence, such as one about a draw.
        all.map(|said| Self { names_material: words(&text).any(|word| known(word) == Some(Word::Material)), ..said })
    }

    pub const fn outcome(self) -> Option<Outcome> {
        match self.winner {
            Some(Side::First) => Some(Outcome::FirstWins),
            Some(Side::Second) => Some(Outcome::SecondWins),
            None if self.is_drawn => Some(Outcome::Draw),
            None => None,
        }
    }

    /// Parses one sentence; `None` if a word is unknown.
    fn sentence(sentence: &str, players: &[String; 2]) -> Option<Self> {
        let mut closing = Self::default();
        let mut clause = Clause::default();
        let mut has_sense = false;
        // The previous words are a verb of winning or losing, perhaps with an article; likewise a verb of mating.
        let (mut bare_verb, mut mating) = (false, false);
        let mut offer = Offer::default();
        for (count, word) in words(sentence).enumerate() {
            if count == WORDS {
                return None;
            }
            let (written, word) = (word, meaning(word, players)?);
            has_sense |= !matches!(word, Word::Filling | Word::By | Word::Up | Word::Material | Word::Article);
            // `wins a tempo`, `loses time`, `wins material`
            if bare_verb && matches!(word, Word::Manner(Termination::Time) | Word::Material) {
                return None;
            }
            bare_verb = matches!(word, Word::Wins | Word::Loses(None)) || bare_verb && word == Word::Article;
            mating = word == Word::Mates || mating && matches!(word, Word::Filling | Word::Article);
            match word {
                Word::Side(side) if clause.subject.is_none() || clause.subject == Some(side) => {
                    // `forfeit by White`
                    if clause.loss && clause.by && clause.subject.is_none() {
                        clause.won = clause.won.or(Some(false));
                    }
                    clause.subject = Some(side);
                }
                // `checkmates White`, `zette wit mat`
                Word::Side(_) if mating || clause.awaits_object() => {}
                Word::Side(side) => {
                    let said = clause.closing().or_else(|| offer.made.then(Self::default));
                    closing = closing.and(said?)?;
                    clause = Clause { subject: Some(side), ..Clause::default() };
                }
                Word::Draw => closing.is_drawn = true,
                Word::Material => closing.names_material = true,
                Word::Accepts => offer.accepted = true,
                Word::Offers => offer.made = true,
                Word::One => offer.of_both = true,
                Word::Filling if written == "not" => offer.denied = true,
                _ => clause.add(word)?,
            }
        }
        // Checked last, as most sentences have failed on an unknown word by now.
        if TO_COME.iter().any(|words| sentence.contains(words)) {
            return None;
        }
        if clause.is_empty() && closing.winner.is_some() {
            return None;
        }
        closing = offer.judged(closing.and(clause.closing().unwrap_or_default())?)?;
        // A game cannot be both won and drawn.
        let has_sense = has_sense && (closing != Self::default()) && !(closing.is_drawn && closing.winner.is_some());
        has_sense.then_some(closing)
    }

    /// Joins two clauses of a sentence; `None` if they name different winners.
    fn and(self, other: Self) -> Option<Self> {
        if self.winner.zip(other.winner).is_some_and(|(one, another)| one != another) {
            return None;
        }
        Some(Self {
            winner: self.winner.or(other.winner),
            is_drawn: self.is_drawn || other.is_drawn,
            manner: self.manner.or(other.manner),
            names_material: self.names_material || other.names_material,
        })
    }
}

/// Words about a draw offer in a sentence.
#[derive(Clone, Copy, Debug, Default)]
struct Offer {
    made: bool,
    accepted: bool,
    denied: bool,
    /// True if the sentence has a `Word::One`.
    of_both: bool,
}

impl Offer {
    /// Adds agreement to the closing. `None` if an offer was made but not accepted, or if no draw was accepted.
    fn judged(self, closing: Closing) -> Option<Closing> {
        let Self { made, accepted, denied, of_both } = self;
        if made && !accepted || accepted && (denied || !closing.is_drawn) || of_both && closing.winner.is_some() {
            return None;
        }
        let manner = closing.manner.or(accepted.then_some(Termination::Agreement));
        Some(Closing { manner, ..closing })
    }
}

/// Verbs and manner between one player's name and the next.
#[derive(Clone, Copy, Debug, Default)]
struct Clause {
    subject: Option<Side>,
    won: Option<bool>,
    loss: bool,
    manner: Option<Termination>,
    gives: bool,
    up: bool,
    by: bool,
    mate: bool,
    suffers: bool,
    /// `geeft zich`
    itself: bool,
    /// True if a losing verb precedes the player: `Resign, White wins`.
    heads: bool,
}

impl Clause {
    /// True if the clause only names a player.
    const fn is_empty(&self) -> bool {
        self.subject.is_some() && self.won.is_none() && self.manner.is_none() && !self.gives && !self.mate
    }

    /// True if the verb still lacks its object: `zette wit mat`.
    const fn awaits_object(&self) -> bool {
        self.gives && !self.mate && !self.up && self.won.is_none()
    }

    /// Adds a word; `None` if two verbs contradict each other.
    fn add(&mut self, word: Word) -> Option<()> {
        let mut verb = |won: bool| {
            let known = self.won.replace(won);
            known.is_none_or(|known| known == won).then_some(())
        };
        match word {
            Word::Wins if self.heads && self.manner.is_some() => self.won = Some(true),
            Word::Wins => verb(true)?,
            Word::Loses(manner) => {
                verb(false)?;
                self.heads |= self.subject.is_none();
                self.manner = self.manner.or(manner);
            }
            Word::Loss(manner) => {
                self.loss = true;
                self.manner = self.manner.or(Some(manner));
            }
            Word::Manner(manner) => self.manner = self.manner.or(Some(manner)),
            Word::Gives => self.gives = true,
            Word::Up => self.up = true,
            Word::By => self.by = true,
            // `sont matés`
            Word::Mates if self.suffers => self.mate = true,
            Word::Mates => {
                verb(true)?;
                self.mate = true;
            }
            Word::Mate => self.mate = true,
            Word::Suffers => self.suffers = true,
            Word::Itself => self.itself = true,
            Word::Side(_) | Word::Draw | Word::Material | Word::Article | Word::Filling => {}
            Word::Accepts | Word::Offers | Word::One => {}
        }
        Some(())
    }

    /// Returns winner and manner; `None` if both are unknown.
    fn closing(self) -> Option<Closing> {
        // `is lost`, of a position
        if self.suffers && !self.mate && self.won == Some(false) && self.manner.is_none() {
            return None;
        }
        let mut won = self.won;
        let mut manner = self.manner;
        if self.mate {
            manner = Some(Termination::Mate);
            won = won.or(match (self.gives, self.suffers) {
                (true, false) => Some(true),
                (false, true) => Some(false),
                _ => None,
            });
        } else if self.gives && (self.up && won.is_none() || self.itself && won == Some(true)) {
            manner = Some(Termination::Resignation);
            won = Some(false);
        } else if self.loss && won.is_none() && !self.by {
            won = Some(false);
        }
        let winner = self.subject.zip(won).map(|(side, won)| if won { side } else { side.other() });
        (winner.is_some() || manner.is_some()).then_some(Closing { winner, manner, ..Closing::default() })
    }
}

/// Converts a text to lower case without diacritics.
fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for character in text.nfkd().filter(|character| !is_combining_mark(*character)) {
        match character {
            'ß' => folded.push_str("ss"),
            'ł' | 'Ł' => folded.push('l'),
            _ => folded.extend(character.to_lowercase()),
        }
    }
    folded
}

/// Splits a sentence into words. `_`, `-`, `/` and `:` may be part of a word or of an account's name.
fn words(sentence: &str) -> impl Iterator<Item = &str> {
    let is_inside = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-' | '/' | ':');
    let words = sentence.split(move |character: char| !is_inside(character)).map(|word| word.trim_end_matches(':'));
    words.filter(|word| word.contains(char::is_alphanumeric))
}

/// The sentences of a text. A stop after a single letter does not end one, as it abbreviates a name.
struct Sentences<'a>(&'a str);

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

/// Returns the meaning of a word. A player's whole name, or a part of at least three letters, has priority.
fn meaning(word: &str, players: &[String; 2]) -> Option<Word> {
    let named = |name: &String| {
        let is_part = || word.chars().nth(2).is_some() && words(name).any(|part| part == word);
        name.contains(word) && (name.trim() == word || is_part())
    };
    let known = known(word);
    match (players.each_ref().map(named), known) {
        ([true, true], None) => None,
        ([true, true], known) => known,
        // Ambiguous: one player's name is the other side's color.
        ([true, false], Some(Word::Side(Side::Second))) | ([false, true], Some(Word::Side(Side::First))) => None,
        ([true, false], _) => Some(Word::Side(Side::First)),
        ([false, true], _) => Some(Word::Side(Side::Second)),
        ([false, false], Some(word)) => Some(word),
        ([false, false], None) => {
            // A score. A lone number counts moves to come, or is a game number or a year.
            let is_score = word.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'/' | b':'))
                && word.bytes().any(|byte| !byte.is_ascii_digit());
            is_score.then_some(Word::Filling)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_won_by_the_words() {
        let (first, second) = (Some(Side::First), Some(Side::Second));
        for (text, winner) in [
            ("White resigns", second),
            ("Smith resigns", second),
            ("Brown won on time", second),
            ("Black checkmated", first),
            ("Weiß gibt auf", second),
            ("Weiß gewinnt durch Zeitüberschreitung", first),
            ("Bílý se vzdal", second),
            ("Les noirs abandonnent", first),
            ("Białe poddały się", second),
            ("As pretas desistem", first),
            ("Белые сдались", second),
            ("White resigns would be premature", None),
            ("White could have won", None),
            ("White's flag fell", second),
            ("White mates in 4", None),
            ("White is lost", None),
            ("Schwarz ist verloren", None),
            ("White to move and win", None),
            ("White had a win here", None),
            ("White wins?", None),
            ("White wins in 20 moves", None),
            ("In game 2 White resigned", None),
            ("White won the game in 1990", None),
            ("White has won a tempo", None),
            ("White lost time", None),
            ("Weiß gewinnt Zeit", None),
            ("Les blancs perdent un temps", None),
            ("Il bianco perde un tempo", None),
            ("White lost on time", second),
            ("Weiß verliert durch Zeitüberschreitung", second),
            ("White timed out", second),
            ("Time forfeit by White", second),
            ("White wins by forfeit", first),
            ("White disconnected and forfeits", second),
            ("Bílému spadl praporek", second),
            ("Le drapeau des blancs tombe", second),
            ("У белых упал флаг", second),
            ("Weiß gibt sich geschlagen", second),
        ] {
            let said = Closing::parse(text, ["Smith, John", "Brown, Tom"]);
            assert_eq!(said.and_then(|said| said.winner), winner, "{text}");
        }
        for text in [
            "Smith ran out of time and Brown has no material to mate",
            "White ran out of time vs insufficient material",
            "White lost on time, not enough material",
            "Black flagged; draw as White has insufficient material",
        ] {
            let said = Closing::parse(text, ["Smith, John", "Brown, Tom"]);
            assert!(said.is_none_or(|said| said.names_material), "{text}: {said:?}");
        }
        for text in ["Game drawn by agreement", "Partie nulle par accord mutuel", "Remis"] {
            assert!(Closing::parse(text, ["", ""]).is_some_and(|said| said.is_drawn), "{text}");
        }
    }
}
