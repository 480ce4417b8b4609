//! The board of a position that is written as text, as in findings. Faults in the text are reported by the parsers of
//! notations.

use super::boards::{self, MAX_POSITION_BYTES};
use super::svg;
use partie_record::finding::Mark;
use partie_rules::GameKind;

/// Draws the board of a FEN, an SFEN or a hexagonal FEN, with marks; `None` if the text is not a position.
pub fn from_text(kind: GameKind, position: &str, marks: &[Mark]) -> Option<Vec<String>> {
    if position.len() > MAX_POSITION_BYTES {
        return None;
    }
    (boards::of(kind).lines)(position, marks)
}

/// Like [`from_text`], but draws the board as SVG.
pub fn svg_from_text(kind: GameKind, position: &str, marks: &[Mark]) -> Option<String> {
    if position.len() > MAX_POSITION_BYTES {
        return None;
    }
    Some(svg::of_drawing(&(boards::of(kind).drawing)(position)?, marks))
}

/// Draws the board of a FEN, an SFEN or a hexagonal FEN as one text, with `position` below or beside the board.
pub fn captioned(kind: GameKind, position: &str, marks: &[Mark]) -> Option<String> {
    let mut lines = from_text(kind, position, marks)?;
    match lines.last_mut() {
        Some(last) if boards::of(kind).has_room => last.push_str(&format!("      {position}")),
        _ => lines.push(position.to_owned()),
    }
    Some(lines.join("\n"))
}
