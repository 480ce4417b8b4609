//! The commonest forms of SAN out of one word of eight bytes. Not for what is rarer: the grammar reads everything else.

use super::token::{CheckMark, SanToken};
use partie_record::span::Span;
use partie_rules::BoardSide;
use partie_rules::chess::{Bitboard, Pattern, Role, Roles, Square};

const FILE_A: Bitboard = 0x0101_0101_0101_0101;
const RANK_1: Bitboard = 0xff;

/// The forms that nearly all moves have: `e4`, `exd5`, `Nf3`, `Nxf3`, `Nbd7`, `Nbxd7`, `N1d2`, with `+` or not.
///
/// Which of them comes next cannot be predicted, so this reads them all in the same
/// steps out of one word of eight bytes, and branches only to give up: also where
/// fewer than eight bytes are left of `bytes`.
#[inline(always)]
pub fn parse_fast(bytes: &[u8], token: Span) -> Option<FastSan> {
    let length = token.to.wrapping_sub(token.from);
    let from = token.from as usize;
    let eight: &[u8; 8] = bytes.get(from..from + 8)?.first_chunk()?;
    if !(2..=7).contains(&length) {
        return None;
    }
    let word = u64::from_le_bytes(*eight);
    // The byte at a distance from the token's end; what lies before its beginning is never used.
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
    // A pawn's first letter is its file, whether it captures or not.
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

/// The same of a whole text, with `#`, `!` and `?` behind it; and castling.
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

/// A move in a common form, small enough for registers.
#[derive(Clone, Copy, Debug)]
pub struct FastSan {
    pub role: Role,
    pub to: Square,
    /// Squares it may come from.
    pub from: Bitboard,
    /// Whether the text says that it captures.
    pub captures: bool,
    /// Whether it bears a `+`.
    pub check: bool,
    /// Whether a piece's file or rank is written.
    pub origin: bool,
}

impl FastSan {
    /// The same with all that could be written.
    #[inline(never)]
    pub fn written(self) -> SanToken {
        let Self { role, to, from, captures, check, origin } = self;
        let pattern =
            Pattern { roles: Roles::one(role), from, to: to.bit(), promotion: None, castling: None, captures };
        let check = if check { CheckMark::Check } else { CheckMark::None };
        SanToken { check, origin, ..SanToken::new(pattern) }
    }
}

/// Set in [`FIRST`] where the byte is a letter beside the origin and the target.
const LETTER: u8 = 8;
/// In [`FIRST`]: the byte names no piece.
const NO_PIECE: u8 = 16;

/// The kind of piece that a move's first byte names; files name pawns.
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

/// The squares of a file or rank by its character; none for others.
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
