//! A page in the order in which it is read. Not for finding its columns.

use super::words::Word;
use partie_record::span::Span;
use partie_record::{Language, Movetext};

/// Notations of a printed page; of equals the last is taken.
pub(super) const MOVETEXTS: [Movetext; 5] = [
    Movetext::Descriptive(Language::English),
    Movetext::Descriptive(Language::French),
    Movetext::Descriptive(Language::Spanish),
    Movetext::Algebraic,
    Movetext::Kober,
];

/// A page as it is read.
#[derive(Debug)]
pub(super) struct Page {
    /// Its words in reading order.
    pub words: Vec<Word>,
    /// Where the first of them begins that stands in the right column.
    pub right: Option<usize>,
    /// The last character of its columns, from which on what stands in the right one is read if that is another game.
    pub last: Span,
    /// Where the words begin that stand below its columns.
    pub below: usize,
    /// How many words stand above the line of row 1.
    pub above: usize,
}
