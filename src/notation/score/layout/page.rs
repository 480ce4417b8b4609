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

/// Notations in which a page may be read of which the first row shows one. Algebraic reads moves that name both squares, too, and
/// those of hexagonal chess, so that it would read a misprint more.
pub(super) fn movetexts(shown: Option<Movetext>) -> impl Iterator<Item = Movetext> {
    let is_long = shown == Some(Movetext::Kober);
    MOVETEXTS.into_iter().filter(move |movetext| !is_long || *movetext != Movetext::Algebraic)
}

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
