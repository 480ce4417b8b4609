//! The rules of `grammars/epd.abnf`, one parser each.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, space0, space1};
use nom::combinator::{opt, recognize};
use nom::multi::{many0, many0_count};
use nom::sequence::{delimited, preceded, terminated};

use crate::Parsed;
use crate::text::byte;

/// An operation of EPD.
#[derive(Clone, Debug)]
pub(super) struct Operation<'a> {
    pub(super) opcode: &'a [u8],
    /// Quoted operands without their quotes.
    pub(super) operands: Vec<&'a [u8]>,
}

/// `operations = *(" " / %x09 / ";") *(operation *(" " / %x09 / ";"))`
pub(super) fn operations(input: &[u8]) -> Parsed<'_, Vec<Operation<'_>>> {
    let gap = || take_while(|byte| matches!(byte, b' ' | b'\t' | b';'));
    preceded(gap(), many0(terminated(operation, gap()))).parse(input)
}

/// `operation = opcode *(1*(" " / %x09) operand) *(" " / %x09) [";"]`
pub(super) fn operation(input: &[u8]) -> Parsed<'_, Operation<'_>> {
    let operands = many0(preceded(space1, operand));
    let (rest, (opcode, operands)) = terminated((opcode, operands), (space0, opt(char(';')))).parse(input)?;
    Ok((rest, Operation { opcode, operands }))
}

/// `opcode = letter *(letter / %x30-39 / "_" / "-")`
pub(super) fn opcode(input: &[u8]) -> Parsed<'_, &[u8]> {
    let rest = take_while(|byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    recognize((letter, rest)).parse(input)
}

/// `letter = %x41-5A / %x61-7A`
pub(super) fn letter(input: &[u8]) -> Parsed<'_, u8> {
    byte(|byte| byte.is_ascii_alphabetic()).parse(input)
}

/// `operand = quoted / word`
pub(super) fn operand(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((quoted, word)).parse(input)
}

/// `quoted = %x22 *(%x00-09 / %x0B-0C / %x0E-21 / %x23-FF) %x22`
pub(super) fn quoted(input: &[u8]) -> Parsed<'_, &[u8]> {
    delimited(char('"'), take_while(|byte| !matches!(byte, b'"' | b'\n' | b'\r')), char('"')).parse(input)
}

/// `word = 1*(%x21 / %x23-3A / %x3C-FF)`
pub(super) fn word(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while1(|byte: u8| byte > b' ' && !matches!(byte, b'"' | b';')).parse(input)
}

/// `board = row *("/" row)`, of either game; returns the number of its slashes
pub(super) fn board(input: &[u8]) -> Parsed<'_, usize> {
    preceded(row, many0_count(preceded(char('/'), row))).parse(input)
}

/// `row = 1*(letter / %x30-39 / "~")`
pub(super) fn row(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while1(|byte: u8| byte.is_ascii_alphanumeric() || byte == b'~').parse(input)
}

#[cfg(debug_assertions)]
pub static RULES: &[crate::Rule] = crate::rule::rules! {
    "operations" => operations,
    "operation" => operation,
    "opcode" => opcode,
    "letter" => letter,
    "operand" => operand,
    "quoted" => quoted,
    "word" => word,
    "board" => board,
    "row" => row,
};
