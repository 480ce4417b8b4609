//! Encodes text. Characters that the encoding lacks become 〓 or `?` and are counted.

use encoding_rs::{EUC_JP, EncoderResult, SHIFT_JIS};

use partie_record::Encoding;

/// The geta mark, which printers set for missing type.
const GETA: &str = "〓";

/// Characters with several forms in Unicode but one in the Japanese character sets, each with its encodable form.
/// `iconv` and CP932 decode the same bytes to different forms. Shogi symbols that no Japanese set contains become
/// those that all programs read.
const VARIANTS: [(char, char); 12] = [
    ('〜', '～'),
    ('‖', '∥'),
    ('−', '－'),
    ('—', '―'),
    ('¢', '￠'),
    ('£', '￡'),
    ('¬', '￢'),
    ('¦', '￤'),
    ('☗', '▲'),
    ('⛊', '▲'),
    ('☖', '△'),
    ('⛉', '△'),
];

/// A character that an encoding lacks, and its byte offset in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unencodable {
    pub character: char,
    pub at: usize,
}

/// Appends the encoded text to `out`; returns the characters that 〓 replaced.
pub fn encode(text: &str, encoding: Encoding, out: &mut Vec<u8>) -> Vec<Unencodable> {
    let encoding = match encoding {
        Encoding::ShiftJis => SHIFT_JIS,
        Encoding::EucJp => EUC_JP,
        _ => {
            out.extend_from_slice(text.as_bytes());
            return Vec::new();
        }
    };
    let mut encoder = encoding.new_encoder();
    let geta = encoding.encode(GETA).0;
    let (mut rest, mut missing) = (text, Vec::new());
    loop {
        let room = encoder.max_buffer_length_from_utf8_without_replacement(rest.len()).unwrap_or(rest.len());
        out.reserve(room);
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, out, true);
        rest = &rest[read..];
        match result {
            EncoderResult::InputEmpty => return missing,
            EncoderResult::OutputFull => out.reserve(rest.len().max(16) * 3),
            EncoderResult::Unmappable(character) => {
                let variant = VARIANTS.iter().find(|(other, _)| *other == character).map(|(_, variant)| *variant);
                match variant {
                    Some(variant) => out.extend_from_slice(&encoding.encode(variant.encode_utf8(&mut [0; 4])).0),
                    None => {
                        missing.push(Unencodable { character, at: text.len() - rest.len() - character.len_utf8() });
                        out.extend_from_slice(&geta);
                    }
                }
            }
        }
    }
}

/// Appends the encoded text to `out`. Returns the missing characters, which become `?`, or `〓` in Japanese encodings.
pub fn encode_as(text: &str, encoding: Encoding, out: &mut Vec<u8>) -> Vec<Unencodable> {
    if matches!(encoding, Encoding::Utf8 | Encoding::ShiftJis | Encoding::EucJp) {
        return encode(text, encoding, out);
    }
    let mut missing = Vec::new();
    for (at, character) in text.char_indices() {
        if !encoding.encode(character, out) {
            missing.push(Unencodable { character, at });
            out.push(b'?');
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_becomes_a_geta_mark() {
        let mut bytes = Vec::new();
        let missing = encode("先手：é♔髙①", Encoding::ShiftJis, &mut bytes);
        let places = [Unencodable { character: 'é', at: 9 }, Unencodable { character: '♔', at: 11 }];
        assert_eq!(missing, places);
        assert_eq!(SHIFT_JIS.decode(&bytes).0, "先手：〓〓髙①");
        bytes.clear();
        assert!(encode("é", Encoding::Utf8, &mut bytes).is_empty());
        assert_eq!(bytes, "é".as_bytes());
    }

    #[test]
    fn what_the_japanese_sets_have_under_another_name_is_kept() {
        let mut bytes = Vec::new();
        assert!(encode("〜—‖−☗☖", Encoding::ShiftJis, &mut bytes).is_empty());
        assert_eq!(bytes, b"\x81\x60\x81\x5c\x81\x61\x81\x7c\x81\xa3\x81\xa2");
        bytes.clear();
        assert!(encode("〜—‖−☗☖", Encoding::EucJp, &mut bytes).is_empty());
        assert_eq!(bytes, b"\xa1\xc1\xa1\xbd\xa1\xc2\xa1\xdd\xa2\xa5\xa2\xa4");
    }
}
