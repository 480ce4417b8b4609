//! Tables of openings as text: columns `eco`, `name` and `pgn`, separated by tabs.
//!
//! The header determines the order of columns, and a table may have other columns, too. Words of `pgn` are SAN, with or
//! without move numbers.

use super::{DEPTH, Opening, TableFault};
use partie_notation::san;
use partie_record::byte_order_mark;
use partie_rules::chess::Position;
use partie_rules::{Resolution, Rules as _};

pub(super) type Rows = Vec<Row>;

/// A line of a table.
pub(super) struct Row {
    /// Zobrist key of the line's last position.
    pub(super) key: u64,
    /// Zobrist keys of the line's other positions, except for the start and for positions of the previous line.
    pub(super) way: Box<[u64]>,
    pub(super) opening: Opening,
}

/// Columns that a table must have.
const COLUMNS: [&str; 3] = ["eco", "name", "pgn"];

/// Parses a table, and appends its rows.
///
/// # Errors
/// The first fault, with its line from 1.
pub(super) fn read_table(bytes: &[u8], rows: &mut Rows) -> Result<(), (u64, TableFault)> {
    let bytes = byte_order_mark::without(bytes);
    let mut lines = (1..).zip(bytes.split(|byte| *byte == b'\n'));
    let head = lines.next().map_or(&[][..], |(_, line)| line);
    let columns = head_of(head).map_err(|fault| (1, fault))?;
    let mut walk = Walk::new();
    for (number, line) in lines {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if !line.iter().all(u8::is_ascii_whitespace) {
            rows.push(row(line, columns, &mut walk).map_err(|fault| (number, fault))?);
        }
    }
    Ok(())
}

fn head_of(line: &[u8]) -> Result<[usize; 3], TableFault> {
    let mut columns = [0; 3];
    for (column, name) in columns.iter_mut().zip(COLUMNS) {
        let mut cells = line.split(|byte| *byte == b'\t');
        let found = cells.position(|cell| cell.trim_ascii().eq_ignore_ascii_case(name.as_bytes()));
        *column = found.ok_or(TableFault::NoColumn(name))?;
    }
    Ok(columns)
}

fn row<'t>(line: &'t [u8], columns: [usize; 3], walk: &mut Walk<'t>) -> Result<Row, TableFault> {
    let line = std::str::from_utf8(line).map_err(|_| TableFault::NotUtf8)?;
    let mut cells = [""; 3];
    for ((cell, column), name) in cells.iter_mut().zip(columns).zip(COLUMNS) {
        *cell = line.split('\t').nth(column).unwrap_or_default().trim();
        if cell.is_empty() {
            return Err(TableFault::NoCell(name));
        }
    }
    let [eco, name, pgn] = cells;
    let &[letter @ b'A'..=b'E', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] = eco.as_bytes() else {
        return Err(TableFault::Eco(eco.to_owned()));
    };
    let known = walk.follow_moves(pgn)?;
    let mut keys = walk.steps.iter().map(|(_, position)| position.zobrist());
    let key = keys.next_back().ok_or(TableFault::NoCell("pgn"))?;
    let opening = Opening { eco: [letter, tens, ones], name: name.into(), plies: walk.steps.len() as u32, index: 0 };
    Ok(Row { key, way: keys.skip(known).collect(), opening })
}

/// The moves of a line and the positions after them. They are kept for the next line, as most lines of a sorted table
/// begin like the previous line.
struct Walk<'t> {
    start: Position,
    steps: Vec<(&'t str, Position)>,
}

impl<'t> Walk<'t> {
    fn new() -> Self {
        Self { start: Position::start(), steps: Vec::new() }
    }

    /// Plays the moves of a line. Returns the number of plies shared with the previous line.
    fn follow_moves(&mut self, pgn: &'t str) -> Result<usize, TableFault> {
        let (mut plies, mut known) = (0, 0);
        for word in pgn.split_ascii_whitespace() {
            let text = without_number(word);
            if text.is_empty() || text == "*" {
                continue;
            }
            if plies == DEPTH as usize {
                return Err(TableFault::TooDeep);
            }
            if self.steps.get(plies).is_some_and(|(move_before, _)| *move_before == text) {
                known += 1;
            } else {
                self.steps.truncate(plies);
                let before = self.steps.last().map_or(&self.start, |(_, position)| position);
                let found = match san::read_move(text.as_bytes()) {
                    Ok((&[], written)) => before.resolve(&written.pattern),
                    _ => Resolution::None,
                };
                let Resolution::Unique(mv) = found else {
                    return Err(TableFault::Move { word: word.chars().take(40).collect(), ply: plies as u32 + 1 });
                };
                let mut position = before.clone();
                position.play(mv);
                self.steps.push((text, position));
            }
            plies += 1;
        }
        self.steps.truncate(plies);
        Ok(known)
    }
}

/// Removes `12.` or `12...` before a word; `0-0` keeps its zero.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    fn fault(table: &str) -> String {
        let (line, fault) = read_table(table.as_bytes(), &mut Vec::new()).unwrap_err();
        format!("{line}: {fault}")
    }

    #[test]
    fn columns_are_found_by_name_and_numbers_are_read_past() {
        let mut rows = Vec::new();
        let table =
            "\u{feff}name\tepd\tECO\tpgn\r\nKing: Pawn\t-\tB00\t1.e4\r\n\r\nX\t\tC42\t1. e4 e5 2. Nf3 2... Nf6 *\n";
        read_table(table.as_bytes(), &mut rows).unwrap();
        assert_eq!(
            rows.iter().map(|row| (row.opening.eco(), row.opening.plies)).collect::<Vec<_>>(),
            [("B00", 1), ("C42", 4)]
        );
        assert_eq!((rows[0].opening.name(), rows[0].opening.family()), ("King: Pawn", "King"));
    }

    #[test]
    fn faults_name_the_line() {
        assert_eq!(fault(""), "1: the first line names no column \"eco\"");
        assert_eq!(fault("eco\tname\n"), "1: the first line names no column \"pgn\"");
        let with = |row: &str| fault(&format!("eco\tname\tpgn\nA00\tx\tg4\n{row}"));
        assert_eq!(with("F00\tx\te4"), "3: \"F00\" is no ECO code from A00 to E99");
        assert_eq!(with("A00\tx"), "3: the column \"pgn\" is empty");
        assert_eq!(with("A00\tx\t1. *"), "3: the column \"pgn\" is empty");
        assert_eq!(with("A00\tx\t1. e4 e5 2. Ke3"), "3: \"Ke3\", ply 3, is not one legal move");
        assert_eq!(with("A00\tx\t1. e4 junk"), "3: \"junk\", ply 2, is not one legal move");
        let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(11);
        assert_eq!(with(&format!("A00\tx\t{long}")), "3: the line has more than 40 plies");
        let (line, not_utf8) = read_table(b"eco\tname\tpgn\nA00\t\xff\te4", &mut Vec::new()).unwrap_err();
        assert_eq!((line, not_utf8.to_string().as_str()), (2, "the line is not UTF-8"));
    }

    #[test]
    fn no_text_makes_it_panic() {
        let table = include_bytes!("data/eco.tsv");
        let mut state = 1_u64;
        for _ in 0..2_000 {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let at = (state >> 33) as usize % (table.len() - 400);
            let mut bytes = b"eco\tname\tpgn\n".to_vec();
            bytes.extend(&table[at..at + 400]);
            let broken = 12 + (state >> 20) as usize % 400;
            bytes[broken] = (state >> 11) as u8;
            let _ = read_table(&bytes, &mut Vec::new());
        }
    }
}
