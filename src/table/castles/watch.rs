//! Finds the castles and the opening of a shogi game during the replay.

use super::DEPTH;
use super::table::{Shape, Table, castle_table, opening_table};
use partie_rules::shogi::{Bitboard, PieceType, Position, squares};
use partie_rules::{Rules as _, Side};

/// A castle or an opening of a game.
#[derive(Clone, Copy, Debug)]
pub struct SeenCastle {
    pub shape: &'static Shape,
    /// The ply after which the shape was complete; the last such ply if an equally strong shape came in between.
    pub ply: u32,
    /// The owner; for an opening that involves both sides, the side that completed it.
    pub side: Side,
}

#[derive(Clone, Copy, Debug)]
struct Sight {
    index: u16,
    strength: u16,
    ply: u32,
}

/// Watches the main line of a game; each thread uses one watch for all its games.
///
/// A side's castle is its strongest castle within [`DEPTH`] plies, or the last of equally strong ones.
#[derive(Clone, Debug)]
pub struct CastleWatch {
    /// The strongest castle of each side.
    best: [Option<Sight>; 2],
    opening: [Option<Sight>; 2],
    /// The squares of each side's pieces except pawns, after its last move.
    pieces: [Bitboard; 2],
    /// The zobrist key of the initial position.
    even: u64,
    /// True if the game began at the initial position; only then is its opening named.
    is_even: bool,
}

impl Default for CastleWatch {
    fn default() -> Self {
        Self::new()
    }
}

impl CastleWatch {
    pub fn new() -> Self {
        Self { best: [None; 2], opening: [None; 2], pieces: [0; 2], even: Position::start().zobrist(), is_even: true }
    }

    /// Resets the watch for a game from this position.
    pub fn begin(&mut self, start: &Position) {
        (self.best, self.opening) = ([None; 2], [None; 2]);
        self.pieces = [0; 2];
        self.is_even = start.zobrist() == self.even;
    }

    /// Visits the position after `ply` plies of the main line; ignores ply 0 and plies after [`DEPTH`].
    #[inline]
    pub fn moved(&mut self, after: &Position, ply: u32) {
        if !(1..=DEPTH).contains(&ply) {
            return;
        }
        // Only the side that has just moved can complete a shape; it owns shapes that involve both sides.
        let mover = after.turn().other();
        self.look_for_castle(after, ply, mover);
        if self.is_even && ply <= opening_table().last {
            self.look_for_opening(after, ply, mover);
        }
    }

    fn look_for_castle(&mut self, position: &Position, ply: u32, side: Side) {
        // Castles consist of the owner's pieces except pawns. Each move or drop of such a piece changes the set of its
        // squares, so an unchanged set needs no search.
        let pieces = position.of_side(side) & !position.pieces(side, PieceType::Pawn);
        let before = std::mem::replace(&mut self.pieces[side.index()], pieces);
        let Some(king) = position.king(side).filter(|_| pieces != before) else { return };
        let best = &mut self.best[side.index()];
        let least = best.map_or(0, |best| best.strength);
        for (index, strength) in castle_table().held(position, (side, king, ply), least) {
            let sight = Sight { index, strength, ply };
            if best.is_none_or(|best| best.index != index && best.strength <= strength) {
                *best = Some(sight);
            }
        }
    }

    fn look_for_opening(&mut self, position: &Position, ply: u32, side: Side) {
        let best = &mut self.opening[side.index()];
        for rook in squares(position.pieces(side, PieceType::Rook)) {
            let least = best.map_or(0, |best| best.strength + 1);
            for (index, strength) in opening_table().held(position, (side, rook, ply), least) {
                if best.is_none_or(|best| best.strength < strength) {
                    *best = Some(Sight { index, strength, ply });
                }
            }
        }
    }

    pub fn castle(&self, side: Side) -> Option<SeenCastle> {
        seen(castle_table(), self.best[side.index()], side)
    }

    /// The strongest opening of a side, or the first of equally strong ones.
    pub fn opening_of(&self, side: Side) -> Option<SeenCastle> {
        seen(opening_table(), self.opening[side.index()], side)
    }

    /// The stronger of both sides' openings; of equally strong ones the earlier, and then the first player's.
    pub fn opening(&self) -> Option<SeenCastle> {
        let sides = [Side::First, Side::Second].into_iter().filter_map(|side| self.opening_of(side));
        sides.min_by_key(|seen| (std::cmp::Reverse(seen.shape.strength), seen.ply, seen.side))
    }
}

fn seen(table: &'static Table, sight: Option<Sight>, side: Side) -> Option<SeenCastle> {
    let Sight { index, ply, .. } = sight?;
    Some(SeenCastle { shape: table.get(index)?, ply, side })
}
