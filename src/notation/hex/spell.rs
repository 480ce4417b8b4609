//! From a move to its text.

use crate::notation::letters::Letters;
use crate::rules::Game;
use crate::rules::hex::{Bitboard, Move, Position, Role};

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

/// The move in short algebraic: as much of the origin as tells it from other legal moves.
pub fn san(position: &Position, mv: Move, letters: &Letters) -> String {
    let mut text = String::with_capacity(12);
    let from = mv.from.to_string();
    let (file, rank) = from.split_at(1);
    if mv.role != Role::Pawn {
        text.push_str(letters.letter(mv.role));
        let told = |set: Bitboard| !position.has_rival(mv, set);
        text.push_str(if told(!0) {
            ""
        } else if told(mv.from.file_set()) {
            file
        } else if told(mv.from.rank_set()) {
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
    let promotion = mv.promotion.map(|role| role.letter().to_ascii_lowercase());
    format!("{}{}{}", mv.from, mv.to, promotion.map(String::from).unwrap_or_default())
}

/// Adds what a pawn becomes, and the check mark.
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
