//! The row of a game in a group of duplicates.

use partie_record::{count, format_thousands};
use partie_table::column::table;

table! {
    /// A game that occurs twice, is the beginning of another, or reaches the same end by another order of moves; the rows of a group follow each other.
    pub struct DuplicateRow<'a> in "duplicates" {
        /// Number of the group, from 1, in the order of the kept games.
        group: i64,
        /// Relation to the kept game: `kept` (itself), `exact` (same moves and result), `moves` (another result), `prefix` (one is the beginning of the other) or `order` (the same players of either color, year, plies and last position, but other moves).
        level: &'a str,
        /// Path of the archive, or `<stdin>`.
        source: &'a str,
        /// Number of the game in its source, from 1.
        game: i64,
        /// Key of the game, as in `games`.
        game_key: i64,
        /// Line of the game's first byte that is not white space, from 1.
        line: i64,
        /// `chess`, `shogi` or `hex`.
        kind: &'a str,
        /// Plies that were replayed.
        plies: i32,
        /// 1 if the first player won, 0 if drawn, -1 if the second player won.
        outcome: Option<i8>,
        /// Source of the kept game: legal before broken, then longer, then more annotations, more tags, earlier.
        kept_source: &'a str,
        /// Number of the kept game in its source.
        kept_game: i64,
        /// Key of the kept game, as in `games`.
        kept_game_key: i64,
    }
}

impl DuplicateRow<'_> {
    /// Formats the row as a line of a list.
    pub fn line(&self) -> String {
        let Self { level, source, line, game, plies, .. } = self;
        let result = match self.outcome {
            Some(1) => ", won by the first player",
            Some(0) => ", drawn",
            Some(_) => ", won by the second player",
            None => "",
        };
        let plies = count(u64::from(plies.unsigned_abs()), "ply", "plies");
        format!("  {level:<7} {source}:{line}  game {}, {plies}{result}\n", format_thousands(game.unsigned_abs()))
    }
}
