//! The games of a text as an iterator.

use std::io;
use std::sync::Arc;

use super::finding::GameFinding;
use super::game::Game;
use super::home::Home;
use super::reading::Reading;
use super::settings::Settings;
use partie_record::finding::{Code, Finding};
use partie_record::say;
use partie_replay::{Options, Replayed, Replayer};

/// The games of a text, judged one after the other, in bounded memory. What is wrong with the text as a whole is told when
/// all were read.
///
/// ```
/// let session = partie_core::Session::builder().name("empty.pgn").build()?;
/// let mut games = session.games(b"nothing");
/// assert!(games.next().is_none());
/// let codes: Vec<&str> = games.file_findings().map(|finding| finding.code().as_str()).collect();
/// assert_eq!(codes, ["X005"]);
/// # Ok::<(), partie_core::SessionError>(())
/// ```
pub struct Games<'a> {
    settings: Arc<Settings>,
    reading: Reading<'a>,
    replayer: Replayer,
}

impl std::fmt::Debug for Games<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games").field("progress", &self.reading.progress).finish_non_exhaustive()
    }
}

impl<'a> Games<'a> {
    pub(crate) fn new(settings: &Arc<Settings>, reading: Reading<'a>) -> Self {
        Self { settings: Arc::clone(settings), reading, replayer: replayer(settings) }
    }

    /// The same, ended where `cancelled` says so; it is asked before each game. Who has a clock bounds the time with it.
    ///
    /// ```
    /// let mut left = 2;
    /// let cancelled = || { left -= 1; left == 0 };
    /// let session = partie_core::Session::new();
    /// let mut games = session.games(b"1. e4 *\n\n1. d4 *\n").until(cancelled);
    /// assert!(games.by_ref().count() == 1 && games.is_cancelled());
    /// ```
    #[must_use]
    pub fn until(mut self, cancelled: impl FnMut() -> bool + 'a) -> Self {
        self.reading.until(cancelled);
        self
    }

    /// Findings on the text as a whole: encodings that are guessed or mixed, odd line ends, what stands behind the last
    /// game, no record. They are complete when all games were read.
    pub fn file_findings(&self) -> impl Iterator<Item = GameFinding<'_>> {
        self.reading.progress.said.iter().map(|(home, finding)| GameFinding::new(finding, home))
    }

    /// Games that were read so far.
    pub const fn count_read(&self) -> u64 {
        self.reading.progress.games
    }

    /// Whether it was ended before the last game.
    pub const fn is_cancelled(&self) -> bool {
        self.reading.progress.stopped
    }

    /// What kept the text from being read to its end.
    pub const fn failure(&self) -> Option<&io::Error> {
        self.reading.progress.failure.as_ref()
    }

    fn judged(&mut self, home: Home, start: usize, judged: Option<(Replayed, Vec<Finding>)>) -> Game {
        let mut home = home;
        let (replayed, findings) = match judged {
            Some((replayed, findings)) => {
                (home.at.kind, home.rules) = (replayed.kind, replayed.rules);
                (Some(replayed), findings)
            }
            None => {
                self.replayer = replayer(&self.settings);
                let message = say!("internal-error-in-game");
                (None, vec![Finding::new(Code::X099, home.at.span, message)])
            }
        };
        Game::new(Arc::clone(&self.settings), home, start, (replayed, findings))
    }
}

fn replayer(settings: &Settings) -> Replayer {
    Replayer::new(Options { keep: true, ..settings.options.clone() }, settings.wanted.clone())
}

impl Iterator for Games<'_> {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        let replayer = &mut self.replayer;
        let (home, start, judged) = self.reading.next(|game, _| replayer.judge(game))?;
        Some(self.judged(home, start, judged))
    }
}
