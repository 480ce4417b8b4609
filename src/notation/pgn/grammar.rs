//! `grammars/pgn.abnf`: tags, text beside them, and the tokens of movetext. Records are built by `Reader`.

use memchr::memchr2;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag as text_of, take_till, take_while, take_while_m_n, take_while1};
use nom::character::complete::{char, line_ending, one_of};
use nom::combinator::{all_consuming, eof, map, opt, peek, recognize, value as as_value, verify};
use nom::error::context;
use nom::multi::fold_many_m_n;
use nom::number::complete::u8;
use nom::sequence::{delimited, pair, preceded, terminated};

use super::bytes::{Class, class, ends_token, is_blank, is_digit, is_name, is_space, is_stop};
use super::masks::first_brace;
use super::signs::signs;
#[cfg(debug_assertions)]
use super::signs::{plain_sign, sign};
use crate::letters::Letters;
use crate::text::{saturating_value_of, word};
use crate::{Expected, Parsed, san};
use partie_record::{LENIENT_RESULTS, Outcome, STANDARD_RESULTS};
use partie_rules::chess::Role;

/// A tag's name and its value, escapes included.
pub(super) type TagPair<'a> = (&'a [u8], &'a [u8]);

/// Maximum length in bytes of a tag name where text other than a tag is possible.
const MAX_NAME: usize = 255;

/// `tag = "[" *blank name 1*blank %x22 value %x22 *blank "]"`
pub(super) fn tag(input: &[u8]) -> Parsed<'_, TagPair<'_>> {
    pair(terminated(tag_name, blanks1), tag_value).parse(input)
}

/// `lenient-tag = "[" *blank name %x22 value %x22 *blank "]"`
pub(super) fn lenient_tag(input: &[u8]) -> Parsed<'_, TagPair<'_>> {
    pair(tag_name, tag_value).parse(input)
}

/// `"[" *blank name`
pub(super) fn tag_name(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded((char('['), blanks0), name).parse(input)
}

/// `%x22 value %x22 *blank "]"`
fn tag_value(input: &[u8]) -> Parsed<'_, &[u8]> {
    let closing = (context("the closing quote of a tag", char('"')), blanks0, context("a closing bracket", char(']')));
    delimited(context("a quote", char('"')), value, closing).parse(input)
}

/// `name = 1*(%x41-5A / %x61-7A / %x30-39 / "_" / "+" / "#" / "=" / ":" / "-")`
pub(super) fn name(input: &[u8]) -> Parsed<'_, &[u8]> {
    context("a tag's name", take_while1(is_name)).parse(input)
}

/// `value = *(%x00-09 / %x0B-0C / %x0E-21 / %x23-5B / %x5D-FF / "\" (%x00-09 / %x0B-0C / %x0E-FF))`
pub(super) fn value(input: &[u8]) -> Parsed<'_, &[u8]> {
    // Values are short: a plain loop beats a search.
    let mut escaped = false;
    let mut end = 0;
    for (at, &byte) in input.iter().enumerate() {
        match byte {
            b'"' if !escaped => break,
            b'\n' | b'\r' => break,
            _ => escaped = byte == b'\\' && !escaped,
        }
        // A backslash belongs to the character that it escapes.
        end = if escaped { at } else { at + 1 };
    }
    Ok((&input[end..], &input[..end]))
}

/// `tag-start = "[" *(blank / %x0A / %x0C / %x0D) name 1*8blank %x22`
pub(super) fn tag_start(input: &[u8]) -> Parsed<'_, &[u8]> {
    let gap = take_while(|byte: u8| byte.is_ascii_whitespace());
    let short_name = verify(name, |name: &[u8]| name.len() <= MAX_NAME);
    recognize((char('['), gap, short_name, take_while_m_n(1, 8, is_blank), char('"'))).parse(input)
}

/// `escape-line = percent / by-hand`
pub(super) fn escape_line(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((percent, by_hand)).parse(input)
}

/// `percent = "%" text`
pub(super) fn percent(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((char('%'), text)).parse(input)
}

/// `by-hand = ("# " / "##" / "===") text`
pub(super) fn by_hand(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((alt((text_of("# "), text_of("##"), text_of("==="))), text)).parse(input)
}

/// `comment = "{" *(%x00-7A / %x7C / %x7E-FF) "}"`
pub(super) fn comment(input: &[u8]) -> Parsed<'_, &[u8]> {
    // Half of an annotated file consists of comments, so this is a single search without combinators.
    if let [b'{', inside @ ..] = input
        && let Some(brace) = first_brace(inside)
        && inside[brace] == b'}'
    {
        let (comment, rest) = input.split_at(brace + 2);
        return Ok((rest, comment));
    }
    Err(nom::Err::Error(Expected { at: input, what: "a comment" }))
}

/// `line-comment = ";" text`
pub(super) fn line_comment(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((char(';'), text)).parse(input)
}

/// `text = *(%x00-09 / %x0B-0C / %x0E-FF)`
pub(super) fn text(input: &[u8]) -> Parsed<'_, &[u8]> {
    let (line, rest) = input.split_at(memchr2(b'\n', b'\r', input).unwrap_or(input.len()));
    Ok((rest, line))
}

/// Token of movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    White,
    Number,
    /// A numeric annotation glyph; `None` if its number is missing or above 255.
    Nag(Option<u8>),
    Null,
    Result(Outcome),
    LateMark,
    Glyph,
    /// A move in any notation, or a word that is not a move.
    Symbol,
}

/// A move number; `None` for dots alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveNumber {
    pub(crate) number: Option<u32>,
    pub(crate) dots: usize,
}

/// `token = white / number / dots / nag / null-move / result / zero-castling / late-mark / glyph / symbol`
///
/// The first byte selects the alternatives to try. Late marks are read only `after_move`.
pub(super) fn token<'a>(after_move: bool) -> impl Fn(&'a [u8]) -> Parsed<'a, Token> {
    move |input: &'a [u8]| match input.first().map_or(Class::Other, |byte| class(*byte)) {
        Class::Space => as_value(Token::White, white).parse(input),
        Class::Digit => digits(input),
        Class::Dot => {
            alt((map(preceded(peek(text_of(".5")), result), Token::Result), as_value(Token::Number, dots))).parse(input)
        }
        Class::Dollar => map(nag, Token::Nag).parse(input),
        Class::Star => map(result, Token::Result).parse(input),
        Class::Angle => null_move(input),
        Class::Word | Class::Sign => {
            let (rest, word) = token_rest(input)?;
            let (_, token) = match word {
                [b'O', b'-', b'1'] | [b'+' | b'-', b':', ..] | [b'r' | b'R' | 0x80.., ..] => {
                    alt((map(all_consuming(result), Token::Result), words(after_move))).parse(word)
                }
                [b'-', b'-', ..] | b"Z0" => alt((all_consuming(null_move), words(after_move))).parse(word),
                _ => words(after_move)(word),
            }?;
            Ok((rest, token))
        }
        _ => Err(nom::Err::Error(Expected { at: input, what: "a token" })),
    }
}

/// The alternatives for a whole word that is neither a result nor a null move.
fn words<'a>(after_move: bool) -> impl Fn(&'a [u8]) -> Parsed<'a, Token> {
    move |word| alt((verify(late_mark, |_| after_move), glyph, symbol)).parse(word)
}

/// The tokens that begin with a digit; the byte after the digits selects the alternatives.
fn digits(input: &[u8]) -> Parsed<'_, Token> {
    let (rest, run) = take_while1(is_digit).parse(input)?;
    let number = || as_value(Token::Number, number);
    match (run, rest.first()) {
        (b"0", Some(b'.')) => alt((map(preceded(peek(text_of("0.5-")), result), Token::Result), number())).parse(input),
        (_, Some(b'.')) => number().parse(input),
        (_, Some(b'-' | b'/' | b':') | None) => alt((
            map(terminated(result, stops_and_end), Token::Result),
            preceded(peek(text_of("0-")), zero_castling),
            terminated(number(), stops_and_end),
        ))
        .parse(input),
        (_, Some(0xe2)) => alt((
            map(terminated(result, stops_and_end), Token::Result),
            preceded(peek((text_of("0"), dash)), zero_castling),
            number(),
        ))
        .parse(input),
        (b"0000", _) => null_move(input),
        (b"00" | b"000", _) => zero_castling(input),
        _ => number().parse(input),
    }
}

/// Matches full stops and commas, which may follow a result, and the end of the token. Consumes no input.
fn stops_and_end(input: &[u8]) -> Parsed<'_, ()> {
    let end = alt((as_value((), eof), as_value((), verify(u8, |byte| ends_token(*byte)))));
    peek(preceded(take_while(is_stop), end)).parse(input)
}

/// `number = 1*%x30-39 *"."`
pub(crate) fn number(input: &[u8]) -> Parsed<'_, MoveNumber> {
    let digits = map(take_while1(is_digit), |digits| Some(saturating_value_of(digits)));
    map((digits, dots0), |(number, dots)| MoveNumber { number, dots }).parse(input)
}

/// `next-number = 1*3%x30-39 1*"."`
pub(super) fn next_number(input: &[u8]) -> Parsed<'_, MoveNumber> {
    let length = input.len();
    all_consuming(verify(number, move |number| number.dots > 0 && length - number.dots <= 3)).parse(input)
}

/// `dots = 1*"."`
pub(crate) fn dots(input: &[u8]) -> Parsed<'_, MoveNumber> {
    map(verify(dots0, |dots| *dots > 0), |dots| MoveNumber { number: None, dots }).parse(input)
}

fn dots0(input: &[u8]) -> Parsed<'_, usize> {
    map(take_while(|byte| byte == b'.'), <[u8]>::len).parse(input)
}

/// `nag = "$" ["-"] *%x30-39`
pub(crate) fn nag(input: &[u8]) -> Parsed<'_, Option<u8>> {
    let digit = |value: u8, digit: &u8| value.checked_mul(10)?.checked_add(digit - b'0');
    let number = |digits: &[u8]| digits.iter().try_fold(0, digit);
    let odd = as_value(None, (char('$'), opt(char('-')), take_while(is_digit)));
    alt((map(preceded(char('$'), take_while1(is_digit)), number), odd)).parse(input)
}

/// `null-move = "--" *("!" / "?" / "-" / "+") / "<>" *("!" / "?") / %s"Z0" / "0000"`
pub(super) fn null_move(input: &[u8]) -> Parsed<'_, Token> {
    let angles = recognize((text_of("<>"), take_while(|byte| matches!(byte, b'!' | b'?'))));
    let dashes = recognize((text_of("--"), take_while(|byte| matches!(byte, b'!' | b'?' | b'-' | b'+'))));
    as_value(Token::Null, alt((dashes, angles, text_of("Z0"), text_of("0000")))).parse(input)
}

/// `zero-castling = "00" ["0"] / "0" ("-" / dash) ("0" / %s"O") [token-rest (%x00-08 / %x0E-1F / %x21-23 / %x25-27
/// / "+" / "-" / %x2F-3A / %x3C-5A / "\" / %x5E-7A / "|" / %x7E-FF)]`
pub(super) fn zero_castling(input: &[u8]) -> Parsed<'_, Token> {
    let short = recognize((text_of("00"), opt(char('0'))));
    let long = recognize((text_of("0"), alt((text_of("-"), dash)), one_of("0O"), clipped));
    as_value(Token::Symbol, alt((short, long))).parse(input)
}

/// `castling-apart = castles 1*2(1*blank ("-" / dash) 1*blank castles) *("+" / "#" / "!" / "?")`
pub(super) fn castling_apart(input: &[u8]) -> Parsed<'_, &[u8]> {
    let step = (take_while1(is_blank), alt((text_of("-"), dash)), take_while1(is_blank), castles);
    let marks = take_while(|byte| matches!(byte, b'+' | b'#' | b'!' | b'?'));
    recognize((castles, fold_many_m_n(1, 2, step, || (), |(), _| ()), marks)).parse(input)
}

/// `castles = "0" / %s"O"`
pub(super) fn castles(input: &[u8]) -> Parsed<'_, char> {
    one_of("0O").parse(input)
}

/// `dash = %xE2.80 %x90-95 / %xE2.88.92`
pub(super) fn dash(input: &[u8]) -> Parsed<'_, &[u8]> {
    match input {
        [0xe2, 0x80, 0x90..=0x95, ..] | [0xe2, 0x88, 0x92, ..] => Ok((&input[3..], &input[..3])),
        _ => Err(nom::Err::Error(Expected { at: input, what: "a dash" })),
    }
}

/// The rest of a token without trailing full stops and commas.
pub(super) fn clipped(input: &[u8]) -> Parsed<'_, &[u8]> {
    let (_, token) = token_rest(input)?;
    let length = token.iter().rposition(|byte| !is_stop(*byte)).map_or(0, |last| last + 1);
    Ok((&input[length..], &input[..length]))
}

/// `parenthesised = "(" officer ")"`
pub(super) fn parenthesised(input: &[u8]) -> Parsed<'_, Role> {
    delimited(char('('), san::officer(Letters::ENGLISH), char(')')).parse(input)
}

/// `symbol = (%x41-5A / %x61-7A / %x80-FF) token-rest`
pub(super) fn symbol(input: &[u8]) -> Parsed<'_, Token> {
    let is_word = |word: &[u8]| word.first().is_some_and(|byte| class(*byte) == Class::Word);
    as_value(Token::Symbol, verify(token_rest, is_word)).parse(input)
}

/// `token-rest = *(%x00-08 / %x0E-1F / %x21-23 / %x25-27 / %x2B-3A / %x3C-5A / "\" / %x5E-7A / "|" / %x7E-FF)`
pub(super) fn token_rest(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_till(ends_token).parse(input)
}

/// `late-mark = %s"e.p." / %s"e.p" / %s"ep." / %s"ep" / %s"bp." / %s"bp" / %s"ch." / %s"ch" / %s"mate." / %s"mate"
/// / %s"disc" / %s"dis" / %s"dbl" / dagger / %xE2.80.A0.E2.80.A0 / "++" / "+" / "#"`
pub(super) fn late_mark(input: &[u8]) -> Parsed<'_, Token> {
    let dagger = |word: &[u8]| matches!(word, b"\xe2\x80\xa0" | b"\xe2\x80\xa0\xe2\x80\xa0" | b"\xe2\x80\xa1");
    let en_passant = |word: &[u8]| matches!(word, b"e.p." | b"e.p" | b"ep." | b"ep" | b"bp." | b"bp");
    let check = |word: &[u8]| matches!(word, b"ch." | b"ch" | b"mate." | b"mate" | b"disc" | b"dis" | b"dbl");
    let sign = |word: &[u8]| matches!(word, b"++" | b"+" | b"#");
    let known = |word: &[u8]| sign(word) || check(word) || en_passant(word) || dagger(word);
    as_value(Token::LateMark, verify(token_rest, known)).parse(input)
}

/// `glyph = 1*("+" / "-" / "=" / "/" / "!" / "?" / "#" / "~" / "^")
/// / %s"N" / %s"RR" / %s"D" / %s"inf" / %s"unclear" / %s"zz" / %s"novelty" / %s"New" / %s"TN"
/// / %s"ZZ" / %s"BL" / %s"PS" / %s"Diagram" / %s"comp" / %s"eff" / %s"R" / %s"DR" / %s"OL"
/// / twofold / signs`
pub(super) fn glyph(input: &[u8]) -> Parsed<'_, Token> {
    let known = |word: &[u8]| match word {
        b"N" | b"RR" | b"D" | b"inf" | b"unclear" | b"zz" | b"novelty" | b"New" | b"TN" => true,
        b"ZZ" | b"BL" | b"PS" | b"Diagram" | b"comp" | b"eff" | b"R" | b"DR" | b"OL" => true,
        [] => false,
        plain if plain.is_ascii() => plain.iter().all(|byte| class(*byte) == Class::Sign),
        other => all_consuming(signs).parse(other).is_ok(),
    };
    as_value(Token::Glyph, verify(token_rest, known)).parse(input)
}

/// `result = "1-0" / "0-1" / "1/2-1/2" / "*" / lenient-result`
pub(super) fn result(input: &[u8]) -> Parsed<'_, Outcome> {
    alt((word(&STANDARD_RESULTS), lenient_result)).parse(input)
}

/// `lenient-result = "1" %xE2.80.93 "0" / "0" %xE2.80.93 "1" / "1/2" %xE2.80.93 "1/2" / %xC2.BD.E2.80.93.C2.BD
/// / "1/2" / "1:0" / "0:1" / "1/2:1/2" / "+:-" / "-:+" / %s"1-O" / %s"O-1" / "0.5-0.5" / ".5-.5"
/// / %s"remi" [%s"s"] / %s"Remi" [%s"s"] / "3/4-1/4" / "1/4-3/4"
/// / %xC2.BD ["-" %xC2.BD] / %xBD "-" %xBD / %xAB "-" %xAB / %xC5.BA "-" %xC5.BA / %xCB.9D "-" %xCB.9D
/// / %xC2.AB "-" %xC2.AB / %xC3.82.C2.BD "-" %xC3.82.C2.BD`
fn lenient_result(input: &[u8]) -> Parsed<'_, Outcome> {
    word(&LENIENT_RESULTS)(input)
}

/// Skips leading white space and returns the number of line ends in it.
pub(super) fn whites(input: &[u8]) -> Parsed<'_, usize> {
    // White space occurs between all tags, usually as one byte: a plain loop beats repeated `white`.
    let (mut at, mut lines) = (0, 0);
    while let Some(&byte) = input.get(at).filter(|byte| is_space(**byte)) {
        at += 1;
        lines += usize::from(byte == b'\n' || byte == b'\r' && input.get(at) != Some(&b'\n'));
    }
    Ok((&input[at..], lines))
}

/// `white = blank / eol / lenient-white`
pub(super) fn white(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize(alt((blank, as_value(' ', eol), lenient_white))).parse(input)
}

/// `blank = " " / %x09`
pub(super) fn blank(input: &[u8]) -> Parsed<'_, char> {
    one_of(" \t").parse(input)
}

fn blanks0(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(is_blank).parse(input)
}

fn blanks1(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while1(is_blank).parse(input)
}

/// `eol = [%x0D] %x0A`
pub(super) fn eol(input: &[u8]) -> Parsed<'_, &[u8]> {
    line_ending(input)
}

/// `lenient-white = %x0B / %x0C / %x0D`
pub(super) fn lenient_white(input: &[u8]) -> Parsed<'_, char> {
    one_of("\x0b\x0c\r").parse(input)
}

#[cfg(debug_assertions)]
pub static RULES: &[crate::Rule] = crate::rule::rules! {
    "tag" => tag,
    "lenient-tag" => lenient_tag,
    "name" => name,
    "value" => value,
    "tag-start" => tag_start,
    "escape-line" => escape_line,
    "percent" => percent,
    "by-hand" => by_hand,
    "comment" => comment,
    "line-comment" => line_comment,
    "text" => text,
    "token" => token(true),
    "number" => number,
    "dots" => dots,
    "nag" => nag,
    "null-move" => null_move,
    "zero-castling" => zero_castling,
    "castling-apart" => castling_apart,
    "castles" => castles,
    "dash" => dash,
    "next-number" => next_number,
    "parenthesised" => parenthesised,
    "symbol" => symbol,
    "token-rest" => token_rest,
    "late-mark" => late_mark,
    "glyph" => glyph,
    "signs" => signs,
    "sign" => sign,
    "plain-sign" => plain_sign,
    "result" => result,
    "lenient-result" => lenient_result,
    "white" => white,
    "blank" => blank,
    "eol" => eol,
    "lenient-white" => lenient_white,
};
