//! The most frequent forms of SAN, parsed from one word of eight bytes. The grammar reads everything else.

use super::token::{CheckMark, SanToken};
use partie_record::span::Span;
use partie_rules::BoardSide;
use partie_rules::chess::{Bitboard, Pattern, Role, Roles, Square};

const FILE_A: Bitboard = 0x0101_0101_0101_0101;
const RANK_1: Bitboard = 0xff;

/// Parses the forms of nearly all moves: `e4`, `exd5`, `Nf3`, `Nxf3`, `Nbd7`, `Nbxd7`, `N1d2`, optionally with `+`.
///
/// The form of the next move cannot be predicted. All forms are therefore parsed by the same steps from one word of
/// eight bytes, without branches except to `None`. The result is `None` for any other form, and if fewer than eight
/// bytes remain in `bytes`.
#[inline(always)]
pub fn parse_fast(bytes: &[u8], token: Span) -> Option<FastSan> {
    let length = token.to.wrapping_sub(token.from);
    let from = token.from as usize;
    let eight: &[u8; 8] = bytes.get(from..from + 8)?.first_chunk()?;
    if !(2..=7).contains(&length) {
        return None;
    }
    let word = u64::from_le_bytes(*eight);
    // Bytes before the token are never used.
    let back = |length: u32, distance: u32| word >> (length.wrapping_sub(distance).wrapping_mul(8) & 63);
    let check = back(length, 1) as u8 == b'+';
    let length = length - u32::from(check);
    let first = word as u8;
    let code = FIRST[first as usize];
    let letter = u32::from(code & LETTER != 0);
    let between = length.wrapping_sub(letter + 2);
    let target = back(length, 2);
    let (file, rank) = ((target as u8).wrapping_sub(b'a'), ((target >> 8) as u8).wrapping_sub(b'1'));
    let captures = (back(length, 3) as u8 == b'x') & (between != 0);
    let origin = between.wrapping_sub(u32::from(captures));
    // A pawn move begins with its file, whether it captures or not.
    let pawn = letter == 0;
    let named = ORIGIN[(word >> (8 * letter)) as u8 as usize];
    let from = if origin == 0 && !pawn { !0 } else { named };
    let odd = (code == NO_PIECE) | ((file | rank) > 7) | (origin > 1) | (from == 0) | (pawn & captures & (origin == 0));
    if odd {
        return None;
    }
    let role = Role::ALL[(code & 7) as usize % 6];
    Some(FastSan { role, to: Square::at(file, rank), from, captures, check, origin: (origin == 1) & !pawn })
}

/// Parses a whole text in a form of [`parse_fast`], also with `#`, `!` or `?` at its end, or castling.
#[inline]
pub(super) fn read_fast(text: &[u8]) -> Option<SanToken> {
    match text {
        b"O-O" => return Some(SanToken::new(Pattern::castling(BoardSide::King))),
        b"O-O-O" => return Some(SanToken::new(Pattern::castling(BoardSide::Queen))),
        _ => {}
    }
    let length = text.iter().rposition(|byte| !matches!(byte, b'!' | b'?'))? + 1;
    let mate = text.get(length - 1) == Some(&b'#');
    let bare = text.get(..length - usize::from(mate))?;
    let mut padded = [0; 8];
    padded.get_mut(..bare.len())?.copy_from_slice(bare);
    let mut written = parse_fast(&padded, Span::new(0, bare.len()))?.written();
    if mate {
        written.check = CheckMark::Mate;
    }
    Some(written)
}

/// A move in a frequent form, small enough for registers.
#[derive(Clone, Copy, Debug)]
pub struct FastSan {
    pub role: Role,
    pub to: Square,
    /// Possible origin squares.
    pub from: Bitboard,
    /// True if the token has a capture sign.
    pub captures: bool,
    /// True if the token has a `+`.
    pub check: bool,
    /// True if the file or rank of a piece's origin is written; false for pawns.
    pub origin: bool,
}

impl FastSan {
    /// Converts to a full token.
    #[inline(never)]
    pub fn written(self) -> SanToken {
        let Self { role, to, from, captures, check, origin } = self;
        let pattern =
            Pattern { roles: Roles::one(role), from, to: to.bit(), promotion: None, castling: None, captures };
        let check = if check { CheckMark::Check } else { CheckMark::None };
        SanToken { check, origin, ..SanToken::new(pattern) }
    }
}

/// Flag in [`FIRST`]: the byte is a piece letter, so it is not part of the origin or the target.
const LETTER: u8 = 8;
/// Value in [`FIRST`]: the byte names no piece and no pawn.
const NO_PIECE: u8 = 16;

/// The piece that the first byte of a move names. Files name pawns.
static FIRST: [u8; 256] = {
    let mut table = [NO_PIECE; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'h' => Role::Pawn as u8,
            b'P' => NO_PIECE,
            letter => match Role::from_letter(letter) {
                Some(role) => role as u8 | LETTER,
                None => NO_PIECE,
            },
        };
        byte += 1;
    }
    table
};

/// The squares of the file or rank that a character names; 0 for other characters.
static ORIGIN: [Bitboard; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 8 {
        table[b'a' as usize + index] = FILE_A << index;
        table[b'1' as usize + index] = RANK_1 << (8 * index);
        index += 1;
    }
    table
};
