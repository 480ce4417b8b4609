//! Which game it is, by its moves: the same game in any notation has the same hash.
//!
//! XXH3-128 with seed 0 over the game's number (1 chess, 2 shogi, 3 hex; one byte), the digest of the
//! start position (eight bytes, little-endian; 0 for the usual one) and six bytes a ply: origin, target
//! (sixteen bits each, little-endian), what the man becomes or which man is dropped, the game's number.
//! Nothing of a text enters: neither notation nor tags, comments, variations, marks or move numbers.
//! Not for deciding which of two copies stays.

use xxhash_rust::xxh3;

use crate::rules::{GameKind, Side, chess, hex, shogi};

/// Bytes before the first ply.
const HEAD: usize = 9;
/// Bytes of a ply.
const PLY: usize = 6;
/// Stands for origin and target of a null move.
const NULL: u16 = 0xfffe;

/// The moves of a main line as bytes.
#[derive(Clone, Debug, Default)]
pub struct Identity {
    bytes: Vec<u8>,
    game: u8,
}

impl Identity {
    /// A game begins; `start` is 0 where it begins as usual.
    pub fn begin(&mut self, kind: GameKind, start: u64) {
        self.game = match kind {
            GameKind::Chess => 1,
            GameKind::Shogi => 2,
            GameKind::Hex => 3,
        };
        self.bytes.clear();
        self.bytes.push(self.game);
        self.bytes.extend_from_slice(&start.to_le_bytes());
    }

    /// Places for so many more moves.
    pub(super) fn moves(&mut self, count: usize) -> impl Iterator<Item = Place<'_>> {
        let from = self.bytes.len();
        self.bytes.resize(from + count * PLY, 0);
        let game = self.game;
        self.bytes[from..].as_chunks_mut().0.iter_mut().map(move |bytes| Place { bytes, game })
    }

    /// Forgets the moves.
    pub(super) fn clear(&mut self) {
        self.bytes.truncate(HEAD);
    }

    /// Plies so far.
    pub fn plies(&self) -> usize {
        self.bytes.len().saturating_sub(HEAD) / PLY
    }

    /// The hash of the whole game.
    pub fn whole(&self) -> u128 {
        xxh3::xxh3_128(&self.bytes)
    }

    /// The hash after some plies, as if the game had ended there; nothing if it has fewer.
    pub fn after(&self, plies: usize) -> Option<u128> {
        Some(xxh3::xxh3_128(self.bytes.get(..HEAD + plies * PLY)?))
    }

    /// The moves as bytes, [`Identity::after`] which hashes are made: for telling copies from collisions.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The place of a move.
pub(super) struct Place<'b> {
    bytes: &'b mut [u8; PLY],
    game: u8,
}

impl Place<'_> {
    /// A move; castling of chess goes from the king's square to the rook's.
    #[inline(always)]
    pub(super) fn put(self, from: u16, to: u16, becomes: u8) {
        let way = u32::from(from) | u32::from(to) << 16;
        self.bytes[..4].copy_from_slice(&way.to_le_bytes());
        self.bytes[4..].copy_from_slice(&(u16::from(becomes) | u16::from(self.game) << 8).to_le_bytes());
    }

    /// A null move.
    pub(super) fn put_null(self) {
        self.put(NULL, NULL, 0);
    }
}

const fn man(side: Side, kind: usize) -> u8 {
    1 + (kind as u8) * 2 + side as u8
}

/// The digest of a start position of chess: men, side to move, castling rooks, en passant if it is legal.
pub fn chess_start(position: &chess::Position) -> u64 {
    use crate::rules::Game as _;
    let mut bytes: Vec<u8> = (0..64)
        .map(|at| position.man(chess::Square::new(at)).map_or(0, |(side, role)| man(side, role.index())))
        .collect();
    bytes.push(position.turn() as u8);
    bytes.extend_from_slice(&position.castling_rooks().to_le_bytes());
    bytes.push(position.en_passant().map_or(0xff, |at| at.index() as u8));
    xxh3::xxh3_64(&bytes)
}

/// The digest of a start position of hexagonal chess.
pub fn hex_start(position: &hex::Position) -> u64 {
    use crate::rules::Game as _;
    let mut bytes: Vec<u8> =
        (0..91).map(|at| position.man(hex::Cell::new(at)).map_or(0, |(side, role)| man(side, role.index()))).collect();
    bytes.push(position.turn() as u8);
    bytes.push(position.en_passant().map_or(0xff, |at| at.index() as u8));
    xxh3::xxh3_64(&bytes)
}

/// The digest of a start position of shogi: men, hands, side to move.
pub fn shogi_start(position: &shogi::Position) -> u64 {
    use crate::rules::Game as _;
    let mut bytes: Vec<u8> = shogi::Square::all()
        .map(|at| position.piece_at(at).map_or(0, |(side, kind)| man(side, kind.index())))
        .collect();
    bytes.push(position.turn() as u8);
    bytes.extend(position.hands().iter().flatten());
    xxh3::xxh3_64(&bytes)
}
