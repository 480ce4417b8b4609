//! How a game was opened.

/// How a game was opened, as far as that has a name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opened {
    /// ECO code.
    pub eco: Option<&'static str>,
    /// Name.
    pub name: Option<&'static str>,
    /// Its number in the book, where names stand in one.
    pub index: Option<usize>,
    /// Ply after which the position of that name stood on the board.
    pub ply: Option<u16>,
    /// Castles of both players.
    pub castles: [Option<&'static str>; 2],
    /// The Japanese name.
    pub japanese: Option<&'static str>,
    /// Japanese names of the castles.
    pub japanese_castles: [Option<&'static str>; 2],
}
