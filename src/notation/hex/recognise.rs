//! Recognizes records of hexagonal chess by the Variant tag, or by moves that are impossible in chess.

use super::read_with;
use crate::letters::Letters;
use crate::san;
use partie_rules::{Resolution, Rules, chess, hex};

/// The game named by a Variant tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// Gliński's game, by its inventor's name or as Hexašach.
    Glinski,
    /// Hexagonal chess of another inventor, which is not supported.
    Other,
}

/// Inventors of other hexagonal games.
const OTHERS: [&[u8]; 9] =
    [b"mccooey", b"shafran", b"brusky", b"devasa", b"mini", b"hexophen", b"wellisch", b"rex", b"starchess"];

/// Returns the hexagonal game named by a Variant tag: `Glinski`, `Gliński's Hexagonal Chess`, `Hexašach`. Ignores
/// letters beyond ASCII, as their encoding may be wrong.
pub fn named(value: &[u8]) -> Option<Named> {
    let mut folded = [0; 64];
    let letters = value.iter().filter(|byte| byte.is_ascii_alphabetic());
    let mut length = 0;
    for (place, letter) in folded.iter_mut().zip(letters) {
        *place = letter.to_ascii_lowercase();
        length += 1;
    }
    let text = &folded[..length];
    let has = |word: &[u8]| text.windows(word.len()).any(|part| part == word);
    // The accented n may be missing, or be any other letter.
    let glinski = text.windows(6).any(|part| part.starts_with(b"gli") && part[2..].windows(3).any(|end| end == b"ski"))
        || text.windows(7).any(|part| part.starts_with(b"gli") && part.ends_with(b"ski"));
    let hexagonal = has(b"hexagon")
        || text.starts_with(b"hexchess")
        || has(b"hexach")
        || has(b"hexaach")
        || has(b"hexasach")
        || text == b"hex";
    if OTHERS.iter().any(|word| has(word)) {
        return hexagonal.then_some(Named::Other);
    }
    (glinski || hexagonal).then_some(Named::Glinski)
}

/// True if a text is a move with both cells, in the letters of some language.
pub fn is_whole(text: &[u8]) -> bool {
    // Most other words do not contain two cells, in any letters. A cell may have `l` for `1`, and conversely.
    let begins_cell = |pair: &&[u8]| matches!(pair, [b'a'..=b'l' | b'A'..=b'L' | b'1', b'0'..=b'9' | b'l']);
    if !text.iter().any(u8::is_ascii_whitespace) && text.windows(2).filter(begins_cell).count() < 2 {
        return false;
    }
    let whole =
        |letters: &Letters| read_with(text, letters).is_ok_and(|(_, move_)| move_.written.pattern.origin().is_some());
    TRIED.iter().filter_map(|code| Letters::find(code)).any(whole)
}

/// Maximum number of moves that are examined.
const MAX_MOVES: usize = 40;
/// Minimum number of plies by which moves without full origins must continue beyond those that chess allows.
const MIN_EXTRA_PLIES: usize = 4;
/// Languages whose letters are tried; each set of letters once.
const TRIED: [&str; 11] = ["en", "sk", "hu", "pl", "de", "nl", "fr", "es", "pt", "ru", "figurine"];

/// True if the first moves of a game, from the start position, are of hexagonal chess and not of chess. More moves must
/// be legal in hexagonal chess. One legal move is enough if both cells are written and the first move is illegal in
/// chess.
pub fn looks_like<'a>(moves: impl Iterator<Item = &'a [u8]> + Clone) -> bool {
    let moves = moves.take(MAX_MOVES);
    let tried = || TRIED.iter().filter_map(|code| Letters::find(code));
    let (under_hex, whole) = tried().map(|letters| plies_of_hex(moves.clone(), letters)).max().unwrap_or((0, false));
    // Games of chess seldom have that many legal moves in hexagonal chess.
    if under_hex == 0 || under_hex < MIN_EXTRA_PLIES && !whole {
        return false;
    }
    let under_chess = tried().map(|letters| plies_of_chess(moves.clone(), letters)).max().unwrap_or(0);
    under_hex >= under_chess + MIN_EXTRA_PLIES || under_chess == 0 && under_hex > 0 && whole
}

fn plies_of_chess<'a>(moves: impl Iterator<Item = &'a [u8]>, letters: &Letters) -> usize {
    let mut position = chess::Position::start();
    let legal = moves.map_while(|text| {
        let (_, written) = san::read_with(text, letters).ok()?;
        let Resolution::Unique(mv) = position.resolve(&written.pattern) else { return None };
        position.play(mv);
        Some(())
    });
    legal.count()
}

/// Returns the number of legal moves; true if all of them have both cells.
fn plies_of_hex<'a>(moves: impl Iterator<Item = &'a [u8]>, letters: &Letters) -> (usize, bool) {
    let mut position = hex::Position::start();
    let mut whole = true;
    let legal = moves.map_while(|text| {
        let (_, move_) = read_with(text, letters).ok()?;
        let pattern = &move_.written.pattern;
        let Resolution::Unique(mv) = position.resolve(pattern) else { return None };
        whole &= pattern.origin().is_some();
        position.play(mv);
        Some(())
    });
    (legal.count(), whole)
}
