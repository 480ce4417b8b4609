//! Writes a move in descriptive notation: the shortest words of the period that fit no other move.
//!
//! Not for the page around the moves: record writers add move numbers and columns.

use super::descriptive_move::Check;
use super::form::{Form, Forms};
use super::languages::romance;
use super::write_english;
use super::write_form::Choice;
use super::write_line::{SpelledMove, board_side};
use super::write_romance;
use super::write_style::{Layer, Style};
use partie_rules::chess::{Move, MoveKind, Origins, Pattern, Position};
use partie_rules::{BoardSide, Resolution, Rules};

/// Appends the text of a legal move, which fits no other move. Its check mark counts only if the style permits that.
/// Nothing is allocated besides the text, unless more than eight moves of one kind of piece compete.
pub fn write(out: &mut Vec<u8>, position: &Position, origins: &Origins, mv: Move, style: &Style) {
    let romance = romance(style.language);
    let forms = match romance {
        Some(romance) => &romance.forms,
        None if style.layer == Layer::Long => &Forms::ENGLISH_LONG,
        None => &Forms::ENGLISH,
    };
    let check = check(position, mv);
    let castles = mv.kind == MoveKind::Castling;
    let (mut form, mut both_ways) = (Form::BARE, false);
    if castles {
        both_ways = other_way(position, mv, check, style);
    } else {
        let mut choice = Choice::new(position, origins, mv);
        if style.check_disambiguates && check != Check::None {
            choice.use_check(check);
        }
        form = choice.form(forms);
    }
    let line = SpelledMove { position, origins, mv, form, both_ways, check };
    match romance {
        None => write_english::append(out, &line, style),
        Some(romance) => write_romance::append(out, &line, romance, style.layer == Layer::Spaced),
    }
}

/// The check mark of a move.
fn check(position: &Position, mv: Move) -> Check {
    let mut after = position.clone();
    after.play(mv);
    match (after.in_check(), after.in_check() && !after.has_legal_move()) {
        (false, _) => Check::None,
        (true, false) => Check::Check,
        (true, true) => Check::Mate,
    }
}

/// True if `Castles` alone would be ambiguous.
fn other_way(position: &Position, mv: Move, check: Check, style: &Style) -> bool {
    let other = if board_side(mv) == BoardSide::King { BoardSide::Queen } else { BoardSide::King };
    match position.resolve(&Pattern::castling(other)) {
        Resolution::Unique(other) => !style.check_disambiguates || super::meaning::holds(position, other, check),
        _ => false,
    }
}
