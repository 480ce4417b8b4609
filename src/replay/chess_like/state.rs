//! State of the replay of a game of chess or hexagonal chess.

use super::claims::Watch;
use super::draws::Draws;
use super::game::{ChessDialect, ChessLike};
use super::letters::Doubt;
use super::look_ahead::LookAhead;
use super::numbers::Pending;
use crate::context::ReplayTypes;
use partie_notation::letters::Letters;
use partie_record::book::ChessRules;
use partie_record::span::Span;

#[derive(Debug)]
pub(crate) struct State<G: ChessLike> {
    pub(super) draws: Draws,
    pub(super) pending: Pending,
    /// Chooses among the readings of a move.
    pub(super) look_ahead: LookAhead,
    /// Unclosed comments that hide moves.
    pub(super) unclosed: Vec<Span>,
    /// True if the game can be replayed to its end with the detected letters.
    pub(super) letters_fit: bool,
    /// True if the game can also be replayed to its end with English letters.
    pub(super) english_fits: bool,
    /// Other letters with which the moves can also be replayed to the end, but are different moves.
    pub(super) rival: Option<&'static Letters>,
    /// Why letters other than English are tried.
    pub(super) letters: Doubt,
    /// True if an earlier game was detected in letters other than English.
    pub(super) letters_vary: bool,
    /// True if a token of the main line was repaired, chosen among several readings, or illegal.
    pub(super) strayed: bool,
    /// True if the main line was played to its end.
    pub(super) whole: bool,
    /// True if the record has tokens with foreign letters; `None` until tested.
    pub(super) strange_tokens: Option<bool>,
    /// Claims that the rule book leaves to the players.
    pub(super) claims: Watch,
    /// Plies of the main line before the signal of an electronic board.
    pub(super) ends_at_signal: Option<u32>,
    pub(super) initial: G,
}

impl<G: ChessLike> State<G> {
    pub(crate) fn new() -> Self {
        Self {
            draws: Draws::default(),
            pending: Pending::default(),
            look_ahead: LookAhead::default(),
            unclosed: Vec::new(),
            letters_fit: false,
            english_fits: false,
            rival: None,
            letters: Doubt::None,
            letters_vary: false,
            strayed: false,
            whole: false,
            strange_tokens: None,
            claims: Watch::default(),
            ends_at_signal: None,
            initial: G::start(),
        }
    }
}

impl<N: ChessDialect> ReplayTypes for N {
    type BookRules = ChessRules;
    type State = State<N::Rules>;
}
