//! Long algebraic notation of the 1880s: Kober's `Jg1f3`, `Sc8:h3`, and the German `S g1—f3`, `D d8—d5:†`.
//!
//! Origin and target are always written, so Czech and German letters need no telling apart: only `S`
//! is in both, bishop in Czech and knight in German, and the two squares show which moves.
//! Not for the fractions in which a book of that time prints long analyses.

use std::borrow::Cow;

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{map, not, opt, peek, success, value};
use nom::error::context;
use nom::multi::{fold_many0, many0_count, many1_count};
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{AsChar, Parser};

use super::Parsed;
use super::letters::Letters;
use super::san::{self, CheckMark, Form};
use super::text::byte;
use partie_rules::chess::{Move, MoveKind, Pattern, Position, Role, Roles, Square};
use partie_rules::{BoardSide, Rules};

/// What a sign behind a move says of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// `+`: the side that moved stands better.
    Better,
    /// `-`: it stands worse.
    Worse,
    /// Both signs, or `=`: the game is even.
    Even,
}

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KoberToken {
    /// The move with its marks; a glued `+` is not among them.
    pub written: san::SanToken,
    /// Whether a `+` is glued to it: a check if the move gives one, otherwise an evaluation.
    pub plus: bool,
    /// An evaluation that stands apart, or cannot be a check.
    pub evaluation: Option<Evaluation>,
}

/// The move at the start of `text`; an evaluation behind it is left.
///
/// # Errors
/// What was expected where the text stops being a move.
pub fn prefix(text: &[u8]) -> Parsed<'_, KoberToken> {
    move_(text)
}

/// A text that is a move and nothing else, but for an evaluation, blanks, full stops and commas.
pub fn read_move(text: &[u8]) -> Option<KoberToken> {
    kober(text).ok().filter(|(rest, _)| rest.is_empty()).map(|(_, token)| token)
}

/// `kober = *(blank / eol) move [*(blank / eol) evaluation] *(blank / eol / "." / ",")`
fn kober(input: &[u8]) -> Parsed<'_, KoberToken> {
    let gap = || many0_count(alt((blank, eol)));
    let (rest, (token, evaluation)) = delimited(
        gap(),
        pair(move_, opt(preceded(gap(), evaluation))),
        many0_count(alt((blank, eol, value((), byte(|byte| matches!(byte, b'.' | b',')))))),
    )
    .parse(input)?;
    Ok((rest, KoberToken { evaluation, ..token }))
}

/// `blank = " " / %x09 / %xC2.A0`
fn blank(input: &[u8]) -> Parsed<'_, ()> {
    value((), alt((tag(" "), tag("\t"), tag("\u{a0}")))).parse(input)
}

/// `eol = %x0A / %x0D`
fn eol(input: &[u8]) -> Parsed<'_, ()> {
    value((), byte(|byte| matches!(byte, b'\n' | b'\r'))).parse(input)
}

/// `move = (castling / king-castles / piece-move / pawn-move) *mark ["+" *mark]`
///
/// No word or number goes on behind the squares; a `+` before a `-` is an evaluation with it, unless that is `-+`.
fn move_(input: &[u8]) -> Parsed<'_, KoberToken> {
    let end = || context("the end of the move", not(byte(AsChar::is_alphanum)));
    let marks = || fold_many0(mark, || None, |before, mark: Option<CheckMark>| mark.or(before));
    let plus = terminated(tag("+"), peek(alt((value((), tag("-+")), not(tag("-"))))));
    let (rest, (mut written, before, after)) = (
        terminated(alt((castling, king_castles, piece_move, pawn_move)), end()),
        marks(),
        opt(preceded(plus, marks())),
    )
        .parse(input)?;
    written.check = after.flatten().or(before).unwrap_or(written.check);
    Ok((rest, KoberToken { written, plus: after.is_some(), evaluation: None }))
}

/// `castling = zero 1*2(*blank dash *blank zero)`; one zero more is no castling.
fn castling(input: &[u8]) -> Parsed<'_, san::SanToken> {
    let step = || preceded((many0_count(blank), dash, many0_count(blank)), zero);
    let (rest, (first, second, third)) = terminated((zero, step(), opt(step())), not(step())).parse(input)?;
    let board_side = if third.is_some() { BoardSide::Queen } else { BoardSide::King };
    let mut written = san::SanToken::new(Pattern::castling(board_side));
    written.zeros = [Some(first), Some(second), third].into_iter().flatten().any(|zero| zero != b'O');
    Ok((rest, written))
}

/// `king-castles = (%s"R" / %s"K") *blank %s"enr" ["."] *blank (%s"g" / %s"c") ("1" / "8")`: where the king goes, as Philidor's
/// Spanish book has it.
fn king_castles(input: &[u8]) -> Parsed<'_, san::SanToken> {
    let king = byte(|byte| matches!(byte, b'R' | b'K'));
    let goal = alt((value(BoardSide::King, tag("g")), value(BoardSide::Queen, tag("c"))));
    let words = (king, many0_count(blank), tag("enr"), opt(tag(".")), many0_count(blank));
    let side = delimited(words, goal, byte(|byte| matches!(byte, b'1' | b'8')));
    map(side, |side| san::SanToken::new(Pattern::castling(side))).parse(input)
}

/// `zero = %s"O" / %s"o" / "0"`
fn zero(input: &[u8]) -> Parsed<'_, u8> {
    byte(|byte| matches!(byte, b'O' | b'o' | b'0'))(input)
}

/// What stands behind the first square.
#[derive(Clone, Copy, Debug)]
struct Goal {
    to: Square,
    /// A capture, and whether its sign says check.
    takes: Option<CheckMark>,
    /// What a pawn becomes, and whether a sign says so.
    promotion: Option<(Role, bool)>,
}

impl Goal {
    const fn new(to: Square) -> Self {
        Self { to, takes: None, promotion: None }
    }

    fn written(self, name: Option<u8>, from: Square) -> san::SanToken {
        let role = role(name, from, self.to);
        let pattern = Pattern {
            roles: Roles::one(role),
            from: from.bit(),
            to: self.to.bit(),
            promotion: self.promotion.map(|(role, _)| role),
            castling: None,
            captures: self.takes.is_some(),
        };
        let mut written = san::SanToken::new(pattern);
        written.form = Form::Long;
        written.check = self.takes.unwrap_or(CheckMark::None);
        written.origin = true;
        written.pawn_letter = role == Role::Pawn && name.is_some();
        written.bare_promotion = self.promotion.is_some_and(|(_, sign)| !sign);
        written
    }
}

/// `piece-move = piece *blank square (quiet square [after] / capture square)`
fn piece_move(input: &[u8]) -> Parsed<'_, san::SanToken> {
    let goal = alt((
        map(preceded(capture, square), |to| Goal { takes: Some(CheckMark::None), ..Goal::new(to) }),
        map(pair(preceded(quiet, square), opt(after)), |(to, takes)| Goal { takes, ..Goal::new(to) }),
    ));
    map((terminated(piece, many0_count(blank)), square, goal), |(name, from, goal)| goal.written(Some(name), from))
        .parse(input)
}

/// `piece = %s"K" / %s"D" / %s"V" / %s"T" / %s"S" / %s"J" / %s"L" / %s"H" / %s"F" / %s"G" / %s"W" / %s"R" / %s"A" / %s"C" /
/// %xD0.9A.D1.80 / %xD0.9A / %xD0.A1 / %xD0.9B / %xD0.A4`
fn piece(input: &[u8]) -> Parsed<'_, u8> {
    let russian = alt((
        value(b'K', tag("Кр")),
        value(b'J', tag("К")),
        value(b'L', tag("С")),
        value(b'T', tag("Л")),
        value(b'D', tag("Ф")),
    ));
    alt((byte(|byte| b"KDVTSJLHFGWRAC".contains(&byte)), russian)).parse(input)
}

/// The kind that a letter names; no letter names a pawn, and `S` is told by the squares.
fn role(name: Option<u8>, from: Square, to: Square) -> Role {
    let (files, ranks) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
    match name {
        Some(b'K' | b'R') => Role::King,
        Some(b'D') => Role::Queen,
        Some(b'V' | b'T' | b'W') => Role::Rook,
        Some(b'J' | b'C') => Role::Knight,
        Some(b'H') => {
            if files * ranks == 2 {
                Role::Knight
            } else {
                Role::Queen
            }
        }
        Some(b'S') if files * ranks == 2 => Role::Knight,
        Some(b'S' | b'L' | b'F' | b'G' | b'A') => Role::Bishop,
        _ => Role::Pawn,
    }
}

/// `pawn-move = [pawn *blank] square (taking [en-passant] / quiet (last promotion / square))`
fn pawn_move(input: &[u8]) -> Parsed<'_, san::SanToken> {
    let quiet_goal = alt((
        map((last, promotion), |(to, becomes)| Goal { promotion: Some(becomes), ..Goal::new(to) }),
        map(square, Goal::new),
    ));
    let goal = alt((
        map(pair(taking, opt(en_passant)), |(goal, mark)| (goal, mark.is_some())),
        map(preceded(quiet, context("a target square", quiet_goal)), |goal| (goal, false)),
    ));
    let from = context("the square from which the piece moves", square);
    let (rest, (name, from, (goal, en_passant))) =
        (opt(terminated(pawn, many0_count(blank))), from, goal).parse(input)?;
    Ok((rest, san::SanToken { en_passant, ..goal.written(name, from) }))
}

/// `taking = capture (last promotion / square) / quiet (last after promotion / square after)`
fn taking(input: &[u8]) -> Parsed<'_, Goal> {
    let captured = alt((
        (last, success(CheckMark::None), map(promotion, Some)),
        (square, success(CheckMark::None), success(None)),
    ));
    let marked = alt(((last, after, map(promotion, Some)), (square, after, success(None))));
    map(alt((preceded(capture, captured), preceded(quiet, marked))), |(to, takes, promotion)| Goal {
        to,
        takes: Some(takes),
        promotion,
    })
    .parse(input)
}

/// `pawn = %s"P" / %s"B"`
fn pawn(input: &[u8]) -> Parsed<'_, u8> {
    byte(|byte| matches!(byte, b'P' | b'B'))(input)
}

/// `quiet = [*blank dash *blank]`
fn quiet(input: &[u8]) -> Parsed<'_, ()> {
    value((), opt(delimited(many0_count(blank), dash, many0_count(blank)))).parse(input)
}

/// `capture = *blank (":" / %s"x" / %xC3.97) *blank`
fn capture(input: &[u8]) -> Parsed<'_, ()> {
    value((), delimited(many0_count(blank), alt((tag(":"), tag("x"), tag("×"))), many0_count(blank))).parse(input)
}

/// `after = ":" ["+"]`
fn after(input: &[u8]) -> Parsed<'_, CheckMark> {
    let check = |plus: Option<_>| if plus.is_some() { CheckMark::Check } else { CheckMark::None };
    map(preceded(tag(":"), opt(tag("+"))), check).parse(input)
}

/// `dash = "-" / %xE2.80 %x90-95 / %xE2.88.92 / %xC2.B7`
fn dash(input: &[u8]) -> Parsed<'_, ()> {
    let drawn = (tag(&b"\xe2\x80"[..]), byte(|byte| matches!(byte, 0x90..=0x95)));
    alt((value((), tag("-")), value((), drawn), value((), tag("\u{2212}")), value((), tag("·")))).parse(input)
}

/// `square = file %x31-38`
fn square(input: &[u8]) -> Parsed<'_, Square> {
    map((file, byte(|byte| matches!(byte, b'1'..=b'8'))), |(file, rank)| Square::at(file, rank - b'1')).parse(input)
}

/// `last = file ("1" / "8")`
fn last(input: &[u8]) -> Parsed<'_, Square> {
    map((file, byte(|byte| matches!(byte, b'1' | b'8'))), |(file, rank)| Square::at(file, rank - b'1')).parse(input)
}

/// `file = %x61-68`
fn file(input: &[u8]) -> Parsed<'_, u8> {
    map(byte(|byte| matches!(byte, b'a'..=b'h')), |file| file - b'a').parse(input)
}

/// `promotion = *blank ["=" *blank] (%s"D" / %s"V" / %s"T" / %s"J" / %s"L" / %s"S")`; not the letter of the next
/// move.
fn promotion(input: &[u8]) -> Parsed<'_, (Role, bool)> {
    let becomes = || {
        alt((
            value(Role::Queen, tag("D")),
            value(Role::Rook, byte(|byte| matches!(byte, b'V' | b'T'))),
            value(Role::Knight, tag("J")),
            // The Czech bishop; in a German book S would be the knight, and no move but this one tells.
            value(Role::Bishop, byte(|byte| matches!(byte, b'L' | b'S'))),
        ))
    };
    let sign = map(opt((tag("="), many0_count(blank))), |sign| sign.is_some());
    let next = preceded(many0_count(blank), square);
    alt((
        // Glued to its square and apart from the next one it can only be the former's.
        map(terminated(becomes(), peek(blank)), |role| (role, false)),
        map(terminated(preceded(many0_count(blank), (sign, becomes())), not(next)), |(sign, role)| (role, sign)),
    ))
    .parse(input)
}

/// `en-passant = *blank %s"e." [" "] %s"p" ["."]`
fn en_passant(input: &[u8]) -> Parsed<'_, ()> {
    value((), (many0_count(blank), tag("e."), opt(tag(" ")), tag("p"), opt(tag(".")))).parse(input)
}

/// `mark = *blank (%xE2.80.A0 / %xE2.80.A1 / %xC3.97 / "#" / "!" / "?") / 1*blank (%s"jaque" / %s"mate")`
fn mark(input: &[u8]) -> Parsed<'_, Option<CheckMark>> {
    let sign = alt((
        value(Some(CheckMark::Check), tag("†")),
        value(Some(CheckMark::Mate), alt((tag("‡"), tag("×"), tag("#")))),
        value(None, byte(|byte| matches!(byte, b'!' | b'?'))),
    ));
    let word = alt((value(Some(CheckMark::Check), tag("jaque")), value(Some(CheckMark::Mate), tag("mate"))));
    alt((preceded(many0_count(blank), sign), preceded(many1_count(blank), word))).parse(input)
}

/// `evaluation = "+-" / "-+" / "+" / "-" / "=" / %xC2.B1`
fn evaluation(input: &[u8]) -> Parsed<'_, Evaluation> {
    alt((
        value(Evaluation::Even, alt((tag("+-"), tag("-+"), tag("="), tag("±")))),
        value(Evaluation::Better, tag("+")),
        value(Evaluation::Worse, tag("-")),
    ))
    .parse(input)
}

/// The text of a move with the letters of these pieces, in those that are read here; nothing if its letter is none of theirs. What
/// Czech and German books write is read as it stands.
pub fn in_own_letters<'t>(token: &'t [u8], letters: &Letters) -> Option<Cow<'t, [u8]>> {
    let text = token.trim_ascii_start();
    if matches!(letters.code, "cs" | "sk" | "de" | "sv") {
        let foreign = text.first().is_some_and(|first| b"HFGWRAC".contains(first) || *first >= 0xc0);
        return (!foreign).then_some(Cow::Borrowed(token));
    }
    let is_bare = text.first().is_some_and(|first| first.is_ascii_lowercase() || matches!(first, b'0' | b'O' | b'~'));
    if is_bare {
        return Some(Cow::Borrowed(token));
    }
    let (role, length) = letters.read_role(text)?;
    let letter: &[u8] = match role {
        Role::Pawn => b"P",
        Role::Knight => b"J",
        Role::Bishop => b"L",
        Role::Rook => b"T",
        Role::Queen => b"D",
        Role::King => b"K",
    };
    Some(Cow::Owned([letter, &text[length..]].concat()))
}

/// The move as Kober prints it, in his letters or others: `Jg1f3`, `Sc8:h3`, `0-0`, `e7e8D`; a dagger for check, a double dagger for mate.
pub fn write(out: &mut Vec<u8>, position: &Position, mv: Move, letters: &Letters) {
    if mv.kind == MoveKind::Castling {
        let text: &[u8] = if mv.to.file() > mv.from.file() { b"0-0" } else { b"0-0-0" };
        out.extend_from_slice(text);
    } else {
        if mv.role != Role::Pawn {
            out.extend_from_slice(letters.letter(mv.role).as_bytes());
        }
        put(out, mv.from);
        if mv.captured.is_some() {
            out.push(b':');
        }
        put(out, mv.to);
        if let Some(role) = mv.promotion {
            out.extend_from_slice(letters.letter(role).as_bytes());
        }
    }
    let mut after = position.clone();
    after.play(mv);
    if after.in_check() {
        out.extend_from_slice(if after.has_legal_move() { "†" } else { "‡" }.as_bytes());
    }
}

fn put(out: &mut Vec<u8>, at: Square) {
    out.extend_from_slice(&[b'a' + at.file(), b'1' + at.rank()]);
}

#[cfg(debug_assertions)]
pub const RULES: &[super::Rule] = super::rule::rules! {
    "kober" => kober,
    "blank" => blank,
    "eol" => eol,
    "move" => move_,
    "castling" => castling,
    "king-castles" => king_castles,
    "zero" => zero,
    "piece-move" => piece_move,
    "piece" => piece,
    "pawn-move" => pawn_move,
    "taking" => taking,
    "pawn" => pawn,
    "quiet" => quiet,
    "capture" => capture,
    "after" => after,
    "dash" => dash,
    "square" => square,
    "last" => last,
    "file" => file,
    "promotion" => promotion,
    "en-passant" => en_passant,
    "mark" => mark,
    "evaluation" => evaluation,
};
