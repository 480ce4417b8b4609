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
        /// The move in coordinates: UCI (castling as king takes rook), USI, or the same on 91 cells.
        coordinates: Packed,
        /// Origin: 0 is a1, 63 is h8 (chess), 0 is a1, 90 is l6 (hex), 0 is 1a, 80 is 9i (shogi); -1 for a drop.
        from_sq: i16,
        /// Target; the rook's square for castling.
        to_sq: i16,
        /// The piece that moves: `pawn`, `knight`, `promoted silver`.
        piece: Label,
        /// The piece that is captured.
        captured: Option<Label>,
        /// What the piece becomes.
        promotion: Option<Label>,
        /// 1 check, 2 mate, 4 castling, 8 en passant, 16 drop, 32 capture, 64 promotion, added.
        flags: i32,
        /// Hash of the position before the move; the same for all that repeat it.
        position_hash: Digest,
        /// Clock of the player after the ply, in milliseconds.
        clock_ms: Option<i32>,
        /// Time spent on it, in milliseconds: as stated, else from the clock before and the increment.
        think_ms: Option<i32>,
        /// Evaluation after it, as in `games`.
        eval_cp: Option<i16>,
        /// Where that is a mate: the moves to it (plies in shogi), negative if the second player mates.
        eval_mate: Option<i16>,
        /// Depth in plies of the search for it.
        depth: Option<i16>,
        ;
        /// The move as people write it: SAN in chess, `b1-b2` on hexagons, `▲７六歩(77)` in shogi.
        san: Option<&'a str>,
        /// Position before the move: FEN, SFEN or hexagonal FEN.
        fen: Option<&'a str>,
    }
}
