//! Boards that transcribers drew in signs: eight ranks of eight cells between bars. Not for what a board means for the
//! score below it.

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

/// A cell: nobody, or a piece.
type Cell = Option<(Side, Role)>;

/// The pieces of a board whose ranks stand in these lines, a1 first; White stands below unless that is said otherwise.
pub fn pieces(bytes: &[u8], ranks: &[Span]) -> Option<[Cell; 64]> {
    let mut board = [None; 64];
    if ranks.len() != 8 {
        return None;
    }
    for (from_above, span) in ranks.iter().enumerate() {
        let (_, cells) = diagram_rank(span.of(bytes)).ok()?;
        for (file, cell) in cells.iter().enumerate() {
            board[8 * (7 - from_above) + file] = *cell;
        }
    }
    Some(board)
}

/// `diagram-rank = *blank "|" 8(diagram-cell "|")`
pub(super) fn diagram_rank(input: &[u8]) -> Parsed<'_, Vec<Cell>> {
    preceded((many0_count(blank), tag("|")), count(terminated(diagram_cell, tag("|")), 8)).parse(input)
}

/// `diagram-cell = *blank [diagram-piece] *blank`
pub(super) fn diagram_cell(input: &[u8]) -> Parsed<'_, Cell> {
    delimited(many0_count(blank), opt(diagram_piece), many0_count(blank)).parse(input)
}

/// `diagram-piece = ("#" / "^") piece-name / piece-name ["*"]`
pub(super) fn diagram_piece(input: &[u8]) -> Parsed<'_, (Side, Role)> {
    let before = (map(one_of("#^"), |sign| if sign == '#' { Side::Second } else { Side::First }), piece_name);
    let after = (piece_name, map(opt(tag("*")), |star| if star.is_some() { Side::Second } else { Side::First }));
    alt((before, map(after, |(role, side)| (side, role)))).parse(input)
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
