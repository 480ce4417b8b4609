//! Converts bytes in any encoding to JSON strings and back, without loss.
//!
//! Valid text is written as characters. An invalid byte is written as the lone surrogate U+DC00 plus its value (U+DC80
//! to U+DCFF), as in Python's `surrogateescape`. If a text in an encoding other than UTF-8 does not survive the round
//! trip, all its bytes beyond ASCII are written in this form.

use crate::kanji;
use partie_record::span::Span;
use partie_record::{Decoded, Encoding};

/// Appends the text as a JSON string.
pub(super) fn push(out: &mut Vec<u8>, bytes: &[u8], encoding: Encoding) {
    out.push(b'"');
    if encoding == Encoding::Utf8 || bytes.is_ascii() {
        for chunk in bytes.utf8_chunks() {
            escaped(out, chunk.valid());
            for byte in chunk.invalid() {
                push_lone_byte(out, *byte);
            }
        }
    } else if let Some(text) = decoded(bytes, encoding) {
        escaped(out, &text);
    } else {
        for part in bytes.chunk_by(|one, other| one.is_ascii() == other.is_ascii()) {
            match std::str::from_utf8(part) {
                Ok(text) if part.is_ascii() => escaped(out, text),
                _ => part.iter().for_each(|byte| push_lone_byte(out, *byte)),
            }
        }
    }
    out.push(b'"');
}

/// The decoded text, if encoding it returns the same bytes.
fn decoded(bytes: &[u8], encoding: Encoding) -> Option<String> {
    let text = encoding.decode(bytes);
    let (again, complete) = encoding.encode_text(&text);
    (complete && *again == *bytes).then(|| text.into_owned())
}

fn push_lone_byte(out: &mut Vec<u8>, byte: u8) {
    out.extend_from_slice(b"\\udc");
    hexadecimal(out, byte);
}

fn hexadecimal(out: &mut Vec<u8>, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.extend_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
}

fn escaped(out: &mut Vec<u8>, text: &str) {
    let bytes = text.as_bytes();
    let mut from = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        if byte >= b' ' && byte != b'"' && byte != b'\\' && byte != 0x7f {
            continue;
        }
        out.extend_from_slice(&bytes[from..at]);
        from = at + 1;
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            _ => {
                out.extend_from_slice(b"\\u00");
                hexadecimal(out, byte);
            }
        }
    }
    out.extend_from_slice(&bytes[from..]);
}

/// Appends the text of a JSON string to `to`. `raw` is its content between the quotes, whose syntax was checked; it
/// begins at byte `source` of the slice.
pub(super) fn decode(raw: &[u8], source: usize, encoding: Encoding, to: &mut Decoded) {
    let plain = |to: &mut Decoded, part: &[u8]| match std::str::from_utf8(part) {
        Ok(text) if encoding != Encoding::Utf8 && !part.is_ascii() => to.push(&encoding.encode_text(text).0),
        _ => to.push(part),
    };
    let (mut from, mut at) = (0, 0);
    to.begin(source);
    while let Some(next) = raw.get(at..).and_then(|rest| memchr::memchr(b'\\', rest)) {
        at += next;
        plain(to, &raw[from..at]);
        to.begin(source + at);
        let (length, meant) = escape(&raw[at..]);
        match meant {
            Meant::Character(character) => {
                let mut buffer = [0; 4];
                plain(to, character.encode_utf8(&mut buffer).as_bytes());
            }
            Meant::Byte(byte) => to.push(&[byte]),
        }
        at += length;
        from = at;
        to.begin(source + at);
    }
    plain(to, &raw[from.min(raw.len())..]);
}

/// Like [`decode`], for text with raw bytes of `encoding`.
#[cold]
pub(super) fn decode_bytes(raw: &[u8], source: usize, encoding: Encoding, to: &mut Decoded) {
    let (mut bytes, mut text) = (Decoded::default(), Decoded::default());
    bytes.clear();
    text.clear();
    decode(raw, source, encoding, &mut bytes);
    kanji::decode(encoding, bytes.bytes().unwrap_or_default(), 0, false, &mut text);
    let mut rest = text.bytes().unwrap_or_default();
    let mut at = 0;
    while !rest.is_empty() {
        let (character, more) = rest.split_at(kanji::step(rest));
        // The text is decoded from bytes, which come from the escapes of JSON.
        let in_bytes = text.place(Span::new(at, at + 1)).of_slice();
        to.begin(bytes.place(in_bytes).from as usize);
        to.push(character);
        (at, rest) = (at + character.len(), more);
    }
}

enum Meant {
    Character(char),
    Byte(u8),
}

/// Returns the length and the meaning of the escape at the start of `raw`.
fn escape(raw: &[u8]) -> (usize, Meant) {
    let simple = |character| (2, Meant::Character(character));
    match raw.get(1) {
        Some(b'n') => simple('\n'),
        Some(b'r') => simple('\r'),
        Some(b't') => simple('\t'),
        Some(b'b') => simple('\u{8}'),
        Some(b'f') => simple('\u{c}'),
        Some(b'u') => {
            let unit = unit(raw).unwrap_or(0xfffd);
            let low = raw.get(6..).and_then(unit_of);
            match (unit, low) {
                (0xd800..=0xdbff, Some(low @ 0xdc00..=0xdfff)) => {
                    let code = 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                    (12, Meant::Character(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)))
                }
                (0xdc80..=0xdcff, _) => (6, Meant::Byte((unit & 0xff) as u8)),
                _ => (6, Meant::Character(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER))),
            }
        }
        Some(other) => simple(char::from(*other)),
        None => (1, Meant::Character(char::REPLACEMENT_CHARACTER)),
    }
}

/// The unit of `\u1234` at the start of `raw`.
fn unit_of(raw: &[u8]) -> Option<u32> {
    raw.starts_with(b"\\u").then(|| unit(raw)).flatten()
}

fn unit(raw: &[u8]) -> Option<u32> {
    let digits = std::str::from_utf8(raw.get(2..6)?).ok()?;
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn back(bytes: &[u8], encoding: Encoding) -> String {
        let mut out = Vec::new();
        push(&mut out, bytes, encoding);
        let mut decoded = Decoded::default();
        decode(&out[1..out.len() - 1], 1, encoding, &mut decoded);
        assert_eq!(decoded.bytes().unwrap_or_default(), bytes);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_byte_comes_back() {
        let all: Vec<u8> = (0..=255).chain((0..=255).rev()).collect();
        use Encoding::{Dos852, EucJp, Gbk, ShiftJis, Unknown, Utf8, Windows1250};
        for encoding in [Utf8, ShiftJis, EucJp, Windows1250, Gbk, Dos852, Unknown] {
            back(&all, encoding);
            for pair in 0..=u16::MAX {
                back(&pair.to_be_bytes(), encoding);
            }
        }
        assert_eq!(back("７六歩 \"\\\n😀".as_bytes(), Utf8), "\"７六歩 \\\"\\\\\\n😀\"");
        assert_eq!(back(b"\x8c\x5c", ShiftJis), "\"圭\"");
        assert_eq!(back(b"a\xffb", Utf8), "\"a\\udcffb\"");
        assert_eq!(back(b"Je\xfd\xa0b", Dos852), "\"Jeřáb\"");
        assert_eq!(back(b"M\xfcller", Unknown), "\"M\\udcfcller\"");
    }

    #[test]
    fn other_escapes() {
        let mut decoded = Decoded::default();
        decode(br"\/\u0041\ud83d\ude00\ud800\b", 0, Encoding::Utf8, &mut decoded);
        assert_eq!(decoded.bytes(), Some("/A😀\u{fffd}\u{8}".as_bytes()));
    }
}
