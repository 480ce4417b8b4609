//! A parsed move token: its pattern and the details of its form.

use partie_rules::chess::Pattern;

/// Form of a move token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The target, and the necessary part of the origin: `Nbd7`, `exd5`.
    San,
    /// Origin and target with a hyphen, or a pawn with its origin: `Nb8-d7`, `e2e4`.
    Long,
    /// Bare coordinates: `g1f3`, `e7e8q`.
    Coordinates,
    /// The form of a notation other than SAN: descriptive notation, Kober's notation of 1888, ICCF.
    Own,
}

/// The check mark of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckMark {
    None,
    /// `+`, `++`, `†`, `ch`.
    Check,
    /// `#`, `‡`, `mate`.
    Mate,
    /// An ambiguous sign: `++` is mate or double check; `+` in Kober's notation is an evaluation unless the move gives
    /// check.
    Open,
}

/// A parsed move token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SanToken<P = Pattern> {
    pub pattern: P,
    pub form: Form,
    pub check: CheckMark,
    /// True if the token has an en passant mark.
    pub en_passant: bool,
    /// True if castling is not written as `O-O` or `O-O-O`, but with zeros, for example.
    pub zeros: bool,
    /// True if a promotion is written without `=`.
    pub bare_promotion: bool,
    /// True if the token names more than the piece and the target: a part of the origin.
    pub origin: bool,
    /// True if a pawn's letter is written.
    pub pawn_letter: bool,
    /// True if the capture sign follows the target.
    pub late_capture: bool,
}

impl<P> SanToken<P> {
    /// A token without any marks.
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
