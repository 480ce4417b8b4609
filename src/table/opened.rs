//! The opening of a game.

/// The names of a game's opening and castles; fields without a known value are `None`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opened {
    pub eco: Option<&'static str>,
    pub name: Option<&'static str>,
    /// Index in the opening book; `None` for shogi.
    pub index: Option<usize>,
    /// Ply after which the named position was on the board.
    pub ply: Option<u16>,
    pub castles: [Option<&'static str>; 2],
    pub japanese: Option<&'static str>,
    pub japanese_castles: [Option<&'static str>; 2],
}
