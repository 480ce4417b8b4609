//! What chess and hexagonal chess must say of themselves so that one room replays both.

use std::hash::Hash;

use crate::collect::Collector;
use crate::context::Source;
use crate::odds::Squares;
use crate::played::{MainLine, Played};
use partie_notation::moves::{Algebraic, Descriptive, HexNotation};
use partie_record::book::{Books, ChessRules, RuleBook};
use partie_repair::{ChessRepairable, Material};
use partie_rules::Side;
use partie_rules::chess::dead::Why;
use partie_rules::chess::{Bitboard, Role};

/// What a move does beside going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    None,
    DoubleStep,
    EnPassant,
    Castling,
}

/// A move, on whichever board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveComponents<S> {
    pub(crate) from: S,
    pub(crate) to: S,
    pub(crate) role: Role,
    pub(crate) captured: Option<Role>,
    pub(crate) special: Special,
}

/// A king's move to one of the four squares of the center.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CenterMove {
    /// Whether the square is a light one.
    pub(crate) is_light: bool,
    /// Steps that a king needs to go there.
    pub(crate) steps: u8,
}

/// The pieces that a player touched with a move that no rule allows.
#[derive(Clone, Debug)]
pub(crate) struct TouchedPieces<S> {
    pub(crate) own: Vec<S>,
    pub(crate) enemy: Vec<S>,
    /// Whether the move is written as castling.
    pub(crate) castles: bool,
}

impl<S> Default for TouchedPieces<S> {
    fn default() -> Self {
        Self { own: Vec::new(), enemy: Vec::new(), castles: false }
    }
}

/// Pieces given at the start of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Odds {
    pub(crate) squares: Squares,
    pub(crate) giver: Option<Side>,
    /// Whether one of them stands on the board all the same.
    pub(crate) forgotten: bool,
}

pub(crate) struct Start<G> {
    pub(crate) position: G,
    pub(crate) chess960: bool,
}

/// Chess and its kin: the pieces of chess, SAN, draws by claim.
pub(crate) trait ChessLike: Material<PieceType = Role, Move: Hash> {
    /// Whether anybody castles in it.
    const HAS_CASTLING: bool = true;

    /// The book that is chosen for it.
    fn book(chosen: &Books, named: &Books) -> &'static RuleBook<ChessRules>;
    /// The position in which a record begins.
    fn start_of(
        source: &Source<'_>,
        initial: &Self,
        book: &RuleBook<ChessRules>,
        collector: &mut Collector,
    ) -> Option<Start<Self>>;
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
    /// The move as a king's move to the center, by which electronic boards receive the result; `None` for others.
    fn center_move(_: Self::Move) -> Option<CenterMove> {
        None
    }
    /// Whether a square of the center is a light one; `None` for other squares.
    fn center_square(_: Self::Square) -> Option<bool> {
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
    /// Whether the side that has just moved attacks a queen.
    fn attacks_queen(&self) -> bool {
        false
    }
    /// The side that gives only its king's bishop's pawn as odds, if the position is otherwise the initial one.
    fn pawn_giver(&self) -> Option<Side> {
        None
    }
    /// The pieces given, against the position in which the game begins.
    fn odds(_: &Source<'_>, _: &Self) -> Option<Odds> {
        None
    }
}

/// A notation of chess or hexagonal chess, as replay needs it.
pub(crate) trait ChessDialect: ChessRepairable<Rules: ChessLike> {}

impl ChessDialect for Algebraic {}
impl ChessDialect for Descriptive {}
impl ChessDialect for HexNotation {}
