//! Parsers of SFEN, each named after its rule in `grammars/sfen.abnf`.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take};
use nom::character::complete::satisfy;
use nom::combinator::{map, map_opt, opt, value, verify};
use nom::multi::{fill, fold_many1};
use nom::sequence::{delimited, preceded, separated_pair, terminated};

use super::letters::kind;
use crate::Parsed;
use crate::text::{digits, fields, value_of};
#[cfg(debug_assertions)]
use crate::{Rule, rule::rules};
use partie_rules::Side;
use partie_rules::shogi::{PieceType, Setup, Square};

/// Maximum ply number.
const MAX_PLY: u64 = 20_000;

/// The squares of a rank, beginning with file 9.
type Rank = [Option<(Side, PieceType)>; 9];

/// Pieces in hand, as in [`Setup::hands`].
type Hands = [[u8; 7]; 2];

/// Content of one or more squares of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Run {
    Empty(u8),
    Piece((Side, PieceType)),
}

impl Run {
    fn squares(self) -> usize {
        match self {
            Self::Empty(count) => usize::from(count),
            Self::Piece(_) => 1,
        }
    }
}

/// `sfen = [gap] setup gap ply [gap]`
pub(super) fn sfen(input: &[u8]) -> Parsed<'_, (Setup, u32)> {
    delimited(opt(gap), separated_pair(setup, gap, ply), opt(gap)).parse(input)
}

/// `short-sfen = [gap] setup [gap]`
pub(super) fn short_sfen(input: &[u8]) -> Parsed<'_, Setup> {
    delimited(opt(gap), setup, opt(gap)).parse(input)
}

/// `setup = board gap turn gap hands`
fn setup(input: &[u8]) -> Parsed<'_, Setup> {
    (terminated(board, gap), terminated(turn, gap), hands)
        .map(|(ranks, turn, hands)| {
            let mut setup = Setup { turn, hands, ..Setup::EMPTY };
            for (rank, squares) in (1..=9).zip(ranks) {
                for (file, held) in (1..=9).rev().zip(squares) {
                    if let Some(at) = Square::at(file, rank) {
                        setup.board[at.index()] = held;
                    }
                }
            }
            setup
        })
        .parse(input)
}

/// `gap = 1*(" " / %x09 / %x0A / %x0C / %x0D)`
fn gap(input: &[u8]) -> Parsed<'_, &[u8]> {
    fields::gap(input)
}

/// `board = 8(squares-9 "/") squares-9`
fn board(input: &[u8]) -> Parsed<'_, [Rank; 9]> {
    let mut ranks = [[None; 9]; 9];
    let (rest, ()) = fill(terminated(squares(9), tag("/")), &mut ranks[..8]).parse(input)?;
    let (rest, last) = squares(9)(rest)?;
    ranks[8] = last;
    Ok((rest, ranks))
}

/// `count` squares of a rank: `squares-2 = "2" / ("1" / piece) squares-1` and the like, up to `squares-9`.
fn squares<'a>(count: usize) -> impl Fn(&'a [u8]) -> Parsed<'a, Rank> {
    move |input| {
        let (mut rest, mut rank, mut taken) = (input, [None; 9], 0);
        while taken < count {
            let (after, run) = verify(run, |run: &Run| taken + run.squares() <= count).parse(rest)?;
            if let (Run::Piece(piece), Some(square)) = (run, rank.get_mut(taken)) {
                *square = Some(piece);
            }
            (rest, taken) = (after, taken + run.squares());
        }
        Ok((rest, rank))
    }
}

/// A number of empty squares, or a piece.
pub(super) fn run(input: &[u8]) -> Parsed<'_, Run> {
    let empty = satisfy(|digit| matches!(digit, '1'..='9')).map(|digit| digit as u8 & 15);
    alt((map(piece, Run::Piece), map(empty, Run::Empty))).parse(input)
}

/// `piece = ["+"] ("P" / "L" / "N" / "S" / "B" / "R") / "G" / "K"`
fn piece(input: &[u8]) -> Parsed<'_, (Side, PieceType)> {
    let promoted = |(side, kind): (Side, PieceType)| kind.promoted().map(|kind| (side, kind));
    alt((map_opt(preceded(tag("+"), letter), promoted), letter)).parse(input)
}

/// The letter of a piece, in upper case for the first player.
fn letter(input: &[u8]) -> Parsed<'_, (Side, PieceType)> {
    let meaning = |letter: &[u8]| match *letter {
        [letter] if letter.is_ascii_uppercase() => Some((Side::First, kind(letter)?)),
        [letter] => Some((Side::Second, kind(letter.to_ascii_uppercase())?)),
        _ => None,
    };
    map_opt(take(1usize), meaning).parse(input)
}

/// `turn = %s"b" / %s"w"`
pub(super) fn turn(input: &[u8]) -> Parsed<'_, Side> {
    alt((value(Side::First, tag("b")), value(Side::Second, tag("w")))).parse(input)
}

/// `hands = "-" / 1*some-in-hand`
pub(super) fn hands(input: &[u8]) -> Parsed<'_, Hands> {
    let empty = || [[0; 7]; 2];
    let held = fold_many1(some_in_hand, empty, |mut hands: Hands, (side, piece, count)| {
        if let Some(held) = hands[side.index()].get_mut(piece.index()) {
            *held = held.saturating_add(count);
        }
        hands
    });
    alt((value(empty(), tag("-")), held)).parse(input)
}

/// `some-in-hand = [number] ("R" / "B" / "G" / "S" / "N" / "L" / "P")`
pub(super) fn some_in_hand(input: &[u8]) -> Parsed<'_, (Side, PieceType, u8)> {
    let piece = verify(letter, |(_, kind)| *kind != PieceType::King);
    (opt(number), piece).map(|(count, (side, kind))| (side, kind, count.unwrap_or(1))).parse(input)
}

/// `number = %x31-39 [%x30-39]`
fn number(input: &[u8]) -> Parsed<'_, u8> {
    verify(digits(2), |digits: &[u8]| !digits.starts_with(b"0")).map(|digits| value_of(digits) as u8).parse(input)
}

/// `ply = %x31-39 *3%x30-39 / "1" 4%x30-39 / "20000"`
pub(super) fn ply(input: &[u8]) -> Parsed<'_, u32> {
    let digits = verify(digits(5), |digits: &[u8]| !digits.starts_with(b"0") && value_of(digits) <= MAX_PLY);
    digits.map(|digits| value_of(digits) as u32).parse(input)
}

/// The rules of `grammars/sfen.abnf`, for the tests.
#[cfg(debug_assertions)]
pub const RULES: &[Rule] = rules! {
    "sfen" => sfen,
    "short-sfen" => short_sfen,
    "setup" => setup,
    "gap" => gap,
    "board" => board,
    "squares-9" => squares(9),
    "squares-8" => squares(8),
    "squares-7" => squares(7),
    "squares-6" => squares(6),
    "squares-5" => squares(5),
    "squares-4" => squares(4),
    "squares-3" => squares(3),
    "squares-2" => squares(2),
    "squares-1" => squares(1),
    "piece" => piece,
    "turn" => turn,
    "hands" => hands,
    "some-in-hand" => some_in_hand,
    "number" => number,
    "ply" => ply,
};
