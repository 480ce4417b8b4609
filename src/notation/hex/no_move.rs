//! Finds where an invalid text stops being a move, for a finding. The grammar cannot tell, as it does not know which of
//! its alternatives was intended.
//!
//! A letter, a cell, a sign and a second cell are read one after the other, each as far as possible.

use nom::Parser;
use nom::branch::alt;

use super::grammar::{
    hex_castling, hex_coordinates_ending, hex_officer_ending, hex_pawn_ending, hex_promotion_ending, hex_rank,
};
use super::parts::Origin;
use crate::letters::Letters;
use crate::{Expected, Parsed};
use partie_rules::hex::{Cell, Role};

/// Returns the rest of an invalid move, from the point where it stops being a move.
#[cold]
pub(super) fn no_move_from<'a>(text: &'a [u8], letters: &Letters) -> &'a [u8] {
    let letter = letters.read_role(text).filter(|_| !text.starts_with(b"O-"));
    let capitals = first_capital(text, letter.map(|(_, length)| length));
    let (role, body) = match (capitals, letter) {
        (Some(0), _) => (None, text),
        (_, Some((role, length))) => (Some(role), &text[length..]),
        (_, None) => (None, text),
    };
    if capitals.is_none() && role.is_none() && matches!(text, [b'O' | b'0', b'-', ..]) {
        return reached(hex_castling(text));
    }
    places(body, role, capitals.is_some(), letters).unwrap_or_else(|at| at)
}

/// The offset of the first cell, if both cells are in capitals.
fn first_capital(text: &[u8], letter: Option<usize>) -> Option<usize> {
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let capital = |at: usize| matches!(text.get(at), Some(b'A'..=b'L')) && digits(at + 1) > 0;
    let first = [0].into_iter().chain(letter).find(|at| capital(*at))?;
    let mut second = first + 1 + digits(first + 1);
    second += usize::from(matches!(text.get(second), Some(b'-' | b'x' | b'X' | b':')));
    capital(second).then_some(first)
}

/// Returns the rest after both cells and the ending; `Err` with the rest from a cell that the board does not have.
fn places<'a>(text: &'a [u8], role: Option<Role>, capitals: bool, letters: &Letters) -> Result<&'a [u8], &'a [u8]> {
    let (rest, first) = place(text, capitals)?;
    let (sign, after_sign) = match rest {
        [sign @ (b'x' | b':' | b'-'), tail @ ..] => (Some(*sign), tail),
        _ => (None, rest),
    };
    let mut target = after_sign;
    let captured = matches!(sign, Some(b'x' | b':')).then(|| letters.read_role(after_sign)).flatten();
    let captured = captured.map(|(_, length)| &after_sign[length..]).filter(|tail| begins_with_cell(tail, false));
    if let Some(tail) = captured.filter(|_| !capitals) {
        target = tail;
    }
    let alone = match (first, sign) {
        // A single cell is followed by marks, even if these begin like a file.
        (Origin::Cell(_), None) => !begins_with_cell(target, capitals),
        // `f7g6xP`: the sign belongs to the captured piece.
        (Origin::Cell(_), Some(b'x')) => !target.first().is_some_and(|letter| is_file(*letter, capitals)),
        _ => false,
    };
    let (tail, second) = if alone { (rest, Origin::Unsaid) } else { place(target, capitals)? };
    let signed = sign.is_some() && tail.len() < rest.len();
    let pawn = matches!(role, None | Some(Role::Pawn));
    let ending = match (first, second) {
        (Origin::Rank(_), _) if role.is_none() => return Err(text),
        (Origin::Unsaid, Origin::Cell(_)) if pawn => return Err(text),
        (Origin::Cell(_), Origin::Unsaid) if !signed && !pawn => hex_officer_ending(letters)(tail),
        (Origin::Cell(_), Origin::Unsaid) if !signed => hex_pawn_ending(letters)(tail),
        (_, Origin::Cell(_)) if !pawn => hex_officer_ending(letters)(tail),
        (_, Origin::Cell(_)) if captured.is_some() => hex_promotion_ending(letters)(tail),
        (Origin::Cell(_), Origin::Cell(_)) if !signed => {
            alt((hex_pawn_ending(letters), hex_coordinates_ending(letters))).parse(tail)
        }
        (_, Origin::Cell(_)) => hex_pawn_ending(letters)(tail),
        (Origin::File(from), Origin::File(to)) if pawn && from != to => hex_pawn_ending(letters)(tail),
        (_, Origin::File(_)) => return Err(tail),
        (Origin::File(_), Origin::Unsaid) if sign.is_none() => return Err(rest),
        _ => return Err(target),
    };
    Ok(reached(ending))
}

/// Parses a cell, a file or a rank, if there is one; fails if the board has no such cell, file or rank.
fn place(text: &[u8], capitals: bool) -> Result<(&[u8], Origin), &[u8]> {
    match text {
        [b'1'..=b'9', ..] => hex_rank.map(Origin::Rank).parse(text).map_err(|_| text),
        [letter, b'0'..=b'9', ..] if is_file(*letter, capitals) => {
            Cell::parse(text).map(|(cell, rest)| (rest, Origin::Cell(cell))).ok_or(text)
        }
        [letter, rest @ ..] if is_file(*letter, capitals) => {
            Cell::parse_file(*letter).map(|file| (rest, Origin::File(file))).ok_or(text)
        }
        _ => Ok((text, Origin::Unsaid)),
    }
}

/// True if the letter is a file or a j.
fn is_file(letter: u8, capitals: bool) -> bool {
    matches!(letter, b'a'..=b'l') || capitals && matches!(letter, b'A'..=b'L')
}

fn begins_with_cell(text: &[u8], capitals: bool) -> bool {
    matches!(text, [letter, b'0'..=b'9', ..] if is_file(*letter, capitals))
}

/// The rest that a parser left, or the rest from the point where the parser failed.
fn reached<T>(parsed: Parsed<'_, T>) -> &[u8] {
    match parsed {
        Ok((rest, _)) => rest,
        Err(nom::Err::Error(Expected { at, .. }) | nom::Err::Failure(Expected { at, .. })) => at,
        Err(nom::Err::Incomplete(_)) => &[],
    }
}
