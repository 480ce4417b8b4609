//! Completions at an offset: legal moves, results, and names of tags.

use std::ops::Range;

use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit};
use partie_core::GameKind;

use super::document::{Document, span};
use super::judged::Judged;

/// The Seven Tag Roster, and the most frequent other tags.
const TAGS: [&str; 23] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "WhiteTitle",
    "BlackTitle",
    "ECO",
    "Opening",
    "SetUp",
    "FEN",
    "Variant",
    "TimeControl",
    "Termination",
    "Annotator",
    "PlyCount",
    "EventDate",
    "Source",
    "Rules",
];
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

pub(crate) fn complete(judged: &Judged, offset: usize) -> Vec<CompletionItem> {
    let document = &judged.document;
    let start = document.lines.line_start(offset);
    let line = document.text.get(start..offset).unwrap_or_default();
    if let Some(tag) = line.strip_prefix('[') {
        return of_tag(document, tag, offset);
    }
    let token = line.rfind(|sign: char| sign.is_whitespace() || matches!(sign, '.' | '(' | ')' | '{' | '}'));
    let token = token.map_or(start, |at| start + at + line[at..].chars().next().map_or(1, char::len_utf8));
    let Some(game) = judged.game_at(offset) else { return Vec::new() };
    // The move at the cursor is incomplete, but may already parse as another legal move.
    let before = game.moves().iter().filter(|mv| mv.is_played() && span(&mv.span).end <= token).count();
    let edit = token..offset;
    let moves = game.legal_moves(u32::try_from(before).unwrap_or(u32::MAX));
    let moves = moves.into_iter().map(|mv| {
        let detail = if mv.written == mv.san { mv.coordinates } else { format!("{}, {}", mv.san, mv.coordinates) };
        item(document, &edit, (&mv.written, CompletionItemKind::VALUE), detail)
    });
    let results = RESULTS.iter().filter(|_| game.kind() != GameKind::Shogi);
    let results =
        results.map(|result| item(document, &edit, (result, CompletionItemKind::CONSTANT), "result".to_owned()));
    moves.chain(results).collect()
}

fn of_tag(document: &Document, tag: &str, offset: usize) -> Vec<CompletionItem> {
    match tag.split_once('"') {
        None if tag.contains(' ') => Vec::new(),
        None => {
            let edit = offset - tag.len()..offset;
            let tags =
                TAGS.iter().map(|name| item(document, &edit, (name, CompletionItemKind::PROPERTY), String::new()));
            tags.collect()
        }
        Some((name, value)) if name.trim() == "Result" && !value.contains('"') => {
            let edit = offset - value.len()..offset;
            let kind = CompletionItemKind::CONSTANT;
            RESULTS.iter().map(|result| item(document, &edit, (result, kind), String::new())).collect()
        }
        Some(_) => Vec::new(),
    }
}

fn item(
    document: &Document,
    edit: &Range<usize>,
    (label, kind): (&str, CompletionItemKind),
    detail: String,
) -> CompletionItem {
    CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        detail: Some(detail).filter(|detail| !detail.is_empty()),
        text_edit: Some(CompletionTextEdit::Edit(document.edit(edit, label))),
        filter_text: Some(label.to_owned()),
        ..CompletionItem::default()
    }
}
