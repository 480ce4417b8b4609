//! Fast path for long algebraic moves as programs write them, which are nearly all moves of an archive. The grammar
//! reads all other forms.

use super::HexToken;
use crate::letters::Letters;
use crate::san::{CheckMark, Form};
use partie_record::span::Span;
use partie_rules::hex::{Cell, Pattern, Role, Roles};

/// In [`Firsts`]: the byte is not the letter of a piece.
const NO_PIECE: u8 = 0xff;
/// In the table of cells: the board has no such cell.
const NO_CELL: u8 = 0xff;
/// Maximum length in bytes of a move that the fast path parses.
const WINDOW: usize = 16;

/// The piece type of each byte as a letter, in one language. Built once per language.
#[derive(Clone, Debug)]
pub struct Firsts([u8; 256]);

impl Firsts {
    /// The table of a language. It has no letters of several bytes; the grammar parses their moves.
    pub fn of(letters: &Letters) -> Self {
        let mut table = [NO_PIECE; 256];
        for byte in b'A'..=b'Z' {
            if let Some((role, 1)) = letters.read_role(&[byte]) {
                table[byte as usize] = role as u8;
            }
        }
        Self(table)
    }
}

/// A move in plain long algebraic, small enough for registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FastHex {
    /// The moved piece; `None` if no letter names it, so that it may be any piece.
    pub role: Option<Role>,
    pub from: Cell,
    pub to: Cell,
    /// True if the text has a capture sign.
    pub captures: bool,
    /// The promotion piece, after a `=`.
    pub promotion: Option<Role>,
    /// The check mark of the move, `+` or `#`.
    pub check: CheckMark,
}

impl FastHex {
    /// Converts this move to the full token.
    #[inline(never)]
    pub fn written(self) -> HexToken {
        let mut pattern = Pattern::to(self.role.map_or(Roles::ANY, Roles::one), self.to);
        pattern.from = self.from.bit();
        pattern.promotion = self.promotion;
        pattern.captures = self.captures;
        let mut move_ = HexToken::new(pattern);
        move_.written.form = Form::Long;
        move_.written.origin = true;
        move_.written.check = self.check;
        move_.written.pawn_letter = self.role == Some(Role::Pawn);
        move_
    }
}

/// Parses the whole token as `hex-fast-move = [hex-officer] hex-cell ("-" / %s"x") hex-cell ["+" / "#"] / [%s"P"]
/// hex-cell ("-" / %s"x") hex-cell ["=" hex-piece] ["+" / "#"]`.
///
/// `None` for every other form, and if fewer than 16 bytes are left in `bytes`: [`super::read_with`] decides.
#[inline(always)]
pub fn parse_fast(bytes: &[u8], token: Span, firsts: &Firsts) -> Option<FastHex> {
    let from = token.from as usize;
    let length = (token.to as usize).wrapping_sub(from);
    let window: &[u8; WINDOW] = bytes.get(from..from + WINDOW)?.first_chunk()?;
    let byte = |at: usize| window[at % WINDOW];
    let first = firsts.0[byte(0) as usize];
    let mut at = usize::from(first != NO_PIECE);
    let (origin, width) = cell(byte(at), byte(at + 1), byte(at + 2));
    at += width;
    let sign = byte(at);
    let captures = sign == b'x';
    at += 1;
    let (target, width) = cell(byte(at), byte(at + 1), byte(at + 2));
    at += width;
    if (origin == NO_CELL) | (target == NO_CELL) | !(captures | (sign == b'-')) | (length > WINDOW) {
        return None;
    }
    let mut move_ = FastHex {
        role: ROLES[(first & 7) as usize],
        from: Cell::new(origin),
        to: Cell::new(target),
        captures,
        promotion: None,
        check: CheckMark::None,
    };
    if at == length {
        return Some(move_);
    }
    if byte(at) == b'=' && at + 1 < length {
        let letter = firsts.0[byte(at + 1) as usize];
        if letter == NO_PIECE || !matches!(move_.role, None | Some(Role::Pawn)) {
            return None;
        }
        move_.promotion = ROLES[(letter & 7) as usize];
        at += 2;
    }
    if at < length {
        move_.check = match byte(at) {
            b'+' => CheckMark::Check,
            b'#' => CheckMark::Mate,
            _ => return None,
        };
        at += 1;
    }
    (at == length).then_some(move_)
}

/// Returns the index of the cell at the start of three bytes, and its length in bytes.
#[inline(always)]
fn cell(file: u8, first: u8, second: u8) -> (u8, usize) {
    let second = second.wrapping_sub(b'0');
    let two = second < 10;
    let first = first.wrapping_sub(b'0');
    let rank = if two { first.wrapping_mul(10).wrapping_add(second) } else { first };
    let file = file.wrapping_sub(b'a');
    // A rank beyond the table becomes 15, the last column of a row, which has no cells.
    let rank = if (rank > 15) | (first.wrapping_sub(1) > 8) { 15 } else { rank };
    let file = if file > 15 { 15 } else { file };
    (CELLS[(file << 4 | rank) as usize], 2 + usize::from(two))
}

/// Piece types by their number in [`Firsts`]; `None` for other numbers.
const ROLES: [Option<Role>; 8] = [
    Some(Role::Pawn),
    Some(Role::Knight),
    Some(Role::Bishop),
    Some(Role::Rook),
    Some(Role::Queen),
    Some(Role::King),
    None,
    None,
];

/// Indices of cells by letter of the file, from a, and number of the rank.
static CELLS: [u8; 256] = {
    let mut table = [NO_CELL; 256];
    let mut file = 0;
    while file < 12 {
        let mut rank = 1;
        while rank < 12 {
            if let Some(number) = Cell::parse_file(b'a' + file)
                && let Some(cell) = Cell::at(number, rank)
            {
                table[(file << 4 | rank) as usize] = cell.index() as u8;
            }
            rank += 1;
        }
        file += 1;
    }
    table
};
