//! Options of a caller that judges games.

use std::sync::Arc;

use crate::copies::CopyIndex;
use partie_notation::letters::Letters;
use partie_record::Choices;
use partie_record::book::Books;
use partie_repair::{Effort, KnownPositions, Medium};

#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Rule books that take precedence over the record's own.
    pub books: Books,
    /// The piece letters; `None` if they are detected.
    pub letters: Option<&'static Letters>,
    /// True if moves are expected in long form or coordinates, so that these are not reported.
    pub long_form: bool,
    /// True if moves are expected to be hexagonal.
    pub hex: bool,
    /// The pieces given as odds, as squares such as `a1,f7`; takes precedence over the record.
    pub odds: Option<String>,
    /// Keeps the moves and positions of the main line.
    pub keep: bool,
    /// Replays the moves only: clocks, draws and results are not judged.
    pub moves_only: bool,
    /// How thoroughly repairs are searched for a line that cannot be played to its end. The default is no search, as a
    /// search costs forty times as much as judging the game; findings are then
    /// [unsearched](partie_record::finding::Finding::unsearched). [`Effort::BRIEF`] adds suggestions to a finding that
    /// is shown in full, within a budget per file (`--suggest`; [`crate::texts::replay`]). [`Effort::THOROUGH`]
    /// searches for repairs of the main line (`fix`).
    pub search: Effort,
    /// Continues the main line after a move that cannot be played, if the rest of the record shows how.
    pub assume: bool,
    /// Continues a line after every illegal move that can be put on the board as written, even with `moves_only`.
    pub keeps_illegal: bool,
    /// How the records were produced (typed, scanned), which determines the likely confusions of characters.
    pub medium: Medium,
    /// Positions of other games, which are evidence for repairs that lead to them.
    pub known: Option<Arc<KnownPositions>>,
    /// Other records of the same games, used for repairs.
    pub copies: Option<Arc<CopyIndex>>,
}

impl Options {
    /// Whether a line continues after a move that cannot be played.
    pub const ASSUME: Choices<bool> = &[
        ("stop", false, "The rest of the line is not judged"),
        (
            "assume",
            true,
            "Assume the illegal move, if the record goes on from it, or else a likely repair; later findings name the assumption",
        ),
    ];
}
