//! How records are converted: plain data.

use crate::notation::letters::Letters;

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As much of the origin as is needed: `Nbd7`.
    San,
    /// Origin and target: `Nb8-d7`.
    Long,
    /// Coordinates: `b8d7`.
    Coordinates,
}

/// What happens to a game with a move that cannot be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnBroken {
    /// The line ends there; the rest of it is kept as a comment where the target has comments.
    #[default]
    Comment,
    /// The line ends there; the rest is left out.
    Stop,
    /// The game is left out.
    Skip,
    /// The run ends.
    Fail,
}

/// What is left out although the target could hold it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// Comments.
    pub comments: bool,
    /// NAGs and marks.
    pub nags: bool,
    /// Variations.
    pub variations: bool,
    /// Clock times in comments.
    pub clocks: bool,
}

/// Where positions are written as comments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FenComments {
    /// Nowhere.
    #[default]
    None,
    /// After each move of the main line.
    Each,
    /// After its last move.
    End,
}

/// How PGN is laid out.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// How moves are written; nothing for the game's own way.
    pub style: Option<Style>,
    /// Piece letters.
    pub letters: &'static Letters,
    /// Characters of a line at most; 0 for no limit.
    pub line_length: usize,
    /// Whether moves are numbered.
    pub numbers: bool,
    /// Whether checks and mates are marked.
    pub checks: bool,
    /// What is left out.
    pub strip: Strip,
    /// Where positions are written.
    pub fen_comments: FenComments,
    /// Whether the tag PlyCount is written.
    pub ply_count: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            style: None,
            letters: Letters::ENGLISH,
            line_length: 80,
            numbers: true,
            checks: true,
            strip: Strip::default(),
            fen_comments: FenComments::None,
            ply_count: false,
        }
    }
}
