//! The stipulation of a problem, as printed beside its board: `White to play and mate in two moves.`,
//! `Matt in drei Zügen`. Solutions are not checked here.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::combinator::{eof, map, not, opt, value};
use nom::multi::many0_count;
use nom::sequence::{preceded, terminated};

use super::colour;
use super::grammar::blank;
use crate::text::{byte, digits, saturating_value_of};
use crate::{Expected, Parsed};
use partie_record::span::{self, Span};
use partie_record::{Aim, Stipulation};
use partie_rules::Side;

/// Phrases between the side to move and its aim: `White to play and mate`.
const SETS: &[&str] = &[
    "to play and",
    "to play, and",
    "to move and",
    "to move, and",
    "plays and",
    "moves and",
    "plays first and",
    "to",
    "zieht und setzt",
    "zieht an und setzt",
    "am zuge setzt",
    "setzt",
    "zieht und",
    "zieht an und",
    "am zuge",
    "jouent et font",
    "jouent et",
    "font",
    "juegan y dan",
    "juegan y",
    "dan",
    "muove e dà",
    "muove e",
    "dà",
    "táhne a dá",
    "táhne a",
    "dá",
];
const MATES: &[&str] = &["mate", "mates", "checkmate", "checkmates", "matt", "mat", "matto"];
const WINS: &[&str] = &["win", "wins", "gewinnt", "gagnent", "ganan", "vince", "vyhraje"];
const DRAWS: &[&str] = &["draw", "draws", "hält remis", "remis", "font nulle", "nulle", "tablas", "patta"];
const IN: &[&str] = &["in", "en", "within"];
const MOVES: &[&str] = &["moves", "move", "zügen", "zug", "coups", "coup", "jugadas", "jugada", "mosse", "mossa"];
const NUMBERS: [&[&str]; 10] = [
    &["one", "einem", "un", "una"],
    &["two", "zwei", "deux", "dos", "due"],
    &["three", "drei", "trois", "tres", "tre"],
    &["four", "vier", "quatre", "cuatro", "quattro"],
    &["five", "fünf", "cinq", "cinco", "cinque"],
    &["six", "sechs", "seis", "sei"],
    &["seven", "sieben", "sept", "siete", "sette"],
    &["eight", "acht", "huit", "ocho", "otto"],
    &["nine", "neun", "neuf", "nueve", "nove"],
    &["ten", "zehn", "dix", "diez", "dieci"],
];

/// Maximum number of lines searched for a stipulation above a board; twice as many are searched below it.
const MAX_LINES_ABOVE: usize = 6;
/// Maximum length in bytes of a line with a stipulation.
const MAX_LINE: usize = 120;

/// The stipulation beside a board with these ranks: above it, or below it before `to`.
pub(super) fn beside_board(bytes: &[u8], ranks: &[Span], to: usize) -> Option<Stipulation> {
    let [first, .., last] = ranks else { return None };
    let mut above = Vec::new();
    let mut at = span::line_start(bytes, first.from as usize);
    for _ in 0..MAX_LINES_ABOVE {
        if at == 0 {
            break;
        }
        let start = span::line_start(bytes, at - 1);
        above.push(&bytes[start..at]);
        at = start;
    }
    let below = bytes.get(last.to as usize..to).unwrap_or_default();
    let below = below.split(|byte| matches!(byte, b'\n' | b'\r')).take(2 * MAX_LINES_ABOVE);
    above.into_iter().chain(below).find_map(in_line)
}

/// The stipulation in the last sentence of a line.
fn in_line(line: &[u8]) -> Option<Stipulation> {
    let line = line.trim_ascii();
    if line.len() > MAX_LINE {
        return None;
    }
    let starts = std::iter::once(0).chain(memchr::memmem::find_iter(line, b". ").map(|at| at + 2));
    let asked = starts.filter_map(|at| Some(terminated(stipulation, eof).parse(line[at..].trim_ascii()).ok()?.1));
    // Without a count or a phrase such as `to play`, "Draw", "White wins" and "Mate" are results of games.
    let mut asked = asked.filter(|asked| asked.moves.is_some() && asked.aim == Aim::Mate || sets_out(line));
    asked.next()
}

/// True if a line contains a phrase such as `to play and`.
fn sets_out(line: &[u8]) -> bool {
    let is_set = |at: usize| stipulation_sets(&line[at..]).is_ok();
    memchr::memchr_iter(b' ', line).any(|at| is_set(at + 1))
}

/// `stipulation = [stipulation-side 1*blank] [stipulation-sets 1*blank] stipulation-what *("." / ":" / "!")`
pub(super) fn stipulation(input: &[u8]) -> Parsed<'_, Stipulation> {
    let start = (opt(terminated(stipulation_side, blanks)), opt(terminated(stipulation_sets, blanks)));
    let stops = many0_count(alt((tag("."), tag(":"), tag("!"))));
    map((start, terminated(stipulation_what, stops)), |((side, _), (aim, moves))| Stipulation { side, aim, moves })
        .parse(input)
}

/// `stipulation-what = stipulation-count 1*blank stipulation-aim / stipulation-aim [1*blank stipulation-count]`
pub(super) fn stipulation_what(input: &[u8]) -> Parsed<'_, (Aim, Option<u32>)> {
    let in_count = map((terminated(stipulation_count, blanks), stipulation_aim), |(count, aim)| (aim, Some(count)));
    alt((in_count, (stipulation_aim, opt(preceded(blanks, stipulation_count))))).parse(input)
}

/// The name of a side: `stipulation-side`.
pub(super) fn stipulation_side(input: &[u8]) -> Parsed<'_, Side> {
    terminated(colour::in_problem, end_of_word).parse(input)
}

/// A phrase between the side to move and its aim, such as `to play and`: `stipulation-sets`.
pub(super) fn stipulation_sets(input: &[u8]) -> Parsed<'_, ()> {
    word(SETS).parse(input)
}

/// The aim of the side to move: `stipulation-aim`.
pub(super) fn stipulation_aim(input: &[u8]) -> Parsed<'_, Aim> {
    let win = value(Aim::Win, word(WINS));
    alt((value(Aim::Mate, word(MATES)), win, value(Aim::Draw, word(DRAWS)))).parse(input)
}

/// `stipulation-count = ("in" / "en" / "within") 1*blank (1*2%x30-39 / count-word) [1*blank count-moves]`
pub(super) fn stipulation_count(input: &[u8]) -> Parsed<'_, u32> {
    let count = alt((map(digits(2), saturating_value_of), count_word));
    preceded((word(IN), blanks), terminated(count, opt(preceded(blanks, count_moves)))).parse(input)
}

/// A number as a word: `count-word`.
pub(super) fn count_word(input: &[u8]) -> Parsed<'_, u32> {
    let one = |(at, words): (usize, &&'static [&'static str])| value(at as u32 + 1, word(words)).parse(input).ok();
    NUMBERS.iter().enumerate().find_map(one).ok_or(nom::Err::Error(Expected { at: input, what: "a number" }))
}

/// The word after a number of moves: `count-moves`.
pub(super) fn count_moves(input: &[u8]) -> Parsed<'_, ()> {
    word(MOVES).parse(input)
}

fn blanks(input: &[u8]) -> Parsed<'_, ()> {
    value((), (blank, many0_count(blank))).parse(input)
}

/// Matches if no letter follows; consumes no input.
fn end_of_word(input: &[u8]) -> Parsed<'_, ()> {
    not(byte(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii())).parse(input)
}

/// Matches the longest of several words, if the word ends there.
fn word<'a>(list: &'static [&'static str]) -> impl Fn(&'a [u8]) -> Parsed<'a, ()> {
    move |input| {
        let one = |word: &&'static str| {
            let found: Parsed<'a, ()> = value((), (tag_no_case(*word), end_of_word)).parse(input);
            found.ok()
        };
        let found = list.iter().filter_map(one).min_by_key(|(rest, ())| rest.len());
        found.ok_or(nom::Err::Error(Expected { at: input, what: "a known word" }))
    }
}
