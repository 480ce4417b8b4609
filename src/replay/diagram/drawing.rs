//! The input for drawing as text and as SVG: cells with their places in both, and the words next to them. Each game
//! computes its own layout.

/// A position that can be drawn.
pub trait Board {
    /// Draws the board, the first player below. With `marked`, the text has a free column for a bracket on both sides
    /// of each cell; neighbors share it.
    fn drawing(&self, marked: bool) -> Drawing;
}

/// A board with its layout: columns and lines of text, units of a picture.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// Number of text columns without the notes; a full-width character takes two.
    pub(super) columns: usize,
    pub(super) lines: usize,
    pub(super) width: i32,
    pub(super) height: i32,
    /// Color of the lines between cells, if the board has lines.
    pub(super) grid: Option<&'static str>,
    /// The cells, in the order in which the picture draws them.
    pub(super) cells: Vec<Cell>,
    pub(super) words: Vec<Word>,
    /// Pieces off the board, in the picture.
    pub(super) pieces: Vec<Piece>,
    /// Writing beside the cells, in the picture.
    pub(super) labels: Vec<Label>,
}

#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// The name by which marks refer to it.
    pub(super) name: String,
    /// The cell's text.
    pub(super) word: Word,
    /// The cell's shape in the picture.
    pub(super) outline: Outline,
    /// The cell's color in the picture, as `#rrggbb`.
    pub(super) fill: &'static str,
    pub(super) piece: Option<Piece>,
}

#[derive(Clone, Debug)]
pub(super) struct Word {
    /// The line, from 0 at the top.
    pub(super) line: usize,
    /// The first column, from 0.
    pub(super) column: usize,
    pub(super) text: String,
}

/// A closed shape in a picture.
#[derive(Clone, Debug)]
pub(super) enum Outline {
    Rectangle(i32, i32, i32, i32),
    Polygon(Vec<(i32, i32)>),
}

/// A piece in a picture: a letter or figurine, on a piece of wood if the game has such pieces.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) wood: Option<Outline>,
    /// The letter or figurine.
    pub(super) label: Label,
}

/// Writing in a picture, centered above a point.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) x: i32,
    /// The baseline of the letters.
    pub(super) y: i32,
    pub(super) size: u32,
    pub(super) text: String,
    /// The color; black if `None`.
    pub(super) fill: Option<&'static str>,
    /// The center of a rotation by 180 degrees.
    pub(super) turned: Option<(i32, i32)>,
}

impl Word {
    pub(super) fn new(line: usize, column: usize, text: impl Into<String>) -> Self {
        Self { line, column, text: text.into() }
    }
}

impl Label {
    pub(super) fn new(x: i32, y: i32, size: u32, text: impl Into<String>) -> Self {
        Self { x, y, size, text: text.into(), fill: None, turned: None }
    }
}

/// Returns the number of terminal columns of a character that is used in drawings of boards.
pub(super) const fn columns(character: char) -> usize {
    // From the CJK radicals on, all characters drawn here are full-width.
    if (character as u32) < 0x2e80 { 1 } else { 2 }
}
