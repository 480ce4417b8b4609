//! The squares of a move, the sign between them, and the resulting token. The grammars parse the text.

use super::suffix::Suffixes;
use super::token::{Form, SanToken};
use partie_rules::chess::{Bitboard, Pattern, Role, Roles, Square};

const FILE_A: Bitboard = 0x0101_0101_0101_0101;
const RANK_1: Bitboard = 0xff;

/// A square whose file or rank may be missing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Origin {
    pub(super) file: Option<u8>,
    pub(super) rank: Option<u8>,
}

impl Origin {
    pub(super) const fn file(file: u8) -> Self {
        Self { file: Some(file), rank: None }
    }

    pub(super) const fn rank(rank: u8) -> Self {
        Self { file: None, rank: Some(rank) }
    }

    pub(super) const fn square(square: Square) -> Self {
        Self { file: Some(square.file()), rank: Some(square.rank()) }
    }

    /// The set of squares with this file and rank.
    fn set(self) -> Bitboard {
        self.file.map_or(!0, |file| FILE_A << file) & self.rank.map_or(!0, |rank| RANK_1 << (8 * rank))
    }
}

/// The sign between origin and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    None,
    Hyphen,
    Capture,
}

/// The target of a move, and its origin, which may be incomplete.
#[derive(Clone, Copy, Debug)]
pub(super) struct Squares {
    from: Origin,
    sign: Sign,
    to: Origin,
}

impl Squares {
    pub(super) const fn new(from: Origin, sign: Sign, to: Origin) -> Self {
        Self { from, sign, to }
    }

    pub(super) fn only(to: Origin) -> Self {
        Self::new(Origin::default(), Sign::None, to)
    }

    /// Creates the token of a piece move. Without `role` it is a pawn move, or, if the origin is complete, a move of
    /// any piece.
    pub(super) fn moved(self, role: Option<Role>, suffixes: Suffixes) -> SanToken {
        let Self { from: origin @ Origin { file, rank }, sign, to } = self;
        let pawn = matches!(role, None | Some(Role::Pawn));
        let full = file.is_some() && rank.is_some();
        let roles = if role.is_none() && full { Roles::ANY } else { Roles::one(role.unwrap_or(Role::Pawn)) };
        // A pawn move without a file stays on the target's file.
        let from =
            if pawn && file.is_none() && rank.is_none() { Origin { rank: None, ..to }.set() } else { origin.set() };
        let captures = sign == Sign::Capture;
        let pattern = Pattern { roles, from, to: to.set(), promotion: None, castling: None, captures };
        let mut written = SanToken::new(pattern);
        // A pawn capture always includes the file, so a file alone adds no information.
        written.origin = rank.is_some() || file.is_some() && !pawn;
        written.pawn_letter = role == Some(Role::Pawn);
        written.form = match sign {
            Sign::Hyphen => Form::Long,
            Sign::Capture if pawn && full => Form::Long,
            Sign::None if pawn && full => Form::Coordinates,
            _ => Form::San,
        };
        suffixes.mark(&mut written);
        written
    }

    /// Creates the token of a capture with its sign at the end. A pawn without a file comes from the target's file or
    /// an adjacent one.
    pub(super) fn captured_late(self, role: Option<Role>, suffixes: Suffixes) -> SanToken {
        let Self { from, to, .. } = self;
        let mut written = Self { sign: Sign::Capture, ..self }.moved(role, suffixes);
        let pawn = matches!(role, None | Some(Role::Pawn));
        if let (true, None, Some(file)) = (pawn, from.file, to.file) {
            let beside = (file.saturating_sub(1)..=(file + 1).min(7)).map(|file| Origin::file(file).set());
            written.pattern.from = beside.fold(0, |all, file| all | file);
        }
        written.late_capture = true;
        written
    }

    /// Creates the token of a pawn move that may promote.
    pub(super) fn promoted(self, role: Option<Role>, promotion: Option<Promotion>, suffixes: Suffixes) -> SanToken {
        let mut written = self.moved(role, suffixes);
        if let Some(Promotion { role, bare }) = promotion {
            written.pattern.promotion = Some(role);
            written.bare_promotion = bare && written.form != Form::Coordinates;
        }
        written
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Promotion {
    pub(super) role: Role,
    /// True if it is written without `=`.
    pub(super) bare: bool,
}
