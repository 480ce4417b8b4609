//! Detects records of other shogi variants, by name or by the size of the board.

use crate::Text;
use partie_notation::formats;
use partie_notation::lookalike::half_width;
use partie_notation::shogi_headers::Field;
use partie_record::Record;
use partie_record::span::Span;

/// Names of shogi variants in 手合割, with digits in ASCII.
const GAMES: [&str; 40] = [
    "55将棋",
    "5五将棋",
    "五五将棋",
    "ミニ将棋",
    "ミニしょうぎ",
    "33将棋",
    "3三将棋",
    "三三将棋",
    "44将棋",
    "4四将棋",
    "四四将棋",
    "66将棋",
    "6六将棋",
    "六六将棋",
    "9マス将棋",
    "九マス将棋",
    "どうぶつしょうぎ",
    "どうぶつ将棋",
    "動物将棋",
    "ごろごろしょうぎ",
    "ごろごろどうぶつしょうぎ",
    "ごろごろ将棋",
    "京都将棋",
    "マイクロ将棋",
    "槍将棋",
    "鯨将棋",
    "禽将棋",
    "和将棋",
    "小将棋",
    "中将棋",
    "大将棋",
    "天竺大将棋",
    "大大将棋",
    "摩訶大大将棋",
    "泰将棋",
    "大局将棋",
    "平安将棋",
    "四人将棋",
    "はさみ将棋",
    "安南将棋",
];
/// Maximum number of characters of a name.
const MAX_NAME_CHARS: usize = 40;

/// A game that is not judged.
pub(crate) struct OtherGame {
    pub(crate) name: String,
    /// The span that names the game or contains its board.
    pub(crate) place: Span,
}

/// Returns the game of a record in a format of shogi; `None` for shogi itself.
pub(crate) fn of(text: Text<'_>, record: &Record) -> Option<OtherGame> {
    named(text, record).or_else(|| {
        let (files, ranks, place) = size(text.bytes, record)?;
        Some(OtherGame { name: format!("shogi {files}x{ranks}"), place })
    })
}

/// Finds the game by the value of 手合割.
fn named(text: Text<'_>, record: &Record) -> Option<OtherGame> {
    let field = formats::info(record.format).shogi.field;
    let tag = record.tags.iter().find(|tag| field(tag.name.of(text.bytes)) == Some(Field::Handicap))?;
    let value = text.decode(tag.value);
    let name = value.trim();
    // Most values name a handicap.
    let is_game =
        name.ends_with(['棋', 'ぎ']) && GAMES.iter().any(|game| game.chars().eq(name.chars().map(half_width)));
    is_game.then(|| OtherGame { name: name.chars().take(MAX_NAME_CHARS).collect(), place: tag.value })
}

/// Returns the files and ranks of the board, if it is rectangular and neither number is nine. If one number is nine, it
/// is a damaged shogi board.
fn size(bytes: &[u8], record: &Record) -> Option<(usize, usize, Span)> {
    let place = *record.setup.first()?;
    let rows = (formats::info(record.format).shogi.board_rows)(bytes, record);
    let (first, rest) = rows.split_first()?;
    let is_whole = rest.len() > 1 && rest.iter().all(|squares| squares == first);
    (is_whole && *first != 9 && rows.len() != 9 && *first > 2).then_some((*first, rows.len(), place))
}
