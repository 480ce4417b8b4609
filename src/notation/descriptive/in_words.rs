//! What a descriptive text says, in the words and squares of today: for messages.

use super::descriptive_move::{Action, DescriptiveMove, Piece, Place};
use super::meaning_pieces::squares_of;
use partie_rules::chess::{Role, squares};
use partie_rules::{BoardSide, Side};

/// The move in words, with the names of the squares that the side to move means: `a knight to c3 or f3`.
pub fn words(written: &DescriptiveMove, side: Side) -> String {
    let mover = piece(&written.mover, side);
    match &written.action {
        Action::To(at) => format!("{mover} goes to {}", place(*at, side)),
        Action::Takes(victim) => format!("{mover} takes {}", piece(victim, side)),
        Action::Castles(None) => "the king castles".to_owned(),
        Action::Castles(Some(board_side)) => format!("the king castles on the {}", board_side_name(*board_side)),
        Action::Checks => format!("{mover} gives check"),
        Action::Mates => format!("{mover} mates"),
        Action::Interposes => format!("{mover} goes between king and checker"),
        Action::Moves => format!("{mover} moves"),
        Action::Steps(1) => format!("{mover} goes on by one square"),
        Action::Steps(count) => format!("{mover} goes on by {count} squares"),
        Action::Promotes => format!("{mover} promotes"),
        Action::Same => "the same move as that before".to_owned(),
    }
}

/// The piece in words: `the knight that began on the king's side`, `a pawn on the c-file`.
pub fn piece(piece: &Piece, side: Side) -> String {
    let Some(role) = piece.roles.single() else { return "a piece".to_owned() };
    let mut words = match (role, piece.board_side) {
        (Role::King, _) => "the king".to_owned(),
        (_, Some(board_side)) => format!("the {role} that began on the {}", board_side_name(board_side)),
        (_, None) => format!("a {role}"),
    };
    if piece.doubled {
        words.push_str(" that is doubled");
    }
    match piece.at {
        Place::ANY => {}
        Place { files, ranks: 0xff } => words.push_str(&format!(" on {}", files_named(files))),
        at => words.push_str(&format!(" on {}", place(at, side))),
    }
    words
}

fn files_named(files: u8) -> String {
    let names: Vec<String> =
        (0..8).filter(|file| files >> file & 1 != 0).map(|file| ((b'a' + file) as char).to_string()).collect();
    format!("the {}-file", names.join("- or "))
}

fn place(at: Place, side: Side) -> String {
    let names: Vec<String> = squares(squares_of(at, side)).take(8).map(|square| square.to_string()).collect();
    names.join(" or ")
}

const fn board_side_name(board_side: BoardSide) -> &'static str {
    match board_side {
        BoardSide::King => "king's side",
        BoardSide::Queen => "queen's side",
    }
}
