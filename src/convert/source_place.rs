//! The place of a printed record in its source book.

use partie_record::{Format, Heading, ItemKind, SourcePlace, span};
use partie_replay::games::Game;

/// The place of a printed game in its book; `before` lines precede the slice. A JSON record contains its place. `None`
/// for records that are not printed, and for a score without headings at the beginning of its file.
pub(super) fn source_place(game: &Game<'_>, before: u64) -> Option<SourcePlace> {
    let Game { slice, record, .. } = *game;
    if record.format != Format::Score || !record.tags.is_empty() {
        return None;
    }
    if slice.format == Format::Json {
        return record.source_place;
    }
    if record.span.from == 0 && before == 0 && record.headings.is_empty() {
        return None;
    }
    // The game's own title is the last one above it.
    let row = record.items.iter().find(|item| matches!(item.kind, ItemKind::Number | ItemKind::Move))?.span.from;
    let titles = record.headings.iter().filter(|(heading, span)| *heading == Heading::Event && span.from < row);
    let first = titles.map(|(_, span)| span.from).max().unwrap_or(row);
    let title = span::Span { from: first, to: first };
    Some(SourcePlace { page: game.page(title), line: before + game.lines_before(title) + 1 })
}
