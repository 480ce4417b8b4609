//! The rules of `kif.abnf` and `ki2.abnf` for lines; the rules for moves are in `japanese`.
//!
//! The parsers do not depend on the state of the record.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::one_of;
use nom::combinator::{consumed, opt, recognize, value as is, verify};
use nom::multi::{fold_many_m_n, fold_many0, fold_many1};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::sentence::{self, Ending, Said};
use super::terminal::terminal;
use super::time_cell::time;
#[cfg(debug_assertions)]
use super::time_cell::{clock, sixty};
use crate::japanese::{blank, blanks, board_piece, japanese_move, marked_move, meant, rank, side, unmarked_move};
use crate::kanji::{self, Symbol, trim};
use crate::shogi_headers::Field;
use crate::text::saturating_value_of;
use crate::{Expected, Parsed};
use partie_record::ItemKind;
use partie_rules::Side;
use partie_rules::shogi::{PieceType, Setup};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Empty,
    /// The text after `#KIF`.
    Kif(&'a [u8]),
    /// A comment of a program.
    Program,
    /// A comment or a bookmark.
    Comment(ItemKind),
    Header(Header<'a>),
    /// A line of the start position.
    Setup,
    Separator,
    Numbered(Numbered<'a>),
    Closing(Numbered<'a>),
    Ending,
    Variation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header<'a> {
    /// The field that the name denotes, if it is known.
    pub(super) field: Option<Field>,
    pub(super) name: &'a [u8],
    /// True if the colon is full-width.
    pub(super) is_wide: bool,
    pub(super) value: &'a [u8],
}

/// A line with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbered<'a> {
    /// The number, as text and as value.
    pub(super) number: (&'a [u8], u32),
    /// The move or the end word.
    pub(super) text: &'a [u8],
    pub(super) time: Option<&'a [u8]>,
    pub(super) plus: Option<&'a [u8]>,
}

/// Number of pieces of each kind in a hand.
pub(super) type Hand = [u8; 7];

/// Parses any line of the KIF grammar. Lines without a number are the same in KI2.
pub(super) fn line(input: &[u8]) -> Parsed<'_, Line<'_>> {
    match input.first() {
        Some(b' ' | b'1'..=b'9') => {
            alt((numbered_line.map(Line::Numbered), closing_line.map(Line::Closing), plain_line)).parse(input)
        }
        _ => plain_line(input),
    }
}

/// Parses any line that does not begin with a number. Its first character leaves few alternatives.
pub(super) fn plain_line(input: &[u8]) -> Parsed<'_, Line<'_>> {
    let mut header = header_line.map(Line::Header);
    match *input {
        [b' ' | b'\t', ..] | [0xe3, 0x80, 0x80, ..] | [0xc2, 0xa0, ..] => {
            alt((comment_line.map(Line::Comment), is(Line::Empty, empty_line))).parse(input)
        }
        [b'*' | b'&', ..] => comment_line.map(Line::Comment).parse(input),
        [b'\r' | b'\n', ..] => is(Line::Empty, empty_line).parse(input),
        [b'#', ..] => alt((kif_line.map(Line::Kif), is(Line::Program, program_line))).parse(input),
        [b'|' | b'+', ..] => alt((is(Line::Setup, board_row), is(Line::Setup, border))).parse(input),
        // 先, 後, 上 and 下
        [0xe5, 0x85, 0x88, ..] | [0xe5, 0xbe, 0x8c, ..] | [0xe4, 0xb8, 0x8a | 0x8b, ..] => {
            alt((header, is(Line::Setup, hand_line), is(Line::Setup, turn_line))).parse(input)
        }
        // 手
        [0xe6, 0x89, 0x8b, ..] => alt((is(Line::Separator, separator), header)).parse(input),
        // ま
        [0xe3, 0x81, 0xbe, ..] => is(Line::Ending, ending_line).parse(input),
        // 以
        [0xe4, 0xbb, 0xa5, ..] => alt((is(Line::Ending, ending_line), header)).parse(input),
        // 変
        [0xe5, 0xa4, 0x89, ..] => is(Line::Variation, variation_line).parse(input),
        _ => header.parse(input),
    }
}

/// Parses `min` to `max` repetitions; returns their text.
fn times<'a, T>(
    min: usize,
    max: usize,
    parser: impl Parser<&'a [u8], Output = T, Error = Expected<'a>>,
) -> impl FnMut(&'a [u8]) -> Parsed<'a, &'a [u8]> {
    let mut all = recognize(fold_many_m_n(min, max, parser, || (), |(), _| ()));
    move |input| all.parse(input)
}

fn digits<'a>(min: usize, max: usize) -> impl Parser<&'a [u8], Output = &'a [u8], Error = Expected<'a>> {
    take_while_m_n(min, max, |byte: u8| byte.is_ascii_digit())
}

/// `eol = [%x0D] %x0A`
fn eol(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((opt(tag("\r")), tag("\n"))).parse(input)
}

/// `text = %x09 / %x20-7E / %xC2 %xA0-BF / %xC3-DF %x80-BF / %xE0 %xA0-BF %x80-BF / %xE1-EC %x80-BF %x80-BF / %xED
/// %x80-9F %x80-BF / %xEE-EF %x80-BF %x80-BF / %xF0 %x90-BF %x80-BF %x80-BF / %xF1-F3 %x80-BF %x80-BF %x80-BF /
/// %xF4 %x80-8F %x80-BF %x80-BF`
fn text(input: &[u8]) -> Parsed<'_, &[u8]> {
    let control = |first: u8| (first < b' ' && first != b'\t') || first == 0x7f;
    match *input {
        [first, ..] if first < 0x80 && !control(first) => Ok((&input[1..], &input[..1])),
        [0xc2, 0x80..0xa0, ..] | [] => Err(nom::Err::Error(Expected { at: input, what: "text" })),
        [first, ..] if first >= 0x80 && kanji::step(input) > 1 => {
            let (text, rest) = input.split_at(kanji::step(input));
            Ok((rest, text))
        }
        _ => Err(nom::Err::Error(Expected { at: input, what: "text" })),
    }
}

/// Parses the rest of the line if it is all text: one check of the whole costs less than one per character.
fn whole_text(input: &[u8]) -> Parsed<'_, &[u8]> {
    let end = memchr::memchr2(b'\n', b'\r', input).unwrap_or(input.len());
    let (text, rest) = input.split_at(end);
    // Without branches, so that many bytes are compared at once.
    let control = |byte: u8| (byte < b' ') & (byte != b'\t') | (byte == 0x7f);
    let controls = text.iter().fold(false, |any, byte| any | control(*byte));
    let long = |at: usize| text.get(at + 1).is_some_and(|byte| *byte < 0xa0);
    let odd = || std::str::from_utf8(text).is_err() || memchr::memchr_iter(0xc2, text).any(long);
    if controls || !text.is_ascii() && odd() {
        return Err(nom::Err::Error(Expected { at: input, what: "text" }));
    }
    Ok((rest, text))
}

/// `value = *text`
fn value(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((whole_text, recognize(fold_many0(text, || (), |(), _| ())))).parse(input)
}

/// `empty-line = *blank eol`
fn empty_line(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(fold_many0(blank, || (), |(), _| ()), eol).parse(input)
}

/// The version and encoding that a program declares.
///
/// `kif-line = %s"#KIF version=2.0" [%s" encoding=UTF-8"] eol`
fn kif_line(input: &[u8]) -> Parsed<'_, &[u8]> {
    delimited(tag("#KIF "), recognize((tag("version=2.0"), opt(tag(" encoding=UTF-8")))), eol).parse(input)
}

/// `program-line = "#" [" " value] eol`
fn program_line(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((tag("#"), opt((tag(" "), value)), eol)).parse(input)
}

/// A comment, or a bookmark.
///
/// `comment-line = *2blank ("*" / "&") value eol`
fn comment_line(input: &[u8]) -> Parsed<'_, ItemKind> {
    let sign = alt((is(ItemKind::Comment, tag("*")), is(ItemKind::Bookmark, tag("&"))));
    delimited(times(0, 2, blank), sign, (value, eol)).parse(input)
}

/// `separator = %xE6.89.8B.E6.95.B0 1*8"-" %xE6.8C.87.E6.89.8B 1*8"-" [%xE6.B6.88.E8.B2.BB.E6.99.82.E9.96.93 "--"]
/// eol`
fn separator(input: &[u8]) -> Parsed<'_, &[u8]> {
    let dashes = || take_while_m_n(1, 8, |byte| byte == b'-');
    recognize((tag("手数"), dashes(), tag("指手"), dashes(), opt(tag("消費時間--")), eol)).parse(input)
}

/// `colon = %xEF.BC.9A / ":"`
pub(super) fn colon(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((tag("："), tag(":"))).parse(input)
}

/// `header-name = %xE6.A3.8B.E6.88.A6 / %xE5.A0.B4.E6.89.80 / %xE9.96.8B.E5.A7.8B.E6.97.A5.E6.99.82 /
/// %xE5.AF.BE.E5.B1.80.E6.97.A5 / %xE5.AF.BE.E5.B1.80.E6.97.A5.E6.99.82 / %xE7.B5.82.E4.BA.86.E6.97.A5.E6.99.82 /
/// %xE5.85.88.E6.89.8B / %xE4.B8.8B.E6.89.8B / %xE5.BE.8C.E6.89.8B / %xE4.B8.8A.E6.89.8B /
/// %xE5.85.88.E6.89.8B.E7.9C.81.E7.95.A5.E5.90.8D / %xE4.B8.8B.E6.89.8B.E7.9C.81.E7.95.A5.E5.90.8D /
/// %xE5.BE.8C.E6.89.8B.E7.9C.81.E7.95.A5.E5.90.8D / %xE4.B8.8A.E6.89.8B.E7.9C.81.E7.95.A5.E5.90.8D /
/// %xE6.88.A6.E5.9E.8B / %xE6.88.A6.E5.BD.A2 / %xE6.8C.81.E3.81.A1.E6.99.82.E9.96.93 / %xE6.8C.81.E6.99.82.E9.96.93
/// / %xE5.85.88.E6.89.8B.E6.8C.81.E3.81.A1.E6.99.82.E9.96.93 /
/// %xE4.B8.8B.E6.89.8B.E6.8C.81.E3.81.A1.E6.99.82.E9.96.93 /
/// %xE5.BE.8C.E6.89.8B.E6.8C.81.E3.81.A1.E6.99.82.E9.96.93 /
/// %xE4.B8.8A.E6.89.8B.E6.8C.81.E3.81.A1.E6.99.82.E9.96.93 / %xE7.A7.92.E8.AA.AD.E3.81.BF /
/// %xE6.B6.88.E8.B2.BB.E6.99.82.E9.96.93 / %xE8.A1.A8.E9.A1.8C / %xE6.8E.B2.E8.BC.89 / %xE5.82.99.E8.80.83 /
/// %xE6.89.8B.E5.90.88.E5.89.B2 / %xE6.89.8B.E5.90.88 / %xE6.89.8B.E5.90.88.E3.81.84.E5.89.B2 /
/// %xE6.89.8B.E5.90.88.E5.89.B2.E3.82.8A / %xE8.A6.8F.E5.89.87 / %xE3.83.AB.E3.83.BC.E3.83.AB /
/// %xE6.9C.80.E5.A4.A7.E6.89.8B.E6.95.B0 / %xE6.8C.81.E5.B0.86.E6.A3.8B / %xE4.BD.9C.E5.93.81.E7.95.AA.E5.8F.B7 /
/// %xE4.BD.9C.E5.93.81.E5.90.8D / %xE4.BD.9C.E8.80.85 / %xE7.99.BA.E8.A1.A8.E8.AA.8C /
/// %xE7.99.BA.E8.A1.A8.E5.B9.B4.E6.9C.88 / %xE5.87.BA.E5.85.B8 / %xE6.89.8B.E6.95.B0 / %xE5.AE.8C.E5.85.A8.E6.80.A7
/// / %xE5.88.86.E9.A1.9E / %xE5.8F.97.E8.B3.9E / %xE5.8F.97.E8.B3.9E.E6.AD.B4 / %s"id"`
fn header_name(input: &[u8]) -> Parsed<'_, Option<Field>> {
    match Field::prefix(input) {
        Some((length, field)) => Ok((&input[length..], Some(field))),
        None => is(None, tag("id")).parse(input),
    }
}

/// `header-line = header-name *" " colon *" " value eol`
fn header_line(input: &[u8]) -> Parsed<'_, Header<'_>> {
    let blanks = || fold_many0(tag(" "), || (), |(), _| ());
    let (rest, ((name, field), (), colon, (), value, _)) =
        (consumed(header_name), blanks(), colon, blanks(), value, eol).parse(input)?;
    Ok((rest, Header { field, name, is_wide: colon.len() > 1, value: trim(value) }))
}

/// `held-piece = %xE9.A3.9B / %xE8.A7.92 / %xE9.87.91 / %xE9.8A.80 / %xE6.A1.82 / %xE9.A6.99 / %xE6.AD.A9`
fn held_piece(input: &[u8]) -> Parsed<'_, PieceType> {
    verify(board_piece, |kind| !kind.is_promoted() && *kind != PieceType::King).parse(input)
}

/// `count = *1numeral ten *1numeral / numeral / 1*3digit`
fn count(input: &[u8]) -> Parsed<'_, u8> {
    let tens = (opt(numeral), ten, opt(numeral)).map(|(tens, _, ones)| tens.unwrap_or(1) * 10 + ones.unwrap_or(0));
    let in_digits = fold_many_m_n(1, 3, digit, || 0, |count: u8, digit| count.saturating_mul(10).saturating_add(digit));
    alt((tens, numeral, in_digits)).parse(input)
}

/// `numeral = %xE4.B8.80 / %xE4.BA.8C / %xE4.B8.89 / %xE5.9B.9B / %xE4.BA.94 / %xE5.85.AD / %xE4.B8.83 / %xE5.85.AB /
/// %xE4.B9.9D`
fn numeral(input: &[u8]) -> Parsed<'_, u8> {
    let below_ten = |symbol| if let Symbol::Numeral(numeral @ 1..=9) = symbol { Some(numeral) } else { None };
    meant("a numeral", below_ten).parse(input)
}

/// `ten = %xE5.8D.81`
fn ten(input: &[u8]) -> Parsed<'_, u8> {
    is(10, tag("十")).parse(input)
}

/// `hand-line = hand-owner colon hand-pieces eol`
fn hand_line(input: &[u8]) -> Parsed<'_, Hand> {
    delimited((hand_owner, colon), hand_pieces, eol).parse(input)
}

/// `hand-owner = side [%xE3.81.AE] %xE6.8C.81 [%xE3.81.A1] %xE9.A7.92`
pub(super) fn hand_owner(input: &[u8]) -> Parsed<'_, Side> {
    terminated(side, (opt(tag("の")), tag("持"), opt(tag("ち")), tag("駒"))).parse(input)
}

/// Returns the number of pieces of each kind.
///
/// `hand-pieces = *blank (%xE3.81.AA.E3.81.97 / *(held-piece [count] *blank))`
pub(super) fn hand_pieces(input: &[u8]) -> Parsed<'_, Hand> {
    let held = terminated((held_piece, opt(count)), blanks);
    let pieces = fold_many0(
        held,
        || Setup::EMPTY.hands[0],
        |mut hand, (kind, count)| {
            let held: &mut u8 = &mut hand[kind.index()];
            *held = held.saturating_add(count.unwrap_or(1));
            hand
        },
    );
    preceded(blanks, alt((is(Setup::EMPTY.hands[0], tag("なし")), pieces))).parse(input)
}

/// `border = "+---------------------------+" eol`
fn border(input: &[u8]) -> Parsed<'_, &[u8]> {
    terminated(tag("+---------------------------+"), eol).parse(input)
}

/// Returns the piece and its side; `None` for an empty square.
///
/// `cell = " " %xE3.83.BB / (" " / %s"v") board-piece`
pub(super) fn cell(input: &[u8]) -> Parsed<'_, Option<(Side, PieceType)>> {
    let side = alt((is(Side::First, tag(" ")), is(Side::Second, tag("v"))));
    alt((is(None, tag(" ・")), (side, board_piece).map(Some))).parse(input)
}

/// `board-row = "|" 9cell "|" [rank] eol`
fn board_row(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((tag("|"), times(9, 9, cell), tag("|"), opt(rank), eol)).parse(input)
}

/// `turn-line = to-move eol`
fn turn_line(input: &[u8]) -> Parsed<'_, Side> {
    terminated(to_move, eol).parse(input)
}

/// `to-move = side %xE7.95.AA`
pub(super) fn to_move(input: &[u8]) -> Parsed<'_, Side> {
    terminated(side, tag("番")).parse(input)
}

/// `number = %x31-39 *5%x30-39`
fn number(input: &[u8]) -> Parsed<'_, u32> {
    recognize((one_of("123456789"), digits(0, 5))).map(saturating_value_of).parse(input)
}

fn numbered(input: &[u8]) -> Parsed<'_, (&[u8], u32)> {
    delimited(times(0, 3, tag(" ")), consumed(number), times(1, 3, blank)).parse(input)
}

/// `numbered-line = *3" " number 1*3blank japanese-move *3blank [time] ["+"] eol`
fn numbered_line(input: &[u8]) -> Parsed<'_, Numbered<'_>> {
    let text = terminated(consumed(japanese_move), times(0, 3, blank));
    let (rest, (number, (text, _), time, plus, _)) =
        (numbered, text, opt(recognize(time)), opt(tag("+")), eol).parse(input)?;
    Ok((rest, Numbered { number, text, time, plus }))
}

/// `closing-line = *3" " number 1*3blank terminal *3blank [time] eol`
fn closing_line(input: &[u8]) -> Parsed<'_, Numbered<'_>> {
    let text = terminated(recognize(terminal), times(0, 3, blank));
    let (rest, (number, text, time, _)) = (numbered, text, opt(recognize(time)), eol).parse(input)?;
    Ok((rest, Numbered { number, text, time, plus: None }))
}

/// Parses the sentence that ends a line of play.
///
/// `ending-line = (%xE3.81.BE.E3.81.A7 / %xE4.BB.A5.E4.B8.8A) [%xE3.80.81] plies (%xE3.81.A7 said / %xE3.81.AB.E3.81.A6
/// said / %xE8.A9.B0) eol`
fn ending_line(input: &[u8]) -> Parsed<'_, Ending> {
    let opening = (alt((tag("まで"), tag("以上"))), opt(tag("、")));
    let (rest, plies) = preceded(opening, plies).parse(input)?;
    let before = input.len() - rest.len();
    let by = |by: &'static str| preceded(tag(by), said(before + by.len()));
    let how = alt((by("で"), by("にて"), tag("詰").map(|_| Said::mate())));
    terminated(how, eol).map(|said| said.ending(Some(plies))).parse(rest)
}

/// `plies = 1*3%x30-39 %xE6.89.8B`
fn plies(input: &[u8]) -> Parsed<'_, u32> {
    terminated(digits(1, 3).map(saturating_value_of), tag("手")).parse(input)
}

/// Parses the rest of a sentence after `before` bytes. Reads at most `sentence::LONGEST` bytes of the whole sentence.
///
/// `said = *(side / turn / titled-side / result / reason / text)`
fn said<'a>(before: usize) -> impl Fn(&'a [u8]) -> Parsed<'a, Said> {
    move |input| {
        let (rest, text) = value(input)?;
        let looked_at = text.get(..sentence::LONGEST.saturating_sub(before)).unwrap_or(text);
        let (_, said) = sentence::words(kanji::text(looked_at).as_bytes())?;
        Ok((rest, said))
    }
}

/// `variation-line = variation %xE6.89.8B eol`
fn variation_line(input: &[u8]) -> Parsed<'_, u32> {
    terminated(variation, (tag("手"), eol)).parse(input)
}

/// Parses the start of a variation and returns the number of its first ply.
///
/// `variation = %xE5.A4.89.E5.8C.96 colon *blank 1*digit`
pub(super) fn variation(input: &[u8]) -> Parsed<'_, u32> {
    let ply = fold_many1(digit, || 0, |ply: u32, digit| ply.saturating_mul(10).saturating_add(digit.into()));
    preceded((tag("変化"), colon, blanks), ply).parse(input)
}

/// `digit = %x30-39 / %xEF %xBC %x90-99`
fn digit(input: &[u8]) -> Parsed<'_, u8> {
    meant("a digit", |symbol| if let Symbol::Digit(digit) = symbol { Some(digit) } else { None }).parse(input)
}

/// Passes each move to `each`, including those before an error.
///
/// `moves-line = marked-move *(*3blank marked-move / 1*3blank unmarked-move) *3blank eol`
pub(crate) fn moves_line<'a>(mut each: impl FnMut(&'a [u8])) -> impl FnMut(&'a [u8]) -> Parsed<'a, ()> {
    move |input| {
        let (mut rest, (text, _)) = consumed(marked_move).parse(input)?;
        each(text);
        loop {
            let marked = preceded(times(0, 3, blank), consumed(marked_move));
            let unmarked = preceded(times(1, 3, blank), consumed(unmarked_move));
            let next: IResult<_, _, Expected<'a>> =
                alt((marked.map(|(text, _)| text), unmarked.map(|(text, _)| text))).parse(rest);
            match next {
                Ok((more, text)) => {
                    each(text);
                    rest = more;
                }
                Err(_) => return is((), (times(0, 3, blank), eol)).parse(rest),
            }
        }
    }
}

/// The rules of `kif.abnf` and their parsers.
#[cfg(debug_assertions)]
pub const RULES: &[crate::Rule] = {
    use super::sentence::{between, reason, result, title, titled_side};
    use crate::japanese::{
        board_words, drop_, drop_words, file, flank, motion, origin, piece, promotion, target, turn, zero_origin,
    };
    use crate::rule::rules;
    rules! {
        "kif-line" => kif_line,
        "separator" => separator,
        "empty-line" => empty_line,
        "header-line" => header_line,
        "header-name" => header_name,
        "colon" => colon,
        "value" => value,
        "hand-line" => hand_line,
        "hand-owner" => hand_owner,
        "hand-pieces" => hand_pieces,
        "held-piece" => held_piece,
        "count" => count,
        "numeral" => numeral,
        "ten" => ten,
        "digit" => digit,
        "border" => border,
        "board-row" => board_row,
        "cell" => cell,
        "board-piece" => board_piece,
        "turn-line" => turn_line,
        "to-move" => to_move,
        "side" => side,
        "numbered-line" => numbered_line,
        "closing-line" => closing_line,
        "number" => number,
        "time" => time,
        "clock" => clock,
        "sixty" => sixty,
        "terminal" => terminal,
        "japanese-move" => japanese_move,
        "unmarked-move" => unmarked_move,
        "turn" => turn,
        "target" => target,
        "file" => file,
        "rank" => rank,
        "piece" => piece,
        "origin" => origin,
        "zero-origin" => zero_origin,
        "board-words" => board_words,
        "drop-words" => drop_words,
        "flank" => flank,
        "motion" => motion,
        "promotion" => promotion,
        "drop" => drop_,
        "comment-line" => comment_line,
        "program-line" => program_line,
        "variation-line" => variation_line,
        "variation" => variation,
        "ending-line" => ending_line,
        "plies" => plies,
        "said" => said(0),
        "titled-side" => titled_side,
        "title" => title,
        "between" => between,
        "result" => result,
        "reason" => reason,
        "text" => text,
        "blank" => blank,
        "eol" => eol,
    }
};

/// The rules of `ki2.abnf` and their parsers.
#[cfg(debug_assertions)]
pub(crate) const KI2_RULES: &[crate::Rule] = crate::rule::rules! {
    "moves-line" => moves_line(|_| ()),
    "marked-move" => marked_move,
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The grammar reads a sentence as the lenient parser does.
    #[test]
    fn the_sentence_of_a_line() {
        let long = format!("まで3手で{}先手の勝ち", "あ".repeat(100));
        for text in ["まで123手で先手の勝ち", "以上、3手にて後手の時間切れ", "まで7手詰", &long]
        {
            let line = format!("{text}\n");
            let read = ending_line(line.as_bytes()).map(|(_, ending)| ending).ok();
            assert_eq!(read, sentence::ending(text.as_bytes()), "{text}");
        }
    }
}
