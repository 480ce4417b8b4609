//! Descriptive moves as patterns, from which the rules explain why no legal move fits.

use super::descriptive_move::{Action, DescriptiveMove};
use super::meaning::{mirrored, targets};
use super::meaning_pieces::{Naming, pieces, squares_of};
use partie_rules::chess::{Origins, Pattern, Position, Role};
use partie_rules::{BoardSide, Rules, Side};

/// Converts a move to a pattern. Pieces named by a side of the board are those that began there; marks are left out.
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
        // Occupied squares are included: the piece there is the reason.
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

/// Targets of en passant captures: the squares behind the opponent's pawns on the rank where a double step ends.
fn passed(position: &Position) -> u64 {
    const FOURTH: u64 = 0xff << 24;
    const FIFTH: u64 = 0xff << 32;
    let pawns = position.pieces(position.turn().other(), Role::Pawn);
    match position.turn() {
        Side::First => (pawns & FIFTH) << 8,
        Side::Second => (pawns & FOURTH) >> 8,
    }
}
