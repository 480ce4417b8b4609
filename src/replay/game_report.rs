//! What replay says of a game beside its findings.

use super::copies::OtherRecord;
use super::draw::{DrawEvent, How};
use super::played::Played;
use super::verdict::{End, Verdict};
use partie_notation::letters::Letters;
use partie_record::book::{default_chess, default_hex, default_shogi};
use partie_record::{Outcome, RecordClass, Termination};
use partie_repair::{ProposedEdit, Repair};
use partie_rules::GameKind;

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Ok,
    Error,
    /// No move could be judged: the start position cannot be set up.
    Unreadable,
    /// A game that is not judged.
    Unsupported,
}

impl Status {
    /// The word used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Error => "error",
            Self::Unreadable => "unreadable",
            Self::Unsupported => "unsupported",
        }
    }
}

/// Who says which book a game is judged under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RulesFrom {
    /// `--rules`.
    Given,
    Record,
    /// The custom of its format.
    Format,
    /// Nobody: it is the default of the game.
    Default,
}

impl RulesFrom {
    /// The word used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Given => "option",
            Self::Record => "record",
            Self::Format => "format",
            Self::Default => "default",
        }
    }
}

/// What replay says of a game beside its findings.
#[derive(Clone, Debug)]
pub struct Replayed {
    pub kind: GameKind,
    pub status: Status,
    /// The name of the book it was judged under.
    pub rules: &'static str,
    pub rules_from: RulesFrom,
    /// The piece letters in which its moves were read.
    pub letters: &'static Letters,
    /// Whether it is a game that was played, or moves that an author shows.
    pub class: RecordClass,
    /// Plies of the main line that were replayed.
    pub plies: u32,
    pub end: End,
    /// Draws that could have been claimed, or happened.
    pub draws: Vec<DrawEvent>,
    /// How often the position that occurred most often did so, and the ply after which that was reached.
    pub most_repeated: (u32, u32),
    /// The result that the record states.
    pub recorded: Option<Outcome>,
    /// How the game ended, as the record states it: by a tag, a word, a sentence or a comment.
    pub stated: Option<Termination>,
    /// Whether the result fits the board.
    pub verdict: Verdict,
    /// The moves and positions of the main line, if they were asked for.
    pub played: Played,
    /// What may have stood in a main line that breaks, the likeliest first, if that was asked for.
    pub repairs: Vec<Repair<ProposedEdit>>,
    /// Another record of the game, if some were given and one is of it.
    pub other: Option<Box<OtherRecord>>,
}

impl Replayed {
    /// Whether a player could have claimed a draw, with the intended move or having the move.
    pub fn could_claim(&self) -> bool {
        self.draws.iter().any(|draw| draw.how != How::Automatic)
    }

    /// True if a caller or the record chose another book than the default.
    pub fn has_chosen_rules(&self) -> bool {
        let default = match self.kind {
            GameKind::Chess => default_chess().name,
            GameKind::Hex => default_hex().name,
            GameKind::Shogi => default_shogi().name,
        };
        matches!(self.rules_from, RulesFrom::Given | RulesFrom::Record) && self.rules != default
    }

    /// A game of which nothing was replayed.
    pub(super) fn nothing(kind: GameKind, status: Status, rules: &'static str, recorded: Option<Outcome>) -> Self {
        Self {
            kind,
            status,
            rules,
            rules_from: RulesFrom::Default,
            letters: Letters::ENGLISH,
            class: RecordClass::Game,
            plies: 0,
            end: End::None,
            draws: Vec::new(),
            most_repeated: (1, 0),
            recorded,
            stated: None,
            verdict: Verdict::Presumed,
            played: Played::None,
            repairs: Vec::new(),
            other: None,
        }
    }
}
