//! The tables of castles and openings: one shape per row, with tab-separated cells.
//!
//! Columns: English name, Japanese name, strength, plies (the first and last at which the shape counts), and pattern.
//! Lines that begin with `#` are comments.

use std::fmt;
use std::sync::OnceLock;

use super::{Pattern, PatternFault};
use partie_rules::Side;
use partie_rules::shogi::{Bitboard, PieceType, Position, Square, squares};

const CASTLES: &str = include_str!("../data/shogi_castles.tsv");
const OPENINGS: &str = include_str!("../data/shogi_openings.tsv");

/// A castle or an opening.
#[derive(Clone, Debug)]
pub struct Shape {
    pub english: &'static str,
    pub japanese: &'static str,
    /// Of several matching shapes, the one with the greatest strength counts.
    pub strength: u16,
    /// The first and the last ply at which the shape counts.
    pub plies: (u32, u32),
    pub pattern: Pattern,
}

/// The reason that a row is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowFault {
    Cells,
    /// Strength or plies are not numbers.
    Number,
    /// The pattern cannot be parsed.
    Pattern(PatternFault),
    /// The pattern does not begin with the anchor piece, by which the table is indexed.
    Anchor,
}

impl fmt::Display for RowFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells => f.write_str("the row does not have five cells"),
            Self::Number => f.write_str("strength or plies are no numbers"),
            Self::Pattern(fault) => write!(f, "{fault}"),
            Self::Anchor => f.write_str("the pattern does not begin with the piece by which the table is searched"),
        }
    }
}

/// Data that rules out most shapes without evaluating their patterns.
#[derive(Debug)]
struct Probe {
    /// Squares on which the owner must have a piece.
    needs: Bitboard,
    plies: (u32, u32),
    strength: u16,
    index: u16,
}

/// Shapes, indexed by the square of the anchor piece (king or rook), which every pattern contains.
#[derive(Debug)]
pub(super) struct Table {
    shapes: Vec<Shape>,
    /// Candidate shapes by side and by the square of the anchor piece.
    by_cell: [[Vec<Probe>; 81]; 2],
    /// The last ply at which any shape counts.
    pub(super) last: u32,
}

impl Table {
    fn new(text: &'static str, anchor: PieceType) -> Self {
        // A test checks that all rows are valid, so the default is never used.
        let shapes = read_castles(text, anchor).unwrap_or_default();
        let mut by_cell = std::array::from_fn(|_| std::array::from_fn(|_| Vec::new()));
        for (shape, index) in shapes.iter().zip(0..) {
            let Shape { plies, strength, .. } = *shape;
            let needs = shape.pattern.needs();
            for (side, cells) in shape.pattern.anchor(anchor).unwrap_or([0; 2]).into_iter().enumerate() {
                for cell in squares(cells) {
                    by_cell[side][cell.index()].push(Probe { needs: needs[side], plies, strength, index });
                }
            }
        }
        let last = shapes.iter().map(|shape| shape.plies.1).max().unwrap_or(0);
        Self { shapes, by_cell, last }
    }

    /// The shapes with a strength of at least `least` that a side with its anchor piece on `cell` has: indexes and
    /// strengths.
    #[inline]
    pub(super) fn held<'a>(
        &'a self,
        position: &'a Position,
        (side, cell, ply): (Side, Square, u32),
        least: u16,
    ) -> impl Iterator<Item = (u16, u16)> + 'a {
        let pieces = position.of_side(side);
        let probes = self.by_cell[side.index()].get(cell.index()).map_or(&[][..], Vec::as_slice);
        let near = probes.iter().filter(move |probe| {
            // `&` instead of `&&` compiles to one rarely taken branch instead of four.
            (!pieces & probe.needs == 0) & (probe.strength >= least) & (probe.plies.0 <= ply) & (ply <= probe.plies.1)
        });
        near.filter(move |probe| self.get(probe.index).is_some_and(|shape| shape.pattern.holds(position, side)))
            .map(|probe| (probe.index, probe.strength))
    }

    pub(super) fn get(&self, index: u16) -> Option<&Shape> {
        self.shapes.get(index as usize)
    }
}

/// Parses a table; each pattern must begin with the owner's piece of type `anchor`.
///
/// # Errors
/// Returns the first invalid row, with its line number from 1.
pub fn read_castles(text: &'static str, anchor: PieceType) -> Result<Vec<Shape>, (usize, RowFault)> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(index, line)| row(line, anchor).map_err(|fault| (index + 1, fault))).collect()
}

fn row(line: &'static str, anchor: PieceType) -> Result<Shape, RowFault> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [english, japanese, strength, plies, pattern] = cells[..] else { return Err(RowFault::Cells) };
    let (first, last) = plies.split_once('-').ok_or(RowFault::Number)?;
    let number = |text: &str| text.parse().map_err(|_| RowFault::Number);
    let shape = Shape {
        english,
        japanese,
        strength: strength.parse().map_err(|_| RowFault::Number)?,
        plies: (number(first)?, number(last)?),
        pattern: Pattern::parse(pattern).map_err(RowFault::Pattern)?,
    };
    if shape.pattern.anchor(anchor).is_some() { Ok(shape) } else { Err(RowFault::Anchor) }
}

pub(super) fn castle_table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| Table::new(CASTLES, PieceType::King))
}

pub(super) fn opening_table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| Table::new(OPENINGS, PieceType::Rook))
}

/// All known castles.
pub fn castles() -> &'static [Shape] {
    &castle_table().shapes
}

/// All known openings.
pub fn openings() -> &'static [Shape] {
    &opening_table().shapes
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn the_tables_have_no_fault() {
        assert_eq!(read_castles(CASTLES, PieceType::King).unwrap().len(), castles().len());
        assert_eq!(read_castles(OPENINGS, PieceType::Rook).unwrap().len(), openings().len());
        assert!(castles().len() >= 25 && openings().len() >= 15);
        // The castle watch relies on this.
        assert!(castles().iter().all(|shape| shape.pattern.is_of_pieces()));
        for shapes in [castles(), openings()] {
            let mut names: Vec<&str> = shapes.iter().flat_map(|shape| [shape.english, shape.japanese]).collect();
            names.sort_unstable();
            let all = names.len();
            names.dedup();
            assert_eq!(names.len(), all);
        }
    }

    #[test]
    fn faulty_rows_are_named() {
        let fault = |row| read_castles(row, PieceType::King).unwrap_err();
        assert_eq!(fault("# note\n\nA\ta\t1\t0-60"), (3, RowFault::Cells));
        assert_eq!(fault("A\ta\tx\t0-60\tK2h"), (1, RowFault::Number));
        assert_eq!(fault("A\ta\t1\t60\tK2h"), (1, RowFault::Number));
        assert_eq!(fault("A\ta\t1\t0-60\tS2h K2h"), (1, RowFault::Anchor));
        assert_eq!(fault("A\ta\t1\t0-60\tK2h|k3b"), (1, RowFault::Anchor));
        assert_eq!(fault("A\ta\t1\t0-60\t!K2h"), (1, RowFault::Anchor));
        for word in ["X2h", "K", "é", "K0a", "K2j", "K*", "K2h|", "|", "!", "K10a"] {
            let row: &'static str = format!("A\ta\t1\t0-60\tK2h {word}").leak();
            assert!(matches!(fault(row), (1, RowFault::Pattern(_))), "{word}");
        }
        assert!(matches!(fault("A\ta\t1\t0-60\t"), (1, RowFault::Pattern(_))));
    }
}
