//! English names of pieces and squares: `Q. B. P.`, `K. B's 3d`.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{map, not, opt, value};
use nom::multi::many0_count;
use nom::sequence::{delimited, pair, preceded, terminated};

use super::descriptive_move::{Piece, Place};
use super::english_checks::en_check;
use super::marks::judgement;
use super::named_pieces::{files, named_piece, pawn, royal as royal_role};
use super::words::{close, end_of_word, one_of, open, rank, space, wide};
use crate::Parsed;
use crate::text::{byte, just, led_by};
use partie_rules::BoardSide;
use partie_rules::chess::Role;

/// `royal = %s"King" / %s"Queen" / %s"K" / %s"Q"`
#[inline]
pub(super) fn royal(input: &[u8]) -> Parsed<'_, BoardSide> {
    // `Kt` and `Knight` name another piece.
    let king = terminated(just(b'K'), not(byte(|byte| matches!(byte, b't' | b'T' | b'n'))));
    alt((
        value(BoardSide::King, tag("King")),
        value(BoardSide::Queen, tag("Queen")),
        value(BoardSide::King, king),
        value(BoardSide::Queen, just(b'Q')),
    ))
    .parse(input)
}

/// `officer = %s"Rook" / %s"Bishop" / %s"Knight" / %s"R" / %s"B" / %s"N" / %s"Kt" / %s"KT"`
#[inline]
pub(super) fn officer(input: &[u8]) -> Parsed<'_, Role> {
    let knight = (just(b'K'), byte(|byte| matches!(byte, b't' | b'T')));
    alt((
        value(Role::Rook, tag("Rook")),
        value(Role::Bishop, tag("Bishop")),
        value(Role::Knight, tag("Knight")),
        value(Role::Rook, just(b'R')),
        value(Role::Bishop, just(b'B')),
        value(Role::Knight, just(b'N')),
        value(Role::Knight, knight),
    ))
    .parse(input)
}

/// `en-officer = royal joint officer / officer`
#[inline]
pub(super) fn en_officer(input: &[u8]) -> Parsed<'_, (Role, Option<BoardSide>)> {
    let of_board_side = (terminated(royal, joint), officer);
    alt((map(of_board_side, |(board_side, role)| (role, Some(board_side))), map(officer, |role| (role, None))))
        .parse(input)
}

/// `en-pawn = pawn-name / (en-officer / royal) joint pawn-name`
#[inline]
pub(super) fn en_pawn(input: &[u8]) -> Parsed<'_, Piece> {
    let of_file = alt((map(en_officer, |(role, board_side)| files(role, board_side)), map(royal, royal_file)));
    let named =
        map((terminated(of_file, joint), pawn_name), |(files, any)| Piece { at: Place { files, ..any.at }, ..any });
    alt((pawn_name, named)).parse(input)
}

/// `pawn-name = %s"Pawn" / %s"P"`, a pawn of any file
#[inline]
pub(super) fn pawn_name(input: &[u8]) -> Parsed<'_, Piece> {
    value(pawn(0xff), alt((value((), tag("Pawn")), value((), just(b'P'))))).parse(input)
}

/// The file of a king or queen.
const fn royal_file(board_side: BoardSide) -> u8 {
    files(royal_role(board_side), None)
}

/// The king or the queen as a piece that moves.
pub(super) const fn royal_piece(board_side: BoardSide) -> Piece {
    named_piece(royal_role(board_side), None)
}

/// `joint = name-end [%x0D] %x0A / [name-end] [space]`
///
/// The columns of a page are often more than one blank apart, so `joint` allows at most one. A line may end only after
/// a full stop or `'s`, which shows that the name continues.
#[inline]
pub(super) fn joint(input: &[u8]) -> Parsed<'_, ()> {
    let (rest, closed) = opt(name_end).parse(input)?;
    if closed.is_none() {
        return value((), opt(space)).parse(rest);
    }
    alt((value((), (opt(just(b'\r')), just(b'\n'))), value((), opt(space)))).parse(rest)
}

/// `name-end = possessive ["."] / "." [possessive]`
#[inline]
pub(super) fn name_end(input: &[u8]) -> Parsed<'_, ()> {
    alt((value((), (possessive, opt(just(b'.')))), value((), (just(b'.'), opt(possessive))))).parse(input)
}

/// `possessive = ("'" / %xE2.80.99 / %x92) "s"`
#[inline]
pub(super) fn possessive(input: &[u8]) -> Parsed<'_, ()> {
    let apostrophe = alt((value((), byte(|byte| matches!(byte, b'\'' | 0x92))), value((), tag("\u{2019}"))));
    value((), (apostrophe, byte(|byte| matches!(byte, b's' | b'S')))).parse(input)
}

/// `en-square = (en-officer / royal) (joint en-rank / joint-apart en-rank-in-words)`
#[inline]
pub(super) fn en_square(input: &[u8]) -> Parsed<'_, Place> {
    let of_officer =
        map((en_officer, rank_of_file), |((role, board_side), ranks)| Place { files: files(role, board_side), ranks });
    let of_royal = map((royal, rank_of_file), |(board_side, ranks)| Place { files: royal_file(board_side), ranks });
    alt((of_officer, of_royal)).parse(input)
}

/// `royal-square = royal [joint officer] (joint en-rank / joint-apart en-rank-in-words)`
#[inline]
pub(super) fn royal_square(input: &[u8]) -> Parsed<'_, Place> {
    let file = alt((
        map((terminated(royal, joint), officer), |(board_side, role)| files(role, Some(board_side))),
        map(royal, royal_file),
    ));
    map((file, rank_of_file), |(files, ranks)| Place { files, ranks }).parse(input)
}

/// Parses the rank after the name of a file.
#[inline]
fn rank_of_file(input: &[u8]) -> Parsed<'_, u8> {
    alt((preceded(joint, en_rank), preceded(joint_apart, led_by(is_first_of_number, en_rank_in_words)))).parse(input)
}

/// `joint-apart = name-end [%x0D] %x0A / [name-end] space`
pub(super) fn joint_apart(input: &[u8]) -> Parsed<'_, ()> {
    let line_end = (name_end, opt(just(b'\r')), just(b'\n'));
    alt((value((), line_end), value((), (opt(name_end), space)))).parse(input)
}

/// True if the word of a rank may begin with this byte.
const fn is_first_of_number(byte: u8) -> bool {
    matches!(byte.to_ascii_lowercase(), b'f' | b's' | b't' | b'e')
}

/// `en-rank-in-words = ("first" / "second" / "third" / "fourth" / "fifth" / "sixth" / "seventh" / "eighth")
/// [1*blank en-first-rank]` as a bit
pub(super) fn en_rank_in_words(input: &[u8]) -> Parsed<'_, u8> {
    let word = one_of(&["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]);
    map(terminated(word, opt((wide, en_first_rank))), |rank| 1 << rank).parse(input)
}

/// `en-first-rank = "square" / "sq"` as a bit
pub(super) fn en_first_rank(input: &[u8]) -> Parsed<'_, u8> {
    value(1, one_of(&["square", "sq"])).parse(input)
}

/// `en-rank = rank [%s"st" / %s"nd" / %s"rd" / %s"th" / %s"d"] [1*blank en-first-rank] /
/// en-first-rank` as a bit; the `d` is not the first letter of `dis. ch.`
#[inline]
pub(super) fn en_rank(input: &[u8]) -> Parsed<'_, u8> {
    let is_first = |byte| matches!(byte, b's' | b'n' | b'r' | b't' | b'd');
    let square = opt((wide, en_first_rank));
    alt((terminated(rank, (opt(led_by(is_first, ordinal)), square)), en_first_rank)).parse(input)
}

fn ordinal(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((tag("st"), tag("nd"), tag("rd"), tag("th"), preceded(not(en_check), tag("d")))).parse(input)
}

/// `en-own = ("her" / "his") 1*blank ([officer possessive joint] en-rank / [officer possessive space]
/// en-rank-in-words)` returns the officer and the rank.
pub(super) fn en_own(input: &[u8]) -> Parsed<'_, (Option<Role>, u8)> {
    let owner = (one_of(&["her", "his"]), wide);
    let worded = pair(opt(terminated(officer, (possessive, space))), en_rank_in_words);
    preceded(owner, alt((pair(opt(terminated(officer, (possessive, joint))), en_rank), worded))).parse(input)
}

/// `en-his-square = ("her" / "his") 1*blank en-square`: `his Queen's fourth`
pub(super) fn en_his_square(input: &[u8]) -> Parsed<'_, Place> {
    preceded((one_of(&["her", "his"]), wide), en_square).parse(input)
}

/// `en-short = [royal] officer / royal`
pub(super) fn en_short(input: &[u8]) -> Parsed<'_, Place> {
    let of_officer = map((opt(royal), officer), |(board_side, role)| files(role, board_side));
    let file = alt((terminated(of_officer, end_of_word), terminated(map(royal, royal_file), end_of_word)));
    map(file, |files| Place { files, ranks: 1 }).parse(input)
}

/// `en-from = open [("on" / "at") 1*blank] en-square *judgement close`
pub(super) fn en_from(input: &[u8]) -> Parsed<'_, Place> {
    let on = (one_of(&["on", "at"]), wide);
    delimited((open, opt(on)), terminated(en_square, many0_count(judgement)), close).parse(input)
}
