//! What both painters draw: cells with their places on a page of text and in a picture, and the
//! words beside them. Not for the places of a certain game, which its own file knows.

/// A position that can be drawn.
pub trait Board {
    /// The board, the first player below. With `marked`, the text keeps a column free on both
    /// sides of each cell, where brackets hide nothing; neighbours share it.
    fn drawing(&self, marked: bool) -> Drawing;
}

/// A board that knows its places: columns and lines of text, units of a picture.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// Columns of the text without the notes; a full-width character takes two.
    pub(super) columns: usize,
    pub(super) lines: usize,
    pub(super) width: i32,
    pub(super) height: i32,
    /// The colour of the lines between cells, if the board has lines.
    pub(super) grid: Option<&'static str>,
    /// The cells, in the order in which the picture names them.
    pub(super) cells: Vec<Cell>,
    pub(super) words: Vec<Word>,
    /// Pieces off the board, in the picture.
    pub(super) pieces: Vec<Piece>,
    /// Writing beside the cells, in the picture.
    pub(super) labels: Vec<Label>,
}

#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// Its name, by which marks find it.
    pub(super) name: String,
    /// What is seen there in text.
    pub(super) word: Word,
    /// Its form in the picture.
    pub(super) outline: Outline,
    /// Its colour in the picture, as `#rrggbb`.
    pub(super) fill: &'static str,
    pub(super) piece: Option<Piece>,
}

#[derive(Clone, Debug)]
pub(super) struct Word {
    /// The line, from 0 above.
    pub(super) line: usize,
    /// The first column, from 0.
    pub(super) column: usize,
    pub(super) text: String,
}

/// A closed form in a picture.
#[derive(Clone, Debug)]
pub(super) enum Outline {
    Rectangle(i32, i32, i32, i32),
    Polygon(Vec<(i32, i32)>),
}

/// A piece in a picture: a letter or figurine, on a piece of wood if the game has such pieces.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) wood: Option<Outline>,
    /// What is written on it.
    pub(super) label: Label,
}

/// Writing in a picture, centred above a point.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) x: i32,
    /// The line on which the letters stand.
    pub(super) y: i32,
    pub(super) size: u32,
    pub(super) text: String,
    /// The colour, black without one.
    pub(super) fill: Option<&'static str>,
    /// The point about which it is turned upside down.
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

/// How many columns a character takes in a terminal; only for those that boards are made of.
pub(super) const fn columns(character: char) -> usize {
    // From the radicals of CJK on all that is drawn here is full-width.
    if (character as u32) < 0x2e80 { 1 } else { 2 }
}
