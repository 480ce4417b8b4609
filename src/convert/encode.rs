//! From text to the bytes of an encoding. Characters that it lacks become 〓 and are counted.

use encoding_rs::{EUC_JP, EncoderResult, SHIFT_JIS, WINDOWS_1250, WINDOWS_1252};

use crate::archive::Encoding;
use crate::notation::kanji::Script;

/// The geta mark, which printers set where a type is missing.
const GETA: &str = "〓";

/// Adds the text in that encoding to `out`; gives the number of characters for which 〓 stands.
pub fn encode(text: &str, script: Script, out: &mut Vec<u8>) -> u64 {
    let encoding = match script {
        Script::Utf8 => {
            out.extend_from_slice(text.as_bytes());
            return 0;
        }
        Script::ShiftJis => SHIFT_JIS,
        Script::EucJp => EUC_JP,
    };
    let mut encoder = encoding.new_encoder();
    let geta = encoding.encode(GETA).0;
    let (mut rest, mut missing) = (text, 0);
    loop {
        let room = encoder.max_buffer_length_from_utf8_without_replacement(rest.len()).unwrap_or(rest.len());
        out.reserve(room);
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, out, true);
        rest = &rest[read..];
        match result {
            EncoderResult::InputEmpty => return missing,
            // The buffer is too small; it grows.
            EncoderResult::OutputFull => out.reserve(rest.len().max(16) * 3),
            EncoderResult::Unmappable(_) => {
                missing += 1;
                out.extend_from_slice(&geta);
            }
        }
    }
}

/// Adds the text in any encoding to `out`; gives the number of characters that it lacks, for which ? stands in
/// those of the west.
pub fn encode_as(text: &str, encoding: Encoding, out: &mut Vec<u8>) -> u64 {
    let western = match encoding {
        Encoding::Windows1252 => WINDOWS_1252,
        Encoding::Windows1250 => WINDOWS_1250,
        Encoding::Utf8 | Encoding::ShiftJis | Encoding::EucJp => return encode(text, Script::from(encoding), out),
    };
    let mut missing = 0;
    let mut buffer = [0; 4];
    for character in text.chars() {
        let (bytes, _, lacks) = western.encode(character.encode_utf8(&mut buffer));
        missing += u64::from(lacks);
        if lacks { out.push(b'?') } else { out.extend_from_slice(&bytes) }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_becomes_a_geta_mark() {
        let mut bytes = Vec::new();
        assert_eq!(encode("先手：é♔髙①", Script::ShiftJis, &mut bytes), 2);
        assert_eq!(SHIFT_JIS.decode(&bytes).0, "先手：〓〓髙①");
        bytes.clear();
        assert_eq!(encode("é", Script::Utf8, &mut bytes), 0);
        assert_eq!(bytes, "é".as_bytes());
    }
}
