//! Grammar of the signs in a printed score: row numbers, marks, cells of fraction tables, words of headings.
//!
//! Moves have grammars of their own. The end of a row is found in `table_row`.

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while_m_n};
use nom::combinator::{eof, map, map_opt, not, opt, peek, recognize, value, verify};
use nom::multi::{fold_many_m_n, fold_many1, many0_count, many1_count};
use nom::sequence::{delimited, preceded, terminated};
use nom::{AsChar, Parser};

use super::colour;
use crate::text::{byte, digits, saturating_value_of, whole, word};
use crate::{Expected, Parsed};
use partie_record::ItemKind;
use partie_rules::Side;

/// Words that begin a title.
const TITLES: &[&str] = &[
    "GAME",
    "Game No",
    "Game no",
    "VARIATION",
    "CHAPTER",
    "PARTIE",
    "Partie",
    "PARTIDA",
    "Partida",
    "Between ",
    "Game played",
    "No.",
    "Blancs",
    "Blancas",
    "Hra ",
];
/// Words that begin a heading about odds; true if a parenthesis opens before them.
const ODDS: &[(&str, bool)] =
    &[("Remove ", false), ("(Remove ", true), ("Odds of ", false), ("Otez ", false), ("Ôtez ", false)];
/// Initials of colors in labels.
const INITIALS: &[(&str, Side)] = &[("W", Side::First), ("S", Side::Second), ("B", Side::Second)];

/// Length of the text that a parser consumes.
pub(super) fn length<'a, T>(parser: impl Fn(&'a [u8]) -> Parsed<'a, T>, text: &'a [u8]) -> Option<usize> {
    parser(text).ok().map(|(rest, _)| text.len() - rest.len())
}

/// `blank = " " / %x09`
pub(super) fn blank(input: &[u8]) -> Parsed<'_, u8> {
    byte(|byte| matches!(byte, b' ' | b'\t'))(input)
}

/// `number-printed = 1*4%x30-39 [dots] [*blank gap-printed]`
pub(super) fn number_printed(input: &[u8]) -> Parsed<'_, (u32, bool)> {
    number(gap_printed)(input)
}

/// `number-typed = 1*4%x30-39 [dots] [*blank gap-typed]`
pub(super) fn number_typed(input: &[u8]) -> Parsed<'_, (u32, bool)> {
    number(gap_typed)(input)
}

/// `number-scanned = scanned 1*blank`
pub(super) fn number_scanned(input: &[u8]) -> Parsed<'_, (u32, bool)> {
    terminated(scanned, many1_count(blank)).parse(input)
}

/// `number-in-line = (scanned / "(" scanned ")") *(blank / %x0A / %x0C / %x0D)`
pub(super) fn number_in_line(input: &[u8]) -> Parsed<'_, (u32, bool)> {
    // Letters for digits are not noted as a scanning error if the number is in parentheses.
    let apart = map(delimited(tag("("), scanned, tag(")")), |(number, _)| (number, false));
    terminated(alt((scanned, apart)), many0_count(byte(|byte| byte.is_ascii_whitespace()))).parse(input)
}

/// A row number, and true if a scan misread a character of it.
///
/// `scanned = 1*4scanned-digit ["." / "," / "-" / ":"]`
pub(super) fn scanned(input: &[u8]) -> Parsed<'_, (u32, bool)> {
    let add = |(number, odd): (u32, bool), (digit, is_letter)| (number * 10 + digit, odd || is_letter);
    let digits = fold_many_m_n(1, 4, scanned_digit, || (0, false), add);
    let sign = map(opt(byte(|byte| b".,-:".contains(&byte))), |sign: Option<u8>| sign.is_some_and(|sign| sign != b'.'));
    map((digits, sign), |((number, odd), other)| (number, odd || other)).parse(input)
}

/// A digit, and true if a letter replaces it.
///
/// `scanned-digit = %x30-39 / "l" / "i" / "o" / "s" / "z"`
pub(super) fn scanned_digit(input: &[u8]) -> Parsed<'_, (u32, bool)> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some((u32::from(byte - b'0'), false)),
        b'O' | b'o' => Some((0, true)),
        b'L' | b'l' | b'I' | b'i' => Some((1, true)),
        b'Z' | b'z' => Some((2, true)),
        b'S' | b's' => Some((5, true)),
        _ => None,
    };
    map_opt(byte(|_| true), digit).parse(input)
}

/// True if a scan misread a character of a row number.
pub fn is_scanned(number: &[u8]) -> bool {
    whole(number, scanned).is_some_and(|(_, odd)| odd)
}

/// A row number, and true if dots or a dash replace White's move. Dots, a blank or the end must follow the digits.
fn number<'a>(gap: impl Fn(&'a [u8]) -> Parsed<'a, ItemKind>) -> impl Fn(&'a [u8]) -> Parsed<'a, (u32, bool)> {
    move |input| {
        let digits = terminated(digits(4), not(byte(AsChar::is_dec_digit)));
        let first = alt((dots, value(0, peek(alt((recognize(blank), eof))))));
        let (rest, (digits, weight, second)) = (digits, first, opt(preceded(many0_count(blank), &gap))).parse(input)?;
        Ok((rest, (saturating_value_of(digits), weight >= 2 || second.is_some())))
    }
}

/// `dots = 1*dot`, as the sum of their weights. A sum of 2 or more replaces a move.
pub(super) fn dots(input: &[u8]) -> Parsed<'_, usize> {
    fold_many1(dot, || 0, |sum, weight| sum + weight).parse(input)
}

/// `dot = "." / %xE2.80.A6 / %xE2.80 %x93-95 / "--"`
pub(super) fn dot(input: &[u8]) -> Parsed<'_, usize> {
    let drawn = preceded(tag(&b"\xe2\x80"[..]), byte(|byte| matches!(byte, 0x93..=0x95)));
    // This is tried at nearly every byte and rarely matches.
    let begins = peek(byte(|byte| matches!(byte, b'.' | b'-' | 0xe2)));
    preceded(begins, alt((value(1, tag(".")), value(3, tag("…")), value(2, drawn), value(2, tag("--"))))).parse(input)
}

/// `gap-printed = "." dots / (%xE2.80.A6 / %xE2.80 %x93-95 / "--") [dots]`
pub(super) fn gap_printed(input: &[u8]) -> Parsed<'_, ItemKind> {
    value(ItemKind::Number, verify(dots, |weight| *weight >= 2)).parse(input)
}

/// `gap-typed = "." dots / (%xE2.80.A6 / %xE2.80 %x93-95) [dots]`
pub(super) fn gap_typed(input: &[u8]) -> Parsed<'_, ItemKind> {
    preceded(not(tag("-")), gap_printed).parse(input)
}

/// `mark = "*" / "[" 1*4(%x30-39 / %x41-5A / %x61-7A / "*" / %x80-FF) "]"`
pub(super) fn mark(input: &[u8]) -> Parsed<'_, ItemKind> {
    let inside = take_while_m_n(1, 4, |byte: u8| byte.is_ascii_alphanumeric() || byte == b'*' || byte >= 0x80);
    value(ItemKind::Comment, alt((tag("*"), delimited(tag("["), inside, tag("]"))))).parse(input)
}

/// `nag = "$" 1*3%x30-39`
pub(super) fn nag(input: &[u8]) -> Parsed<'_, ItemKind> {
    value(ItemKind::Nag, (tag("$"), take_while_m_n(1, 3, u8::is_dec_digit))).parse(input)
}

/// `glyph = 1*3("+" / "-" / "=" / "!" / "?" / "~" / "/")`, before a blank or the end of a cell.
pub(super) fn glyph(input: &[u8]) -> Parsed<'_, ItemKind> {
    let end = alt((value((), byte(|byte| b" \t|)".contains(&byte))), value((), eof)));
    let signs = take_while_m_n(1, 3, |byte| b"+-=!?~/".contains(&byte));
    value(ItemKind::Glyph, terminated(signs, peek(end))).parse(input)
}

/// `null = "--"`, before the end of a token.
pub(super) fn null(input: &[u8]) -> Parsed<'_, ItemKind> {
    value(ItemKind::Null, terminated(tag("--"), end_of_token)).parse(input)
}

/// Matches the end of a token without consuming it.
pub(super) fn end_of_token(input: &[u8]) -> Parsed<'_, ()> {
    peek(alt((value((), byte(|byte| b" \t\r{()$".contains(&byte))), value((), eof)))).parse(input)
}

/// `closing = ["."] *((*2blank ("!" / "?") / ",") ["."])`
pub(super) fn closing(input: &[u8]) -> Parsed<'_, ()> {
    // Several dots in a row belong to the next cell.
    let stop = || opt((tag("."), not(tag("."))));
    let judgement =
        (take_while_m_n(0, 2, |byte| matches!(byte, b' ' | b'\t')), byte(|byte| matches!(byte, b'!' | b'?')));
    let sign = alt((value((), judgement), value((), tag(","))));
    value((), (stop(), many0_count(terminated(sign, stop())))).parse(input)
}

/// The label of a row: a color or its initial.
///
/// `label = (colour-white / colour-black / %s"W" / %s"S" / %s"B") ["." / ":"]`
pub(super) fn label(input: &[u8]) -> Parsed<'_, Side> {
    terminated(alt((colour_white, colour_black, word(INITIALS))), (stop, end_of_cell)).parse(input)
}

/// A word for White: `colour-white`.
pub(super) fn colour_white(input: &[u8]) -> Parsed<'_, Side> {
    preceded(capital, colour::at_label(Side::First)).parse(input)
}

/// A word for Black: `colour-black`.
pub(super) fn colour_black(input: &[u8]) -> Parsed<'_, Side> {
    preceded(capital, colour::at_label(Side::Second)).parse(input)
}

/// `player = (colour-white / colour-black) *label-gap ":"`
pub(super) fn player(input: &[u8]) -> Parsed<'_, Side> {
    terminated(alt((colour_white, colour_black)), colon).parse(input)
}

/// The end of a player's label: a colon, maybe after blanks.
fn colon(input: &[u8]) -> Parsed<'_, ()> {
    value((), (many0_count(label_gap), tag(":"))).parse(input)
}

/// `label-gap = blank / %xC2.A0`
pub(super) fn label_gap(input: &[u8]) -> Parsed<'_, ()> {
    alt((value((), blank), value((), tag("\u{a0}")))).parse(input)
}

/// The optional full stop or colon after a label or column heading; true if it is a colon.
fn stop(input: &[u8]) -> Parsed<'_, bool> {
    map(opt(byte(|byte| matches!(byte, b'.' | b':'))), |sign: Option<u8>| sign == Some(b':')).parse(input)
}

/// Matches the end of a cell in a fraction table without consuming it.
fn end_of_cell(input: &[u8]) -> Parsed<'_, ()> {
    peek(alt((value((), byte(|byte| b" \t|".contains(&byte))), value((), eof)))).parse(input)
}

/// `blank-cell = 2*("." / "-") / %xE2.80.A6 / %xE2.80.93 / %xE2.80.94`
pub(super) fn blank_cell(input: &[u8]) -> Parsed<'_, ItemKind> {
    let dots = take_while_m_n(2, usize::MAX, |byte| matches!(byte, b'.' | b'-'));
    value(ItemKind::Number, terminated(alt((dots, tag("…"), tag("–"), tag("—"))), end_of_cell)).parse(input)
}

/// `judgement = 1*3("+" / "-" / "=" / "!" / "?") / %xC2.B1 / %xE2.88.93`
pub(super) fn judgement(input: &[u8]) -> Parsed<'_, ItemKind> {
    let signs = take_while_m_n(1, 3, |byte| b"+-=!?".contains(&byte));
    value(ItemKind::Glyph, terminated(alt((signs, tag("±"), tag("∓"))), end_of_cell)).parse(input)
}

/// `rule-line = 1*"|" rule-sign *(rule-sign / "|") / rule-sign 1*(rule-sign / "|") / 1*(%xE2 (%x80 / %x94) %x00-FF)`
pub(super) fn rule_line(input: &[u8]) -> Parsed<'_, ()> {
    let signs = recognize(many1_count(alt((rule_sign, value((), tag("|"))))));
    let signs = verify(signs, |text: &[u8]| text.len() > 1 && text.iter().any(|byte| *byte != b'|'));
    let drawn = (tag(&b"\xe2"[..]), byte(|byte| matches!(byte, 0x80 | 0x94)), byte(|_| true));
    alt((value((), signs), value((), many1_count(drawn)))).parse(input)
}

/// `rule-sign = "-" / "_" / "=" / "+" / " "`
pub(super) fn rule_sign(input: &[u8]) -> Parsed<'_, ()> {
    value((), byte(|byte| b"-_=+ ".contains(&byte))).parse(input)
}

/// The heading of a column: its side, and true if a colon announces a name.
///
/// `head = (%s"W" "hite" / %s"B" "lancs" / %s"B" "lancas" / %s"B" "lack" / %s"N" "oirs" / %s"N" "egras") ["." / ":"]`
pub(super) fn head(input: &[u8]) -> Parsed<'_, (Side, bool)> {
    let white =
        alt(((tag("W"), tag_no_case("hite")), (tag("B"), tag_no_case("lancs")), (tag("B"), tag_no_case("lancas"))));
    let black =
        alt(((tag("B"), tag_no_case("lack")), (tag("N"), tag_no_case("oirs")), (tag("N"), tag_no_case("egras"))));
    let name = alt((value(Side::First, white), value(Side::Second, black)));
    (terminated(name, not(byte(AsChar::is_alphanum))), stop).parse(input)
}

/// `title = %s"GAME" / %s"Game No" / %s"Game no" / %s"VARIATION" / %s"CHAPTER" / %s"PARTIE" / %s"Partie" /
/// %s"PARTIDA" / %s"Partida" / player / %s"Between " / %s"Game played" / %s"No." / %s"Blancs" /
/// %s"Blancas" / %s"Hra "`
pub(super) fn title(input: &[u8]) -> Parsed<'_, ()> {
    preceded(capital, alt((value((), player), known_title))).parse(input)
}

fn known_title(input: &[u8]) -> Parsed<'_, ()> {
    let found = TITLES.iter().find_map(|title| input.strip_prefix(title.as_bytes()));
    found.map(|rest| (rest, ())).ok_or(nom::Err::Error(Expected { at: input, what: "a title" }))
}

/// Matches a capital or a non-ASCII letter without consuming it. Colors and titles begin with one, most lines do not.
pub(super) fn capital(input: &[u8]) -> Parsed<'_, ()> {
    value((), peek(byte(|byte| byte.is_ascii_uppercase() || !byte.is_ascii()))).parse(input)
}

/// The beginning of a heading about odds; true if a parenthesis opens before it.
///
/// `odds = %s"Remove " / %s"(Remove " / %s"Odds of " / %s"Otez " / %xC3.94 %s"tez "`
pub(super) fn odds(input: &[u8]) -> Parsed<'_, bool> {
    word(ODDS)(input)
}
