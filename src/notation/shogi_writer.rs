//! The interface of shogi record writers, which receive the parts of a record in reading order.
//!
//! A writer turns them into text and counts the parts that its format cannot express. The caller selects the parts.
//! Text is UTF-8; the caller encodes it.

use super::losses::Losses;
use super::shogi_headers::Field;
use partie_record::Terminal;
use partie_rules::shogi::{Handicap, Move, Pattern, Position, Setup, Square};
use partie_rules::{Resolution, Rules as _, Side};

/// The position in which a record begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Pieces, hands and the side to move.
    pub setup: Setup,
    /// The handicap with this position, including 平手.
    pub handicap: Option<Handicap>,
    /// The source's 手合割 if it marks a mating problem (詰将棋), which the position does not imply; else empty.
    pub label: String,
    /// Number of plies before this position, if the record gives it; else 0.
    pub plies: u32,
    /// True if the board is to be shown from 後手's side.
    pub turned: bool,
}

/// The handicaps, the initial position first.
const HANDICAPS: [Handicap; 16] = [
    Handicap::Even,
    Handicap::Lance,
    Handicap::RightLance,
    Handicap::Bishop,
    Handicap::Rook,
    Handicap::RookLance,
    Handicap::Two,
    Handicap::Three,
    Handicap::Four,
    Handicap::Five,
    Handicap::LeftFive,
    Handicap::Six,
    Handicap::LeftSeven,
    Handicap::RightSeven,
    Handicap::Eight,
    Handicap::Ten,
];

impl Start {
    /// Creates a start position and finds its handicap.
    pub fn new(setup: Setup) -> Self {
        let handicap = HANDICAPS.into_iter().find(|handicap| Setup::handicap(*handicap) == setup);
        Self { setup, handicap, label: String::new(), plies: 0, turned: false }
    }

    /// True if the players are called 下手 and 上手.
    pub fn is_handicap(&self) -> bool {
        self.handicap.is_some_and(|handicap| handicap != Handicap::Even)
    }

    /// The label as a KIF header, for formats without a 手合割 of their own.
    pub(super) fn label_header(&self) -> Option<Header<'_>> {
        let field = Field::Handicap;
        (!self.label.is_empty()).then(|| Header { field: Some(field), name: field.name(), value: &self.label })
    }
}

impl Default for Start {
    fn default() -> Self {
        Self::new(Setup::handicap(Handicap::Even))
    }
}

/// A header other than the start position, which is in [`Start`].
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    /// Meaning of the header, if known.
    pub field: Option<Field>,
    /// Name in Japanese, or as written if the meaning is unknown.
    pub name: &'a str,
    pub value: &'a str,
}

/// A move that was played.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    pub before: &'a Position,
    pub mv: Move,
    /// Target of the previous move, for 同.
    pub previous: Option<Square>,
    /// Ply number in its line, from 1.
    pub ply: u32,
}

impl Played<'_> {
    /// True if a format reads its own text as this illegal move, not as a legal one.
    pub(super) fn is_read_as(&self, pattern: &Pattern) -> bool {
        self.before.foul(pattern) == Some(self.mv) && self.before.resolve(pattern) == Resolution::None
    }
}

/// The time of a move, or of a closing word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// Time spent on the move, in milliseconds.
    pub spent_ms: u64,
    /// Total time of the same side up to and including the move, in milliseconds.
    pub total_ms: u64,
}

/// The end of a line of play.
#[derive(Clone, Copy, Debug)]
pub struct End<'a> {
    /// The termination; `None` if the closing sentence alone does not imply one.
    pub terminal: Option<Terminal>,
    pub mover: Side,
    pub plies: u32,
    /// The closing sentence, if there is no closing word.
    pub sentence: &'a str,
    /// The closing word as written, if its meaning is unknown.
    pub word: &'a str,
}

/// Writes records one after the other, from their parts in reading order.
///
/// A record is `begin`, its headers, then comments and other parts before the first move, then the moves, each followed
/// by its own parts. Variations follow the move, or the termination, that they replace.
pub trait ShogiWriter {
    /// Begins a record and discards an unfinished one.
    fn begin(&mut self, start: &Start);
    /// Writes a header. All headers come before the first move.
    fn header(&mut self, header: Header<'_>);
    fn played(&mut self, played: Played<'_>);
    /// Writes the illegal move that ends a record, or the capture of a king left in check. Returns false, and writes
    /// nothing, if the format would not read it back as the same move.
    fn foul(&mut self, played: Played<'_>) -> bool;

    /// True if a closing sentence is kept in its own words, so that a reason without a closing word is not lost.
    fn keeps_sentences(&self) -> bool {
        false
    }
    fn keeps_comments(&self) -> bool {
        true
    }
    /// Writes the time of the previous move or termination.
    fn time(&mut self, time: Time);
    /// Writes a comment on the previous part; it may have several lines.
    fn comment(&mut self, text: &str);
    fn bookmark(&mut self, name: &str);
    fn end(&mut self, end: End<'_>);
    /// Writes the closing sentence of the current line as in the source, after its end.
    fn sentence(&mut self, _text: &str) {}
    /// Opens a variation that begins at this ply.
    fn open(&mut self, ply: u32);
    fn close(&mut self);
    /// Writes the text of moves of the current line that could not be converted.
    fn not_converted(&mut self, _moves: u32, text: &str) {
        self.comment(&format!("not converted: {text}"));
    }
    /// Ends the record, appends its text to `out`, and returns the losses.
    fn finish(&mut self, out: &mut String) -> Losses;
}

/// Lines of a text, with `\n`, `\r` or `\r\n` between them; an empty text is one line.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        match text.find(['\n', '\r']) {
            Some(at) => {
                let feed = if text[at..].starts_with("\r\n") { 2 } else { 1 };
                rest = Some(&text[at + feed..]);
                Some(&text[..at])
            }
            None => {
                rest = None;
                Some(text)
            }
        }
        .map(str::trim_end)
    })
}

/// Joins the lines of a text by blanks. The flag is true if there were several.
pub(super) fn one_line(text: &str) -> (std::borrow::Cow<'_, str>, bool) {
    let text = text.trim();
    if text.contains(['\n', '\r']) { (text.replace(['\n', '\r'], " ").into(), true) } else { (text.into(), false) }
}

/// Appends a number, padded with `fill` to at least `width` characters.
pub(super) fn push_number(text: &mut String, number: u64, width: usize, fill: char) {
    let mut digits = [0u8; 20];
    let (mut at, mut rest) = (digits.len(), number);
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    text.extend(std::iter::repeat_n(fill, width.saturating_sub(digits.len() - at)));
    text.extend(digits[at..].iter().map(|digit| char::from(*digit)));
}

/// Appends milliseconds as a decimal fraction of a second without trailing zeros; appends nothing for whole seconds.
pub(super) fn push_fraction(text: &mut String, milliseconds: u64) {
    let mut rest = milliseconds % 1000;
    if rest > 0 {
        text.push('.');
    }
    while rest > 0 {
        text.push(char::from(b'0' + (rest / 100) as u8));
        rest = rest % 100 * 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lines() {
        let mut text = String::new();
        push_number(&mut text, 7, 4, ' ');
        push_number(&mut text, 1234, 2, '0');
        push_fraction(&mut text, 1_050);
        push_fraction(&mut text, 3_000);
        assert_eq!(text, "   71234.05");
        assert_eq!(lines("a \r\nb\n\rc").collect::<Vec<_>>(), ["a", "b", "", "c"]);
        assert_eq!(lines("").collect::<Vec<_>>(), [""]);
        assert_eq!(one_line(" a\nb "), ("a b".into(), true));
    }

    #[test]
    fn every_handicap_is_known_by_its_position() {
        for handicap in HANDICAPS {
            assert_eq!(Start::new(Setup::handicap(handicap)).handicap, Some(handicap));
        }
        assert_eq!(Start::new(Setup::EMPTY).handicap, None);
    }
}
