//! Draws that a player could have claimed, and draws that ended the game.

use partie_rules::Side;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawKind {
    /// Third occurrence of a position.
    Threefold,
    Fivefold,
    /// Fifty moves without capture and pawn move.
    Fifty,
    SeventyFive,
    Dead,
    /// 千日手: fourth occurrence in shogi.
    Sennichite,
    /// Fourth occurrence with perpetual check: no draw, the checking side loses.
    Perpetual,
    /// The limit of moves of shogi.
    Limit,
    /// The same series of moves, several times in a row.
    Series,
    /// Perpetual check, which is a draw.
    PerpetualCheck,
    /// A number of moves since a player's demand.
    Demanded,
}

impl DrawKind {
    pub const ALL: [Self; 11] = [
        Self::Threefold,
        Self::Fivefold,
        Self::Fifty,
        Self::SeventyFive,
        Self::Dead,
        Self::Sennichite,
        Self::Perpetual,
        Self::Limit,
        Self::Series,
        Self::PerpetualCheck,
        Self::Demanded,
    ];

    /// The word used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Threefold => "threefold",
            Self::Fivefold => "fivefold",
            Self::Fifty => "fifty",
            Self::SeventyFive => "seventyfive",
            Self::Dead => "dead",
            Self::Sennichite => "sennichite",
            Self::Perpetual => "perpetual",
            Self::Limit => "limit",
            Self::Series => "series",
            Self::PerpetualCheck => "perpetual-check",
            Self::Demanded => "demanded",
        }
    }
}

/// How a draw comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// By claim, before the move that brings about the position.
    Intended,
    /// By claim of the side to move, with the position on the board.
    Standing,
    Automatic,
}

/// A draw that a player could have claimed, or that ended the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawEvent {
    pub kind: DrawKind,
    pub ply: u32,
    pub how: How,
    /// The side that may claim, which is the side to move; the checking side for [`DrawKind::Perpetual`].
    pub by: Side,
    pub basis: &'static str,
}
