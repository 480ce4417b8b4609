//! Converts one game of a slice.

use super::converter::Converter;
use super::writer::Finished;
use partie_record::message::{Message, text as said};
use partie_record::span::Span;
use partie_record::{Encoding, Format, Heading, ItemKind, Record, SourcePlace, say};
use partie_replay::games::Game;
use partie_replay::{Replayed, Replayer, Status};

/// Converts a game; `line` is the number of lines in its file before the slice. Returns a message if the target does
/// not support the game.
pub fn convert_game(
    converter: &mut Converter,
    replayer: &mut Replayer,
    game: &Game<'_>,
    line: u64,
) -> (Replayed, Result<Finished, Message>) {
    let Game { mut text, slice, source, record, plain, .. } = *game;
    converter.begin();
    if text.encoding == Encoding::Unknown && converter.keep_bytes() {
        text.encoding = Encoding::Kept;
    }
    converter.set_source(source_place(game, line));
    let replayed = replayer.replay_to(text, record, plain, converter.visitor());
    let unreadable = replayed.status == Status::Unreadable && converter.target().supports(replayed.kind);
    // A line of a position list without a position is no game to convert; JSON still keeps its text.
    let is_no_position = record.format.is_position_list() && record.fen().is_none();
    if unreadable && !is_no_position {
        converter.begin_unplayable(text, record);
    }
    converter.write_source_record(text, source, record);
    let misses_position = replayed.status == Status::Unsupported && record.format == Format::Score;
    // A record read from JSON has no text of its own format to copy.
    let has_own_text = record.format.name() == converter.target().name() && slice.format != Format::Json;
    let is_unjudged = replayed.status == Status::Unsupported && has_own_text;
    if misses_position || !converter.target().supports(replayed.kind) {
        // Discards the output, as the target does not support the game, or its initial position is missing.
        converter.begin();
    } else if is_unjudged && !converter.edits() {
        converter.write_unchanged(text, record);
    }
    let finished = converter.finish().map(|finished| placed(finished, record));
    let finished = finished.ok_or_else(|| match replayed.status {
        _ if misses_position => say!("game-without-position"),
        Status::Unsupported if is_unjudged => say!("edited-game-of-unknown-variant"),
        Status::Unsupported => say!("game-of-unknown-variant"),
        _ if unreadable && is_no_position => say!("text-without-position"),
        _ if unreadable => say!("game-without-start"),
        _ => say!("game-of", kind = said(replayed.kind.name())),
    });
    (replayed, finished)
}

/// Translates the offset of the cut from the decoded text to the slice.
fn placed(mut finished: Finished, record: &Record) -> Finished {
    if let Some(at) = finished.cut.as_mut().and_then(|cut| cut.at.as_mut()) {
        *at = record.place(Span { from: *at, to: *at }).from;
    }
    finished
}

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
    let title = Span { from: first, to: first };
    Some(SourcePlace { page: game.page(title), line: before + game.lines_before(title) + 1 })
}
