//! What a descriptive text says, in the words and squares of today: for messages.

use super::meaning_men::squares_of;
use super::said::{Deed, Man, Place, Said};
use crate::rules::chess::{Role, squares};
use crate::rules::{Side, Wing};

/// The move in words, with the names of the squares that the side to move means: `a knight to c3 or f3`.
pub fn words(said: &Said, side: Side) -> String {
    let mover = man(&said.mover, side);
    match &said.deed {
        Deed::To(at) => format!("{mover} goes to {}", place(*at, side)),
        Deed::Takes(victim) => format!("{mover} takes {}", man(victim, side)),
        Deed::Castles(None) => "the king castles".to_owned(),
        Deed::Castles(Some(wing)) => format!("the king castles on the {}", wing_name(*wing)),
        Deed::Checks => format!("{mover} gives check"),
        Deed::Mates => format!("{mover} mates"),
        Deed::Interposes => format!("{mover} goes between king and checker"),
        Deed::Moves => format!("{mover} moves"),
        Deed::Steps(1) => format!("{mover} goes on by one square"),
        Deed::Steps(count) => format!("{mover} goes on by {count} squares"),
        Deed::Promotes => format!("{mover} promotes"),
    }
}

/// The man in words: `the knight that began on the king's side`, `a pawn on the c-file`.
pub fn man(man: &Man, side: Side) -> String {
    let Some(role) = man.roles.single() else { return "a man".to_owned() };
    let mut words = match (role, man.wing) {
        (Role::King, _) => "the king".to_owned(),
        (_, Some(wing)) => format!("the {role} that began on the {}", wing_name(wing)),
        (_, None) => format!("a {role}"),
    };
    if man.doubled {
        words.push_str(" that is doubled");
    }
    match man.at {
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

const fn wing_name(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "king's side",
        Wing::Queen => "queen's side",
    }
}
