//! Encodings of text that is not declared: decided for each game.

use std::borrow::Cow;

use encoding_rs::{EUC_JP, SHIFT_JIS, WINDOWS_1250, WINDOWS_1252};

use crate::notation::kanji::Script;

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
    /// EUC-JP.
    EucJp,
}

impl From<Script> for Encoding {
    fn from(script: Script) -> Self {
        match script {
            Script::Utf8 => Self::Utf8,
            Script::ShiftJis => Self::ShiftJis,
            Script::EucJp => Self::EucJp,
        }
    }
}

impl From<Encoding> for Script {
    fn from(encoding: Encoding) -> Self {
        match encoding {
            Encoding::ShiftJis => Self::ShiftJis,
            Encoding::EucJp => Self::EucJp,
            _ => Self::Utf8,
        }
    }
}

impl Encoding {
    /// The encoding of a name given to `--encoding`.
    pub fn find(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" => Self::Utf8,
            "latin-1" | "latin1" | "iso-8859-1" | "windows-1252" | "cp1252" => Self::Windows1252,
            "windows-1250" | "cp1250" => Self::Windows1250,
            other => return Script::named(other.as_bytes()).map(Self::from),
        })
    }

    /// Its usual name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Windows1252 => "windows-1252",
            Self::Windows1250 => "windows-1250",
            Self::ShiftJis => "shift_jis",
            Self::EucJp => "euc-jp",
        }
    }

    /// Decides by the bytes: UTF-8 if they are valid, else the code page whose letters
    /// make words of them.
    pub fn of(bytes: &[u8]) -> Self {
        if std::str::from_utf8(bytes).is_ok() {
            return Self::Utf8;
        }
        let mut score = 0i32;
        for byte in bytes {
            score += match byte {
                // Letters of Czech, Slovak, Polish, Hungarian that are rare signs in the west.
                0xec | 0xf8 | 0xf9 | 0xe8 | 0x9d | 0x8d | 0xbe | 0xb3 | 0xb9 | 0x9c | 0xea | 0xbf | 0xf5 => 2,
                0xd8 | 0xc8 | 0xcc | 0xd9 | 0xa3 | 0xf2 | 0xef => 1,
                // Letters of the west that are rare in central Europe.
                0xf1 | 0xe0 | 0xe5 | 0xe6 | 0xfb | 0xe3 | 0xc5 | 0xc6 | 0xd1 => -2,
                0xf4 | 0xe4 | 0xf6 | 0xfc | 0xdf | 0xe7 | 0xee | 0xeb => -1,
                _ => 0,
            };
        }
        if score > 0 { Self::Windows1250 } else { Self::Windows1252 }
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
    fn decides_by_letters() {
        assert_eq!(Encoding::of("Réti".as_bytes()), Encoding::Utf8);
        assert_eq!(Encoding::of(b"R\xe9ti"), Encoding::Windows1252);
        assert_eq!(Encoding::of(b"Dvo\xf8\xe1k"), Encoding::Windows1250);
        assert_eq!(Encoding::of(b"M\xfcller"), Encoding::Windows1252);
        assert_eq!(Encoding::Windows1250.decode(b"Dvo\xf8\xe1k"), "Dvořák");
    }
}
