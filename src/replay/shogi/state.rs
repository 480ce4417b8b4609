//! What is watched while a game of shogi is replayed.

use super::books::ChosenBook;
use super::draws::Draws;
use super::gap::Jump;
use super::stated::Foul;
use super::times::Times;
use crate::book::ShogiRules;
use crate::notation::moves::ShogiNotation;
use crate::replay::context::ReplayTypes;
use crate::rules::Rules as _;
use crate::rules::shogi::Position;
use crate::span::Span;

/// What is watched while a game of shogi is replayed.
#[derive(Debug)]
pub(in crate::replay) struct State {
    pub(super) draws: Draws,
    pub(super) times: Times,
    /// The number that was read last, and how it disagrees with the count, until the move after it is judged.
    pub(super) number: Option<Span>,
    pub(super) jump: Option<Jump>,
    /// The foul by which the main line ends.
    pub(super) foul: Option<Foul>,
    /// The book, and who names it.
    pub(super) chosen: ChosenBook,
    /// Whether the players are called 下手 and 上手.
    pub(super) handicap: bool,
    pub(super) initial: Position,
}

impl State {
    pub(in crate::replay) fn new() -> Self {
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
