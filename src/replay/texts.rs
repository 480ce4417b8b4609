//! Replays whole texts at once: for tests and for texts of a page. Archives are read by slices; other programs call the
//! session of `partie-core`, which reads games one after another.

use super::collect::Wanted;
use super::game_report::Replayed;
use super::game_worker::{GameEvent, each};
use super::notes::of_noise;
use super::options::Options;
use super::replayer::Replayer;
use partie_record::finding::{Code, Finding, Severity};
use partie_repair::Effort;

/// A game that was replayed.
#[derive(Debug)]
pub struct ReplayedGame {
    /// The report: plies, final position, result, draws. `None` after an internal error.
    pub replayed: Option<Replayed>,
    /// The findings, in text order.
    pub findings: Vec<Finding>,
}

impl ReplayedGame {
    /// Returns the final position of the main line: FEN, SFEN or hexagonal FEN.
    #[must_use]
    pub fn final_position(&self) -> Option<String> {
        self.replayed.as_ref()?.played.last()
    }
}

/// Replays every game of a text in any format, under its default rule book.
///
/// The format is detected by content. Spans of findings are bytes of the text. A finding that ends a line suggests
/// repairs.
#[must_use]
pub fn replay(text: &[u8]) -> Vec<ReplayedGame> {
    replay_with(text, &Options { search: Effort::BRIEF, ..Options::default() }, &Wanted::default())
}

/// Like [`replay`], with the caller's rule books and piece letters, and only the wanted findings.
#[must_use]
pub fn replay_with(text: &[u8], options: &Options, wanted: &Wanted) -> Vec<ReplayedGame> {
    let start = || Replayer::new(Options { keep: true, ..options.clone() }, wanted.clone());
    let mut replayer = start();
    let mut games: Vec<ReplayedGame> = Vec::new();
    each(text.to_vec(), |met| match met {
        GameEvent::Game(game) => {
            let (replayed, findings) = replayer.judge(game);
            games.push(ReplayedGame { replayed: Some(replayed), findings });
        }
        GameEvent::Panicked => {
            replayer = start();
            games.push(ReplayedGame { replayed: None, findings: Vec::new() });
        }
        GameEvent::Noise(noise) => {
            let wanted = replayer.collector.wants(Code::S019, Severity::Warning);
            if let Some(game) = games.last_mut().filter(|_| wanted) {
                game.findings.push(of_noise(noise));
            }
        }
    });
    games
}
