//! Writes moves of hexagonal chess.

use crate::Packed;
use crate::letters::Letters;
use crate::spell::{Names, Token};
use partie_rules::Rules;
use partie_rules::hex::{Bitboard, Cell, Move, Position, Role};

/// Appends the move in long algebraic without check mark: as [`long`], without allocating.
#[inline]
pub fn long_to(out: &mut Vec<u8>, mv: Move, names: &Names) {
    let mut token = Token::default();
    if mv.role != Role::Pawn {
        token.text(names.of_role(mv.role));
    }
    cell(&mut token, mv.from);
    token.push(if mv.captured.is_some() { b'x' } else { b'-' });
    cell(&mut token, mv.to);
    promotion(&mut token, mv, names);
    token.add_to(out);
}

/// Appends the move in short algebraic without check mark: as [`san`], without allocating.
pub fn bare_to(out: &mut Vec<u8>, position: &Position, mv: Move, names: &Names) {
    let mut token = Token::default();
    if mv.role != Role::Pawn {
        token.text(names.of_role(mv.role));
        let is_unique = |set: Bitboard| !position.has_rival(mv, set);
        if !is_unique(!0) {
            let by_file = is_unique(mv.from.file_set());
            if by_file || !is_unique(mv.from.rank_set()) {
                token.push(mv.from.letter());
            }
            if !by_file {
                rank(&mut token, mv.from);
            }
        }
    } else if mv.captured.is_some() {
        token.push(mv.from.letter());
    }
    if mv.captured.is_some() {
        token.push(b'x');
    }
    cell(&mut token, mv.to);
    promotion(&mut token, mv, names);
    token.add_to(out);
}

/// Appends the move in coordinates: as [`coordinates`], without allocating.
#[inline]
pub fn coordinates_to(out: &mut Vec<u8>, mv: Move) {
    coordinates_packed(mv).add_to(out);
}

/// The move in coordinates: as [`coordinates`], packed.
#[inline]
pub fn coordinates_packed(mv: Move) -> Packed {
    let mut text = Packed::default();
    for at in [mv.from, mv.to] {
        text.push(at.letter());
        if at.rank() >= 10 {
            text.push(b'1');
        }
        text.push(b'0' + at.rank() % 10);
    }
    if let Some(role) = mv.promotion {
        text.push(role.letter().to_ascii_lowercase() as u8);
    }
    text
}

#[inline(always)]
fn cell(token: &mut Token, at: Cell) {
    token.push(at.letter());
    rank(token, at);
}

#[inline(always)]
fn rank(token: &mut Token, at: Cell) {
    if at.rank() >= 10 {
        token.push(b'1');
    }
    token.push(b'0' + at.rank() % 10);
}

#[inline(always)]
fn promotion(token: &mut Token, mv: Move, names: &Names) {
    if let Some(role) = mv.promotion {
        token.push(b'=');
        token.text(names.of_role(role));
    }
}

/// The move in long algebraic, the form that the Hexašach rules recommend: `b1-b2`, `Jc5xe8+`,
/// `f10-f11=D#`.
pub fn long(position: &Position, mv: Move, letters: &Letters) -> String {
    let mut text = String::with_capacity(12);
    if mv.role != Role::Pawn {
        text.push_str(letters.letter(mv.role));
    }
    let sign = if mv.captured.is_some() { 'x' } else { '-' };
    text.push_str(&format!("{}{sign}{}", mv.from, mv.to));
    finish(text, position, mv, letters)
}

/// The move in short algebraic, with as much of the origin as other legal moves require.
pub fn san(position: &Position, mv: Move, letters: &Letters) -> String {
    let mut text = String::with_capacity(12);
    let from = mv.from.to_string();
    let (file, rank) = from.split_at(1);
    if mv.role != Role::Pawn {
        text.push_str(letters.letter(mv.role));
        let is_unique = |set: Bitboard| !position.has_rival(mv, set);
        text.push_str(if is_unique(!0) {
            ""
        } else if is_unique(mv.from.file_set()) {
            file
        } else if is_unique(mv.from.rank_set()) {
            rank
        } else {
            &from
        });
    } else if mv.captured.is_some() {
        text.push_str(file);
    }
    if mv.captured.is_some() {
        text.push('x');
    }
    text.push_str(&mv.to.to_string());
    finish(text, position, mv, letters)
}

/// The move in coordinates as programs write it: `g1f3`, `f10f11q`.
pub fn coordinates(mv: Move) -> String {
    coordinates_packed(mv).to_string()
}

/// Appends the promotion and the check mark.
fn finish(mut text: String, position: &Position, mv: Move, letters: &Letters) -> String {
    if let Some(role) = mv.promotion {
        text.push('=');
        text.push_str(letters.letter(role));
    }
    let mut after = position.clone();
    after.play(mv);
    if after.in_check() {
        text.push(if after.has_legal_move() { '+' } else { '#' });
    }
    text
}
