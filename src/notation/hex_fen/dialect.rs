//! The dialects of hexagonal FEN: the order of the cells.

use partie_rules::hex::Cell;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Ranks from the 11th to the first, each from left to right, then `w - 0 1`: side, en passant,
    /// half-move clock, move number. The default.
    Ranks,
    /// Files from a to l, each from the bottom; other fields are optional.
    FilesUp,
    /// Files from a to l, each from the top, then the fields of a chess FEN with `-` for castling.
    FilesDown,
}

/// Rows of a board, in every dialect.
pub const ROWS: usize = 11;

/// True if a FEN has the number of rows of the hexagonal board, which no other game has.
pub fn has_rows(fen: &[u8]) -> bool {
    let board = fen.trim_ascii_start().split(u8::is_ascii_whitespace).next().unwrap_or_default();
    board.iter().filter(|byte| **byte == b'/').count() + 1 == ROWS
}

/// The number of cells in a row of the dialect.
pub fn length(dialect: Dialect, row: usize) -> usize {
    match dialect {
        Dialect::Ranks => (2 * row + 1).min(ROWS),
        Dialect::FilesUp | Dialect::FilesDown => Cell::length(row as u8).into(),
    }
}

/// The cell at `place` in a row.
pub fn cell(dialect: Dialect, row: usize, place: usize) -> Option<Cell> {
    if place >= length(dialect, row) {
        return None;
    }
    let (row, place) = (row as u8, place as u8);
    match dialect {
        Dialect::Ranks => Cell::at(place + 5_u8.saturating_sub(row), 11 - row),
        Dialect::FilesUp => Cell::at(row, place + 1),
        Dialect::FilesDown => Cell::at(row, Cell::length(row) - place),
    }
}
