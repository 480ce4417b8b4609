//! What other programs call: whole texts in, games with their findings or converted text out.
//!
//! Not for archives: those are read in slices by several threads (see `archive`).

use partie_convert::{Converter, Layout, Newline, OnBroken, Settings, Target};
use partie_record::Encoding;
use partie_record::finding::{Code, Finding, Severity};
use partie_replay::game_worker::{Met, each};
use partie_replay::games;
use partie_replay::repair::Effort;
use partie_replay::{Options, Replayed, Replayer, Wanted, of_noise};

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
        Met::Game(game) => {
            let replayed = replayer.replay(game.text, game.record, game.plain);
            let mut findings = std::mem::take(&mut replayer.collector.findings);
            findings.sort_by_key(|finding| (finding.span.from, finding.code));
            games::place(&mut findings, game.record);
            games.push(ReplayedGame { replayed: Some(replayed), findings });
        }
        Met::Panicked => {
            replayer = start();
            games.push(ReplayedGame { replayed: None, findings: Vec::new() });
        }
        Met::Noise(noise) => {
            let wanted = replayer.collector.wants(Code::S019, Severity::Warning);
            if let Some(game) = games.last_mut().filter(|_| wanted) {
                game.findings.push(of_noise(noise));
            }
        }
    });
    games
}

/// Writes every game of a text in a target; a game with a move that cannot be played ends before it, and what cannot be
/// written in the target is left out.
///
/// # Errors
/// The number of games that were cut or left out, with the text of the others.
pub fn convert(text: &[u8], target: Target) -> Result<String, Incomplete> {
    let settings = Settings {
        target,
        layout: Layout::default(),
        on_broken: OnBroken::Stop,
        every: false,
        encoding: Encoding::Utf8,
        newline: Newline::Lf,
    };
    let mut replayer = Replayer::new(Options { moves_only: true, ..Options::default() }, Wanted::default());
    let mut converter = Converter::new(settings);
    let mut incomplete = 0;
    each(text.to_vec(), |met| {
        let whole = match met {
            Met::Game(game) => {
                converter.begin();
                replayer.replay_to(game.text, game.record, game.plain, &mut converter);
                converter.write_source_record(game.text, game.source, game.record);
                converter.finish().is_some_and(|finished| finished.cut.is_none())
            }
            Met::Panicked => false,
            Met::Noise(_) => true,
        };
        incomplete += u64::from(!whole);
    });
    let text = String::from_utf8_lossy(&converter.take()).into_owned();
    if incomplete == 0 { Ok(text) } else { Err(Incomplete { text, games: incomplete }) }
}

/// A conversion that is not whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incomplete {
    /// What could be written.
    pub text: String,
    /// Games that were cut or left out.
    pub games: u64,
}

impl std::fmt::Display for Incomplete {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of the games cut or left out", self.games)
    }
}

impl std::error::Error for Incomplete {}
