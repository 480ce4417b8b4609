//! Words of the end in a printed score: `Resigns.`, `And White resigns.`, `Drawn game.`, `and mates in three moves.`
//!
//! Not for ends that are only judged: `White must win` says nothing about how the game ended.

use partie_record::Outcome;

/// What words of the end say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// A side resigns; the side to move where none is named.
    Loses(Option<Side>),
    /// A side wins or mates; the side that moved last where none is named.
    Wins(Option<Side>),
    Draw,
    Token(Outcome),
}

/// A side as it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    White,
    Black,
}

impl Ending {
    /// The result, given whose move it is.
    pub(super) fn outcome(self, black_to_move: bool) -> Outcome {
        let mover = if black_to_move { Side::Black } else { Side::White };
        let other = if black_to_move { Side::White } else { Side::Black };
        match self {
            Self::Draw => Outcome::Draw,
            Self::Token(outcome) => outcome,
            Self::Wins(side) => wins(side.unwrap_or(other)),
            Self::Loses(side) => match side.unwrap_or(mover) {
                Side::White => Outcome::SecondWins,
                Side::Black => Outcome::FirstWins,
            },
        }
    }
}

fn wins(side: Side) -> Outcome {
    match side {
        Side::White => Outcome::FirstWins,
        Side::Black => Outcome::SecondWins,
    }
}

/// Words at most in a sentence of the end.
const WORDS: usize = 9;

const WHITE: &[&str] = &["white", "blancs", "blancas", "weiss", "weiß", "bílý"];
const BLACK: &[&str] = &["black", "noirs", "negras", "schwarz", "černý"];
const FILLING: &[&str] =
    &["and", "when", "then", "les", "las", "the", "game", "was", "is", "a", "und", "et", "y", "match"];
const RESIGNS: &[&str] = &[
    "resigns",
    "resigned",
    "surrenders",
    "surrendered",
    "abandons",
    "abandoned",
    "abandonnent",
    "abandonan",
    "aufgegeben",
    "vzdal",
];
const WINS: &[&str] = &["wins", "won", "gagnent", "ganan", "gewinnt"];
const MATES: &[&str] = &["mates", "mate", "checkmates", "checkmate", "mated"];
const DRAWN: &[&str] = &["drawn", "draw", "remis", "remise", "nulle", "tablas"];
const COUNTS: &[&str] = &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/// Words that may follow `Drawn`.
const MANNERS: &[&str] =
    &["by", "perpetual", "check", "agreement", "consent", "mutual", "stalemate", "repetition", "of", "moves"];

fn is_one(word: &[u8], list: &[&str]) -> bool {
    list.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(word))
}

/// Words of the end at the beginning of `text` and their length, with their full stop.
pub(super) fn words(text: &[u8]) -> Option<(usize, Ending)> {
    let mut found: [&[u8]; WORDS] = [b""; WORDS];
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
                if count == WORDS || length == 16 {
                    return None;
                }
                found[count] = &text[at..at + length];
                count += 1;
                at += length;
                end = at;
            }
        }
    }
    let ending = sentence(&found[..count])?;
    Some((end, ending))
}

fn sentence(words: &[&[u8]]) -> Option<Ending> {
    let mut side = None;
    let mut ending = None;
    for (index, word) in words.iter().copied().enumerate() {
        match () {
            () if is_one(word, FILLING) => {}
            () if is_one(word, WHITE) && side.is_none() => side = Some(Side::White),
            () if is_one(word, BLACK) && side.is_none() => side = Some(Side::Black),
            () if ending.is_some() => {
                let rest = is_one(word, COUNTS) || word.iter().all(u8::is_ascii_digit);
                let known = is_one(word, MANNERS) || is_one(word, &["in", "move", "up", "auf", "se"]);
                if !rest && !known {
                    return None;
                }
            }
            () if is_one(word, RESIGNS) => ending = Some(Ending::Loses(None)),
            () if is_one(word, WINS) || is_one(word, MATES) => ending = Some(Ending::Wins(None)),
            () if is_one(word, DRAWN) => ending = Some(Ending::Draw),
            () if is_one(word, &["gives", "gave", "gibt", "vzdává"]) && words.len() > index + 1 => {
                ending = Some(Ending::Loses(None));
            }
            () => return None,
        }
    }
    Some(match ending? {
        Ending::Loses(_) => Ending::Loses(side),
        Ending::Wins(_) => Ending::Wins(side),
        other => other,
    })
}
