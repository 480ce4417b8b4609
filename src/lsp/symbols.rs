//! The games of a text as symbols.

use lsp_types::{DocumentSymbol, SymbolKind};

use super::board::title;
use super::judged::Judged;

pub(crate) fn symbols(judged: &Judged) -> Vec<DocumentSymbol> {
    let document = &judged.document;
    let of = |game: &partie_core::Game| {
        let stretch = judged.stretch(game);
        let range = document.range(&stretch);
        let first = document.text[stretch.clone()].lines().next().unwrap_or_default().len();
        let result = game.result().map(|result| result.token().to_owned());
        let date = game.tag("Date").filter(|date| !date.contains('?')).map(str::to_owned);
        let detail: Vec<String> = result.into_iter().chain(date).collect();
        #[expect(deprecated, reason = "the protocol's own field, which must be written")]
        DocumentSymbol {
            name: title(game),
            detail: Some(detail.join(", ")),
            kind: SymbolKind::EVENT,
            tags: None,
            deprecated: None,
            range,
            selection_range: document.range(&(stretch.start..stretch.start + first)),
            children: None,
        }
    };
    judged.games.iter().map(of).collect()
}
