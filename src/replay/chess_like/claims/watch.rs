//! What is remembered of a game for the claims that a book leaves to its players.

use super::super::game::Odds;
use super::words::{self, Remedy, Word};
use partie_record::book::ClaimRules;
use partie_record::finding;
use partie_record::span::Span;

/// A remedy that the next ply has to fulfil.
#[derive(Clone, Debug)]
pub(super) struct PendingRemedy {
    pub(super) remedy: Remedy,
    /// The ply that was taken back.
    pub(super) ply: u32,
    /// Squares of the pieces that were touched.
    pub(super) pieces: Vec<String>,
    /// Whether the book leaves that remedy open here.
    pub(super) open: bool,
    /// What it leaves to the player, for saying so.
    pub(super) left: Vec<finding::Remedy>,
}

/// What is watched of a game.
#[derive(Debug, Default)]
pub(in crate::chess_like) struct Watch {
    /// The book's claims; without any, nothing is watched.
    pub(in crate::chess_like) rules: Option<&'static ClaimRules>,
    pub(super) odds: Option<Odds>,
    pub(super) words: Vec<SpokenWord>,
    pub(super) pending_remedy: Option<PendingRemedy>,
    /// The first impossible move that stands.
    pub(super) irregular: Option<u32>,
    pub(super) illegal_moves: u32,
    /// Plies after which the game is void.
    pub(super) void: Option<u32>,
}

/// A word with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpokenWord {
    pub(super) word: Word,
    pub(super) ply: u32,
    pub(super) span: Span,
}

impl Watch {
    /// Makes it ready for a game.
    pub(in crate::chess_like) fn begin(&mut self, rules: Option<&'static ClaimRules>, odds: Option<Odds>) {
        (self.rules, self.odds) = (rules, odds.filter(|_| rules.is_some()));
        self.again();
    }

    /// Makes it ready for replaying the same game.
    pub(in crate::chess_like) fn again(&mut self) {
        self.words.clear();
        (self.pending_remedy, self.irregular, self.illegal_moves, self.void) = (None, None, 0, None);
    }

    /// Whether the game is void after so many plies.
    pub(in crate::chess_like) fn is_void(&self, ply: u32) -> bool {
        self.void.is_some_and(|void| ply >= void)
    }

    /// The plies after which the game is void.
    pub(in crate::chess_like) const fn void(&self) -> Option<u32> {
        self.void
    }

    /// Takes in what is said after so many plies.
    pub(in crate::chess_like) fn comment(&mut self, comment: &[u8], ply: u32, span: Span) {
        let words = &mut self.words;
        words::each(comment, |word| {
            if !matches!(word, Word::Remedy(_) | Word::Stand) {
                words.push(SpokenWord { word, ply, span });
            }
        });
    }
}
