//! The row of a ply.

use crate::column::table;
use crate::value::{Digest, Label};
use partie_notation::Packed;

table! {
    /// One ply of a main line; null moves have no row.
    pub struct MoveRow<'a> in "moves" asked as MoveColumns {
        /// Path of the archive, or `<stdin>`.
        source: &'a str,
        /// Number of the game, as in `games`.
        game: i64,
        /// Key of the game, as in `games`.
        game_key: i64,
        ;
        /// Ply, from 1.
        ply: i32,
        /// `first` or `second`.
        side: Label,
        /// The move in coordinates: UCI (castling as king takes rook), USI, or cells on a hexagonal board.
        coordinates: Packed,
        /// Origin: 0 is a1 and 63 is h8 (chess), 0 is a1 and 90 is l6 (hex), 0 is 1a and 80 is 9i (shogi); -1 for a drop.
        from_sq: i16,
        /// Target; the rook's square for castling.
        to_sq: i16,
        /// The moved piece: `pawn`, `knight`, `promoted silver`.
        piece: Label,
        /// The captured piece.
        captured: Option<Label>,
        /// The piece after promotion.
        promotion: Option<Label>,
        /// Sum of 1 check, 2 mate, 4 castling, 8 en passant, 16 drop, 32 capture, 64 promotion.
        flags: i32,
        /// Hash of the position before the move; repetitions have the same hash.
        position_hash: Digest,
        /// Clock time of the player after the ply, in milliseconds.
        clock_ms: Option<i32>,
        /// Time spent on the ply, in milliseconds: as recorded, else from the previous clock time and the increment.
        think_ms: Option<i32>,
        /// Evaluation after the ply, as in `games`.
        eval_cp: Option<i16>,
        /// Moves to mate (plies in shogi) if the evaluation is a mate; negative if the second player mates.
        eval_mate: Option<i16>,
        /// Search depth of the evaluation, in plies.
        depth: Option<i16>,
        ;
        /// The move in the usual notation: SAN in chess, `b1-b2` in hexagonal chess, `▲７六歩(77)` in shogi.
        san: Option<&'a str>,
        /// Position before the move: FEN, SFEN or hexagonal FEN.
        fen: Option<&'a str>,
    }
}
