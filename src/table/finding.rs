//! The row of a finding.

use crate::column::table;
use crate::value::{Name, Text};

table! {
    /// One finding; infos are among them only when they are asked for.
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
        /// Bytes of the unpacked source before the place, as in `games`.
        source_offset: i64,
        /// Bytes of the place.
        span_bytes: i32,
        /// Identifier that the site gave.
        game_id: Option<Text<'a>>,
        /// `chess`, `shogi` or `hex`.
        kind: Name,
        /// Rule book.
        rules: Name,
        /// The catalogue's code.
        code: Name,
        /// The code's name.
        name: Name,
        /// `error`, `warning` or `info`.
        severity: Name,
        /// Ply, from 1; 0 is before the first move.
        ply: Option<i32>,
        /// Number of the move, from 1; chess and hexagonal chess count a move of both sides as one.
        move_no: Option<i32>,
        /// `first` or `second`: whose move it is.
        side: Option<&'a str>,
        /// Line of the game: 0 the main line, others in the order in which they open.
        variation: i32,
        /// The text at the place.
        token: Option<Text<'a>>,
        /// What is wrong.
        message: Text<'a>,
        /// What to do.
        help: Option<Text<'a>>,
        /// Paragraph of the rule book.
        basis: Option<&'a str>,
        /// Position before the move: FEN, SFEN or hexagonal FEN.
        position: Option<&'a str>,
        /// Text that would replace the token: one that needs no search, and with `--suggest` what a broken line may have meant.
        fix: Option<&'a str>,
        /// How often it occurs in the game.
        count: i32,
    }
}
