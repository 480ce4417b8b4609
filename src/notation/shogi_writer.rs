//! What every writer of shogi records receives: the parts of one record, in reading order.
//!
//! A writer makes text of them and counts what its format cannot hold. Not for deciding what stands in a
//! record, and not for encodings: text is UTF-8 here.

use super::shogi_headers::Field;
use partie_record::Terminal;
use partie_rules::shogi::{Handicap, Move, Pattern, Position, Setup, Square};
use partie_rules::{Resolution, Rules as _, Side};

/// Parts of a record that a format could not hold, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShogiLosses {
    pub comments: u64,
    /// Variations; what stands in them is not counted once more, but for comments and bookmarks.
    pub variations: u64,
    pub bookmarks: u64,
    /// Times of moves, or the fractions of their seconds.
    pub times: u64,
    /// Headers, or the line breaks in their values.
    pub headers: u64,
    /// Words that say how a line ended, or what is told by them beyond a nearest word.
    pub ends: u64,
    /// Moves after the first error of a line, where no comment could hold them.
    pub moves: u64,
    /// Comments of programs: `#` lines, messages of servers.
    pub program_lines: u64,
    /// Stretches that the reader could not read.
    pub unread: u64,
}

impl ShogiLosses {
    /// The counts with their names, in a fixed order.
    pub const fn counts(&self) -> [(&'static str, u64); 9] {
        [
            ("comments", self.comments),
            ("variations", self.variations),
            ("bookmarks", self.bookmarks),
            ("times", self.times),
            ("headers", self.headers),
            ("ends", self.ends),
            ("moves", self.moves),
            ("program lines", self.program_lines),
            ("unread stretches", self.unread),
        ]
    }

    pub fn total(&self) -> u64 {
        self.counts().iter().map(|(_, count)| count).sum()
    }

    pub const fn add(&mut self, other: &Self) {
        self.comments += other.comments;
        self.variations += other.variations;
        self.bookmarks += other.bookmarks;
        self.times += other.times;
        self.headers += other.headers;
        self.ends += other.ends;
        self.moves += other.moves;
        self.program_lines += other.program_lines;
        self.unread += other.unread;
    }
}

/// The position in which a record begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Pieces, hands and the side to move.
    pub setup: Setup,
    /// The handicap whose position it is; 平手 is one of them.
    pub handicap: Option<Handicap>,
    /// The 手合割 of the source if it marks a mating problem (詰将棋), which the position does not imply; else empty.
    pub label: String,
    /// Moves before it, where the record says how many.
    pub plies: u32,
    /// Whether the board is to be shown from 後手's side.
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
    /// A start position, with its handicap if it is that of one.
    pub fn new(setup: Setup) -> Self {
        let handicap = HANDICAPS.into_iter().find(|handicap| Setup::handicap(*handicap) == setup);
        Self { setup, handicap, label: String::new(), plies: 0, turned: false }
    }

    /// Whether the players are called 下手 and 上手.
    pub fn is_handicap(&self) -> bool {
        self.handicap.is_some_and(|handicap| handicap != Handicap::Even)
    }

    /// The label as a header of KIF, for formats that have no 手合割 of their own.
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

/// A header. The start position's is none: that is in [`Start`].
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    /// What it means, if that is known.
    pub field: Option<Field>,
    /// Its name in Japanese, or as it is written where nobody knows it.
    pub name: &'a str,
    pub value: &'a str,
}

/// A move that was played.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    pub before: &'a Position,
    pub mv: Move,
    /// The target of the move before it, for 同.
    pub previous: Option<Square>,
    /// Its number in its line, from 1.
    pub ply: u32,
}

impl Played<'_> {
    /// Whether what a format reads means this move, and no legal one.
    pub(super) fn is_read_as(&self, pattern: &Pattern) -> bool {
        self.before.foul(pattern) == Some(self.mv) && self.before.resolve(pattern) == Resolution::None
    }
}

/// The time of a move, or of the word that ends a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// Spent on it, in milliseconds.
    pub spent_ms: u64,
    /// All time of that side up to it, in milliseconds.
    pub total_ms: u64,
}

/// The end of a line.
#[derive(Clone, Copy, Debug)]
pub struct End<'a> {
    /// How it ended; nothing where only a sentence stands that says too little.
    pub terminal: Option<Terminal>,
    pub mover: Side,
    pub plies: u32,
    /// The sentence, where there is no word.
    pub sentence: &'a str,
    /// The word as it stands, where nobody knows what it means.
    pub word: &'a str,
}

/// Writes records, one after the other, from their parts in reading order.
///
/// A record is `begin`, its headers, then what stands before the first move, then the moves, each followed by
/// what belongs to it. Variations follow the move, or the end, that they replace.
pub trait ShogiWriter {
    /// A record begins; what was written of an unfinished one is discarded.
    fn begin(&mut self, start: &Start);
    /// A header; all of them come before the first move.
    fn header(&mut self, header: Header<'_>);
    fn played(&mut self, played: Played<'_>);
    /// The illegal move by which a record ends, or the capture of the king that it left in check; whether the format
    /// can hold it so that it is read again as the same. Nothing is written where it cannot.
    fn foul(&mut self, played: Played<'_>) -> bool;

    /// Whether a closing sentence is kept in its own words, so that a reason for which there is no word is not lost.
    fn keeps_sentences(&self) -> bool {
        false
    }
    /// Whether comments are written.
    fn keeps_comments(&self) -> bool {
        true
    }
    /// The time of the move or the end before it.
    fn time(&mut self, time: Time);
    /// A comment on what stands before it; it may have several lines.
    fn comment(&mut self, text: &str);
    fn bookmark(&mut self, name: &str);
    /// The end of the current line.
    fn end(&mut self, end: End<'_>);
    /// The closing sentence of the current line as it stands in the source, after its end.
    fn sentence(&mut self, _text: &str) {}
    /// Opens a variation, whose first move has this number.
    fn open(&mut self, ply: u32);
    fn close(&mut self);
    /// Moves of the current line that could not be converted, and their text.
    fn not_converted(&mut self, _moves: u32, text: &str) {
        self.comment(&format!("not converted: {text}"));
    }
    /// Ends the record and adds its text to `out`; gives what was lost.
    fn finish(&mut self, out: &mut String) -> ShogiLosses;
}

/// Lines of a text, whatever ends them; an empty text is one line.
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

/// A text on one line; whether it had several.
pub(super) fn one_line(text: &str) -> (std::borrow::Cow<'_, str>, bool) {
    let text = text.trim();
    if text.contains(['\n', '\r']) { (text.replace(['\n', '\r'], " ").into(), true) } else { (text.into(), false) }
}

/// Adds a number with at least `width` characters.
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

/// Adds the thousandths of a second after a point, without zeros at the end; nothing for whole seconds.
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
