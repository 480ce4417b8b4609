//! The names in the text of a move: the shortest forms first, in the order in which writers of the time preferred them.

use Name::{Bare, BoardSide as Named, File, FullFile, FullSquare, Rank, Square as Short};

/// The written name of a piece or of a target square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Bare,
    /// The side of the board on which the piece began: K. Kt.
    BoardSide,
    /// The file without its side: B. P., B4.
    File,
    /// The file with its side: K. B. P., KB4.
    FullFile,
    /// The rank: the Spanish `T7xP`.
    Rank,
    /// The square, with the file without its side.
    Square,
    FullSquare,
}

/// The written names of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// Name of the moved piece.
    pub(super) mover: Name,
    /// Name of the captured piece, or of the target, which always has its rank.
    pub(super) target: Name,
}

impl Form {
    pub(super) const BARE: Self = form(Bare, Bare);

    /// True if the square of a piece is written besides the target.
    pub(super) const fn has_square(self) -> bool {
        matches!(self.mover, Short | FullSquare) || matches!(self.target, Short | FullSquare)
    }
}

pub(super) const fn form(mover: Name, target: Name) -> Form {
    Form { mover, target }
}

/// Moves to an empty square.
const QUIET: [Form; 8] = [
    form(Bare, File),
    form(Bare, FullFile),
    form(Named, File),
    form(Named, FullFile),
    form(Short, File),
    form(Short, FullFile),
    form(FullSquare, File),
    form(FullSquare, FullFile),
];

/// The same in the 1840s, when names were written wherever they were known.
const QUIET_LONG: [Form; 4] =
    [form(Named, FullFile), form(Bare, FullFile), form(Short, FullFile), form(FullSquare, FullFile)];

/// French: origin and target if two like pieces reach the square (FIDE 1930, article 5).
const QUIET_FRENCH: [Form; 2] = [form(Bare, FullFile), form(FullSquare, FullFile)];

/// Spanish: the rank of the moved piece precedes the square.
const QUIET_SPANISH: [Form; 9] = [
    form(Bare, File),
    form(Bare, FullFile),
    form(Named, File),
    form(Named, FullFile),
    form(Rank, File),
    form(Rank, FullFile),
    form(Short, FullFile),
    form(FullSquare, File),
    form(FullSquare, FullFile),
];

/// Captures. The name of a piece has no file and a pawn's name has no side; such forms are skipped.
const CAPTURES: [Form; 36] = [
    form(Bare, Bare),
    form(Bare, Named),
    form(Bare, File),
    form(Bare, FullFile),
    form(Named, Bare),
    form(File, Bare),
    form(FullFile, Bare),
    form(Named, Named),
    form(Named, File),
    form(Named, FullFile),
    form(File, Named),
    form(File, File),
    form(File, FullFile),
    form(FullFile, Named),
    form(FullFile, File),
    form(FullFile, FullFile),
    form(Bare, Short),
    form(Bare, FullSquare),
    form(Named, Short),
    form(Named, FullSquare),
    form(File, Short),
    form(File, FullSquare),
    form(FullFile, Short),
    form(FullFile, FullSquare),
    form(Short, Bare),
    form(Short, Named),
    form(Short, File),
    form(Short, FullFile),
    form(FullSquare, Bare),
    form(FullSquare, Named),
    form(FullSquare, File),
    form(FullSquare, FullFile),
    form(Short, Short),
    form(Short, FullSquare),
    form(FullSquare, Short),
    form(FullSquare, FullSquare),
];

const CAPTURES_LONG: [Form; 15] = [
    form(Named, Named),
    form(Named, FullFile),
    form(FullFile, Named),
    form(FullFile, FullFile),
    form(Named, Bare),
    form(FullFile, Bare),
    form(Bare, Named),
    form(Bare, FullFile),
    form(Bare, Bare),
    form(Named, FullSquare),
    form(FullFile, FullSquare),
    form(Bare, FullSquare),
    form(FullSquare, FullFile),
    form(FullSquare, Bare),
    form(FullSquare, FullSquare),
];

/// Spanish: the rank of the moved piece is tried before squares.
const CAPTURES_SPANISH: [Form; 40] = {
    let mut forms = [form(FullSquare, FullSquare); 40];
    let ranks = [form(Rank, Bare), form(Rank, Named), form(Rank, File), form(Rank, FullFile)];
    let mut index = 0;
    while index < 40 {
        forms[index] = match index {
            0..=15 => CAPTURES[index],
            16..=19 => ranks[index - 16],
            _ => CAPTURES[index - 4],
        };
        index += 1;
    }
    forms
};

/// The forms of a language, in the order in which its writers preferred them.
pub(super) struct Forms {
    /// The forms of a quiet move and of a capture that no other move fits; `None` if names are written even then.
    pub(super) alone: Option<[Form; 2]>,
    pub(super) quiet: &'static [Form],
    pub(super) captures: &'static [Form],
}

impl Forms {
    pub(super) const ENGLISH: Self =
        Self { alone: Some([form(Bare, File), Form::BARE]), quiet: &QUIET, captures: &CAPTURES };
    pub(super) const ENGLISH_LONG: Self = Self { alone: None, quiet: &QUIET_LONG, captures: &CAPTURES_LONG };
    pub(super) const FRENCH: Self =
        Self { alone: Some([form(Bare, FullFile), Form::BARE]), quiet: &QUIET_FRENCH, captures: &CAPTURES };
    pub(super) const SPANISH: Self =
        Self { alone: Some([form(Bare, File), Form::BARE]), quiet: &QUIET_SPANISH, captures: &CAPTURES_SPANISH };
}
