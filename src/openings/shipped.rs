//! The shipped table: that of Lichess (github.com/lichess-org/chess-openings, CC0), with the Zobrist key of the last
//! position of each line. With the keys, lines need not be replayed; a test checks the keys.

use std::collections::HashSet;
use std::sync::OnceLock;

use super::{Opening, OpeningBook, table};

/// Columns: code, name, moves, key in hexadecimal digits, plies. Rows are sorted by moves, so that most lines begin
/// like the previous line.
const TABLE: &str = include_str!("data/eco.tsv");
const LINES: usize = 4096;

impl OpeningBook {
    /// Returns the shipped table.
    pub fn shipped() -> &'static Self {
        static BOOK: OnceLock<OpeningBook> = OnceLock::new();
        BOOK.get_or_init(|| {
            let mut rows = Vec::with_capacity(LINES);
            rows.extend(TABLE.lines().skip(1).filter_map(row));
            Self::new(rows)
        })
    }
}

fn row(line: &'static str) -> Option<(u64, Opening)> {
    let mut cells = memchr::memchr_iter(b'\t', line.as_bytes());
    let [eco, name, pgn, key] = [cells.next()?, cells.next()?, cells.next()?, cells.next()?];
    let opening = Opening {
        eco: *line.as_bytes().first_chunk()?,
        name: line.get(eco + 1..name)?.into(),
        plies: line.get(key + 1..)?.parse().ok()?,
        index: 0,
    };
    Some((u64::from_str_radix(line.get(pgn + 1..key)?, 16).ok()?, opening))
}

/// True if a position, by its zobrist key ([`partie_rules::Rules::zobrist`]), is an opening of the table or on the way
/// to one. The first call replays all lines.
pub fn is_on_the_way(key: u64) -> bool {
    static KNOWN: OnceLock<HashSet<u64>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| {
        let mut rows = Vec::with_capacity(LINES);
        // A test checks that the table has no fault.
        let _ = table::read_table(TABLE.as_bytes(), &mut rows);
        rows.iter().flat_map(|row| row.way.iter().chain([&row.key])).copied().collect()
    });
    known.contains(&key)
}
