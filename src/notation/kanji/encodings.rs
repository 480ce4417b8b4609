//! Lengths of characters in the encodings of Japanese text.

use super::characters;
use partie_record::Encoding;

/// Length of the character at the start of `bytes`, which must not be empty; false for an invalid byte, whose length is
/// 1.
pub(super) fn step(encoding: Encoding, bytes: &[u8]) -> (usize, bool) {
    let first = bytes[0];
    if first < 0x80 {
        return (1, true);
    }
    let trails = |at: usize, low: u8, high: u8| bytes.get(at).is_some_and(|byte| (low..=high).contains(byte));
    let length = match encoding {
        Encoding::ShiftJis => match first {
            0x81..=0x9f | 0xe0..=0xfc if trails(1, 0x40, 0x7e) || trails(1, 0x80, 0xfc) => 2,
            0xa1..=0xdf => 1,
            _ => 0,
        },
        Encoding::EucJp => match first {
            0x8e if trails(1, 0xa1, 0xdf) => 2,
            0x8f if trails(1, 0xa1, 0xfe) && trails(2, 0xa1, 0xfe) => 3,
            0xa1..=0xfe if trails(1, 0xa1, 0xfe) => 2,
            _ => 0,
        },
        _ => characters::utf8(bytes),
    };
    (length.max(1), length > 0)
}

/// True if `bytes` ends within its first character.
pub(super) fn is_cut(encoding: Encoding, bytes: &[u8]) -> bool {
    let Some((&first, rest)) = bytes.split_first() else { return false };
    match encoding {
        Encoding::ShiftJis => rest.is_empty() && matches!(first, 0x81..=0x9f | 0xe0..=0xfc),
        Encoding::EucJp => {
            rest.is_empty() && matches!(first, 0x8e | 0x8f | 0xa1..=0xfe)
                || first == 0x8f && matches!(rest, [0xa1..=0xfe])
        }
        _ => characters::is_cut(bytes),
    }
}
