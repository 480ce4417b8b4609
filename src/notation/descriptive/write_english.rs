//! English spelling: moved piece, verb, captured piece, square, and marks.

use super::descriptive_move::Check;
use super::form::Name;
use super::write_line::{SpelledMove, board_side};
use super::write_style::{Castling, FirstRank, Knight, Layer, Style};
use partie_rules::chess::{MoveKind, Role, Square};
use partie_rules::{BoardSide, Rules, Side};

struct MoveWriter<'a> {
    out: &'a mut Vec<u8>,
    style: &'a Style,
    side: Side,
}

/// Appends the words of a move.
pub(super) fn append(out: &mut Vec<u8>, line: &SpelledMove<'_>, style: &Style) {
    let mut writer = MoveWriter { out, style, side: line.position.turn() };
    let mv = line.mv;
    if mv.kind == MoveKind::Castling {
        writer.castles(board_side(mv), line.both_ways);
    } else {
        let board_side = |at: Square| line.origins.board_side(at);
        writer.write_piece(mv.role, line.form.mover, mv.from, board_side(mv.from));
        if let Some(victim) = mv.captured {
            writer.put(["takes ", "takes ", "x ", "x", "x"], true);
            writer.write_piece(victim, line.form.target, mv.to, board_side(mv.to));
        } else {
            writer.put(["to ", "to ", "- ", "-", "-"], true);
            writer.square(mv.to, line.form.target == Name::FullFile);
        }
        if let Some(role) = mv.promotion {
            writer.becomes(role);
        }
        if mv.kind == MoveKind::EnPassant {
            writer.out.extend_from_slice(if style.layer == Layer::Long { b" en passant" } else { b" e.p." });
        }
    }
    writer.marks(line.check);
}

impl MoveWriter<'_> {
    /// Appends one of five words, by layer. With `apart`, a blank precedes it if the layer separates words.
    fn put(&mut self, words: [&str; 5], apart: bool) {
        if apart && self.style.layer < Layer::Tight {
            self.out.push(b' ');
        }
        self.out.extend_from_slice(words[self.style.layer as usize].as_bytes());
    }

    const fn letter(&self, role: Role) -> &'static str {
        match (role, self.style.knight) {
            (Role::King, _) => "K",
            (Role::Queen, _) => "Q",
            (Role::Rook, _) => "R",
            (Role::Bishop, _) => "B",
            (Role::Knight, Knight::Kt) => "Kt",
            (Role::Knight, Knight::N) => "N",
            (Role::Pawn, _) => "P",
        }
    }

    fn letters(&mut self, role: Role) {
        let letters = self.letter(role);
        self.out.extend_from_slice(letters.as_bytes());
        if self.style.layer == Layer::Long {
            self.out.push(b'.');
        }
    }

    /// Appends the blank inside a name.
    fn gap(&mut self) {
        if matches!(self.style.layer, Layer::Long | Layer::Spaced) {
            self.out.push(b' ');
        }
    }

    fn board_side(&mut self, board_side: BoardSide) {
        self.letters(if board_side == BoardSide::King { Role::King } else { Role::Queen });
        self.gap();
    }

    /// The pieces after which a file is named.
    fn file(at: Square) -> (Option<BoardSide>, Role) {
        const PIECES: [Role; 8] =
            [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];
        let board_side = match at.file() {
            0..=2 => Some(BoardSide::Queen),
            5.. => Some(BoardSide::King),
            _ => None,
        };
        (board_side, PIECES[at.file() as usize & 7])
    }

    fn write_piece(&mut self, role: Role, name: Name, at: Square, began: Option<BoardSide>) {
        match name {
            Name::BoardSide => {
                if let Some(board_side) = began {
                    self.board_side(board_side);
                }
            }
            Name::File | Name::FullFile => {
                let (board_side, piece) = Self::file(at);
                if let Some(board_side) = board_side.filter(|_| name == Name::FullFile) {
                    self.board_side(board_side);
                }
                self.letters(piece);
                self.gap();
            }
            Name::Bare | Name::Rank | Name::Square | Name::FullSquare => {}
        }
        self.letters(role);
        if matches!(name, Name::Square | Name::FullSquare) {
            self.put([" (", " (", " (", "(", "("], false);
            self.square(at, name == Name::FullSquare);
            self.out.push(b')');
        }
    }

    fn square(&mut self, at: Square, full: bool) {
        let (board_side, piece) = Self::file(at);
        if let Some(board_side) = board_side.filter(|_| full) {
            self.board_side(board_side);
        }
        let letters = self.letter(piece);
        self.out.extend_from_slice(letters.as_bytes());
        let rank = if self.side == Side::First { at.rank() } else { 7 - at.rank() };
        let long = self.style.layer == Layer::Long;
        if long {
            self.out.extend_from_slice(b"'s ");
        } else {
            self.gap();
        }
        match (rank, self.style.first_rank) {
            (0, FirstRank::Square) if long => self.out.extend_from_slice(b"sq."),
            (0, FirstRank::Square) => {
                if self.style.layer != Layer::Spaced {
                    self.out.push(b' ');
                }
                self.out.extend_from_slice(b"sq");
            }
            _ => self.out.push(b'1' + rank),
        }
        if long {
            let ordinal: &[u8] = match rank {
                0 if self.style.first_rank == FirstRank::Square => b"",
                0 => b"st",
                1 | 2 => b"d",
                _ => b"th",
            };
            self.out.extend_from_slice(ordinal);
        }
    }

    fn becomes(&mut self, role: Role) {
        match self.style.layer {
            Layer::Long => {
                self.out.extend_from_slice(b", becoming a ");
                self.out.extend_from_slice(match role {
                    Role::Knight => b"Knight",
                    Role::Bishop => b"Bishop",
                    Role::Rook => b"Rook",
                    _ => b"Queen",
                });
            }
            Layer::Modern => {
                self.out.push(b'=');
                self.letters(role);
            }
            _ => {
                self.put([" (", " (", " (", "(", "("], false);
                self.letters(role);
                self.out.push(b')');
            }
        }
    }

    fn castles(&mut self, board_side: BoardSide, both_ways: bool) {
        let words = match (self.style.castling, self.style.layer, board_side) {
            (Castling::Signs, Layer::Spaced, BoardSide::King) => "O - O",
            (Castling::Signs, Layer::Spaced, BoardSide::Queen) => "O - O - O",
            (Castling::Signs, _, BoardSide::King) => "O-O",
            (Castling::Signs, _, BoardSide::Queen) => "O-O-O",
            (Castling::Words, Layer::Long, BoardSide::King) => "Castles on K's side",
            (Castling::Words, Layer::Long, BoardSide::Queen) => "Castles on Q's side",
            (Castling::Words, _, _) if !both_ways => "Castles",
            (Castling::Words, Layer::Spaced, BoardSide::King) => "Castles K R",
            (Castling::Words, Layer::Spaced, BoardSide::Queen) => "Castles Q R",
            (Castling::Words, _, BoardSide::King) => "Castles KR",
            (Castling::Words, _, BoardSide::Queen) => "Castles QR",
        };
        self.out.extend_from_slice(words.as_bytes());
    }

    fn marks(&mut self, check: Check) {
        match check {
            Check::None => {}
            Check::Mate => self.put([", mate", " mate", " mate", " mate", " mate"], false),
            _ => self.put([" (ch.)", " ch", " ch", " ch", " ch"], false),
        }
        if self.style.layer == Layer::Long && self.out.last() != Some(&b'.') {
            self.out.push(b'.');
        }
    }
}
