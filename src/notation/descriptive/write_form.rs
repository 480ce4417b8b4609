//! Chooses the names that a move needs so that its text fits no other. The forms are in the order in which writers of
//! the time preferred them.

use super::descriptive_move::Check;
use super::meaning::holds;
use super::meaning_list::Moves;
use super::meaning_pieces::standing;
use super::write_style::{Layer, Style};
use partie_record::Language;
use partie_rules::chess::{Bitboard, Move, MoveKind, Origins, Position, Role, Roles, Square};
use partie_rules::{BoardSide, Rules, Side};

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
    const fn has_square(self) -> bool {
        matches!(self.mover, Short | FullSquare) || matches!(self.target, Short | FullSquare)
    }
}

const fn form(mover: Name, target: Name) -> Form {
    Form { mover, target }
}

use Name::{Bare, BoardSide as Named, File, FullFile, FullSquare, Rank, Square as Short};

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

/// A move and the other moves that its text could mean.
pub(super) struct Choice<'a> {
    position: &'a Position,
    origins: &'a Origins,
    mv: Move,
    victim: Option<Role>,
    rivals: Moves,
}

impl<'a> Choice<'a> {
    /// Finds the moves that fit the shortest text of the move.
    #[inline]
    pub(super) fn new(position: &'a Position, origins: &'a Origins, mv: Move) -> Self {
        let mut rivals = Moves::new();
        let targets = match mv.captured {
            None => alike(mv.to) & !position.occupied(),
            Some(victim) => {
                let passing = if mv.role == Role::Pawn && victim == Role::Pawn { position.en_passant() } else { None };
                position.pieces(position.turn().other(), victim) | passing.map_or(0, Square::bit)
            }
        };
        let takes = mv.captured.is_some();
        position.each_legal(Roles::one(mv.role), (!0, targets), mv.promotion, |other| {
            if other != mv
                && other.captured.is_some() == takes
                // The en passant mark is always written.
                && (mv.kind != MoveKind::EnPassant || other.kind == MoveKind::EnPassant)
            {
                rivals.push(other);
            }
        });
        Self { position, origins, mv, victim: mv.captured, rivals }
    }

    /// Removes the rivals that do not give this check.
    pub(super) fn use_check(&mut self, check: Check) {
        self.rivals.retain(|rival| holds(self.position, rival, check));
    }

    /// Returns the first form that fits no other move by origin. Prefers a form without squares that fits no other move
    /// even if pieces are named by their present place.
    #[inline]
    pub(super) fn form(&self, style: &Style) -> Form {
        let long = style.language == Language::English && style.layer == Layer::Long;
        let quiet = self.victim.is_none();
        if !long && self.rivals.len() == 0 {
            return match (quiet, style.language) {
                (true, Language::French) => form(Bare, FullFile),
                (true, _) => form(Bare, File),
                (false, _) => Form::BARE,
            };
        }
        self.first(match (quiet, style.language) {
            (true, _) if long => &QUIET_LONG,
            (false, _) if long => &CAPTURES_LONG,
            (true, Language::English) => &QUIET,
            (true, Language::French) => &QUIET_FRENCH,
            (true, Language::Spanish) => &QUIET_SPANISH,
            (false, Language::Spanish) => &CAPTURES_SPANISH,
            (false, _) => &CAPTURES,
        })
    }

    #[inline(never)]
    fn first(&self, forms: &[Form]) -> Form {
        let expressible = || forms.iter().copied().filter(|form| self.is_expressible(*form));
        expressible()
            .find(|form| !form.has_square() && self.is_only(*form, true))
            .or_else(|| expressible().find(|form| self.is_only(*form, false)))
            // Two full squares fit no other move; they are the last form of every list.
            .unwrap_or(form(FullSquare, if self.victim.is_none() { FullFile } else { FullSquare }))
    }

    /// True if the names of a form exist.
    fn is_expressible(&self, form: Form) -> bool {
        let origins = self.origins;
        let known = |at: Square| origins.board_side(at).is_some();
        let pawn = self.mv.role == Role::Pawn;
        let mover = match form.mover {
            Named => known(self.mv.from),
            File | FullFile => pawn,
            _ => true,
        };
        let target = match (form.target, self.victim) {
            (Named, Some(_)) => known(self.mv.to) && self.mv.kind != MoveKind::EnPassant,
            (File | FullFile, Some(victim)) => victim == Role::Pawn,
            _ => true,
        };
        mover && target
    }

    /// True if a form fits no other move, by origin, or also by present place.
    fn is_only(&self, form: Form, by_place: bool) -> bool {
        let us = self.position.turn();
        let mover = self.fits(form.mover, self.mv.from, (us, self.mv.role), by_place);
        let target = match (form.target, self.victim) {
            (name, Some(victim)) => self.fits(name, self.mv.to, (us.other(), victim), by_place),
            (File, None) => alike(self.mv.to),
            (_, None) => self.mv.to.bit(),
        };
        self.rivals.as_slice().iter().all(|rival| rival.from.bit() & mover == 0 || rival.to.bit() & target == 0)
    }

    /// Squares of pieces that fit a name of the piece on `at`.
    fn fits(&self, name: Name, at: Square, (owner, role): (Side, Role), by_place: bool) -> Bitboard {
        match name {
            Bare => !0,
            Named => {
                let board_side = self.origins.board_side(at).unwrap_or(BoardSide::King);
                let began = self.origins.on(board_side);
                if by_place { began | standing(self.position.pieces(owner, role), board_side) } else { began }
            }
            File => files_alike(at),
            FullFile => at.file_set(),
            Rank => at.rank_set(),
            Short => alike(at),
            FullSquare => at.bit(),
        }
    }
}

/// The same square on the other side of the board.
const fn mirrored(at: Square) -> Square {
    Square::at(7 - at.file(), at.rank())
}

/// The files that a file without its side can mean; the files of king and queen have names of their own.
const fn files_alike(at: Square) -> Bitboard {
    if matches!(at.file(), 3 | 4) { at.file_set() } else { at.file_set() | mirrored(at).file_set() }
}

/// The squares that a rank and a file without its side can mean.
const fn alike(at: Square) -> Bitboard {
    files_alike(at) & at.rank_set()
}
