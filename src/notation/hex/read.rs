//! Reads a token as a move by the grammar; if the grammar rejects it, with an `l` as a `1`.

use super::HexToken;
use super::grammar::hex_move;
use super::no_move::no_move_from;
use crate::letters::Letters;
use crate::san;
use crate::{Expected, Parsed};
use partie_rules::hex::{Role, Roles};

/// Maximum length of a text in which letters are corrected, including suffixes.
const MAX_CORRECTED_BYTES: usize = 32;
/// Maximum number of signs in a text that are tried as an `l` or a `1`.
const MAX_ONES: usize = 4;

/// Parses a move with the letters of a language.
///
/// If the text is a move only with an `l` as a `1`, or a `1` as an `l`, that reading is returned. Cells in capitals
/// require both cells in capitals (`F5-F6`), because capitals are the letters of pieces.
///
/// # Errors
/// Where the text stops being a move; see [`super::WrongCell::of`].
pub fn read_with<'a>(text: &'a [u8], letters: &Letters) -> Parsed<'a, HexToken> {
    if let Some((closed, length)) = san::closed_up(text) {
        return match read_with(&closed[..length], letters) {
            Ok((_, written)) => Ok((&[], written)),
            Err(error) => Err(error.map(|Expected { at, what }| Expected { at: san::same_end(text, at.len()), what })),
        };
    }
    match hex_move(letters)(text) {
        Ok((rest, written)) if !is_doubtful(text, &written) => Ok((rest, written)),
        other => match (read_l_as_one(text, letters), other) {
            (Some(written), _) => Ok((&[], written)),
            (None, Ok(plain)) => Ok(plain),
            (None, Err(_)) => Err(nom::Err::Error(Expected { at: no_move_from(text, letters), what: "a move" })),
        },
    }
}

/// True if a pawn would capture on file l from far away, as in `bl`, which is more likely b1.
fn is_doubtful(text: &[u8], written: &HexToken) -> bool {
    matches!(text, [b'a'..=b'i', b'l', ..]) && written.written.pattern.roles == Roles::one(Role::Pawn)
}

/// Returns the reading with the fewest changes; `None` if no change results in a move. An `l` after a file or a `1` may
/// become a `1`, and a `1` at the start of a cell an `l`. The text may also be a move as written, but an illegal one.
#[cold]
pub fn read_l_as_one(text: &[u8], letters: &Letters) -> Option<HexToken> {
    let mut buffer = [0; MAX_CORRECTED_BYTES];
    let buffer = buffer.get_mut(..text.len())?;
    let mut places = [0; MAX_ONES];
    let mut count = 0;
    for (at, pair) in text.windows(2).enumerate() {
        if matches!(pair, [b'a'..=b'l' | b'1', b'l']) {
            *places.get_mut(count)? = at + 1;
            count += 1;
        }
    }
    // Conversely, `13` is l3 at the start of a cell, unless another cell follows without a sign.
    for (at, pair) in text.windows(2).enumerate() {
        let begins = at.checked_sub(1).and_then(|before| text.get(before));
        if matches!(pair, [b'1', b'1'..=b'6'])
            && begins.is_none_or(|before| matches!(before, b'-' | b'x' | b':' | b'A'..=b'Z'))
            && !matches!(&text[at + 2..], [b'a'..=b'l', b'0'..=b'9', ..])
        {
            *places.get_mut(count)? = at;
            count += 1;
        }
    }
    let mut best: Option<HexToken> = None;
    let mut fewest = u32::MAX;
    for mask in 1_u32..1 << count {
        if mask.count_ones() >= fewest {
            continue;
        }
        buffer.copy_from_slice(text);
        for (bit, place) in places.iter().enumerate() {
            if mask >> bit & 1 != 0 {
                buffer[*place] = if text[*place] == b'l' { b'1' } else { b'l' };
            }
        }
        if let Ok((_, written)) = hex_move(letters)(buffer)
            && !written.capitals
        {
            best = Some(HexToken { l_for_one: true, ..written });
            fewest = mask.count_ones();
        }
    }
    best
}
