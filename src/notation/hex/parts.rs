//! The parts of a parsed move, and the token built from them.

use super::HexToken;
use crate::san::{Form, Suffixes};
use partie_rules::hex::{Bitboard, Cell, Pattern, Role, Roles};

/// The origin, as far as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// `f10`
    Cell(Cell),
    /// `f`, 0 = a to 10 = l
    File(u8),
    /// `10`
    Rank(u8),
    Unsaid,
}

/// The target, as far as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// `f10`
    Cell(Cell),
    /// `f`, the target of a pawn's capture.
    File(u8),
}

/// The sign before the target.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sign {
    /// True for `x` and `:`.
    pub(super) captures: bool,
    /// The captured piece that follows it.
    pub(super) captured: Option<Role>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Promotion {
    pub(super) role: Role,
    /// True if no `=` precedes it.
    pub(super) bare: bool,
}

/// All parts of a move after its last cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    pub(super) captured: Option<Role>,
    pub(super) promotion: Option<Promotion>,
    pub(super) suffixes: Suffixes,
}

impl Ending {
    pub(super) const fn marked(suffixes: Suffixes) -> Self {
        Self { captured: None, promotion: None, suffixes }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub(super) form: Form,
    /// The letter of the moved piece.
    pub(super) letter: Option<Role>,
    pub(super) origin: Origin,
    pub(super) sign: Sign,
    pub(super) target: Target,
    pub(super) ending: Ending,
    /// True if the cells are in capitals.
    pub(super) capitals: bool,
}

impl Parts {
    /// The parts of a move with two cells, with or without a sign between them.
    pub(super) fn cells(form: Form, (from, sign, to, ending): (Cell, Option<Sign>, Cell, Ending)) -> Self {
        Self::to(form, Origin::Cell(from), (sign, to, ending))
    }

    /// The parts of a move to a cell, with the written part of its origin.
    pub(super) fn to(form: Form, origin: Origin, (sign, to, ending): (Option<Sign>, Cell, Ending)) -> Self {
        let (sign, target) = (sign.unwrap_or_default(), Target::Cell(to));
        Self { form, letter: None, origin, sign, target, ending, capitals: false }
    }

    /// Builds the token of the move.
    pub(super) fn token(self) -> HexToken {
        let Self { form, letter, origin, sign, target, ending, capitals } = self;
        let pawn = matches!(letter, None | Some(Role::Pawn));
        let to = match target {
            Target::Cell(cell) => cell.bit(),
            Target::File(file) => file_set(file),
        };
        let from = match origin {
            Origin::Cell(cell) => cell.bit(),
            Origin::File(file) => file_set(file),
            // The middle file has all ranks.
            Origin::Rank(rank) => Cell::at(5, rank).map_or(0, Cell::rank_set),
            // A pawn's capture always names its file.
            Origin::Unsaid if pawn => Cell::lowest(to).file_set(),
            Origin::Unsaid => !0,
        };
        let roles = match (letter, origin) {
            (None, Origin::Cell(_)) => Roles::ANY,
            _ => Roles::one(letter.unwrap_or(Role::Pawn)),
        };
        let pattern = Pattern {
            from,
            to,
            captures: sign.captures || ending.captured.is_some(),
            promotion: ending.promotion.map(|promotion| promotion.role),
            ..Pattern::to(roles, Cell::lowest(to))
        };
        let mut move_ = HexToken::new(pattern);
        move_.captured = sign.captured.or(ending.captured);
        move_.capitals = capitals;
        let written = &mut move_.written;
        written.form = form;
        ending.suffixes.mark(written);
        written.bare_promotion = form != Form::Coordinates && ending.promotion.is_some_and(|promotion| promotion.bare);
        written.origin = match origin {
            Origin::Cell(_) | Origin::Rank(_) => true,
            Origin::File(_) => !pawn,
            Origin::Unsaid => false,
        };
        written.pawn_letter = letter == Some(Role::Pawn);
        move_.settle_en_passant();
        move_
    }
}

fn file_set(file: u8) -> Bitboard {
    Cell::at(file, 1).map_or(0, Cell::file_set)
}
