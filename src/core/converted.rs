//! Conversion of a text to another format or notation.

use std::sync::Arc;

use super::home::Home;
use super::reading::Reading;
use super::settings::Settings;
use partie_convert::{ConversionIssue as Issue, Converter, Finished, Losses, Newline, OnBroken, Target, convert_game};
use partie_record::message::Message;
use partie_record::say;
use partie_replay::games::Game;
use partie_replay::{Options, Place, Replayer, Wanted};

/// Games converted to a [`Target`](crate::Target).
///
/// ```
/// use partie_core::{Session, Target};
///
/// let fen = Target::find("fen").ok_or("no such target")?;
/// let converted = Session::new().convert("手合割：平手\n   1 ７六歩(77)\n".as_bytes(), fen);
/// assert_eq!((converted.games, converted.written), (1, 0));
/// assert_eq!(converted.issues[0].message, "game left out: fen cannot hold a game of shogi");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Converted {
    /// The converted games, in UTF-8. If the target allows only one record per text, convert each game by itself:
    /// [`crate::Game::convert`].
    pub bytes: Vec<u8>,
    /// Number of games that were read.
    pub games: u64,
    /// Number of games that were written.
    pub written: u64,
    /// Games that were omitted or cut.
    pub issues: Vec<ConversionIssue>,
    /// Content that the target cannot represent: counts and nouns.
    pub losses: Vec<(u64, &'static str)>,
    /// True if the conversion was cancelled before the last game.
    pub cancelled: bool,
}

/// A game that was omitted or cut.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConversionIssue {
    /// The number of the game in the text, from 1.
    pub game: u64,
    /// The place where the game begins.
    pub place: Place,
    /// True if the game was omitted, false if it was cut.
    pub left_out: bool,
    /// The reason, in words.
    pub message: String,
}

/// Converts games one after the other.
struct Conversion {
    replayer: Replayer,
    converter: Converter,
}

impl Conversion {
    fn new(settings: &Settings, target: Target) -> Self {
        let options = Options { keep: false, ..settings.moves_only() };
        Self {
            replayer: Replayer::new(options, Wanted::default()),
            converter: Converter::new(partie_convert::Settings::usual(target)),
        }
    }

    /// Converts a game. Returns its text and the outcome, or the content that the target cannot represent.
    fn game(&mut self, game: &Game<'_>, line: u64) -> Result<(Finished, Vec<u8>), Message> {
        let (_, finished) = convert_game(&mut self.converter, &mut self.replayer, game, line);
        let text = self.converter.take();
        self.replayer.collector.findings.clear();
        finished.map(|finished| (finished, text))
    }
}

/// Sums up the outcomes of games.
struct Sum {
    converted: Converted,
    losses: Losses,
    target: Target,
    separator: String,
}

impl Sum {
    fn new(target: Target) -> Self {
        let separator = target.info().separator(Newline::Lf);
        Self { converted: Converted::default(), losses: Losses::default(), target, separator }
    }

    fn add(&mut self, home: &Home, game: Option<Result<(Finished, Vec<u8>), Message>>) {
        let target = self.target;
        let mut issue = |left_out, message: Message| {
            let message = message.to_string();
            let place = home.place(home.at.span.from as usize);
            self.converted.issues.push(ConversionIssue { game: home.number, place, left_out, message });
        };
        let (finished, text) = match game {
            Some(Ok(done)) => done,
            Some(Err(what)) => return issue(true, Issue::LeftOut(what).said(target, OnBroken::default()).1),
            None => return issue(true, say!("internal-error-in-game")),
        };
        if let Some(cut) = &finished.cut {
            issue(false, Issue::Cut(cut.clone()).said(target, OnBroken::default()).1);
        }
        if self.converted.written > 0 {
            self.converted.bytes.extend_from_slice(self.separator.as_bytes());
        }
        self.converted.written += 1;
        self.converted.bytes.extend_from_slice(&text);
        self.losses.absorb(&finished.losses);
    }

    fn end(self, games: u64, cancelled: bool) -> Converted {
        Converted {
            games,
            cancelled,
            losses: self.losses.counts().map(|(_, number, noun)| (number, noun)).collect(),
            ..self.converted
        }
    }
}

/// Converts the games of a text.
pub(crate) fn convert(settings: &Arc<Settings>, mut reading: Reading<'_>, target: Target) -> Converted {
    let mut conversion = Conversion::new(settings, target);
    let mut sum = Sum::new(target);
    while let Some((home, _, written)) = reading.next(|game, home| conversion.game(game, home.slice.line)) {
        if written.is_none() {
            conversion = Conversion::new(settings, target);
        }
        sum.add(&home, written);
    }
    sum.end(reading.progress.games, reading.progress.stopped)
}

pub(crate) fn convert_one(settings: &Settings, target: Target, home: &Home, game: &Game<'_>) -> Converted {
    let mut sum = Sum::new(target);
    sum.add(home, Some(Conversion::new(settings, target).game(game, home.slice.line)));
    sum.end(1, false)
}
