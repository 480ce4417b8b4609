//! Encodings of text: their names, and decoding. Not for finding out which one a file has.

use std::borrow::Cow;

use encoding_rs::{EUC_JP, SHIFT_JIS, WINDOWS_1250, WINDOWS_1252};

/// The encoding of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Encoding {
    /// UTF-8, or ASCII.
    #[default]
    Utf8,
    /// Windows-1252, which holds Latin-1.
    Windows1252,
    /// Windows-1250, of central Europe.
    Windows1250,
    /// Shift_JIS with the additions of Windows.
    ShiftJis,
    EucJp,
}

impl Encoding {
    /// The encoding of a name.
    pub fn find(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" => Self::Utf8,
            "latin-1" | "latin1" | "iso-8859-1" | "windows-1252" | "cp1252" => Self::Windows1252,
            "windows-1250" | "cp1250" => Self::Windows1250,
            "shift_jis" | "shift-jis" | "shiftjis" | "sjis" | "cp932" | "windows-31j" => Self::ShiftJis,
            "euc-jp" | "euc_jp" | "eucjp" => Self::EucJp,
            _ => return None,
        })
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Windows1252 => "windows-1252",
            Self::Windows1250 => "windows-1250",
            Self::ShiftJis => "shift_jis",
            Self::EucJp => "euc-jp",
        }
    }

    /// Its name in a `#KIF` line, which knows no Western code page.
    pub const fn kif_name(self) -> &'static str {
        match self {
            Self::ShiftJis => "Shift_JIS",
            Self::EucJp => "EUC-JP",
            _ => "UTF-8",
        }
    }

    /// Whether it is one that is only ever guessed, as nothing in a text shows it.
    pub const fn is_code_page(self) -> bool {
        matches!(self, Self::Windows1252 | Self::Windows1250)
    }

    /// Whether a text of this encoding, a code page, can hold those bytes.
    pub fn holds(self, bytes: &[u8]) -> bool {
        let undefined = match self {
            Self::Windows1252 => [0x81, 0x8d, 0x8f, 0x90, 0x9d],
            Self::Windows1250 => [0x81, 0x83, 0x88, 0x90, 0x98],
            _ => return true,
        };
        !bytes.iter().any(|byte| undefined.contains(byte))
    }

    /// The text of bytes in this encoding; what cannot be decoded becomes U+FFFD.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            Self::Utf8 => String::from_utf8_lossy(bytes),
            Self::Windows1252 => WINDOWS_1252.decode_without_bom_handling(bytes).0,
            Self::Windows1250 => WINDOWS_1250.decode_without_bom_handling(bytes).0,
            Self::ShiftJis => SHIFT_JIS.decode_without_bom_handling(bytes).0,
            Self::EucJp => EUC_JP.decode_without_bom_handling(bytes).0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_a_code_page_does_not_have() {
        assert_eq!(Encoding::Windows1250.decode(b"Dvo\xf8\xe1k"), "Dvořák");
        assert!(Encoding::Windows1250.holds(b"\x8d") && !Encoding::Windows1252.holds(b"\x8d"));
        assert!(Encoding::Windows1252.holds(b"\x88") && !Encoding::Windows1250.holds(b"\x88"));
    }
}
