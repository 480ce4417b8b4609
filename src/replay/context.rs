//! The game that is replayed, and the line and the token at which its replay stands.

use std::fmt::Debug;

use super::game_tags::GameTags;
use super::text::Text;
use partie_notation::moves::{MoveNotation, MoveOf, Node};
use partie_record::book::RuleBook;
use partie_record::{Item, Record};
use partie_repair::Repairable;

/// The types that a notation and its game bring to the replay.
pub(super) trait ReplayTypes: Repairable {
    /// What its rule books decide.
    type BookRules: Debug + 'static;
    /// What is watched while a record is replayed.
    type State: Debug;
}

/// The record before its start position is known.
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
    /// The position in which it begins.
    pub(super) start: &'a Node<N>,
}

/// A move's text, as far as it was taken apart.
pub(super) enum ParsedToken<'w, N: MoveNotation> {
    /// In one of the common forms, which needs few words.
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
    /// Index of the item after it.
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
    /// Its number; 0 for the main line.
    pub(super) number: u32,
    /// Whether moves are still replayed.
    pub(super) alive: bool,
    /// The record's own move numbers against the true ones.
    pub(super) offset: i64,
    /// Moves that were not judged.
    pub(super) skipped: u32,
    /// Findings that were kept when the line began.
    pub(super) findings: usize,
    /// The move that the variation replaces, taken from the path.
    pub(super) replaced: Option<MoveOf<N>>,
    /// Whether the last move mated.
    pub(super) mate: bool,
    /// Whether a word has ended the line.
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

    /// Nothing of the line is replayed any more; a variation may still replace the move that comes.
    pub(super) fn halt(&mut self) {
        self.alive = false;
        self.before = Some(self.position.clone());
    }
}

/// A move that is judged: the game, the line as it stands before or after it, and its token.
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
    /// The line at a token of it.
    #[inline(always)]
    pub(super) fn at<'a>(&'a self, context: &'a GameContext<'a, N>, token: TokenRef) -> MoveContext<'a, N> {
        MoveContext { context, line: self, token }
    }
}
