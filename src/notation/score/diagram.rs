//! Boards drawn in characters by transcribers: eight ranks of eight cells between bars.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::one_of;
use nom::combinator::{map, opt, value};
use nom::multi::{count, many0_count};
use nom::sequence::{delimited, preceded, terminated};

use super::grammar::blank;
use crate::Parsed;
use partie_record::span::Span;
use partie_rules::Side;
use partie_rules::chess::Role;

/// The piece on a square; `None` if the square is empty.
type Cell = Option<(Side, Role)>;

/// A piece as drawn, with the sign that marks its side, if any.
pub(super) type DrawnPiece = (Option<char>, Role);

/// Signs that mark Black's pieces in books.
const OF_BLACK: [char; 3] = ['#', '*', '='];

/// The pieces on the squares from a1 on, read from eight ranks with rank 8 first. `None` if the board is not readable.
/// Without a known sign for Black, the pieces on lower ranks are White's.
pub fn pieces(bytes: &[u8], ranks: &[Span]) -> Option<[Cell; 64]> {
    let mut drawn: [Option<DrawnPiece>; 64] = [None; 64];
    if ranks.len() != 8 {
        return None;
    }
    for (from_above, span) in ranks.iter().enumerate() {
        let (_, cells) = diagram_rank(span.of(bytes)).ok()?;
        for (file, cell) in cells.iter().enumerate() {
            drawn[8 * (7 - from_above) + file] = *cell;
        }
    }
    let is_second = signs_of_black(&drawn)?;
    let side = |sign: Option<char>| if is_second(sign) { Side::Second } else { Side::First };
    Some(drawn.map(|cell| cell.map(|(sign, role)| (side(sign), role))))
}

/// Finds the sign of Black's pieces: a sign known from books, or of two signs the one that is on higher ranks on
/// average. `None` if the board has more than two signs.
fn signs_of_black(drawn: &[Option<DrawnPiece>; 64]) -> Option<impl Fn(Option<char>) -> bool> {
    let mut signs: Vec<Option<char>> = drawn.iter().flatten().map(|(sign, _)| *sign).collect();
    signs.sort_unstable();
    signs.dedup();
    let is_known = |sign: &Option<char>| sign.is_some_and(|sign| OF_BLACK.contains(&sign));
    let mean = |sign: &Option<char>| {
        let ranks = drawn.iter().enumerate().filter(|(_, cell)| cell.is_some_and(|(own, _)| own == *sign));
        let ranks: Vec<usize> = ranks.map(|(square, _)| square / 8).collect();
        ranks.iter().sum::<usize>() * 64 / ranks.len().max(1)
    };
    let black = match signs.as_slice() {
        [] => None,
        [one] => Some(*one).filter(is_known),
        [one, other] if is_known(one) != is_known(other) => Some(if is_known(one) { *one } else { *other }),
        [one, other] => Some(if mean(one) > mean(other) { *one } else { *other }),
        _ => return None,
    };
    Some(move |sign| Some(sign) == black)
}

/// `diagram-rank = *blank [%x31-38 *blank] "|" 8(diagram-cell "|")`
pub(super) fn diagram_rank(input: &[u8]) -> Parsed<'_, Vec<Option<DrawnPiece>>> {
    let number = opt((one_of("12345678"), many0_count(blank)));
    preceded((many0_count(blank), number, tag("|")), count(terminated(diagram_cell, tag("|")), 8)).parse(input)
}

/// `diagram-cell = *blank [diagram-piece] *blank`
pub(super) fn diagram_cell(input: &[u8]) -> Parsed<'_, Option<DrawnPiece>> {
    delimited(many0_count(blank), opt(diagram_piece), many0_count(blank)).parse(input)
}

/// `diagram-piece = diagram-sign piece-name / piece-name ["*"]`
pub(super) fn diagram_piece(input: &[u8]) -> Parsed<'_, DrawnPiece> {
    let before = (map(diagram_sign, Some), piece_name);
    let after = map((piece_name, opt(one_of("*"))), |(role, star)| (star, role));
    alt((before, after)).parse(input)
}

/// `diagram-sign = "#" / "^" / "=" / "-" / "+" / "~"`
pub(super) fn diagram_sign(input: &[u8]) -> Parsed<'_, char> {
    one_of("#^=-+~").parse(input)
}

/// `piece-name = %s"Kt" / %s"K" / %s"Q" / %s"R" / %s"B" / %s"N" / %s"P"`
pub(super) fn piece_name(input: &[u8]) -> Parsed<'_, Role> {
    alt((
        value(Role::Knight, tag("Kt")),
        value(Role::King, tag("K")),
        value(Role::Queen, tag("Q")),
        value(Role::Rook, tag("R")),
        value(Role::Bishop, tag("B")),
        value(Role::Knight, tag("N")),
        value(Role::Pawn, tag("P")),
    ))
    .parse(input)
}
