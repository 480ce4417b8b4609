//! Squares, pieces, hands and moves of shogi in Japanese, for messages and writers.

use partie_rules::Side;
use partie_rules::shogi::{Move, PieceType, Square};

const FILES: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];
const NUMERALS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];

/// A square: `５五`.
pub fn square(at: Square) -> String {
    format!("{}{}", FILES[at.file() as usize - 1], NUMERALS[at.rank() as usize])
}

/// A piece: `歩`, `成銀`, `龍`.
pub const fn piece(kind: PieceType) -> &'static str {
    match kind {
        PieceType::Pawn => "歩",
        PieceType::Lance => "香",
        PieceType::Knight => "桂",
        PieceType::Silver => "銀",
        PieceType::Gold => "金",
        PieceType::Bishop => "角",
        PieceType::Rook => "飛",
        PieceType::King => "玉",
        PieceType::Tokin => "と",
        PieceType::PromotedLance => "成香",
        PieceType::PromotedKnight => "成桂",
        PieceType::PromotedSilver => "成銀",
        PieceType::Horse => "馬",
        PieceType::Dragon => "龍",
    }
}

/// A player: `先手` or `後手`, in handicap games `下手` or `上手`.
pub const fn side(side: Side, handicap: bool) -> &'static str {
    match (side, handicap) {
        (Side::First, false) => "先手",
        (Side::Second, false) => "後手",
        (Side::First, true) => "下手",
        (Side::Second, true) => "上手",
    }
}

/// The mark of a side: `▲` or `△`.
pub const fn mark(side: Side) -> &'static str {
    match side {
        Side::First => "▲",
        Side::Second => "△",
    }
}

/// A number up to 99 as in hands: empty for 0 and 1, `二`, `十八`.
pub fn numeral(number: u32) -> String {
    let (tens, ones) = (number / 10, number as usize % 10);
    match (tens, number) {
        (_, 0 | 1) => String::new(),
        (0, _) => NUMERALS[ones].to_owned(),
        (1, _) => format!("十{}", NUMERALS[ones]),
        _ => format!("{}十{}", NUMERALS[tens as usize % 10], NUMERALS[ones]),
    }
}

/// Pieces in hand, by [`PieceType::index`], strongest first: `飛　角　歩十八`, or `なし`.
pub fn hand(pieces: &[u8; 7]) -> String {
    let list: Vec<String> = PieceType::HAND
        .into_iter()
        .rev()
        .filter(|kind| pieces[kind.index()] > 0)
        .map(|kind| format!("{}{}", piece(kind), numeral(u32::from(pieces[kind.index()]))))
        .collect();
    if list.is_empty() { "なし".to_owned() } else { list.join("　") }
}

/// A move in KIF: `７六歩(77)`, `同　銀成(31)`, `５五歩打`.
pub fn kif(mv: Move, previous: Option<Square>) -> String {
    let to = if previous == Some(mv.to()) { "同　".to_owned() } else { square(mv.to()) };
    let promotes = if mv.promotes() { "成" } else { "" };
    match mv.from() {
        None => format!("{to}{}打", piece(mv.kind())),
        Some(from) => format!("{to}{}{promotes}({}{})", piece(mv.kind()), from.file(), from.rank()),
    }
}

/// The single character for a piece on a board, in KIF and in diagrams.
pub const fn board_piece(kind: PieceType) -> char {
    match kind {
        PieceType::Pawn => '歩',
        PieceType::Lance => '香',
        PieceType::Knight => '桂',
        PieceType::Silver => '銀',
        PieceType::Gold => '金',
        PieceType::Bishop => '角',
        PieceType::Rook => '飛',
        PieceType::King => '玉',
        PieceType::Tokin => 'と',
        PieceType::PromotedLance => '杏',
        PieceType::PromotedKnight => '圭',
        PieceType::PromotedSilver => '全',
        PieceType::Horse => '馬',
        PieceType::Dragon => '龍',
    }
}
