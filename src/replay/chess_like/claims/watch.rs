//! State for the claims that a rule book leaves to the players.

use super::super::game::Odds;
use super::words::{self, Remedy, Word};
use partie_record::book::ClaimRules;
use partie_record::finding;
use partie_record::span::Span;

/// A remedy that the next ply must carry out.
#[derive(Clone, Debug)]
pub(super) struct PendingRemedy {
    pub(super) remedy: Remedy,
    /// The ply that was taken back.
    pub(super) ply: u32,
    /// Squares of the touched pieces.
    pub(super) pieces: Vec<String>,
    /// True if the rule book allows the remedy here.
    pub(super) open: bool,
    /// The remedies of the same kind that the rule book allows.
    pub(super) left: Vec<finding::Remedy>,
}

/// The claims of a game.
#[derive(Debug, Default)]
pub(in crate::chess_like) struct Watch {
    /// The rules of the book; `None` disables all claims.
    pub(in crate::chess_like) rules: Option<&'static ClaimRules>,
    pub(super) odds: Option<Odds>,
    pub(super) words: Vec<SpokenWord>,
    pub(super) pending_remedy: Option<PendingRemedy>,
    /// Ply of the first illegal move that remains valid.
    pub(super) irregular: Option<u32>,
    pub(super) illegal_moves: u32,
    /// Number of plies after which the game is void.
    pub(super) void: Option<u32>,
}

/// A claim with its ply and span.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpokenWord {
    pub(super) word: Word,
    pub(super) ply: u32,
    pub(super) span: Span,
}

impl Watch {
    /// Resets the state for a game.
    pub(in crate::chess_like) fn begin(&mut self, rules: Option<&'static ClaimRules>, odds: Option<Odds>) {
        (self.rules, self.odds) = (rules, odds.filter(|_| rules.is_some()));
        self.again();
    }

    /// Resets the state for another replay of the same game.
    pub(in crate::chess_like) fn again(&mut self) {
        self.words.clear();
        (self.pending_remedy, self.irregular, self.illegal_moves, self.void) = (None, None, 0, None);
    }

    /// True if the game is void after `ply` plies.
    pub(in crate::chess_like) fn is_void(&self, ply: u32) -> bool {
        self.void.is_some_and(|void| ply >= void)
    }

    /// Number of plies after which the game is void.
    pub(in crate::chess_like) const fn void(&self) -> Option<u32> {
        self.void
    }

    /// Collects the claims in a comment after `ply` plies.
    pub(in crate::chess_like) fn comment(&mut self, comment: &[u8], ply: u32, span: Span) {
        let words = &mut self.words;
        words::each(comment, |word| {
            if !matches!(word, Word::Remedy(_) | Word::Stand) {
                words.push(SpokenWord { word, ply, span });
            }
        });
    }
}
