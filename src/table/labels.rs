//! Fixed-size names of pieces and sides for the table of moves.

use super::value::{Label, LabelText};
use partie_rules::Side;
use partie_rules::chess::Role;
use partie_rules::shogi::PieceType;

/// An array of labels, one for each variant of `$kind`.
macro_rules! labels {
    ($kind:ty) => {{
        let mut labels = [LabelText::new(""); <$kind>::ALL.len()];
        let mut at = 0;
        while at < labels.len() {
            labels[at] = LabelText::new(<$kind>::ALL[at].name());
            at += 1;
        }
        labels
    }};
}

static ROLES: [LabelText; Role::ALL.len()] = labels!(Role);
static SHOGI: [LabelText; PieceType::ALL.len()] = labels!(PieceType);
static SIDES: [LabelText; 2] = [LabelText::new(Side::First.name()), LabelText::new(Side::Second.name())];

#[inline(always)]
pub(crate) fn role(role: Role) -> Label {
    Label(&ROLES[role.index()])
}

#[inline(always)]
pub(crate) fn shogi(kind: PieceType) -> Label {
    Label(&SHOGI[kind.index()])
}

#[inline(always)]
pub(crate) fn side(side: Side) -> Label {
    Label(&SIDES[side as usize])
}
