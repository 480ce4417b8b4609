//! A board as written, before any check.

use super::{PieceType, Square};
use crate::Side;

/// Pieces on the board and in hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The piece on each square, by [`Square::index`].
    pub board: [Option<(Side, PieceType)>; 81],
    /// Pieces in hand by side and by [`PieceType::index`] of the seven kinds in [`PieceType::HAND`].
    pub hands: [[u8; 7]; 2],
    pub turn: Side,
}

/// The common handicaps: pieces that 上手 (the second player) removes. 上手 moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handicap {
    /// 平手: no piece removed; 先手 moves first.
    Even,
    /// 香落ち: the lance on 1a.
    Lance,
    /// 右香落ち: the lance on 9a.
    RightLance,
    /// 角落ち
    Bishop,
    /// 飛車落ち
    Rook,
    /// 飛香落ち: rook and the lance on 1a.
    RookLance,
    /// 二枚落ち: rook and bishop.
    Two,
    /// 三枚落ち: rook, bishop and the lance on 1a.
    Three,
    /// 四枚落ち: rook, bishop and both lances.
    Four,
    /// 五枚落ち: the four pieces of [`Self::Four`] and the knight on 8a.
    Five,
    /// 左五枚落ち: the four pieces of [`Self::Four`] and the knight on 2a.
    LeftFive,
    /// 六枚落ち: the four pieces of [`Self::Four`] and both knights.
    Six,
    /// 七枚落ち on the left: the six pieces of [`Self::Six`] and the silver on 3a.
    LeftSeven,
    /// 七枚落ち on the right: the six pieces of [`Self::Six`] and the silver on 7a.
    RightSeven,
    /// 八枚落ち: the six pieces of [`Self::Six`] and both silvers.
    Eight,
    /// 十枚落ち: all pieces except king and pawns.
    Ten,
}

impl Setup {
    /// An empty board, 先手 to move.
    pub const EMPTY: Self = Self { board: [None; 81], hands: [[0; 7]; 2], turn: Side::First };

    pub fn handicap(handicap: Handicap) -> Self {
        use PieceType::{Bishop, Gold, King, Knight, Lance, Rook, Silver};
        let mut setup = Self::EMPTY;
        let back = [Lance, Knight, Silver, Gold, King, Gold, Silver, Knight, Lance];
        for (file, kind) in (1..=9).zip(back) {
            setup.put_piece(file, 1, Side::Second, kind);
            setup.put_piece(file, 3, Side::Second, PieceType::Pawn);
            setup.put_piece(file, 7, Side::First, PieceType::Pawn);
            setup.put_piece(file, 9, Side::First, kind);
        }
        setup.put_piece(2, 2, Side::Second, Bishop);
        setup.put_piece(8, 2, Side::Second, Rook);
        setup.put_piece(8, 8, Side::First, Bishop);
        setup.put_piece(2, 8, Side::First, Rook);
        let gone: &[(u8, u8)] = match handicap {
            Handicap::Even => return setup,
            Handicap::Lance => &[(1, 1)],
            Handicap::RightLance => &[(9, 1)],
            Handicap::Bishop => &[(2, 2)],
            Handicap::Rook => &[(8, 2)],
            Handicap::RookLance => &[(8, 2), (1, 1)],
            Handicap::Two => &[(8, 2), (2, 2)],
            Handicap::Three => &[(8, 2), (2, 2), (1, 1)],
            Handicap::Four => &[(8, 2), (2, 2), (1, 1), (9, 1)],
            Handicap::Five => &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1)],
            Handicap::LeftFive => &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1)],
            Handicap::Six => &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1)],
            Handicap::LeftSeven => &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1)],
            Handicap::RightSeven => &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (7, 1)],
            Handicap::Eight => &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1)],
            Handicap::Ten => &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1), (4, 1), (6, 1)],
        };
        for (file, rank) in gone {
            if let Some(square) = Square::at(*file, *rank) {
                setup.board[square.index()] = None;
            }
        }
        setup.turn = Side::Second;
        setup
    }

    fn put_piece(&mut self, file: u8, rank: u8, side: Side, kind: PieceType) {
        if let Some(square) = Square::at(file, rank) {
            self.board[square.index()] = Some((side, kind));
        }
    }
}
