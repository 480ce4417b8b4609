//! The words of a page in reading order. The columns of a page are found in `gutter`.

use super::words::Word;
use partie_record::span::Span;
use partie_record::{Language, Movetext};

/// Notations of a printed page. If several read equally many moves, the last one wins.
pub(super) fn all_movetexts() -> impl Iterator<Item = Movetext> {
    Language::ALL.into_iter().map(Movetext::Descriptive).chain([Movetext::Algebraic, Movetext::Kober])
}

/// Notations to try on a page whose first row is in notation `shown`. If moves name both squares there, algebraic
/// notation is left out: it also reads such moves, and would accept misprints.
pub(super) fn movetexts(shown: Option<Movetext>) -> impl Iterator<Item = Movetext> {
    let is_long = shown == Some(Movetext::Kober);
    all_movetexts().filter(move |movetext| !is_long || *movetext != Movetext::Algebraic)
}

/// The words of a page in reading order: left column, right column, text below.
#[derive(Debug)]
pub(super) struct Page {
    pub words: Vec<Word>,
    /// Index of the first word in the right column; `None` for a single column.
    pub right: Option<usize>,
    /// The last character of the columns. If the right column is another game, that game is read from here on.
    pub last: Span,
    /// Index of the first word below the columns.
    pub below: usize,
    /// Number of words above the line of row 1.
    pub above: usize,
}
