//! Traits by which one replay handles both chess and hexagonal chess.

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

/// Side effects of a move beyond going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    None,
    DoubleStep,
    EnPassant,
    Castling,
}

/// The parts of a move on either board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveComponents<S> {
    pub(crate) from: S,
    pub(crate) to: S,
    pub(crate) role: Role,
    pub(crate) captured: Option<Role>,
    pub(crate) special: Special,
}

/// A king's move to one of the four center squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CenterMove {
    /// True for a light square.
    pub(crate) is_light: bool,
    /// Number of king steps to the center square.
    pub(crate) steps: u8,
}

/// The pieces that a player touched with an illegal move.
#[derive(Clone, Debug)]
pub(crate) struct TouchedPieces<S> {
    pub(crate) own: Vec<S>,
    pub(crate) enemy: Vec<S>,
    /// True if the move is written as castling.
    pub(crate) castles: bool,
}

impl<S> Default for TouchedPieces<S> {
    fn default() -> Self {
        Self { own: Vec::new(), enemy: Vec::new(), castles: false }
    }
}

/// Pieces given as odds at the start of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Odds {
    pub(crate) squares: Squares,
    pub(crate) giver: Option<Side>,
    /// True if at least one of these pieces was left on the board.
    pub(crate) forgotten: bool,
}

pub(crate) struct Start<G> {
    pub(crate) position: G,
    pub(crate) chess960: bool,
}

/// Chess and its relatives: the pieces of chess, SAN, draws by claim.
pub(crate) trait ChessLike: Material<PieceType = Role, Move: Hash> {
    /// True if the game has castling.
    const HAS_CASTLING: bool = true;

    /// The chosen rule book, else the rule book named by the record, else the default.
    fn book(chosen: &Books, named: &Books) -> &'static RuleBook<ChessRules>;
    /// The start position of a record.
    fn start_of(
        source: &Source<'_>,
        initial: &Self,
        book: &RuleBook<ChessRules>,
        collector: &mut Collector,
    ) -> Option<Start<Self>>;
    /// The position of the board drawn above a printed record.
    fn drawn(_: &Source<'_>) -> Option<Self> {
        None
    }
    /// Wraps the main line for callers that keep it.
    fn keep(line: MainLine<Self>, chess960: bool) -> Played;

    fn components(mv: Self::Move) -> MoveComponents<Self::Square>;
    /// Move number, from 1.
    fn number(&self) -> u32;
    /// The position as a FEN in the dialect of the game.
    fn fen(&self) -> String;
    fn piece_on(&self, at: Self::Square) -> Option<(Side, Role)>;
    /// Number of a side's pieces of a kind.
    fn count(&self, side: Side, role: Role) -> u32;
    fn king_of(&self, side: Side) -> Self::Square;
    /// The reason why neither side can mate; `None` if unknown.
    fn dead(&self) -> Option<Why>;
    /// True if a side can never mate, wherever the pieces are.
    fn insufficient_material(&self, side: Side) -> bool;
    /// False only if a side can never mate.
    fn can_mate(&self, side: Side) -> bool;

    /// The pieces that a player touches with an illegal move.
    fn touched_pieces(&self, _: &Self::Pattern) -> TouchedPieces<Self::Square> {
        TouchedPieces::default()
    }
    /// The castling move to the side of a rook given as odds.
    fn castle_alone(&self, _: &Self::Pattern, _: Squares, _: &[Self::Move]) -> Option<Self::Move> {
        None
    }
    /// The king's move to the center by which electronic boards receive the result; `None` for other moves.
    fn center_move(_: Self::Move) -> Option<CenterMove> {
        None
    }
    /// True for a light center square, false for a dark one; `None` for other squares.
    fn center_square(_: Self::Square) -> Option<bool> {
        None
    }
    /// The placeholder in a list of moves for a move that was taken back.
    fn taken_back() -> Option<Self::Move> {
        None
    }
    /// The origin squares of moves; `None` if the game has no ECO codes.
    fn vacated_squares(_: &[Self::Move]) -> Option<Bitboard> {
        None
    }
    /// True if the side that has just moved attacks a queen.
    fn attacks_queen(&self) -> bool {
        false
    }
    /// The side that gives only the pawn of its king's bishop as odds, in an otherwise initial position.
    fn pawn_giver(&self) -> Option<Side> {
        None
    }
    /// The pieces given as odds according to the tags, compared with the start position.
    fn odds(_: &Source<'_>, _: &Self) -> Option<Odds> {
        None
    }
}

/// A notation of chess or hexagonal chess, as replay needs it.
pub(crate) trait ChessDialect: ChessRepairable<Rules: ChessLike> {}

impl ChessDialect for Algebraic {}
impl ChessDialect for Descriptive {}
impl ChessDialect for HexNotation {}
