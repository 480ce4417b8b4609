//! Encodings of text: their names, decoding and encoding. Detection is in `input`.

use std::borrow::Cow;

use encoding_rs::Encoding as Standard;

/// Declares the encodings with their names and the tables of `encoding_rs`.
macro_rules! encodings {
    ($($(#[$doc:meta])* $variant:ident $name:literal $($table:ident)?;)*) => {
        /// The encoding of a game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
        pub enum Encoding {
            $($(#[$doc])* $variant,)*
            /// Unknown: non-ASCII bytes are kept. The decoded text has U+FFFD for each of them.
            Unknown,
            /// Unknown, for texts that become bytes again: each non-ASCII byte is U+F700 plus its value.
            Kept,
        }

        impl Encoding {
            /// All known encodings.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                    Self::Unknown | Self::Kept => "unknown",
                }
            }

            /// Its table in `encoding_rs`; `None` for DOS code pages and unknown encodings.
            fn standard(self) -> Option<&'static Standard> {
                match self {
                    $($(Self::$variant => Some(encoding_rs::$table),)?)*
                    _ => None,
                }
            }
        }
    };
}

encodings! {
    /// UTF-8, or ASCII.
    #[default]
    Utf8 "utf-8" UTF_8;
    /// Windows-1252, which includes Latin-1.
    Windows1252 "windows-1252" WINDOWS_1252;
    /// Windows-1250, of central Europe.
    Windows1250 "windows-1250" WINDOWS_1250;
    Windows1251 "windows-1251" WINDOWS_1251;
    Windows1253 "windows-1253" WINDOWS_1253;
    /// Windows-1254, which includes ISO 8859-9.
    Windows1254 "windows-1254" WINDOWS_1254;
    Windows1255 "windows-1255" WINDOWS_1255;
    Windows1256 "windows-1256" WINDOWS_1256;
    Windows1257 "windows-1257" WINDOWS_1257;
    Windows1258 "windows-1258" WINDOWS_1258;
    Windows874 "windows-874" WINDOWS_874;
    Iso2 "iso-8859-2" ISO_8859_2;
    Iso3 "iso-8859-3" ISO_8859_3;
    Iso4 "iso-8859-4" ISO_8859_4;
    Iso5 "iso-8859-5" ISO_8859_5;
    Iso6 "iso-8859-6" ISO_8859_6;
    Iso7 "iso-8859-7" ISO_8859_7;
    Iso8 "iso-8859-8" ISO_8859_8;
    Iso8I "iso-8859-8-i" ISO_8859_8_I;
    Iso10 "iso-8859-10" ISO_8859_10;
    Iso13 "iso-8859-13" ISO_8859_13;
    Iso14 "iso-8859-14" ISO_8859_14;
    Iso15 "iso-8859-15" ISO_8859_15;
    Iso16 "iso-8859-16" ISO_8859_16;
    Koi8R "koi8-r" KOI8_R;
    Koi8U "koi8-u" KOI8_U;
    Macintosh "macintosh" MACINTOSH;
    MacCyrillic "x-mac-cyrillic" X_MAC_CYRILLIC;
    Ibm866 "ibm866" IBM866;
    Dos437 "cp437";
    Dos850 "cp850";
    Dos852 "cp852";
    /// Shift_JIS with the additions of Windows.
    ShiftJis "shift_jis" SHIFT_JIS;
    EucJp "euc-jp" EUC_JP;
    Iso2022Jp "iso-2022-jp" ISO_2022_JP;
    Gbk "gbk" GBK;
    Gb18030 "gb18030" GB18030;
    Big5 "big5" BIG5;
    EucKr "euc-kr" EUC_KR;
}

/// Offset that [`Encoding::Kept`] adds to a non-ASCII byte.
const KEPT: u32 = 0xf700;

impl Encoding {
    /// Finds an encoding by name, ignoring case: a WHATWG label or another common name.
    pub fn find(name: &str) -> Option<Self> {
        // Fast path: each KIF record may declare UTF-8 or Shift_JIS.
        if name.eq_ignore_ascii_case("utf-8") {
            return Some(Self::Utf8);
        }
        if name.eq_ignore_ascii_case("shift_jis") {
            return Some(Self::ShiftJis);
        }
        let plain = plain_name(name);
        let labelled = |label: &str| {
            let standard = Standard::for_label(label.as_bytes())?;
            Self::ALL.iter().copied().find(|encoding| encoding.standard() == Some(standard))
        };
        // UTF-16 files are transcoded to UTF-8 before they are read.
        if Self::is_utf16(name) {
            return Some(Self::Utf8);
        }
        let other = match plain.as_str() {
            "unknown" => return Some(Self::Unknown),
            "macroman" | "macosroman" => "macintosh",
            "maccyrillic" => "x-mac-cyrillic",
            "eucjp" => "euc-jp",
            "euckr" => "euc-kr",
            "iso2022jp" => "iso-2022-jp",
            "shiftjis" => "shift_jis",
            "koi8r" => "koi8-r",
            "koi8u" => "koi8-u",
            "latin5" => "iso-8859-9",
            "latin7" | "l7" => "iso-8859-13",
            "latin8" | "l8" => "iso-8859-14",
            "latin9" => "iso-8859-15",
            "latin10" | "l10" => "iso-8859-16",
            plain => plain,
        };
        labelled(name.trim()).or_else(|| labelled(other)).or_else(|| match code_page(other)? {
            "437" => Some(Self::Dos437),
            "850" => Some(Self::Dos850),
            "852" => Some(Self::Dos852),
            "932" => Some(Self::ShiftJis),
            "936" => Some(Self::Gbk),
            "949" => Some(Self::EucKr),
            "950" => Some(Self::Big5),
            number => labelled(&format!("cp{number}")).or_else(|| labelled(&format!("windows-{number}"))),
        })
    }

    /// True for the names of UTF-16, which is read but not written.
    pub fn is_utf16(name: &str) -> bool {
        matches!(plain_name(name).as_str(), "utf16" | "utf16le" | "utf16be")
    }

    /// The name in a `#KIF` line; `None` for the encodings that such a line cannot declare.
    pub const fn kif_name(self) -> Option<&'static str> {
        match self {
            Self::Utf8 => Some("UTF-8"),
            Self::ShiftJis => Some("Shift_JIS"),
            Self::EucJp => Some("EUC-JP"),
            _ => None,
        }
    }

    /// True for all but UTF-8, Shift_JIS and EUC-JP, which are recognized by their bytes.
    pub const fn is_code_page(self) -> bool {
        !matches!(self, Self::Utf8 | Self::ShiftJis | Self::EucJp)
    }

    /// True if each byte is a character.
    pub const fn is_single_byte(self) -> bool {
        !matches!(
            self,
            Self::Utf8
                | Self::ShiftJis
                | Self::EucJp
                | Self::Iso2022Jp
                | Self::Gbk
                | Self::Gb18030
                | Self::Big5
                | Self::EucKr
        )
    }

    /// The character of a byte in a single-byte encoding; `None` if the byte is unassigned or a non-ASCII control.
    pub fn character(self, byte: u8) -> Option<char> {
        let character = match (self.dos(), self.standard()) {
            _ if byte.is_ascii() => return Some(char::from(byte)),
            (Some(page), _) => return page.chars().nth(usize::from(byte) - 0x80),
            (None, Some(standard)) => standard.decode_without_bom_handling(&[byte]).0.chars().next()?,
            (None, None) => return None,
        };
        (!matches!(character, '\u{80}'..='\u{9f}' | char::REPLACEMENT_CHARACTER)).then_some(character)
    }

    /// The characters of the non-ASCII bytes, for DOS code pages.
    fn dos(self) -> Option<&'static str> {
        match self {
            Self::Dos437 => Some(PAGE_437),
            Self::Dos850 => Some(PAGE_850),
            Self::Dos852 => Some(PAGE_852),
            _ => None,
        }
    }

    /// True if this code page assigns a character to each of the bytes.
    pub fn holds(self, bytes: &[u8]) -> bool {
        // Called for each game, so the two common pages have a short list.
        let undefined = match self {
            Self::Windows1252 => [0x81, 0x8d, 0x8f, 0x90, 0x9d],
            Self::Windows1250 => [0x81, 0x83, 0x88, 0x90, 0x98],
            _ => return bytes.iter().all(|byte| self.character(*byte).is_some()),
        };
        !bytes.iter().any(|byte| undefined.contains(byte))
    }

    /// Decodes bytes in this encoding; undecodable bytes become U+FFFD.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        if self == Self::Utf8 {
            return String::from_utf8_lossy(bytes);
        }
        if let Some(standard) = self.standard() {
            return standard.decode_without_bom_handling(bytes).0;
        }
        let odd = |byte: u8| match self {
            Self::Kept => char::from_u32(KEPT + u32::from(byte)),
            _ => self.character(byte),
        };
        let character = |byte: &u8| match byte.is_ascii() {
            true => char::from(*byte),
            false => odd(*byte).unwrap_or(char::REPLACEMENT_CHARACTER),
        };
        bytes.iter().map(character).collect()
    }

    /// Encodes a text. A missing character becomes `&#345;`, and the second value is then false.
    pub fn encode_text(self, text: &str) -> (Cow<'_, [u8]>, bool) {
        if let (Some(standard), true) = (self.standard(), self != Self::Utf8) {
            let (bytes, _, lacks) = standard.encode(text);
            return (bytes, !lacks);
        }
        let (mut bytes, mut complete) = (Vec::with_capacity(text.len()), true);
        for character in text.chars() {
            if !self.encode(character, &mut bytes) {
                complete = false;
                bytes.extend_from_slice(format!("&#{};", u32::from(character)).as_bytes());
            }
        }
        (Cow::Owned(bytes), complete)
    }

    /// Appends a character in this encoding; returns false if the encoding lacks it.
    pub fn encode(self, character: char, out: &mut Vec<u8>) -> bool {
        let mut buffer = [0; 4];
        let text = character.encode_utf8(&mut buffer);
        if character.is_ascii() || self == Self::Utf8 {
            out.extend_from_slice(text.as_bytes());
            return true;
        }
        if let Some(standard) = self.standard() {
            let (bytes, _, lacks) = standard.encode(text);
            if !lacks {
                out.extend_from_slice(&bytes);
            }
            return !lacks;
        }
        let byte = match self {
            Self::Kept => (character as u32).checked_sub(KEPT).filter(|byte| *byte >= 0x80),
            _ => {
                self.dos().and_then(|page| page.chars().position(|known| known == character)).map(|at| at as u32 + 0x80)
            }
        };
        let byte = byte.and_then(|byte| u8::try_from(byte).ok());
        out.extend(byte);
        byte.is_some()
    }
}

/// The letters and digits of a name, in lower case.
fn plain_name(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

/// The number in `cp437`, `ibm850`, `windows1251`, `win1251` or `1251`.
fn code_page(plain: &str) -> Option<&str> {
    let number =
        ["windows", "win", "cp", "ibm", "dos", "oem", "codepage"].iter().find_map(|prefix| plain.strip_prefix(prefix));
    Some(number.unwrap_or(plain))
        .filter(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Code page 437: United States and western Europe.
pub(super) const PAGE_437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// Code page 850: western Europe.
pub(super) const PAGE_850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";

/// Code page 852: central Europe.
pub(super) const PAGE_852: &str = "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_a_code_page_does_not_have() {
        assert_eq!(Encoding::Windows1250.decode(b"Dvo\xf8\xe1k"), "Dvořák");
        assert!(Encoding::Windows1250.holds(b"\x8d") && !Encoding::Windows1252.holds(b"\x8d"));
        assert!(Encoding::Windows1252.holds(b"\x88") && !Encoding::Windows1250.holds(b"\x88"));
    }

    #[test]
    fn an_encoding_has_its_common_names() {
        for (names, wanted) in [
            ("windows-1251 CP1251 cp-1251 win1251 1251 Windows1251", Encoding::Windows1251),
            ("latin2 Latin-2 l2 iso-8859-2 ISO_8859-2 iso8859_2", Encoding::Iso2),
            ("latin1 iso-8859-1 cp1252", Encoding::Windows1252),
            ("latin5 iso-8859-9 cp1254", Encoding::Windows1254),
            ("latin9 latin-9 iso-8859-15", Encoding::Iso15),
            ("koi8-r koi8r KOI8_R", Encoding::Koi8R),
            ("koi8-u koi8u", Encoding::Koi8U),
            ("macintosh macroman mac-roman mac_roman x-mac-roman", Encoding::Macintosh),
            ("cp437 ibm437 437 dos-437 IBM437", Encoding::Dos437),
            ("cp850 ibm850 850", Encoding::Dos850),
            ("cp852 ibm852", Encoding::Dos852),
            ("cp866 ibm866 866", Encoding::Ibm866),
            ("shift_jis sjis shift-jis shiftjis cp932 windows-31j", Encoding::ShiftJis),
            ("euc-jp euc_jp eucjp", Encoding::EucJp),
            ("gbk cp936 gb2312", Encoding::Gbk),
            ("utf-8 utf8 UTF-16 utf-16le", Encoding::Utf8),
        ] {
            for name in names.split(' ') {
                assert_eq!(Encoding::find(name), Some(wanted), "{name}");
            }
        }
        assert!(["", "cp", "klingon", "cp99999"].iter().all(|name| Encoding::find(name).is_none()));
        for encoding in Encoding::ALL {
            assert_eq!(Encoding::find(encoding.name()), Some(*encoding));
        }
    }

    #[test]
    fn what_is_decoded_is_encoded_again() {
        let all: Vec<u8> = (0..=u8::MAX).collect();
        for encoding in
            Encoding::ALL.iter().copied().chain([Encoding::Kept]).filter(|encoding| encoding.is_single_byte())
        {
            let text = encoding.decode(&all);
            assert_eq!(text.chars().count(), 256, "{encoding:?}");
            for (byte, character) in all.iter().zip(text.chars()) {
                let mut bytes = Vec::new();
                let held = encoding.encode(character, &mut bytes);
                assert!(
                    held && bytes == [*byte] || character == char::REPLACEMENT_CHARACTER,
                    "{encoding:?} {byte:02x}"
                );
            }
        }
        assert_eq!(Encoding::Dos852.decode(b"Je\xfd\xa0b, \xc0"), "Jeřáb, └");
        assert_eq!(Encoding::Dos850.decode(b"\x8epfler, K\x84the, \x9d"), "Äpfler, Käthe, Ø");
        assert_eq!(Encoding::Dos437.decode(b"\x9d\xe1\xff"), "¥ß\u{a0}");
        assert_eq!(Encoding::Unknown.decode(b"M\xfcller"), "M\u{fffd}ller");
        assert!(!Encoding::Unknown.encode('\u{fffd}', &mut Vec::new()));
    }
}
