//! Repairs as errata of a book: a row of cells for each misprint, with the likely correct text.

use super::repair::{RepairedGame, SliceEdit};
use partie_notation::score;
use partie_record::Format;
use partie_record::span::Span;
use partie_repair::Repair;

pub const COLUMNS: [&str; 9] = ["file", "page", "line", "game", "move", "printed", "meant", "grade", "others"];

/// A row; its cells are in the order of [`COLUMNS`].
pub type Erratum = [String; COLUMNS.len()];

/// Returns a row for each edit of the best repair, or a row for the broken move if no repair is known.
pub fn errata(game: &RepairedGame<'_>) -> Vec<Erratum> {
    let text_of = |edit: &SliceEdit| (edit.was(&game.place), edit.text(&game.place));
    let mut errata = Vec::new();
    for edit in game.repairs.best.iter().flat_map(|best| &best.edits) {
        let (printed, meant) = text_of(edit);
        let others = game.repairs.others.iter().filter_map(|other| at(other, edit.span)).map(|other| text_of(other).1);
        let others = others.collect::<Vec<_>>().join(" | ");
        let cells = [edit.number.clone(), printed, meant, edit.grade.name().to_owned(), others];
        errata.push(erratum(game, edit.span, cells));
    }
    if let Some(broken) = game.repairs.broken.as_ref().filter(|_| game.repairs.best.is_none()) {
        let printed = game.place.encoding.decode(broken.span.of(&game.place.slice.bytes)).into_owned();
        errata.push(erratum(game, broken.span, [String::new(), printed, String::new(), String::new(), String::new()]));
    }
    errata
}

/// Returns the edit at `span` if it is the only edit of the repair.
fn at(repair: &Repair<SliceEdit>, span: Span) -> Option<&SliceEdit> {
    match repair.edits.as_slice() {
        [edit] if edit.span == span => Some(edit),
        _ => None,
    }
}

/// Builds a row. `cells` are the last ones of the row: move, printed, meant, grade, others.
fn erratum(game: &RepairedGame<'_>, span: Span, cells: [String; 5]) -> Erratum {
    let place = &game.place;
    let at = span.from as usize;
    // JSON has no page marks.
    let is_book = place.slice.format != Format::Json;
    let page = is_book.then(|| score::page(&place.slice.bytes, at)).flatten();
    let page = page.map(|page| page.to_string()).unwrap_or_default();
    let (line, number) = (place.lines.line_column(at).0.to_string(), place.game.to_string());
    let [mv, printed, meant, grade, others] = cells;
    [place.path.to_owned(), page, line, number, mv, printed, meant, grade, others]
}
