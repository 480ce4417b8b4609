//! Long algebraic notation of the 1880s: Kober's `Jg1f3`, `Sc8:h3`, and the German `S g1—f3`, `D d8—d5:†`.
//!
//! Origin and target are always written, so Czech and German letters need no telling apart: only `S`
//! is in both, bishop in Czech and knight in German, and the two squares show which moves.
//! Not for the fractions in which a book of that time prints long analyses.

use super::letters::{LANGUAGES, Letters};
use super::san::{self, CheckMark, Form};
use super::{Expected, Parsed};
use crate::rules::chess::{Move, MoveKind, Pattern, Position, Role, Roles, Square};
use crate::rules::{BoardSide, Game};

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
    let (written, rest) = match text {
        [b'O' | b'0' | b'o', ..] => castling(text)?,
        _ => squares(text)?,
    };
    Ok(marks(rest, written))
}

/// A text that is a move and nothing else, but for an evaluation, blanks, full stops and commas.
pub fn read(text: &[u8]) -> Option<KoberToken> {
    let (rest, mut written) = prefix(gap(text)).ok()?;
    let mut rest = gap(rest);
    if let Some((found, after)) = evaluation(rest) {
        written.evaluation = Some(found);
        rest = after;
    }
    loop {
        rest = match gap(rest) {
            [] => return Some(written),
            [b'.' | b',', after @ ..] => after,
            _ => return None,
        };
    }
}

/// The evaluation at the start of `text`, and what follows it.
pub fn evaluation(text: &[u8]) -> Option<(Evaluation, &[u8])> {
    match text {
        [b'+', b'-', rest @ ..] | [b'-', b'+', rest @ ..] | [b'=', rest @ ..] | [0xc2, 0xb1, rest @ ..] => {
            Some((Evaluation::Even, rest))
        }
        [b'+', rest @ ..] => Some((Evaluation::Better, rest)),
        [b'-', rest @ ..] => Some((Evaluation::Worse, rest)),
        _ => None,
    }
}

fn expected<'a, T>(at: &'a [u8], what: &'static str) -> Result<T, nom::Err<Expected<'a>>> {
    Err(nom::Err::Error(Expected { at, what }))
}

/// A move without its marks, and what follows it.
type Head<'a> = Result<(san::SanToken, &'a [u8]), nom::Err<Expected<'a>>>;

fn gap(mut text: &[u8]) -> &[u8] {
    loop {
        text = match text {
            [b' ' | b'\t' | b'\n' | b'\r', rest @ ..] | [0xc2, 0xa0, rest @ ..] => rest,
            _ => return text,
        };
    }
}

/// Blanks that stay in the line.
fn blanks(mut text: &[u8]) -> &[u8] {
    loop {
        text = match text {
            [b' ' | b'\t', rest @ ..] | [0xc2, 0xa0, rest @ ..] => rest,
            _ => return text,
        };
    }
}

fn dash(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b'-', rest @ ..] | [0xe2, 0x80, 0x90..=0x95, rest @ ..] | [0xe2, 0x88, 0x92, rest @ ..] => Some(rest),
        _ => None,
    }
}

/// Whether a word or a number goes on here.
fn goes_on(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_alphanumeric)
}

fn captures(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b':' | b'x', rest @ ..] | [0xc3, 0x97, rest @ ..] => Some(rest),
        _ => None,
    }
}

fn square(text: &[u8]) -> Option<(Square, &[u8])> {
    match text {
        [file @ b'a'..=b'h', rank, rest @ ..] => Some((Square::parse(*file, *rank)?, rest)),
        _ => None,
    }
}

fn castling(text: &[u8]) -> Head<'_> {
    let zero = |text: &'_ [u8]| matches!(text, [b'O' | b'0' | b'o', ..]);
    let (mut steps, mut rest) = (0, text);
    let mut zeros = false;
    while zero(rest) && steps < 3 {
        zeros |= rest[0] != b'O';
        steps += 1;
        rest = &rest[1..];
        match dash(blanks(rest)).map(blanks) {
            Some(after) if zero(after) => rest = after,
            _ => break,
        }
    }
    let steps = if goes_on(rest) { 0 } else { steps };
    let wing = match steps {
        2 => BoardSide::King,
        3 => BoardSide::Queen,
        _ => return expected(text, "castling"),
    };
    let mut written = san::SanToken::new(Pattern::castling(wing));
    written.zeros = zeros;
    Ok((written, rest))
}

/// The kinds that a letter may name, pawns without letter.
fn letter(text: &[u8]) -> (Option<u8>, &[u8]) {
    match text {
        [name @ (b'K' | b'D' | b'V' | b'T' | b'S' | b'J' | b'L' | b'P' | b'B'), rest @ ..] => {
            (Some(*name), blanks(rest))
        }
        _ => (None, text),
    }
}

fn role(name: Option<u8>, from: Square, to: Square) -> Role {
    let (files, ranks) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
    match name {
        Some(b'K') => Role::King,
        Some(b'D') => Role::Queen,
        Some(b'V' | b'T') => Role::Rook,
        Some(b'J') => Role::Knight,
        Some(b'S') if files * ranks == 2 => Role::Knight,
        Some(b'S' | b'L') => Role::Bishop,
        _ => Role::Pawn,
    }
}

fn squares(text: &[u8]) -> Head<'_> {
    let (name, rest) = letter(text);
    let Some((from, rest)) = square(rest) else { return expected(rest, "the square from which the piece moves") };
    let near = blanks(rest);
    let (mut takes, next) = match captures(near) {
        Some(after) => (true, blanks(after)),
        None => (false, dash(near).map_or(rest, blanks)),
    };
    let Some((to, mut rest)) = square(next) else { return expected(next, "a target square") };
    // `D d8—d5:`, and with check `:+`
    let mut check = CheckMark::None;
    if !takes && let Some(after) = rest.strip_prefix(b":") {
        takes = true;
        rest = after;
        if let Some(after) = rest.strip_prefix(b"+") {
            check = CheckMark::Check;
            rest = after;
        }
    }
    let role = role(name, from, to);
    let roles = Roles::one(role);
    let pattern = Pattern { roles, from: from.bit(), to: to.bit(), promotion: None, castling: None, captures: takes };
    let mut written = san::SanToken::new(pattern);
    written.form = Form::Long;
    written.check = check;
    written.origin = true;
    written.pawn_letter = role == Role::Pawn && name.is_some();
    if role == Role::Pawn && matches!(to.rank(), 0 | 7) {
        rest = promotion(rest, &mut written);
    }
    if role == Role::Pawn && takes {
        rest = en_passant(rest, &mut written);
    }
    if goes_on(rest) {
        return expected(rest, "the end of the move");
    }
    Ok((written, rest))
}

/// `D`, `=D`, ` D`; not the letter of the next move.
fn promotion<'a>(rest: &'a [u8], written: &mut san::SanToken) -> &'a [u8] {
    let text = blanks(rest);
    let (sign, text) = match text {
        [b'=', after @ ..] => (true, blanks(after)),
        _ => (false, text),
    };
    let (Some(name), after) = letter(text) else { return rest };
    let becomes = match name {
        b'D' => Role::Queen,
        b'V' | b'T' => Role::Rook,
        b'J' => Role::Knight,
        // The Czech bishop; in a German book S would be the knight, and no move but this one tells.
        b'L' | b'S' => Role::Bishop,
        _ => return rest,
    };
    // Glued to its square and apart from the next one it can only be the former's.
    let glued = text.len() == rest.len() && after.len() + 1 < text.len();
    if !glued && square(after).is_some() {
        return rest;
    }
    written.pattern.promotion = Some(becomes);
    written.bare_promotion = !sign;
    &text[1..]
}

fn en_passant<'a>(rest: &'a [u8], written: &mut san::SanToken) -> &'a [u8] {
    let text = blanks(rest);
    for mark in ["e. p.", "e.p.", "e. p", "e.p"] {
        if let Some(after) = text.strip_prefix(mark.as_bytes()) {
            written.en_passant = true;
            return after;
        }
    }
    rest
}

/// Daggers, `#`, `!` and `?`, also after blanks; a `+` only where it is glued.
fn marks(mut rest: &[u8], mut written: san::SanToken) -> (&[u8], KoberToken) {
    let mut plus = false;
    loop {
        match rest {
            [b'+', after @ ..] if !plus && (after.starts_with(b"-+") || !after.starts_with(b"-")) => {
                plus = true;
                rest = after;
                continue;
            }
            _ => {}
        }
        rest = match blanks(rest) {
            [0xe2, 0x80, 0xa0, after @ ..] => {
                written.check = CheckMark::Check;
                after
            }
            [0xe2, 0x80, 0xa1, after @ ..] | [b'#', after @ ..] => {
                written.check = CheckMark::Mate;
                after
            }
            [b'!' | b'?', after @ ..] => after,
            _ => return (rest, KoberToken { written, plus, evaluation: None }),
        };
    }
}

/// The letters that Kober writes.
const CZECH: &Letters = &LANGUAGES[2];

/// The move as Kober prints it: `Jg1f3`, `Sc8:h3`, `0-0`, `e7e8D`; a dagger for check, a double dagger for mate.
pub fn write(out: &mut Vec<u8>, position: &Position, mv: Move) {
    if mv.kind == MoveKind::Castling {
        let text: &[u8] = if mv.to.file() > mv.from.file() { b"0-0" } else { b"0-0-0" };
        out.extend_from_slice(text);
    } else {
        if mv.role != Role::Pawn {
            out.extend_from_slice(CZECH.letter(mv.role).as_bytes());
        }
        put(out, mv.from);
        if mv.captured.is_some() {
            out.push(b':');
        }
        put(out, mv.to);
        if let Some(role) = mv.promotion {
            out.extend_from_slice(CZECH.letter(role).as_bytes());
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
