//! A move in descriptive notation, parsed but not yet placed on a board.

use partie_rules::BoardSide;
use partie_rules::chess::{Role, Roles};

/// Squares by file, and by rank from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// One bit per file, bit 0 for the a-file. `B` alone means two files.
    pub files: u8,
    /// One bit per rank, bit 0 for the rank nearest to the mover.
    pub ranks: u8,
}

impl Place {
    pub const ANY: Self = Self { files: 0xff, ranks: 0xff };
}

/// A piece as named in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its piece type; several if the text leaves it open.
    pub roles: Roles,
    /// The side of the board in its name: K. Kt., Q. R.
    pub board_side: Option<BoardSide>,
    /// Its square: the file of a pawn (B. P.), a square in brackets.
    pub at: Place,
    /// True if the text calls it a doubled pawn.
    pub doubled: bool,
}

impl Piece {
    pub const ANY: Self = Self { roles: Roles::ANY, board_side: None, at: Place::ANY, doubled: false };
}

/// A capture whose captured piece is still missing.
pub(super) type Takes = fn(Piece) -> Action;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Goes to an empty square.
    To(Place),
    Takes(Piece),
    /// The king castles; the side may be open.
    Castles(Option<BoardSide>),
    /// Gives check on an unnamed square: `Q. checks.`
    Checks,
    /// Mates on an unnamed square: `Q. mates.`
    Mates,
    /// Goes between king and checker: `Q. B. interposes.`
    Interposes,
    /// Any move of the piece: `K. moves.`
    Moves,
    /// A pawn advances one square or two: `P. one`, `P. two`.
    Steps(u8),
    /// A pawn promotes on an unnamed square: `P. Queens.`
    Promotes,
    /// Mirrors the move of the other side: `The same.`
    Same,
}

/// The check mark of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Check {
    #[default]
    None,
    /// `ch`, `check`, `+`, a dagger.
    Check,
    /// `dis ch`.
    Discovered,
    /// `dbl ch`.
    Double,
    /// `++`: double check in some books, mate in others.
    DoubleOrMate,
    /// `mate`, `#`, a double dagger.
    Mate,
}

/// A descriptive move as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescriptiveMove {
    /// The moved piece. Castling is a move of the king.
    pub mover: Piece,
    pub action: Action,
    /// The promotion piece if written; by default a pawn on the last rank becomes a queen.
    pub promotion: Option<Role>,
    /// True if the move has an en passant mark.
    pub en_passant: bool,
    pub check: Check,
}
