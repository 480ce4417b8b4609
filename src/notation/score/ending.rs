//! Closing words of a printed score: `Resigns.`, `And White resigns.`, `Drawn game.`, `and mates in three moves.`
//!
//! Verdicts such as `White must win` do not end a game and are not read.

use super::colour;
use partie_record::Outcome;
use partie_rules::Side;

/// The meaning of closing words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// A side resigns, surrenders, abandons: the side to move if none is named.
    Resigns(Option<Side>),
    /// A side gives up, in words other than resignation: `aufgegeben`, `gives up`.
    GivesUp(Option<Side>),
    /// A side wins or mates: the side that moved last if none is named.
    Wins(Option<Side>),
    Draw,
    Token(Outcome),
}

impl Ending {
    /// The result of the game, given the side to move.
    pub(super) fn outcome(self, black_to_move: bool) -> Outcome {
        let mover = if black_to_move { Side::Second } else { Side::First };
        match self {
            Self::Draw => Outcome::Draw,
            Self::Token(outcome) => outcome,
            Self::Wins(side) => Outcome::won_by(side.unwrap_or(mover.other())),
            Self::Resigns(side) | Self::GivesUp(side) => Outcome::won_by(side.unwrap_or(mover).other()),
        }
    }

    /// Sets the side that the words name, if any; a draw or a result token needs none.
    fn of(self, side: Option<Side>) -> Self {
        match self {
            Self::Resigns(_) => Self::Resigns(side),
            Self::GivesUp(_) => Self::GivesUp(side),
            Self::Wins(_) => Self::Wins(side),
            other => other,
        }
    }
}

/// Maximum number of words in a closing sentence.
const MAX_WORDS: usize = 9;

/// The meaning of a word in a closing sentence.
#[derive(Clone, Copy)]
enum Word {
    /// No meaning of its own.
    Filling,
    Colour(Side),
    Ends(Ending),
    /// `gives`: another word must follow.
    Gives,
    /// How the game ends, or in how many moves; only after a word that ends the game.
    Manner,
}

const RESIGNS: Word = Word::Ends(Ending::Resigns(None));
const GIVES_UP: Word = Word::Ends(Ending::GivesUp(None));
const WINS: Word = Word::Ends(Ending::Wins(None));
const DRAWN: Word = Word::Ends(Ending::Draw);

const MEANINGS: [(Word, &[&str]); 7] = [
    (Word::Filling, &["and", "when", "then", "les", "las", "the", "game", "was", "is", "a", "und", "et", "y", "match"]),
    (
        RESIGNS,
        &["resigns", "resigned", "surrenders", "surrendered", "abandons", "abandoned", "abandonnent", "abandonan"],
    ),
    (GIVES_UP, &["aufgegeben", "vzdal"]),
    (Word::Gives, &["gives", "gave", "gibt", "vzdává"]),
    (WINS, &["wins", "won", "gagnent", "ganan", "gewinnt", "mates", "mate", "checkmates", "checkmate", "mated"]),
    (DRAWN, &["drawn", "draw", "remis", "remise", "nulle", "tablas"]),
    (
        Word::Manner,
        &[
            "by",
            "perpetual",
            "check",
            "agreement",
            "consent",
            "mutual",
            "stalemate",
            "repetition",
            "of",
            "moves",
            "in",
            "move",
            "up",
            "auf",
            "se",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
        ],
    ),
];

fn meaning(word: &[u8]) -> Option<Word> {
    // Most words that reach this function are moves, which contain digits or punctuation.
    if !word.iter().all(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii()) {
        return word.iter().all(u8::is_ascii_digit).then_some(Word::Manner);
    }
    let is_one = |words: &[&str]| words.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(word));
    let known = MEANINGS.iter().find(|(_, words)| is_one(words)).map(|(meaning, _)| *meaning);
    known.or_else(|| colour::in_ending(word).map(Word::Colour))
}

/// The meaning of the words read so far in a closing sentence.
#[derive(Default)]
struct Sentence {
    side: Option<Side>,
    ending: Option<Ending>,
    /// True if another word must follow.
    open: bool,
}

impl Sentence {
    /// Adds a word; `None` if it cannot continue a closing sentence.
    fn add(&mut self, word: &[u8]) -> Option<()> {
        let meaning = meaning(word)?;
        self.open = matches!(meaning, Word::Gives);
        match meaning {
            Word::Filling => {}
            Word::Colour(side) if self.side.is_none() => self.side = Some(side),
            Word::Manner if self.ending.is_some() => {}
            Word::Ends(ending) if self.ending.is_none() => self.ending = Some(ending),
            Word::Gives if self.ending.is_none() => self.ending = Some(Ending::GivesUp(None)),
            _ => return None,
        }
        Some(())
    }

    fn ending(self) -> Option<Ending> {
        self.ending.filter(|_| !self.open).map(|ending| ending.of(self.side))
    }
}

/// Reads closing words at the beginning of `text`. Returns their length, including the full stop, and their meaning.
pub(super) fn words(text: &[u8]) -> Option<(usize, Ending)> {
    let mut sentence = Sentence::default();
    let (mut count, mut at, mut end) = (0, 0, 0);
    while let Some(&byte) = text.get(at) {
        match byte {
            b' ' | b'\t' => {
                let gap = super::table_cell::blanks(&text[at..]);
                if gap > 2 || at + gap == text.len() {
                    break;
                }
                at += gap;
            }
            b'.' | b',' | b'!' | b';' | b'_' => {
                at += 1;
                end = at;
            }
            b'[' | b'(' | b'{' => break,
            _ => {
                let length = text[at..].iter().take(16).take_while(|byte| !b" \t.,!;_[({".contains(byte)).count();
                if count == MAX_WORDS || length == 16 {
                    return None;
                }
                sentence.add(&text[at..at + length])?;
                count += 1;
                at += length;
                end = at;
            }
        }
    }
    Some((end, sentence.ending()?))
}
