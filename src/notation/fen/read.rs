//! Reads a FEN as a set-up: by the grammar or, if the grammar rejects it, field by field with all faults.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::all_consuming;

use super::FenFault;
use super::grammar::{
    CastlingRight, CastlingRook, Fen, fen, fen_castling_right, lenient_fen, lenient_fen_square, short_fen,
};
use crate::text::fields::{Faults, shorten, whole};
use partie_record::finding::Code;
use partie_record::message::{Message, quoted};
use partie_record::say;
use partie_rules::chess::{Role, Setup, Square};
use partie_rules::{BoardSide, Side};

/// A FEN as read, with its faults of form.
#[derive(Clone, Debug)]
pub struct Read {
    /// The set-up, as far as it is readable.
    pub setup: Setup,
    pub faults: Vec<FenFault>,
    /// True if the castling rights follow Chess960. Either they name files (Shredder-FEN), or the first ranks have an
    /// array of Chess960, where K and Q denote the outermost rooks (X-FEN).
    pub chess960: bool,
}

/// Reads a FEN of at most a kilobyte. Reports all faults, not only the first. With `chess960` or in an array of
/// Chess960, the letters K and Q denote the outermost rooks, whatever the file of the king.
pub fn read_fen(text: &str, chess960: bool) -> Read {
    let forms = (all_consuming(fen), all_consuming(lenient_fen), all_consuming(short_fen));
    match alt(forms).parse(text.as_bytes()) {
        Ok((_, fen)) => from_fields(fen, chess960),
        Err(_) => by_fields(text, chess960),
    }
}

fn from_fields(fen: Fen, chess960: bool) -> Read {
    let mut read = Read { setup: Setup::empty(), faults: Vec::new(), chess960 };
    read.setup.pieces = fen.pieces;
    read.setup.turn = fen.turn;
    read.take_rights(fen.castling);
    read.setup.en_passant = fen.en_passant;
    read.setup.halfmove_clock = fen.clock.unwrap_or_else(|| read.faults.counter(None, clock(), 0));
    read.setup.number = fen.number.unwrap_or_else(|| read.faults.counter(None, number(), 1));
    read
}

fn clock() -> Message {
    say!("half-move-clock")
}

fn number() -> Message {
    say!("number-of-move")
}

/// Reads each field as far as possible.
#[cold]
fn by_fields(text: &str, chess960: bool) -> Read {
    let mut read = Read { setup: Setup::empty(), faults: Vec::new(), chess960 };
    let mut fields = text.split_ascii_whitespace();
    let ranks = fields.next().unwrap_or_default();
    if !ranks.contains('/') {
        let message = say!("no-board-of-eight", seen = quoted(shorten(ranks)));
        read.faults.fault(Code::H010, message);
        return read;
    }
    board(ranks, &mut read);
    read.setup.turn = read.faults.turn(fields.next());
    castling(fields.next().filter(|text| *text != "-").unwrap_or_default(), &mut read);
    if let Some(text) = fields.next() {
        read.setup.en_passant = whole(text, lenient_fen_square).unwrap_or_else(|| {
            read.faults.fault(Code::H010, say!("en-passant-field", seen = quoted(shorten(text))));
            None
        });
    }
    read.setup.halfmove_clock = read.faults.counter(fields.next(), clock(), 0);
    read.setup.number = read.faults.counter(fields.next(), number(), 1);
    if let Some(extra) = fields.next() {
        read.faults.fault(Code::H010, say!("after-sixth-field", seen = quoted(shorten(extra))));
    }
    read
}

fn board(board: &str, read: &mut Read) {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        read.faults.fault(Code::H010, say!("ranks-not", ranks = ranks.len(), wanted = 8));
    }
    for (index, text) in ranks.iter().take(8).enumerate() {
        let rank = 7 - index as u8;
        let mut file: u32 = 0;
        for character in text.chars() {
            if let Some(empty) = character.to_digit(10) {
                file += empty;
                continue;
            }
            // Some programs write a tilde after a promoted piece.
            if character == '~' {
                continue;
            }
            let letter = u8::try_from(character).unwrap_or(0);
            match Role::from_letter(letter.to_ascii_uppercase()) {
                Some(role) => {
                    let side = if character.is_ascii_uppercase() { Side::First } else { Side::Second };
                    if file < 8 {
                        read.setup.pieces[Square::at(file as u8, rank).index()] = Some((side, role));
                    }
                }
                None => read
                    .faults
                    .fault(Code::H010, say!("no-piece-on-rank", character = quoted(character), rank = rank + 1)),
            }
            file += 1;
        }
        if file != 8 {
            read.faults.fault(Code::H011, say!("rank-of-squares", rank = rank + 1, squares = file));
        }
    }
}

/// Reads the claimed rights, and reports bad letters. Whether the rights are true is checked later.
fn castling(letters: &str, read: &mut Read) {
    let mut rights = Vec::new();
    for letter in letters.chars() {
        match whole(letter.encode_utf8(&mut [0; 4]), fen_castling_right) {
            Some(right) => rights.push(right),
            None => read.faults.fault(Code::H010, say!("castling-letter", letter = quoted(letter))),
        }
    }
    read.take_rights(rights);
}

impl Read {
    /// Sets the rights of both sides, and detects whether the first ranks have an array of Chess960.
    fn take_rights(&mut self, rights: Vec<CastlingRight>) {
        let mut sides =
            [Side::First, Side::Second].into_iter().filter(|side| rights.iter().any(|right| right.side == *side));
        let outermost =
            self.chess960 || sides.clone().all(|side| self.is_array(side)) && sides.any(|side| !self.is_at_home(side));
        self.chess960 = outermost;
        let claims = rights.into_iter().map(|right| self.claim(right, outermost)).collect();
        self.setup.rights = claims;
    }

    /// The pieces of a side on its first rank, by their files.
    fn first_rank(&self, side: Side) -> impl Iterator<Item = Option<Role>> {
        let rank = if side == Side::First { 0 } else { 7 };
        let pieces = &self.setup.pieces;
        (0..8).map(move |file| {
            pieces[Square::at(file, rank).index()].filter(|piece| piece.0 == side).map(|piece| piece.1)
        })
    }

    /// True if all eight pieces of a side are on its first rank, with the king between the rooks.
    fn is_array(&self, side: Side) -> bool {
        let count = |role| self.first_rank(side).filter(|piece| *piece == Some(role)).count();
        let mut kings_and_rooks =
            self.first_rank(side).flatten().filter(|role| matches!(role, Role::King | Role::Rook));
        let is_between =
            [Role::Rook, Role::King, Role::Rook].into_iter().all(|role| kings_and_rooks.next() == Some(role));
        is_between
            && kings_and_rooks.next().is_none()
            && [Role::Knight, Role::Bishop].map(count) == [2, 2]
            && count(Role::Queen) == 1
    }

    /// True if king and rooks are on their squares of standard chess.
    fn is_at_home(&self, side: Side) -> bool {
        let is = |file: usize, role| self.first_rank(side).nth(file) == Some(Some(role));
        is(0, Role::Rook) && is(4, Role::King) && is(7, Role::Rook)
    }

    /// Returns the rook that a right names; `None` if it is not on its square.
    fn claim(&mut self, right: CastlingRight, outermost: bool) -> (char, Side, Option<Square>) {
        let CastlingRight { letter, side, rook } = right;
        let rank = if side == Side::First { 0 } else { 7 };
        let pieces = &self.setup.pieces;
        let is = |file: u8, role| pieces[Square::at(file, rank).index()] == Some((side, role));
        let king = (0..8).find(|file| is(*file, Role::King));
        let file = match rook {
            CastlingRook::Of(board_side) if outermost => king.and_then(|king| {
                let mut rooks = (0..8).filter(|file| is(*file, Role::Rook));
                match board_side {
                    BoardSide::King => rooks.rfind(|file| *file > king),
                    BoardSide::Queen => rooks.find(|file| *file < king),
                }
            }),
            CastlingRook::Of(board_side) => {
                let home = if board_side == BoardSide::King { 7 } else { 0 };
                (king == Some(4) && is(home, Role::Rook)).then_some(home)
            }
            CastlingRook::On(file) => {
                self.chess960 = true;
                (king.is_some() && is(file, Role::Rook)).then_some(file)
            }
        };
        (letter, side, file.map(|file| Square::at(file, rank)))
    }
}
