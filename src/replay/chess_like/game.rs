//! What chess and hexagonal chess must say of themselves so that one room replays both.

use std::hash::Hash;

use crate::book::{Books, ChessRules, RuleBook};
use crate::notation::moves::ChessNotation;
use crate::repair::Material;
use crate::replay::collect::Collector;
use crate::replay::context::Source;
use crate::replay::odds::Squares;
use crate::replay::played::{MainLine, Played};
use crate::rules::Side;
use crate::rules::chess::dead::Why;
use crate::rules::chess::{Bitboard, Role};

/// What a move does beside going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::replay) enum Special {
    None,
    DoubleStep,
    EnPassant,
    Castling,
}

/// A move, on whichever board.
#[derive(Clone, Copy, Debug)]
pub(in crate::replay) struct MoveComponents<S> {
    pub(in crate::replay) from: S,
    pub(in crate::replay) to: S,
    pub(in crate::replay) role: Role,
    pub(in crate::replay) captured: Option<Role>,
    pub(in crate::replay) special: Special,
}

/// The pieces that a player touched with a move that no rule allows.
#[derive(Clone, Debug)]
pub(in crate::replay) struct TouchedPieces<S> {
    /// Own pieces.
    pub(in crate::replay) own: Vec<S>,
    /// Enemy pieces.
    pub(in crate::replay) enemy: Vec<S>,
    /// Whether the move is written as castling.
    pub(in crate::replay) castles: bool,
}

impl<S> Default for TouchedPieces<S> {
    fn default() -> Self {
        Self { own: Vec::new(), enemy: Vec::new(), castles: false }
    }
}

/// Pieces given at the start of a game.
#[derive(Clone, Copy, Debug)]
pub(in crate::replay) struct Odds {
    pub(in crate::replay) squares: Squares,
    pub(in crate::replay) giver: Option<Side>,
    /// Whether one of them stands on the board all the same.
    pub(in crate::replay) forgotten: bool,
}

/// Where a game begins.
pub(in crate::replay) struct Start<G> {
    pub(in crate::replay) position: G,
    pub(in crate::replay) chess960: bool,
}

/// Chess and its kin: the pieces of chess, SAN, draws by claim.
pub(in crate::replay) trait ChessLike: Material<PieceType = Role, Move: Hash> {
    /// Why nobody castles in it, if nobody does.
    const NO_CASTLING: Option<&'static str> = None;

    /// The book that is chosen for it.
    fn book(chosen: &Books, named: &Books) -> &'static RuleBook<ChessRules>;
    /// The position in which a record begins.
    fn start_of(source: &Source<'_>, initial: &Self, collector: &mut Collector) -> Option<Start<Self>>;
    /// The position of the board that is drawn above a printed record.
    fn drawn(_: &Source<'_>) -> Option<Self> {
        None
    }
    /// The main line, to be kept.
    fn keep(line: MainLine<Self>, chess960: bool) -> Played;

    /// The parts of a move.
    fn components(mv: Self::Move) -> MoveComponents<Self::Square>;
    /// Number of the move, from 1.
    fn number(&self) -> u32;
    /// The position as FEN, in the game's own dialect.
    fn fen(&self) -> String;
    /// What stands on a square.
    fn piece_on(&self, at: Self::Square) -> Option<(Side, Role)>;
    /// A side's pieces of a kind.
    fn count(&self, side: Side, role: Role) -> u32;
    /// A side's king.
    fn king_of(&self, side: Side) -> Self::Square;
    /// Whether nobody can mate any more, and why.
    fn dead(&self) -> Option<Why>;
    /// Whether a side can still mate.
    fn can_mate(&self, side: Side) -> bool;

    /// The pieces that a move touches which no rule allows.
    fn touched_pieces(&self, _: &Self::Pattern) -> TouchedPieces<Self::Square> {
        TouchedPieces::default()
    }
    /// What a text means by castling to the side of a rook that was given.
    fn castle_alone(&self, _: &Self::Pattern, _: Squares, _: &[Self::Move]) -> Option<Self::Move> {
        None
    }
    /// What stands in the list of moves for one that was taken back.
    fn taken_back() -> Option<Self::Move> {
        None
    }
    /// The squares that moves leave; nothing if ECO codes are not of this game.
    fn vacated_squares(_: &[Self::Move]) -> Option<Bitboard> {
        None
    }
    /// The pieces given, against the position in which the game begins.
    fn odds(_: &Source<'_>, _: &Self) -> Option<Odds> {
        None
    }
}

/// A notation of chess or hexagonal chess, as replay needs it.
pub(in crate::replay) trait ChessDialect: ChessNotation<Rules: ChessLike> {}

impl<N: ChessNotation<Rules: ChessLike>> ChessDialect for N {}
