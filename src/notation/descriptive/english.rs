//! English descriptive notation, from `P. to K's 4th` of the 1840s to `P-K8=Q` of our days.
//!
//! Reads one move, of which grammars/descriptive.abnf is the grammar, into what it says. Not for the board.

use super::castling;
use super::descriptive_move::{Action, DescriptiveMove, Piece, Place};
use super::marks::{Marks, Open};
use super::named_pieces::{self, files, named_piece, pawn, royal as role_of, said, within};
use super::words::{cross, dash, dot, ends, gap, joint, one_of, possessive, wide, word};
use crate::rules::BoardSide;
use crate::rules::chess::Role;

pub(super) static MARKS: Marks = Marks {
    check: &["check", "ch"],
    mate: &["checkmate", "mate"],
    discovered: &["discovered", "disc", "dis"],
    double: &["double", "doub", "dble", "dbl"],
    en_passant: &["en passant", "en pas", "in passing"],
    queens: &["queens"],
    colon: false,
    becomes: &["becoming", "becomes"],
    article: &["a", "2d", "2nd", "second"],
    officers: &[
        ("Queen", Role::Queen),
        ("Rook", Role::Rook),
        ("Bishop", Role::Bishop),
        ("Knight", Role::Knight),
        ("Q", Role::Queen),
        ("R", Role::Rook),
        ("B", Role::Bishop),
        ("Kt", Role::Knight),
        ("KT", Role::Knight),
        ("N", Role::Knight),
    ],
};

/// The move at the start of `text`, and what follows it.
#[inline]
pub(super) fn prefix(text: &[u8]) -> Option<(&[u8], DescriptiveMove)> {
    match text {
        [b'c' | b'C', ..] => castles(text),
        [b'O' | b'o' | b'0', ..] => castling::zeros(text, &MARKS),
        _ => mover(text),
    }
}

/// A piece with his name, and where the name ends.
#[derive(Clone, Copy)]
struct Named<'a> {
    piece: Piece,
    rest: &'a [u8],
}

/// `R`, `B`, `Kt`, `KT`, `N`.
#[inline]
fn officer(text: &[u8]) -> Option<(Role, &[u8])> {
    match text {
        [b'K', b't' | b'T', rest @ ..] => Some((Role::Knight, rest)),
        [b'R', rest @ ..] => Some((Role::Rook, rest)),
        [b'B', rest @ ..] => Some((Role::Bishop, rest)),
        [b'N', rest @ ..] => Some((Role::Knight, rest)),
        _ => None,
    }
}

/// The king's or the queen's letter.
#[inline]
fn royal(text: &[u8]) -> Option<(BoardSide, &[u8])> {
    match text {
        [b'K', b't' | b'T', ..] => None,
        [b'K', rest @ ..] => Some((BoardSide::King, rest)),
        [b'Q', rest @ ..] => Some((BoardSide::Queen, rest)),
        _ => None,
    }
}

/// The names that a text may begin with, from `Q` over `Q. B.` to `Q. B. P.`: how many, the longest last.
#[inline]
fn names(text: &[u8]) -> (usize, [Named<'_>; 3]) {
    let none = Named { piece: pawn(0xff), rest: text };
    let mut found = [none; 3];
    let mut count = 0;
    let mut add = |piece, rest| {
        if let Some(place) = found.get_mut(count) {
            *place = Named { piece, rest };
            count += 1;
        }
    };
    if let [b'P', rest @ ..] = text {
        add(pawn(0xff), rest);
        return (count, found);
    }
    let (wing, letter) = match royal(text) {
        Some((wing, rest)) => {
            add(named_piece(role_of(wing), None), rest);
            let letter = joint(rest);
            if let [b'P', rest @ ..] = letter {
                add(pawn(files(role_of(wing), None)), rest);
                return (count, found);
            }
            (Some(wing), letter)
        }
        None => (None, text),
    };
    if let Some((role, rest)) = officer(letter) {
        add(named_piece(role, wing), rest);
        if let [b'P', rest @ ..] = joint(rest) {
            add(pawn(files(role, wing)), rest);
        }
    }
    (count, found)
}

/// Whether another move goes on here, whose piece was taken for a part of this one's: `R x Q | B to K2`.
fn goes_on(rest: &[u8]) -> bool {
    let rest = gap(dot(rest));
    let next = match rest {
        [b'-' | b'x' | b'X' | 0xc3 | 0xe2, ..] => dash(rest).or_else(|| cross(rest)),
        [b'a'..=b'z' | b'A'..=b'Z', ..] => {
            let words = ["to", "takes", "take", "captures", "checks", "mates", "interposes", "moves"];
            return words.iter().any(|verb| word(rest, verb).is_some_and(ends));
        }
        _ => None,
    };
    next.is_some_and(|next| matches!(gap(next), [b'A'..=b'Z' | b'(', ..]))
}

/// A piece or a pawn, and what it does.
#[inline]
fn mover(text: &[u8]) -> Option<(&[u8], DescriptiveMove)> {
    let (count, found) = names(text);
    let Named { mut piece, rest } = *found.get(count.checked_sub(1)?)?;
    let mut near = dot(rest);
    let mut next = gap(near);
    let mut parted = next.len() < rest.len();
    if let Some((place, after)) = bracket(next) {
        piece.at = within(piece.at, place);
        near = after;
        next = gap(near);
        parted = true;
    }
    if let Some(after) = dash(next) {
        return quiet(gap(after), piece, false);
    }
    if let Some(after) = cross(next) {
        return captures(gap(after), piece);
    }
    if !parted {
        return None;
    }
    if let Some(after) = word(next, "to").and_then(wide) {
        return quiet(after, piece, true);
    }
    if let Some((_, after)) = one_of(next, &["takes", "take", "captures"])
        && let Some(after) = wide(after)
    {
        return captures(after, piece);
    }
    if let Some(done) = loose(next, piece) {
        return Some(done);
    }
    // The sign left out: `P K 4`. But `K B 3` and `Q R 4` name squares, not moves.
    let royal = piece.roles.has(Role::King) || piece.roles.has(Role::Queen);
    if royal && officer(next).is_some() {
        return None;
    }
    let (place, rest) = square(next, false)?;
    finish(rest, said(piece, Action::To(place)), Open::Promotion)
}

#[inline]
fn finish(rest: &[u8], said: DescriptiveMove, open: Open) -> Option<(&[u8], DescriptiveMove)> {
    let open = if said.mover.roles.has(Role::Pawn) { open } else { Open::Marks };
    MARKS.follow(rest, said, open)
}

/// `(K4)`, `(on R2!)`, `(Q sq)`.
fn bracket(text: &[u8]) -> Option<(Place, &[u8])> {
    let [b'(', inner @ ..] = text else { return None };
    let inner = gap(inner);
    let inner = one_of(inner, &["on", "at"]).and_then(|(_, rest)| wide(rest)).unwrap_or(inner);
    let (place, mut rest) = square(inner, false)?;
    while let [b'!' | b'?', after @ ..] = rest {
        rest = after;
    }
    Some((place, gap(dot(rest)).strip_prefix(b")")?))
}

/// `K4`, `K. B's 3d`, `Q sq`; of `short` squares the rank may be missing, which is the first.
#[inline]
fn square(text: &[u8], short: bool) -> Option<(Place, &[u8])> {
    let (wing, letter) = match royal(text) {
        Some((wing, rest)) => (Some((wing, rest)), joint(rest)),
        None => (None, text),
    };
    let of_wing = wing.map(|(wing, _)| wing);
    if let Some((role, rest)) = officer(letter) {
        let files = files(role, of_wing);
        if let Some((ranks, rest)) = rank(joint(rest)) {
            return Some((Place { files, ranks }, rest));
        }
        let tight = wing.is_none_or(|(_, rest)| rest.len() == letter.len());
        if short && tight && ends(rest) {
            return Some((Place { files, ranks: 1 }, rest));
        }
    }
    let (wing, rest) = wing?;
    let files = files(role_of(wing), None);
    if let Some((ranks, rest)) = rank(letter) {
        return Some((Place { files, ranks }, rest));
    }
    (short && ends(rest)).then_some((Place { files, ranks: 1 }, rest))
}

/// `4`, `4th`, `3d.`, `sq.`, `square`.
#[inline]
fn rank(text: &[u8]) -> Option<(u8, &[u8])> {
    match text {
        [digit @ b'1'..=b'8', rest @ ..] => {
            if let [b'0'..=b'9', ..] = rest {
                return None;
            }
            let rest = match rest {
                [b's', b't', rest @ ..] | [b'n' | b'r', b'd', rest @ ..] | [b't', b'h', rest @ ..] => rest,
                // Not the first letter of `dis. ch.`
                [b'd', after @ ..] if MARKS.check(rest).is_none() => after,
                _ => rest,
            };
            Some((1 << (digit - b'1'), rest))
        }
        [b's' | b'S', ..] => {
            let (_, rest) = one_of(text, &["square", "sq"])?;
            Some((1, rest))
        }
        _ => None,
    }
}

/// After `to` or a dash.
#[inline]
fn quiet(text: &[u8], mut piece: Piece, to: bool) -> Option<(&[u8], DescriptiveMove)> {
    let mut text = text;
    if let Some((place, after)) = bracket(text) {
        // `R-(B5)B7`
        piece.at = within(piece.at, place);
        text = gap(after);
    }
    let is_pawn = piece.roles.has(Role::Pawn);
    if let Some((place, rest)) = square(text, to && !is_pawn) {
        let rest = if is_pawn { wide(rest).and_then(|rest| word(rest, "two")).unwrap_or(rest) } else { rest };
        return finish(rest, said(piece, Action::To(place)), Open::Promotion);
    }
    let (place, rest) = own(text, &piece)?;
    finish(rest, said(piece, Action::To(place)), Open::Promotion)
}

/// `her 4th`, `his sq.`, `her Kt's 3d`: on the mover's own file, or beside it on his own wing.
fn own<'a>(text: &'a [u8], piece: &Piece) -> Option<(Place, &'a [u8])> {
    let (_, rest) = one_of(text, &["her", "his"])?;
    let rest = wide(rest)?;
    let role = piece.roles.single().filter(|role| *role != Role::Pawn)?;
    if let Some((ranks, rest)) = rank(rest) {
        return Some((Place { files: files(role, piece.wing), ranks }, rest));
    }
    let wing = match role {
        Role::King => Some(BoardSide::King),
        Role::Queen => Some(BoardSide::Queen),
        _ => piece.wing,
    };
    let (role, rest) = officer(rest)?;
    let (ranks, rest) = rank(joint(possessive(rest)?))?;
    Some((Place { files: files(role, wing), ranks }, rest))
}

/// After `takes` or its sign.
#[inline]
fn captures(text: &[u8], piece: Piece) -> Option<(&[u8], DescriptiveMove)> {
    let (text, doubled) = match word(text, "doubled").and_then(wide) {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let (count, found) = names(text);
    for (index, named) in found.iter().enumerate().take(count).rev() {
        let mut victim = named.piece;
        if victim.roles.has(Role::King) || doubled && !victim.roles.has(Role::Pawn) {
            continue;
        }
        victim.doubled = doubled;
        let mut rest = named.rest;
        if let Some((place, after)) = stands(rest) {
            victim.at = within(victim.at, place);
            rest = after;
        }
        if index > 0 && goes_on(rest) {
            continue;
        }
        if let Some(done) = finish(rest, said(piece, Action::Takes(victim)), Open::Capture) {
            return Some(done);
        }
    }
    None
}

/// `(K5)`, ` at K5`.
fn stands(text: &[u8]) -> Option<(Place, &[u8])> {
    let next = gap(dot(text));
    if let [b'(', ..] = next {
        return bracket(next);
    }
    if next.len() == text.len() {
        return None;
    }
    let (_, rest) = one_of(next, &["at", "on"])?;
    square(wide(rest)?, false)
}

/// A move without a square: `checks`, `interposes`, `one, becoming a Queen`.
fn loose(text: &[u8], piece: Piece) -> Option<(&[u8], DescriptiveMove)> {
    const DEEDS: [(&str, Action); 4] = [
        ("checks", Action::Checks),
        ("mates", Action::Mates),
        ("interposes", Action::Interposes),
        ("moves", Action::Moves),
    ];
    for (verb, action) in DEEDS {
        if let Some(rest) = word(text, verb) {
            return finish(rest, said(piece, action), Open::Marks);
        }
    }
    if !piece.roles.has(Role::Pawn) {
        return None;
    }
    for (number, steps) in [("one", 1), ("two", 2)] {
        if let Some(rest) = word(text, number) {
            return finish(rest, said(piece, Action::Steps(steps)), Open::Promotion);
        }
    }
    let (role, rest) = MARKS.turns(text)?;
    finish(rest, DescriptiveMove { promotion: Some(role), ..said(piece, Action::Promotes) }, Open::Marks)
}

/// `Castles`, `Castles KR`, `Castles on Q's side`, `Castles (Q. R.)`.
fn castles(text: &[u8]) -> Option<(&[u8], DescriptiveMove)> {
    let rest = word(text, "castles")?;
    let plain = || MARKS.follow(rest, named_pieces::castles(None), Open::Marks);
    let next = gap(dot(rest));
    let Some((wing, after)) = side(next) else { return plain() };
    if next.len() == rest.len() {
        return plain();
    }
    MARKS.follow(after, named_pieces::castles(Some(wing)), Open::Marks).or_else(plain)
}

fn side(text: &[u8]) -> Option<(BoardSide, &[u8])> {
    let (bracket, text) = match text {
        [b'(', inner @ ..] => (true, gap(inner)),
        _ => (false, text),
    };
    let text = one_of(text, &["on", "with"]).and_then(|(_, rest)| wide(rest)).unwrap_or(text);
    let (wing, rest) = royal(text)?;
    let rest = joint(rest);
    let rest = match rest {
        [b'R', rest @ ..] => rest,
        _ => word(rest, "side")?,
    };
    if bracket {
        return Some((wing, gap(dot(rest)).strip_prefix(b")")?));
    }
    (!goes_on(rest)).then_some((wing, rest))
}
