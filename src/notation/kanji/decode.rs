//! Decodes text in Shift_JIS or EUC-JP to UTF-8, with the positions of its characters in the source.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU32, Ordering};

use super::encodings::{is_cut, step};
use partie_record::{Decoded, Encoding};

/// The two-byte characters of an encoding, indexed by both bytes; each is decoded once.
///
/// An entry is three bytes of UTF-8 and `OF_THREE`. Invalid characters, and those of other lengths in UTF-8, have only
/// `OTHER`.
type Pairs = [AtomicU32; 1 << 16];

static SHIFT_JIS_PAIRS: Pairs = [const { AtomicU32::new(0) }; 1 << 16];
static EUC_JP_PAIRS: Pairs = [const { AtomicU32::new(0) }; 1 << 16];
const OF_THREE: u8 = 1;
/// Maximum number of three-byte characters that are appended at once.
const MAX_RUN_CHARS: usize = 32;
const OTHER: u8 = 2;

fn table(encoding: Encoding) -> Option<&'static Pairs> {
    match encoding {
        Encoding::ShiftJis => Some(&SHIFT_JIS_PAIRS),
        Encoding::EucJp => Some(&EUC_JP_PAIRS),
        _ => None,
    }
}

/// The UTF-8 of a two-byte character, if it has three bytes.
#[inline]
fn three(encoding: Encoding, pairs: &Pairs, code: [u8; 2]) -> Option<[u8; 3]> {
    let place = pairs.get(usize::from(u16::from_be_bytes(code)))?;
    match place.load(Ordering::Relaxed).to_le_bytes() {
        [text @ .., OF_THREE] => Some(text),
        [.., OTHER] => None,
        _ => look_up(encoding, place, code),
    }
}

#[cold]
fn look_up(encoding: Encoding, place: &AtomicU32, code: [u8; 2]) -> Option<[u8; 3]> {
    let text = encoding.decode(&code);
    let whole = step(encoding, &code) == (2, true) && text.chars().count() == 1;
    let known: Option<[u8; 3]> = text.as_bytes().try_into().ok().filter(|_| whole && text != "\u{fffd}");
    let [one, two, last] = known.unwrap_or_default();
    let kind = if known.is_some() { OF_THREE } else { OTHER };
    place.store(u32::from_le_bytes([one, two, last, kind]), Ordering::Relaxed);
    known
}

/// The UTF-8 of the two-byte character at the start of `bytes`, if it has three bytes.
pub(super) fn pair(encoding: Encoding, bytes: &[u8]) -> Option<[u8; 3]> {
    three(encoding, table(encoding)?, *bytes.first_chunk()?)
}

/// Appends the text of `source` from byte `from` on to `decoded`; `last` is true at the end of the file.
///
/// An invalid byte is added unchanged, as it is invalid in UTF-8, too. A character that the end of the file cuts
/// becomes a cut character of UTF-8.
pub fn decode(encoding: Encoding, source: &[u8], from: usize, last: bool, decoded: &mut Decoded) {
    let Some(pairs) = table(encoding) else {
        decoded.begin(from);
        return decoded.push(&source[from..]);
    };
    let mut run = [[0; 3]; MAX_RUN_CHARS];
    let mut at = from;
    while at < source.len() {
        let ascii = ascii(&source[at..]);
        if ascii > 0 {
            decoded.begin(at);
            decoded.push(&source[at..at + ascii]);
            at += ascii;
        }
        let start = at;
        loop {
            let mut count = 0;
            while count < MAX_RUN_CHARS
                && let [first @ 0x80..=0xff, second, ..] = source[at + 2 * count..]
                && let Some(text) = three(encoding, pairs, [first, second])
            {
                run[count] = text;
                count += 1;
            }
            if count == 0 {
                break;
            }
            if at == start {
                decoded.begin_wide(at, 3, 2);
            }
            decoded.push(run[..count].as_flattened());
            at += 2 * count;
        }
        if at == start && at < source.len() {
            at += push_irregular(encoding, source, at, last, decoded);
        }
    }
}

/// Appends a character that has no three-byte entry, or an invalid byte; returns its length in `source`.
#[cold]
fn push_irregular(encoding: Encoding, source: &[u8], at: usize, last: bool, decoded: &mut Decoded) -> usize {
    let rest = &source[at..];
    let (length, valid) = step(encoding, rest);
    if last && !valid && is_cut(encoding, rest) {
        // A stand-in for the truncated character, so that the parser also sees an incomplete one.
        decoded.begin(at);
        decoded.push(&[0xe3, 0x81][..rest.len()]);
        return rest.len();
    }
    if !valid {
        decoded.begin(at);
        decoded.push(&rest[..1]);
        return 1;
    }
    let text = encoding.decode(&rest[..length]);
    decoded.begin_wide(at, text.len(), length);
    decoded.push(text.as_bytes());
    length
}

/// Length of the ASCII text at the start of `bytes`.
#[inline]
fn ascii(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(word) = bytes[at..].first_chunk::<8>() {
        let high = u64::from_le_bytes(*word) & 0x8080_8080_8080_8080;
        if high != 0 {
            return at + high.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii()).count()
}

/// Decodes a short text to UTF-8, without positions: for finding where records begin.
pub fn decode_line(encoding: Encoding, line: &[u8]) -> Cow<'_, [u8]> {
    if encoding == Encoding::Utf8 || line.is_ascii() {
        return Cow::Borrowed(line);
    }
    let mut decoded = Decoded::default();
    decode(encoding, line, 0, false, &mut decoded);
    Cow::Owned(decoded.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::super::{characters, detect::detect, symbol};
    use super::*;
    use encoding_rs::{EUC_JP, Encoding as Known, SHIFT_JIS};
    use partie_record::span::Span;

    fn encodings() -> [(Encoding, &'static Known); 2] {
        [(Encoding::ShiftJis, SHIFT_JIS), (Encoding::EucJp, EUC_JP)]
    }

    #[test]
    fn all_pairs_are_those_of_the_standard() {
        for (encoding, known) in encodings() {
            for code in 0..=u16::MAX {
                let bytes = code.to_be_bytes();
                if step(encoding, &bytes) != (2, true) {
                    continue;
                }
                let (text, _) = known.decode_without_bom_handling(&bytes);
                let own = decode_line(encoding, &bytes);
                assert_eq!(String::from_utf8_lossy(&own), text, "{code:04x} in {encoding:?}");
            }
        }
    }

    #[test]
    fn encodings_by_content() {
        for (encoding, known) in encodings() {
            for text in ["   1 ７六歩(77)", "手合割：平手　　", "先手：羽生善治\n後手：木村一基\n", "▲７六歩△３四歩"]
            {
                let bytes = known.encode(text).0;
                assert_eq!(detect(&bytes, None), encoding, "{text}");
                assert_eq!(&*decode_line(encoding, &bytes), text.as_bytes());
                assert_eq!(detect(text.as_bytes(), None), Encoding::Utf8);
            }
            let padded = known.encode("　 平手　 　").0;
            assert_eq!(symbol::trim(&decode_line(encoding, &padded)), "平手".as_bytes());
        }
        assert_eq!(detect(b"plain", Some(Encoding::EucJp)), Encoding::EucJp);
        let mut bytes = "手合割：平手\n先手：".as_bytes().to_vec();
        bytes.push(0xff);
        assert_eq!(detect(&bytes, Some(Encoding::ShiftJis)), Encoding::Utf8);
    }

    #[test]
    fn places_are_those_of_the_source() {
        let text = "a先手ｱ°b\nЖ：羽生";
        for (encoding, known) in encodings() {
            let source = known.encode(text).0;
            let mut decoded = Decoded::default();
            decoded.clear();
            decode(encoding, &source, 0, true, &mut decoded);
            assert_eq!(decoded.bytes(), Some(text.as_bytes()));
            let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            for (index, &from) in ends.iter().enumerate() {
                for &to in &ends[index..] {
                    let place = |at: usize| known.encode(&text[..at]).0.len();
                    let wanted = Span::new(place(from), place(to));
                    assert_eq!(decoded.place(Span::new(from, to)).of_slice(), wanted, "{from} to {to} in {encoding:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_character_stays_visible() {
        let mut decoded = Decoded::default();
        decoded.clear();
        decode(Encoding::ShiftJis, b"\x8e\xe8\xff\x82\x20a\x82", 0, true, &mut decoded);
        assert_eq!(decoded.bytes(), Some(&b"\xe6\x89\x8b\xff\x82 a\xe3"[..]));
        assert_eq!(decoded.place(Span::new(3, 4)).of_slice(), Span::new(2, 3));
        assert!(characters::is_cut(b"\xe3"));
    }
}
