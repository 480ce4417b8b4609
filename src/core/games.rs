//! The games of a text as an iterator.

use std::io;
use std::sync::Arc;

use super::finding::GameFinding;
use super::game::Game;
use super::home::Home;
use super::overview::Overview;
use super::reading::Reading;
use super::settings::Settings;
use partie_record::finding::{Code, Finding};
use partie_record::say;
use partie_replay::{Options, Replayed, Replayer};

/// The games of a text, judged one after the other in bounded memory. Findings on the text as a whole are complete
/// after the last game.
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
    judge: Judge,
}

enum Judge {
    Plain(Box<Replayer>),
    /// Also counts the games.
    Counting(Box<Overview>),
}

impl std::fmt::Debug for Games<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games").field("progress", &self.reading.progress).finish_non_exhaustive()
    }
}

impl<'a> Games<'a> {
    pub(crate) fn new(settings: &Arc<Settings>, reading: Reading<'a>) -> Self {
        Self { settings: Arc::clone(settings), reading, judge: Judge::Plain(replayer(settings).into()) }
    }

    /// Stops when `cancelled` returns true, which is called before each game: callers with a clock can limit the time.
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

    /// Also counts the games while judging them, for [`Games::summary`].
    #[must_use]
    pub fn counted(mut self) -> Self {
        self.judge = Judge::Counting(Overview::new(&self.settings).into());
        self
    }

    /// Excludes the last judged game from [`Games::summary`]: if a text is cut off, that game may continue.
    ///
    /// ```
    /// let session = partie_core::Session::new();
    /// let mut games = session.games(b"1. e4 e5 *\n\n1. d4 1-0\n").counted();
    /// games.leave_out_last();
    /// assert_eq!(games.by_ref().count(), 2);
    /// assert!(games.summary().is_some_and(|summary| summary.contains("\"games\": 1")));
    /// ```
    pub fn leave_out_last(&mut self) {
        if let Judge::Counting(overview) = &mut self.judge {
            overview.leave_out_last();
        }
    }

    /// Totals of the games judged so far, if they are counted: the `summary.json` of `partie analyze`
    /// (`docs/analyze.md`).
    ///
    /// ```
    /// let session = partie_core::Session::new();
    /// let mut games = session.games(b"1. e4 e5 *\n\n1. d4 1-0\n").counted();
    /// assert_eq!(games.by_ref().count(), 2);
    /// let summary = games.summary().ok_or("not counted")?;
    /// assert!(summary.contains("\"games\": 2") && summary.contains("King's Pawn"));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn summary(&mut self) -> Option<String> {
        match &mut self.judge {
            Judge::Plain(_) => None,
            Judge::Counting(overview) => Some(overview.json()),
        }
    }

    /// Findings on the text as a whole: guessed or mixed encodings, odd line ends, text after the last game, no record.
    /// Complete when all games were read.
    pub fn file_findings(&self) -> impl Iterator<Item = GameFinding<'_>> {
        self.reading.progress.said.iter().map(|(home, finding)| GameFinding::new(finding, home))
    }

    /// Number of games read so far.
    pub const fn count_read(&self) -> u64 {
        self.reading.progress.games
    }

    /// True if reading was cancelled before the last game.
    pub const fn is_cancelled(&self) -> bool {
        self.reading.progress.stopped
    }

    /// The error that ended reading before the end of the text, if any.
    pub const fn failure(&self) -> Option<&io::Error> {
        self.reading.progress.failure.as_ref()
    }

    fn judged(&mut self, home: Home, from: usize, judged: Option<(Replayed, Vec<Finding>)>) -> Game {
        let mut home = home;
        let (replayed, findings) = match judged {
            Some((replayed, findings)) => {
                (home.at.kind, home.rules) = (replayed.kind, replayed.rules);
                (Some(replayed), findings)
            }
            None => {
                match &mut self.judge {
                    Judge::Plain(plain) => **plain = replayer(&self.settings),
                    Judge::Counting(overview) => overview.break_off(),
                }
                let message = say!("internal-error-in-game");
                (None, vec![Finding::new(Code::X099, home.at.span, message)])
            }
        };
        Game::new(Arc::clone(&self.settings), home, from, (replayed, findings))
    }
}

fn replayer(settings: &Settings) -> Replayer {
    Replayer::new(Options { keep: true, ..settings.options.clone() }, settings.wanted.clone())
}

impl Iterator for Games<'_> {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        let judge = &mut self.judge;
        let (home, from, judged) = self.reading.next(|game, _| match judge {
            Judge::Plain(replayer) => Some(replayer.judge(game)),
            Judge::Counting(overview) => overview.judge(game),
        })?;
        Some(self.judged(home, from, judged.flatten()))
    }
}
