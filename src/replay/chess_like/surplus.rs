//! More pieces than a game can have, in words.

use partie_record::message::Message;
use partie_record::say;
use partie_rules::chess::Surplus;

/// `9 pawns`
pub(super) fn surplus(surplus: Surplus) -> Message {
    match surplus {
        Surplus::Pawns(pawns) => say!("so-many-pawns", pawns = pawns),
        Surplus::Pieces(pieces) => say!("so-many-pieces", pieces = pieces),
        Surplus::Promoted { pawns, promoted } => say!("so-many-promoted", pawns = pawns, promoted = promoted),
    }
}
