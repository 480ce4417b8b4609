//! What is watched while a game of chess or hexagonal chess is replayed.

use super::claims::Watch;
use super::draws::Draws;
use super::game::ChessLike;
use super::numbers::Pending;
use crate::book::ChessRules;
use crate::notation::letters::Letters;
use crate::replay::context::ReplayTypes;
use crate::replay::options::Options;
use crate::span::Span;

/// What is watched while a game is replayed.
#[derive(Debug)]
pub(in crate::replay) struct State<G: ChessLike> {
    pub(super) draws: Draws,
    pub(super) pending: Pending,
    /// Comments that were never closed, and hide moves.
    pub(super) unclosed: Vec<Span>,
    /// The letters in force for the current game.
    pub(super) letters: &'static Letters,
    /// Whether the game replays to its end with the letters that were found.
    pub(super) letters_fit: bool,
    /// What the quick reader needs for them, and whose they are.
    pub(super) tables: (G::Tables, &'static Letters),
    /// Set when a token could only be read with other letters.
    pub(super) strange_letters: bool,
    /// Whether the record holds such a token, once that was asked.
    pub(super) strange_tokens: Option<bool>,
    /// What the players decide between themselves, where the book leaves it to them.
    pub(super) claims: Watch,
    /// Whether the tables read nothing quickly, as that asks for a second look.
    pub(super) slow: bool,
    /// The usual start position.
    pub(super) usual: G,
}

impl<G: ChessLike> State<G> {
    pub(in crate::replay) fn new(options: &Options) -> Self {
        let letters = options.letters.unwrap_or(Letters::ENGLISH);
        Self {
            draws: Draws::default(),
            pending: Pending::default(),
            unclosed: Vec::new(),
            letters,
            letters_fit: false,
            tables: (G::tables(letters), letters),
            strange_letters: false,
            strange_tokens: None,
            claims: Watch::default(),
            slow: false,
            usual: G::start(),
        }
    }
}

impl<G: ChessLike> ReplayTypes for G {
    type BookRules = ChessRules;
    type Token = G::Text;
    type FastToken = G::FastToken;
    type State = State<G>;
}
