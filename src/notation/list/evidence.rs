//! Detects lists of games from the start of a file. Most lines are movetext, and they are numbered from 1 or can be
//! played from the initial position. The ends of games are found in `boundary`.

use super::boundary::closed_end;
use super::coordinates::{coordinates, is_parted_by_positions};
use super::line_start::{LineStart, count_words, is_move, without_number, words};
use crate::hex::read_with;
use crate::letters::{LANGUAGES, Letters};
use crate::text::whole;
use crate::{pgn, san};
use partie_record::Format;
use partie_record::span::{after_line, line_end};
use partie_rules::{Resolution, Rules, chess, hex};

/// Maximum number of games played to detect the piece letters and the board.
const MAX_PLAYED: usize = 32;
/// Maximum number of paragraphs compared with the previous paragraph, and of paragraphs whose lines are compared.
const MAX_COMPARED: usize = 128;
/// Maximum number of lines compared in a paragraph.
const MAX_LINES: usize = 64;
/// Minimum gap between two columns.
const COLUMN_GAP: &[u8] = b"   ";
/// Maximum number of lines searched in vain for the end of a comment or variation.
const MAX_LEFT_OPEN: usize = 16;
/// Minimum number of plies playable from the initial position that are not a coincidence.
const MIN_PLIES: usize = 6;

/// The kind of list in a file that begins with `head`; `None` if the file is not a list. A file that looks like a
/// printed score must be nearly all movetext.
pub(crate) fn sniff(head: &[u8], is_score: bool) -> Option<Format> {
    // Tagged games may follow a list; they are read as PGN.
    let head = &head[..pgn::first_tag_line(head).unwrap_or(head.len())];
    let census = Census::of(head);
    let is_parted = is_parted_by_positions(head);
    if !census.is_movetext(is_score) && !is_parted {
        return None;
    }
    let format = if is_parted || census.first_moves >= 2 {
        Format::Lines
    } else if census.first_moves == 0 && census.numbers == 0 {
        unnumbered(head)?
    } else {
        return None;
    };
    Some(if format == Format::Lines && is_hexagonal(head) { Format::HexLines } else { format })
}

/// Counts of lines by their first token and their words.
#[derive(Debug, Default)]
struct Census {
    first_moves: usize,
    numbers: usize,
    moves: usize,
    /// Lines that are only movetext.
    pure: usize,
    /// Lines that are prose or have other words than movetext.
    mixed: usize,
    /// Lines with a wide gap, as between the columns of printed tables.
    columns: usize,
}

impl Census {
    fn of(head: &[u8]) -> Self {
        let mut census = Self::default();
        for line in lines(head) {
            let start = LineStart::of(line);
            match start {
                LineStart::FirstMove => census.first_moves += 1,
                LineStart::Number => census.numbers += 1,
                LineStart::Move => census.moves += 1,
                LineStart::Result | LineStart::Annotation | LineStart::Tagged => continue,
                LineStart::Prose => {}
            }
            census.columns += usize::from(memchr::memmem::find(line, COLUMN_GAP).is_some());
            let (movetext, other) = count_words(line);
            // One damaged word in a line of many moves does not make the line prose.
            if start != LineStart::Prose && other * 8 <= movetext { census.pure += 1 } else { census.mixed += 1 }
        }
        census
    }

    fn is_movetext(&self, is_score: bool) -> bool {
        self.pure >= 2
            && self.columns * 2 <= self.pure
            && if is_score { self.mixed * 20 <= self.pure } else { self.mixed <= self.pure * 2 }
    }
}

/// The nonempty lines of a text, each up to the end of its comments and variations.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let (mut at, mut left_open) = (0, 0);
    let lines = std::iter::from_fn(move || {
        let from = at;
        // If closing signs are missing, each line would be searched up to the limit.
        let closed = if left_open < MAX_LEFT_OPEN { closed_end(text, from) } else { None };
        left_open += usize::from(closed.is_none());
        let end = closed.unwrap_or_else(|| line_end(text, from));
        at = after_line(text, end);
        (from < text.len()).then(|| text[from..end].trim_ascii())
    });
    lines.filter(|line| !line.is_empty())
}

/// The paragraphs of a text, separated by empty lines.
fn paragraphs(text: &[u8]) -> Vec<&[u8]> {
    let (mut found, mut from, mut at) = (Vec::new(), 0, 0);
    while at < text.len() {
        let end = line_end(text, at);
        if text[at..end].trim_ascii().is_empty() {
            found.push(&text[from..at]);
            from = end;
        }
        at = after_line(text, end);
    }
    found.push(&text[from..]);
    found.retain(|paragraph| !paragraph.trim_ascii().is_empty());
    found
}

/// The kind of list in a file without move numbers. Most lines or paragraphs must be playable from the initial
/// position, and not continue the text before them.
fn unnumbered(head: &[u8]) -> Option<Format> {
    let begins_game = |text: &&[u8]| LineStart::of(text) == LineStart::Move;
    let paragraphs: Vec<Vec<&[u8]>> = paragraphs(head)
        .into_iter()
        .map(|paragraph| lines(paragraph).filter(begins_game).collect())
        .filter(|lines: &Vec<&[u8]>| !lines.is_empty())
        .collect();
    let sample = Sample::of(&paragraphs.concat());
    let of_several_lines: Vec<&Vec<&[u8]>> = paragraphs.iter().filter(|lines| lines.len() > 1).collect();
    let mut within = Links::default();
    for lines in spread(&of_several_lines, MAX_COMPARED) {
        within.add(sample.links(&lines[..lines.len().min(MAX_LINES)]));
    }
    if within.parts > within.goes_on {
        return Some(Format::Lines);
    }
    let whole: Vec<Vec<u8>> = paragraphs.iter().take(MAX_COMPARED).map(|lines| lines.join(&b'\n')).collect();
    let between = sample.links(&whole.iter().map(Vec::as_slice).collect::<Vec<_>>());
    let format = if of_several_lines.is_empty() { Format::Lines } else { Format::Paragraphs };
    (between.parts > between.goes_on).then_some(format)
}

/// At most `most` of the values, evenly spaced.
fn spread<T>(all: &[T], most: usize) -> impl Iterator<Item = &T> {
    all.iter().step_by(all.len().div_ceil(most).max(1))
}

/// How often a unit (a line or a paragraph) begins a game or continues one.
#[derive(Clone, Copy, Debug, Default)]
struct Links {
    /// Units that begin another game.
    parts: usize,
    /// Units that continue the previous game.
    goes_on: usize,
}

impl Links {
    fn add(&mut self, other: Self) {
        self.parts += other.parts;
        self.goes_on += other.goes_on;
    }
}

/// How to read the moves of a file: the board and the letters with which most moves of its first games can be played.
struct Sample {
    is_hexagonal: bool,
    letters: &'static Letters,
    /// True if all moves are coordinates. Programs write these without wrapping lines.
    is_coordinates: bool,
}

impl Sample {
    fn of(units: &[&[u8]]) -> Self {
        let sample: Vec<&[u8]> = spread(units, MAX_PLAYED).copied().collect();
        let length: usize = sample.iter().map(|unit| moves(unit).count()).sum();
        let plies =
            |letters| -> usize { sample.iter().map(|unit| play(chess::Position::start(), unit, letters).0).sum() };
        let (mut letters, mut most) = (Letters::ENGLISH, plies(Letters::ENGLISH));
        for other in LANGUAGES.iter().skip(1) {
            let played = if most < length { plies(other) } else { 0 };
            if played > most {
                (letters, most) = (other, played);
            }
        }
        let hex =
            || -> usize { sample.iter().map(|unit| play(hex::Position::start(), unit, Letters::ENGLISH).0).sum() };
        let is_hexagonal = most < length && hex() > most;
        let is_coordinates = sample.iter().flat_map(|unit| moves(unit)).all(|word| whole(word, coordinates).is_some());
        Self { is_hexagonal, letters, is_coordinates }
    }

    fn links(&self, units: &[&[u8]]) -> Links {
        if self.is_hexagonal {
            self.links_on(&hex::Position::start(), units)
        } else {
            self.links_on(&chess::Position::start(), units)
        }
    }

    fn links_on<B: Board>(&self, start: &B, units: &[&[u8]]) -> Links {
        let mut links = Links::default();
        // The position after the units of the current game; `None` if one of its moves cannot be played.
        let mut current = None::<B>;
        for (index, unit) in units.iter().enumerate() {
            let length = moves(unit).count();
            let (begins, after_begin) = play(start.clone(), unit, self.letters);
            let going_on = current.take().map(|position| play(position, unit, self.letters));
            let goes_on = going_on.as_ref().map_or(0, |(plies, _)| *plies);
            let is_lost = going_on.is_none() && index > 0;
            // Programs do not wrap lines of coordinates: a line that fits both ways begins a game.
            let parts = begins > goes_on || self.is_coordinates && begins == length;
            let next = if parts { (begins, Some(after_begin)) } else { (goes_on, going_on.map(|(_, after)| after)) };
            let (plies, after) = next;
            current = after.filter(|_| plies == length);
            // After an unplayable move, a unit counts only if enough of its moves can be played from the start.
            if index == 0 || is_lost && begins < length.min(MIN_PLIES) {
                continue;
            }
            links.parts += usize::from(parts);
            links.goes_on += usize::from(!parts && goes_on > begins);
        }
        links
    }
}

/// True if a list is hexagonal chess: more moves of its first games can be played on that board.
fn is_hexagonal(head: &[u8]) -> bool {
    let is_game = |line: &&[u8]| matches!(LineStart::of(line), LineStart::FirstMove | LineStart::Move);
    let games: Vec<&[u8]> = lines(head).filter(is_game).collect();
    Sample::of(&games).is_hexagonal
}

/// Moves of a text, without their numbers.
fn moves(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    words(text).map(without_number).filter(|word| is_move(word))
}

/// The rules of a game whose moves a list may contain.
trait Board: Rules + Clone {
    fn pattern(word: &[u8], letters: &Letters) -> Option<Self::Pattern>;
}

impl Board for chess::Position {
    fn pattern(word: &[u8], letters: &Letters) -> Option<Self::Pattern> {
        san::read_with(word, letters).ok().map(|(_, token)| token.pattern)
    }
}

impl Board for hex::Position {
    fn pattern(word: &[u8], letters: &Letters) -> Option<Self::Pattern> {
        read_with(word, letters).ok().map(|(_, token)| token.written.pattern)
    }
}

/// The number of moves of a text that can be played in sequence, and the position after them.
fn play<B: Board>(mut position: B, text: &[u8], letters: &Letters) -> (usize, B) {
    let mut plies = 0;
    for word in moves(text) {
        if word == b"0000" {
            position.play_null_move();
        } else {
            match B::pattern(word, letters).map(|pattern| position.resolve(&pattern)) {
                Some(Resolution::Unique(mv)) => position.play(mv),
                _ => break,
            }
        }
        plies += 1;
    }
    (plies, position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_told_from_one_game() {
        for (text, format) in [
            ("1. e4 e5 2. Nf3\n1. d4 d5\n1. c4 e5\n", Some(Format::Lines)),
            ("1.e4 e5 2.Sf3 Sc6\n1.d4 Sf6\n", Some(Format::Lines)),
            ("1. e4 e5\n2. Nf3 Nc6\n\n1. d4 d5\n2. c4\n", Some(Format::Lines)),
            ("e4 e5 Nf3\nd4 d5 c4\n", Some(Format::Lines)),
            ("e4 e5 Sf3 Sc6\nd4 d5 c4\nSf3 d5 g3\n", Some(Format::Lines)),
            ("e4 e5 Nf3\nNc6 Bb5\n\nd4 d5\nc4 e6 Nc3\n\nc4 e5\nNc3\n", Some(Format::Paragraphs)),
            ("e2e4 e7e5\nd2d4 d7d5\n", Some(Format::Lines)),
            ("c2c3 c7c6\nk1k2 k7k6\n", Some(Format::HexLines)),
            ("f5f6 g7g6 e1c3\nf5f6 e7e6\n", Some(Format::HexLines)),
            // One game.
            ("1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4\n", None),
            ("1. e4 e5 2. Nf3 Nc6\n\n3. Bb5 a6 4.\nBa4 Nf6\n", None),
            ("e4 e5\nNf3 Nc6\nBb5 a6\n", None),
            ("e4 e5 Nf3 Nc6\nd4 exd4 Nxd4 Nf6\nNc3 Bb4\n", None),
            ("e2e4 e7e5 g1f3 b8c6\nf1b5 a7a6\n", None),
            ("e2e4 e7e5\n", None),
            ("position startpos moves e2e4\nposition startpos moves e2e4 e7e5\n", None),
            ("position startpos moves e2e4\ninfo depth 1\nbestmove e7e5\n", None),
            // A printed table.
            ("  1. e2e4              1. e7e5\n  2. Jg1f3             2. Jb8c6\n\n  1. d2d4    1. d7d5\n", None),
            // Prose, tags.
            ("The game began with\n1. e4 e5, which is old\nand went on.\nMore of it.\n", None),
            ("[Event \"x\"]\n\n1. e4 e5\n\n1. d4 d5\n", None),
            ("1. e4 (\n1. d4 d5 2. c4) 1... e5\n2. Nf3\n", None),
            // Text between the games.
            ("# a list\ne4 e5 Nf3\nd4 d5 c4\n", Some(Format::Lines)),
            ("Game 1: A - B\ne4 e5 Nf3\nGame 2: C - D\nd4 d5 c4\n", Some(Format::Lines)),
            ("position startpos moves e2e4\ne2e4 e7e5 g1f3\nd2d4 d7d5\n", Some(Format::Lines)),
            ("e2e4 e7e5\nposition fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4\n", Some(Format::Lines)),
            ("position startpos\ne2e4 e7e5\nd2d4 d7", Some(Format::Lines)),
            ("e1c3 e10c6 b1b2 b7b6 f3b1 e7e6 c3f9\nb1b3 h7h5 c2c3\n", Some(Format::HexLines)),
            ("1. e4 e5\n1. d4 d5\n\n[Event \"x\"]\n\n1. c4 c5 *\n", Some(Format::Lines)),
        ] {
            assert_eq!(sniff(text.as_bytes(), false), format, "{text}");
        }
    }
}
