//! What a descriptive text says as a pattern of the rules: for asking them why nothing fits.

use super::descriptive_move::{Action, DescriptiveMove};
use super::meaning::{mirrored, targets};
use super::meaning_pieces::{Naming, pieces, squares_of};
use partie_rules::chess::{Origins, Pattern, Position, Role};
use partie_rules::{BoardSide, Rules, Side};

/// The text as a pattern, with pieces named by the side of the board on which they began; its marks are left out.
pub fn pattern(written: &DescriptiveMove, position: &Position, origins: &Origins) -> Pattern {
    if let Action::Castles(board_side) = written.action {
        return Pattern::castling(board_side.unwrap_or(BoardSide::King));
    }
    let from = match mirrored(written, origins) {
        Some((from, _)) => from,
        None => pieces(&written.mover, position.turn(), position, origins, Naming::Origin),
    };
    Pattern {
        roles: written.mover.roles,
        from,
        // Also squares that are taken: what stands there is the reason.
        to: match written.action {
            Action::To(place) => squares_of(place, position.turn()),
            _ if written.en_passant && passed(position) != 0 => passed(position),
            _ => targets(written, position, origins),
        },
        promotion: written.promotion,
        castling: None,
        captures: matches!(written.action, Action::Takes(_)),
    }
}

/// The squares behind the other side's pawns that stand where a double step ends: where one would be taken in passing.
fn passed(position: &Position) -> u64 {
    const FOURTH: u64 = 0xff << 24;
    const FIFTH: u64 = 0xff << 32;
    let pawns = position.pieces(position.turn().other(), Role::Pawn);
    match position.turn() {
        Side::First => (pawns & FIFTH) << 8,
        Side::Second => (pawns & FOURTH) >> 8,
    }
}
