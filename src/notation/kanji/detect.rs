//! Detects the encoding of a Japanese text by its bytes.

use super::decode;
use super::encodings::{is_cut, step};
use super::symbol::symbol;
use partie_record::Encoding;
use partie_record::byte_order_mark;

/// The encoding named in a `#KIF` line.
pub fn named(name: &[u8]) -> Option<Encoding> {
    Encoding::find(std::str::from_utf8(name).ok()?).filter(|encoding| !encoding.is_code_page())
}

/// Returns the encoding of a text. A byte order mark or valid UTF-8 decides first, then validity in only one of
/// Shift_JIS and EUC-JP, then UTF-8 that is nearly valid. The declaration and the number of Japanese symbols come last.
/// ASCII text has the declared encoding.
pub fn detect(bytes: &[u8], declared: Option<Encoding>) -> Encoding {
    if byte_order_mark::length_at(bytes, 0) > 0 {
        return Encoding::Utf8;
    }
    if bytes.is_ascii() {
        return declared.unwrap_or_default();
    }
    if std::str::from_utf8(bytes).is_ok() {
        return Encoding::Utf8;
    }
    // Text in one of the two encodings is hardly ever valid in the other, and soon proves invalid.
    match (is_whole(Encoding::ShiftJis, bytes), is_whole(Encoding::EucJp, bytes)) {
        (true, false) => return Encoding::ShiftJis,
        (false, true) => return Encoding::EucJp,
        _ => {}
    }
    let utf8 = Weight::of(Encoding::Utf8, bytes);
    // One bad byte does not disprove UTF-8: text in other encodings has hardly any three-byte sequence.
    if utf8.bad == 0 || utf8.triples > 2 * utf8.bad {
        return Encoding::Utf8;
    }
    let (shift, euc) = (Weight::of(Encoding::ShiftJis, bytes), Weight::of(Encoding::EucJp, bytes));
    match declared {
        Some(Encoding::ShiftJis) if shift.bad == 0 => return Encoding::ShiftJis,
        Some(Encoding::EucJp) if euc.bad == 0 => return Encoding::EucJp,
        _ => {}
    }
    if euc.score() > shift.score() { Encoding::EucJp } else { Encoding::ShiftJis }
}

/// True if every byte belongs to a character.
fn is_whole(encoding: Encoding, bytes: &[u8]) -> bool {
    let mut at = 0;
    while at < bytes.len() {
        let (length, valid) = step(encoding, &bytes[at..]);
        if !valid {
            return false;
        }
        at += length;
    }
    true
}

/// Counts of characters and bytes that are evidence for or against an encoding.
#[derive(Clone, Copy, Debug, Default)]
struct Weight {
    bad: usize,
    triples: usize,
    symbols: usize,
    single: usize,
}

impl Weight {
    fn of(encoding: Encoding, bytes: &[u8]) -> Self {
        let mut weight = Self::default();
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let (length, valid) = step(encoding, rest);
            if rest[0] >= 0x80 {
                // A character that the end of the sample truncates is no evidence.
                weight.bad += usize::from(!valid && !is_cut(encoding, rest));
                weight.triples += usize::from(valid && length == 3);
                let known = match encoding {
                    Encoding::Utf8 => symbol(rest),
                    _ => decode::pair(encoding, rest).and_then(|text| symbol(&text)),
                };
                weight.symbols += usize::from(known.is_some());
                weight.single += usize::from(valid && length == 1);
            }
            at += length;
        }
        weight
    }

    fn score(self) -> i64 {
        // Half-width katakana are rare, but bytes of EUC-JP decode to them in Shift_JIS.
        4 * self.symbols as i64 - 4 * self.bad as i64 - self.single as i64
    }
}
