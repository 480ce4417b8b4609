//! SFEN: a position of shogi as four fields, as the Universal Shogi Interface writes it.
//!
//! Not for asking whether such a position can be (kings, too many pieces, nifu): that is asked of
//! the rules.

use crate::finding::Code;
use crate::rules::Side;
use crate::rules::shogi::{PieceType, Setup, Square};

/// A field that cannot be read, or that is out of range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// H010, H011 or H018.
    pub code: Code,
    /// What is wrong with which field.
    pub message: String,
}

/// What an SFEN says, and what is wrong with its writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The set-up, as far as it can be read.
    pub setup: Setup,
    /// The number of the next move, from 1.
    pub ply: u32,
    /// Faults of the writing.
    pub faults: Vec<Fault>,
}

/// Kinds in hand in the order in which they are written.
const HAND_ORDER: [PieceType; 7] = [
    PieceType::Rook,
    PieceType::Bishop,
    PieceType::Gold,
    PieceType::Silver,
    PieceType::Knight,
    PieceType::Lance,
    PieceType::Pawn,
];

/// Faults of one text that are kept.
const MOST_FAULTS: usize = 100;

/// Greatest number of a move.
const MAX_PLY: u32 = 20_000;

/// Reads an SFEN of at most a kilobyte: board, side to move, hands, number of the next move.
/// Reports everything that is wrong, not only the first. A word `sfen` before it is left to the caller.
pub fn read(text: &str) -> Read {
    let mut read = Read { setup: Setup::EMPTY, ply: 1, faults: Vec::new() };
    let mut fields = text.split_ascii_whitespace();
    let board = fields.next().unwrap_or_default();
    if !board.contains('/') {
        let message = format!("{:?} is no board: nine ranks with slashes between belong there", shorten(board));
        read.fault(Code::H010, message);
        return read;
    }
    read.board(board);
    match fields.next() {
        Some("b") => {}
        Some("w") => read.setup.turn = Side::Second,
        other => {
            let seen = other.map_or("is missing".to_owned(), |text| format!("is {:?}", shorten(text)));
            read.fault(Code::H010, format!("the side to move {seen}; b or w belongs there"));
        }
    }
    match fields.next() {
        Some("-") => {}
        Some(text) => read.hands(text),
        None => read.fault(Code::H010, "the hands are missing; pieces or - belong there".to_owned()),
    }
    match fields.next() {
        None => read.fault(Code::H018, "the move number is missing".to_owned()),
        Some(text) => match number(text).filter(|ply| *ply <= MAX_PLY) {
            Some(ply) => read.ply = ply,
            None => read.fault(Code::H018, format!("the move number is {:?}, out of range", shorten(text))),
        },
    }
    if let Some(extra) = fields.next() {
        read.fault(Code::H010, format!("{:?} stands after the fourth field", shorten(extra)));
    }
    read
}

impl Read {
    fn fault(&mut self, code: Code, message: String) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(Fault { code, message });
        }
    }

    fn board(&mut self, board: &str) {
        let ranks = board.split('/').count();
        if ranks != 9 {
            self.fault(Code::H010, format!("the board has {ranks} ranks, not 9"));
        }
        for (rank, text) in (1..=9).zip(board.split('/')) {
            self.rank(rank, text);
        }
    }

    /// Files run from 9 down to 1.
    fn rank(&mut self, rank: u8, text: &str) {
        let mut squares: u32 = 0;
        let mut promoted = false;
        for character in text.chars() {
            let empty = character.to_digit(10).filter(|empty| *empty > 0);
            if promoted && empty.is_some() {
                self.fault(Code::H010, format!("a + without a piece on rank {}", letter(rank)));
                promoted = false;
            }
            if let Some(empty) = empty {
                squares += empty;
                continue;
            }
            if character == '+' && !promoted {
                promoted = true;
                continue;
            }
            let base = kind(u8::try_from(character).unwrap_or(0).to_ascii_uppercase());
            let piece = if promoted { base.and_then(PieceType::promoted) } else { base };
            match piece {
                Some(piece) => {
                    let side = if character.is_ascii_uppercase() { Side::First } else { Side::Second };
                    let file = 9u8.saturating_sub(squares.min(9) as u8);
                    if let Some(square) = Square::at(file, rank) {
                        self.setup.board[square.index()] = Some((side, piece));
                    }
                }
                None => {
                    let plus = if promoted { "+" } else { "" };
                    let seen = format!("{plus}{character}");
                    self.fault(Code::H010, format!("{seen:?} on rank {} is no piece", letter(rank)));
                }
            }
            promoted = false;
            squares += 1;
        }
        if promoted {
            self.fault(Code::H010, format!("a + without a piece on rank {}", letter(rank)));
        }
        if squares != 9 {
            self.fault(Code::H011, format!("rank {} of the SFEN has {squares} squares, not 9", letter(rank)));
        }
    }

    /// Pieces with a count before them where there are several, in any order.
    fn hands(&mut self, text: &str) {
        let mut rest = text;
        while let Some(character) = rest.trim_start_matches(|c: char| c.is_ascii_digit()).chars().next() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let count = if digits == 0 { Some(1) } else { number(&rest[..digits]).filter(|count| *count < 100) };
            let count = count.and_then(|count| u8::try_from(count).ok());
            let piece = kind(u8::try_from(character).unwrap_or(0).to_ascii_uppercase())
                .filter(|piece| *piece != PieceType::King);
            match (piece, count) {
                (Some(piece), Some(count)) => {
                    let side = if character.is_ascii_uppercase() { Side::First } else { Side::Second };
                    let held = &mut self.setup.hands[side.index()][piece.index()];
                    *held = held.saturating_add(count);
                }
                _ => {
                    let seen = &rest[..digits + character.len_utf8()];
                    self.fault(Code::H010, format!("{:?} in hand is no number of pieces", shorten(seen)));
                }
            }
            rest = &rest[digits + character.len_utf8()..];
        }
        if !rest.is_empty() {
            self.fault(Code::H010, format!("{:?} in hand is a number without a piece", shorten(rest)));
        }
    }
}

/// The SFEN of a set-up: hands in the order R B G S N L P, first those of 先手.
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
            let count = u32::from(setup.hands[side.index()][piece.index()]);
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
        // All but the hands of many pawns and the number of the ply.
        1..=9 => text.push(char::from(b'0' + count as u8)),
        _ => text.push_str(itoa::Buffer::new().format(count)),
    }
}

/// The capital letter of an unpromoted kind; of a promoted one, that of its base.
pub(super) const fn letter_of(kind: PieceType) -> u8 {
    match kind.base() {
        PieceType::Lance => b'L',
        PieceType::Knight => b'N',
        PieceType::Silver => b'S',
        PieceType::Gold => b'G',
        PieceType::Bishop => b'B',
        PieceType::Rook => b'R',
        PieceType::King => b'K',
        _ => b'P',
    }
}

/// The unpromoted kind of a capital letter.
pub(super) const fn kind(letter: u8) -> Option<PieceType> {
    Some(match letter {
        b'P' => PieceType::Pawn,
        b'L' => PieceType::Lance,
        b'N' => PieceType::Knight,
        b'S' => PieceType::Silver,
        b'G' => PieceType::Gold,
        b'B' => PieceType::Bishop,
        b'R' => PieceType::Rook,
        b'K' => PieceType::King,
        _ => return None,
    })
}

fn letter(rank: u8) -> char {
    char::from(b'a' + rank - 1)
}

/// Digits only, at most nine, and no zero before them.
fn number(text: &str) -> Option<u32> {
    let digits = text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    digits.then(|| text.parse().ok()).flatten()
}

fn shorten(text: &str) -> String {
    if text.chars().count() > 24 { text.chars().take(24).chain(['…']).collect() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shogi::Handicap;

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

    #[test]
    fn the_start_position_comes_back() {
        assert_eq!(write(&Setup::handicap(Handicap::Even), 1), START);
        let read = read(START);
        assert!(read.faults.is_empty() && read.ply == 1);
        assert_eq!(read.setup, Setup::handicap(Handicap::Even));
    }

    #[test]
    fn hands_are_written_in_their_order() {
        let text = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w p3pn2GSb 124";
        let read = read(text);
        assert!(read.faults.is_empty(), "{:?}", read.faults);
        let canonical = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w 2GSbn4p 124";
        assert_eq!(write(&read.setup, read.ply), canonical);
    }

    #[test]
    fn says_everything_that_is_wrong() {
        let codes = |text: &str| read(text).faults.iter().map(|fault| fault.code).collect::<Vec<_>>();
        assert_eq!(codes("nonsense"), [Code::H010]);
        assert_eq!(codes("9/9/9/9/9/9/9/9/8 b - 1"), [Code::H011]);
        assert_eq!(codes("9/9/9/9/9/9/9/9/8+ b - 1"), [Code::H010, Code::H011]);
        assert_eq!(codes("9/9/9/9/+G8/+18/+k8/9/9 b - 1"), [Code::H010, Code::H010, Code::H010]);
        assert_eq!(
            codes("9/9/9/9/9/9/9/9 x K2 -5 z"),
            [Code::H010, Code::H010, Code::H010, Code::H010, Code::H018, Code::H010]
        );
        assert_eq!(codes("9/9/9/9/9/9/9/9/9 b -"), [Code::H018]);
        assert_eq!(codes("9/9/9/9/9/9/9/9/歩8 b - 1"), [Code::H010]);
    }
}
