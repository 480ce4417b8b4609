//! The letters of the pieces, in upper case.

use partie_rules::shogi::PieceType;

/// The letter of a piece type, or of its unpromoted type.
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

/// The unpromoted piece type of a letter.
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
