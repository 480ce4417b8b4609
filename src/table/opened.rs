//! The opening of a game.

/// The name of an opening, as far as it is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opened {
    pub eco: Option<&'static str>,
    pub name: Option<&'static str>,
    /// Index in the opening book, for names from a book.
    pub index: Option<usize>,
    /// Ply after which the named position was on the board.
    pub ply: Option<u16>,
    pub castles: [Option<&'static str>; 2],
    pub japanese: Option<&'static str>,
    pub japanese_castles: [Option<&'static str>; 2],
}
