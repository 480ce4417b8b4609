//! The rules of the games: positions, moves, legality, and why a move is illegal.
//!
//! A position is a value and knows no history. Not for text of any kind (see
//! `notation`) and not for what ends or draws a game (see `book`). Depends on
//! the standard library only.

pub mod chess;
pub mod hex;
mod illegal_reason;
pub mod orthodox;
pub mod shogi;

pub use illegal_reason::{IllegalReason, IllegalReasonOf};

use std::fmt::{Debug, Display};

/// One of the two players. The first player is White, or 先手.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// White, 先手 or 下手.
    First,
    /// Black, 後手 or 上手.
    Second,
}

impl Side {
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `first` or `second`, as in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

/// A side of the board, for castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardSide {
    /// Towards the h-file, O-O.
    King,
    /// Towards the a-file, O-O-O.
    Queen,
}

/// What a position answers to a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution<M> {
    /// No legal move fits.
    None,
    /// Exactly this one fits.
    Unique(M),
    /// Several fit, in the order of their origin squares.
    Ambiguous(Vec<M>),
}

/// A game: its positions, its moves, and the patterns that notations make of texts.
pub trait Rules: Clone + Debug {
    /// A square or cell; displayed by its name.
    type Square: Copy + Eq + Debug + Display;
    /// A kind of piece; displayed by its name (`knight`).
    type PieceType: Copy + Eq + Debug + Display;
    /// A move that can be played in the position that produced it.
    type Move: Copy + Eq + Debug;
    /// A constraint on moves, as a notation states it.
    type Pattern: Clone + Debug;

    const KIND: GameKind;

    fn start() -> Self;
    fn turn(&self) -> Side;
    /// The legal moves that fit the pattern; generates no move list.
    fn resolve(&self, pattern: &Self::Pattern) -> Resolution<Self::Move>;
    /// Why no legal move fits, first the reason to be named, then all others that are true.
    /// Slow; called only after `resolve` found none.
    fn illegal_reasons(&self, pattern: &Self::Pattern) -> Vec<IllegalReasonOf<Self>>;
    /// Plays a move that `resolve` or `legal` gave for this position.
    fn play(&mut self, mv: Self::Move);
    /// Applies an impossible move as it is written, for records that stand although irregular;
    /// nothing if it names no piece or no target.
    fn force(&mut self, pattern: &Self::Pattern) -> Option<Self::Move>;
    /// Gives the move to the other side (a null move).
    fn play_null_move(&mut self);
    /// How a null move of this position stands in a list of moves; nothing in games that know no such thing.
    fn null_move(&self) -> Option<Self::Move> {
        None
    }
    /// Whether a move of a list is a null move.
    fn is_null(_: Self::Move) -> bool {
        false
    }
    /// Whether a move of a list was taken back, so that nothing is played.
    fn is_taken_back(_: Self::Move) -> bool {
        false
    }
    /// Plays a move of a list, which may be a null move or one that was taken back.
    fn play_listed(&mut self, mv: Self::Move) {
        if Self::is_null(mv) {
            self.play_null_move();
        } else if !Self::is_taken_back(mv) {
            self.play(mv);
        }
    }
    /// The position after a list of moves, null moves among them.
    fn after_moves(&self, moves: &[Self::Move]) -> Self {
        let mut position = self.clone();
        moves.iter().for_each(|mv| position.play_listed(*mv));
        position
    }
    /// Whether the side to move stands in check.
    fn in_check(&self) -> bool;
    /// All legal moves; for tests, diagrams, repair and final positions.
    fn legal(&self) -> Vec<Self::Move>;
    /// Whether the side to move has a legal move.
    fn has_legal_move(&self) -> bool {
        !self.legal().is_empty()
    }
    /// A hash of everything that makes two positions the same for a repetition.
    fn zobrist(&self) -> u64;
    /// Whether two positions are the same for a repetition, without trusting the key.
    fn same_for_repetition(&self, other: &Self) -> bool;
    /// Whether the position before `moves`, all reversible and just played, was the same as this one.
    fn repeats_after(&self, moves: &[Self::Move]) -> bool;
    /// Whether no earlier position can recur after `mv`, which is about to be played. Where no move
    /// is known to exclude that, all are taken for reversible.
    #[inline]
    fn is_irreversible(&self, _mv: Self::Move) -> bool {
        false
    }
    /// Plies played since the last capture or pawn move; 0 in games that do not count them.
    #[inline]
    fn halfmove_clock(&self) -> u32 {
        0
    }
}

/// The games that can be judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameKind {
    #[default]
    Chess,
    Shogi,
    Hex,
}

impl GameKind {
    pub const ALL: [Self; 3] = [Self::Chess, Self::Shogi, Self::Hex];

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The one of that number in a file of ours.
    pub fn numbered(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == number)
    }

    /// The word used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Shogi => "shogi",
            Self::Hex => "hex",
        }
    }
}
