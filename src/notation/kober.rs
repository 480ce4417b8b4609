//! Long algebraic notation of the 1880s: Kober's `Jg1f3`, `Sc8:h3`, and the German `S g1—f3`, `D d8—d5:†`.
//!
//! Both origin and target are written, so Czech and German letters do not conflict. Only `S` occurs in both, as bishop
//! in Czech and knight in German, and the two squares show which piece moves.

use std::borrow::Cow;

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{map, map_opt, not, opt, peek, success, value};
use nom::error::context;
use nom::multi::{fold_many0, many0_count, many1_count};
use nom::number::complete::u8;
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{AsChar, Parser};

use super::Parsed;
use super::letters::Letters;
use super::san::{CheckMark, Form, SanToken, Sign, Suffix, Suffixes};
use super::text::{byte, word};
use partie_rules::chess::{Move, MoveKind, Pattern, Position, Role, Roles, Square};
use partie_rules::{BoardSide, Rules};

/// The evaluation of a position by a sign after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// `+`: the side that moved is better.
    Better,
    /// `-`: the side that moved is worse.
    Worse,
    /// Both signs, or `=`: the game is even.
    Even,
}

/// A move token as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KoberToken {
    /// The move with its marks, except a glued `+`.
    pub written: SanToken,
    /// True if a `+` is glued to the move: a check if the move gives one, otherwise an evaluation.
    pub plus: bool,
    /// An evaluation that is separate or cannot be a check.
    pub evaluation: Option<Evaluation>,
}

/// Parses the move at the start of `text`, without an evaluation after it.
///
/// # Errors
/// Where the text stops being a move, and the token expected there.
pub fn prefix(text: &[u8]) -> Parsed<'_, KoberToken> {
    move_(text)
}

/// Parses a text that contains only a move, an evaluation, blanks, full stops and commas.
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
/// No letter or digit may follow the squares. In `+-` the `+` belongs to the evaluation; in `+-+` it belongs to the
/// move.
fn move_(input: &[u8]) -> Parsed<'_, KoberToken> {
    let end = || context("the end of the move", not(byte(AsChar::is_alphanum)));
    let marks = || fold_many0(mark, || Suffixes::NONE, Suffixes::with);
    let castles = map(alt((castling, king_castles)), |board_side| SanToken {
        form: Form::Own,
        ..SanToken::new(Pattern::castling(board_side))
    });
    let plus = terminated(tag("+"), peek(alt((value((), tag("-+")), not(tag("-"))))));
    let (rest, (mut written, before, after)) =
        (terminated(alt((castles, piece_move, pawn_move)), end()), marks(), opt(preceded(plus, marks())))
            .parse(input)?;
    before.mark(&mut written);
    after.unwrap_or(Suffixes::NONE).mark(&mut written);
    Ok((rest, KoberToken { written, plus: after.is_some(), evaluation: None }))
}

/// `castling = zero 1*2(*blank dash *blank zero)`; a further zero is an error.
fn castling(input: &[u8]) -> Parsed<'_, BoardSide> {
    let step = || preceded((many0_count(blank), dash, many0_count(blank)), zero);
    let board_side = |third: Option<u8>| if third.is_some() { BoardSide::Queen } else { BoardSide::King };
    map(terminated((zero, step(), opt(step())), not(step())), |(_, _, third)| board_side(third)).parse(input)
}

/// `king-castles = (%s"R" / %s"K") *blank %s"enr" ["."] *blank (%s"g" / %s"c") ("1" / "8")`: the king's target, as in
/// Philidor's Spanish book.
fn king_castles(input: &[u8]) -> Parsed<'_, BoardSide> {
    let king = byte(|byte| matches!(byte, b'R' | b'K'));
    let goal = alt((value(BoardSide::King, tag("g")), value(BoardSide::Queen, tag("c"))));
    let words = (king, many0_count(blank), tag("enr"), opt(tag(".")), many0_count(blank));
    delimited(words, goal, byte(|byte| matches!(byte, b'1' | b'8'))).parse(input)
}

/// `zero = %s"O" / %s"o" / "0"`
fn zero(input: &[u8]) -> Parsed<'_, u8> {
    byte(|byte| matches!(byte, b'O' | b'o' | b'0'))(input)
}

/// The target with its marks, after the first square.
#[derive(Clone, Copy, Debug)]
struct Goal {
    to: Square,
    sign: Sign,
    /// The check marked by the `+` of `:+`.
    check: CheckMark,
    /// The promotion piece.
    promotion: Option<Role>,
}

impl Goal {
    const fn new((sign, (to, promotion)): (Sign, (Square, Option<Role>))) -> Self {
        Self { to, sign, check: CheckMark::None, promotion }
    }

    fn written(self, role: Role, from: Square) -> SanToken {
        let Self { to, sign, check, promotion } = self;
        let captures = sign == Sign::Capture;
        let pattern =
            Pattern { roles: Roles::one(role), from: from.bit(), to: to.bit(), promotion, castling: None, captures };
        SanToken { form: Form::Own, check, origin: true, ..SanToken::new(pattern) }
    }
}

/// `piece-move = piece *blank square (quiet square [after] / capture square)`
fn piece_move(input: &[u8]) -> Parsed<'_, SanToken> {
    let goal = alt((
        map(pair(capture, pair(square, success(None))), Goal::new),
        map((quiet, square, opt(after)), |(sign, to, after)| {
            let (sign, check) = after.unwrap_or((sign, CheckMark::None));
            Goal { to, sign, check, promotion: None }
        }),
    ));
    map((terminated(piece, many0_count(blank)), square, goal), |(named, from, goal)| {
        goal.written(named.between(from, goal.to), from)
    })
    .parse(input)
}

/// The piece that a letter names. Some letters name two pieces; the squares decide which one moves.
#[derive(Clone, Copy, Debug)]
struct Named {
    /// The piece if the squares are a knight's move apart.
    leaping: Role,
    otherwise: Role,
}

impl Named {
    const fn only(role: Role) -> Self {
        Self { leaping: role, otherwise: role }
    }

    const fn knight_or(otherwise: Role) -> Self {
        Self { leaping: Role::Knight, otherwise }
    }

    fn between(self, from: Square, to: Square) -> Role {
        let leaps = from.file().abs_diff(to.file()) * from.rank().abs_diff(to.rank()) == 2;
        if leaps { self.leaping } else { self.otherwise }
    }
}

const RUSSIAN: &[(&str, Named)] = &[
    ("Кр", Named::only(Role::King)),
    ("К", Named::only(Role::Knight)),
    ("С", Named::only(Role::Bishop)),
    ("Л", Named::only(Role::Rook)),
    ("Ф", Named::only(Role::Queen)),
];

/// `piece = %s"K" / %s"D" / %s"V" / %s"T" / %s"S" / %s"J" / %s"L" / %s"H" / %s"F" / %s"G" / %s"W" / %s"R" / %s"A" / %s"C" /
/// %xD0.9A.D1.80 / %xD0.9A / %xD0.A1 / %xD0.9B / %xD0.A4`
fn piece(input: &[u8]) -> Parsed<'_, Named> {
    let latin = map_opt(u8, |letter| match letter {
        b'K' | b'R' => Some(Named::only(Role::King)),
        b'D' => Some(Named::only(Role::Queen)),
        b'V' | b'T' | b'W' => Some(Named::only(Role::Rook)),
        b'J' | b'C' => Some(Named::only(Role::Knight)),
        b'L' | b'F' | b'G' | b'A' => Some(Named::only(Role::Bishop)),
        b'S' => Some(Named::knight_or(Role::Bishop)),
        b'H' => Some(Named::knight_or(Role::Queen)),
        _ => None,
    });
    alt((latin, word(RUSSIAN))).parse(input)
}

/// `pawn-move = [pawn *blank] square (taking [en-passant] / quiet (last promotion / square))`
fn pawn_move(input: &[u8]) -> Parsed<'_, SanToken> {
    let goes = map(pair(quiet, context("a target square", target)), Goal::new);
    let goal = alt((pair(taking, opt(en_passant)), pair(goes, success(None))));
    let from = context("the square from which the piece moves", square);
    let (rest, (letter, from, (goal, mark))) = (opt(terminated(pawn, many0_count(blank))), from, goal).parse(input)?;
    let mut written = goal.written(Role::Pawn, from);
    written.pawn_letter = letter == Some(Role::Pawn);
    written.en_passant = mark == Some(Suffix::EnPassant);
    Ok((rest, written))
}

/// `last promotion / square`
fn target(input: &[u8]) -> Parsed<'_, (Square, Option<Role>)> {
    alt((pair(last, map(promotion, Some)), pair(square, success(None)))).parse(input)
}

/// `taking = capture (last promotion / square) / quiet (last after promotion / square after)`
fn taking(input: &[u8]) -> Parsed<'_, Goal> {
    let marked = alt(((last, after, map(promotion, Some)), (square, after, success(None))));
    alt((
        map(pair(capture, target), Goal::new),
        map(preceded(quiet, marked), |(to, (sign, check), promotion)| Goal { to, sign, check, promotion }),
    ))
    .parse(input)
}

/// `pawn = %s"P" / %s"B"`
fn pawn(input: &[u8]) -> Parsed<'_, Role> {
    value(Role::Pawn, byte(|byte| matches!(byte, b'P' | b'B'))).parse(input)
}

/// `quiet = [*blank dash *blank]`
fn quiet(input: &[u8]) -> Parsed<'_, Sign> {
    let sign = opt(delimited(many0_count(blank), dash, many0_count(blank)));
    map(sign, |sign| sign.unwrap_or(Sign::None)).parse(input)
}

/// `capture = *blank (":" / %s"x" / %xC3.97) *blank`
fn capture(input: &[u8]) -> Parsed<'_, Sign> {
    let sign = value(Sign::Capture, alt((tag(":"), tag("x"), tag("×"))));
    delimited(many0_count(blank), sign, many0_count(blank)).parse(input)
}

/// `after = ":" ["+"]`
fn after(input: &[u8]) -> Parsed<'_, (Sign, CheckMark)> {
    let check = |plus: Option<_>| if plus.is_some() { CheckMark::Check } else { CheckMark::None };
    pair(value(Sign::Capture, tag(":")), map(opt(tag("+")), check)).parse(input)
}

/// `dash = "-" / %xE2.80 %x90-95 / %xE2.88.92 / %xC2.B7`
fn dash(input: &[u8]) -> Parsed<'_, Sign> {
    let drawn = (tag(&b"\xe2\x80"[..]), byte(|byte| matches!(byte, 0x90..=0x95)));
    let dash = alt((value((), tag("-")), value((), drawn), value((), tag("\u{2212}")), value((), tag("·"))));
    value(Sign::Hyphen, dash).parse(input)
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

/// `promotion = *blank ["=" *blank] (%s"D" / %s"V" / %s"T" / %s"J" / %s"L" / %s"S")`; rejects the piece letter of the
/// next move.
fn promotion(input: &[u8]) -> Parsed<'_, Role> {
    let becomes = || {
        alt((
            value(Role::Queen, tag("D")),
            value(Role::Rook, byte(|byte| matches!(byte, b'V' | b'T'))),
            value(Role::Knight, tag("J")),
            // The Czech bishop. In a German book S would be the knight, but this token alone does not show the
            // language.
            value(Role::Bishop, byte(|byte| matches!(byte, b'L' | b'S'))),
        ))
    };
    let sign = (many0_count(blank), opt((tag("="), many0_count(blank))));
    let next = preceded(many0_count(blank), square);
    // A letter glued to this square and separated from the next text belongs to this move.
    alt((terminated(becomes(), peek(blank)), delimited(sign, becomes(), not(next)))).parse(input)
}

/// `en-passant = *blank %s"e." [" "] %s"p" ["."]`
fn en_passant(input: &[u8]) -> Parsed<'_, Suffix> {
    let words = (many0_count(blank), tag("e."), opt(tag(" ")), tag("p"), opt(tag(".")));
    value(Suffix::EnPassant, words).parse(input)
}

/// `mark = *blank (%xE2.80.A0 / %xE2.80.A1 / %xC3.97 / "#" / "!" / "?") / 1*blank (%s"jaque" / %s"mate")`
fn mark(input: &[u8]) -> Parsed<'_, Suffix> {
    let sign = alt((
        value(Suffix::Check, tag("†")),
        value(Suffix::Mate, alt((tag("‡"), tag("×"), tag("#")))),
        value(Suffix::Annotation, byte(|byte| matches!(byte, b'!' | b'?'))),
    ));
    let word = alt((value(Suffix::Check, tag("jaque")), value(Suffix::Mate, tag("mate"))));
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

/// Converts a move from `letters` to the piece letters of this grammar; `None` for a letter of neither. Moves in Czech
/// and German letters are returned unchanged.
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

/// Writes a move as Kober prints it, in his letters or others: `Jg1f3`, `Sc8:h3`, `0-0`, `e7e8D`; a dagger for check, a
/// double dagger for mate.
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
