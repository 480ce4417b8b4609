//! The spelling of languages whose ranks precede the files.

use super::descriptive_move::Check;
use super::form::Name;
use super::languages::Romance;
use super::write_line::{SpelledMove, board_side};
use partie_rules::chess::{MoveKind, Role, Square};
use partie_rules::{BoardSide, Rules, Side};

struct MoveWriter<'a> {
    out: &'a mut Vec<u8>,
    language: &'static Romance,
    spaced: bool,
    side: Side,
}

/// Appends the text of a move, with blanks around its parts if `spaced`.
pub(super) fn append(out: &mut Vec<u8>, line: &SpelledMove<'_>, language: &'static Romance, spaced: bool) {
    let mut writer = MoveWriter { out, language, spaced, side: line.position.turn() };
    let mv = line.mv;
    if mv.kind == MoveKind::Castling {
        writer.out.extend_from_slice(if board_side(mv) == BoardSide::King { b"O-O" } else { b"O-O-O" });
    } else {
        let board_side = |at: Square| line.origins.board_side(at);
        writer.write_piece(mv.role, line.form.mover, mv.from, board_side(mv.from));
        if let Some(victim) = mv.captured {
            writer.sign(b'x');
            writer.victim(victim, line.form.target, mv.to, board_side(mv.to));
        } else {
            match line.form.mover {
                Name::Rank | Name::Square | Name::FullSquare => writer.sign(b'-'),
                _ => writer.gap(),
            }
            writer.square(mv.to, line.form.target == Name::FullFile);
        }
        if let Some(role) = mv.promotion {
            writer.out.push(b'=');
            writer.letter(role);
        }
        if mv.kind == MoveKind::EnPassant {
            writer.out.extend_from_slice(b" e.p.");
        }
    }
    match line.check {
        Check::None => {}
        Check::Mate => writer.out.push(b'#'),
        _ => writer.out.push(b'+'),
    }
}

impl MoveWriter<'_> {
    fn gap(&mut self) {
        if self.spaced {
            self.out.push(b' ');
        }
    }

    fn sign(&mut self, sign: u8) {
        self.gap();
        self.out.push(sign);
        self.gap();
    }

    fn letter(&mut self, role: Role) {
        self.out.push(self.language.letter(role));
    }

    /// Writes a file, named after the piece that begins there and its side: `CR`, `D`.
    fn file(&mut self, at: Square, full: bool) {
        self.letter(match at.file() {
            0 | 7 => Role::Rook,
            1 | 6 => Role::Knight,
            2 | 5 => Role::Bishop,
            3 => Role::Queen,
            _ => Role::King,
        });
        if full && !matches!(at.file(), 3 | 4) {
            self.board_side(if at.file() < 4 { BoardSide::Queen } else { BoardSide::King });
        }
    }

    fn board_side(&mut self, board_side: BoardSide) {
        self.letter(if board_side == BoardSide::King { Role::King } else { Role::Queen });
    }

    fn rank(&mut self, at: Square) {
        self.out.push(b'1' + if self.side == Side::First { at.rank() } else { 7 - at.rank() });
    }

    fn square(&mut self, at: Square, full: bool) {
        self.rank(at);
        self.gap();
        self.file(at, full);
    }

    fn write_piece(&mut self, role: Role, name: Name, at: Square, began: Option<BoardSide>) {
        self.letter(role);
        match name {
            Name::Bare => {}
            Name::BoardSide => {
                if let Some(board_side) = began {
                    self.board_side(board_side);
                }
            }
            Name::File | Name::FullFile => self.file(at, name == Name::FullFile),
            Name::Rank => self.rank(at),
            Name::Square | Name::FullSquare => {
                self.gap();
                self.square(at, name == Name::FullSquare);
            }
        }
    }

    /// Writes a captured piece. Its square is in brackets; without them it would be the target of the move.
    fn victim(&mut self, role: Role, name: Name, at: Square, began: Option<BoardSide>) {
        if !matches!(name, Name::Square | Name::FullSquare) {
            return self.write_piece(role, name, at, began);
        }
        self.letter(role);
        self.gap();
        self.out.push(b'(');
        self.square(at, name == Name::FullSquare);
        self.out.push(b')');
    }
}
