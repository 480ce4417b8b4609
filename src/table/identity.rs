//! Identifies a game by its moves: the same game in any notation has the same hash.
//!
//! XXH3-128 with seed 0 over the game's number (1 chess, 2 shogi, 3 hex; one byte), the digest of the start position
//! (eight bytes, little-endian; 0 for the initial one), and two bytes for each ply (little-endian). They encode origin,
//! target, and promotion:
//!
//! - chess: origin + 64 × target + 4096 × the number of the promoted role, 6 for none; castling goes from the king's
//!   square to the rook's;
//! - hexagonal chess: (91 × origin + target) × 6 + the number of the promoted role plus one, 0 for none;
//! - shogi: origin + 128 × target, plus 16,384 for a promotion; a drop is 32,768 + target + 128 × the piece type;
//! - a null move of any game: 65,535.
//!
//! Text is not hashed: neither notation nor tags, comments, variations, marks or move numbers. The exception begins at
//! a move that cannot be played: 65,534 follows, and then the remaining moves as written, with a space after each. So
//! two games that break off at the same ply are equal if their remaining moves are written alike. Not for choosing
//! between two copies.

use xxhash_rust::xxh3::{self, Xxh3};

use partie_rules::{GameKind, Side, chess, hex, shogi};

/// Number of hashed bytes before the first ply.
pub const HEAD: usize = 9;
pub const PLY: usize = 2;
/// The number that encodes a null move.
pub const NULL: u16 = u16::MAX;
/// The number that precedes the moves that could not be played.
const UNPLAYED: u16 = u16::MAX - 1;

/// The moves of a main line as bytes to be hashed.
#[derive(Clone, Debug, Default)]
pub struct Identity {
    bytes: Vec<u8>,
    /// The moves that could not be played, as written.
    unplayed: Vec<u8>,
}

impl Identity {
    pub fn reset(&mut self) {
        self.bytes.clear();
        self.unplayed.clear();
    }

    /// Adds a move that cannot be played.
    pub fn unplayed(&mut self, token: &[u8]) {
        self.unplayed.extend_from_slice(token);
        self.unplayed.push(b' ');
    }

    /// Starts a game; `start` is 0 for the initial position.
    pub fn begin(&mut self, kind: GameKind, start: u64) {
        self.bytes.clear();
        self.bytes.push(kind as u8 + 1);
        self.bytes.extend_from_slice(&start.to_le_bytes());
    }

    /// Returns the slots for the numbers of the game's `count` moves.
    pub fn moves(&mut self, count: usize) -> &mut [[u8; PLY]] {
        self.bytes.resize(HEAD + count * PLY, 0);
        self.bytes.get_mut(HEAD..).unwrap_or_default().as_chunks_mut().0
    }

    /// True if all moves could be played.
    pub const fn is_whole(&self) -> bool {
        self.unplayed.is_empty()
    }

    pub fn plies(&self) -> usize {
        self.bytes.len().saturating_sub(HEAD) / PLY
    }

    /// The hash of the whole game.
    pub fn whole(&self) -> u128 {
        if self.unplayed.is_empty() {
            return xxh3::xxh3_128(&self.bytes);
        }
        let mut hash = Xxh3::new();
        for part in [&self.bytes, &UNPLAYED.to_le_bytes()[..], &self.unplayed] {
            hash.update(part);
        }
        hash.digest128()
    }

    /// The hash of the first `plies` plies; `None` if the game has fewer.
    pub fn after(&self, plies: usize) -> Option<u128> {
        Some(xxh3::xxh3_128(self.bytes.get(..HEAD + plies * PLY)?))
    }

    /// The bytes of the whole game that [`Identity::after`] hashes. Comparing them detects hash collisions.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

const fn piece(side: Side, kind: usize) -> u8 {
    1 + (kind as u8) * 2 + side as u8
}

/// The digest of a chess start position: pieces, side to move, castling rooks, and the en passant square if legal.
pub fn chess_start(position: &chess::Position) -> u64 {
    use partie_rules::Rules as _;
    let mut bytes: Vec<u8> = (0..64)
        .map(|at| position.piece_at(chess::Square::new(at)).map_or(0, |(side, role)| piece(side, role.index())))
        .collect();
    bytes.push(position.turn() as u8);
    bytes.extend_from_slice(&position.castling_rooks().to_le_bytes());
    bytes.push(position.en_passant().map_or(0xff, |at| at.index() as u8));
    xxh3::xxh3_64(&bytes)
}

/// The digest of a start position of hexagonal chess.
pub fn hex_start(position: &hex::Position) -> u64 {
    use partie_rules::Rules as _;
    let mut bytes: Vec<u8> = (0..91)
        .map(|at| position.piece_at(hex::Cell::new(at)).map_or(0, |(side, role)| piece(side, role.index())))
        .collect();
    bytes.push(position.turn() as u8);
    bytes.push(position.en_passant().map_or(0xff, |at| at.index() as u8));
    xxh3::xxh3_64(&bytes)
}

/// The digest of a shogi start position: pieces, hands, side to move.
pub fn shogi_start(position: &shogi::Position) -> u64 {
    use partie_rules::Rules as _;
    let mut bytes: Vec<u8> = shogi::Square::all()
        .map(|at| position.piece_at(at).map_or(0, |(side, kind)| piece(side, kind.index())))
        .collect();
    bytes.push(position.turn() as u8);
    bytes.extend(position.hands().iter().flatten());
    xxh3::xxh3_64(&bytes)
}
