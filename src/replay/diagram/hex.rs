//! The layout of the 91 cells of hexagonal chess, in half cells: neighboring files are shifted by half a cell.

use super::drawing::{Board, Cell, Drawing, Label, Outline, Piece, Word};
use super::figurine::{figurine, letter};
use partie_rules::hex::{self, Colour, Position};

/// Distance between files, in columns: a cell and room for a bracket on both sides.
const PITCH: usize = 3;
/// Columns before the a-file, for the numbers of the ranks.
const EDGE: usize = 3;
/// Half the width of a cell in a picture, from corner to corner.
const HALF_WIDTH: i32 = 30;
/// Half the height of a cell in a picture; 26 / 30 is sqrt(3) / 2 to one part in a thousand.
const HALF_HEIGHT: i32 = 26;
/// Distance between files in a picture.
const STEP: i32 = HALF_WIDTH / 2 * 3;
/// White space around the board.
const MARGIN: i32 = 24;
const WIDTH: i32 = STEP * 10 + HALF_WIDTH * 2 + MARGIN * 2;
const HEIGHT: i32 = HALF_HEIGHT * 22 + MARGIN * 2;
const LETTERS: [char; 11] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'k', 'l'];
/// The height of f11, the highest cell, in half cells.
const TOP: u8 = 22;

impl Board for Position {
    fn drawing(&self, _: bool) -> Drawing {
        let mut drawing = Drawing {
            columns: 2 * EDGE + PITCH * LETTERS.len(),
            lines: usize::from(TOP) + 1,
            width: WIDTH,
            height: HEIGHT,
            grid: Some("#8c9aa8"),
            ..Drawing::default()
        };
        drawing.cells.extend((0..91).map(|index| cell(self, hex::Cell::new(index))));
        for (file, letter) in (0..).zip(LETTERS) {
            if let Some(lowest) = hex::Cell::at(file, 1) {
                let (x, y) = middle(lowest);
                drawing.labels.push(Label::new(x, y + HALF_HEIGHT + 16, 13, letter));
                drawing.words.push(Word::new(line(lowest) + 2, column(lowest), letter));
            }
        }
        for rank in 1..=11 {
            // A rank ends on the outermost files that are long enough; the board is symmetric.
            let inset = rank.max(6) - 6;
            for (file, side) in [(inset, -1), (10 - inset, 1)] {
                if let Some(end) = hex::Cell::at(file, rank) {
                    let (x, y) = middle(end);
                    let rise = if rank <= 6 { 0 } else { 13 };
                    drawing.labels.push(Label::new(x + side * 40, y + 5 - rise, 13, rank.to_string()));
                    let column = if side < 0 { column(end) - EDGE } else { column(end) + 2 };
                    let text = if side < 0 { format!("{rank:>2}") } else { rank.to_string() };
                    drawing.words.push(Word::new(line(end), column, text));
                }
            }
        }
        drawing
    }
}

/// Returns the line of text of a cell; a line is half a cell high.
fn line(at: hex::Cell) -> usize {
    (TOP - at.height()).into()
}

fn column(at: hex::Cell) -> usize {
    EDGE + 1 + PITCH * usize::from(at.file())
}

/// Returns the center of a cell in a picture.
fn middle(at: hex::Cell) -> (i32, i32) {
    let rise = i32::from(TOP - at.height()) + 1;
    (MARGIN + HALF_WIDTH + STEP * i32::from(at.file()), MARGIN + HALF_HEIGHT * rise)
}

fn cell(position: &Position, at: hex::Cell) -> Cell {
    let (x, y) = middle(at);
    let (w, h) = (HALF_WIDTH, HALF_HEIGHT);
    let corners = [(-w, 0), (-w / 2, -h), (w / 2, -h), (w, 0), (w / 2, h), (-w / 2, h)];
    let piece = position.piece_at(at);
    Cell {
        name: at.to_string(),
        word: Word::new(line(at), column(at), letter(piece)),
        outline: Outline::Polygon(corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect()),
        fill: match at.colour() {
            Colour::White => "#eef1f4",
            Colour::Grey => "#cdd6de",
            Colour::Black => "#a6b4c2",
        },
        piece: piece.map(|(side, role)| Piece { wood: None, label: Label::new(x, y + 13, 36, figurine(side, role)) }),
    }
}
