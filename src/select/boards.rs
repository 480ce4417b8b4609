//! The boards as patterns see them: rows of squares, with a letter for each piece.

use partie_notation::hex_fen::{self, Dialect};
use partie_rules::orthodox::Role;
use partie_rules::shogi::PieceType;
use partie_rules::{GameKind, Rules, Side, chess, hex, shogi};

/// Maximum number of rows, and of squares in a row.
pub(super) const MOST: usize = 11;
/// Piece letters, as in material patterns.
pub(super) const LETTERS: [u8; 9] = *b"KQRBGSNLP";
/// Flag that is added to the letter of a promoted piece.
pub(super) const PROMOTED: u8 = 0x80;

/// A board with access by row and square.
pub(super) trait Board: Rules {
    /// Number of rows, in the order of FEN and SFEN.
    const ROWS: usize;

    fn width(row: usize) -> usize;
    /// The letter of the piece on a square, uppercase for the first player; 0 if empty.
    fn letter(&self, row: usize, place: usize) -> u8;
    /// Number of pieces with a letter, including hands; promoted shogi pieces count as their unpromoted type.
    fn count(&self, side: Side, letter: u8) -> u32;
}

/// Number of rows of a game's board.
pub(super) const fn rows(kind: GameKind) -> usize {
    match kind {
        GameKind::Chess => chess::Position::ROWS,
        GameKind::Shogi => shogi::Position::ROWS,
        GameKind::Hex => hex::Position::ROWS,
    }
}

/// Number of squares in a row of a game's board.
pub(super) fn width(kind: GameKind, row: usize) -> usize {
    match kind {
        GameKind::Chess => chess::Position::width(row),
        GameKind::Shogi => shogi::Position::width(row),
        GameKind::Hex => hex::Position::width(row),
    }
}

const fn of_side(letter: u8, side: Side) -> u8 {
    match side {
        Side::First => letter,
        Side::Second => letter.to_ascii_lowercase(),
    }
}

impl Board for chess::Position {
    const ROWS: usize = 8;

    fn width(_: usize) -> usize {
        8
    }

    #[inline]
    fn letter(&self, row: usize, place: usize) -> u8 {
        let at = chess::Square::at(place as u8, 7 - row as u8);
        self.piece_at(at).map_or(0, |(side, role)| of_side(role.letter() as u8, side))
    }

    fn count(&self, side: Side, letter: u8) -> u32 {
        Role::from_letter(letter).map_or(0, |role| self.pieces(side, role).count_ones())
    }
}

impl Board for hex::Position {
    const ROWS: usize = hex_fen::ROWS;

    fn width(row: usize) -> usize {
        hex_fen::length(Dialect::Ranks, row)
    }

    fn letter(&self, row: usize, place: usize) -> u8 {
        let piece = hex_fen::cell(Dialect::Ranks, row, place).and_then(|at| self.piece_at(at));
        piece.map_or(0, |(side, role)| of_side(role.letter() as u8, side))
    }

    fn count(&self, side: Side, letter: u8) -> u32 {
        Role::from_letter(letter).map_or(0, |role| self.pieces(side, role).count_ones())
    }
}

impl Board for shogi::Position {
    const ROWS: usize = 9;

    fn width(_: usize) -> usize {
        9
    }

    fn letter(&self, row: usize, place: usize) -> u8 {
        let piece = shogi::Square::at(9 - place as u8, row as u8 + 1).and_then(|at| self.piece_at(at));
        piece.map_or(0, |(side, kind)| {
            let letter = KINDS.iter().find(|(_, known)| *known == kind.base()).map_or(0, |(letter, _)| *letter);
            of_side(letter, side) | if kind.is_promoted() { PROMOTED } else { 0 }
        })
    }

    fn count(&self, side: Side, letter: u8) -> u32 {
        let Some((_, kind)) = KINDS.iter().find(|(known, _)| *known == letter) else { return 0 };
        let promoted = kind.promoted().map_or(0, |promoted| self.pieces(side, promoted).count_ones());
        self.pieces(side, *kind).count_ones() + promoted + u32::from(self.hand(side, *kind))
    }
}

const KINDS: [(u8, PieceType); 8] = [
    (b'K', PieceType::King),
    (b'R', PieceType::Rook),
    (b'B', PieceType::Bishop),
    (b'G', PieceType::Gold),
    (b'S', PieceType::Silver),
    (b'N', PieceType::Knight),
    (b'L', PieceType::Lance),
    (b'P', PieceType::Pawn),
];
