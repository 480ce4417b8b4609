//! The parsers of CSA, each of the name of its rule in `grammars/csa.abnf`. They know nothing of where a record goes.

use nom::branch::alt;
use nom::bytes::complete::{tag, take, take_while, take_while_m_n, take_while1};
use nom::character::complete::satisfy;
use nom::combinator::{map, map_opt, opt, recognize, rest, value, verify};
use nom::error::context;
use nom::sequence::{preceded, terminated};
use nom::{AsChar, Parser};

use super::words::{ENDS, FOUL, SERVER_RESULTS, kind};
use crate::Parsed;
use crate::text::{byte, digits, just, thousandths_of, value_of, word};
#[cfg(debug_assertions)]
use crate::{Rule, rule::rules};
use partie_record::Terminal;
use partie_rules::Side;
use partie_rules::shogi::{Origin, Pattern, PieceType, Square};

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsaToken {
    /// What it asks for. [`Pattern::after`] is the code; the kind before the move is not named.
    pub pattern: Pattern,
    pub side: Side,
}

/// What a statement is, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Statement<'a> {
    /// Of the head of a record.
    Header(Header<'a>),
    Remark,
    Turn,
    Position,
    Move,
    /// A move that lost its sign, or has another character in its place.
    UnsignedMove,
    Time,
    End,
}

/// A name, and the value after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header<'a> {
    pub(super) name: &'a [u8],
    pub(super) value: &'a [u8],
}

/// A part of the start position, with what is still to be read of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position<'a> {
    /// The initial position without some pieces.
    Initial(&'a [u8]),
    /// A rank and its cells.
    Row(u8, &'a [u8]),
    Pieces(Side, &'a [u8]),
}

/// Four bytes of [`Position::Initial`] or [`Position::Pieces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceGroup {
    /// All pieces that are left over are in hand.
    AllLeft,
    Held(PieceType),
    Placed(Square, PieceType),
}

/// A line of the protocol of servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ServerLine {
    Begin,
    End,
    Message,
}

/// `statement = move-statement / time-statement / record-head / information / remark / turn / position / csa-end /
/// unsigned-move`
#[inline]
pub(super) fn statement(input: &[u8]) -> Parsed<'_, Statement<'_>> {
    // Most lines are moves and times; the first byte leaves one or two alternatives.
    match input.first() {
        Some(b'+' | b'-') => alt((value(Statement::Move, move_statement), value(Statement::Turn, turn))).parse(input),
        Some(b'T') => value(Statement::Time, time_statement).parse(input),
        Some(b'\'') => alt((map(declaration, Statement::Header), value(Statement::Remark, remark))).parse(input),
        Some(b'$') => map(information, Statement::Header).parse(input),
        Some(b'P') => value(Statement::Position, position).parse(input),
        Some(b'%') => value(Statement::End, csa_end).parse(input),
        Some(b'V' | b'N') => map(record_head, Statement::Header).parse(input),
        _ => value(Statement::UnsignedMove, unsigned_move).parse(input),
    }
}

/// `move-statement = sign 1*%x00-FF`
fn move_statement(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(sign, verify(rest, |text: &[u8]| !text.is_empty())).parse(input)
}

/// `unsigned-move = *3(%x80-FF / "*" / "." / ":" / "=" / "_" / "~") %x30-39 (%x30-39 / sign) %x30-39 *%x00-FF`
fn unsigned_move(input: &[u8]) -> Parsed<'_, &[u8]> {
    let digit = || byte(|digit| digit.is_ascii_digit());
    let digit_or_sign = byte(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-'));
    let strange = take_while_m_n(0, 3, |byte: u8| !byte.is_ascii() || b"*.:=_~".contains(&byte));
    recognize((strange, digit(), digit_or_sign, digit(), rest)).parse(input)
}

/// `time-statement = %s"T" %x30-39 rest`
fn time_statement(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded((just(b'T'), byte(|digit| digit.is_ascii_digit())), rest).parse(input)
}

/// `record-head = declaration / version / player-name`
#[inline]
pub(super) fn record_head(input: &[u8]) -> Parsed<'_, Header<'_>> {
    match input.first() {
        Some(b'V') => version(input),
        Some(b'N') => player_name(input),
        _ => declaration(input),
    }
}

/// `declaration = "'" [%s"CSA "] %s"encoding=" rest`
fn declaration(input: &[u8]) -> Parsed<'_, Header<'_>> {
    let name = recognize((tag("'"), opt(tag("CSA ")), tag("encoding")));
    (terminated(name, tag("=")), rest).map(|(name, value)| Header { name, value }).parse(input)
}

/// `version = %s"V" %x30-39 rest`
fn version(input: &[u8]) -> Parsed<'_, Header<'_>> {
    (tag("V"), recognize((satisfy(AsChar::is_dec_digit), rest)))
        .map(|(name, value)| Header { name, value })
        .parse(input)
}

/// `player-name = %s"N" sign rest`
fn player_name(input: &[u8]) -> Parsed<'_, Header<'_>> {
    (recognize((tag("N"), sign)), rest).map(|(name, value)| Header { name, value }).parse(input)
}

/// `information = "$" 1*(%x00-39 / %x3B-FF) ":" rest`
fn information(input: &[u8]) -> Parsed<'_, Header<'_>> {
    let name = recognize((tag("$"), take_while1(|byte| byte != b':')));
    (terminated(name, tag(":")), rest).map(|(name, value)| Header { name, value }).parse(input)
}

/// `remark = "'" rest`
fn remark(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(tag("'"), rest).parse(input)
}

/// `turn = sign`
pub(super) fn turn(input: &[u8]) -> Parsed<'_, Side> {
    sign(input)
}

/// `csa-move = sign (%s"00" / square) square code`
#[inline]
pub(super) fn csa_move(input: &[u8]) -> Parsed<'_, CsaToken> {
    let origin = alt((value(Origin::Hand, tag("00")), map(square, Origin::Square)));
    (
        context("+ or -", sign),
        context("the origin, two digits", origin),
        context("the target, two digits", square),
        context("the code of a piece", code),
    )
        .map(|(side, origin, to, after)| {
            let after = Some(after);
            let pattern = Pattern { to, origin, kind: None, after, promotes: None, flank: None, motion: None };
            CsaToken { pattern, side }
        })
        .parse(input)
}

/// `csa-time = %s"T" 1*9%x30-39 ["." 1*3%x30-39]`, in milliseconds.
pub(super) fn csa_time(input: &[u8]) -> Parsed<'_, u64> {
    let thousandths = opt(preceded(just(b'.'), digits(3))).map(|fraction| fraction.map_or(0, thousandths_of));
    preceded(just(b'T'), (digits(9).map(value_of), thousandths))
        .map(|(seconds, thousandths)| seconds * 1000 + thousandths)
        .parse(input)
}

/// `csa-end = "%" end-word`
pub(super) fn csa_end(input: &[u8]) -> Parsed<'_, (Terminal, Option<Side>)> {
    preceded(tag("%"), end_word).parse(input)
}

/// `end-word = end-name / foul`
pub(super) fn end_word(input: &[u8]) -> Parsed<'_, (Terminal, Option<Side>)> {
    let by_previous = |side| (Terminal::FoulByPrevious, Some(side));
    alt((end_name.map(|terminal| (terminal, None)), foul.map(by_previous))).parse(input)
}

/// `end-name = %s"TORYO" / %s"CHUDAN" / %s"SENNICHITE" / %s"TIME_UP" / %s"ILLEGAL_MOVE" / %s"JISHOGI"
/// / %s"KACHI" / %s"HIKIWAKE" / %s"MAX_MOVES" / %s"MATTA" / %s"TSUMI" / %s"FUZUMI" / %s"ERROR"`
fn end_name(input: &[u8]) -> Parsed<'_, Terminal> {
    word(&ENDS)(input)
}

/// `foul = sign %s"ILLEGAL_ACTION"`
fn foul(input: &[u8]) -> Parsed<'_, Side> {
    terminated(sign, tag(FOUL)).parse(input)
}

/// `position = initial / row / pieces`
#[inline]
pub(super) fn position(input: &[u8]) -> Parsed<'_, Position<'_>> {
    alt((map(initial, Position::Initial), row, pieces)).parse(input)
}

/// `initial = %s"PI" rest`
fn initial(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(tag("PI"), rest).parse(input)
}

/// `row = %s"P" digit-from-one rest`
fn row(input: &[u8]) -> Parsed<'_, Position<'_>> {
    preceded(tag("P"), (digit_from_one, rest)).map(|(rank, cells)| Position::Row(rank, cells)).parse(input)
}

/// `pieces = %s"P" sign rest`
fn pieces(input: &[u8]) -> Parsed<'_, Position<'_>> {
    preceded(tag("P"), (sign, rest)).map(|(side, groups)| Position::Pieces(side, groups)).parse(input)
}

/// `cell = "*" / sign code`
#[inline]
pub(super) fn cell(input: &[u8]) -> Parsed<'_, Option<(Side, PieceType)>> {
    alt((value(None, tag("*")), map((sign, code), Some))).parse(input)
}

/// `piece-group = all-left / held / placed`
pub(super) fn piece_group(input: &[u8]) -> Parsed<'_, PieceGroup> {
    alt((value(PieceGroup::AllLeft, all_left), map(held, PieceGroup::Held), placed)).parse(input)
}

/// `all-left = %s"00AL"`
fn all_left(input: &[u8]) -> Parsed<'_, &[u8]> {
    tag("00AL").parse(input)
}

/// `held = %s"00" (%s"FU" / %s"KY" / %s"KE" / %s"GI" / %s"KI" / %s"KA" / %s"HI")`
fn held(input: &[u8]) -> Parsed<'_, PieceType> {
    preceded(tag("00"), verify(code, |kind| PieceType::HAND.contains(kind))).parse(input)
}

/// `placed = square code`
fn placed(input: &[u8]) -> Parsed<'_, PieceGroup> {
    (square, code).map(|(at, kind)| PieceGroup::Placed(at, kind)).parse(input)
}

/// `square = digit-from-one digit-from-one`, file before rank.
#[inline]
pub(super) fn square(input: &[u8]) -> Parsed<'_, Square> {
    map_opt((digit_from_one, digit_from_one), |(file, rank)| Square::at(file, rank)).parse(input)
}

/// `code = %s"FU" / %s"KY" / %s"KE" / %s"GI" / %s"KI" / %s"KA" / %s"HI" / %s"OU"
/// / %s"TO" / %s"NY" / %s"NK" / %s"NG" / %s"UM" / %s"RY"`
#[inline]
pub(super) fn code(input: &[u8]) -> Parsed<'_, PieceType> {
    map_opt(take(2usize), kind).parse(input)
}

/// `sign = "+" / "-"`
#[inline]
pub(super) fn sign(input: &[u8]) -> Parsed<'_, Side> {
    map(byte(|sign| matches!(sign, b'+' | b'-')), |sign| if sign == b'+' { Side::First } else { Side::Second })
        .parse(input)
}

/// `server-line = server-begin / server-end / (%s"#" / %s"START:" / %s"REJECT:") rest`
pub(super) fn server_line(input: &[u8]) -> Parsed<'_, ServerLine> {
    let message = (alt((tag("#"), tag("START:"), tag("REJECT:"))), rest);
    alt((
        value(ServerLine::Begin, server_begin),
        value(ServerLine::End, server_end),
        value(ServerLine::Message, message),
    ))
    .parse(input)
}

/// `server-begin = %s"BEGIN " rest`
fn server_begin(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(tag("BEGIN "), rest).parse(input)
}

/// `server-end = %s"END " rest`
fn server_end(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(tag("END "), rest).parse(input)
}

/// `server-entry = %x41-5A *(%x41-5A / %x61-7A / %x30-39 / "_") [sign] ":" rest`
pub(super) fn server_entry(input: &[u8]) -> Parsed<'_, &[u8]> {
    let letter = satisfy(|first| first.is_ascii_uppercase());
    let name = (letter, take_while(|byte: u8| byte.is_ascii_alphanumeric() || byte == b'_'));
    preceded((name, opt(sign), tag(":")), rest).parse(input)
}

/// `server-result = %s"#RESIGN" / %s"#TIME_UP" / %s"#ILLEGAL_MOVE" / %s"#SENNICHITE" / %s"#OUTE_SENNICHITE"
/// / %s"#JISHOGI" / %s"#MAX_MOVES" / %s"#CHUDAN" / %s"#DRAW"`
pub(super) fn server_result(input: &[u8]) -> Parsed<'_, Terminal> {
    word(&SERVER_RESULTS)(input)
}

/// `digit-from-one = %x31-39`
#[inline]
fn digit_from_one(input: &[u8]) -> Parsed<'_, u8> {
    byte(|digit| matches!(digit, b'1'..=b'9')).map(|digit| digit & 15).parse(input)
}

/// The rules of `grammars/csa.abnf`, for the tests.
#[cfg(debug_assertions)]
pub const RULES: &[Rule] = rules! {
    "statement" => statement,
    "move-statement" => move_statement,
    "unsigned-move" => unsigned_move,
    "time-statement" => time_statement,
    "record-head" => record_head,
    "declaration" => declaration,
    "version" => version,
    "player-name" => player_name,
    "information" => information,
    "remark" => remark,
    "turn" => turn,
    "rest" => rest,
    "csa-move" => csa_move,
    "csa-time" => csa_time,
    "csa-end" => csa_end,
    "end-word" => end_word,
    "end-name" => end_name,
    "foul" => foul,
    "position" => position,
    "initial" => initial,
    "row" => row,
    "pieces" => pieces,
    "cell" => cell,
    "piece-group" => piece_group,
    "all-left" => all_left,
    "held" => held,
    "placed" => placed,
    "square" => square,
    "code" => code,
    "sign" => sign,
    "server-line" => server_line,
    "server-begin" => server_begin,
    "server-end" => server_end,
    "server-entry" => server_entry,
    "server-result" => server_result,
    "digit-from-one" => digit_from_one,
};
