//! Parses the moves of `moves('e4 c5 Nf3')`. Opening names are handled by `opening('...')`.

use partie_record::ItemKind;
use partie_record::finding::{Code, Severity};
use partie_replay::game_worker::{GameEvent, each};
use partie_replay::games::Game;
use partie_table::GameColumns;
use partie_table::game_analyzer::{GameAnalyzer, Settings};

/// Parses moves into bytes (see [`partie_table::identity`]), in any notation that is recognizable by itself.
///
/// # Errors
/// Describes the move that cannot be played.
pub(super) fn read_opening_moves(text: &str) -> Result<Vec<u8>, String> {
    let columns = GameColumns { moves_hash: true, ..GameColumns::NONE };
    let mut analyzer = GameAnalyzer::new(Settings { columns, ..Settings::default() });
    let mut found = None;
    each(format!("{}\n", text.trim()).into_bytes(), |met| match met {
        GameEvent::Game(game) => found = Some(of_game(&mut analyzer, game, found.is_some())),
        GameEvent::Panicked => found = Some(Err("an internal error".to_owned())),
        GameEvent::Noise(_) => {}
    });
    found.unwrap_or_else(|| Err("no move can be read in it".to_owned()))
}

/// Returns the moves of a game without variations; `second` is true if a game was already found, which is an error.
fn of_game(analyzer: &mut GameAnalyzer, game: &Game<'_>, second: bool) -> Result<Vec<u8>, String> {
    let judged = analyzer.judge(game);
    if let Some(error) = judged.findings.iter().find(|finding| finding.severity == Severity::Error) {
        return Err(match error.code {
            Code::S014 | Code::S015 => format!("{} is no move", game.text.show(error.span)),
            _ => error.message.to_string(),
        });
    }
    let moves = analyzer.identity();
    if moves.plies() == 0 || second {
        return Err("one line of moves belongs here".to_owned());
    }
    if !game.record.items.iter().all(|item| matches!(item.kind, ItemKind::Move | ItemKind::Number)) {
        return Err("moves and their numbers belong here, and nothing else".to_owned());
    }
    Ok(moves.bytes().to_vec())
}
