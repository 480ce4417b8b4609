//! One record of a game, as much of it as is needed where another record of it is put right.

use std::fmt;
use std::sync::Arc;

use super::features::{families, features_of_played, of_families};
use crate::games::Game;
use crate::played::Played;
use partie_record::ItemKind;
use partie_record::shown::visible;

/// Where a record of a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyPlace {
    /// Its file, as it is shown.
    pub path: Arc<str>,
    /// Its number there, from 1.
    pub game: u64,
    /// A line there, from 1.
    pub line: u64,
}

/// `club.pgn:120 (game 3)`
impl fmt::Display for CopyPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} (game {})", visible(&self.path), self.line, self.game)
    }
}

/// Another record of a game, as far as both can be put together.
#[derive(Clone, Debug)]
pub struct OtherRecord {
    pub place: CopyPlace,
    /// What stands here and there where something is first changed; nothing where nothing is.
    pub beside: Option<[String; 2]>,
    /// The names and values of its tags.
    pub tags: Vec<(Box<str>, Box<str>)>,
    /// The moves that it has behind the end of the game, with their numbers, as the game writes its own.
    pub rest: String,
}

impl OtherRecord {
    /// What both records have where something is first changed, in words.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let [here, there] = self.beside.clone().unwrap_or_default();
        vec![format!("here: {here}"), format!("{}: {there}", self.place)]
    }
}

/// A record of a game.
#[derive(Clone, Debug)]
pub struct GameCopy {
    /// Where it begins; until it is added to an index its number is from 0, and its line the line ends before it.
    pub(super) place: CopyPlace,
    /// What stands where its moves do, and in which line after its first one.
    pub(super) texts: Vec<Box<str>>,
    pub(super) lines: Vec<u32>,
    /// The names and values of its tags.
    pub(super) tags: Vec<(Box<str>, Box<str>)>,
    /// The moves that can be played.
    pub(super) played: Played,
    /// By what it is found.
    pub(super) features: Vec<u64>,
    /// Hashes of the players' family names, the lower first.
    pub(super) families: Option<[u64; 2]>,
}

impl GameCopy {
    /// Of a game and its moves that can be played, which begins behind so many lines of its slice; nothing where it
    /// has no moves.
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

    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        let moves = self.played.plies() * 16
            + self.tags.iter().map(|(name, value)| name.len() + value.len() + 64).sum::<usize>();
        size_of::<Self>()
            + self.texts.iter().map(|text| text.len() + 20).sum::<usize>()
            + moves
            + 12 * self.features.len()
            + 600
    }

    /// The same in its file, of which so many games and lines came before its slice.
    #[must_use]
    pub fn placed(mut self, path: &Arc<str>, games: u64, lines: u64) -> Self {
        self.place =
            CopyPlace { path: Arc::clone(path), game: self.place.game + games + 1, line: self.place.line + lines + 1 };
        self
    }

    /// Where one of its moves stands.
    pub fn place_of(&self, slot: usize) -> CopyPlace {
        let line = self.lines.get(slot).or(self.lines.last()).copied().unwrap_or_default();
        CopyPlace { line: self.place.line + u64::from(line), ..self.place.clone() }
    }

    /// The names and values of its tags.
    pub fn tags(&self) -> &[(Box<str>, Box<str>)] {
        &self.tags
    }

    /// What stands where its moves do.
    pub fn texts(&self) -> &[Box<str>] {
        &self.texts
    }

    /// Hashes of the players' family names, the lower first.
    pub const fn families(&self) -> Option<[u64; 2]> {
        self.families
    }

    /// The moves that can be played.
    pub const fn played(&self) -> &Played {
        &self.played
    }
}
