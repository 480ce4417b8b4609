//! Formats games: in PGN export format if that loses nothing, and otherwise only each move in its best notation. Leaves
//! games with an error unchanged.

use lsp_types::TextEdit;
use partie_core::{Format, Grade, Target};

use super::document::span;
use super::judged::Judged;
use super::sessions::TextSessions;

pub(crate) fn format(judged: &Judged, cancelled: &dyn Fn() -> bool) -> Vec<TextEdit> {
    let document = &judged.document;
    // The session for diagnostics proposes no style fixes, so the text is judged again.
    let Some(judged) = Judged::of(
        document,
        TextSessions { judge: judged.sessions.format.clone(), ..judged.sessions.clone() },
        cancelled,
    ) else {
        return Vec::new();
    };
    let mut edits = Vec::new();
    let Some(pgn) = Target::find("pgn") else { return edits };
    for game in judged.games.iter().filter(|game| !game.is_broken()) {
        if cancelled() {
            return Vec::new();
        }
        let stretch = judged.stretch(game);
        let text = &document.text[stretch.clone()];
        let converted = (game.format() == Format::Pgn).then(|| game.convert(pgn));
        match converted.filter(|converted| converted.issues.is_empty() && converted.losses.is_empty()) {
            Some(converted) => {
                let new = String::from_utf8_lossy(&converted.bytes).into_owned();
                if new.trim() != text {
                    edits.push(document.edit(&stretch, new.trim()));
                }
            }
            None => {
                let style = game.edits(Grade::Certain);
                edits.extend(style.iter().map(|edit| document.edit(&span(&edit.span), edit.text.clone())));
            }
        }
    }
    edits
}
