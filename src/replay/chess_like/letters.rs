//! Detects the language of the piece letters in a record.

use std::cmp::Reverse;

use super::game::ChessDialect;
use super::look_ahead::{Reach, reach};
use super::resolve;
use crate::context::GameContext;
use crate::languages::{self, ENGLISH, Languages, distinct};
use partie_notation::letters::{LANGUAGES, Letters};
use partie_record::ItemKind;
use partie_rules::Resolution;

/// The detected letters.
pub(super) struct Found<N> {
    pub(super) notation: N,
    /// True if the game can be replayed to its end with the detected letters.
    pub(super) whole: bool,
    /// True if English also replays the game to its end.
    pub(super) english_fits: bool,
    /// Other letters that also replay the game to its end, but as another game.
    pub(super) rival: Option<&'static Letters>,
}

/// Maximum number of moves that are examined for their letters.
pub(super) const LOOKED_AT: usize = 2000;

/// If other letters also leave moves unreadable, English must leave at least this many times as many unreadable.
const MIN_UNREADABLE_RATIO: usize = 4;

/// Why letters other than English are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Doubt {
    #[default]
    None,
    /// English reads the letters, but in other languages they may denote other pieces.
    Meaning,
    Letter,
}

/// The only letters that fit a record, if they are not English. Used first if another record of the file has
/// such letters: the full search has the same result, but takes much longer.
pub(super) fn only<N: ChessDialect>(context: &GameContext<'_, N>) -> Option<&'static Letters> {
    if context.record.items.len() > LOOKED_AT {
        return None;
    }
    let possible = languages::possible(context.text.bytes, context.record);
    if possible & ENGLISH != 0 || possible.count_ones() != 1 {
        return None;
    }
    LANGUAGES.get(possible.trailing_zeros() as usize)
}

/// True if a move has a possible piece letter; all languages read moves without one alike.
fn has_letters<N: ChessDialect>(context: &GameContext<'_, N>) -> bool {
    let mut moves = context.record.items.iter().filter(|item| item.kind == ItemKind::Move);
    let is_letter = |byte: &u8| byte.is_ascii_uppercase() || !byte.is_ascii();
    moves.any(|item| item.span.of(context.text.bytes).iter().any(is_letter))
}

/// Number of the first [`LOOKED_AT`] moves of the main line that cannot be read with these piece letters. The limit
/// bounds the cost, as each language is tried.
fn unreadable<N: ChessDialect>(context: &GameContext<'_, N>, notation: &N) -> usize {
    let moves = context.record.items.iter().filter(|item| item.line == 0 && item.kind == ItemKind::Move);
    let is_read = |token: &[u8]| resolve::read(notation, token, &context.start.memory).is_some();
    moves.take(LOOKED_AT).filter(|item| !is_read(item.span.of(context.text.bytes))).count()
}

/// True if a move of a record has a letter that is not English. A promotion to `P` does not count: `e8=P` is a knight
/// in Dutch, but more likely a slip if it is the only one.
fn has_witness<N: ChessDialect>(context: &GameContext<'_, N>, letters: &Letters) -> bool {
    let mut moves = context.record.items.iter().filter(|item| item.kind == ItemKind::Move);
    moves.any(|item| {
        let token = item.span.of(context.text.bytes);
        let at = match token.first() {
            Some(b'O') | None => return false,
            Some(first) if first.is_ascii_lowercase() => token.iter().position(|byte| {
                !byte.is_ascii_lowercase() && !matches!(byte, b'0'..=b'9' | b'-' | b':' | b'=' | b'/' | b'(')
            }),
            Some(_) => Some(0),
        };
        let Some(letter) = at.and_then(|at| token.get(at..)) else { return false };
        let role = |letters: &Letters| letters.read_role(letter).map(|(role, _)| role);
        let is_pawn = at != Some(0) && letter[0] == b'P';
        !is_pawn && role(letters) != role(Letters::ENGLISH)
    })
}

/// The notation with the letters under which the main line gets farthest; `None` unless they beat English. Then the
/// line reaches its end, gets at least four plies farther, or has [`MIN_UNREADABLE_RATIO`] times fewer unreadable
/// moves.
///
/// Of two languages in which the game reaches its end, the one without pawn letters wins. Nearly all records have no
/// pawn letters: `Pf3` is a knight's move in Dutch.
pub(super) fn find<N: ChessDialect>(context: &GameContext<'_, N>, notation: &N, doubt: Doubt) -> Option<Found<N>> {
    find_any(context, notation, doubt).filter(|found| has_witness(context, found.notation.letters()))
}

fn find_any<N: ChessDialect>(context: &GameContext<'_, N>, notation: &N, doubt: Doubt) -> Option<Found<N>> {
    if !has_letters(context) {
        return None;
    }
    let english = notation.with_letters(Letters::ENGLISH);
    let possible = languages::possible(context.text.bytes, context.record);
    if possible & !ENGLISH != 0
        && let Some(found) = find_whole(context, &english, possible)
    {
        let in_variations = || find_in_variations(context, &english, possible);
        return found.or_else(|| if doubt == Doubt::None { None } else { in_variations() });
    }
    if doubt < Doubt::Letter {
        return None;
    }
    let goes = |notation: &N| (reach(context, notation, context.start.clone(), 0), unreadable(context, notation));
    let english = goes(&english);
    let mut best: Option<((Reach, usize), N)> = None;
    for (_, letters) in distinct().filter(|(language, _)| *language != ENGLISH) {
        let notation = notation.with_letters(letters);
        let found = goes(&notation);
        let rank = |(reach, unreadable): (Reach, usize)| {
            (reach.whole, Reverse(unreadable), reach.plies, Reverse(reach.dropped))
        };
        if best.as_ref().is_none_or(|(other, _)| rank(found) > rank(*other)) {
            best = Some((found, notation));
        }
    }
    let beats = |(reach, unreadable): (Reach, usize)| {
        let farther = reach.plies > english.0.plies;
        farther && (reach.whole || reach.plies >= english.0.plies + 4)
            || unreadable < english.1
                && unreadable * MIN_UNREADABLE_RATIO <= english.1
                && reach.plies >= english.0.plies
    };
    let best = best.filter(|(found, _)| beats(*found));
    best.map(|((reach, _), notation)| Found {
        notation,
        whole: reach.whole,
        english_fits: english.0.whole,
        rival: None,
    })
}

/// Number of moves in variations that these letters cannot read, and of moves in variations with a pawn letter.
fn doubtful_in_variations<N: ChessDialect>(context: &GameContext<'_, N>, notation: &N) -> (u32, u32) {
    let moves = context.record.items.iter().filter(|item| item.line != 0 && item.kind == ItemKind::Move);
    moves.take(LOOKED_AT).fold((0, 0), |(unreadable, lettered), item| {
        match resolve::read(notation, item.span.of(context.text.bytes), &context.start.memory) {
            Some(token) => (unreadable, lettered + u32::from(N::marks(&token).pawn_letter)),
            None => (unreadable + 1, lettered),
        }
    })
}

/// The letters that read the variations of a record whose main line reaches its end in English, but names no piece.
fn find_in_variations<N: ChessDialect>(
    context: &GameContext<'_, N>,
    english: &N,
    possible: Languages,
) -> Option<Found<N>> {
    let most = doubtful_in_variations(context, english);
    let others = distinct().filter(|(language, _)| possible & language & !ENGLISH != 0);
    let counted = others
        .map(|(_, letters)| english.with_letters(letters))
        .map(|notation| (doubtful_in_variations(context, &notation), notation));
    let (_, notation) = counted
        .filter(|(counts, notation)| *counts < most && reach(context, notation, context.start.clone(), 0).whole)
        .min_by_key(|(counts, _)| *counts)?;
    Some(Found { notation, whole: true, english_fits: false, rival: None })
}

/// The best letters with which the main line reaches its end. `Some(None)` if these are English; `None` if no
/// letters reach the end. If languages agree on the pieces of the main line, the variations decide.
fn find_whole<N: ChessDialect>(
    context: &GameContext<'_, N>,
    english: &N,
    possible: Languages,
) -> Option<Option<Found<N>>> {
    let reached = distinct().filter(|(language, _)| possible & language != 0).map(|(language, letters)| {
        let notation = english.with_letters(letters);
        let reach = reach(context, &notation, context.start.clone(), 0);
        (language, notation, reach)
    });
    let mut whole: Vec<_> = reached.filter(|(_, _, reach)| reach.whole).collect();
    let english_fits = whole.first().is_some_and(|(language, ..)| *language == ENGLISH);
    let in_main_line =
        |(language, _, reach): &(Languages, N, Reach)| (reach.lettered, *language != ENGLISH, reach.dropped);
    let least = whole.iter().map(in_main_line).min()?;
    whole.retain(|found| in_main_line(found) == least);
    let tied = whole.len() > 1;
    let counted = whole.into_iter().map(|(language, notation, _)| {
        let doubtful = if tied { doubtful_in_variations(context, &notation) } else { (0, 0) };
        (doubtful, language, notation)
    });
    let mut counted: Vec<_> = counted.collect();
    counted.sort_by_cached_key(|(doubtful, language, _)| (*doubtful, *language));
    let mut counted = counted.into_iter();
    let (fewest, language, notation) = counted.next()?;
    if language == ENGLISH {
        return Some(None);
    }
    let equal = counted.take_while(|(doubtful, ..)| *doubtful == fewest);
    let rival = equal.map(|(_, _, other)| other).find(|other| is_another_game(context, &notation, other));
    let rival = rival.map(|other| other.letters());
    Some(Some(Found { notation, whole: true, english_fits, rival }))
}

/// True if two notations read different moves in the main line.
fn is_another_game<N: ChessDialect>(context: &GameContext<'_, N>, one: &N, other: &N) -> bool {
    let mut position = context.start.clone();
    let mut items = context.record.items.iter().filter(|item| item.line == 0);
    items.any(|item| {
        let read = |notation: &N| {
            let token = resolve::read(notation, item.span.of(context.text.bytes), &position.memory)?;
            match N::candidates(&token, &position) {
                Resolution::Unique(mv) => Some(mv),
                Resolution::None | Resolution::Ambiguous(_) => None,
            }
        };
        match item.kind {
            ItemKind::Move => match (read(one), read(other)) {
                (Some(mv), Some(same)) if mv == same => {
                    position.play(mv);
                    false
                }
                (mv, same) => mv != same,
            },
            ItemKind::Null => {
                position.play_null_move();
                false
            }
            _ => false,
        }
    })
}
