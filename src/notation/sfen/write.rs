//! Writes positions as SFEN.

use super::letters::letter_of;
use partie_rules::Side;
use partie_rules::shogi::{PieceType, Setup, Square};

/// Piece types in hand, in the order in which they are written.
const HAND_ORDER: [PieceType; 7] = [
    PieceType::Rook,
    PieceType::Bishop,
    PieceType::Gold,
    PieceType::Silver,
    PieceType::Knight,
    PieceType::Lance,
    PieceType::Pawn,
];

/// Maximum count written before a piece in hand.
const MAX_IN_HAND: u32 = 99;

/// The SFEN of a position: hands in the order R B G S N L P, 先手's first.
pub fn write(setup: &Setup, ply: u32) -> String {
    let mut text = String::with_capacity(96);
    for rank in 1..=9 {
        let mut empty = 0;
        for file in (1..=9).rev() {
            match Square::at(file, rank).and_then(|square| setup.board[square.index()]) {
                None => empty += 1,
                Some((side, piece)) => {
                    push_count(&mut text, empty);
                    empty = 0;
                    push_piece(&mut text, side, piece);
                }
            }
        }
        push_count(&mut text, empty);
        if rank < 9 {
            text.push('/');
        }
    }
    text.push_str(if setup.turn == Side::First { " b " } else { " w " });
    let before = text.len();
    for side in [Side::First, Side::Second] {
        for piece in HAND_ORDER {
            let mut count = u32::from(setup.hands[side.index()][piece.index()]);
            // A real set has fewer pieces, but a record may claim more; then count and letter are repeated.
            while count > MAX_IN_HAND {
                push_count(&mut text, MAX_IN_HAND);
                push_piece(&mut text, side, piece);
                count -= MAX_IN_HAND;
            }
            if count > 1 {
                push_count(&mut text, count);
            }
            if count > 0 {
                push_piece(&mut text, side, piece);
            }
        }
    }
    if text.len() == before {
        text.push('-');
    }
    text.push(' ');
    push_count(&mut text, ply.max(1));
    text
}

fn push_piece(text: &mut String, side: Side, piece: PieceType) {
    if piece.is_promoted() {
        text.push('+');
    }
    let letter = char::from(letter_of(piece.base()));
    text.push(if side == Side::First { letter } else { letter.to_ascii_lowercase() });
}

fn push_count(text: &mut String, count: u32) {
    match count {
        0 => {}
        // A fast path for most counts: only many pawns in hand and ply numbers are larger.
        1..=9 => text.push(char::from(b'0' + count as u8)),
        _ => text.push_str(itoa::Buffer::new().format(count)),
    }
}
