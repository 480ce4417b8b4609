//! A move as it is written, beside what it says of the move. Not for how it is read.

use partie_rules::chess::Pattern;

/// How a move is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Target, and as much of the origin as is needed: `Nbd7`, `exd5`.
    San,
    /// Origin and target with a hyphen, or a pawn with its origin: `Nb8-d7`, `e2e4`.
    Long,
    /// Bare coordinates: `g1f3`, `e7e8q`.
    Coordinates,
    /// The form that its notation asks for, neither more nor less: descriptive notation, the notation of 1888.
    Own,
}

/// The check mark that a text bears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckMark {
    None,
    /// `+`, `++`, `†`, `ch`.
    Check,
    /// `#`, `‡`, `mate`.
    Mate,
    /// What means check in some books and something else in others: `++`, mate or double check; `+` after
    /// a move of 1888, an evaluation unless the move checks.
    Open,
}

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SanToken<P = Pattern> {
    /// What it says of the move.
    pub pattern: P,
    pub form: Form,
    pub check: CheckMark,
    /// Whether it bears an en passant mark.
    pub en_passant: bool,
    /// Whether castling is written with zeros or small letters.
    pub zeros: bool,
    /// Whether a promotion is written without `=`.
    pub bare_promotion: bool,
    /// Whether it says more than piece and target.
    pub origin: bool,
    /// Whether a pawn's letter is written.
    pub pawn_letter: bool,
    /// Whether an `x` stands behind it.
    pub late_capture: bool,
}

impl<P> SanToken<P> {
    /// A move that bears nothing but its pattern.
    #[inline]
    pub(crate) fn new(pattern: P) -> Self {
        Self {
            pattern,
            form: Form::San,
            check: CheckMark::None,
            en_passant: false,
            zeros: false,
            bare_promotion: false,
            origin: false,
            pawn_letter: false,
            late_capture: false,
        }
    }
}
