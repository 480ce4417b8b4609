//! How a game was opened.

/// How a game was opened, as far as that has a name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opened {
    pub eco: Option<&'static str>,
    pub name: Option<&'static str>,
    /// Its number in the book, where names stand in one.
    pub index: Option<usize>,
    /// Ply after which the position of that name stood on the board.
    pub ply: Option<u16>,
    pub castles: [Option<&'static str>; 2],
    pub japanese: Option<&'static str>,
    /// Japanese names of the castles.
    pub japanese_castles: [Option<&'static str>; 2],
}
