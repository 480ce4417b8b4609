//! The game that is replayed, with the current line and token.

use std::fmt::Debug;

use super::game_tags::GameTags;
use super::text::Text;
use partie_notation::moves::{MoveNotation, MoveOf, Node};
use partie_record::book::RuleBook;
use partie_record::{Item, Record};
use partie_repair::Repairable;

/// The types that a notation and its game provide for the replay.
pub(super) trait ReplayTypes: Repairable {
    /// Decisions of the game's rule books.
    type BookRules: Debug + 'static;
    /// State of the checks during a replay.
    type State: Debug;
}

/// A record whose start position is not known yet.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) text: Text<'a>,
    pub(super) record: &'a Record,
    pub(super) head: &'a GameTags<'a>,
}

/// The game that is being judged.
pub(super) struct GameContext<'a, N: ReplayTypes> {
    pub(super) text: Text<'a>,
    pub(super) record: &'a Record,
    pub(super) head: &'a GameTags<'a>,
    pub(super) book: &'static RuleBook<N::BookRules>,
    /// The position at the start of the game.
    pub(super) start: &'a Node<N>,
}

/// A move token, parsed in full or by the fast path.
pub(super) enum ParsedToken<'w, N: MoveNotation> {
    /// In one of the common forms; takes only a few machine words.
    Fast(N::FastToken),
    Full(&'w N::Token),
}

impl<N: MoveNotation> Clone for ParsedToken<'_, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<N: MoveNotation> Copy for ParsedToken<'_, N> {}

/// A token of the record.
#[derive(Clone, Copy, Debug)]
pub(super) struct TokenRef {
    pub(super) item: Item,
    /// Index of the item after the token.
    pub(super) next: usize,
}

/// The state of the line that is being replayed.
#[derive(Clone, Debug)]
pub(super) struct LineState<N: MoveNotation> {
    pub(super) position: Node<N>,
    /// The position before the last move, where a variation would branch.
    pub(super) before: Option<Node<N>>,
    /// Plies played from the start of the game.
    pub(super) ply: u32,
    /// The line's number in the record; 0 for the main line.
    pub(super) number: u32,
    /// True while moves are replayed.
    pub(super) alive: bool,
    /// The record's own move number minus the true one.
    pub(super) offset: i64,
    /// Number of moves that were not judged.
    pub(super) skipped: u32,
    /// Number of kept findings when the line began.
    pub(super) findings: usize,
    /// The move that the variation replaces, taken from the path.
    pub(super) replaced: Option<MoveOf<N>>,
    /// True if the last move gave mate.
    pub(super) mate: bool,
    /// True if a word, such as a result, ended the line.
    pub(super) ended: bool,
}

impl<N: MoveNotation> LineState<N> {
    pub(super) fn new(position: Node<N>, ply: u32, number: u32) -> Self {
        Self {
            position,
            before: None,
            ply,
            number,
            alive: true,
            offset: 0,
            skipped: 0,
            findings: 0,
            replaced: None,
            mate: false,
            ended: false,
        }
    }

    /// Stops the replay of the line; a variation may still replace its next move.
    pub(super) fn halt(&mut self) {
        self.alive = false;
        self.before = Some(self.position.clone());
    }
}

/// A move that is judged: the game, the line before or after the move, and its token.
pub(super) struct MoveContext<'a, N: ReplayTypes> {
    pub(super) context: &'a GameContext<'a, N>,
    pub(super) line: &'a LineState<N>,
    pub(super) token: TokenRef,
}

impl<N: ReplayTypes> Clone for MoveContext<'_, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<N: ReplayTypes> Copy for MoveContext<'_, N> {}

impl<N: ReplayTypes> LineState<N> {
    /// Returns the context of a token of this line.
    #[inline(always)]
    pub(super) fn at<'a>(&'a self, context: &'a GameContext<'a, N>, token: TokenRef) -> MoveContext<'a, N> {
        MoveContext { context, line: self, token }
    }
}
