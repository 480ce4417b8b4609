//! The rules of `grammars/hex-fen.abnf`, one parser each; a family of rules is one parser with a count.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, digit1};
use nom::combinator::{opt, value};
use nom::sequence::{delimited, preceded, terminated};

use super::dialect::{Dialect, ROWS, length};
use crate::Parsed;
use crate::fen::{fen_gap, fen_letter, fen_turn, lenient_fen_clock, lenient_fen_number};
use crate::hex::{hex_capital, hex_cell};
use crate::text::fields::{Row, Run, row, rows};
use partie_rules::Side;
use partie_rules::hex::{Cell, Role};

type Rows = [Row<(Side, Role)>; ROWS];

/// A board and the fields that follow it.
#[derive(Clone, Copy)]
pub(super) struct HexFen {
    pub(super) rows: Rows,
    pub(super) fields: Option<Fields>,
}

/// The fields after the board.
#[derive(Clone, Copy)]
pub(super) struct Fields {
    pub(super) turn: Side,
    pub(super) en_passant: Option<Cell>,
    pub(super) clock: u32,
    pub(super) number: u32,
}

/// `hex-fen = [fen-gap] hex-fen-ranks fen-gap hex-fen-fields [fen-gap]`
pub(super) fn hex_fen(input: &[u8]) -> Parsed<'_, HexFen> {
    let fields = preceded(fen_gap, hex_fen_fields).map(Some);
    delimited(opt(fen_gap), (hex_fen_ranks, fields), opt(fen_gap)).map(board_and_fields).parse(input)
}

/// `hex-fen-files-down = [fen-gap] hex-fen-files fen-gap hex-fen-fields [fen-gap]`
pub(super) fn hex_fen_files_down(input: &[u8]) -> Parsed<'_, HexFen> {
    let fields = preceded(fen_gap, hex_fen_fields).map(Some);
    delimited(opt(fen_gap), (hex_fen_files, fields), opt(fen_gap)).map(board_and_fields).parse(input)
}

/// `hex-fen-files-up = [fen-gap] hex-fen-files [fen-gap hex-fen-fields] [fen-gap]`
pub(super) fn hex_fen_files_up(input: &[u8]) -> Parsed<'_, HexFen> {
    let fields = opt(preceded(fen_gap, hex_fen_fields));
    delimited(opt(fen_gap), (hex_fen_files, fields), opt(fen_gap)).map(board_and_fields).parse(input)
}

fn board_and_fields((rows, fields): (Rows, Option<Fields>)) -> HexFen {
    HexFen { rows, fields }
}

/// `hex-fen-fields = fen-turn fen-gap ["-" fen-gap] hex-fen-en-passant fen-gap lenient-fen-clock fen-gap
/// lenient-fen-number`
pub(super) fn hex_fen_fields(input: &[u8]) -> Parsed<'_, Fields> {
    let after_castling = |input| {
        (terminated(hex_fen_en_passant, fen_gap), terminated(lenient_fen_clock, fen_gap), lenient_fen_number)
            .parse(input)
    };
    // A single hyphen is the en passant field: the castling field is optional.
    let rest = alt((preceded((char('-'), fen_gap), after_castling), after_castling));
    (terminated(fen_turn, fen_gap), rest)
        .map(|(turn, (en_passant, clock, number))| Fields { turn, en_passant, clock, number })
        .parse(input)
}

/// `hex-fen-en-passant = "-" / hex-cell / hex-capital`
pub(super) fn hex_fen_en_passant(input: &[u8]) -> Parsed<'_, Option<Cell>> {
    alt((value(None, char('-')), hex_cell.map(Some), hex_capital.map(Some))).parse(input)
}

/// `hex-fen-ranks = hex-fen-cells-1 "/" hex-fen-cells-3 "/" hex-fen-cells-5 "/" hex-fen-cells-7 "/" hex-fen-cells-9
/// 6("/" hex-fen-cells-11)`
pub(super) fn hex_fen_ranks(input: &[u8]) -> Parsed<'_, Rows> {
    rows(|number, input| hex_fen_cells(length(Dialect::Ranks, number) as u8)(input)).parse(input)
}

/// `hex-fen-files = hex-fen-cells-6 "/" hex-fen-cells-7 "/" hex-fen-cells-8 "/" hex-fen-cells-9 "/" hex-fen-cells-10 "/"
/// hex-fen-cells-11 "/" hex-fen-cells-10 "/" hex-fen-cells-9 "/" hex-fen-cells-8 "/" hex-fen-cells-7 "/"
/// hex-fen-cells-6`
pub(super) fn hex_fen_files(input: &[u8]) -> Parsed<'_, Rows> {
    rows(|number, input| hex_fen_cells(length(Dialect::FilesUp, number) as u8)(input)).parse(input)
}

/// `hex-fen-cells-1 = *"0" ("1" / fen-letter hex-fen-cells-0)` to `hex-fen-cells-11`: `count` cells, as pieces and
/// numbers of empty cells; adjacent digits are one number.
pub(super) fn hex_fen_cells<'a>(count: u8) -> impl Fn(&'a [u8]) -> Parsed<'a, Row<(Side, Role)>> {
    let number =
        |digits: &[u8]| digits.iter().fold(0, |sum: u8, digit| sum.saturating_mul(10).saturating_add(digit - b'0'));
    let empty = move |input| digit1.map(|digits| Run::Empty(number(digits))).parse(input);
    row(count, move |input| alt((fen_letter.map(Run::Piece), empty)).parse(input))
}

#[cfg(debug_assertions)]
pub const RULES: &[crate::Rule] = crate::rule::rules! {
    "hex-fen" => hex_fen,
    "hex-fen-files-down" => hex_fen_files_down,
    "hex-fen-files-up" => hex_fen_files_up,
    "hex-fen-fields" => hex_fen_fields,
    "hex-fen-en-passant" => hex_fen_en_passant,
    "hex-fen-ranks" => hex_fen_ranks,
    "hex-fen-files" => hex_fen_files,
    "hex-fen-cells-11" => hex_fen_cells(11),
    "hex-fen-cells-10" => hex_fen_cells(10),
    "hex-fen-cells-9" => hex_fen_cells(9),
    "hex-fen-cells-8" => hex_fen_cells(8),
    "hex-fen-cells-7" => hex_fen_cells(7),
    "hex-fen-cells-6" => hex_fen_cells(6),
    "hex-fen-cells-5" => hex_fen_cells(5),
    "hex-fen-cells-4" => hex_fen_cells(4),
    "hex-fen-cells-3" => hex_fen_cells(3),
    "hex-fen-cells-2" => hex_fen_cells(2),
    "hex-fen-cells-1" => hex_fen_cells(1),
    "hex-fen-cells-0" => hex_fen_cells(0),
};
