//! A byte buffer for texts and numbers, each with a terminator byte. Not for quoting.
//!
//! Each step copies as many bytes as one instruction can; the next step overwrites the excess bytes.

use partie_table::value::List;

/// Maximum bytes of a number, including sign and terminator.
pub(super) const NUMBER: usize = 24;
/// Maximum numbers of a list for which [`NUMBER`] bytes each are reserved at once.
const MAX_RESERVED_NUMBERS: usize = 256;
/// Bytes that are copied at once.
const WORD: usize = 8;

/// The digits of each number below 1,000, the first in the lowest byte, and their count in the highest byte.
static SMALL: [u32; 1000] = {
    let mut table = [0; 1000];
    let mut number = 0;
    while number < 1000 {
        let [a, b, c] = [number / 100, number / 10 % 10, number % 10];
        let [a, b, c] = [b'0' + a as u8, b'0' + b as u8, b'0' + c as u8];
        table[number] = u32::from_le_bytes(match number {
            0..10 => [c, 0, 0, 1],
            10..100 => [b, c, 0, 2],
            _ => [a, b, c, 3],
        });
        number += 1;
    }
    table
};

/// The digits of a number below 100,000,000, the most significant first, and their count.
#[inline(always)]
const fn digits(number: u32) -> ([u8; 8], usize) {
    // Splits groups of four digits into two and then one, in parallel; the most significant is in the lowest byte.
    let fours = (number / 10_000) as u64 | ((number % 10_000) as u64) << 32;
    let hundreds = (fours * 10_486) >> 20 & 0x0000_007f_0000_007f;
    let pairs = hundreds | (fours - 100 * hundreds) << 16;
    let tens = (pairs * 103) >> 10 & 0x000f_000f_000f_000f;
    let ones = tens | (pairs - 10 * tens) << 8;
    let zeros = (ones | 1 << 63).trailing_zeros() / 8;
    let digits = (ones + 0x3030_3030_3030_3030) >> (8 * zeros);
    (digits.to_le_bytes(), 8 - zeros as usize)
}

#[derive(Debug)]
pub(super) struct TextBuffer {
    bytes: Vec<u8>,
    /// The offset of the next byte.
    at: usize,
}

impl TextBuffer {
    /// An empty buffer with a capacity in bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Self { bytes: vec![0; bytes], at: 0 }
    }

    pub(super) fn written(&self) -> &[u8] {
        self.bytes.get(..self.at).unwrap_or_default()
    }

    pub(super) const fn clear(&mut self) {
        self.at = 0;
    }

    /// The free part of the buffer, at least `count` bytes.
    #[inline(always)]
    fn room(&mut self, count: usize) -> &mut [u8] {
        if self.bytes.len() - self.at < count {
            self.grow(count);
        }
        &mut self.bytes[self.at..]
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, count: usize) {
        self.bytes.resize(self.bytes.len() * 2 + count, 0);
    }

    #[inline(always)]
    pub(super) fn byte(&mut self, byte: u8) {
        self.room(1)[0] = byte;
        self.at += 1;
    }

    /// Appends a text and a terminator.
    #[inline(always)]
    pub(super) fn text(&mut self, text: &[u8], end: u8) {
        let room = &mut self.room(text.len() + WORD)[..text.len() + WORD];
        match (text.first_chunk::<WORD>(), text.last_chunk::<WORD>()) {
            (Some(first), Some(last)) if text.len() <= 2 * WORD => {
                room[..WORD].copy_from_slice(first);
                room[text.len() - WORD..text.len()].copy_from_slice(last);
            }
            (Some(_), _) => room[..text.len()].copy_from_slice(text),
            _ => room[..WORD].copy_from_slice(&short(text).to_le_bytes()),
        }
        room[text.len()] = end;
        self.at += text.len() + 1;
    }

    #[inline(always)]
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.room(bytes.len())[..bytes.len()].copy_from_slice(bytes);
        self.at += bytes.len();
    }

    /// Appends bytes written by `fill` to a fixed-size area; returns false if `fill` returned `None`.
    #[inline(always)]
    pub(super) fn add<const SIZE: usize>(&mut self, fill: impl FnOnce(&mut [u8; SIZE]) -> Option<usize>) -> bool {
        let length = self.room(SIZE).first_chunk_mut().and_then(fill);
        self.at += length.map_or(0, |length| length.min(SIZE));
        length.is_some()
    }

    /// Replaces the last written byte.
    #[inline(always)]
    pub(super) fn end_with(&mut self, byte: u8) {
        if let Some(last) = self.bytes[..self.at].last_mut() {
            *last = byte;
        }
    }

    /// Appends a number and a terminator.
    #[inline(always)]
    pub(super) fn number(&mut self, number: i64, end: u8) {
        self.add(|room: &mut [u8; NUMBER]| Some(put(room, number, end)));
    }

    /// Appends numbers, each with a terminator; `unknown` replaces an unknown number. Fast for whole thousands.
    #[inline(always)]
    pub(super) fn list(&mut self, elements: &[i32], unknown: &[u8], end: u8) {
        for block in elements.chunks(MAX_RESERVED_NUMBERS) {
            self.numbers(block, unknown, end);
        }
    }

    #[inline(always)]
    fn numbers(&mut self, elements: &[i32], unknown: &[u8], end: u8) {
        let room = self.room((elements.len() + 1) * NUMBER);
        let mut at = 0;
        for element in elements {
            let room = &mut room[at..at + NUMBER];
            let format_thousands = *element as u32 / 1000;
            at += match SMALL.get(format_thousands as usize) {
                Some(digits) if format_thousands > 0 && format_thousands * 1000 == *element as u32 => {
                    room[..4].copy_from_slice(&digits.to_le_bytes());
                    let count = (digits >> 24) as usize % 4;
                    room[count..count + 4].copy_from_slice(&[b'0', b'0', b'0', end]);
                    count + 4
                }
                _ if *element == List::UNKNOWN => {
                    room[..unknown.len()].copy_from_slice(unknown);
                    room[unknown.len()] = end;
                    unknown.len() + 1
                }
                _ => put_signed(room, (*element).into(), end),
            };
        }
        self.at += at;
    }
}

/// Writes a number and a terminator, and returns their length. Fast for numbers without a sign.
#[inline(always)]
pub(super) fn put(room: &mut [u8], number: i64, end: u8) -> usize {
    match usize::try_from(number).ok().and_then(|number| SMALL.get(number)) {
        Some(digits) => {
            room[..4].copy_from_slice(&digits.to_le_bytes());
            let count = (digits >> 24) as usize % 4;
            room[count] = end;
            count + 1
        }
        None => put_great(room, number, end),
    }
}

/// Writes a number and a terminator, and returns their length, without a branch on the sign.
#[inline(always)]
fn put_signed(room: &mut [u8], number: i64, end: u8) -> usize {
    match SMALL.get(usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX)) {
        Some(digits) => {
            // The digits overwrite the sign if the number has none.
            let sign = usize::from(number < 0);
            room[0] = b'-';
            room[sign..sign + 4].copy_from_slice(&digits.to_le_bytes());
            let count = (digits >> 24) as usize % 4 + sign;
            room[count] = end;
            count + 1
        }
        None => put_great(room, number, end),
    }
}

#[inline(never)]
fn put_great(room: &mut [u8], number: i64, end: u8) -> usize {
    let count = match u32::try_from(number) {
        Ok(number @ 0..=99_999_999) => {
            let (digits, count) = digits(number);
            room[..8].copy_from_slice(&digits);
            count
        }
        _ => {
            let mut buffer = itoa::Buffer::new();
            let digits = buffer.format(number).as_bytes();
            room[..digits.len()].copy_from_slice(digits);
            digits.len()
        }
    };
    room[count] = end;
    count + 1
}

/// The bytes of a text shorter than a word, followed by zeros.
#[inline(always)]
fn short(text: &[u8]) -> u64 {
    let count = text.len();
    if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        // The first and the last four bytes overlap.
        return u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << (8 * (count - 4));
    }
    let byte = |at: usize| u64::from(text.get(at).copied().unwrap_or(0)) << (8 * at);
    byte(0) | byte(1) | byte(2)
}

/// Flags for characters of a text that need special treatment in a CSV cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Specials {
    /// True if a byte is not printable ASCII, such as a line end.
    pub(super) odd: bool,
    pub(super) comma: bool,
    pub(super) quote: bool,
}

impl Specials {
    /// Scans a text in one pass, eight bytes at a time.
    #[inline(always)]
    pub(super) fn of(text: &[u8]) -> Self {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const BLANKS: u64 = ONES * b' ' as u64;
        // The highest bit is set in bytes that match; after the first match, others may be set by carry.
        let (mut odd, mut comma, mut quote) = (0, 0, 0);
        let mut see = |word: u64| {
            odd |= word | word.wrapping_sub(BLANKS) | word.wrapping_add(ONES);
            for (found, byte) in [(&mut comma, b','), (&mut quote, b'"')] {
                let other = word ^ (ONES * u64::from(byte));
                *found |= other.wrapping_sub(ONES) & !other;
            }
        };
        match text.last_chunk() {
            Some(last) => {
                let (words, _) = text.as_chunks();
                words.iter().for_each(|word| see(u64::from_le_bytes(*word)));
                see(u64::from_le_bytes(*last));
            }
            None => see(short(text) | BLANKS << (8 * text.len())),
        }
        let [odd, comma, quote] = [odd, comma, quote].map(|found| found & (ONES << 7) != 0);
        Self { odd, comma, quote }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_of_the_usual_writer() {
        let mut buffer = TextBuffer::new(0);
        let small = (0..=99_999_999i64).step_by(9_973).chain(0..1_100);
        let others =
            [9_999, 10_000, 99_999_999, 100_000_000, -1, -999, -1_000, -100_000_000, i64::MIN, i64::MAX, 1 << 32];
        for number in small.chain(others) {
            buffer.clear();
            buffer.number(number, b',');
            assert_eq!(buffer.written(), format!("{number},").as_bytes());
        }
        for number in
            [0, 1, 500, 999, 1_000, 1_001, 59_000, 180_000, 999_000, 1_000_000, -1, -5_000, i32::MIN, i32::MAX]
        {
            buffer.clear();
            buffer.list(&[number, number], b"-", b' ');
            let shown = if number == List::UNKNOWN { "-".to_owned() } else { number.to_string() };
            assert_eq!(buffer.written(), format!("{shown} {shown} ").as_bytes());
        }
    }

    #[test]
    fn a_long_list_takes_the_room_of_its_text() {
        let list: Vec<i32> = (0..1_000_000).map(|number| number % 7 * 1000).collect();
        let mut buffer = TextBuffer::new(0);
        buffer.list(&list, b"-", b' ');
        let text: String = list.iter().map(|number| format!("{number} ")).collect();
        assert!(buffer.written() == text.as_bytes());
        assert!(buffer.bytes.len() < 3 * text.len(), "{} for {}", buffer.bytes.len(), text.len());
    }

    #[test]
    fn special_bytes_are_found_wherever_they_stand() {
        for length in 0..40 {
            let none = Specials { odd: false, comma: false, quote: false };
            for plain in b" !~aZ" {
                assert_eq!(Specials::of(&vec![*plain; length]), none);
            }
            for (byte, at) in (0..=u8::MAX).flat_map(|byte| (0..length).map(move |at| (byte, at))) {
                let mut text = vec![b'-'; length];
                text[at] = byte;
                let found = Specials::of(&text);
                assert_eq!(found.odd, !(b' '..0x7f).contains(&byte), "{byte}");
                if !found.odd {
                    assert_eq!((found.comma, found.quote), (byte == b',', byte == b'"'), "{byte}");
                }
            }
        }
    }

    #[test]
    fn texts_of_any_length() {
        let text: Vec<u8> = (b'a'..=b'z').chain(b'A'..=b'Z').collect();
        let mut buffer = TextBuffer::new(0);
        let mut all = Vec::new();
        for length in 0..=text.len() {
            buffer.text(&text[..length], b';');
            all.extend_from_slice(&text[..length]);
            all.push(b';');
        }
        assert_eq!(buffer.written(), all);
        buffer.end_with(b'\n');
        assert_eq!(buffer.written().last(), Some(&b'\n'));
    }
}
