//! Repairs as a list of errata: a row of CSV for each place of a book that is misprinted, with what may be meant.

use super::repair::{PlacedEdit, PlacedRepair, RepairCounts, RepairReporter, RepairedGame};
use partie_notation::score;
use partie_record::shown::push_csv_row;
use partie_record::span::Span;

/// The columns.
const COLUMNS: [&str; 9] = ["file", "page", "line", "game", "move", "printed", "meant", "grade", "others"];

/// The form.
#[derive(Default)]
pub(super) struct Errata {
    begun: bool,
}

/// A place and what is said of it.
struct Erratum<'a> {
    span: Span,
    number: &'a str,
    printed: String,
    meant: String,
    grade: &'static str,
    others: String,
}

impl RepairReporter for Errata {
    fn game(&mut self, game: &RepairedGame<'_>, text: &mut String) {
        self.begin(text);
        let text_of = |edit: &PlacedEdit| (edit.was(&game.place), edit.text(&game.place));
        for edit in game.best.iter().flat_map(|best| &best.edits) {
            let (printed, meant) = text_of(edit);
            let others = game.others.iter().filter_map(|other| at(other, edit.span)).map(|other| text_of(other).1);
            let others = others.collect::<Vec<_>>().join(" | ");
            let (span, number, grade) = (edit.span, edit.number.as_str(), edit.grade.name());
            row(game, &Erratum { span, number, printed, meant, grade, others }, text);
        }
        if let Some(broken) = game.broken.filter(|_| game.best.is_none()) {
            let printed = game.place.encoding.decode(broken.span.of(&game.place.slice.bytes)).into_owned();
            let meant = String::new();
            row(
                game,
                &Erratum { span: broken.span, number: "", printed, meant, grade: "", others: String::new() },
                text,
            );
        }
    }

    fn end(&mut self, _: &RepairCounts, text: &mut String) {
        self.begin(text);
    }
}

impl Errata {
    fn begin(&mut self, text: &mut String) {
        if !std::mem::replace(&mut self.begun, true) {
            push(COLUMNS, text);
        }
    }
}

/// The edit of a repair at a place, if that is all it does.
fn at(repair: &PlacedRepair, span: Span) -> Option<&PlacedEdit> {
    match repair.edits.as_slice() {
        [edit] if edit.span == span => Some(edit),
        _ => None,
    }
}

fn row(game: &RepairedGame<'_>, erratum: &Erratum<'_>, text: &mut String) {
    let place = &game.place;
    let at = erratum.span.from as usize;
    let page = score::page(&place.slice.bytes, at).map(|page| page.to_string()).unwrap_or_default();
    let (line, number) = (place.lines.line_column(at).0.to_string(), place.game.to_string());
    let Erratum { number: mv, printed, meant, grade, others, .. } = erratum;
    push([place.path, &page, &line, &number, mv, printed, meant, grade, others], text);
}

/// Adds a row of CSV.
fn push(cells: [&str; COLUMNS.len()], text: &mut String) {
    let mut row = Vec::new();
    push_csv_row(&mut row, cells);
    text.push_str(&String::from_utf8_lossy(&row));
}
