//! The rules of chess against cozy-chess and against themselves, on random games and set-ups.
//!
//! Everything is seeded: a failure comes back with the same seed.

#![allow(clippy::wildcard_imports, reason = "helpers of tests")]

mod games;
mod patterns;
mod recurrence;
mod setups;

use cozy_chess::{Board, Color, FenParseError, Piece};
use partie_notation::letters::Letters;
use partie_notation::san::{self, CheckMark};
use partie_notation::{fen, spell};
use partie_rules::chess::{
    Bitboard, Move, MoveKind, Pattern, Position, Role, Roles, Setup, SetupFault, Square, Surplus, squares,
};
use partie_rules::{BoardSide, IllegalReason, Resolution, Rules, Side};

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = self.0;
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// One time in `times`.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn square(&mut self) -> Square {
        Square::new(self.below(64) as u8)
    }
}

// ---------------------------------------------------------------------------------------------
// The two sides of the comparison.

type Triple = (usize, usize, Option<usize>);

fn our_triple(mv: &Move) -> Triple {
    (mv.from.index(), mv.to.index(), mv.promotion.map(Role::index))
}

fn our_moves(position: &Position) -> Vec<Triple> {
    let mut all: Vec<Triple> = position.legal().iter().map(our_triple).collect();
    all.sort_unstable();
    all
}

fn their_list(board: &Board) -> Vec<cozy_chess::Move> {
    let mut all = Vec::new();
    board.generate_moves(|moves| {
        all.extend(moves);
        false
    });
    all
}

fn their_triple(mv: &cozy_chess::Move) -> Triple {
    (mv.from as usize, mv.to as usize, mv.promotion.map(|role| role as usize))
}

fn their_moves(board: &Board) -> Vec<Triple> {
    let mut all: Vec<Triple> = their_list(board).iter().map(their_triple).collect();
    all.sort_unstable();
    all
}

fn their_move(mv: Move) -> cozy_chess::Move {
    cozy_chess::Move {
        from: cozy_chess::Square::index(mv.from.index()),
        to: cozy_chess::Square::index(mv.to.index()),
        promotion: mv.promotion.map(|role| Piece::index(role.index())),
    }
}

fn color(side: Side) -> Color {
    if side == Side::First { Color::White } else { Color::Black }
}

fn read_fen(text: &str, chess960: bool) -> Position {
    let read = fen::read_fen(text, chess960);
    assert!(read.faults.is_empty(), "{text}: {:?}", read.faults);
    let (position, claims) = read.setup.position().unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    assert!(claims.is_empty(), "{text}: {claims:?}");
    position
}

/// The position set up anew, piece by piece.
fn fresh(position: &Position) -> Position {
    let mut setup = Setup::empty();
    for index in 0..64 {
        setup.pieces[usize::from(index)] = position.piece_at(Square::new(index));
    }
    setup.turn = position.turn();
    for rook in squares(position.castling_rooks()) {
        let (side, _) = position.piece_at(rook).unwrap_or_else(|| panic!("a right without a piece on {rook}"));
        setup.rights.push(('?', side, Some(rook)));
    }
    setup.en_passant = position.en_passant();
    setup.halfmove_clock = position.halfmove_clock();
    setup.number = position.number();
    setup.into_position_lenient()
}

/// What play keeps up to date step by step equals what a set-up computes at once.
fn assert_fresh(position: &Position, context: &str) {
    let anew = fresh(position);
    let context = format!("{context}: {}", fen::write(position));
    assert!(anew.same_for_repetition(position), "{context}");
    assert_eq!(anew.zobrist(), position.zobrist(), "key, {context}");
    assert_eq!(anew.checkers(), position.checkers(), "checkers, {context}");
    assert_eq!(anew.castling_rooks(), position.castling_rooks(), "rights, {context}");
    assert_eq!(anew.en_passant(), position.en_passant(), "en passant, {context}");
    for side in SIDES {
        assert_eq!(position.pieces(side, Role::King).count_ones(), 1, "kings, {context}");
        assert_eq!(position.pieces(side, Role::King), position.king(side).bit(), "king's square, {context}");
        for role in Role::ALL {
            assert_eq!(position.pieces(side, role), anew.pieces(side, role), "{side:?} {role}, {context}");
        }
    }
    assert_eq!(position.of_side(Side::First) & position.of_side(Side::Second), 0, "{context}");
    let count: u32 = Role::ALL.iter().map(|role| position.of_role(*role).count_ones()).sum();
    assert_eq!(count, position.occupied().count_ones(), "{context}");
}

/// Some random games; `visit` sees every position before its move is chosen.
struct Games {
    random: Random,
    plies: usize,
}

impl Games {
    const fn new(seed: u64, plies: usize) -> Self {
        Self { random: Random(seed), plies }
    }

    /// The usual start for even numbers, a start of Chess960 for odd ones, also with
    /// different ranks for the two sides.
    fn start(&mut self, number: usize) -> (Position, Board, bool) {
        let numbers = (self.random.below(960) as u32, self.random.below(960) as u32);
        match number % 4 {
            0 | 2 => (Position::start(), Board::startpos(), false),
            1 => {
                let board = Board::chess960_startpos(numbers.0);
                let rank: [Role; 8] = std::array::from_fn(|file| {
                    let role = board.piece_on(cozy_chess::Square::index(file)).expect("a piece");
                    Role::ALL[role as usize]
                });
                let (position, claims) = Setup::of_home_rank(rank).position().expect("a start position");
                assert!(claims.is_empty());
                (position, board, true)
            }
            _ => {
                let board = Board::double_chess960_startpos(numbers.0, numbers.1);
                (read_fen(&format!("{board:#}"), true), board, true)
            }
        }
    }

    /// A legal move; the rare kinds more often than they come by chance.
    fn choose(&mut self, moves: &[Move]) -> Option<Move> {
        let special = |mv: &&Move| mv.kind != MoveKind::Plain || mv.promotion.is_some();
        if self.random.once_in(4) {
            let rare: Vec<Move> = moves.iter().filter(special).copied().collect();
            if !rare.is_empty() {
                return Some(self.random.of(&rare));
            }
        }
        (!moves.is_empty()).then(|| self.random.of(moves))
    }

    fn run(&mut self, games: usize, mut visit: impl FnMut(&mut Random, &Position, &Board, bool)) {
        for number in 0..games {
            let (mut position, mut board, chess960) = self.start(number);
            for _ in 0..self.plies {
                visit(&mut self.random, &position, &board, chess960);
                let Some(mv) = self.choose(&position.legal()) else { break };
                position.play(mv);
                board.play(their_move(mv));
            }
        }
    }
}
