//! Features that identify records of one game: positions, sequences of texts, the names of both players.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::game_tags::players;
use crate::played::Played;
use crate::text::Text;
use partie_record::Record;
use partie_record::player_name::Name;
use partie_rules::Rules;

/// Minimum ply whose position is a feature: earlier positions occur in too many games.
const MIN_PLY: usize = 6;
/// One in `SAMPLES` positions and text sequences is kept; a sequence has `STRETCH` moves.
const SAMPLES: u64 = 4;
const STRETCH: usize = 3;

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns hashes of the family names of both players, the lower first; `None` if one is unknown.
pub(crate) fn families(text: Text<'_>, record: &Record) -> Option<[u64; 2]> {
    let family = |span| Some(Name::parse(&text.decode(span?)).family).filter(|family| !family.is_empty()).map(hash);
    let [first, second] = players(text.bytes, record);
    let mut both = [family(first)?, family(second)?];
    both.sort_unstable();
    Some(both)
}

/// Returns the names as a feature.
pub(crate) fn of_families(families: [u64; 2]) -> u64 {
    hash(families)
}

/// Collects the features of a game: positions after its moves, and sequences of move texts.
pub(crate) fn features<G: Rules>(
    start: &G,
    moves: &[G::Move],
    texts: impl Iterator<Item = impl AsRef<str>>,
    into: &mut Vec<u64>,
) {
    let mut position = start.clone();
    for (ply, mv) in (1..).zip(moves) {
        position.play_listed(*mv);
        let key = hash((position.zobrist(), G::KIND as u8));
        if ply >= MIN_PLY && (key.is_multiple_of(SAMPLES) || ply == MIN_PLY || ply == 2 * MIN_PLY) {
            into.push(key);
        }
    }
    // Marks (`!`, `+`) often differ between copies.
    let is_of_move = |letter: &char| letter.is_alphanumeric();
    let texts: Vec<String> = texts.map(|text| text.as_ref().chars().filter(is_of_move).collect()).collect();
    into.extend(texts.windows(STRETCH).map(hash).filter(|key| key.is_multiple_of(SAMPLES)));
    into.sort_unstable();
    into.dedup();
}

/// Like [`features`], for a game whose moves were kept.
pub(super) fn features_of_played(played: &Played, texts: &[Box<str>], into: &mut Vec<u64>) {
    let texts = texts.iter();
    match played {
        Played::None => {}
        Played::Chess(line, _) => features(&line.start, &line.moves, texts, into),
        Played::Hex(line) => features(&line.start, &line.moves, texts, into),
        Played::Shogi(line) => features(&line.start, &line.moves, texts, into),
    }
}
