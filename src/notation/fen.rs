//! Forsyth-Edwards Notation with the castling fields of X-FEN and Shredder-FEN.

use crate::finding::Code;
use crate::rules::chess::{Position, Role, Setup, Square, squares};
use crate::rules::{Game, Side};

/// A field that cannot be read, or that is out of range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenFault {
    /// H010, H011 or H018.
    pub code: Code,
    /// What is wrong with which field.
    pub message: String,
}

/// What a FEN says, and what is wrong with its writing.
#[derive(Clone, Debug)]
pub struct Read {
    /// The set-up, as far as it can be read.
    pub setup: Setup,
    /// Faults of the writing.
    pub faults: Vec<FenFault>,
    /// Whether the castling field names files (Shredder-FEN).
    pub files: bool,
}

/// Reads a FEN of at most a kilobyte. Reports everything that is wrong, not only the first.
/// With `chess960`, the letters K and Q mean the outermost rook whatever the king's file.
pub fn read(text: &str, chess960: bool) -> Read {
    let mut read = Read { setup: Setup::empty(), faults: Vec::new(), files: false };
    let mut fields = text.split_ascii_whitespace();
    let board = fields.next().unwrap_or_default();
    if !board.contains('/') {
        read.fault(
            Code::H010,
            format!("{:?} is no board: eight ranks with slashes between belong there", shorten(board)),
        );
        return read;
    }
    read_board(board, &mut read);
    read.setup.turn = match fields.next() {
        Some("w") => Side::First,
        Some("b") => Side::Second,
        other => {
            let seen = other.map_or("is missing".to_owned(), |text| format!("is {:?}", shorten(text)));
            read.fault(Code::H010, format!("the side to move {seen}; w or b belongs there"));
            Side::First
        }
    };
    read_castling(fields.next(), chess960, &mut read);
    match fields.next() {
        None | Some("-") => {}
        Some(text) => match text.as_bytes() {
            [file, rank] if Square::parse(*file, *rank).is_some() => {
                read.setup.en_passant = Square::parse(*file, *rank);
            }
            _ => read.fault(
                Code::H010,
                format!("the en passant square is {:?}; a square or - belongs there", shorten(text)),
            ),
        },
    }
    let quiet = fields.next();
    let number = fields.next();
    read.setup.quiet = read_counter(quiet, "half-move clock", 0, &mut read);
    read.setup.number = read_counter(number, "move number", 1, &mut read).max(1);
    if let Some(extra) = fields.next() {
        read.fault(Code::H010, format!("{:?} stands after the sixth field", shorten(extra)));
    }
    read
}

impl Read {
    fn fault(&mut self, code: Code, message: String) {
        self.faults.push(FenFault { code, message });
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() > 24 { text.chars().take(24).chain(['…']).collect() } else { text.to_owned() }
}

fn read_board(board: &str, read: &mut Read) {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        read.fault(Code::H010, format!("the board has {} ranks, not 8", ranks.len()));
    }
    for (index, text) in ranks.iter().take(8).enumerate() {
        let rank = 7 - index as u8;
        let mut file: u32 = 0;
        for character in text.chars() {
            if let Some(empty) = character.to_digit(10) {
                file += empty;
                continue;
            }
            // A promoted piece of some programs is followed by a tilde.
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
                None => read.fault(Code::H010, format!("{character:?} on rank {} is no piece", rank + 1)),
            }
            file += 1;
        }
        if file != 8 {
            read.fault(Code::H011, format!("rank {} of the FEN has {file} squares, not 8", rank + 1));
        }
    }
}

fn read_castling(field: Option<&str>, chess960: bool, read: &mut Read) {
    let Some(text) = field.filter(|text| *text != "-") else { return };
    for letter in text.chars() {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let rank = if side == Side::First { 0 } else { 7 };
        let pieces = &read.setup.pieces;
        let is = |file: u8, role| pieces[Square::at(file, rank).index()] == Some((side, role));
        let king = (0..8).find(|file| is(*file, Role::King));
        let rook = match letter.to_ascii_uppercase() {
            wing @ ('K' | 'Q') if chess960 => king.and_then(|king| {
                let mut files: Vec<u8> = (0..8).filter(|file| is(*file, Role::Rook)).collect();
                files.retain(|file| (*file > king) == (wing == 'K'));
                if wing == 'K' { files.last().copied() } else { files.first().copied() }
            }),
            wing @ ('K' | 'Q') => {
                let home = if wing == 'K' { 7 } else { 0 };
                (king == Some(4) && is(home, Role::Rook)).then_some(home)
            }
            file @ 'A'..='H' => {
                read.files = true;
                let file = file as u8 - b'A';
                (king.is_some() && is(file, Role::Rook)).then_some(file)
            }
            _ => {
                read.fault(Code::H010, format!("{letter:?} in the castling field is neither K, Q nor a file"));
                continue;
            }
        };
        read.setup.rights.push((letter, side, rook.map(|file| Square::at(file, rank))));
    }
}

fn read_counter(field: Option<&str>, name: &str, least: u32, read: &mut Read) -> u32 {
    let Some(text) = field else {
        read.fault(Code::H018, format!("the {name} is missing"));
        return least;
    };
    let value = text.parse::<u32>().ok().filter(|value| (least..=20_000).contains(value));
    if value.is_none() {
        read.fault(Code::H018, format!("the {name} is {:?}, out of range", shorten(text)));
    }
    value.unwrap_or(least)
}

/// The FEN of a position: castling as in X-FEN, the en passant square only when a capture there is legal.
pub fn write(position: &Position) -> String {
    let mut text = String::with_capacity(80);
    push(&mut text, position);
    text
}

/// Adds the FEN of a position to a text.
pub fn push(text: &mut String, position: &Position) {
    // Eight ranks of at most eight pieces with a slash after each, and what may follow them.
    let mut board = [0; 96];
    let occupied = position.occupied();
    let mut begins = [0; 8];
    let mut length = 0;
    for rank in (0..8).rev() {
        let shape = &RANKS[usize::from((occupied >> (8 * rank)) as u8)];
        begins[rank] = length;
        if let Some(place) = board.get_mut(length..).and_then(|rest| rest.first_chunk_mut()) {
            *place = shape.digits;
        }
        length += usize::from(shape.length);
        board[length % 96] = b'/';
        length += 1;
    }
    for at in squares(occupied) {
        let rank = usize::from(at.rank());
        let shape = &RANKS[usize::from((occupied >> (8 * rank)) as u8)];
        board[(begins[rank] + usize::from(shape.at[usize::from(at.file())])) % 96] = position.letter(at);
    }
    let turn = if position.turn() == Side::First { b" w " } else { b" b " };
    board[length - 1..length + 2].copy_from_slice(turn);
    text.push_str(str::from_utf8(&board[..length + 2]).unwrap_or_default());
    if position.castling_rooks() == 0 {
        text.push('-');
    } else {
        push_castling(text, position);
    }
    match position.en_passant() {
        Some(at) => {
            text.push(' ');
            text.push((b'a' + at.file()) as char);
            text.push((b'1' + at.rank()) as char);
        }
        None => text.push_str(" -"),
    }
    let mut digits = itoa::Buffer::new();
    for number in [position.halfmove_clock(), position.number()] {
        text.push(' ');
        text.push_str(digits.format(number));
    }
}

/// How a rank is written that has pieces on some files.
struct Rank {
    /// The numbers of empty squares where they belong; the letters of the pieces are missing.
    digits: [u8; 8],
    /// Where the letter of the piece on each file belongs.
    at: [u8; 8],
    /// Bytes of the whole.
    length: u8,
}

/// By the files that have pieces, the lowest bit for the file a. Which squares are empty cannot be foreseen, so that a
/// table is faster than a branch on each.
static RANKS: [Rank; 256] = {
    let mut ranks = [const { Rank { digits: [0; 8], at: [0; 8], length: 0 } }; 256];
    let mut pieces = 0;
    while pieces < 256 {
        let rank = &mut ranks[pieces];
        let mut empty = 0;
        let mut file = 0;
        while file < 8 {
            if pieces >> file & 1 == 0 {
                rank.length += (empty == 0) as u8;
                empty += 1;
                rank.digits[rank.length as usize - 1] = b'0' + empty;
            } else {
                empty = 0;
                rank.at[file] = rank.length;
                rank.length += 1;
            }
            file += 1;
        }
        pieces += 1;
    }
    ranks
};

fn push_castling(text: &mut String, position: &Position) {
    let before = text.len();
    for side in [Side::First, Side::Second] {
        let king = position.king(side);
        let mut rooks: Vec<Square> = squares(position.castling_rooks() & position.of_side(side)).collect();
        rooks.sort_by_key(|rook| std::cmp::Reverse(rook.file()));
        for rook in rooks {
            let all = squares(position.pieces(side, Role::Rook)).filter(|other| other.rank() == king.rank());
            let outer = if rook.file() > king.file() {
                all.max_by_key(|rook| rook.file()) == Some(rook)
            } else {
                all.min_by_key(|rook| rook.file()) == Some(rook)
            };
            let letter = match (outer, rook.file() > king.file()) {
                (true, true) => 'K',
                (true, false) => 'Q',
                (false, _) => (b'A' + rook.file()) as char,
            };
            text.push(if side == Side::First { letter } else { letter.to_ascii_lowercase() });
        }
    }
    if text.len() == before {
        text.push('-');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_comes_back() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(write(&Position::start()), fen);
        let read = read(fen, false);
        assert!(read.faults.is_empty());
        let (position, faults) = read.setup.position().expect("legal");
        assert!(faults.is_empty());
        assert_eq!(write(&position), fen);
    }

    #[test]
    fn says_everything_that_is_wrong() {
        let codes: Vec<Code> =
            read("9/8/8/8/8/8/x7 z KX zz -5 0", false).faults.iter().map(|fault| fault.code).collect();
        assert!(codes.contains(&Code::H010) && codes.contains(&Code::H011) && codes.contains(&Code::H018));
    }
}
