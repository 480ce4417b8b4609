//! Writes the FEN of a position.

use super::dialect::{Dialect, ROWS, cell, length};
use partie_rules::hex::Position;
use partie_rules::{Rules, Side};

/// The FEN of a position by ranks. The en passant cell is written after every double step, as other programs do, even
/// if no capture there is legal.
pub fn write(position: &Position) -> String {
    let mut text = String::with_capacity(96);
    for row in 0..ROWS {
        let mut empty = 0;
        for place in 0..length(Dialect::Ranks, row) {
            let piece = cell(Dialect::Ranks, row, place).and_then(|at| position.piece_at(at));
            let Some((side, role)) = piece else {
                empty += 1;
                continue;
            };
            push_count(&mut text, &mut empty);
            let letter = role.letter();
            text.push(if side == Side::First { letter } else { letter.to_ascii_lowercase() });
        }
        push_count(&mut text, &mut empty);
        if row + 1 < ROWS {
            text.push('/');
        }
    }
    text.push_str(if position.turn() == Side::First { " w " } else { " b " });
    match position.passed() {
        Some(at) => text.push_str(&at.to_string()),
        None => text.push('-'),
    }
    text.push_str(&format!(" {} {}", position.halfmove_clock(), position.number()));
    text
}

fn push_count(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}
