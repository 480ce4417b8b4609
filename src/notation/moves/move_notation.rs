//! The trait of all notations of moves.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Deref;

use partie_record::span::Span;
use partie_rules::{Resolution, Rules};

pub trait MoveNotation: Debug + Sized {
    /// The rules of the game whose moves the notation writes.
    type Rules: Rules;
    /// A parsed move.
    type Token: Clone;
    /// A parsed move in one of the most frequent forms, small enough for registers.
    type FastToken: Copy;
    /// The state of a game besides the position: where pieces began, where the last move went.
    type Memory: Clone + Debug + Hash;

    /// True if the meaning of a text depends on the moves before it; otherwise a text is parsed only once.
    const READS_BY_MEMORY: bool = false;

    /// The memory at the start of a game.
    fn remember(&self, start: &Self::Rules) -> Self::Memory;
    /// Updates the memory with a move.
    fn advance(memory: &mut Self::Memory, mv: MoveOf<Self>);
    /// Parses a token in one of the most frequent forms; `None` if the slow path must decide.
    fn parse_fast(&self, node: &Node<Self>, bytes: &[u8], token: Span) -> Option<(MoveOf<Self>, Self::FastToken)>;
    /// True if the token names only the piece type and the target, and its capture sign is right.
    #[inline(always)]
    fn is_unambiguous(_: Self::FastToken, _: MoveOf<Self>) -> bool {
        false
    }
    /// Parses the text of a move; `None` if it is not a move.
    fn parse(&self, token: &[u8], memory: &Self::Memory) -> Option<Self::Token>;
    /// The moves that a token may denote, best first; [`Resolution::Unique`] only if the token itself leaves no doubt.
    fn candidates(token: &Self::Token, node: &Node<Self>) -> Resolution<MoveOf<Self>>;
}

/// A move in the rules of a notation.
pub type MoveOf<N> = <<N as MoveNotation>::Rules as Rules>::Move;
/// A square in the rules of a notation.
pub type SquareOf<N> = <<N as MoveNotation>::Rules as Rules>::Square;

/// A node of a game: a position, and the memory of the notation.
#[derive(Debug)]
pub struct Node<N: MoveNotation> {
    pub board: N::Rules,
    pub memory: N::Memory,
}

impl<N: MoveNotation> Clone for Node<N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self { board: self.board.clone(), memory: self.memory.clone() }
    }
}

impl<N: MoveNotation> Deref for Node<N> {
    type Target = N::Rules;

    #[inline(always)]
    fn deref(&self) -> &N::Rules {
        &self.board
    }
}

impl<N: MoveNotation> Node<N> {
    /// The node at the start of a game.
    pub fn new(notation: &N, board: N::Rules) -> Self {
        Self { memory: notation.remember(&board), board }
    }

    /// Plays a move that fits the position.
    #[inline(always)]
    pub fn play(&mut self, mv: MoveOf<N>) {
        N::advance(&mut self.memory, mv);
        self.board.play(mv);
    }

    /// Passes the turn to the other side.
    pub fn play_null_move(&mut self) {
        self.board.play_null_move();
    }

    /// Applies an impossible move as written; `None` if it names no piece or no target.
    pub fn force(&mut self, pattern: &<N::Rules as Rules>::Pattern) -> Option<MoveOf<N>> {
        let mv = self.board.force(pattern)?;
        N::advance(&mut self.memory, mv);
        Some(mv)
    }

    /// Plays an element of a move list: a move or a null move. A move that was taken back is skipped.
    pub fn play_listed(&mut self, mv: MoveOf<N>) {
        if N::Rules::is_null(mv) {
            self.play_null_move();
        } else if !N::Rules::is_taken_back(mv) {
            self.play(mv);
        }
    }

    /// The node after a list of moves, which may include null moves.
    pub fn after_moves(&self, moves: &[MoveOf<N>]) -> Self {
        let mut node = self.clone();
        moves.iter().for_each(|mv| node.play_listed(*mv));
        node
    }
}
