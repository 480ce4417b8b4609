//! The moves with which a game is to begin: `moves('e4 c5 Nf3')`. Not for openings by their names.

use partie_input::{Share, Slice};
use partie_notation::formats;
use partie_record::finding::{Code, Severity};
use partie_record::{ItemKind, Record};
use partie_replay::games::{self, Game, Games, ReadingHints};
use partie_rows::GameColumns;
use partie_rows::game_analyzer::{GameAnalyzer, Settings};

/// The moves as bytes (see [`partie_rows::identity`]), in any notation that is known without its game's name.
///
/// # Errors
/// Which move cannot be played.
pub(super) fn read(text: &str) -> Result<Vec<u8>, String> {
    let bytes = format!("{}\n", text.trim()).into_bytes();
    let slice = Slice { format: formats::sniff(&bytes), bytes, last: true, ..Slice::default() };
    let columns = GameColumns { moves_hash: true, ..GameColumns::NONE };
    let analyzer = GameAnalyzer::new(Settings { columns, ..Settings::default() });
    let mut only = Only { analyzer, found: None };
    games::read(&slice, &mut Record::default(), ReadingHints::default(), &mut only, &Share::in_turn());
    only.found.unwrap_or_else(|| Err("no move can be read in it".to_owned()))
}

/// Takes the one line of moves.
struct Only {
    analyzer: GameAnalyzer,
    found: Option<Result<Vec<u8>, String>>,
}

impl Games for Only {
    fn game(&mut self, game: &Game<'_>) {
        let judged = self.analyzer.judge(game);
        let error = judged.findings.iter().find(|finding| finding.severity == Severity::Error);
        let wrong = error.map(|error| match error.code {
            Code::S014 | Code::S015 => format!("{} is no move", game.text.show(error.span)),
            _ => error.message.to_string(),
        });
        let moves = self.analyzer.identity();
        let found = match wrong {
            Some(message) => Err(message),
            None if moves.plies() == 0 || self.found.is_some() => Err("one line of moves belongs here".to_owned()),
            None if !game.record.items.iter().all(|item| matches!(item.kind, ItemKind::Move | ItemKind::Number)) => {
                Err("moves and their numbers belong here, and nothing else".to_owned())
            }
            None => Ok(moves.bytes().to_vec()),
        };
        self.found = Some(found);
    }

    fn panicked(&mut self) {
        self.found = Some(Err("an internal error".to_owned()));
    }
}
