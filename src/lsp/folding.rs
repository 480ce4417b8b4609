//! Folding: each game folds to its first line.

use lsp_types::{FoldingRange, FoldingRangeKind};

use super::judged::Judged;

pub(crate) fn folding(judged: &Judged) -> Vec<FoldingRange> {
    let document = &judged.document;
    let of = |game: &partie_core::Game| {
        let stretch = judged.stretch(game);
        let range = document.range(&stretch);
        (range.start.line < range.end.line).then(|| FoldingRange {
            start_line: range.start.line,
            end_line: range.end.line,
            kind: Some(FoldingRangeKind::Region),
            ..FoldingRange::default()
        })
    };
    judged.games.iter().filter_map(of).collect()
}
