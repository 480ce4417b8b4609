//! Converts the games of a text to document symbols.

use lsp_types::{DocumentSymbol, SymbolKind};

use super::board::title;
use super::judged::Judged;

/// The games as document symbols; incomplete after cancellation.
pub(crate) fn symbols(judged: &Judged, cancelled: impl Fn() -> bool) -> Vec<DocumentSymbol> {
    let document = &judged.document;
    let of = |game: &partie_core::Game| {
        let stretch = judged.stretch(game);
        let range = document.range(&stretch);
        let first = document.text[stretch.clone()].lines().next().unwrap_or_default().len();
        let result = game.result().map(|result| result.token().to_owned());
        let date = date(&document.text[stretch.clone()]).map(str::to_owned);
        let detail: Vec<String> = result.into_iter().chain(date).collect();
        #[expect(deprecated, reason = "the protocol's own field, which must be written")]
        DocumentSymbol {
            name: title(judged, game),
            detail: Some(detail.join(", ")),
            kind: SymbolKind::EVENT,
            tags: None,
            deprecated: None,
            range,
            selection_range: document.range(&(stretch.start..stretch.start + first)),
            children: None,
        }
    };
    judged.games.iter().take_while(|_| !cancelled()).map(of).collect()
}

/// The value of the Date tag; `None` if a part of it is unknown. Searches the text, because `Game::tag` replays the
/// game and keeps all its positions, which takes seconds and 600 MB for 8 MB of games.
fn date(text: &str) -> Option<&str> {
    let is_head = |line: &&str| line.is_empty() || line.starts_with(['[', '%', ';']);
    let tag = text.lines().map(str::trim).take_while(is_head).find_map(|line| line.strip_prefix("[Date \""))?;
    tag.split_once('"').map(|(date, _)| date).filter(|date| !date.is_empty() && !date.contains('?'))
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn the_date_of_a_head() {
        assert_eq!(date("% x\n[White \"A\"]\n[Date \"2024.01.02\"]\n\n1. e4 *"), Some("2024.01.02"));
        assert_eq!(date("[Date \"2024.??.??\"]\n"), None);
        assert_eq!(date("1. e4 {\n[Date \"2024.01.02\"]} *"), None);
    }
}
