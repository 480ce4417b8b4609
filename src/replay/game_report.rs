//! The result of a replay, apart from its findings.

use super::copies::OtherRecord;
use super::draw::{DrawEvent, How};
use super::played::Played;
use super::verdict::{End, Verdict};
use partie_notation::letters::Letters;
use partie_record::book::{default_chess, default_hex, default_shogi};
use partie_record::{Outcome, RecordClass, Termination};
use partie_repair::{ProposedEdit, Repair};
use partie_rules::{GameKind, Side};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Ok,
    Error,
    /// No move was judged: the start position cannot be set up, or only the beginning of the record was read.
    Unreadable,
    /// A variant that partie does not judge.
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

/// The source of the choice of a rule book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RulesFrom {
    /// `--rules`.
    Given,
    Record,
    /// The server on which the game was played.
    Site,
    /// The format of the record.
    Format,
    /// The default of the game.
    Default,
}

impl RulesFrom {
    /// The word used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Given => "option",
            Self::Record => "record",
            Self::Site => "site",
            Self::Format => "format",
            Self::Default => "default",
        }
    }
}

/// The result of a replay, apart from its findings.
#[derive(Clone, Debug)]
pub struct Replayed {
    pub kind: GameKind,
    pub status: Status,
    /// The name of the rule book.
    pub rules: &'static str,
    pub rules_from: RulesFrom,
    /// The piece letters in which the moves were read.
    pub letters: &'static Letters,
    /// Whether the record is a played game, an analysis or a problem.
    pub class: RecordClass,
    /// Plies of the main line that were replayed.
    pub plies: u32,
    pub end: End,
    /// Draws that could have been claimed, or happened.
    pub draws: Vec<DrawEvent>,
    /// The highest number of occurrences of a position, and the ply that reached it.
    pub most_repeated: (u32, u32),
    /// The result that the record states.
    pub recorded: Option<Outcome>,
    /// How the game ended, as the record states it: by a tag, a word, a sentence or a comment.
    pub stated: Option<Termination>,
    /// The player who claims a draw, as the record states it.
    pub claimant: Option<Side>,
    /// Whether the result fits the board.
    pub verdict: Verdict,
    /// The moves and positions of the main line, if requested.
    pub played: Played,
    /// Repairs of a main line that breaks, the likeliest first, if requested.
    pub repairs: Vec<Repair<ProposedEdit>>,
    /// Another record of the same game, if the caller gave one.
    pub other: Option<Box<OtherRecord>>,
}

impl Replayed {
    /// True if a player could have claimed a draw, with the intended move or having the move.
    pub fn could_claim(&self) -> bool {
        self.draws.iter().any(|draw| draw.how != How::Automatic)
    }

    /// True if the caller, the record or its site chose another rule book than the default.
    pub fn has_chosen_rules(&self) -> bool {
        let default = match self.kind {
            GameKind::Chess => default_chess().name,
            GameKind::Hex => default_hex().name,
            GameKind::Shogi => default_shogi().name,
        };
        matches!(self.rules_from, RulesFrom::Given | RulesFrom::Record | RulesFrom::Site) && self.rules != default
    }

    /// The report of a game that was not replayed.
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
            claimant: None,
            verdict: Verdict::Presumed,
            played: Played::None,
            repairs: Vec::new(),
            other: None,
        }
    }
}
