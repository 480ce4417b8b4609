//! Whether a record is one of another game of the family, by its name or the size of its board. Not for its rules.

use crate::Text;
use partie_notation::formats;
use partie_notation::shogi_headers::Field;
use partie_record::Record;
use partie_record::span::Span;

/// Words that end the name of a game. What stands before them tells which one it is.
const GAMES: [&str; 4] = ["将棋", "しょうぎ", "ショウギ", "象棋"];
/// Names that end so and mean shogi itself, or a problem of it.
const OWN: [&str; 8] =
    ["本将棋", "詰将棋", "詰め将棋", "つめ将棋", "詰しょうぎ", "つめしょうぎ", "日本将棋", "普通の将棋"];
/// Characters of a name that are kept.
const LONGEST_NAME: usize = 40;

/// A game that is not judged.
pub(crate) struct OtherGame {
    pub(crate) name: String,
    /// Where the record shows it.
    pub(crate) place: Span,
}

/// The game that a record of a format of shogi belongs to, if it is another one.
pub(crate) fn of(text: Text<'_>, record: &Record) -> Option<OtherGame> {
    named(text, record).or_else(|| {
        let (files, ranks, place) = size(text.bytes, record)?;
        Some(OtherGame { name: format!("shogi {files}x{ranks}"), place })
    })
}

/// By the value of 手合割.
fn named(text: Text<'_>, record: &Record) -> Option<OtherGame> {
    let field = formats::info(record.format).shogi.field;
    let tag = record.tags.iter().find(|tag| field(tag.name.of(text.bytes)) == Some(Field::Handicap))?;
    let value = text.decode(tag.value);
    let name = value.trim();
    let is_game = GAMES.iter().any(|word| name.len() > word.len() && name.ends_with(word))
        && !OWN.iter().any(|own| name.ends_with(own));
    is_game.then(|| OtherGame { name: name.chars().take(LONGEST_NAME).collect(), place: tag.value })
}

/// By the board: files and ranks, if it is whole and neither of them is that of shogi. A board of which one is nine is
/// a damaged one.
fn size(bytes: &[u8], record: &Record) -> Option<(usize, usize, Span)> {
    let place = *record.setup.first()?;
    let rows = (formats::info(record.format).shogi.board_rows)(bytes, record);
    let (first, rest) = rows.split_first()?;
    let is_whole = rest.len() > 1 && rest.iter().all(|squares| squares == first);
    (is_whole && *first != 9 && rows.len() != 9 && *first > 2).then_some((*first, rows.len(), place))
}
