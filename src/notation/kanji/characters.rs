//! Characters of UTF-8 text that may be damaged.

/// Length of the character at the start of `bytes`, which must not be empty; 1 for an invalid byte.
#[inline]
pub fn step(bytes: &[u8]) -> usize {
    utf8(bytes).max(1)
}

/// The offset of the first invalid byte.
pub fn first_bad(bytes: &[u8]) -> Option<usize> {
    std::str::from_utf8(bytes).err().map(|error| error.valid_up_to())
}

/// True if `bytes` ends within its first character.
pub fn is_cut(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
}

/// The text up to the first invalid byte.
pub fn text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    }
}

/// Length of the UTF-8 character at the start of `bytes`; 0 for an invalid byte.
pub(super) fn utf8(bytes: &[u8]) -> usize {
    let Some(&first) = bytes.first() else { return 0 };
    let trails = |at: usize, low: u8, high: u8| bytes.get(at).is_some_and(|byte| (low..=high).contains(byte));
    let low = match first {
        0xe0 => 0xa0,
        0xf0 => 0x90,
        _ => 0x80,
    };
    let high = match first {
        0xed => 0x9f,
        0xf4 => 0x8f,
        _ => 0xbf,
    };
    match first {
        ..0x80 => 1,
        0xc2..=0xdf if trails(1, 0x80, 0xbf) => 2,
        0xe0..=0xef if trails(1, low, high) && trails(2, 0x80, 0xbf) => 3,
        0xf0..=0xf4 if trails(1, low, high) && trails(2, 0x80, 0xbf) && trails(3, 0x80, 0xbf) => 4,
        _ => 0,
    }
}
