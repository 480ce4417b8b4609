//! The parsers of CSA, each named after its rule in `grammars/csa.abnf`. They do not depend on the state of a record.

use nom::branch::alt;
use nom::bytes::complete::{tag, take, take_while, take_while_m_n, take_while1};
use nom::character::complete::satisfy;
use nom::combinator::{all_consuming, map, map_opt, opt, recognize, rest, value, verify};
use nom::error::context;
use nom::sequence::{preceded, terminated};
use nom::{AsChar, Parser};

use super::words::{CAUSES, ENDS, FOUL, PLAYER_RESULTS, PlayerResult, REFUSED, SERVER_RESULTS, kind};
use crate::text::{byte, digits, just, thousandths_of, value_of, whole, word, word_in_any_case};
use crate::{Expected, Parsed};
#[cfg(debug_assertions)]
use crate::{Rule, rule::rules};
use partie_record::Terminal;
use partie_rules::Side;
use partie_rules::shogi::{Origin, Pattern, PieceType, Square};

/// A CSA move token as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsaToken {
    /// The constraint on the move. [`Pattern::after`] is the code; the piece before the move is not written.
    pub pattern: Pattern,
    pub side: Side,
}

/// The kind of a statement, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Statement<'a> {
    /// Version, player name or information (`$`).
    Header(Header<'a>),
    Declaration(Declaration<'a>),
    Remark,
    Turn,
    Position,
    Move,
    /// A move without its sign, or with another character in its place.
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

/// The encoding that a record declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Declaration<'a> {
    pub(super) header: Header<'a>,
    pub(super) is_utf8: bool,
}

/// A part of the start position, with its unparsed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position<'a> {
    /// The initial position without some pieces.
    Initial(&'a [u8]),
    /// A rank and its cells.
    Row(u8, &'a [u8]),
    Pieces(Side, &'a [u8]),
}

/// A group of four bytes in [`Position::Initial`] or [`Position::Pieces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceGroup {
    /// All remaining pieces are in hand.
    AllLeft,
    Held(PieceType),
    Placed(Square, PieceType),
}

/// A line of the server protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ServerLine {
    Begin,
    End,
    /// How the game ended.
    Result(Terminal),
    /// The player who kept the record won.
    Won,
    Lost,
    /// Any other message.
    Message,
}

/// The comment in which a server sums up a game. It names the players, so the winner is known without counting moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Summary<'a> {
    pub(super) cause: Cause<'a>,
    /// The names of winner and loser; `None` if the game was drawn or broken off.
    pub(super) decided: Option<(&'a [u8], &'a [u8])>,
    /// True if the game was drawn.
    pub(super) drawn: bool,
}

/// The reason for the end of a game, in the words of a server: `toryo`, `time up`, `illegal kachi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cause<'a> {
    pub(super) words: &'a [u8],
    /// The meaning of the words, if known.
    pub(super) terminal: Option<Terminal>,
    /// True if the server refused a declaration.
    pub(super) refuses: bool,
}

/// `statement = move-statement / time-statement / record-head / information / remark / turn / position / csa-end /
/// unsigned-move`
#[inline]
pub(super) fn statement(input: &[u8]) -> Parsed<'_, Statement<'_>> {
    // Most lines are moves, times and remarks; the first bytes leave one or two alternatives.
    match input {
        [b'+' | b'-', ..] => alt((move_statement, value(Statement::Turn, turn))).parse(input),
        [b'T', ..] => time_statement(input),
        [b'\'', b'C' | b'e', ..] => alt((map(declaration, Statement::Declaration), remark)).parse(input),
        [b'\'', ..] => remark(input),
        [b'$', ..] => map(information, Statement::Header).parse(input),
        [b'P', ..] => value(Statement::Position, position).parse(input),
        [b'%', ..] => value(Statement::End, csa_end).parse(input),
        [b'V' | b'N', ..] => map(record_head, Statement::Header).parse(input),
        _ => unsigned_move(input),
    }
}

/// `move-statement = sign 1*%x00-FF`
#[inline]
fn move_statement(input: &[u8]) -> Parsed<'_, Statement<'_>> {
    value(Statement::Move, (sign, verify(rest, |text: &[u8]| !text.is_empty()))).parse(input)
}

/// `unsigned-move = *3(%x80-FF / "*" / "." / ":" / "=" / "_" / "~") %x30-39 (%x30-39 / sign) %x30-39 *%x00-FF`
fn unsigned_move(input: &[u8]) -> Parsed<'_, Statement<'_>> {
    let digit = || byte(|digit| digit.is_ascii_digit());
    let digit_or_sign = byte(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-'));
    let strange = take_while_m_n(0, 3, |byte: u8| !byte.is_ascii() || b"*.:=_~".contains(&byte));
    value(Statement::UnsignedMove, (strange, digit(), digit_or_sign, digit(), rest)).parse(input)
}

/// `time-statement = %s"T" %x30-39 rest`
#[inline]
fn time_statement(input: &[u8]) -> Parsed<'_, Statement<'_>> {
    value(Statement::Time, (just(b'T'), byte(|digit| digit.is_ascii_digit()), rest)).parse(input)
}

/// `record-head = declaration / version / player-name`
#[inline]
pub(super) fn record_head(input: &[u8]) -> Parsed<'_, Header<'_>> {
    match input {
        [b'V', ..] => version(input),
        [b'N', ..] => player_name(input),
        [b'\'', b'C' | b'e', ..] => map(declaration, |declaration| declaration.header).parse(input),
        _ => Err(nom::Err::Error(Expected { at: input, what: "the head of a record" })),
    }
}

/// `declaration = "'" [%s"CSA "] %s"encoding=" rest`
fn declaration(input: &[u8]) -> Parsed<'_, Declaration<'_>> {
    let name = recognize((tag("'"), opt(tag("CSA ")), tag("encoding")));
    let (after, (name, value)) = (terminated(name, tag("=")), rest).parse(input)?;
    let encoding = value.trim_ascii_start();
    let is_utf8 = encoding.eq_ignore_ascii_case(b"UTF-8") || encoding.eq_ignore_ascii_case(b"UTF8");
    Ok((after, Declaration { header: Header { name, value }, is_utf8 }))
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
fn remark(input: &[u8]) -> Parsed<'_, Statement<'_>> {
    value(Statement::Remark, (tag("'"), rest)).parse(input)
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
    alt((initial, row, pieces)).parse(input)
}

/// `initial = %s"PI" rest`
fn initial(input: &[u8]) -> Parsed<'_, Position<'_>> {
    preceded(tag("PI"), rest).map(Position::Initial).parse(input)
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
    alt((all_left, held, placed)).parse(input)
}

/// `all-left = %s"00AL"`
fn all_left(input: &[u8]) -> Parsed<'_, PieceGroup> {
    value(PieceGroup::AllLeft, tag("00AL")).parse(input)
}

/// `held = %s"00" (%s"FU" / %s"KY" / %s"KE" / %s"GI" / %s"KI" / %s"KA" / %s"HI")`
fn held(input: &[u8]) -> Parsed<'_, PieceGroup> {
    preceded(tag("00"), verify(code, |kind| PieceType::HAND.contains(kind))).map(PieceGroup::Held).parse(input)
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
    // Called for every time statement and every line that begins with a capital; the first byte leaves one alternative.
    match input.first() {
        Some(b'#') => {
            let won = value(ServerLine::Won, tag("#WIN"));
            let lost = value(ServerLine::Lost, tag("#LOSE"));
            let result = all_consuming(alt((map(server_result, ServerLine::Result), won, lost)));
            alt((result, value(ServerLine::Message, rest))).parse(input)
        }
        Some(b'B') => server_begin(input),
        Some(b'E') => server_end(input),
        Some(b'S' | b'R') => value(ServerLine::Message, (alt((tag("START:"), tag("REJECT:"))), rest)).parse(input),
        _ => Err(nom::Err::Error(Expected { at: input, what: "a message of a server" })),
    }
}

/// `server-begin = %s"BEGIN " rest`
fn server_begin(input: &[u8]) -> Parsed<'_, ServerLine> {
    value(ServerLine::Begin, (tag("BEGIN "), rest)).parse(input)
}

/// `server-end = %s"END " rest`
fn server_end(input: &[u8]) -> Parsed<'_, ServerLine> {
    value(ServerLine::End, (tag("END "), rest)).parse(input)
}

/// `server-entry = %x41-5A *(%x41-5A / %x61-7A / %x30-39 / "_") [sign] ":" rest`
pub(super) fn server_entry(input: &[u8]) -> Parsed<'_, Header<'_>> {
    let letter = satisfy(|first| first.is_ascii_uppercase());
    let name = recognize((letter, take_while(|byte: u8| byte.is_ascii_alphanumeric() || byte == b'_'), opt(sign)));
    (terminated(name, tag(":")), rest).map(|(name, value)| Header { name, value }).parse(input)
}

/// `server-result = %s"#RESIGN" / %s"#TIME_UP" / %s"#ILLEGAL_MOVE" / %s"#SENNICHITE" / %s"#OUTE_SENNICHITE"
/// / %s"#JISHOGI" / %s"#MAX_MOVES" / %s"#CHUDAN" / %s"#DRAW"`
pub(super) fn server_result(input: &[u8]) -> Parsed<'_, Terminal> {
    word(&SERVER_RESULTS)(input)
}

/// `summary = %s"'summary:" summary-cause ":" summary-player ":" summary-player [":" rest]`
pub(super) fn summary(input: &[u8]) -> Parsed<'_, Summary<'_>> {
    let player = || preceded(tag(":"), summary_player);
    let (after, (cause, one, two)) = (preceded(tag("'summary:"), summary_cause), player(), player()).parse(input)?;
    let (after, _) = opt((tag(":"), rest)).parse(after)?;
    let decided = match (one, two) {
        ((one, Some(PlayerResult::Won)), (two, Some(PlayerResult::Lost))) => Some((one, two)),
        ((one, Some(PlayerResult::Lost)), (two, Some(PlayerResult::Won))) => Some((two, one)),
        _ => None,
    };
    let drawn = [one.1, two.1] == [Some(PlayerResult::Drew); 2];
    Ok((after, Summary { cause, decided, drawn }))
}

/// `summary-cause = *(%x00-39 / %x3B-FF)`
fn summary_cause(input: &[u8]) -> Parsed<'_, Cause<'_>> {
    let (after, words) = take_while(|byte: u8| byte != b':').parse(input)?;
    let words = words.trim_ascii();
    Ok((after, Cause { words, terminal: whole(words, word(&CAUSES)), refuses: words == REFUSED.as_bytes() }))
}

/// `summary-player = *(%x00-39 / %x3B-FF) (%x00-08 / %x0B / %x0E-1F / %x21-39 / %x3B-FF) *(%x00-39 / %x3B-FF) " "
/// (player-result / *(%x00-39 / %x3B-FF) (%x00-08 / %x0B / %x0E-1F / %x21-39 / %x3B-FF)) *(%x00-39 / %x3B-FF)`. The
/// last blank separates the name from the result.
fn summary_player<'a>(input: &'a [u8]) -> Parsed<'a, (&'a [u8], Option<PlayerResult>)> {
    let name_and_result = |text: &'a [u8]| {
        let mut words = text.trim_ascii().rsplitn(2, |byte| *byte == b' ');
        let (result, name) = (words.next()?, words.next()?);
        Some((name, whole(result, player_result)))
    };
    map_opt(take_while(|byte: u8| byte != b':'), name_and_result).parse(input)
}

/// `player-result = "win" / "lose" / "draw"`
fn player_result(input: &[u8]) -> Parsed<'_, PlayerResult> {
    word_in_any_case(&PLAYER_RESULTS)(input)
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
    "summary" => summary,
    "summary-cause" => summary_cause,
    "summary-player" => summary_player,
    "player-result" => player_result,
    "digit-from-one" => digit_from_one,
};
