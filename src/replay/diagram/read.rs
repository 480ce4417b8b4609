//! The board of a position that is written as text, as findings hold it. Not for saying what is
//! wrong with the text: the readers of notations do.

use super::{boards, svg};
use partie_record::finding::Mark;
use partie_rules::GameKind;

/// Longer texts are no position.
const LONGEST: usize = 1024;

/// The board of a FEN, an SFEN or a hexagonal FEN, with marks; nothing if no position can be made
/// of the text.
pub fn from_text(kind: GameKind, position: &str, marks: &[Mark]) -> Option<Vec<String>> {
    if position.len() > LONGEST {
        return None;
    }
    (boards::of(kind).lines)(position, marks)
}

/// The same as a drawing of its own, in SVG.
pub fn svg_from_text(kind: GameKind, position: &str, marks: &[Mark]) -> Option<String> {
    if position.len() > LONGEST {
        return None;
    }
    Some(svg::of_drawing(&(boards::of(kind).drawing)(position)?, marks))
}

/// The board of a FEN, an SFEN or a hexagonal FEN as one text, with the position below or beside it.
pub fn captioned(kind: GameKind, position: &str, marks: &[Mark]) -> Option<String> {
    let mut lines = from_text(kind, position, marks)?;
    match lines.last_mut() {
        Some(last) if boards::of(kind).has_room => last.push_str(&format!("      {position}")),
        _ => lines.push(position.to_owned()),
    }
    Some(lines.join("\n"))
}
