//! How a game ended: from its final position, from the words of its record, or inferred from its result. For reports
//! and tables; contradictions between words, position and result are findings of the replay.

use super::draw::DrawKind;
use super::game_report::Replayed;
use super::verdict::End;
use partie_record::{Outcome, Termination};
use partie_rules::Side;

/// The source of a game's ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingBasis {
    /// The final position, under the rules of the book.
    Board,
    /// A tag, a word after the moves, a closing sentence or a comment.
    Stated,
    /// A guess from the result, clocks and draws.
    Inferred,
}

impl EndingBasis {
    /// The word used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Stated => "stated",
            Self::Inferred => "inferred",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The name of an [`End`] or of a [`Termination`].
    pub name: &'static str,
    pub basis: EndingBasis,
}

impl Replayed {
    /// How the game ended. `out_of_time` is true for each side whose clock shows 0. `None` for a record without an
    /// ending and without a result.
    pub fn ending(&self, out_of_time: [bool; 2]) -> Option<Ending> {
        if self.end != End::None {
            return Some(Ending { name: self.end.name(), basis: EndingBasis::Board });
        }
        if let Some(stated) = self.stated {
            return Some(Ending { name: stated.name(), basis: EndingBasis::Stated });
        }
        let name = self.suggested(self.recorded?, out_of_time)?.name();
        Some(Ending { name, basis: EndingBasis::Inferred })
    }

    /// The ending that a result suggests, if neither the final position nor the words of the record show one.
    fn suggested(&self, outcome: Outcome, out_of_time: [bool; 2]) -> Option<Termination> {
        let drawn_by =
            |kinds: &[DrawKind]| self.draws.iter().any(|draw| kinds.contains(&draw.kind) && draw.ply + 1 >= self.plies);
        let won_by = |winner: Side| match out_of_time[winner.other().index()] {
            true => Termination::Time,
            false => Termination::Resignation,
        };
        match outcome {
            Outcome::FirstWins => Some(won_by(Side::First)),
            Outcome::SecondWins => Some(won_by(Side::Second)),
            Outcome::FirstStalemates | Outcome::SecondStalemates => Some(Termination::Stalemate),
            Outcome::Draw if drawn_by(&[DrawKind::Threefold, DrawKind::Fivefold]) => Some(Termination::Repetition),
            Outcome::Draw if drawn_by(&[DrawKind::Fifty, DrawKind::SeventyFive]) => Some(Termination::FiftyMoves),
            Outcome::Draw => Some(Termination::Agreement),
            Outcome::Unknown => None,
        }
    }
}
