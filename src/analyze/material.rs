//! What men are left, as endings are named: `KRPPvKR`. Not for judging what they can do.

use crate::rules::{Side, chess, hex, shogi};

/// Roles from the greatest down.
const ROLES: [chess::Role; 6] = [
    chess::Role::King,
    chess::Role::Queen,
    chess::Role::Rook,
    chess::Role::Bishop,
    chess::Role::Knight,
    chess::Role::Pawn,
];

fn push(text: &mut String, mut count: impl FnMut(Side, chess::Role) -> u32) {
    for side in [Side::First, Side::Second] {
        if side == Side::Second {
            text.push('v');
        }
        for role in ROLES {
            repeat(text, role.letter(), count(side, role));
        }
    }
}

#[inline(always)]
fn repeat(text: &mut String, letter: char, count: u32) {
    match count {
        0 => {}
        1 => text.push(letter),
        _ => text.extend(std::iter::repeat_n(letter, count as usize)),
    }
}

/// The men of a position of chess.
pub(super) fn chess(text: &mut String, position: &chess::Position) {
    push(text, |side, role| position.men(side, role).count_ones());
}

/// The men of a position of hexagonal chess.
pub(super) fn hex(text: &mut String, position: &hex::Position) {
    push(text, |side, role| position.men(side, role).count_ones());
}

/// The men of a position of shogi on the board and in hand; promoted ones count as what they were.
pub(super) fn shogi(text: &mut String, position: &shogi::Position) {
    use shogi::Kind::{Bishop, Gold, King, Knight, Lance, Pawn, Rook, Silver};
    const KINDS: [(shogi::Kind, char); 8] =
        [(King, 'K'), (Rook, 'R'), (Bishop, 'B'), (Gold, 'G'), (Silver, 'S'), (Knight, 'N'), (Lance, 'L'), (Pawn, 'P')];
    for side in [Side::First, Side::Second] {
        if side == Side::Second {
            text.push('v');
        }
        for (kind, letter) in KINDS {
            let promoted = kind.promoted().map_or(0, |promoted| position.men(side, promoted).count_ones());
            let count = position.men(side, kind).count_ones() + promoted + u32::from(position.hand(side, kind));
            repeat(text, letter, count);
        }
    }
}
