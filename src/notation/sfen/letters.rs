//! The letters of the pieces, capitals.

use partie_rules::shogi::PieceType;

/// The capital letter of an unpromoted kind; of a promoted one, that of its base.
pub(crate) const fn letter_of(kind: PieceType) -> u8 {
    match kind.base() {
        PieceType::Lance => b'L',
        PieceType::Knight => b'N',
        PieceType::Silver => b'S',
        PieceType::Gold => b'G',
        PieceType::Bishop => b'B',
        PieceType::Rook => b'R',
        PieceType::King => b'K',
        _ => b'P',
    }
}

/// The unpromoted kind of a capital letter.
pub(crate) const fn kind(letter: u8) -> Option<PieceType> {
    Some(match letter {
        b'P' => PieceType::Pawn,
        b'L' => PieceType::Lance,
        b'N' => PieceType::Knight,
        b'S' => PieceType::Silver,
        b'G' => PieceType::Gold,
        b'B' => PieceType::Bishop,
        b'R' => PieceType::Rook,
        b'K' => PieceType::King,
        _ => return None,
    })
}
