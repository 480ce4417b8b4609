//! Chooses the names that a move needs so that its text fits no other.

use super::descriptive_move::Check;
use super::form::{Form, Forms, Name, form};
use super::meaning::holds;
use super::meaning_list::Moves;
use super::meaning_pieces::standing;
use Name::{Bare, BoardSide as Named, File, FullFile, FullSquare, Rank, Square as Short};
use partie_rules::chess::{Bitboard, Move, MoveKind, Origins, Position, Role, Roles, Square};
use partie_rules::{BoardSide, Rules, Side};

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
    pub(super) fn form(&self, forms: &Forms) -> Form {
        let takes = self.victim.is_some();
        match forms.alone {
            Some(alone) if self.rivals.len() == 0 => alone[usize::from(takes)],
            _ => self.first(if takes { forms.captures } else { forms.quiet }),
        }
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
