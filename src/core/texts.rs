//! What other programs call: whole texts in, games with their findings or converted text out.
//!
//! Not for archives: those are read in slices by several threads (see `archive`).

use partie_convert::{Converter, Layout, Newline, OnBroken, Settings, Target};
use partie_input::{Share, Slice};
use partie_notation::formats;
use partie_notation::pgn::Noise;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::{Encoding, Record};
use partie_replay::games::{self, Game, Games, ReadingHints};
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
    let replayer = || Replayer::new(Options { keep: true, ..options.clone() }, wanted.clone());
    let mut judge = Judge { replayer: replayer(), again: &replayer, games: Vec::new() };
    read(text, &mut judge);
    judge.games
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
    let mut writing = Writing {
        replayer: Replayer::new(Options { moves_only: true, ..Options::default() }, Wanted::default()),
        converter: Converter::new(settings),
        incomplete: 0,
    };
    read(text, &mut writing);
    let text = String::from_utf8_lossy(&writing.converter.take()).into_owned();
    if writing.incomplete == 0 { Ok(text) } else { Err(Incomplete { text, games: writing.incomplete }) }
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

fn read(text: &[u8], games: &mut impl Games) {
    let slice = Slice { format: formats::sniff(text), bytes: text.to_vec(), last: true, ..Slice::default() };
    games::read(&slice, &mut Record::default(), ReadingHints::default(), games, &Share::unbounded());
}

struct Judge<'a> {
    replayer: Replayer,
    again: &'a dyn Fn() -> Replayer,
    games: Vec<ReplayedGame>,
}

impl Games for Judge<'_> {
    fn game(&mut self, game: &Game<'_>) {
        let replayed = self.replayer.replay(game.text, game.record, game.plain);
        let mut findings = std::mem::take(&mut self.replayer.collector.findings);
        findings.sort_by_key(|finding| (finding.span.from, finding.code));
        games::place(&mut findings, game.record);
        self.games.push(ReplayedGame { replayed: Some(replayed), findings });
    }

    fn panicked(&mut self) {
        self.replayer = (self.again)();
        self.games.push(ReplayedGame { replayed: None, findings: Vec::new() });
    }

    fn noise(&mut self, noise: Noise) {
        let wanted = self.replayer.collector.wants(Code::S019, Severity::Warning);
        if let Some(game) = self.games.last_mut().filter(|_| wanted) {
            game.findings.push(of_noise(noise));
        }
    }
}

struct Writing {
    replayer: Replayer,
    converter: Converter,
    incomplete: u64,
}

impl Games for Writing {
    fn game(&mut self, game: &Game<'_>) {
        self.converter.begin();
        self.replayer.replay_to(game.text, game.record, game.plain, &mut self.converter);
        self.converter.write_source_record(game.text, game.source, game.record);
        let whole = self.converter.finish().is_some_and(|finished| finished.cut.is_none());
        self.incomplete += u64::from(!whole);
    }

    fn panicked(&mut self) {
        self.incomplete += 1;
    }
}
