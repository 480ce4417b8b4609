//! A board in eight lines of text.

use crate::finding::Mark;
use crate::rules::Side;
use crate::rules::chess::{Position, Square};

/// The board, White below; marked squares in brackets, those of the explaining side in
/// parentheses, with their notes beside the row.
pub fn text(position: &Position, marks: &[Mark]) -> Vec<String> {
    let mut lines = Vec::with_capacity(9);
    for rank in (0..8).rev() {
        let mut line = format!("{} ", rank + 1);
        let mut notes = Vec::new();
        let mut closing = ' ';
        for file in 0..8 {
            let at = Square::at(file, rank);
            let letter = match position.man(at) {
                None => '·',
                Some((Side::First, role)) => role.letter(),
                Some((Side::Second, role)) => role.letter().to_ascii_lowercase(),
            };
            let mark = marks.iter().find(|mark| mark.square == at.to_string());
            let (open, close) = match mark {
                Some(mark) if mark.against => ('(', ')'),
                Some(_) => ('[', ']'),
                None => (' ', ' '),
            };
            line.push(if open == ' ' { closing } else { open });
            line.push(letter);
            closing = close;
            if let Some(mark) = mark.filter(|mark| !mark.note.is_empty()) {
                notes.push(format!("{at} {}", mark.note));
            }
        }
        line.push(closing);
        if !notes.is_empty() {
            line.push_str("   ");
            line.push_str(&notes.join(", "));
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.push("   a b c d e f g h".to_owned());
    lines
}
