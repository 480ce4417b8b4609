//! Why a move is illegal, in squares and kinds of pieces.

use super::{BoardSide, Rules};

/// The reasons of a game.
pub type IllegalReasonOf<G> = IllegalReason<<G as Rules>::Square, <G as Rules>::PieceType>;

/// A reason why no legal move fits a pattern, in squares and kinds of pieces. Plies are not known here: a position has no history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalReason<S, K> {
    /// The move would be legal for the other side.
    OtherSide,
    /// The side to move has no piece of that kind (where the pattern looks for it).
    NoSuchPiece {
        /// The kind that is missing; none if any kind would do.
        kind: Option<K>,
    },
    /// The origin is written, and holds another piece or none.
    WrongOrigin { from: S, holds: Option<K> },
    /// No piece of that kind moves that way.
    NoSuchMove { kind: K, from: Vec<S>, to: S },
    /// A piece stands in the way.
    Blocked { kind: K, from: S, to: S, by: S, blocker: K },
    /// A piece of the same side stands on the target.
    OwnPiece { at: S, holds: K },
    /// The target holds the other king.
    KingCapture { at: S },
    /// No king or no rook where castling needs them.
    NothingToCastle {
        /// King side or queen side.
        board_side: BoardSide,
        /// Whether it is the king that is not at home (else the rook).
        king: bool,
        /// Where it should stand; in Chess960 not known once the right is gone: the square of standard chess.
        home: S,
    },
    /// King and rook stand at home, but the right is gone.
    CastlingRightLost {
        /// King side or queen side.
        board_side: BoardSide,
        rook: S,
    },
    /// A piece stands between king and rook.
    CastlingBlocked { by: S, blocker: K },
    /// The king would castle out of check.
    CastlingOutOfCheck {
        /// Where the checking piece stands.
        by: S,
        attacker: K,
    },
    /// The king would pass over or reach an attacked square.
    CastlingThroughCheck { at: S, by: S, attacker: K },
    /// En passant geometry, but the last move was no double step of that pawn.
    NoEnPassant { pawn: S, at: S },
    /// The capture en passant would expose the king.
    EnPassantExposes { by: S, attacker: K, king: S },
    /// A double step from elsewhere than the base row.
    DoubleStep { from: S },
    /// The pawn reaches the last rank, and no piece is named.
    PromotionMissing { at: S },
    /// A pawn cannot become that.
    PromotionPiece { kind: K },
    /// A promotion before the last rank.
    PromotionRank { at: S },
    /// A pawn captures on an empty square.
    CapturesNothing { at: S },
    /// A pawn captures straight ahead.
    CapturesStraight { at: S },
    /// The king moves onto an attacked square.
    KingIntoCheck {
        at: S,
        by: S,
        attacker: K,
        /// Whether the attack goes through the square that the king leaves.
        through: bool,
    },
    /// The piece is pinned to its king.
    Pinned {
        /// The kind that is pinned.
        kind: K,
        from: S,
        king: S,
        /// Where the pinning piece stands.
        by: S,
        pinner: K,
    },
    /// The check is not parried.
    CheckNotParried {
        king: S,
        /// All pieces that give check.
        by: Vec<(S, K)>,
    },
    /// Pieces of that kind reach the target, but none from the side, in the direction or to become what is written.
    NoSuchWay {
        kind: K,
        /// Where those stand that reach it.
        from: Vec<S>,
        to: S,
    },
    /// A second unpromoted pawn of a side on one file (shogi: 二歩).
    Nifu {
        /// The pawn that stands there.
        pawn: S,
    },
    /// A dropped pawn gives mate (shogi: 打ち歩詰め).
    DropMate {
        at: S,
        king: S,
        /// Squares next to the king that no piece of its side holds, each with a piece that guards it and its kind.
        escapes: Vec<(S, S, K)>,
        /// Pieces that could take the pawn but are pinned: where, which, and where the pinning piece stands.
        pinned: Vec<(S, K, S)>,
    },
    /// A piece is dropped where it could never move.
    DeadDrop { kind: K, at: S },
    /// A piece reaches a square from where it could never move, and does not promote.
    MustPromote { kind: K, at: S },
    /// The dropped piece is not in hand; the position says what is.
    NotInHand { kind: K },
    /// A piece is dropped on a square that is not empty.
    SquareOccupied {
        at: S,
        holds: K,
        /// Whether it is the mover's own.
        own: bool,
    },
    /// The piece has no promoted form, or is dropped.
    CannotPromote { kind: K },
    /// A promotion that neither begins nor ends in the zone.
    NotInZone { from: S, to: S },
}
