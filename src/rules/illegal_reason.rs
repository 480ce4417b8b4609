//! Why a move is illegal, in terms of squares and kinds of pieces.

use super::{BoardSide, Rules};

pub type IllegalReasonOf<G> = IllegalReason<<G as Rules>::Square, <G as Rules>::PieceType>;

/// A reason why no legal move fits a pattern. It never names a ply, as a position has no history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalReason<S, K> {
    /// The move would be legal for the other side.
    OtherSide,
    /// The side to move has no piece of that kind on a square that the pattern allows as the origin.
    NoSuchPiece {
        /// The missing kind; `None` if the pattern does not restrict the kind.
        kind: Option<K>,
    },
    /// The written origin is empty or holds a piece that does not fit the pattern.
    WrongOrigin { from: S, holds: Option<K> },
    /// No piece of that kind reaches the target, even on an empty board.
    NoSuchMove { kind: K, from: Vec<S>, to: S },
    /// A piece blocks the path.
    Blocked { kind: K, from: S, to: S, by: S, blocker: K },
    /// A piece of the same side is on the target.
    OwnPiece { at: S, holds: K },
    /// The opponent's king is on the target.
    KingCapture { at: S },
    /// Castling without a king or a rook at home.
    NothingToCastle {
        board_side: BoardSide,
        /// True if the king is not at home, false if the rook is not.
        king: bool,
        /// The home square of the missing king or rook. Chess960 does not show it once the right is lost; then, the
        /// square of standard chess.
        home: S,
    },
    /// King and rook are at home, but the right is gone.
    CastlingRightLost {
        /// King side or queen side.
        board_side: BoardSide,
        rook: S,
    },
    /// A piece blocks the path of the king or the rook.
    CastlingBlocked { by: S, blocker: K },
    /// The king would castle out of check.
    CastlingOutOfCheck {
        /// Square of the checking piece.
        by: S,
        attacker: K,
    },
    /// The king would cross or reach an attacked square.
    CastlingThroughCheck { at: S, by: S, attacker: K },
    /// A capture with the geometry of en passant, but the last move was not the double step of that pawn.
    NoEnPassant { pawn: S, at: S },
    /// The capture en passant would expose the king.
    EnPassantExposes { by: S, attacker: K, king: S },
    /// A double step from a square that is not a start square.
    DoubleStep { from: S },
    /// The pawn reaches the last rank, but the pattern names no piece.
    PromotionMissing { at: S },
    /// A pawn cannot promote to this kind.
    PromotionPiece { kind: K },
    /// A pawn promotes before it reaches the last rank.
    PromotionRank { at: S },
    /// A pawn captures on an empty square, and not en passant.
    CapturesNothing { at: S },
    /// A pawn captures straight ahead.
    CapturesStraight { at: S },
    /// The king moves onto an attacked square.
    KingIntoCheck {
        at: S,
        by: S,
        attacker: K,
        /// True if the attack passes through the square that the king leaves.
        through: bool,
    },
    /// The piece is pinned to its king.
    Pinned {
        /// Kind of the pinned piece.
        kind: K,
        from: S,
        king: S,
        /// Square of the pinning piece.
        by: S,
        pinner: K,
    },
    /// The move does not parry the check.
    CheckNotParried {
        king: S,
        /// All pieces that give check.
        by: Vec<(S, K)>,
    },
    /// Pieces of this kind reach the target, but none matches the written qualifier: left or right, direction, or
    /// promotion.
    NoSuchWay {
        kind: K,
        /// Squares of the pieces that reach the target.
        from: Vec<S>,
        to: S,
    },
    /// A second unpromoted pawn of a side on one file (shogi: 二歩).
    Nifu {
        /// Square of the first pawn.
        pawn: S,
    },
    /// A dropped pawn gives mate (shogi: 打ち歩詰め).
    DropMate {
        at: S,
        king: S,
        /// Squares next to the king without a piece of its side; each with a guarding piece and its kind.
        escapes: Vec<(S, S, K)>,
        /// Pinned pieces that attack the pawn: square, kind, and square of the pinning piece.
        pinned: Vec<(S, K, S)>,
    },
    /// A piece is dropped on a square from which it could never move.
    DeadDrop { kind: K, at: S },
    /// A piece moves, without promotion, to a square from which it could never move.
    MustPromote { kind: K, at: S },
    /// The dropped piece is not in hand; the hand itself is in the position.
    NotInHand { kind: K },
    /// A piece is dropped on an occupied square.
    SquareOccupied {
        at: S,
        holds: K,
        /// True if the piece on the square belongs to the mover.
        own: bool,
    },
    /// The piece has no promoted form, or is being dropped.
    CannotPromote { kind: K },
    /// A promotion that neither begins nor ends in the promotion zone.
    NotInZone { from: S, to: S },
}
