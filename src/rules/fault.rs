//! Why a move is illegal, in squares and kinds of men.

use super::Game;

/// A side of the board, for castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// Towards the h-file, O-O.
    King,
    /// Towards the a-file, O-O-O.
    Queen,
}

/// A reason why no legal move fits a pattern. Plies are not known here: a position has no history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault<G: Game> {
    /// The move would be legal for the other side.
    OtherSide,
    /// The side to move has no man of that kind (where the pattern looks for it).
    NoSuchPiece {
        /// The kind that is missing; none if any kind would do.
        kind: Option<G::Kind>,
    },
    /// The origin is written, and holds another man or none.
    WrongOrigin {
        /// The written origin.
        from: G::Square,
        /// What stands there.
        holds: Option<G::Kind>,
    },
    /// No man of that kind moves that way.
    NoSuchMove {
        /// The kind.
        kind: G::Kind,
        /// Where such men stand.
        from: Vec<G::Square>,
        /// Where they should go.
        to: G::Square,
    },
    /// A man stands in the way.
    Blocked {
        /// The kind that moves.
        kind: G::Kind,
        /// Its origin.
        from: G::Square,
        /// Its target.
        to: G::Square,
        /// Where the blocker stands.
        by: G::Square,
        /// What the blocker is.
        blocker: G::Kind,
    },
    /// A man of the same side stands on the target.
    OwnPiece {
        /// The target.
        at: G::Square,
        /// What stands there.
        holds: G::Kind,
    },
    /// The target holds the other king.
    KingCapture {
        /// The target.
        at: G::Square,
    },
    /// No king or no rook where castling needs them.
    NothingToCastle {
        /// The wing.
        wing: Wing,
        /// Whether it is the king that is not at home (else the rook).
        king: bool,
    },
    /// King and rook stand at home, but the right is gone.
    CastlingRightLost {
        /// The wing.
        wing: Wing,
        /// The rook's home square.
        rook: G::Square,
    },
    /// A man stands between king and rook.
    CastlingBlocked {
        /// Where it stands.
        by: G::Square,
        /// What it is.
        blocker: G::Kind,
    },
    /// The king would castle out of check.
    CastlingOutOfCheck {
        /// Where the checking man stands.
        by: G::Square,
        /// What it is.
        attacker: G::Kind,
    },
    /// The king would pass over or reach an attacked square.
    CastlingThroughCheck {
        /// The attacked square.
        at: G::Square,
        /// Where the attacker stands.
        by: G::Square,
        /// What it is.
        attacker: G::Kind,
    },
    /// En passant geometry, but the last move was no double step of that pawn.
    NoEnPassant {
        /// The pawn beside.
        pawn: G::Square,
        /// The square behind it.
        at: G::Square,
    },
    /// The capture en passant would expose the king.
    EnPassantExposes {
        /// Where the attacker stands.
        by: G::Square,
        /// What it is.
        attacker: G::Kind,
        /// The king.
        king: G::Square,
    },
    /// A double step from elsewhere than the base row.
    DoubleStep {
        /// Where the pawn stands.
        from: G::Square,
    },
    /// The pawn reaches the last rank, and no piece is named.
    PromotionMissing {
        /// The last square.
        at: G::Square,
    },
    /// A pawn cannot become that.
    PromotionPiece {
        /// The kind written.
        kind: G::Kind,
    },
    /// A promotion before the last rank.
    PromotionRank {
        /// The target.
        at: G::Square,
    },
    /// A pawn captures on an empty square.
    CapturesNothing {
        /// The target.
        at: G::Square,
    },
    /// A pawn captures straight ahead.
    CapturesStraight {
        /// The target.
        at: G::Square,
    },
    /// The king moves onto an attacked square.
    KingIntoCheck {
        /// The target.
        at: G::Square,
        /// Where the attacker stands.
        by: G::Square,
        /// What it is.
        attacker: G::Kind,
        /// Whether the attack goes through the square that the king leaves.
        through: bool,
    },
    /// The man is pinned to its king.
    Pinned {
        /// The kind that is pinned.
        kind: G::Kind,
        /// Where it stands.
        from: G::Square,
        /// The king.
        king: G::Square,
        /// Where the pinning man stands.
        by: G::Square,
        /// What it is.
        pinner: G::Kind,
    },
    /// The check is not parried.
    CheckNotParried {
        /// The king.
        king: G::Square,
        /// All men that give check.
        by: Vec<(G::Square, G::Kind)>,
    },
    /// Men of that kind reach the target, but none from the side, in the direction or to become what is written.
    NoSuchWay {
        /// The kind.
        kind: G::Kind,
        /// Where those stand that reach it.
        from: Vec<G::Square>,
        /// The target.
        to: G::Square,
    },
    /// A second unpromoted pawn of a side on one file (shogi: 二歩).
    Nifu {
        /// The pawn that stands there.
        pawn: G::Square,
    },
    /// A dropped pawn gives mate (shogi: 打ち歩詰め).
    DropMate {
        /// Where it is dropped.
        at: G::Square,
        /// The king.
        king: G::Square,
        /// Squares next to the king that no man of its side holds, each with a man that guards it and its kind.
        escapes: Vec<(G::Square, G::Square, G::Kind)>,
        /// Men that could take the pawn but are pinned: where, which, and where the pinning man stands.
        pinned: Vec<(G::Square, G::Kind, G::Square)>,
    },
    /// A man is dropped where it could never move.
    DeadDrop {
        /// The kind.
        kind: G::Kind,
        /// Where.
        at: G::Square,
    },
    /// A man reaches a square from where it could never move, and does not promote.
    MustPromote {
        /// The kind.
        kind: G::Kind,
        /// The target.
        at: G::Square,
    },
    /// The dropped man is not in hand; the position says what is.
    NotInHand {
        /// The kind.
        kind: G::Kind,
    },
    /// A man is dropped on a square that is not empty.
    SquareOccupied {
        /// The square.
        at: G::Square,
        /// What stands there.
        holds: G::Kind,
        /// Whether it is the mover's own.
        own: bool,
    },
    /// The man has no promoted form, or is dropped.
    CannotPromote {
        /// The kind.
        kind: G::Kind,
    },
    /// A promotion that neither begins nor ends in the zone.
    NotInZone {
        /// The origin.
        from: G::Square,
        /// The target.
        to: G::Square,
    },
}
