//! Games of one line each: moves in coordinates, and positions as they are told to engines. Where such a line ends the
//! game does, unless the next line goes on with it. Not for reading moves.

use std::cmp::Ordering;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, digit1};
use nom::combinator::{map, map_opt, opt, value};
use nom::sequence::preceded;

use super::engine_log;
use super::position_line::is_position;
#[cfg(debug_assertions)]
use super::position_line::{blank, byte_, fen_text, fen_word, position};
use crate::Parsed;
use crate::text::{byte, saturating_value_of, whole};
use partie_record::span::line_end;
use partie_rules::chess::{Role, Roles};
use partie_rules::{Resolution, Rules, chess, hex};

/// Cells on which White's pieces stand when a game of hexagonal chess begins.
pub(super) const HEX: [&[u8]; 18] = [
    b"b1", b"c1", b"c2", b"d1", b"d3", b"e1", b"e4", b"f1", b"f2", b"f3", b"f5", b"g1", b"g4", b"h1", b"h3", b"i1",
    b"i2", b"k1",
];
/// Lines below that are asked where two lines do not tell by themselves.
const ASKED: usize = 16;
/// Plies that nothing plays from the start by accident.
const MANY: usize = 3;

/// A move in coordinates of either board.
#[derive(Clone, Copy, Debug)]
struct Coordinates {
    from: Cell,
    to: Cell,
    becomes: Option<Role>,
}

/// A cell of either board, or of none.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// Its letter: the boards count their files otherwise.
    file: u8,
    /// From 1; 0 is on no board.
    rank: u8,
}

/// `coordinates = %s"0000" / cell cell [["="] becomes]`, the word of a line of moves; nothing is the null move
fn coordinates(input: &[u8]) -> Parsed<'_, Option<Coordinates>> {
    let becomes = opt(preceded(opt(char('=')), becomes));
    let coordinates = map((cell, cell, becomes), |(from, to, becomes)| Some(Coordinates { from, to, becomes }));
    alt((value(None, tag("0000")), coordinates)).parse(input)
}

/// `becomes = %s"n" / %s"b" / %s"r" / %s"q" / %s"N" / %s"B" / %s"R" / %s"Q"`
fn becomes(input: &[u8]) -> Parsed<'_, Role> {
    let officer = |letter: u8| {
        Role::from_letter(letter.to_ascii_uppercase()).filter(|role| !matches!(role, Role::Pawn | Role::King))
    };
    map_opt(byte(|byte| byte.is_ascii_alphabetic()), officer).parse(input)
}

/// `cell = file 1*%x30-39`, of either board
fn cell(input: &[u8]) -> Parsed<'_, Cell> {
    let (after, (file, digits)) = (file, digit1).parse(input)?;
    // No board has a rank with a zero before it.
    let rank = if digits.starts_with(b"0") { 0 } else { saturating_value_of(digits) };
    Ok((after, Cell { file, rank: u8::try_from(rank).unwrap_or(0) }))
}

/// `file = %x61-6C`
fn file(input: &[u8]) -> Parsed<'_, u8> {
    byte(|byte| matches!(byte, b'a'..=b'l')).parse(input)
}

#[cfg(debug_assertions)]
pub static LINE_RULES: &[crate::Rule] = crate::rule::rules! {
    "position" => position,
    "fen-text" => fen_text,
    "fen-word" => fen_word,
    "byte" => byte_,
    "blank" => blank,
    "coordinates" => coordinates,
    "becomes" => becomes,
    "cell" => cell,
    "file" => file,
};

/// The moves of a line of nothing else.
fn moves(line: &[u8]) -> Option<Vec<Option<Coordinates>>> {
    let words = line.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
    let moves = words.map(|word| whole(word, coordinates)).collect::<Option<Vec<_>>>()?;
    (!moves.is_empty()).then_some(moves)
}

/// Whether a text holds lines of moves in coordinates and of positions, and nothing else.
pub fn holds_game_lines_only(text: &[u8]) -> bool {
    let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    let is_any = text.iter().any(u8::is_ascii_alphanumeric);
    is_any
        && lines
            .all(|line| line.is_empty() || is_position(line) || engine_log::is_of_log(line) || moves(line).is_some())
}

/// The board on which such lines are played.
trait Board: Rules {
    /// The move, if both of its cells are on this board.
    fn pattern(coordinates: Coordinates) -> Option<Self::Pattern>;

    /// How many of these moves are legal, one after the other, and the position after them.
    fn played(mut self, moves: &[Option<Coordinates>]) -> (usize, Self) {
        for (count, coordinates) in moves.iter().enumerate() {
            let Some(coordinates) = coordinates else {
                self.play_null_move();
                continue;
            };
            match Self::pattern(*coordinates).map(|pattern| self.resolve(&pattern)) {
                Some(Resolution::Unique(mv)) => self.play(mv),
                _ => return (count, self),
            }
        }
        (moves.len(), self)
    }
}

impl Board for chess::Position {
    fn pattern(Coordinates { from, to, becomes }: Coordinates) -> Option<Self::Pattern> {
        let square = |Cell { file, rank }| chess::Square::parse(file, rank.checked_add(b'0')?);
        let pattern = chess::Pattern::to(Roles::ANY, square(to)?);
        Some(chess::Pattern { from: square(from)?.bit(), promotion: becomes, ..pattern })
    }
}

impl Board for hex::Position {
    fn pattern(Coordinates { from, to, becomes }: Coordinates) -> Option<Self::Pattern> {
        let cell = |Cell { file, rank }| hex::Cell::at(hex::Cell::parse_file(file)?, rank);
        let pattern = hex::Pattern::to(Roles::ANY, cell(to)?);
        Some(hex::Pattern { from: cell(from)?.bit(), promotion: becomes, ..pattern })
    }
}

/// How two lines of moves belong together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    /// The second begins another game.
    Parts,
    /// It goes on with that of the first.
    GoesOn,
    Either,
    Neither,
}

fn link<B: Board>(line: &[Option<Coordinates>], next: &[Option<Coordinates>]) -> Link {
    let (before, position) = B::start().played(line);
    let (begins, _) = B::start().played(next);
    let (goes_on, _) = position.played(next);
    let goes_on = if before == line.len() { goes_on } else { 0 };
    match begins.cmp(&goes_on) {
        Ordering::Greater => Link::Parts,
        Ordering::Less => Link::GoesOn,
        Ordering::Equal if begins == next.len() => Link::Either,
        Ordering::Equal => Link::Neither,
    }
}

/// The same on the board on which the first line begins.
fn link_of(line: &[Option<Coordinates>], next: &[Option<Coordinates>]) -> Link {
    let first = &line[..1];
    if chess::Position::start().played(first).0 == 0 && hex::Position::start().played(first).0 > 0 {
        link::<hex::Position>(line, next)
    } else {
        link::<chess::Position>(line, next)
    }
}

/// Whether a game ends with a line of moves, as the next line begins another one; `below` is what follows that.
pub(super) fn parts(line: &[u8], next: &[u8], below: &[u8]) -> bool {
    let (line, next) = (line.trim_ascii(), next.trim_ascii());
    if is_position(next) {
        return is_position(line) || moves(line).is_some();
    }
    let Some(after) = moves(next) else { return false };
    if is_position(line) {
        return true;
    }
    let Some(before) = moves(line) else { return false };
    // Where each line below begins a game, so does this one.
    let lines = below.split(|byte| matches!(byte, b'\n' | b'\r')).filter(|line| !line.trim_ascii().is_empty());
    let mut links = lines.map_while(moves).take(ASKED).map(|line| link_of(&before, &line));
    match link_of(&before, &after) {
        Link::Parts => true,
        Link::GoesOn => false,
        Link::Either => links.all(|link| link != Link::GoesOn),
        Link::Neither => links.any(|link| link == Link::Parts) && links.all(|link| link != Link::GoesOn),
    }
}

/// The last line of which the one before it is the end of a game, but not the first.
pub(super) fn cut(bytes: &[u8]) -> Option<usize> {
    let mut end = memchr::memrchr(b'\n', bytes)?;
    // A line of a million moves is looked at once.
    let mut left = 64;
    while left > 0 {
        let start = memchr::memrchr(b'\n', &bytes[..end])? + 1;
        let next = &bytes[start..end];
        if engine_log::is_command_line(next) {
            end = start - 1;
            continue;
        }
        left -= 1;
        if engine_log::begins_game(&bytes[..start - 1], next) == Some(true) {
            return Some(start);
        }
        let before = bytes[..start - 1].trim_ascii_end();
        let line = &before[memchr::memrchr(b'\n', before).map_or(0, |at| at + 1)..];
        if parts_clearly(line, &bytes[start..end]) {
            return Some(start);
        }
        end = start - 1;
    }
    None
}

/// Whether two lines tell by themselves that the second begins a game.
fn parts_clearly(line: &[u8], next: &[u8]) -> bool {
    if engine_log::tells_position(next) && engine_log::tells_position(line) {
        return false;
    }
    if is_position(next) || is_position(line) {
        return parts(line, next, b"");
    }
    let (Some(before), Some(after)) = (moves(line), moves(next)) else { return false };
    after.len() >= MANY && link_of(&before, &after) == Link::Parts
}

/// Where the line at `at` ends, and whether another game begins below; nothing where it is none of a game's own, and
/// `Err` where what follows is not at hand.
pub(super) fn end(bytes: &[u8], at: usize, last: bool) -> Result<Option<usize>, ()> {
    let Some(b'a'..=b'l' | b'p' | b'0') = bytes.get(at) else { return Ok(None) };
    // What no line of moves begins with is not looked at to its end.
    let head = &bytes[at..bytes.len().min(at + 16)];
    if !head.starts_with(b"position") && coordinates(head).is_err() {
        return Ok(None);
    }
    let end = line_end(bytes, at);
    if end == bytes.len() && !last {
        return Err(());
    }
    let line = &bytes[at..end];
    if is_position(line) {
        return Ok(Some(end));
    }
    if moves(line).is_none() {
        return Ok(None);
    }
    let blank = bytes[end..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let next = end + blank;
    let next_end = line_end(bytes, next.min(bytes.len()));
    if next_end >= bytes.len() && !last {
        return Err(());
    }
    Ok(parts(line, &bytes[next..next_end], &bytes[next_end..]).then_some(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::read_with;
    use crate::letters::Letters;
    use crate::san;

    #[test]
    fn a_line_is_a_game_where_the_next_one_begins_from_the_start() {
        for (line, next) in [
            ("e2e4 c7c6 d2d4 d7d5", "e2e4 e7e5 g1f3"),
            ("e2e4 e7e5", "e2e4 c7c5"),
            ("e2e4", "d2d4"),
            ("f5f6 g7g6 e1c3", "f5f6 e7e6"),
            ("position startpos moves e2e4", "e2e4 e7e5"),
            ("e2e4 e7e5", "d2d4 d7d5"),
            // The first is as long as a line that was wrapped.
            ("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8", "e2e4 c7c5 g1f3 d7d6"),
            ("d2d4 d7d5 c2c4 e7e6", "position startpos"),
        ] {
            assert!(parts(line.as_bytes(), next.as_bytes(), b""), "{line} / {next}");
        }
        for (line, next) in [
            ("e2e4 e7e5 f1c4 f8c5", "g1f3 b8c6 e1g1 g8f6"),
            ("e2e4 e7e5 g1f3 b8c6", "f1b5 a7a6"),
            ("1. e4 e5", "e2e4 e7e5"),
            ("e2e4 e7e5 f1c4 f8c5", "c2c3 see below"),
        ] {
            assert!(!parts(line.as_bytes(), next.as_bytes(), b""), "{line} / {next}");
        }
    }

    /// What the notations of both boards read, with all their leniency, coordinates say by themselves.
    #[test]
    fn coordinates_mean_what_the_notations_read() {
        let numbers = ["0", "1", "2", "4", "6", "7", "8", "9", "10", "11", "12", "01", "08", "110", "256", "300"];
        let cells: Vec<String> = ('a'..='l').flat_map(|file| numbers.map(|number| format!("{file}{number}"))).collect();
        let ends = ["", "q", "=q", "Q", "=Q", "n", "=n", "B", "=B", "b", "=b", "R", "=r"];
        for (at, (from, to)) in cells.iter().flat_map(|from| cells.iter().map(move |to| (from, to))).enumerate() {
            for end in ["", ends[at % ends.len()]] {
                let word = format!("{from}{to}{end}");
                let word = word.as_bytes();
                let coordinates = whole(word, coordinates).flatten().expect("coordinates");
                let by_san = san::read_move(word).ok().map(|(_, token)| token.pattern);
                assert_eq!(chess::Position::pattern(coordinates), by_san, "{}", word.escape_ascii());
                let by_hex = read_with(word, Letters::ENGLISH).ok().map(|(_, token)| token.written.pattern);
                assert_eq!(hex::Position::pattern(coordinates), by_hex, "{}", word.escape_ascii());
            }
        }
        assert!(whole(b"0000", coordinates).is_some_and(|null| null.is_none()));
    }

    #[test]
    fn the_lines_below_tell_where_two_do_not() {
        let two = ("e2e4 e7e5", "g1f3 b8c6");
        for (below, meant) in [("c2c4\n", true), ("f1b5 a7a6\n", false), ("", true), ("see below\n", true)] {
            assert_eq!(parts(two.0.as_bytes(), two.1.as_bytes(), below.as_bytes()), meant, "{below}");
        }
        // Neither legal from the start nor here.
        let broken = ("e2e4 e7e5 g1f3", "e2e5 e7e6 d2d4");
        for (below, meant) in [("d2d4 d7d5 c2c4\n", true), ("", false)] {
            assert_eq!(parts(broken.0.as_bytes(), broken.1.as_bytes(), below.as_bytes()), meant, "{below}");
        }
    }
}
