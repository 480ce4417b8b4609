//! The rules of `grammars/csv.abnf`, one parser each: RFC 4180, with any of three delimiters.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while};
use nom::character::complete::char;
use nom::combinator::recognize;
use nom::multi::{many0_count, separated_list1};
use nom::sequence::delimited;

use crate::Parsed;
use crate::text::byte;

/// Signs between two cells.
pub(super) const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// `row = cell *("," cell)`, or another delimiter; returns the cells without their quotes
pub(super) fn row<'a>(delimiter: u8) -> impl Fn(&'a [u8]) -> Parsed<'a, Vec<&'a [u8]>> {
    move |input| separated_list1(byte(|byte| byte == delimiter), cell(delimiter)).parse(input)
}

/// `cell = quoted-cell / plain-cell`
pub(super) fn cell<'a>(delimiter: u8) -> impl Fn(&'a [u8]) -> Parsed<'a, &'a [u8]> {
    move |input| alt((quoted_cell, plain_cell(delimiter))).parse(input)
}

/// `quoted-cell = %x22 *(%x00-21 / %x23-FF / %x22.22) %x22`
pub(super) fn quoted_cell(input: &[u8]) -> Parsed<'_, &[u8]> {
    let part = alt((tag(&b"\"\""[..]), recognize(byte(|byte| byte != b'"'))));
    delimited(char('"'), recognize(many0_count(part)), char('"')).parse(input)
}

/// `plain-cell`, up to the delimiter or the end of the line; it does not begin with a quote
pub(super) fn plain_cell<'a>(delimiter: u8) -> impl Fn(&'a [u8]) -> Parsed<'a, &'a [u8]> {
    move |input| {
        if input.first() == Some(&b'"') {
            return Err(nom::Err::Error(crate::Expected { at: input, what: "a cell" }));
        }
        take_while(|byte| byte != delimiter && !matches!(byte, b'\n' | b'\r')).parse(input)
    }
}

#[cfg(debug_assertions)]
pub static RULES: &[crate::Rule] = crate::rule::rules! {
    "row" => row(b','),
    "cell" => cell(b','),
    "quoted-cell" => quoted_cell,
    "plain-cell" => plain_cell(b','),
};
