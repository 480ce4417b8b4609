//! How games are judged: what a caller asks for.

use std::sync::Arc;

use crate::copies::CopyIndex;
use partie_notation::letters::Letters;
use partie_record::Choices;
use partie_record::book::Books;
use partie_repair::{Effort, KnownPositions, Medium};

#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The books to judge under, before the record's own.
    pub books: Books,
    /// The piece letters, if they are given rather than found.
    pub letters: Option<&'static Letters>,
    /// Whether moves are expected in long form or coordinates, so that these are no leniency.
    pub long_form: bool,
    /// Whether moves are expected to be hexagonal.
    pub hex: bool,
    /// The pieces given as odds, before what the record says: squares, `a1,f7`.
    pub odds: Option<String>,
    /// Whether the moves and positions of the main line are kept.
    pub keep: bool,
    /// Whether only the moves are asked for: what stands around them, clocks, draws and results are not judged.
    pub moves_only: bool,
    /// How far what was meant is sought where a line cannot be played to its end. It costs forty times what judging the
    /// game does, so nobody pays who does not ask here: [`Effort::BRIEF`] asks for words beside the finding (one that is
    /// shown in full, within a budget a file; `--suggest`; [`crate()`]), [`Effort::THOROUGH`] for the repairs of a main line
    /// (`fix`). All others have the default, none, and a finding that is [unsearched](partie_record::finding::Finding::unsearched).
    pub search: Effort,
    /// Whether the main line goes on behind a move that cannot be played, where the rest of the record says how.
    pub assume: bool,
    /// True if a line continues after every illegal move that can be put on the board as written, even if only the moves are
    /// wanted.
    pub keeps_illegal: bool,
    /// How the records came about, which tells what may have been confused.
    pub medium: Medium,
    /// Positions of other games, which speak for repairs that lead to them.
    pub known: Option<Arc<KnownPositions>>,
    /// Other records of the same games, by which they are put right.
    pub copies: Option<Arc<CopyIndex>>,
}

impl Options {
    /// What becomes of a line whose move cannot be played: whether it goes on.
    pub const ASSUME: Choices<bool> = &[
        ("stop", false, "The rest of the line is not judged"),
        (
            "assume",
            true,
            "The illegal move, if the record plays on from it, or a likely repair is taken, and what follows says that it assumes so",
        ),
    ];
}
