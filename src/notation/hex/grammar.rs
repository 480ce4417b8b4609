//! The rules of `grammars/hex.abnf`, one parser each; the letters of the pieces are a parameter.
//!
//! A move ends with its token, so each alternative must match the whole token.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{eof, opt, peek, value, verify};
use nom::sequence::{preceded, terminated};

use super::HexToken;
use super::parts::{Ending, Origin, Parts, Promotion, Sign, Target};
use crate::letters::Letters;
use crate::san::{Form, Suffix, Suffixes, small_letter as hex_small_piece};
#[cfg(debug_assertions)]
use crate::san::{suffix as hex_suffix, twofold as hex_twofold};
use crate::{Expected, Parsed, san};
use partie_rules::BoardSide;
use partie_rules::hex::{Cell, Pattern, Role};

/// `hex-move = hex-castling / hex-officer-move / hex-pawn-move`
pub(super) fn hex_move<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, HexToken> {
    move |input| {
        // Quotes and brackets, of which a damaged file may have a million, begin none of the alternatives.
        if input.first().is_none_or(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric()) {
            return expected(input, "a move");
        }
        let moves =
            (hex_castling, hex_officer_move(letters).map(Parts::token), hex_pawn_move(letters).map(Parts::token));
        alt(moves).parse(input)
    }
}

/// `hex-castling = (%s"O-O" [%s"-O"] / "0-0" ["-0"]) hex-suffixes`
pub(super) fn hex_castling(input: &[u8]) -> Parsed<'_, HexToken> {
    let sides = alt((
        value((BoardSide::Queen, false), tag("O-O-O")),
        value((BoardSide::King, false), tag("O-O")),
        value((BoardSide::Queen, true), tag("0-0-0")),
        value((BoardSide::King, true), tag("0-0")),
    ));
    let castling = |((side, zeros), suffixes): (_, Suffixes)| {
        let mut move_ = HexToken::new(Pattern::castling(side));
        move_.written.zeros = zeros;
        suffixes.mark(&mut move_.written);
        move_.settle_en_passant();
        move_
    };
    (sides, hex_suffixes).map(castling).parse(input)
}

/// `hex-officer-move = hex-officer (hex-officer-long / hex-officer-short / hex-capital-officer-long /
/// hex-capital-officer-short)`
pub(super) fn hex_officer_move<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Parts> {
    move |input| {
        let moves = alt((
            hex_officer_long(letters),
            hex_officer_short(letters),
            hex_capital_officer_long(letters),
            hex_capital_officer_short(letters),
        ));
        let lettered = |(role, parts)| Parts { letter: Some(role), ..parts };
        (hex_officer(letters), moves).map(lettered).parse(input)
    }
}

/// `hex-officer-long = hex-cell hex-sign hex-cell hex-officer-ending / hex-cell hex-naming hex-cell hex-marks`
pub(super) fn hex_officer_long<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Parts> {
    move |input| {
        alt((
            (hex_cell, hex_sign.map(Some), hex_cell, hex_officer_ending(letters)),
            (hex_cell, hex_naming(letters).map(Some), hex_cell, hex_marks),
        ))
        .map(|parts| Parts::cells(Form::Long, parts))
        .parse(input)
    }
}

/// `hex-officer-short = hex-cell hex-cell hex-officer-ending / [hex-file / hex-rank] hex-officer-target`
pub(super) fn hex_officer_short<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Parts> {
    move |input| {
        let origin = alt((hex_file.map(Origin::File), hex_rank.map(Origin::Rank)));
        let origin = opt(origin).map(|origin| origin.unwrap_or(Origin::Unsaid));
        alt((
            (hex_cell.map(Origin::Cell), (no_sign, hex_cell, hex_officer_ending(letters))),
            (origin, hex_officer_target(letters)),
        ))
        .map(|(origin, target)| Parts::to(Form::San, origin, target))
        .parse(input)
    }
}

/// `hex-officer-target = [hex-sign] hex-cell hex-officer-ending / hex-naming hex-cell hex-marks`
pub(super) fn hex_officer_target<'a>(
    letters: &Letters,
) -> impl Fn(&'a [u8]) -> Parsed<'a, (Option<Sign>, Cell, Ending)> {
    move |input| {
        alt((
            (opt(hex_sign), hex_cell, hex_officer_ending(letters)),
            (hex_naming(letters).map(Some), hex_cell, hex_marks),
        ))
        .parse(input)
    }
}

/// `hex-pawn-move = hex-pawn (hex-pawn-cells / hex-rank hex-pawn-target) / hex-pawn-cells`
pub(super) fn hex_pawn_move<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Parts> {
    move |input| {
        let by_rank = (hex_rank.map(Origin::Rank), hex_pawn_target(letters))
            .map(|(origin, target)| Parts::to(Form::San, origin, target));
        let lettered = |(role, parts)| Parts { letter: Some(role), ..parts };
        // The letter of a pawn may also be a file in capitals.
        alt(((hex_pawn(letters), alt((hex_pawn_cells(letters), by_rank))).map(lettered), hex_pawn_cells(letters)))
            .parse(input)
    }
}

/// `hex-pawn-cells = hex-pawn-long / hex-pawn-coordinates / hex-pawn-short / hex-capital-pawn-long /
/// hex-capital-coordinates`
pub(super) fn hex_pawn_cells<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Parts> {
    move |input| {
        alt((
            hex_pawn_long(letters),
            hex_pawn_coordinates(letters),
            hex_pawn_short(letters),
            hex_capital_pawn_long(letters),
            hex_capital_coordinates(letters),
        ))
        .parse(input)
    }
}

/// `hex-pawn-long = hex-cell hex-sign hex-cell hex-pawn-ending / hex-cell hex-naming hex-cell hex-promotion-ending /
/// hex-cell hex-cell hex-captured hex-promotion-ending`
pub(super) fn hex_pawn_long<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Parts> {
    move |input| {
        let captured = (hex_captured(letters), hex_promotion_ending(letters)).map(with_captured);
        alt((
            (hex_cell, hex_sign.map(Some), hex_cell, hex_pawn_ending(letters)),
            (hex_cell, hex_naming(letters).map(Some), hex_cell, hex_promotion_ending(letters)),
            (hex_cell, no_sign, hex_cell, captured),
        ))
        .map(|parts| Parts::cells(Form::Long, parts))
        .parse(input)
    }
}

/// `hex-pawn-coordinates = hex-cell hex-cell hex-coordinates-ending`
pub(super) fn hex_pawn_coordinates<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Parts> {
    move |input| {
        (hex_cell, no_sign, hex_cell, hex_coordinates_ending(letters))
            .map(|parts| Parts::cells(Form::Coordinates, parts))
            .parse(input)
    }
}

/// `hex-pawn-short = hex-cell hex-pawn-ending / hex-file hex-pawn-target / hex-files hex-pawn-ending`
pub(super) fn hex_pawn_short<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Parts> {
    move |input| {
        let by_files = |((from, sign, to), ending)| Parts {
            form: Form::San,
            letter: None,
            origin: Origin::File(from),
            sign,
            target: Target::File(to),
            ending,
            capitals: false,
        };
        alt((
            (no_sign, hex_cell, hex_pawn_ending(letters)).map(|target| Parts::to(Form::San, Origin::Unsaid, target)),
            (hex_file, hex_pawn_target(letters)).map(|(file, target)| Parts::to(Form::San, Origin::File(file), target)),
            (hex_files, hex_pawn_ending(letters)).map(by_files),
        ))
        .parse(input)
    }
}

/// `hex-pawn-target = [hex-sign] hex-cell hex-pawn-ending / hex-naming hex-cell hex-promotion-ending`
pub(super) fn hex_pawn_target<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, (Option<Sign>, Cell, Ending)> {
    move |input| {
        alt((
            (opt(hex_sign), hex_cell, hex_pawn_ending(letters)),
            (hex_naming(letters).map(Some), hex_cell, hex_promotion_ending(letters)),
        ))
        .parse(input)
    }
}

/// `hex-capital-officer-long = hex-capital hex-capital-sign hex-capital hex-officer-ending`
pub(super) fn hex_capital_officer_long<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Parts> {
    move |input| {
        (hex_capital, hex_capital_sign.map(Some), hex_capital, hex_officer_ending(letters))
            .map(|parts| capitals(Form::Long, parts))
            .parse(input)
    }
}

/// `hex-capital-officer-short = hex-capital hex-capital hex-officer-ending`
pub(super) fn hex_capital_officer_short<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Parts> {
    move |input| {
        (hex_capital, no_sign, hex_capital, hex_officer_ending(letters))
            .map(|parts| capitals(Form::San, parts))
            .parse(input)
    }
}

/// `hex-capital-pawn-long = hex-capital hex-capital-sign hex-capital hex-pawn-ending / hex-capital hex-capital hex-captured
/// hex-promotion-ending`
pub(super) fn hex_capital_pawn_long<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Parts> {
    move |input| {
        let captured = (hex_captured(letters), hex_promotion_ending(letters)).map(with_captured);
        alt((
            (hex_capital, hex_capital_sign.map(Some), hex_capital, hex_pawn_ending(letters)),
            (hex_capital, no_sign, hex_capital, captured),
        ))
        .map(|parts| capitals(Form::Long, parts))
        .parse(input)
    }
}

/// `hex-capital-coordinates = hex-capital hex-capital hex-coordinates-ending`
pub(super) fn hex_capital_coordinates<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Parts> {
    move |input| {
        (hex_capital, no_sign, hex_capital, hex_coordinates_ending(letters))
            .map(|parts| capitals(Form::Coordinates, parts))
            .parse(input)
    }
}

fn capitals(form: Form, parts: (Cell, Option<Sign>, Cell, Ending)) -> Parts {
    Parts { capitals: true, ..Parts::cells(form, parts) }
}

/// Succeeds without a sign where one is optional.
fn no_sign(input: &[u8]) -> Parsed<'_, Option<Sign>> {
    Ok((input, None))
}

/// `hex-cell = (%s"a" / %s"l") %x31-36 / (%s"b" / %s"k") %x31-37 / (%s"c" / %s"i") %x31-38 / (%s"d" / %s"h") %x31-39 /
/// (%s"e" / %s"g") (%x31-39 / "10") / %s"f" (%x31-39 / "10" / "11")`
pub(crate) fn hex_cell(input: &[u8]) -> Parsed<'_, Cell> {
    preceded(peek(satisfy(|letter| letter.is_ascii_lowercase())), cell).parse(input)
}

/// `hex-capital = (%s"A" / %s"L") %x31-36 / (%s"B" / %s"K") %x31-37 / (%s"C" / %s"I") %x31-38 / (%s"D" / %s"H") %x31-39
/// / (%s"E" / %s"G") (%x31-39 / "10") / %s"F" (%x31-39 / "10" / "11")`
pub(crate) fn hex_capital(input: &[u8]) -> Parsed<'_, Cell> {
    preceded(peek(satisfy(|letter| letter.is_ascii_uppercase())), cell).parse(input)
}

/// Parses as many digits as possible: `f12` is not f1 and a 2.
fn cell(input: &[u8]) -> Parsed<'_, Cell> {
    match Cell::parse(input) {
        Some((cell, rest)) => Ok((rest, cell)),
        None => expected(input, "a cell of the board"),
    }
}

/// `hex-file = %x61-69 / %x6B-6C`
///
/// A following number is rejected, as it would make a cell.
pub(super) fn hex_file(input: &[u8]) -> Parsed<'_, u8> {
    match input {
        [letter @ b'a'..=b'l', rest @ ..] if !begins_with_digit(rest) => match Cell::parse_file(*letter) {
            Some(file) => Ok((rest, file)),
            None => expected(input, "a file, of which there is no j"),
        },
        _ => expected(input, "a file"),
    }
}

/// `hex-rank = %x31-39 / "10" / "11"`
pub(super) fn hex_rank(input: &[u8]) -> Parsed<'_, u8> {
    match input {
        [b'1', ones @ b'0'..=b'1', rest @ ..] if !begins_with_digit(rest) => Ok((rest, 10 + ones - b'0')),
        [digit @ b'1'..=b'9', rest @ ..] if !begins_with_digit(rest) => Ok((rest, digit - b'0')),
        _ => expected(input, "a rank"),
    }
}

fn begins_with_digit(rest: &[u8]) -> bool {
    rest.first().is_some_and(u8::is_ascii_digit)
}

fn expected<'a, T>(at: &'a [u8], what: &'static str) -> Parsed<'a, T> {
    Err(nom::Err::Error(Expected { at, what }))
}

/// `hex-files = %s"a" [hex-sign] (%x62-69 / %x6B-6C) / %s"b" [hex-sign] (%x61 / %x63-69 / %x6B-6C) / %s"c" [hex-sign]
/// (%x61-62 / %x64-69 / %x6B-6C) / %s"d" [hex-sign] (%x61-63 / %x65-69 / %x6B-6C) / %s"e" [hex-sign] (%x61-64 / %x66-69
/// / %x6B-6C) / %s"f" [hex-sign] (%x61-65 / %x67-69 / %x6B-6C) / %s"g" [hex-sign] (%x61-66 / %x68-69 / %x6B-6C) / %s"h"
/// [hex-sign] (%x61-67 / %x69 / %x6B-6C) / %s"i" [hex-sign] (%x61-68 / %x6B-6C) / %s"k" [hex-sign] (%x61-69 / %x6C) /
/// %s"l" [hex-sign] (%x61-69 / %x6B)`
pub(super) fn hex_files(input: &[u8]) -> Parsed<'_, (u8, Sign, u8)> {
    let sign = opt(hex_sign).map(Option::unwrap_or_default);
    verify((hex_file, sign, hex_file), |(from, _, to)| from != to).parse(input)
}

/// `hex-sign = "-" / hex-capture`
pub(super) fn hex_sign(input: &[u8]) -> Parsed<'_, Sign> {
    let captures = alt((value(false, char('-')), value(true, hex_capture)));
    captures.map(|captures| Sign { captures, captured: None }).parse(input)
}

/// `hex-capture = %s"x" / ":"`
pub(super) fn hex_capture(input: &[u8]) -> Parsed<'_, char> {
    one_of("x:").parse(input)
}

/// `hex-capital-sign = hex-sign / %s"X"`
pub(super) fn hex_capital_sign(input: &[u8]) -> Parsed<'_, Sign> {
    let captures = value(Sign { captures: true, captured: None }, char('X'));
    alt((hex_sign, captures)).parse(input)
}

/// `hex-naming = hex-capture hex-piece`
pub(super) fn hex_naming<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Sign> {
    move |input| {
        let sign = |role| Sign { captures: true, captured: Some(role) };
        preceded(hex_capture, hex_piece(letters)).map(sign).parse(input)
    }
}

/// `hex-captured = %s"x" hex-piece`
pub(super) fn hex_captured<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Role> {
    move |input| preceded(char('x'), hex_piece(letters)).parse(input)
}

/// `hex-officer = %s"N" / %s"B" / %s"R" / %s"Q" / %s"K"`
pub(super) fn hex_officer<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Role> {
    move |input| verify(hex_piece(letters), |role| *role != Role::Pawn).parse(input)
}

/// `hex-pawn = %s"P"`
pub(super) fn hex_pawn<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Role> {
    move |input| verify(hex_piece(letters), |role| *role == Role::Pawn).parse(input)
}

/// `hex-piece = hex-officer / hex-pawn`
///
/// The longer of two letters wins: `Кр` is a king, not a knight.
pub(super) fn hex_piece<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Role> {
    move |input| {
        // No language has a lowercase ASCII letter; files and signs need no search.
        let plain = input.first().is_none_or(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
        match letters.read_role(input).filter(|_| !plain) {
            Some((role, length)) => Ok((&input[length..], role)),
            None => expected(input, "a piece"),
        }
    }
}

/// `hex-any-piece = hex-piece / hex-small-piece`
pub(super) fn hex_any_piece<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Role> {
    move |input| alt((hex_piece(letters), hex_small_piece)).parse(input)
}

/// `hex-promotion = ("=" / "/") hex-any-piece / "(" hex-any-piece [")"] / hex-piece`
pub(super) fn hex_promotion<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Promotion> {
    move |input| {
        alt((
            (value(false, char('=')), hex_any_piece(letters)),
            (value(true, char('/')), hex_any_piece(letters)),
            (value(true, char('(')), terminated(hex_any_piece(letters), opt(char(')')))),
            (|input| Ok((input, true)), hex_piece(letters)),
        ))
        .map(|(bare, role)| Promotion { role, bare })
        .parse(input)
    }
}

/// `hex-officer-ending = [hex-captured] hex-marks`
pub(super) fn hex_officer_ending<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Ending> {
    move |input| alt(((hex_captured(letters), hex_marks).map(with_captured), hex_marks)).parse(input)
}

/// `hex-pawn-ending = [hex-captured] hex-promotion-ending`
pub(super) fn hex_pawn_ending<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Ending> {
    move |input| {
        let captured = (hex_captured(letters), hex_promotion_ending(letters)).map(with_captured);
        alt((captured, hex_promotion_ending(letters))).parse(input)
    }
}

/// `hex-promotion-ending = [hex-promotion] hex-marks`
pub(super) fn hex_promotion_ending<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Ending> {
    move |input| alt(((hex_promotion(letters), hex_marks).map(with_promotion), hex_marks)).parse(input)
}

/// `hex-coordinates-ending = [hex-promotion / hex-small-piece] hex-marks`
///
/// `bp` is a word, not a bishop.
pub(super) fn hex_coordinates_ending<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Ending> {
    move |input| {
        let small = hex_small_piece.map(|role| Promotion { role, bare: true });
        let promotion = alt((hex_promotion(letters), small));
        alt(((promotion, hex_marks).map(with_promotion), hex_marks)).parse(input)
    }
}

fn with_captured((captured, ending): (Role, Ending)) -> Ending {
    Ending { captured: Some(captured), ..ending }
}

fn with_promotion((promotion, ending): (Promotion, Ending)) -> Ending {
    Ending { promotion: Some(promotion), ..ending }
}

/// `hex-marks = [%s"ep."] hex-suffixes`
pub(super) fn hex_marks(input: &[u8]) -> Parsed<'_, Ending> {
    let before = opt(value(Suffix::EnPassant, tag("ep.")));
    let marks = |(before, suffixes): (Option<Suffix>, Suffixes)| match before {
        Some(before) => suffixes.with(before),
        None => suffixes,
    };
    (before, hex_suffixes).map(marks).map(Ending::marked).parse(input)
}

/// `hex-suffixes = *hex-suffix`, up to the end of the token, with the suffixes of SAN
pub(super) fn hex_suffixes(input: &[u8]) -> Parsed<'_, Suffixes> {
    terminated(san::suffixes, eof).parse(input)
}

/// The rules of the grammar, with English letters.
#[cfg(debug_assertions)]
pub const RULES: &[crate::Rule] = crate::rule::rules! {
    "hex-move" => hex_move(Letters::ENGLISH),
    "hex-castling" => hex_castling,
    "hex-officer-move" => hex_officer_move(Letters::ENGLISH),
    "hex-officer-long" => hex_officer_long(Letters::ENGLISH),
    "hex-officer-short" => hex_officer_short(Letters::ENGLISH),
    "hex-officer-target" => hex_officer_target(Letters::ENGLISH),
    "hex-pawn-move" => hex_pawn_move(Letters::ENGLISH),
    "hex-pawn-cells" => hex_pawn_cells(Letters::ENGLISH),
    "hex-pawn-long" => hex_pawn_long(Letters::ENGLISH),
    "hex-pawn-coordinates" => hex_pawn_coordinates(Letters::ENGLISH),
    "hex-pawn-short" => hex_pawn_short(Letters::ENGLISH),
    "hex-pawn-target" => hex_pawn_target(Letters::ENGLISH),
    "hex-capital-officer-long" => hex_capital_officer_long(Letters::ENGLISH),
    "hex-capital-officer-short" => hex_capital_officer_short(Letters::ENGLISH),
    "hex-capital-pawn-long" => hex_capital_pawn_long(Letters::ENGLISH),
    "hex-capital-coordinates" => hex_capital_coordinates(Letters::ENGLISH),
    "hex-cell" => hex_cell,
    "hex-capital" => hex_capital,
    "hex-file" => hex_file,
    "hex-rank" => hex_rank,
    "hex-files" => hex_files,
    "hex-sign" => hex_sign,
    "hex-capture" => hex_capture,
    "hex-capital-sign" => hex_capital_sign,
    "hex-naming" => hex_naming(Letters::ENGLISH),
    "hex-captured" => hex_captured(Letters::ENGLISH),
    "hex-officer" => hex_officer(Letters::ENGLISH),
    "hex-pawn" => hex_pawn(Letters::ENGLISH),
    "hex-piece" => hex_piece(Letters::ENGLISH),
    "hex-small-piece" => hex_small_piece,
    "hex-any-piece" => hex_any_piece(Letters::ENGLISH),
    "hex-promotion" => hex_promotion(Letters::ENGLISH),
    "hex-officer-ending" => hex_officer_ending(Letters::ENGLISH),
    "hex-pawn-ending" => hex_pawn_ending(Letters::ENGLISH),
    "hex-promotion-ending" => hex_promotion_ending(Letters::ENGLISH),
    "hex-coordinates-ending" => hex_coordinates_ending(Letters::ENGLISH),
    "hex-marks" => hex_marks,
    "hex-suffixes" => hex_suffixes,
    "hex-suffix" => hex_suffix,
    "hex-twofold" => hex_twofold,
};
