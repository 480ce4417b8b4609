//! Parsers of USI, each named after its rule in `grammars/usi.abnf`.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take, take_while_m_n};
use nom::combinator::{map, map_opt, opt, rest, value};
use nom::sequence::separated_pair;

use crate::text::{byte, expecting, word};
use crate::{Parsed, sfen};
#[cfg(debug_assertions)]
use crate::{Rule, rule::rules};
use partie_record::Terminal;
use partie_rules::shogi::{Origin, Pattern, PieceType, Square};

/// Kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Move,
    End,
    Keyword(Keyword),
}

/// Words of the protocol that produce no items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Position,
    Startpos,
    Sfen,
    Moves,
}

const KEYWORDS: [(&str, Keyword); 4] = [
    ("position", Keyword::Position),
    ("startpos", Keyword::Startpos),
    ("sfen", Keyword::Sfen),
    ("moves", Keyword::Moves),
];

const ENDS: [(&str, Terminal); 2] = [("resign", Terminal::Resignation), ("win", Terminal::DeclaredWin)];

/// `usi-word = move-word / usi-end / keyword`
#[inline]
pub(super) fn usi_word(input: &[u8]) -> Parsed<'_, Word> {
    alt((move_word, value(Word::End, usi_end), map(keyword, Word::Keyword))).parse(input)
}

/// `move-word = %x31-39 *%x00-FF / %x00-FF "*" *%x00-FF / 1*3(%x00-30 / %x3A-FF) %x31-39 *%x00-FF`
#[inline]
fn move_word(input: &[u8]) -> Parsed<'_, Word> {
    let is_file = |byte: u8| matches!(byte, b'1'..=b'9');
    let damaged = (take_while_m_n(1, 3, move |byte| !is_file(byte)), byte(is_file));
    let begins = alt((value((), byte(is_file)), value((), (take(1usize), tag("*"))), value((), damaged)));
    value(Word::Move, (begins, rest)).parse(input)
}

/// `usi-end = %s"resign" / %s"win"`
pub(super) fn usi_end(input: &[u8]) -> Parsed<'_, Terminal> {
    word(&ENDS)(input)
}

/// `keyword = %s"position" / %s"startpos" / %s"sfen" / %s"moves"`
pub(super) fn keyword(input: &[u8]) -> Parsed<'_, Keyword> {
    word(&KEYWORDS)(input)
}

/// `shogi-move = board-move / drop`
#[inline]
pub(super) fn shogi_move(input: &[u8]) -> Parsed<'_, Pattern> {
    // A star always marks a drop, whatever letter precedes it.
    match input {
        [_, b'*', ..] => drop(input),
        _ => board_move(input),
    }
}

/// `board-move = shogi-square shogi-square ["+"]`: has no piece type, and includes promotion.
#[inline]
fn board_move(input: &[u8]) -> Parsed<'_, Pattern> {
    let from = expecting("a square or a drop", shogi_square);
    let to = expecting("the target square", shogi_square);
    (from, to, opt(tag("+")))
        .map(|(from, to, plus)| {
            let promotes = Some(plus.is_some());
            Pattern { to, origin: Origin::Square(from), kind: None, after: None, promotes, flank: None, motion: None }
        })
        .parse(input)
}

/// `drop = drop-letter "*" shogi-square`: has a piece type; promotion is undefined.
fn drop(input: &[u8]) -> Parsed<'_, Pattern> {
    let kind = expecting("a piece that can be in hand", drop_letter);
    separated_pair(kind, tag("*"), expecting("the target square", shogi_square))
        .map(|(kind, to)| {
            let kind = Some(kind);
            Pattern { to, origin: Origin::Hand, kind, after: None, promotes: None, flank: None, motion: None }
        })
        .parse(input)
}

/// `shogi-square = %x31-39 %x61-69`, file before rank.
#[inline]
fn shogi_square(input: &[u8]) -> Parsed<'_, Square> {
    let at = |text: &[u8]| match *text {
        [file, rank] => Square::at(file.wrapping_sub(b'0'), rank.wrapping_sub(b'a').wrapping_add(1)),
        _ => None,
    };
    map_opt(take(2usize), at).parse(input)
}

/// `drop-letter = %s"P" / %s"L" / %s"N" / %s"S" / %s"G" / %s"B" / %s"R"`
fn drop_letter(input: &[u8]) -> Parsed<'_, PieceType> {
    let kind = |letter: &[u8]| match *letter {
        [letter] => kind_in_hand(letter),
        _ => None,
    };
    map_opt(take(1usize), kind).parse(input)
}

/// The type of a piece that can be in hand, by its letter.
pub(super) fn kind_in_hand(letter: u8) -> Option<PieceType> {
    sfen::kind(letter).filter(|kind| *kind != PieceType::King)
}

/// The rules of `grammars/usi.abnf`, for the tests.
#[cfg(debug_assertions)]
pub const RULES: &[Rule] = rules! {
    "usi-word" => usi_word,
    "move-word" => move_word,
    "usi-end" => usi_end,
    "keyword" => keyword,
    "shogi-move" => shogi_move,
    "board-move" => board_move,
    "drop" => drop,
    "shogi-square" => shogi_square,
    "drop-letter" => drop_letter,
};
