//! The row of a finding.

use crate::column::table;
use crate::value::{Name, Text};

table! {
    /// One finding; infos are included only on request.
    pub struct FindingRow<'a> in "findings" {
        /// Path of the archive, or `<stdin>`.
        source: &'a str,
        /// Number of the game, as in `games`.
        game: i64,
        /// Key of the game, as in `games`.
        game_key: i64,
        /// Line, from 1, as in `games`.
        line: i64,
        /// Column, from 1, in characters.
        column: i32,
        /// Bytes of the unpacked source before the finding, as in `games`.
        source_offset: i64,
        /// Length of the token in bytes.
        span_bytes: i32,
        /// Identifier assigned by the site.
        game_id: Option<Text<'a>>,
        /// `chess`, `shogi` or `hex`.
        kind: Name,
        /// Rule book.
        rules: Name,
        /// Code of the finding.
        code: Name,
        /// Name of the code.
        name: Name,
        /// `error`, `warning` or `info`.
        severity: Name,
        /// Ply, from 1; 0 before the first move.
        ply: Option<i32>,
        /// Number of the move, from 1; in chess and hexagonal chess, a move of each side has the same number.
        move_no: Option<i32>,
        /// `first` or `second`: the side of the move.
        side: Option<&'a str>,
        /// Line of the game: 0 for the main line, then the variations in their order.
        variation: i32,
        /// Text of the finding in the source.
        token: Option<Text<'a>>,
        /// What is wrong.
        message: Text<'a>,
        /// What to do.
        help: Option<Text<'a>>,
        /// Article of the rule book.
        basis: Option<&'a str>,
        /// Position before the move: FEN, SFEN or hexagonal FEN.
        position: Option<&'a str>,
        /// Replacement for the token, if it needs no search; with `--suggest`, also the repair of a broken line.
        fix: Option<&'a str>,
        /// Occurrences in the game.
        count: i32,
    }
}
