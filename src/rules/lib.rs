//! The rules of the games: positions, moves, legality, and why a move is illegal.
//!
//! A position is a value without history. Text of any kind belongs to `notation`; the endings and draws of
//! games belong to `book`. Depends on the standard library only.

pub mod chess;
pub mod hex;
mod illegal_reason;
pub mod orthodox;
pub mod shogi;

pub use illegal_reason::{IllegalReason, IllegalReasonOf};

use std::fmt::{Debug, Display};

/// One of the two players.
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
    /// Toward the h-file, O-O.
    King,
    /// Toward the a-file, O-O-O.
    Queen,
}

/// The legal moves that fit a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution<M> {
    None,
    Unique(M),
    /// Two or more moves, ordered by origin square.
    Ambiguous(Vec<M>),
}

/// The rules of a game: positions, moves, and the patterns into which notations parse move texts.
pub trait Rules: Clone + Debug {
    /// A square or cell; `Display` writes its name.
    type Square: Copy + Eq + Debug + Display;
    /// A kind of piece; `Display` writes its name (`knight`).
    type PieceType: Copy + Eq + Debug + Display;
    /// A move, valid only in the position that produced it.
    type Move: Copy + Eq + Debug;
    /// A constraint on moves, parsed from a move text.
    type Pattern: Clone + Debug;

    const KIND: GameKind;

    fn start() -> Self;
    fn turn(&self) -> Side;
    /// Finds the legal moves that fit the pattern, without generating a move list.
    fn resolve(&self, pattern: &Self::Pattern) -> Resolution<Self::Move>;
    /// All true reasons why no legal move fits; the first one is the reason to report.
    /// Slow; called only after `resolve` found no move.
    fn illegal_reasons(&self, pattern: &Self::Pattern) -> Vec<IllegalReasonOf<Self>>;
    /// Plays a move that `resolve` or `legal` returned for this position.
    fn play(&mut self, mv: Self::Move);
    /// Plays a pattern as written although no legal move fits it, so that replay can go on past an illegal move.
    /// `None` if no piece fits the pattern, if it has several targets, or if the piece on the target cannot be
    /// replaced.
    fn force(&mut self, pattern: &Self::Pattern) -> Option<Self::Move>;
    /// Passes the turn to the other side.
    fn play_null_move(&mut self);
    /// The entry for a null move in a list of moves. `None` in games without null moves.
    fn null_move(&self) -> Option<Self::Move> {
        None
    }
    /// True for the entry of a null move.
    fn is_null(_: Self::Move) -> bool {
        false
    }
    /// True for the entry of a move that was taken back: replaying the list skips it.
    fn is_taken_back(_: Self::Move) -> bool {
        false
    }
    /// Plays an entry of a list of moves: a move, a null move, or a move that was taken back.
    fn play_listed(&mut self, mv: Self::Move) {
        if Self::is_null(mv) {
            self.play_null_move();
        } else if !Self::is_taken_back(mv) {
            self.play(mv);
        }
    }
    /// The position after a list of moves, which may contain null moves and moves taken back.
    fn after_moves(&self, moves: &[Self::Move]) -> Self {
        let mut position = self.clone();
        moves.iter().for_each(|mv| position.play_listed(*mv));
        position
    }
    /// True if the side to move is in check.
    fn in_check(&self) -> bool;
    /// All legal moves. For tests, diagrams, repair and final positions.
    fn legal(&self) -> Vec<Self::Move>;
    fn has_legal_move(&self) -> bool {
        !self.legal().is_empty()
    }
    /// A hash of everything that counts for repetition.
    fn zobrist(&self) -> u64;
    /// Compares in full everything that counts for repetition: hashes can collide.
    fn same_for_repetition(&self, other: &Self) -> bool;
    /// True if this position equals the position before `moves`, which were just played and are all reversible.
    fn repeats_after(&self, moves: &[Self::Move]) -> bool;
    /// True if no earlier position can recur after `mv`, which is about to be played. By default, every move counts as
    /// reversible.
    #[inline]
    fn is_irreversible(&self, _mv: Self::Move) -> bool {
        false
    }
    /// Plies since the last capture or pawn move; 0 in games that do not count them.
    #[inline]
    fn halfmove_clock(&self) -> u32 {
        0
    }
}

/// The games that `partie` can judge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameKind {
    #[default]
    Chess,
    Shogi,
    Hex,
}

impl GameKind {
    pub const ALL: [Self; 3] = [Self::Chess, Self::Shogi, Self::Hex];

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The game with this discriminant, as stored in partie's own files.
    pub fn numbered(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == number)
    }

    /// The name, as in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Shogi => "shogi",
            Self::Hex => "hex",
        }
    }
}
