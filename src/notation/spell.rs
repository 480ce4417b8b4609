//! From a move to its text: SAN, coordinates, and a short description.

use super::letters::Letters;
use crate::rules::chess::{Kind, Move, Pattern, Position, Role, Roles, Square};
use crate::rules::{Found, Game, Side};

/// The move in SAN with the letters of a language, shortest disambiguation, check and mate marked.
pub fn san(position: &Position, mv: Move, letters: &Letters) -> String {
    let mut text = bare(position, mv, letters);
    let mut after = position.clone();
    after.play(mv);
    if after.in_check() {
        text.push(if after.has_legal_move() { '+' } else { '#' });
    }
    text
}

/// The same without check mark.
pub fn bare(position: &Position, mv: Move, letters: &Letters) -> String {
    if mv.kind == Kind::TakenBack {
        return "--".to_owned();
    }
    if mv.kind == Kind::Castling {
        return if mv.to.file() > mv.from.file() { "O-O" } else { "O-O-O" }.to_owned();
    }
    let mut text = String::with_capacity(8);
    if mv.role == Role::Pawn {
        if mv.captured.is_some() {
            text.push((b'a' + mv.from.file()) as char);
        }
    } else {
        text.push_str(letters.letter(mv.role));
        text.push_str(&disambiguation(position, mv));
    }
    if mv.captured.is_some() {
        text.push('x');
    }
    text.push_str(&mv.to.to_string());
    if let Some(role) = mv.promotion {
        text.push('=');
        text.push_str(letters.letter(role));
    }
    text
}

/// File, rank or both, as little as tells the move from others of its kind.
fn disambiguation(position: &Position, mv: Move) -> String {
    let mut pattern = Pattern::to(Roles::one(mv.role), mv.to);
    if !matches!(position.find(&pattern), Found::Many(_)) {
        return String::new();
    }
    let (file, rank) = (mv.from.file_set(), mv.from.rank_set());
    let square = mv.from.to_string();
    for (set, text) in [(file, &square[..1]), (rank, &square[1..])] {
        pattern.from = set;
        if !matches!(position.find(&pattern), Found::Many(_)) {
            return text.to_owned();
        }
    }
    square
}

/// Coordinates as engines write them: `g1f3`, `e7e8q`; castling as the king's move,
/// or as king takes rook when the game is Chess960. `--` for a move that was taken back.
pub fn uci(mv: Move, chess960: bool) -> String {
    if mv.kind == Kind::TakenBack {
        return "--".to_owned();
    }
    let to = match mv.kind {
        Kind::Castling if !chess960 => Square::at(if mv.to.file() > mv.from.file() { 6 } else { 2 }, mv.from.rank()),
        _ => mv.to,
    };
    let promotion = mv.promotion.map(|role| role.letter().to_ascii_lowercase());
    format!("{}{to}{}", mv.from, promotion.map(String::from).unwrap_or_default())
}

/// What chess calls the players.
pub const fn side(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

/// The move's number and its text: `10... Ne5`.
pub fn numbered(number: u32, first_player: bool, text: &str) -> String {
    format!("{number}.{} {text}", if first_player { "" } else { ".." })
}
