//! What can be folded: each game to its first line.

use lsp_types::{FoldingRange, FoldingRangeKind};

use super::document::span;
use super::judged::Judged;

pub(crate) fn folding(judged: &Judged) -> Vec<FoldingRange> {
    let document = &judged.document;
    let of = |game: &partie_core::Game| {
        let whole = span(&game.span());
        let text = document.text.get(whole.clone()).unwrap_or_default();
        let start = whole.start + text.len() - text.trim_start().len();
        let range = document.range(&(start..start + text.trim().len()));
        (range.start.line < range.end.line).then(|| FoldingRange {
            start_line: range.start.line,
            end_line: range.end.line,
            kind: Some(FoldingRangeKind::Region),
            ..FoldingRange::default()
        })
    };
    judged.games.iter().filter_map(of).collect()
}
