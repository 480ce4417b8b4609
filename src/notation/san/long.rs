//! `grammars/long.abnf`: origin and target with a hyphen, or a pawn with its origin. SAN is parsed in `grammar`.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::char;
use nom::combinator::{map, opt, peek, value};
use nom::sequence::{preceded, separated_pair};

use super::grammar::{capture, file, lenient_pawn_of, pawn, piece, promotion, rank, square_or_file, target};
use super::squares::{Origin, Sign, Squares};
use super::suffix::suffixes;
use super::token::SanToken;
use crate::Parsed;
use crate::letters::Letters;

/// `long-move = long-piece-move / long-pawn-move`
pub(super) fn long_move<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, SanToken> {
    move |input| alt((long_pawn_move(letters), long_piece_move(letters))).parse(input)
}

/// `long-piece-move = piece square "-" square *suffix`
pub(super) fn long_piece_move<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, SanToken> {
    move |input| {
        map((piece(letters), separated_pair(target, char('-'), target), suffixes), |(role, (from, to), suffixes)| {
            Squares::new(from, Sign::Hyphen, to).moved(Some(role), suffixes)
        })
        .parse(input)
    }
}

/// `long-pawn-move = square ("-" / capture) square [promotion] *suffix`
pub(super) fn long_pawn_move<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, SanToken> {
    move |input| {
        map((long_squares, opt(promotion(letters)), suffixes), |(squares, promotion, suffixes)| {
            squares.promoted(None, promotion, suffixes)
        })
        .parse(input)
    }
}

/// `square ("-" / capture) square`
fn long_squares(input: &[u8]) -> Parsed<'_, Squares> {
    map((target, alt((hyphen, capture)), target), |(from, sign, to)| Squares::new(from, sign, to)).parse(input)
}

fn hyphen(input: &[u8]) -> Parsed<'_, Sign> {
    value(Sign::Hyphen, char('-')).parse(input)
}

/// `lenient-long-move = short-origin / long-pawn / long-pawn-file / long-pawn-rank`
pub(super) fn lenient_long_move<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, SanToken> {
    move |input| {
        alt((short_origin(letters), long_pawn(letters), long_pawn_file(letters), long_pawn_rank(letters))).parse(input)
    }
}

/// `short-origin = piece [file / rank] "-" square *suffix`
pub(super) fn short_origin<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, SanToken> {
    move |input| {
        let from = map(opt(alt((map(file, Origin::file), map(rank, Origin::rank)))), Option::unwrap_or_default);
        map((piece(letters), separated_pair(from, char('-'), target), suffixes), |(role, (from, to), suffixes)| {
            Squares::new(from, Sign::Hyphen, to).moved(Some(role), suffixes)
        })
        .parse(input)
    }
}

/// `long-pawn = [pawn] square ("-" / capture) square [lenient-promotion] *suffix`
pub(super) fn long_pawn<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, SanToken> {
    move |input| lenient_pawn_of(long_squares, letters).parse(input)
}

/// `long-pawn-file = [pawn] file "-" (square / file) [lenient-promotion] *suffix`
pub(super) fn long_pawn_file<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, SanToken> {
    move |input| {
        let squares = map(separated_pair(map(file, Origin::file), char('-'), square_or_file), |(from, to)| {
            Squares::new(from, Sign::Hyphen, to)
        });
        lenient_pawn_of(squares, letters).parse(input)
    }
}

/// `long-pawn-rank = pawn rank "-" square [lenient-promotion] *suffix`
pub(super) fn long_pawn_rank<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, SanToken> {
    move |input| {
        let squares = map(separated_pair(map(rank, Origin::rank), char('-'), target), |(from, to)| {
            Squares::new(from, Sign::Hyphen, to)
        });
        preceded(peek(pawn(letters)), lenient_pawn_of(squares, letters)).parse(input)
    }
}

#[cfg(debug_assertions)]
pub static LONG_RULES: &[crate::Rule] = {
    const EN: &Letters = Letters::ENGLISH;
    crate::rule::rules! {
        "long-move" => long_move(EN),
        "long-piece-move" => long_piece_move(EN),
        "long-pawn-move" => long_pawn_move(EN),
        "lenient-long-move" => lenient_long_move(EN),
        "short-origin" => short_origin(EN),
        "long-pawn" => long_pawn(EN),
        "long-pawn-file" => long_pawn_file(EN),
        "long-pawn-rank" => long_pawn_rank(EN),
    }
};
