//! French and Spanish descriptive notation: `P4R`, `C3FR`, `AxT`, `T 4 CR - 2 CR`.
//!
//! The rank stands before the file, and the wing behind its piece. Not for the languages whose
//! usage is not known (Italian, Portuguese), nor for words beyond castling, check and mate.

use super::castling;
use super::descriptive_move::{Action, DescriptiveMove, Piece, Place};
use super::marks::{Marks, Open};
use super::named_pieces::{castles, files, named_piece, pawn, said, within};
use super::words::{cross, dash, gap, one_of, space};
use crate::rules::BoardSide;
use crate::rules::chess::Role;

/// What one of these languages has of its own.
pub(super) struct Tongue {
    /// The bishop's letter.
    bishop: u8,
    /// Words of castling, longest first.
    castles: &'static [&'static str],
    marks: Marks,
}

pub(super) static FRENCH: Tongue = Tongue {
    bishop: b'F',
    castles: &["roque", "roq"],
    marks: Marks {
        check: &["échec", "echec", "éch", "ech"],
        mate: &["échec et mat", "mat"],
        discovered: &[],
        double: &[],
        en_passant: &["en passant"],
        queens: &[],
        colon: true,
        becomes: &[],
        article: &[],
        officers: &[("D", Role::Queen), ("T", Role::Rook), ("F", Role::Bishop), ("C", Role::Knight)],
    },
};

pub(super) static SPANISH: Tongue = Tongue {
    bishop: b'A',
    castles: &["enroque", "enrog", "enroq"],
    marks: Marks {
        check: &["jaque", "jaq"],
        mate: &["jaque mate", "mate"],
        discovered: &[],
        double: &[],
        en_passant: &["al paso", "en passant"],
        queens: &[],
        colon: true,
        becomes: &[],
        article: &[],
        officers: &[("D", Role::Queen), ("T", Role::Rook), ("A", Role::Bishop), ("C", Role::Knight)],
    },
};

/// The move at the start of `text`, and what follows it.
pub(super) fn prefix<'a>(text: &'a [u8], tongue: &Tongue) -> Option<(&'a [u8], DescriptiveMove)> {
    if let [b'O' | b'o' | b'0', ..] = text {
        return castling::zeros(text, &tongue.marks);
    }
    if let Some((_, rest)) = one_of(text, tongue.castles) {
        return tongue.marks.follow(rest, castles(None), Open::Marks);
    }
    let (mut piece, rest) = tongue.name(text)?;
    let next = gap(rest);
    if let Some(rest) = cross(next) {
        return tongue.captures(gap(rest), piece);
    }
    if let Some((place, rest)) = dash(next).and_then(|rest| tongue.square(gap(rest))) {
        return tongue.goes(rest, piece, place);
    }
    let (ranks, after) = rank(next)?;
    let from = match tongue.file(near(after)) {
        Some((files, rest)) => (Place { files, ranks }, rest),
        None => (Place { files: 0xff, ranks }, after),
    };
    // `T 4 CR - 2 CR`, `C7-5C`, `T1xP`: what came first was the origin.
    let (place, rest) = from;
    let sign = gap(rest);
    if let Some((target, rest)) = dash(sign).and_then(|rest| tongue.square(gap(rest))) {
        piece.at = within(piece.at, place);
        return tongue.goes(rest, piece, target);
    }
    if let Some(after) = cross(sign) {
        piece.at = within(piece.at, place);
        return tongue.captures(gap(after), piece);
    }
    if place.files == 0xff { None } else { tongue.goes(rest, piece, place) }
}

/// A digit, or nothing that is a part of a number.
fn rank(text: &[u8]) -> Option<(u8, &[u8])> {
    match text {
        [b'1'..=b'8', b'0'..=b'9', ..] => None,
        [digit @ b'1'..=b'8', rest @ ..] => Some((1 << (digit - b'1'), rest)),
        _ => None,
    }
}

/// After at most one blank.
fn near(text: &[u8]) -> &[u8] {
    space(text).unwrap_or(text)
}

impl Tongue {
    /// `T`, `A` or `F`, `C`.
    fn named_piece<'a>(&self, text: &'a [u8]) -> Option<(Role, &'a [u8])> {
        match text {
            [b'T', rest @ ..] => Some((Role::Rook, rest)),
            [b'C', rest @ ..] => Some((Role::Knight, rest)),
            [letter, rest @ ..] if *letter == self.bishop => Some((Role::Bishop, rest)),
            _ => None,
        }
    }

    /// `D`, `T`, `TD`: a piece with its wing.
    fn winged<'a>(&self, text: &'a [u8]) -> Option<(Role, Option<BoardSide>, &'a [u8])> {
        match text {
            [b'R', rest @ ..] => return Some((Role::King, None, rest)),
            [b'D', rest @ ..] => return Some((Role::Queen, None, rest)),
            _ => {}
        }
        let (role, rest) = self.named_piece(text)?;
        Some(match rest {
            [b'R', rest @ ..] => (role, Some(BoardSide::King), rest),
            [b'D', rest @ ..] => (role, Some(BoardSide::Queen), rest),
            _ => (role, None, rest),
        })
    }

    /// A piece, or a pawn that may bear its file.
    fn name<'a>(&self, text: &'a [u8]) -> Option<(Piece, &'a [u8])> {
        if let [b'P', rest @ ..] = text {
            let (files, rest) = self.file(rest).unwrap_or((0xff, rest));
            return Some((pawn(files), rest));
        }
        self.winged(text).map(|(role, wing, rest)| (named_piece(role, wing), rest))
    }

    fn file<'a>(&self, text: &'a [u8]) -> Option<(u8, &'a [u8])> {
        self.winged(text).map(|(role, wing, rest)| (files(role, wing), rest))
    }

    /// `4CR`, `4 CR`.
    fn square<'a>(&self, text: &'a [u8]) -> Option<(Place, &'a [u8])> {
        let (ranks, rest) = rank(text)?;
        let (files, rest) = self.file(near(rest))?;
        Some((Place { files, ranks }, rest))
    }

    /// `(4CR)`: where a piece stands that is taken.
    fn bracket<'a>(&self, text: &'a [u8]) -> Option<(Place, &'a [u8])> {
        let (place, rest) = self.square(gap(text.strip_prefix(b"(")?))?;
        Some((place, gap(rest).strip_prefix(b")")?))
    }

    fn goes<'a>(&self, rest: &'a [u8], piece: Piece, place: Place) -> Option<(&'a [u8], DescriptiveMove)> {
        self.finish(rest, said(piece, Action::To(place)), Open::Promotion)
    }

    fn captures<'a>(&self, text: &'a [u8], piece: Piece) -> Option<(&'a [u8], DescriptiveMove)> {
        let (mut victim, mut rest) = self.name(text)?;
        if let Some((place, after)) = self.bracket(gap(rest)) {
            victim.at = within(victim.at, place);
            rest = after;
        }
        if victim.roles.has(Role::King) {
            return None;
        }
        let takes = |victim, rest| self.finish(rest, said(piece, Action::Takes(victim)), Open::Capture);
        // `PxPal paso`: the letter after the pawn's belongs to a word.
        takes(victim, rest).or_else(|| takes(pawn(0xff), text.strip_prefix(b"P")?))
    }

    fn finish<'a>(&self, rest: &'a [u8], said: DescriptiveMove, open: Open) -> Option<(&'a [u8], DescriptiveMove)> {
        let open = if said.mover.roles.has(Role::Pawn) { open } else { Open::Marks };
        self.marks.follow(rest, said, open)
    }
}
