//! Identifies a game across runs, independent of its position in a file and its line breaks, and a finding in a game.
//! Not for copies of a game with other tags (see [`crate::identity`]).
//!
//! Hashes with XXH3-64 the values of the Seven Tag Roster without the result, and the main line's tokens without marks.
//! A zero byte follows each. Numbers, comments, variations and white space are not hashed.

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use partie_record::{ItemKind, ROSTER, Record};
use partie_replay::games::SliceReader;
use partie_replay::{GamePlace, Placed};

/// Marks after a move, which are not hashed.
const MARKS: &[u8] = b"+#!?";
/// Minimum number of moves that identify a game even if its tags change.
const MIN_MOVES: u32 = 12;
/// Maximum characters of a token in a key.
const MAX_TOKEN_CHARACTERS: usize = 80;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameIdentity {
    /// Hash of roster and moves.
    pub game: u64,
    /// Hash of the roster; `None` if a player's name is missing.
    pub roster: Option<u64>,
    /// Hash of the moves; `None` for fewer than `MIN_MOVES` moves.
    pub moves: Option<u64>,
}

impl GameIdentity {
    /// Computes the identity of a game, or hashes the path for findings about a whole file.
    pub fn of(place: &GamePlace<'_>) -> Self {
        let mut record = Record::default();
        let is_read = place.start.is_some_and(|start| SliceReader::new(place.slice, start).read_next(&mut record));
        if place.game == 0 || !is_read {
            let name = place.path.trim_start_matches("./");
            return Self { game: xxh3_64(name.as_bytes()), roster: None, moves: None };
        }
        let text = record.text(&place.slice.bytes);
        let mut hash = Xxh3::new();
        let add = |hash: &mut Xxh3, bytes: &[u8]| {
            hash.update(bytes);
            hash.update(&[0]);
        };
        if record.tag(text, "White").is_some() || record.tag(text, "Event").is_some() {
            let names = ROSTER.iter().map(|(name, _)| *name).filter(|name| *name != "Result");
            names.for_each(|name| add(&mut hash, record.value(text, name).unwrap_or_default()));
        } else {
            // Shogi headers have no fixed roster, so all their values are hashed.
            record.tags.iter().for_each(|tag| add(&mut hash, tag.value.of(text)));
        }
        let named = |span: Option<partie_record::span::Span>| {
            span.is_some_and(|span| !matches!(span.of(&place.slice.bytes), b"" | b"?" | b"N.N." | b"NN"))
        };
        let roster = (named(place.first) && named(place.second)).then(|| hash.digest());
        let (mut moves, mut played) = (Xxh3::new(), 0);
        for item in
            record.items.iter().filter(|item| item.line == 0 && matches!(item.kind, ItemKind::Move | ItemKind::Null))
        {
            let token = item.span.of(text);
            let end = token.iter().rposition(|byte| !MARKS.contains(byte)).map_or(0, |last| last + 1);
            add(&mut hash, &token[..end]);
            add(&mut moves, &token[..end]);
            played += 1;
        }
        Self { game: hash.digest(), roster, moves: (played >= MIN_MOVES).then(|| moves.digest()) }
    }
}

/// Identifies a finding across runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingKey {
    pub game: GameIdentity,
    pub code: &'static str,
    /// The first characters of the finding's text, with white space collapsed.
    pub token: String,
}

/// Computes the keys of findings, which must be in the order of their games.
#[derive(Debug, Default)]
pub struct FindingKeys {
    /// The last game: its path, number and identity; the flag is false for findings about the file.
    last: Option<(String, (u64, bool), GameIdentity)>,
}

impl FindingKeys {
    /// Returns the key of the next finding.
    pub fn of(&mut self, placed: &Placed<'_>) -> FindingKey {
        let Placed { game, finding, .. } = placed;
        let number = (game.game, game.start.is_some());
        let last = self.last.take().filter(|(path, last, _)| path == game.path && *last == number);
        let last = last.unwrap_or_else(|| (game.path.to_owned(), number, GameIdentity::of(game)));
        let identity = self.last.insert(last).2;
        let text = game.encoding.decode(finding.span.of(&game.slice.bytes));
        let words: Vec<&str> = text.split_whitespace().collect();
        FindingKey {
            game: identity,
            code: finding.code.as_str(),
            token: words.join(" ").chars().take(MAX_TOKEN_CHARACTERS).collect(),
        }
    }
}
