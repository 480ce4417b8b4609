//! One record of a game, with the parts needed to repair another record of it.

use std::fmt;
use std::sync::Arc;

use super::features::{families, features_of_played, of_families};
use crate::games::Game;
use crate::played::Played;
use partie_record::ItemKind;
use partie_record::shown::visible;

/// The place of a record of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyPlace {
    /// The path of the file, as shown.
    pub path: Arc<str>,
    /// The number of the game in the file, from 1.
    pub game: u64,
    /// A line of the file, from 1.
    pub line: u64,
}

/// `club.pgn:120 (game 3)`
impl fmt::Display for CopyPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} (game {})", visible(&self.path), self.line, self.game)
    }
}

/// Another record of the same game, as far as both records can be aligned.
#[derive(Clone, Debug)]
pub struct OtherRecord {
    pub place: CopyPlace,
    /// Excerpts of both records at the first change; `None` without changes.
    pub beside: Option<[String; 2]>,
    /// The names and values of the other record's tags.
    pub tags: Vec<(Box<str>, Box<str>)>,
    /// The other record's moves after the end of this game, in the notation and numbering of this game.
    pub rest: String,
}

impl OtherRecord {
    /// Returns the excerpts of both records in words.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let [here, there] = self.beside.clone().unwrap_or_default();
        vec![format!("here: {here}"), format!("{}: {there}", self.place)]
    }
}

/// A record of a game.
#[derive(Clone, Debug)]
pub struct GameCopy {
    /// The beginning of the record. Before [`GameCopy::placed`], the game's number is from 0 and the line is the number
    /// of line ends before it.
    pub(super) place: CopyPlace,
    /// Texts of the moves, and the line of each, counted from the first line of the record.
    pub(super) texts: Vec<Box<str>>,
    pub(super) lines: Vec<u32>,
    /// The names and values of the record's tags.
    pub(super) tags: Vec<(Box<str>, Box<str>)>,
    /// The moves that can be played.
    pub(super) played: Played,
    /// Features by which the index finds the record.
    pub(super) features: Vec<u64>,
    /// Hashes of the players' family names, the lower first.
    pub(super) families: Option<[u64; 2]>,
}

impl GameCopy {
    /// Copies a game with its playable moves. `lines_before` is the number of lines of the slice before the game.
    /// `None` if the game has no moves.
    pub fn new(game: &Game<'_>, played: Played, lines_before: u64) -> Option<Self> {
        let record = game.record;
        let main = record.lines.first()?;
        let items = record.items.get(main.first as usize..main.end as usize)?;
        let (mut texts, mut lines) = (Vec::new(), Vec::new());
        let (mut from, mut line) = (game.start, 0);
        for item in items.iter().filter(|item| item.line == 0) {
            if item.kind == ItemKind::Null {
                texts.push("".into());
            } else if item.kind == ItemKind::Move {
                texts.push(game.text.decode(item.span).into());
            } else {
                continue;
            }
            let at = (record.place(item.span).from as usize).max(from);
            line += game.slice.lines(from, at);
            from = at;
            lines.push(u32::try_from(line).unwrap_or(u32::MAX));
        }
        if texts.is_empty() {
            return None;
        }
        let mut features = Vec::new();
        features_of_played(&played, &texts, &mut features);
        let families = families(game.text, record);
        features.extend(families.map(of_families));
        let place = CopyPlace { path: "".into(), game: game.index, line: lines_before };
        let text = |span| game.text.decode(span).into_owned().into_boxed_str();
        let tags = record.tags.iter().map(|tag| (text(tag.name), text(tag.value))).collect();
        Some(Self { place, texts, lines, tags, played, features, families })
    }

    /// Returns the approximate memory use.
    pub fn bytes(&self) -> usize {
        let moves = self.played.plies() * 16
            + self.tags.iter().map(|(name, value)| name.len() + value.len() + 64).sum::<usize>();
        size_of::<Self>()
            + self.texts.iter().map(|text| text.len() + 20).sum::<usize>()
            + moves
            + 12 * self.features.len()
            + 600
    }

    /// Places the copy in its file; `games` and `lines` precede its slice.
    #[must_use]
    pub fn placed(mut self, path: &Arc<str>, games: u64, lines: u64) -> Self {
        self.place =
            CopyPlace { path: Arc::clone(path), game: self.place.game + games + 1, line: self.place.line + lines + 1 };
        self
    }

    /// Returns the place of a move.
    pub fn place_of(&self, slot: usize) -> CopyPlace {
        let line = self.lines.get(slot).or(self.lines.last()).copied().unwrap_or_default();
        CopyPlace { line: self.place.line + u64::from(line), ..self.place.clone() }
    }

    pub fn tags(&self) -> &[(Box<str>, Box<str>)] {
        &self.tags
    }

    pub fn texts(&self) -> &[Box<str>] {
        &self.texts
    }

    /// Hashes of the players' family names, the lower first.
    pub const fn families(&self) -> Option<[u64; 2]> {
        self.families
    }

    pub const fn played(&self) -> &Played {
        &self.played
    }
}
