//! A board as SVG: text only, so that it can be opened anywhere.

use std::fmt::Write;

use crate::finding::Mark;
use crate::rules::Side;
use crate::rules::chess::{Position, Role, Square};

const CELL: u32 = 45;
const MARGIN: u32 = 24;

/// The board, White below, with marked squares coloured; a drawing of its own, without scripts or links.
pub fn svg(position: &Position, marks: &[Mark]) -> String {
    let size = CELL * 8 + MARGIN * 2;
    let mut out = String::with_capacity(8 << 10);
    // Writing to a String cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\" font-family=\"sans-serif\">"
    );
    let _ = writeln!(out, "<rect width=\"{size}\" height=\"{size}\" fill=\"#ffffff\"/>");
    for rank in 0..8 {
        for file in 0..8 {
            let at = Square::at(file, rank);
            let (x, y) = (MARGIN + CELL * u32::from(file), MARGIN + CELL * u32::from(7 - rank));
            let mark = marks.iter().find(|mark| mark.square == at.to_string());
            let fill = match mark {
                Some(mark) if mark.against => "#e8a0a0",
                Some(_) => "#f4e08a",
                None if at.is_dark() => "#b9c4cf",
                None => "#eef1f4",
            };
            let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>");
            if let Some((side, role)) = position.man(at) {
                let _ = writeln!(
                    out,
                    "<text x=\"{}\" y=\"{}\" font-size=\"36\" text-anchor=\"middle\">{}</text>",
                    x + CELL / 2,
                    y + 35,
                    figurine(side, role)
                );
            }
        }
    }
    for index in 0..8u32 {
        let middle = MARGIN + CELL * index + CELL / 2;
        let file = (b'a' + index as u8) as char;
        let _ = writeln!(
            out,
            "<text x=\"{middle}\" y=\"{}\" font-size=\"13\" text-anchor=\"middle\">{file}</text>",
            size - 7
        );
        let _ = writeln!(
            out,
            "<text x=\"12\" y=\"{}\" font-size=\"13\" text-anchor=\"middle\">{}</text>",
            middle + 5,
            8 - index
        );
    }
    out.push_str("</svg>\n");
    out
}

fn figurine(side: Side, role: Role) -> char {
    let set = match side {
        Side::First => ['♙', '♘', '♗', '♖', '♕', '♔'],
        Side::Second => ['♟', '♞', '♝', '♜', '♛', '♚'],
    };
    set[role.index()]
}
