//! The media of records and their confusions: a table for each medium, from counts or from general knowledge.

use std::sync::OnceLock;

use super::alike;
use super::signs::{Sign, Weights};
use partie_record::Choices;

/// How a record was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Medium {
    #[default]
    Auto,
    /// A pen, on a score sheet.
    Hand,
    Keyboard,
    /// An electronic board that sends its moves.
    Board,
    /// A scan that a program read.
    Ocr,
}

impl Medium {
    /// All media by name, with a description.
    pub const CHOICES: Choices<Self> = &[
        ("auto", Self::Auto, "Guessed from the errors in the record"),
        ("hand", Self::Hand, "Written by hand: c for e, 4 for 5"),
        ("keyboard", Self::Keyboard, "Typed: the next key, 金 for 銀"),
        ("board", Self::Board, "Sent by an electronic board: a missing half-move, a piece on the next square"),
        ("ocr", Self::Ocr, "Scanned and read by a program: 1 for l, O for 0"),
    ];

    pub(super) fn confusions(self) -> &'static Confusions {
        static TABLES: [OnceLock<Confusions>; 5] = [const { OnceLock::new() }; 5];
        let table = match self {
            Self::Auto => "",
            Self::Hand => include_str!("hand.tsv"),
            Self::Keyboard => include_str!("keyboard.tsv"),
            Self::Board => include_str!("board.tsv"),
            Self::Ocr => include_str!("ocr.tsv"),
        };
        TABLES[self as usize].get_or_init(|| Confusions::of(table))
    }

    pub(super) fn weights(self, weights: &Weights) -> Weights {
        let mut weights = *weights;
        if self == Self::Board {
            // A board misses and adds moves as often as it confuses squares.
            weights[Sign::Inserted as usize] -= MISSED;
            weights[Sign::Deleted as usize] -= MISSED;
        }
        if self == Self::Ocr {
            weights[Sign::Text as usize] *= LOYAL;
        }
        weights
    }
}

/// Reduction of the cost of a half-move that an electronic board misses or adds.
const MISSED: f32 = 0.4;
/// Factor for the distance of a text that was read by OCR, which rarely confuses dissimilar characters. Set by hand.
const LOYAL: f32 = 2.0;

/// Cost of a confusion that was never counted, reduction by the logarithm of its count, and minimum cost.
const NEVER: f32 = 0.9;
const EACH: f32 = 0.17;
const MIN_COST: f32 = 0.35;

/// Costs of one character written for another.
#[derive(Debug)]
pub(super) struct Confusions {
    /// Costs from the table, sorted by both characters.
    listed: Vec<(char, char, f32)>,
    /// Costs of all pairs of ASCII characters.
    ascii: Vec<f32>,
}

const ASCII: usize = 128;

impl Confusions {
    /// Parses a table with two characters and a count in each row; each may be written for the other.
    fn of(table: &str) -> Self {
        let plain = |(a, b)| alike::misread(char::from(a as u8), char::from(b as u8));
        let all = (0..ASCII).flat_map(|a| (0..ASCII).map(move |b| (a, b)));
        let mut confusions = Self { listed: Vec::new(), ascii: all.map(plain).collect() };
        for (a, b, count) in table.lines().filter_map(row) {
            let cost = (NEVER - EACH * (1.0 + count).ln()).max(MIN_COST);
            for (a, b) in [(a, b), (b, a)] {
                confusions.listed.push((a, b, cost));
                if a.is_ascii() && b.is_ascii() {
                    confusions.ascii[a as usize * ASCII + b as usize] = cost;
                }
            }
        }
        confusions.listed.sort_by_key(|(a, b, _)| (*a, *b));
        confusions
    }

    /// Returns the cost of reading one character for another.
    pub(super) fn misread(&self, a: char, b: char) -> f32 {
        if a.is_ascii() && b.is_ascii() {
            return self.ascii[a as usize * ASCII + b as usize];
        }
        let own = self.listed.binary_search_by_key(&(a, b), |(a, b, _)| (*a, *b));
        own.map_or_else(|_| alike::misread(a, b), |at| self.listed[at].2)
    }

    /// Returns the characters that the table confuses with `character`, and how much less each costs than a confusion
    /// that was never counted.
    pub(super) fn of_character(&self, character: char) -> impl Iterator<Item = (char, f32)> {
        let from = self.listed.partition_point(|(a, _, _)| *a < character);
        let own = self.listed[from..].iter().take_while(move |(a, _, _)| *a == character);
        own.map(|(_, other, cost)| (*other, NEVER - cost))
    }
}

/// Parses two characters and a count, separated by tabs. A line that begins with `# ` describes the source of the
/// table.
fn row(line: &str) -> Option<(char, char, f32)> {
    let mut cells = line.split('\t').filter(|_| !line.starts_with("# "));
    let mut next = || cells.next();
    let [a, b] = [next()?, next()?].map(|cell| cell.chars().next());
    Some((a?, b?, next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_a_count_in_every_row_and_each_pair_once() {
        for (name, medium, _) in Medium::CHOICES {
            let table = match medium {
                Medium::Auto => continue,
                Medium::Hand => include_str!("hand.tsv"),
                Medium::Keyboard => include_str!("keyboard.tsv"),
                Medium::Board => include_str!("board.tsv"),
                Medium::Ocr => include_str!("ocr.tsv"),
            };
            assert!(table.starts_with("# "), "{name} does not say where it comes from");
            let mut seen = Vec::new();
            for line in table.lines().filter(|line| !line.starts_with("# ")) {
                let (a, b, count) = row(line).unwrap_or_else(|| panic!("{name}: {line}"));
                assert!(a != b && count >= 1.0, "{name}: {line}");
                assert!(!seen.contains(&(a, b)) && !seen.contains(&(b, a)), "{name} has {a} and {b} twice");
                seen.push((a, b));
            }
        }
    }

    #[test]
    fn what_is_seen_often_costs_less() {
        let cost = |medium: Medium, a, b| medium.confusions().misread(a, b);
        assert!(cost(Medium::Hand, 'c', 'e') < cost(Medium::Hand, 'c', 'f'));
        assert!(cost(Medium::Hand, '4', '5') < cost(Medium::Auto, '4', '5'));
        assert!(cost(Medium::Keyboard, 'd', 's') == cost(Medium::Keyboard, 's', 'd'));
        assert!(cost(Medium::Keyboard, '金', '銀') < cost(Medium::Board, '金', '歩'));
    }
}
