//! The symbols of shogi in UTF-8.

use partie_rules::Side;
use partie_rules::shogi::PieceType;

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
    /// ▲▼☗ or △▽☖: the side to move.
    Turn(Side),
    Space,
    /// ：
    Colon,
    /// ＝
    Equals,
    /// ・, an empty square.
    Dot,
}

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

/// The symbols by code point.
static CODES: [Option<Symbol>; 1 << 16] = codes();

const fn codes() -> [Option<Symbol>; 1 << 16] {
    let mut codes = [None; 1 << 16];
    let mut at = 0;
    while at < SYMBOLS.len() {
        codes[SYMBOLS[at].0 as usize] = Some(SYMBOLS[at].1);
        at += 1;
    }
    codes
}

/// The symbol at the start of `bytes`, and its length.
#[inline(always)]
pub fn symbol(bytes: &[u8]) -> Option<(Symbol, usize)> {
    match *bytes {
        [digit @ b'0'..=b'9', ..] => Some((Symbol::Digit(digit - b'0'), 1)),
        [first @ 0x80..=0xff, second, third, ..] => {
            let word = u32::from_le_bytes([first, second, third, 0]);
            // The lead byte of a three-byte character and two continuation bytes.
            if word & 0x00c0_c0f0 != 0x0080_80e0 {
                return None;
            }
            let code = (word & 0x0f) << 12 | (word >> 2 & 0x0fc0) | (word >> 16 & 0x3f);
            CODES[code as usize & 0xffff].map(|symbol| (symbol, 3))
        }
        _ => None,
    }
}

/// Length of the white space at the start of `bytes`, within one line: blanks, no-break spaces, tabs and full-width
/// spaces.
#[inline(always)]
pub fn blank(bytes: &[u8]) -> usize {
    let mut at = 0;
    loop {
        match bytes[at..] {
            [b' ' | b'\t', ..] => at += 1,
            [0xe3, 0x80, 0x80, ..] => at += 3,
            [0xc2, 0xa0, ..] => at += 2,
            _ => return at,
        }
    }
}

/// `bytes` without white space at both ends.
pub fn trim(bytes: &[u8]) -> &[u8] {
    let mut rest = &bytes[blank(bytes)..];
    let wide = |rest: &'_ [u8]| {
        ["\u{3000}", "\u{a0}"].into_iter().find(|blank| rest.ends_with(blank.as_bytes())).map_or(0, str::len)
    };
    loop {
        let blank = if let [.., b' ' | b'\t'] = rest { 1 } else { wide(rest) };
        if blank == 0 {
            return rest;
        }
        rest = &rest[..rest.len() - blank];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_of_every_kind() {
        for (character, meaning) in SYMBOLS {
            let text = character.to_string();
            assert_eq!(symbol(text.as_bytes()), Some((meaning, text.len())), "{character}");
        }
        assert_eq!(symbol(b"7"), Some((Symbol::Digit(7), 1)));
        assert_eq!(symbol(b"\xef\xbc"), None);
        assert_eq!(trim("　 平手　 　".as_bytes()), "平手".as_bytes());
    }
}
