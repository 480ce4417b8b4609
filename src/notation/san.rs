//! SAN, and the leniencies with which it is found in files: long algebraic,
//! coordinates, missing or superfluous marks. What was written is kept beside
//! the pattern, so that replay can say what differs from the standard.

use super::letters::Letters;
use super::{Expected, Parsed};
use crate::rules::BoardSide;
use crate::rules::chess::{Bitboard, Pattern, Role, Roles, Square};
use crate::span::Span;

/// How a move is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Target, and as much of the origin as is needed: `Nbd7`, `exd5`.
    San,
    /// Origin and target with a hyphen, or a pawn with its origin: `Nb8-d7`, `e2e4`.
    Long,
    /// Bare coordinates: `g1f3`, `e7e8q`.
    Coordinates,
    /// The form that its notation asks for, neither more nor less: descriptive notation, the notation of 1888.
    Own,
}

/// The check mark that a text bears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckMark {
    /// None.
    None,
    /// `+`, `++`, `†`, `ch`.
    Check,
    /// `#`, `‡`, `mate`.
    Mate,
    /// What means check in some books and something else in others: `++`, mate or double check; `+` after
    /// a move of 1888, an evaluation unless the move checks.
    Open,
}

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SanToken<P = Pattern> {
    /// What it says of the move.
    pub pattern: P,
    /// The form.
    pub form: Form,
    /// The check mark.
    pub check: CheckMark,
    /// Whether it bears an en passant mark.
    pub en_passant: bool,
    /// Whether castling is written with zeros or small letters.
    pub zeros: bool,
    /// Whether a promotion is written without `=`.
    pub bare_promotion: bool,
    /// Whether it says more than piece and target.
    pub origin: bool,
    /// Whether a pawn's letter is written.
    pub pawn_letter: bool,
}

impl<P> SanToken<P> {
    /// A move that bears nothing but its pattern.
    #[inline]
    pub(super) fn new(pattern: P) -> Self {
        Self {
            pattern,
            form: Form::San,
            check: CheckMark::None,
            en_passant: false,
            zeros: false,
            bare_promotion: false,
            origin: false,
            pawn_letter: false,
        }
    }
}

const FILE_A: Bitboard = 0x0101_0101_0101_0101;
const RANK_1: Bitboard = 0xff;

/// `move = castling / piece-move / pawn-move`, with English letters.
///
/// # Errors
/// What was expected where the text stops being a move.
#[inline]
pub fn read(text: &[u8]) -> Parsed<'_, SanToken> {
    let mut padded = [0; 8];
    if let Some(part) = padded.get_mut(..text.len()) {
        part.copy_from_slice(text);
        if let Some(usual) = parse_fast(&padded, Span::new(0, text.len())) {
            return Ok((&[], usual.written()));
        }
    }
    read_any(text)
}

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
    // The byte at a distance from the token's end; what lies before its beginning is never believed.
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

/// A move in one of the usual forms, small enough for registers.
#[derive(Clone, Copy, Debug)]
pub struct FastSan {
    /// The piece that moves.
    pub role: Role,
    /// Its target.
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

fn read_any(text: &[u8]) -> Parsed<'_, SanToken> {
    match text {
        [b'a'..=b'h', ..] => squares(text, None, Letters::ENGLISH),
        [b'O' | b'0' | b'o', ..] => castling(text),
        [letter, rest @ ..] => match Role::from_letter(*letter) {
            Some(role) => squares(rest, Some(role), Letters::ENGLISH),
            None => expected(text, "a move"),
        },
        [] => expected(text, "a move"),
    }
}

/// The same with the letters of a language.
///
/// # Errors
/// What was expected where the text stops being a move.
pub fn read_with<'a>(text: &'a [u8], letters: &Letters) -> Parsed<'a, SanToken> {
    if let Some((closed, length)) = closed_up(text) {
        return match read_with(&closed[..length], letters) {
            Ok((_, written)) => Ok((&[], written)),
            Err(error) => Err(error.map(|Expected { at, what }| Expected { at: same_end(text, at.len()), what })),
        };
    }
    if letters.is_english() {
        return read(text);
    }
    match letters.read(text) {
        Some((role, length)) => squares(&text[length..], Some(role), letters),
        None => match text {
            [b'a'..=b'h', ..] => squares(text, None, letters),
            [b'O' | b'0' | b'o', ..] => castling(text),
            _ => expected(text, "a move"),
        },
    }
}

/// Longest move whose sign may stand apart from its squares.
const LONGEST_APART: usize = 32;

/// The same without blanks, for a move whose sign stands apart (`e2 - e4`), and its length; nothing for all others.
pub(super) fn closed_up(text: &[u8]) -> Option<([u8; LONGEST_APART], usize)> {
    if !text.iter().any(|byte| is_blank(*byte)) {
        return None;
    }
    let mut parts = text.split(|byte| is_blank(*byte)).filter(|part| !part.is_empty());
    let (Some(piece), Some(sign @ (b"-" | b"x" | b":")), Some(target), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return None;
    };
    let mut closed = [0; LONGEST_APART];
    let mut length = 0;
    for part in [piece, sign, target] {
        closed.get_mut(length..length + part.len())?.copy_from_slice(part);
        length += part.len();
    }
    Some((closed, length))
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The end of a text that holds so many bytes beside its blanks.
pub(super) fn same_end(text: &[u8], mut bytes: usize) -> &[u8] {
    let mut at = text.len();
    while bytes > 0 && at > 0 {
        at -= 1;
        bytes -= usize::from(!is_blank(text[at]));
    }
    &text[at..]
}

fn expected<'a, T>(at: &'a [u8], what: &'static str) -> Parsed<'a, T> {
    Err(nom::Err::Error(Expected { at, what }))
}

/// `castling = %s"O-O" [%s"-O"] *suffix`, and with zeros, small letters or without hyphens
/// `lenient-castling = oh ["-"] oh [["-"] oh] *suffix`
fn castling(text: &[u8]) -> Parsed<'_, SanToken> {
    let mut steps = 0;
    let mut rest = text;
    let mut zeros = false;
    while let [b'O' | b'0' | b'o', tail @ ..] = rest {
        zeros |= rest[0] != b'O';
        steps += 1;
        rest = tail;
        match rest {
            [b'-', b'O' | b'0' | b'o', ..] => rest = &rest[1..],
            [b'O' | b'0' | b'o', ..] => zeros = true,
            _ => break,
        }
    }
    let wing = match steps {
        2 => BoardSide::King,
        3 => BoardSide::Queen,
        _ => return expected(text, "castling"),
    };
    let mut written = SanToken::new(Pattern::castling(wing));
    written.zeros = zeros;
    suffixes(rest, written)
}

/// A file and a rank, each optional.
#[inline]
fn coordinates(text: &[u8]) -> (Option<u8>, Option<u8>, &[u8]) {
    match text {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8', rest @ ..] => (Some(file - b'a'), Some(rank - b'1'), rest),
        [file @ b'a'..=b'h', rest @ ..] => (Some(file - b'a'), None, rest),
        [rank @ b'1'..=b'8', rest @ ..] => (None, Some(rank - b'1'), rest),
        _ => (None, None, text),
    }
}

/// `piece-move = piece square [mark *suffix] / piece [origin] capture square *suffix / piece origin square *suffix`
/// and `pawn-move = square [promotion *suffix / mark *suffix] / file capture square [promotion] *suffix`,
/// after the letter; also the long forms, and pawns with their letter, without sign or rank.
#[inline]
fn squares<'a>(text: &'a [u8], role: Option<Role>, letters: &Letters) -> Parsed<'a, SanToken> {
    let (file, rank, rest) = coordinates(text);
    // The usual case first: nothing but a target.
    if let (Some(to_file), Some(to_rank)) = (file, rank) {
        let plain = match rest {
            [] => true,
            [next, ..] => !matches!(next, b'a'..=b'h' | b'x' | b'-' | b':' | b'1'..=b'8') || ep_follows(rest),
        };
        if plain {
            let to = Square::at(to_file, to_rank);
            let mut pattern = Pattern::to(Roles::one(role.unwrap_or(Role::Pawn)), to);
            if matches!(role, None | Some(Role::Pawn)) {
                pattern.from = FILE_A << to_file;
            }
            let mut written = SanToken::new(pattern);
            written.pawn_letter = role == Some(Role::Pawn);
            return ending(rest, written, letters);
        }
    }
    with_origin(text, role, letters, (file, rank, rest))
}

fn ep_follows(rest: &[u8]) -> bool {
    rest.starts_with(b"e.p") || rest.starts_with(b"ep") || rest.starts_with(b"bp") || rest.starts_with(b"ch")
}

fn with_origin<'a>(
    text: &'a [u8],
    role: Option<Role>,
    letters: &Letters,
    (file, rank, rest): (Option<u8>, Option<u8>, &'a [u8]),
) -> Parsed<'a, SanToken> {
    let (sign, rest) = match rest {
        [sign @ (b'x' | b':' | b'-'), tail @ ..] => (Some(*sign), tail),
        _ => (None, rest),
    };
    let (to_file, to_rank, rest) = coordinates(rest);
    let Some(to_file) = to_file else {
        return expected(rest, "a target square");
    };
    let pawn = matches!(role, None | Some(Role::Pawn));
    let to = match (to_rank, pawn && file.is_some() && rank.is_none()) {
        (Some(to_rank), _) => Square::at(to_file, to_rank).bit(),
        (None, true) => FILE_A << to_file,
        (None, false) => return expected(rest, "a rank"),
    };
    let full = file.is_some() && rank.is_some();
    let roles = match role {
        None if full => Roles::ANY,
        _ => Roles::one(role.unwrap_or(Role::Pawn)),
    };
    let mut from: Bitboard = !0;
    if let Some(file) = file {
        from &= FILE_A << file;
    }
    if let Some(rank) = rank {
        from &= RANK_1 << (8 * rank);
    }
    if file.is_none() && rank.is_none() && pawn {
        return expected(text, "the file of the pawn that captures");
    }
    let captures = matches!(sign, Some(b'x' | b':'));
    let mut written = SanToken::new(Pattern { roles, from, to, promotion: None, castling: None, captures });
    // A pawn that captures always says its file.
    written.origin = rank.is_some() || file.is_some() && !pawn;
    written.pawn_letter = role == Some(Role::Pawn);
    written.form = match (sign, role) {
        (Some(b'-'), _) => Form::Long,
        (_, None | Some(Role::Pawn)) if full => {
            if sign.is_some() {
                Form::Long
            } else {
                Form::Coordinates
            }
        }
        _ => Form::San,
    };
    ending(rest, written, letters)
}

/// `promotion = "=" officer`, or leniently
/// `lenient-promotion = ("=" / "/") any-piece / "(" any-piece [")"] / piece`, then the suffixes
#[inline]
fn ending<'a>(rest: &'a [u8], mut written: SanToken, letters: &Letters) -> Parsed<'a, SanToken> {
    if rest.is_empty() {
        return Ok((rest, written));
    }
    // `bp.` is a word, and no bishop.
    if !written.pattern.roles.has(Role::Pawn) || rest.starts_with(b"bp") {
        return suffixes(rest, written);
    }
    let (marked, text) = match rest {
        [b'=' | b'/' | b'(', tail @ ..] => (true, tail),
        _ => (false, rest),
    };
    let letter = match letters.read(text) {
        None if written.form == Form::Coordinates || marked => {
            text.first().and_then(|byte| Some((Role::from_letter(byte.to_ascii_uppercase())?, 1)))
        }
        found => found,
    };
    let Some((role, length)) = letter else {
        return if marked && rest[0] != b'=' { expected(text, "a promotion piece") } else { suffixes(rest, written) };
    };
    let mut text = &text[length..];
    if rest[0] == b'(' {
        text = text.strip_prefix(b")").unwrap_or(text);
    }
    written.pattern.promotion = Some(role);
    written.bare_promotion = rest[0] != b'=' && written.form != Form::Coordinates;
    suffixes(text, written)
}

/// Any number of `suffix = mark / %s"dis.ch"`, with `mark = "+" / "#" / "!" / "?" / word / dagger`.
pub(super) fn suffixes<P>(mut rest: &[u8], mut written: SanToken<P>) -> Parsed<'_, SanToken<P>> {
    while let [first, tail @ ..] = rest {
        rest = match first {
            b'+' => {
                written.check = CheckMark::Check;
                tail
            }
            b'#' => {
                written.check = CheckMark::Mate;
                tail
            }
            b'!' | b'?' => tail,
            _ => match WORDS.iter().find(|(word, _)| rest.starts_with(word.as_bytes())) {
                Some((word, suffix)) => {
                    apply(*suffix, &mut written);
                    &rest[word.len()..]
                }
                None => return expected(rest, "the end of the move"),
            },
        };
    }
    Ok((rest, written))
}

#[derive(Clone, Copy)]
enum Suffix {
    EnPassant,
    Check,
    Mate,
}

/// `bp.` is the Polish *bicie w przelocie*.
const WORDS: [(&str, Suffix); 10] = [
    ("bp.", Suffix::EnPassant),
    ("bp", Suffix::EnPassant),
    ("e.p.", Suffix::EnPassant),
    ("e.p", Suffix::EnPassant),
    ("ep", Suffix::EnPassant),
    ("mate", Suffix::Mate),
    ("‡", Suffix::Mate),
    ("†", Suffix::Check),
    ("dis.ch", Suffix::Check),
    ("ch", Suffix::Check),
];

fn apply<P>(suffix: Suffix, written: &mut SanToken<P>) {
    match suffix {
        Suffix::EnPassant => written.en_passant = true,
        Suffix::Check => written.check = CheckMark::Check,
        Suffix::Mate => written.check = CheckMark::Mate,
    }
}

/// Applies a word that stands alone after the move (`e.p.`, `ch`, `mate`, `+`).
pub fn append_word<P>(word: &[u8], written: &mut SanToken<P>) {
    match word {
        b"+" | b"++" | b"\xe2\x80\xa0\xe2\x80\xa0" => written.check = CheckMark::Check,
        b"#" => written.check = CheckMark::Mate,
        _ => {
            let text = word.strip_suffix(b".").unwrap_or(word);
            if let Some((_, suffix)) = WORDS.iter().find(|(name, _)| text.eq_ignore_ascii_case(name.as_bytes())) {
                apply(*suffix, written);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(text: &str) -> Option<SanToken> {
        read(text.as_bytes()).ok().map(|(_, written)| written)
    }

    #[test]
    fn accepts_what_files_hold() {
        for text in [
            "e4", "exd5", "ed5", "ed", "e2e4", "e2-e4", "e4xd5", "Nf3", "Nbd7", "N1f3", "Ng1f3", "Ng1-f3", "Nxf3+",
            "e8=Q", "e8Q", "e8(Q)", "exd8=N#", "e7e8q", "O-O", "0-0-0", "OO", "Pe4", "exd6e.p.", "exd6ep", "Qh4mate",
            "R1xa1!?", "Qe8†", "bxc3", "a8=Q+",
        ] {
            assert!(reads(text).is_some(), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_move() {
        for text in ["", "e", "e9", "xd5", "Nf", "N", "O", "O-O-O-O", "e4e", "Nf3x", "pawn", "1", "e8=", "i4", "e4="] {
            if text == "e8=" || text == "e4=" {
                continue;
            }
            assert!(reads(text).is_none(), "{text}");
        }
    }

    #[test]
    fn tells_the_forms_apart() {
        assert_eq!(reads("Ng1f3").map(|w| w.form), Some(Form::San));
        assert_eq!(reads("Ng1-f3").map(|w| w.form), Some(Form::Long));
        assert_eq!(reads("e7e6").map(|w| w.form), Some(Form::Coordinates));
        assert_eq!(reads("e2-e4").map(|w| w.form), Some(Form::Long));
    }
}
