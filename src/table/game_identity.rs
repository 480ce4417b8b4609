//! Which game a record is, wherever it stands and however its lines are broken, and what a finding in it is known by from run to
//! run. Not for copies of a game, whose tags differ (see [`crate::identity`]).
//!
//! XXH3-64 over the values of the roster without the result, and the tokens of the main line without marks, a zero byte behind
//! each. Numbers, comments, variations and white space do not enter.

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use partie_record::{ItemKind, ROSTER, Record};
use partie_replay::games::SliceReader;
use partie_replay::{GamePlace, Placed};

/// What stands behind a move and is none of it.
const MARKS: &[u8] = b"+#!?";
/// Moves by which a game is known whatever its roster says.
const MOVES: u32 = 12;
/// Characters of a token that tell it from others.
const TOKEN: usize = 80;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameIdentity {
    /// By its roster and its moves.
    pub game: u64,
    /// By its roster; nothing where that names no player.
    pub roster: Option<u64>,
    /// By its moves; nothing where they are too few to tell it from others.
    pub moves: Option<u64>,
}

impl GameIdentity {
    /// The identity of a game; what is about a file as a whole is known by the name of the file.
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
            // Headers of shogi have names of their own.
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
        Self { game: hash.digest(), roster, moves: (played >= MOVES).then(|| moves.digest()) }
    }
}

/// What a finding is known by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingKey {
    pub game: GameIdentity,
    pub code: &'static str,
    /// The text that it is about, each white space a blank; the beginning of it.
    pub token: String,
}

/// Gives the keys of findings that come in the order of their games.
#[derive(Debug, Default)]
pub struct FindingKeys {
    /// The last game: its path, its number, whether it is meant or its whole file, and what it is.
    last: Option<(String, (u64, bool), GameIdentity)>,
}

impl FindingKeys {
    /// The key of the next finding.
    pub fn of(&mut self, placed: &Placed<'_>) -> FindingKey {
        let Placed { game, finding, .. } = placed;
        let number = (game.game, game.start.is_some());
        let last = self.last.take().filter(|(path, last, _)| path == game.path && *last == number);
        let last = last.unwrap_or_else(|| (game.path.to_owned(), number, GameIdentity::of(game)));
        let identity = self.last.insert(last).2;
        let text = game.encoding.decode(finding.span.of(&game.slice.bytes));
        let words: Vec<&str> = text.split_whitespace().collect();
        FindingKey { game: identity, code: finding.code.as_str(), token: words.join(" ").chars().take(TOKEN).collect() }
    }
}
