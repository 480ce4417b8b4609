//! The state of a replay of shogi.

use super::books::ChosenBook;
use super::draws::Draws;
use super::gap::Jump;
use super::stated::Foul;
use super::times::Times;
use crate::context::ReplayTypes;
use partie_notation::moves::ShogiNotation;
use partie_record::book::ShogiRules;
use partie_record::span::Span;
use partie_rules::Rules as _;
use partie_rules::shogi::Position;

/// The state of a replay of shogi.
#[derive(Debug)]
pub(crate) struct State {
    pub(super) draws: Draws,
    pub(super) times: Times,
    /// The last number, and its difference from the count, until the move after it is judged.
    pub(super) number: Option<Span>,
    pub(super) jump: Option<Jump>,
    /// The foul by which the main line ends.
    pub(super) foul: Option<Foul>,
    /// The book, and the source of the choice.
    pub(super) chosen: ChosenBook,
    /// True if the players are called 下手 and 上手.
    pub(super) handicap: bool,
    pub(super) initial: Position,
}

impl State {
    pub(crate) fn new() -> Self {
        Self {
            draws: Draws::default(),
            times: Times::default(),
            number: None,
            jump: None,
            foul: None,
            chosen: ChosenBook::default(),
            handicap: false,
            initial: Position::start(),
        }
    }
}

impl ReplayTypes for ShogiNotation {
    type BookRules = ShogiRules;
    type State = State;
}
