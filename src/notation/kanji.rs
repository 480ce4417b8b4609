//! Japanese text in its three encodings, read in place: which script a record is written in,
//! and which symbol of shogi stands at a byte.
//!
//! Not for decoding files: only short texts (a header's name, a closing sentence) are decoded,
//! and only where they are looked at.

mod symbol;

pub use symbol::{Symbol, Symbols};

use encoding_rs::{EUC_JP, Encoding, SHIFT_JIS};

/// How Japanese text is written in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Script {
    /// UTF-8.
    #[default]
    Utf8,
    /// Shift_JIS with the additions of Windows, code page 932.
    ShiftJis,
    /// EUC-JP.
    EucJp,
}

impl Script {
    /// The symbols of the script.
    pub fn symbols(self) -> Symbols {
        Symbols::of(self)
    }

    /// The script of a name given in a `#KIF` or `'CSA` line.
    pub fn named(name: &[u8]) -> Option<Self> {
        const NAMES: [(&str, Script); 11] = [
            ("utf-8", Script::Utf8),
            ("utf8", Script::Utf8),
            ("shift_jis", Script::ShiftJis),
            ("shift-jis", Script::ShiftJis),
            ("shiftjis", Script::ShiftJis),
            ("sjis", Script::ShiftJis),
            ("cp932", Script::ShiftJis),
            ("windows-31j", Script::ShiftJis),
            ("euc-jp", Script::EucJp),
            ("euc_jp", Script::EucJp),
            ("eucjp", Script::EucJp),
        ];
        NAMES.iter().find(|(known, _)| name.eq_ignore_ascii_case(known.as_bytes())).map(|(_, script)| *script)
    }

    /// Its name in a `#KIF` line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::ShiftJis => "Shift_JIS",
            Self::EucJp => "EUC-JP",
        }
    }

    fn encoding(self) -> Option<&'static Encoding> {
        match self {
            Self::Utf8 => None,
            Self::ShiftJis => Some(SHIFT_JIS),
            Self::EucJp => Some(EUC_JP),
        }
    }

    /// The script of a text: byte order mark, then UTF-8 if the text is valid or nearly so, then what is
    /// declared, then the script in which more of it is Japanese. Text in ASCII has the declared one.
    pub fn of(bytes: &[u8], declared: Option<Self>) -> Self {
        if bytes.starts_with(b"\xef\xbb\xbf") {
            return Self::Utf8;
        }
        if bytes.is_ascii() {
            return declared.unwrap_or_default();
        }
        if std::str::from_utf8(bytes).is_ok() {
            return Self::Utf8;
        }
        // Text of the one is hardly ever valid in the other, and shows it soon.
        let (shift, euc) = (Self::ShiftJis.first_bad(bytes), Self::EucJp.first_bad(bytes));
        match (shift, euc) {
            (None, Some(_)) => return Self::ShiftJis,
            (Some(_), None) => return Self::EucJp,
            _ => {}
        }
        let utf8 = Self::Utf8.weigh(bytes);
        // One bad byte does not make another script of it: what is not UTF-8 has hardly any triple.
        if utf8.bad == 0 || utf8.triples > 2 * utf8.bad {
            return Self::Utf8;
        }
        let (shift, euc) = (Self::ShiftJis.weigh(bytes), Self::EucJp.weigh(bytes));
        match declared {
            Some(Self::ShiftJis) if shift.bad == 0 => return Self::ShiftJis,
            Some(Self::EucJp) if euc.bad == 0 => return Self::EucJp,
            _ => {}
        }
        if euc.score() > shift.score() { Self::EucJp } else { Self::ShiftJis }
    }

    fn weigh(self, bytes: &[u8]) -> Weight {
        let symbols = self.symbols();
        let mut weight = Weight::default();
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let (length, valid) = self.step(rest);
            if rest[0] >= 0x80 {
                // A character that the end of the sample cuts says nothing.
                weight.bad += usize::from(!valid && !self.is_cut(rest));
                weight.triples += usize::from(valid && length == 3);
                weight.symbols += usize::from(symbols.read(rest).is_some());
                weight.single += usize::from(valid && length == 1);
            }
            at += length;
        }
        weight
    }

    /// Length of the character that begins `bytes`, which is not empty, and whether it can be one.
    /// What cannot is one byte long.
    pub fn step(self, bytes: &[u8]) -> (usize, bool) {
        let first = bytes[0];
        if first < 0x80 {
            return (1, true);
        }
        let trails = |at: usize, low: u8, high: u8| bytes.get(at).is_some_and(|byte| (low..=high).contains(byte));
        let length = match self {
            Self::Utf8 => {
                let low = if first == 0xe0 {
                    0xa0
                } else if first == 0xf0 {
                    0x90
                } else {
                    0x80
                };
                let high = if first == 0xed {
                    0x9f
                } else if first == 0xf4 {
                    0x8f
                } else {
                    0xbf
                };
                match first {
                    0xc2..=0xdf if trails(1, 0x80, 0xbf) => 2,
                    0xe0..=0xef if trails(1, low, high) && trails(2, 0x80, 0xbf) => 3,
                    0xf0..=0xf4 if trails(1, low, high) && trails(2, 0x80, 0xbf) && trails(3, 0x80, 0xbf) => 4,
                    _ => 0,
                }
            }
            Self::ShiftJis => match first {
                0x81..=0x9f | 0xe0..=0xfc if trails(1, 0x40, 0x7e) || trails(1, 0x80, 0xfc) => 2,
                0xa1..=0xdf => 1,
                _ => 0,
            },
            Self::EucJp => match first {
                0x8e if trails(1, 0xa1, 0xdf) => 2,
                0x8f if trails(1, 0xa1, 0xfe) && trails(2, 0xa1, 0xfe) => 3,
                0xa1..=0xfe if trails(1, 0xa1, 0xfe) => 2,
                _ => 0,
            },
        };
        (length.max(1), length > 0)
    }

    /// Whether `bytes` ends inside of the character that begins it.
    pub fn is_cut(self, bytes: &[u8]) -> bool {
        let Some(&first) = bytes.first() else { return false };
        let rest = &bytes[1..];
        match self {
            Self::Utf8 => {
                let wanted = match first {
                    0xc2..=0xdf => 2,
                    0xe0..=0xef => 3,
                    0xf0..=0xf4 => 4,
                    _ => return false,
                };
                bytes.len() < wanted && rest.iter().all(|byte| byte & 0xc0 == 0x80)
            }
            Self::ShiftJis => rest.is_empty() && matches!(first, 0x81..=0x9f | 0xe0..=0xfc),
            Self::EucJp => {
                rest.is_empty() && matches!(first, 0x8e | 0x8f | 0xa1..=0xfe)
                    || first == 0x8f && matches!(rest, [0xa1..=0xfe])
            }
        }
    }

    /// The place of the first byte that cannot stand where it does.
    pub fn first_bad(self, bytes: &[u8]) -> Option<usize> {
        if let Self::Utf8 = self {
            return std::str::from_utf8(bytes).err().map(|error| error.valid_up_to());
        }
        let mut at = 0;
        while at < bytes.len() {
            let (length, valid) = self.step(&bytes[at..]);
            if !valid {
                return Some(at);
            }
            at += length;
        }
        None
    }

    /// The text of a few bytes in `buffer`; what does not fit or cannot be decoded ends it.
    pub fn text<'a>(self, bytes: &'a [u8], buffer: &'a mut [u8]) -> &'a str {
        let Some(encoding) = self.encoding() else {
            return match std::str::from_utf8(bytes) {
                Ok(text) => text,
                Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
            };
        };
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let (_, _, written) = decoder.decode_to_utf8_without_replacement(bytes, buffer, true);
        std::str::from_utf8(&buffer[..written]).unwrap_or_default()
    }
}

/// What a text looks like in a script.
#[derive(Clone, Copy, Debug, Default)]
struct Weight {
    bad: usize,
    triples: usize,
    symbols: usize,
    single: usize,
}

impl Weight {
    fn score(self) -> i64 {
        // Half-width katakana are rare, and what EUC-JP looks like in Shift_JIS.
        4 * self.symbols as i64 - 4 * self.bad as i64 - self.single as i64
    }
}

#[cfg(test)]
mod tests {
    use super::symbol::SYMBOLS;
    use super::*;

    const SCRIPTS: [Script; 3] = [Script::Utf8, Script::ShiftJis, Script::EucJp];

    fn encoded(text: &str, script: Script) -> Vec<u8> {
        script.encoding().map_or_else(|| text.as_bytes().to_vec(), |encoding| encoding.encode(text).0.into_owned())
    }

    #[test]
    fn symbols_in_every_script() {
        for script in SCRIPTS {
            for (character, symbol) in SYMBOLS {
                let bytes = encoded(&character.to_string(), script);
                if bytes.starts_with(b"&#") || bytes.len() < 2 {
                    continue;
                }
                let seen = script.symbols().read(&bytes);
                assert!(seen == Some((symbol, bytes.len())) || character == '･', "{character} in {script:?}: {seen:?}");
                assert_eq!(script.step(&bytes), (bytes.len(), true));
                assert!(script.is_cut(&bytes[..bytes.len() - 1]));
            }
        }
        assert_eq!(Script::Utf8.symbols().read(b"7"), Some((Symbol::Digit(7), 1)));
        assert_eq!(Script::ShiftJis.symbols().read(b"\x82"), None);
    }

    #[test]
    fn scripts_by_content() {
        for script in SCRIPTS {
            for text in ["   1 ７六歩(77)", "手合割：平手　　", "先手：羽生善治\n後手：木村一基\n", "▲７六歩△３四歩"]
            {
                let bytes = encoded(text, script);
                assert_eq!(Script::of(&bytes, None), script, "{text}");
                assert_eq!(script.text(&bytes, &mut [0; 99]), text);
                assert_eq!(script.first_bad(&bytes), None);
            }
        }
        assert_eq!(Script::of(b"plain", Some(Script::EucJp)), Script::EucJp);
        let mut bytes = "手合割：平手\n先手：".as_bytes().to_vec();
        bytes.push(0xff);
        assert_eq!(Script::of(&bytes, Some(Script::ShiftJis)), Script::Utf8);
    }

    #[test]
    fn white_space_in_every_script() {
        for script in SCRIPTS {
            let bytes = encoded("　 平手　 　", script);
            assert_eq!(script.symbols().trim(&bytes), encoded("平手", script));
        }
    }
}
