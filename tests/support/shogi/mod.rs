//! SFEN and USI for the tests of the rules of shogi; strict, and independent of `notation`.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it")]

pub mod truth;

use partie_rules::shogi::{Move, Origin, Pattern, PieceType, Position, Setup, Square};
use partie_rules::{Resolution, Rules, Side};

fn kind_of(letter: char) -> PieceType {
    match letter.to_ascii_uppercase() {
        'P' => PieceType::Pawn,
        'L' => PieceType::Lance,
        'N' => PieceType::Knight,
        'S' => PieceType::Silver,
        'G' => PieceType::Gold,
        'B' => PieceType::Bishop,
        'R' => PieceType::Rook,
        'K' => PieceType::King,
        _ => panic!("{letter} is no piece letter"),
    }
}

fn letter_of(kind: PieceType) -> char {
    ['P', 'L', 'N', 'S', 'G', 'B', 'R', 'K'][kind.base().index()]
}

const fn side_of(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::First } else { Side::Second }
}

/// The set-up of an SFEN.
pub fn setup(sfen: &str) -> Setup {
    let mut setup = Setup::EMPTY;
    let mut fields = sfen.split(' ');
    for (rank, row) in (1..).zip(fields.next().unwrap().split('/')) {
        let (mut file, mut plus) = (9, false);
        for letter in row.chars() {
            if let Some(skip) = letter.to_digit(10) {
                file -= skip as u8;
            } else if letter == '+' {
                plus = true;
            } else {
                let kind = kind_of(letter);
                let kind = if plus { kind.promoted().unwrap() } else { kind };
                setup.board[Square::at(file, rank).unwrap().index()] = Some((side_of(letter), kind));
                (file, plus) = (file - 1, false);
            }
        }
        assert_eq!(file, 0, "{sfen}");
    }
    setup.turn = if fields.next().unwrap() == "b" { Side::First } else { Side::Second };
    let mut count = 0;
    for letter in fields.next().unwrap().chars().filter(|letter| *letter != '-') {
        if let Some(digit) = letter.to_digit(10) {
            count = count * 10 + digit;
        } else {
            setup.hands[side_of(letter).index()][kind_of(letter).index()] += count.max(1) as u8;
            count = 0;
        }
    }
    setup
}

/// The position of an SFEN, whatever its faults.
pub fn position(sfen: &str) -> Position {
    setup(sfen).into_position_lenient()
}

pub fn square(name: &str) -> Square {
    let bytes = name.as_bytes();
    Square::at(bytes[0] - b'0', bytes[1] - b'a' + 1).unwrap()
}

/// The pattern of a USI move: it names no piece on the board.
pub fn usi(text: &str) -> Pattern {
    let (origin, kind) = match text.split_once('*') {
        Some((piece, _)) => (Origin::Hand, Some(kind_of(piece.chars().next().unwrap()))),
        None => (Origin::Square(square(&text[..2])), None),
    };
    let promotes = (origin != Origin::Hand).then_some(text.ends_with('+'));
    Pattern { to: square(&text[2..4]), origin, kind, after: None, promotes, flank: None, motion: None }
}

/// A move as in USI.
pub fn name(mv: Move) -> String {
    match mv.from() {
        None => format!("{}*{}", letter_of(mv.kind()), mv.to()),
        Some(from) => format!("{from}{}{}", mv.to(), if mv.promotes() { "+" } else { "" }),
    }
}

/// Everything that a move says, as a pattern.
pub const fn full(mv: Move) -> Pattern {
    let origin = match mv.from() {
        Some(from) => Origin::Square(from),
        None => Origin::Hand,
    };
    let promotes = if mv.is_drop() { None } else { Some(mv.promotes()) };
    Pattern { to: mv.to(), origin, kind: Some(mv.kind()), after: None, promotes, flank: None, motion: None }
}

/// Plays USI moves, which must be legal.
pub fn play(position: &mut Position, moves: &str) -> Vec<Move> {
    let mut played = Vec::new();
    for text in moves.split_whitespace() {
        let Resolution::Unique(mv) = position.resolve(&usi(text)) else { panic!("{text} is not legal") };
        position.play(mv);
        played.push(mv);
    }
    played
}

/// Leaves of the legal move tree at `depth`; the last ply is counted, not played.
pub fn leaves(position: &Position, depth: u32) -> u64 {
    let mut sum = 0;
    if depth == 1 {
        position.visit_legal(|_| sum += 1);
    } else {
        position.visit_legal(|mv| {
            let mut after = position.clone();
            after.play(mv);
            sum += leaves(&after, depth - 1);
        });
    }
    sum
}
