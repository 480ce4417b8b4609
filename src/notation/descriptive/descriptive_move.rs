//! What a move in descriptive notation says, taken apart but not yet put on a board.

use partie_rules::BoardSide;
use partie_rules::chess::{Role, Roles};

/// Squares named by file and by rank from the mover's own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// One bit a file, bit 0 the a-file. `B` alone names two files.
    pub files: u8,
    /// One bit a rank, bit 0 the rank nearest to the mover.
    pub ranks: u8,
}

impl Place {
    pub const ANY: Self = Self { files: 0xff, ranks: 0xff };
}

/// A piece as it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its kind; several where the text leaves it open.
    pub roles: Roles,
    /// The wing by which a piece is named: K. Kt., Q. R.
    pub board_side: Option<BoardSide>,
    /// Where it stands: the file of a pawn (B. P.), a square in brackets.
    pub at: Place,
    /// Whether it is said to be a doubled pawn.
    pub doubled: bool,
}

impl Piece {
    pub const ANY: Self = Self { roles: Roles::ANY, board_side: None, at: Place::ANY, doubled: false };
}

/// A capture, but for what is taken.
pub(super) type Takes = fn(Piece) -> Action;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Goes to an empty square.
    To(Place),
    Takes(Piece),
    /// The king castles; which way may be left open.
    Castles(Option<BoardSide>),
    /// Gives check on a square that is not named: `Q. checks.`
    Checks,
    /// Mates on a square that is not named: `Q. mates.`
    Mates,
    /// Goes between king and checker: `Q. B. interposes.`
    Interposes,
    /// Any move of the piece: `K. moves.`
    Moves,
    /// A pawn goes on by one square or two: `P. one`, `P. two`.
    Steps(u8),
    /// A pawn promotes on a square that is not named: `P. Queens.`
    Promotes,
    /// What the other side did, mirrored: `The same.`
    Same,
}

/// The check mark that a text bears.
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

/// A move as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescriptiveMove {
    /// Who moves. Castling is the king's.
    pub mover: Piece,
    pub action: Action,
    /// What a pawn becomes, as far as it is said; a queen where it is not.
    pub promotion: Option<Role>,
    /// Whether it bears an en passant mark.
    pub en_passant: bool,
    pub check: Check,
}
