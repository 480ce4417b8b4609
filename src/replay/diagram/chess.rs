//! The layout of a chess board: eight lines of text, eight rows of a picture.

use super::drawing::{Board, Cell, Drawing, Label, Outline, Piece, Word};
use super::figurine::{figurine, letter};
use partie_rules::chess::{Position, Square, squares};

/// Width and height of a square.
const SIDE: i32 = 45;
/// White space around the board.
const MARGIN: i32 = 24;
const SIZE: i32 = SIDE * 8 + MARGIN * 2;
const LIGHT: &str = "#eef1f4";
const DARK: &str = "#b9c4cf";

impl Board for Position {
    fn drawing(&self, _: bool) -> Drawing {
        let mut drawing = Drawing { columns: 19, lines: 9, width: SIZE, height: SIZE, ..Drawing::default() };
        drawing.cells.extend(squares(!0).map(|at| cell(self, at)));
        drawing.words.push(Word::new(8, 3, "a b c d e f g h"));
        for index in 0..8_u8 {
            let middle = MARGIN + SIDE * i32::from(index) + SIDE / 2;
            let rank = (8 - index).to_string();
            drawing.labels.push(Label::new(middle, SIZE - 7, 13, char::from(b'a' + index)));
            drawing.labels.push(Label::new(12, middle + 5, 13, rank.as_str()));
            drawing.words.push(Word::new(index.into(), 0, rank));
        }
        drawing
    }
}

fn cell(position: &Position, at: Square) -> Cell {
    let (file, row) = (at.file(), 7 - at.rank());
    let (x, y) = (MARGIN + SIDE * i32::from(file), MARGIN + SIDE * i32::from(row));
    let piece = position.piece_at(at);
    Cell {
        name: at.to_string(),
        word: Word::new(row.into(), 3 + 2 * usize::from(file), letter(piece)),
        outline: Outline::Rectangle(x, y, SIDE, SIDE),
        fill: if at.is_dark() { DARK } else { LIGHT },
        piece: piece.map(|(side, role)| Piece {
            wood: None,
            label: Label::new(x + SIDE / 2, y + 35, 36, figurine(side, role)),
        }),
    }
}
