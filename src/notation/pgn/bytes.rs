//! Byte classes of PGN: white space, characters of tag names, first and last bytes of tokens.

/// True for white space: blanks, line ends, tabs and form feeds.
#[inline]
pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c)
}

/// True for a character of a tag name. Programs use more characters than the standard allows.
#[inline]
pub(super) const fn is_name(byte: u8) -> bool {
    NAME[byte as usize]
}

static NAME: [bool; 256] = names();

const fn names() -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] =
            (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'_' | b'+' | b'#' | b'=' | b':' | b'-');
        byte += 1;
    }
    table
}

#[inline]
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

#[inline]
pub(super) const fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit()
}

#[inline]
pub(super) const fn is_stop(byte: u8) -> bool {
    matches!(byte, b'.' | b',')
}

/// Class of a byte by the tokens that it may begin in movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Space,
    Word,
    Digit,
    Dot,
    Brace,
    Open,
    Close,
    Bracket,
    Semicolon,
    Dollar,
    Star,
    Percent,
    Angle,
    Sign,
    Other,
}

#[inline(always)]
pub(super) fn class(byte: u8) -> Class {
    CLASSES[byte as usize]
}

static CLASSES: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c => Class::Space,
            b'a'..=b'z' | b'A'..=b'Z' | 0x80..=0xff => Class::Word,
            b'0'..=b'9' => Class::Digit,
            b'.' => Class::Dot,
            b'{' => Class::Brace,
            b'(' => Class::Open,
            b')' => Class::Close,
            b'[' => Class::Bracket,
            b';' => Class::Semicolon,
            b'$' => Class::Dollar,
            b'*' => Class::Star,
            b'%' => Class::Percent,
            b'<' => Class::Angle,
            b'+' | b'-' | b'=' | b'/' | b'!' | b'?' | b'#' | b'~' | b'^' => Class::Sign,
            _ => Class::Other,
        };
        byte += 1;
    }
    table
}

#[inline(always)]
pub(super) fn ends_token(byte: u8) -> bool {
    ENDS_TOKEN[byte as usize]
}

static ENDS_TOKEN: [bool; 256] = token_ends();

const fn token_ends() -> [bool; 256] {
    let mut table = [false; 256];
    let ends = b" \n\r\t\x0b\x0c{}()[];$*";
    let mut i = 0;
    while i < ends.len() {
        table[ends[i] as usize] = true;
        i += 1;
    }
    table
}

/// The end of the token that continues at `at`.
#[inline(always)]
pub(super) fn token_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at) {
        if ends_token(byte) {
            break;
        }
        at += 1;
    }
    at
}
