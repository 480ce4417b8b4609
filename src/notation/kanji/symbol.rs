//! The symbols of shogi in every script, one table for each.

use std::sync::LazyLock;

use super::Script;
use crate::rules::Side;
use crate::rules::shogi::PieceType;

/// A symbol that has a meaning in a record of shogi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A digit, full-width or ASCII, 0 to 9.
    Digit(u8),
    /// 一 to 九, 十 as 10, 百 as 100.
    Numeral(u8),
    /// A piece that one character names: 玉王飛龍竜角馬金銀桂香歩と, 全圭杏.
    Piece(PieceType),
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
pub(super) const SYMBOLS: [(char, Symbol); 60] = [
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
    ('玉', Symbol::Piece(PieceType::King)),
    ('王', Symbol::Piece(PieceType::King)),
    ('飛', Symbol::Piece(PieceType::Rook)),
    ('龍', Symbol::Piece(PieceType::Dragon)),
    ('竜', Symbol::Piece(PieceType::Dragon)),
    ('角', Symbol::Piece(PieceType::Bishop)),
    ('馬', Symbol::Piece(PieceType::Horse)),
    ('金', Symbol::Piece(PieceType::Gold)),
    ('銀', Symbol::Piece(PieceType::Silver)),
    ('全', Symbol::Piece(PieceType::PromotedSilver)),
    ('桂', Symbol::Piece(PieceType::Knight)),
    ('圭', Symbol::Piece(PieceType::PromotedKnight)),
    ('香', Symbol::Piece(PieceType::Lance)),
    ('杏', Symbol::Piece(PieceType::PromotedLance)),
    ('歩', Symbol::Piece(PieceType::Pawn)),
    ('と', Symbol::Piece(PieceType::Tokin)),
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
    pub(super) fn of(script: Script) -> Self {
        Self(&TABLES[script as usize])
    }

    /// The script they are written in.
    #[inline]
    pub fn script(self) -> Script {
        self.0.script
    }

    /// The symbol that begins `bytes`, and its length in bytes.
    #[inline(always)]
    pub fn read(self, bytes: &[u8]) -> Option<(Symbol, usize)> {
        let (code, length) = match *bytes {
            [digit @ b'0'..=b'9', ..] => return Some((Symbol::Digit(digit - b'0'), 1)),
            [first @ 0x80..=0xff, second, ..] => match self.0.script {
                Script::Utf8 => {
                    let word = u32::from_le_bytes([first, second, *bytes.get(2)?, 0]);
                    // Three bytes of which the first says so and the others go on.
                    if word & 0x00c0_c0f0 != 0x0080_80e0 {
                        return None;
                    }
                    ((word & 0x0f) << 12 | (word >> 2 & 0x0fc0) | (word >> 16 & 0x3f), 3)
                }
                Script::ShiftJis | Script::EucJp => (u32::from(first) << 8 | u32::from(second), 2),
            },
            _ => return None,
        };
        self.0.codes[code as usize & 0xffff].map(|symbol| (symbol, length))
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
        if self.0.script == Script::Utf8 {
            // Only here can a text be read backwards.
            let mut rest = &bytes[from..];
            while let Some(shorter) =
                rest.strip_suffix(b" ").or(rest.strip_suffix(b"\t")).or(rest.strip_suffix("\u{3000}".as_bytes()))
            {
                rest = shorter;
            }
            return rest;
        }
        let (mut at, mut end) = (from, from);
        while at < bytes.len() {
            let blank = self.blank(&bytes[at..]);
            at += if blank > 0 { blank } else { self.0.script.step(&bytes[at..]).0 };
            end = if blank > 0 { end } else { at };
        }
        &bytes[from..end]
    }
}
