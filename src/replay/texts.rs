//! Whole texts in, games with their findings out, at once: for tests and for texts of a page. Not for archives, nor for what
//! other programs call: that is the session of `partie-core`, which reads games one after the other.

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
    /// What replay made of it: plies, final position, result, draws. Nothing if that broke off by an internal error.
    pub replayed: Option<Replayed>,
    /// What is wrong with it, in the order of the text.
    pub findings: Vec<Finding>,
}

impl ReplayedGame {
    /// The final position of the main line: FEN, SFEN or hexagonal FEN.
    #[must_use]
    pub fn final_position(&self) -> Option<String> {
        self.replayed.as_ref()?.played.last()
    }
}

/// Replays every game of a text in any format, under its default rule book.
///
/// The format is found by content. Spans of findings are bytes of the text. What a line that breaks may have meant is
/// said beside the finding that ends it.
#[must_use]
pub fn replay(text: &[u8]) -> Vec<ReplayedGame> {
    replay_with(text, &Options { search: Effort::BRIEF, ..Options::default() }, &Wanted::default())
}

/// The same with rule books and piece letters of the caller's choice, and only the findings that are wanted.
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
