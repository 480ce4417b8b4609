//! Descriptive moves in modern words and squares, for messages.

use super::descriptive_move::{Action, DescriptiveMove, Piece, Place};
use super::meaning_pieces::squares_of;
use partie_record::message::{Arg, Message, list, piece as kind_of, square, text};
use partie_record::say;
use partie_rules::chess::{Role, squares};
use partie_rules::{BoardSide, Side};

/// Describes a move, with the algebraic squares that it means for `side`: `a knight to c3 or f3`.
pub fn words(written: &DescriptiveMove, side: Side) -> Message {
    let mover = piece(&written.mover, side);
    match &written.action {
        Action::To(at) => say!("goes-to", mover = mover, place = place(*at, side)),
        Action::Takes(victim) => say!("takes", mover = mover, victim = piece(victim, side)),
        Action::Castles(None) => say!("king-castles"),
        Action::Castles(Some(BoardSide::King)) => say!("king-castles-kings-side"),
        Action::Castles(Some(BoardSide::Queen)) => say!("king-castles-queens-side"),
        Action::Checks => say!("gives-check", mover = mover),
        Action::Mates => say!("mates-somewhere", mover = mover),
        Action::Interposes => say!("interposes", mover = mover),
        Action::Moves => say!("moves-somewhere", mover = mover),
        Action::Steps(count) => say!("steps", mover = mover, count = *count),
        Action::Promotes => say!("promotes", mover = mover),
        Action::Same => say!("same-move"),
    }
}

/// Describes a piece: `the knight that began on the king's side`, `a pawn on the c-file`.
pub fn piece(piece: &Piece, side: Side) -> Message {
    let Some(role) = piece.roles.single() else { return say!("a-piece") };
    let kind = kind_of(role.name());
    let mut named = match (role, piece.board_side) {
        (Role::King, _) => say!("the-king"),
        (_, Some(BoardSide::King)) => say!("of-kings-side", kind = kind),
        (_, Some(BoardSide::Queen)) => say!("of-queens-side", kind = kind),
        (_, None) => say!("a-kind", kind = kind),
    };
    if piece.doubled {
        named = say!("that-is-doubled", piece = named);
    }
    match piece.at {
        Place::ANY => named,
        Place { files, ranks: 0xff } => say!("on-files", piece = named, files = files_named(files)),
        at => say!("on-squares", piece = named, place = place(at, side)),
    }
}

fn files_named(files: u8) -> Arg {
    list((0..8).filter(|file| files >> file & 1 != 0).map(|file| text(char::from(b'a' + file).to_string())))
}

fn place(at: Place, side: Side) -> Arg {
    list(squares(squares_of(at, side)).take(8).map(square))
}
