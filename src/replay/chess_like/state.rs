//! What is watched while a game of chess or hexagonal chess is replayed.

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

/// What is watched while a game is replayed.
#[derive(Debug)]
pub(crate) struct State<G: ChessLike> {
    pub(super) draws: Draws,
    pub(super) pending: Pending,
    /// Decides among the readings of a move.
    pub(super) look_ahead: LookAhead,
    /// Comments that were never closed, and hide moves.
    pub(super) unclosed: Vec<Span>,
    /// Whether the game replays to its end with the letters that were found.
    pub(super) letters_fit: bool,
    /// Whether it does so with those of English, too.
    pub(super) english_fits: bool,
    /// Other letters with which it is another game.
    pub(super) rival: Option<&'static Letters>,
    /// Why other letters are asked for.
    pub(super) letters: Doubt,
    /// Whether a game before was found in other letters.
    pub(super) letters_vary: bool,
    /// Whether a token of the main line was not played as it stands: it was put right, chosen among several, or illegal.
    pub(super) strayed: bool,
    /// Whether the main line went to its end.
    pub(super) whole: bool,
    /// Whether the record holds such a token, once that was asked.
    pub(super) strange_tokens: Option<bool>,
    /// What the players decide between themselves, where the book leaves it to them.
    pub(super) claims: Watch,
    /// Plies of the main line before the king moves that enter the result on an electronic board.
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
