//! Which language's piece letters a record is written in. Not for reading a move with them.

use std::cmp::Reverse;

use super::game::ChessDialect;
use super::look_ahead::{Reach, reach};
use super::resolve;
use crate::context::GameContext;
use crate::languages::{self, ENGLISH, Languages, distinct};
use partie_notation::letters::{LANGUAGES, Letters};
use partie_record::ItemKind;
use partie_rules::Resolution;

/// The letters that were found.
pub(super) struct Found<N> {
    pub(super) notation: N,
    /// Whether the game replays to its end with them.
    pub(super) whole: bool,
    /// Whether it does so in English, too.
    pub(super) english_fits: bool,
    /// Other letters with which it goes there as well, and is another game.
    pub(super) rival: Option<&'static Letters>,
}

/// Moves of a record in which its letters are looked for.
pub(super) const LOOKED_AT: usize = 2000;

/// How many times as many moves English must leave unread as letters leave that do not read all.
const DAMAGED: usize = 4;

/// Why letters beside English are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Doubt {
    #[default]
    None,
    /// English reads them, but others may mean another piece.
    Meaning,
    Letter,
}

/// The only letters that fit a record, if they are not English: what it is read with first where another of the same
/// file was found in such letters. The guess is the same without it, and takes much longer.
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

/// Whether some move has a letter that may be that of a piece: what has none is read alike in all languages.
fn has_letters<N: ChessDialect>(context: &GameContext<'_, N>) -> bool {
    let mut moves = context.record.items.iter().filter(|item| item.kind == ItemKind::Move);
    let is_letter = |byte: &u8| byte.is_ascii_uppercase() || !byte.is_ascii();
    moves.any(|item| item.span.of(context.text.bytes).iter().any(is_letter))
}

/// Counts moves of the main line, among the first [`LOOKED_AT`], that cannot be read with these letters. Each language
/// reads them all.
fn unreadable<N: ChessDialect>(context: &GameContext<'_, N>, notation: &N) -> usize {
    let moves = context.record.items.iter().filter(|item| item.line == 0 && item.kind == ItemKind::Move);
    let is_read = |token: &[u8]| resolve::read(notation, token, &context.start.memory).is_some();
    moves.take(LOOKED_AT).filter(|item| !is_read(item.span.of(context.text.bytes))).count()
}

/// True if a move of a record has a letter that is not English. A promotion to `P` does not count: `e8=P` is a knight in
/// Dutch, but more likely a slip if it is the only one.
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

/// The notation in the letters under which the main line goes farthest, if they beat English: it goes to its end, or
/// clearly farther, or every move can be read with them.
///
/// A letter that would be a pawn's loses to a language in which it is a piece's and the game goes to its end, as pawns
/// bear none in nearly all records: `Pf3` is a knight's move in Dutch.
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
            || unreadable < english.1 && unreadable * DAMAGED <= english.1 && reach.plies >= english.0.plies
    };
    let best = best.filter(|(found, _)| beats(*found));
    best.map(|((reach, _), notation)| Found {
        notation,
        whole: reach.whole,
        english_fits: english.0.whole,
        rival: None,
    })
}

/// The moves of variations that are none with these letters, and those of which a letter would be a pawn's.
fn doubtful_in_variations<N: ChessDialect>(context: &GameContext<'_, N>, notation: &N) -> (u32, u32) {
    let moves = context.record.items.iter().filter(|item| item.line != 0 && item.kind == ItemKind::Move);
    moves.take(LOOKED_AT).fold((0, 0), |(unreadable, lettered), item| {
        match resolve::read(notation, item.span.of(context.text.bytes), &context.start.memory) {
            Some(token) => (unreadable, lettered + u32::from(N::marks(&token).pawn_letter)),
            None => (unreadable + 1, lettered),
        }
    })
}

/// The letters that read the variations of a record whose main line goes to its end in English, but names no piece.
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

/// The best of the letters with which the main line goes to its end, nothing inside where that is English; nothing at
/// all where it goes there with none. Between languages that agree in the pieces of the main line the variations decide.
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

/// Whether two notations make other moves of the main line.
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
