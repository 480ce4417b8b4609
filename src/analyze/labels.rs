//! What pieces and players are called in the table of moves, ready to be copied.

use super::value::{Label, LabelText};
use crate::rules::Side;
use crate::rules::chess::Role;
use crate::rules::shogi::PieceType;

static ROLES: [LabelText; Role::ALL.len()] = {
    let mut labels = [LabelText::new(""); Role::ALL.len()];
    let mut at = 0;
    while at < labels.len() {
        labels[at] = LabelText::new(Role::ALL[at].name());
        at += 1;
    }
    labels
};

static SHOGI: [LabelText; PieceType::ALL.len()] = {
    let mut labels = [LabelText::new(""); PieceType::ALL.len()];
    let mut at = 0;
    while at < labels.len() {
        labels[at] = LabelText::new(PieceType::ALL[at].name());
        at += 1;
    }
    labels
};

static SIDES: [LabelText; 2] = [LabelText::new(Side::First.name()), LabelText::new(Side::Second.name())];

/// A piece of chess or hexagonal chess.
#[inline(always)]
pub(super) fn role(role: Role) -> Label {
    Label(&ROLES[role.index()])
}

/// A piece of shogi.
#[inline(always)]
pub(super) fn shogi(kind: PieceType) -> Label {
    Label(&SHOGI[kind.index()])
}

/// A player.
#[inline(always)]
pub(super) fn side(side: Side) -> Label {
    Label(&SIDES[side as usize])
}
