//! When to search for the language of the piece letters, and the finding on it. The search is in `letters`.

use super::game::ChessDialect;
use crate::context::GameContext;
use crate::line_replayer::LineReplayer;
use partie_record::ItemKind;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::text as said;
use partie_record::say;

/// True if the letters of other languages may be tried.
pub(super) fn asks_for_letters<N: ChessDialect>(replayer: &LineReplayer<N>) -> bool {
    replayer.notation.seeks_letters() && replayer.options.letters.is_none() && replayer.notation.letters().is_english()
}

/// Reports the detected language of the letters.
#[cold]
pub(super) fn report<N: ChessDialect>(replayer: &mut LineReplayer<N>, context: &GameContext<'_, N>) {
    let first = context.record.items.iter().find(|item| item.kind == ItemKind::Move);
    let span = first.map_or(context.record.span, |item| item.span);
    let letters = replayer.notation.letters();
    if !replayer.notation.seeks_letters() || context.book.rules.letters.contains(&letters.code) {
        return;
    }
    // Czech and Slovak have the same letters.
    let name = if matches!(letters.code, "cs" | "sk") { "Czech or Slovak" } else { letters.name };
    // With a rival, the record fits two different games.
    let severity = if replayer.state.rival.is_some() { Severity::Warning } else { Severity::Info };
    replayer.collector.add_once_per_game(Code::N002, severity, || {
        let state = &replayer.state;
        let reach = if state.letters_fit { say!("to-its-end") } else { say!("farther") };
        let language = said(name);
        let message = match (state.english_fits, state.rival) {
            (true, None) => say!("piece-letters-or-english", language = language, reach = reach),
            (false, None) => say!("piece-letters", language = language, reach = reach),
            (true, Some(rival)) => {
                say!("piece-letters-or-english-or", language = language, reach = reach, other = said(rival.name))
            }
            (false, Some(rival)) => {
                say!("piece-letters-or", language = language, reach = reach, other = said(rival.name))
            }
        };
        Finding::new(Code::N002, span, message)
    });
}
