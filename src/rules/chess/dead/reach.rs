//! The squares that each piece may ever reach, as a superset.
//!
//! The sets start with the current squares and grow to a fixed point. A piece is *fixed* as long as it can neither
//! leave its square nor be captured there. Only fixed pieces block others, and only fixed pieces keep a king off the
//! squares they attack. Two pawns face to face do not pass while both must stay on the file and the blocking pawn
//! cannot be captured. By induction over the moves of a game, every piece always stays inside its set.

use super::bits::{
    FILE_A, LAST_RANKS, adjacent_files, ahead, bishop_steps, flood, king_steps, knight_steps, pawn_attacks, rook_steps,
};
use super::sides::MatingSides;
use crate::Side;
use crate::chess::castling;
use crate::chess::position::Position;
use crate::chess::square::Bitboard;
use crate::orthodox::{Role, squares};

/// A promoted piece that may reach at least this many squares is not confined.
const MIN_TARGETS_AT_LARGE: u32 = 20;

/// A piece and the squares that it may reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) side: Side,
    pub(super) role: Role,
    at: Bitboard,
    /// Squares that the piece may reach as its own kind.
    pub(super) squares: Bitboard,
    /// Squares that the piece may reach after a promotion.
    pub(super) promoted: Bitboard,
}

impl Piece {
    const NOBODY: Self = Self { side: Side::First, role: Role::King, at: 0, squares: 0, promoted: 0 };

    pub(super) const fn anywhere(&self) -> Bitboard {
        self.squares | self.promoted
    }

    /// True for a pawn that never captures and never promotes.
    fn keeps_file(&self) -> bool {
        let file = FILE_A << (self.at.trailing_zeros() & 7);
        self.role == Role::Pawn && self.promoted == 0 && self.squares & !file == 0
    }

    /// Attacks from its first square; sliders only attack the adjacent squares.
    fn first_attacks(&self) -> Bitboard {
        match self.role {
            Role::Pawn => pawn_attacks(self.at, self.side),
            Role::Knight => knight_steps(self.at),
            Role::Bishop => bishop_steps(self.at),
            Role::Rook => rook_steps(self.at),
            Role::Queen | Role::King => king_steps(self.at),
        }
    }

    fn grow(&mut self, limits: &Limits) {
        let side = self.side.index();
        let open = !(limits.fixed[side] | limits.fixed_king[1 - side]);
        self.squares = match self.role {
            Role::King => flood(self.squares, open & !limits.attacked[1 - side], king_steps),
            Role::Queen => flood(self.squares, open, king_steps),
            Role::Rook => flood(self.squares, open, rook_steps),
            Role::Bishop => flood(self.squares, open, bishop_steps),
            Role::Knight => flood(self.squares, open, knight_steps),
            Role::Pawn => {
                let posts = if self.keeps_file() { limits.posts[1 - side] } else { 0 };
                let shut = limits.fixed[0] | limits.fixed[1] | posts;
                flood(self.squares, !0, |from| {
                    let next = ahead(from, self.side);
                    next & !shut | adjacent_files(next) & limits.prey[1 - side]
                })
            }
        };
        if self.role == Role::Pawn {
            self.promoted |= self.squares & LAST_RANKS;
            self.promoted = flood(self.promoted, open, |from| king_steps(from) | knight_steps(from));
        }
    }
}

/// Limits on the movement of pieces, by side.
#[derive(Default)]
struct Limits {
    /// Squares of pieces that never move and are never captured.
    fixed: [Bitboard; 2],
    fixed_king: [Bitboard; 2],
    /// Squares that fixed pieces attack.
    attacked: [Bitboard; 2],
    /// First squares of pawns that stay on their file and are never captured.
    posts: [Bitboard; 2],
    /// Squares where a piece may be captured.
    prey: [Bitboard; 2],
}

impl Limits {
    fn of(pieces: &[Piece]) -> Self {
        let mut limits = Self::default();
        let mut hunted = [0; 2];
        for piece in pieces {
            let side = piece.side.index();
            if piece.role != Role::King {
                limits.prey[side] |= piece.anywhere();
            }
            if !piece.keeps_file() {
                hunted[1 - side] |= piece.anywhere();
            }
        }
        for piece in pieces {
            let side = piece.side.index();
            if piece.role != Role::King && hunted[side] & piece.anywhere() != 0 {
                continue;
            }
            if piece.anywhere() == piece.at {
                limits.fixed[side] |= piece.at;
                limits.attacked[side] |= piece.first_attacks();
                if piece.role == Role::King {
                    limits.fixed_king[side] = piece.at;
                }
            }
            if piece.keeps_file() {
                limits.posts[side] |= piece.at;
            }
        }
        limits
    }
}

/// All pieces of a position and the squares that they may reach.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    pieces: [Piece; 32],
    count: usize,
    /// Squares of pieces that never move and are never captured.
    pub(super) fixed: Bitboard,
}

impl Reach {
    /// `None` if a pawn of one of the `asked` sides may become a piece at large, if a capture en passant is legal, or
    /// if there are more than 32 pieces.
    pub(super) fn of(position: &Position, asked: MatingSides) -> Option<Self> {
        let occupied = position.occupied();
        if occupied.count_ones() > 32 || position.en_passant().is_some() {
            return None;
        }
        let mut reach = Self { pieces: [Piece::NOBODY; 32], count: 0, fixed: 0 };
        for (at, place) in squares(occupied).zip(&mut reach.pieces) {
            let (side, role) = position.piece_at(at)?;
            *place = Piece { side, role, at: at.bit(), squares: at.bit(), promoted: 0 };
            reach.count += 1;
        }
        loop {
            let limits = Limits::of(reach.pieces());
            reach.fixed = limits.fixed[0] | limits.fixed[1];
            let mut grown = false;
            for piece in reach.pieces.iter_mut().take(reach.count) {
                let before = (piece.squares, piece.promoted);
                piece.grow(&limits);
                grown |= before != (piece.squares, piece.promoted);
                if piece.promoted.count_ones() >= MIN_TARGETS_AT_LARGE && asked.has(piece.side) {
                    return None;
                }
            }
            if !grown && !reach.castle(position) {
                return Some(reach);
            }
        }
    }

    pub(super) fn pieces(&self) -> &[Piece] {
        self.pieces.get(..self.count).unwrap_or_default()
    }

    pub(super) fn king(&self, side: Side) -> Bitboard {
        self.pieces()
            .iter()
            .find(|piece| piece.role == Role::King && piece.side == side)
            .map_or(0, |piece| piece.squares)
    }

    /// Adds the targets of castling unless a fixed piece is there. Returns true if a target was new.
    fn castle(&mut self, position: &Position) -> bool {
        let mut grown = false;
        for rook in squares(position.castling_rooks()) {
            let side = if position.of_side(Side::First) & rook.bit() != 0 { Side::First } else { Side::Second };
            let king = position.king(side);
            let (king_to, rook_to) = castling::targets(side, castling::board_side_of(king, rook));
            if self.fixed & !king.bit() & !rook.bit() & (king_to.bit() | rook_to.bit()) != 0 {
                continue;
            }
            for piece in self.pieces.iter_mut().take(self.count) {
                let to = match piece.at {
                    at if at == king.bit() => king_to.bit(),
                    at if at == rook.bit() => rook_to.bit(),
                    _ => continue,
                };
                grown |= piece.squares & to == 0;
                piece.squares |= to;
            }
        }
        grown
    }
}
