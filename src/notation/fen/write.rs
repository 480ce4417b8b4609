//! Writes the FEN of a position.

use partie_rules::chess::{Position, Role, Square, squares};
use partie_rules::{Rules, Side};

/// The FEN of a position: castling as in X-FEN, the en passant square only when a capture there is legal.
pub fn write(position: &Position) -> String {
    let mut text = String::with_capacity(80);
    push(&mut text, position);
    text
}

/// Like [`write()`], but names the files of the rooks if castling differs from standard chess. A FEN outside a record
/// has no Variant tag to show that.
pub fn write_alone(position: &Position) -> String {
    let is_at_home = |rook: Square| {
        let side = if position.of_side(Side::First) & rook.bit() != 0 { Side::First } else { Side::Second };
        position.king(side).file() == 4 && matches!(rook.file(), 0 | 7)
    };
    let mut text = String::with_capacity(80);
    if squares(position.castling_rooks()).all(is_at_home) {
        push(&mut text, position);
    } else {
        push_with(&mut text, position, true);
    }
    text
}

/// Appends the FEN of a position.
pub fn push(text: &mut String, position: &Position) {
    push_with(text, position, false);
}

fn push_with(text: &mut String, position: &Position, by_files: bool) {
    // Eight ranks of at most eight bytes with a slash after each, and the side to move.
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
        push_castling(text, position, by_files);
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

/// The text of a rank, for one set of files with pieces.
struct Rank {
    /// The numbers of empty squares in their places; the letters of the pieces are missing.
    digits: [u8; 8],
    /// The index of the letter of the piece on each file.
    at: [u8; 8],
    length: u8,
}

/// Ranks indexed by the files with pieces, the lowest bit for file a. Which squares are empty is unpredictable, so a
/// table is faster than a branch per square.
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

fn push_castling(text: &mut String, position: &Position, by_files: bool) {
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
            let letter = match (outer && !by_files, rook.file() > king.file()) {
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
