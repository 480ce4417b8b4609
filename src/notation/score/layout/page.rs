//! A page in reading order. Its columns are found in `gutter`.

use super::words::Word;
use partie_record::span::Span;
use partie_record::{Language, Movetext};

/// Notations of a printed page; the last one wins among equals.
pub(super) const MOVETEXTS: [Movetext; 5] = [
    Movetext::Descriptive(Language::English),
    Movetext::Descriptive(Language::French),
    Movetext::Descriptive(Language::Spanish),
    Movetext::Algebraic,
    Movetext::Kober,
];

/// Notations to try on a page, given the notation of the first row. Algebraic also reads moves with both squares and
/// those of hexagonal chess; it would count a misprint as readable.
pub(super) fn movetexts(shown: Option<Movetext>) -> impl Iterator<Item = Movetext> {
    let is_long = shown == Some(Movetext::Kober);
    MOVETEXTS.into_iter().filter(move |movetext| !is_long || *movetext != Movetext::Algebraic)
}

/// A page in reading order.
#[derive(Debug)]
pub(super) struct Page {
    pub words: Vec<Word>,
    /// Index of the first word in the right column.
    pub right: Option<usize>,
    /// The last character of its columns. If the right column is another game, it is read from there on.
    pub last: Span,
    /// Index of the first word below the columns.
    pub below: usize,
    /// Number of words above the line of row 1.
    pub above: usize,
}
