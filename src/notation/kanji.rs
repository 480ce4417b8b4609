//! Japanese text in its three encodings, read in place: which script a record is written in,
//! and which symbol of shogi stands at a byte.
//!
//! Not for decoding files: only short texts (a header's name, a closing sentence) are decoded,
//! and only where they are looked at.

use std::sync::LazyLock;

use encoding_rs::{EUC_JP, Encoding, SHIFT_JIS};

use crate::rules::Side;
use crate::rules::shogi::Kind;

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

/// A symbol that has a meaning in a record of shogi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A digit, full-width or ASCII, 0 to 9.
    Digit(u8),
    /// 一 to 九, 十 as 10, 百 as 100.
    Numeral(u8),
    /// A man that one character names: 玉王飛龍竜角馬金銀桂香歩と, 全圭杏.
    Man(Kind),
    /// 同
    Same,
    /// 成
    Promote,
    /// 不
    Not,
    /// 打
    Drop,
    /// 左
    Left,
    /// 右
    Right,
    /// 直
    Straight,
    /// 上
    Up,
    /// 行, an older word for 上.
    UpOld,
    /// 寄
    Sideways,
    /// 引
    Back,
    /// ▲▼☗ or △▽☖: whose move it is.
    Turn(Side),
    /// The full-width space.
    Space,
    /// ：
    Colon,
    /// ＝
    Equals,
    /// ・, an empty square.
    Dot,
}

/// All symbols beyond ASCII.
const SYMBOLS: [(char, Symbol); 60] = [
    ('０', Symbol::Digit(0)),
    ('１', Symbol::Digit(1)),
    ('２', Symbol::Digit(2)),
    ('３', Symbol::Digit(3)),
    ('４', Symbol::Digit(4)),
    ('５', Symbol::Digit(5)),
    ('６', Symbol::Digit(6)),
    ('７', Symbol::Digit(7)),
    ('８', Symbol::Digit(8)),
    ('９', Symbol::Digit(9)),
    ('一', Symbol::Numeral(1)),
    ('二', Symbol::Numeral(2)),
    ('三', Symbol::Numeral(3)),
    ('四', Symbol::Numeral(4)),
    ('五', Symbol::Numeral(5)),
    ('六', Symbol::Numeral(6)),
    ('七', Symbol::Numeral(7)),
    ('八', Symbol::Numeral(8)),
    ('九', Symbol::Numeral(9)),
    ('十', Symbol::Numeral(10)),
    ('百', Symbol::Numeral(100)),
    ('玉', Symbol::Man(Kind::King)),
    ('王', Symbol::Man(Kind::King)),
    ('飛', Symbol::Man(Kind::Rook)),
    ('龍', Symbol::Man(Kind::Dragon)),
    ('竜', Symbol::Man(Kind::Dragon)),
    ('角', Symbol::Man(Kind::Bishop)),
    ('馬', Symbol::Man(Kind::Horse)),
    ('金', Symbol::Man(Kind::Gold)),
    ('銀', Symbol::Man(Kind::Silver)),
    ('全', Symbol::Man(Kind::PromotedSilver)),
    ('桂', Symbol::Man(Kind::Knight)),
    ('圭', Symbol::Man(Kind::PromotedKnight)),
    ('香', Symbol::Man(Kind::Lance)),
    ('杏', Symbol::Man(Kind::PromotedLance)),
    ('歩', Symbol::Man(Kind::Pawn)),
    ('と', Symbol::Man(Kind::Tokin)),
    ('同', Symbol::Same),
    ('仝', Symbol::Same),
    ('成', Symbol::Promote),
    ('不', Symbol::Not),
    ('打', Symbol::Drop),
    ('左', Symbol::Left),
    ('右', Symbol::Right),
    ('直', Symbol::Straight),
    ('上', Symbol::Up),
    ('行', Symbol::UpOld),
    ('寄', Symbol::Sideways),
    ('引', Symbol::Back),
    ('▲', Symbol::Turn(Side::First)),
    ('▼', Symbol::Turn(Side::First)),
    ('☗', Symbol::Turn(Side::First)),
    ('△', Symbol::Turn(Side::Second)),
    ('▽', Symbol::Turn(Side::Second)),
    ('☖', Symbol::Turn(Side::Second)),
    ('\u{3000}', Symbol::Space),
    ('：', Symbol::Colon),
    ('＝', Symbol::Equals),
    ('・', Symbol::Dot),
    ('･', Symbol::Dot),
];

/// The symbols of one script by code: the code point in UTF-8, else the two bytes.
struct Table {
    script: Script,
    codes: Box<[Option<Symbol>]>,
}

impl Table {
    fn new(script: Script) -> Self {
        let mut codes = vec![None; 1 << 16].into_boxed_slice();
        for (character, symbol) in SYMBOLS {
            let code = match script.encoding() {
                None => Some(character as usize),
                Some(encoding) => {
                    let mut buffer = [0; 4];
                    let (bytes, _, unmappable) = encoding.encode(character.encode_utf8(&mut buffer));
                    match *bytes {
                        [first, second] if !unmappable => Some(usize::from(first) << 8 | usize::from(second)),
                        _ => None,
                    }
                }
            };
            if let Some(slot) = code.and_then(|code| codes.get_mut(code)) {
                *slot = Some(symbol);
            }
        }
        Self { script, codes }
    }
}

static TABLES: LazyLock<[Table; 3]> =
    LazyLock::new(|| [Table::new(Script::Utf8), Table::new(Script::ShiftJis), Table::new(Script::EucJp)]);

/// The symbols of one script; fetched once, it reads symbols without a look at its first use.
#[derive(Clone, Copy)]
pub struct Symbols(&'static Table);

impl std::fmt::Debug for Symbols {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Symbols").field(&self.0.script).finish()
    }
}

impl Symbols {
    /// The script they are written in.
    #[inline]
    pub fn script(self) -> Script {
        self.0.script
    }

    /// The symbol that begins `bytes`, and its length in bytes.
    #[inline(always)]
    pub fn read(self, bytes: &[u8]) -> Option<(Symbol, usize)> {
        let (first, second) = match *bytes {
            [digit @ b'0'..=b'9', ..] => return Some((Symbol::Digit(digit - b'0'), 1)),
            [first @ 0x80..=0xff, second, ..] => (usize::from(first), usize::from(second)),
            _ => return None,
        };
        let (code, length) = match self.0.script {
            Script::Utf8 => {
                let third = usize::from(*bytes.get(2)?);
                if first & 0xf0 != 0xe0 || second & 0xc0 != 0x80 || third & 0xc0 != 0x80 {
                    return None;
                }
                ((first & 0x0f) << 12 | (second & 0x3f) << 6 | (third & 0x3f), 3)
            }
            Script::ShiftJis | Script::EucJp => (first << 8 | second, 2),
        };
        self.0.codes[code & 0xffff].map(|symbol| (symbol, length))
    }

    /// Length of the white space that begins `bytes`, on one line: blanks, tabs and full-width spaces.
    #[inline(always)]
    pub fn blank(self, bytes: &[u8]) -> usize {
        let mut at = 0;
        loop {
            match bytes.get(at) {
                Some(b' ' | b'\t') => at += 1,
                Some(0x81 | 0xa1 | 0xe3) => match self.read(&bytes[at..]) {
                    Some((Symbol::Space, length)) => at += length,
                    _ => return at,
                },
                _ => return at,
            }
        }
    }

    /// `bytes` without white space at both ends.
    pub fn trim(self, bytes: &[u8]) -> &[u8] {
        let from = self.blank(bytes);
        let (mut at, mut end) = (from, from);
        while at < bytes.len() {
            let blank = self.blank(&bytes[at..]);
            at += if blank > 0 { blank } else { self.0.script.step(&bytes[at..]).0 };
            end = if blank > 0 { end } else { at };
        }
        &bytes[from..end]
    }
}

impl Script {
    /// The symbols of the script.
    pub fn symbols(self) -> Symbols {
        Symbols(&TABLES[self as usize])
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
