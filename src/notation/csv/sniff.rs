//! Decides by the first rows whether a text is a table with games.

use super::row::{GameCell, MIN_WORDS, cells, row_end, row_start};
use crate::list::count_words;
use partie_record::byte_order_mark;
use partie_record::span::{Span, after_line};

/// Maximum number of rows examined.
const MAX_ROWS: usize = 64;
/// Maximum length of a column name.
const MAX_NAME_BYTES: usize = 32;

/// True if most of the first rows have a game in one of several cells.
pub(super) fn looks_like(head: &[u8]) -> bool {
    Census::of(head).is_table()
}

/// True if the rows cannot be lines of a list. All rows have the same number of cells, the game in the same cell, and
/// other words in another cell.
pub(crate) fn is_regular(head: &[u8]) -> bool {
    let census = Census::of(head);
    census.is_table() && census.odd == 0
}

/// Counts of rows.
#[derive(Debug, Default)]
struct Census {
    games: usize,
    /// Number of games in rows that may be lines of a list.
    odd: usize,
    /// Number of rows without a game.
    others: usize,
    /// True if the first row contains column names, one for each cell of a game's row.
    has_names: bool,
}

impl Census {
    fn of(head: &[u8]) -> Self {
        let (mut census, mut first, mut shape) = (Self::default(), None, None);
        let mut at = row_start(head, byte_order_mark::length_at(head, 0));
        // JSON also contains commas and quotes.
        if head.get(at) == Some(&b'{') {
            return census;
        }
        for number in 0..MAX_ROWS {
            at = row_start(head, at);
            if at >= head.len() {
                break;
            }
            let end = row_end(head, at, false);
            // The last row may be truncated.
            let is_cut = end.is_none();
            let end = end.or_else(|| row_end(head, at, true)).unwrap_or(head.len());
            let whole = Span::new(at, end);
            match GameCell::of(head, whole).filter(|cell| cell.is_of_table) {
                Some(cell) if cell.words >= MIN_WORDS => {
                    census.games += 1;
                    let is_like_others = *shape.get_or_insert(cell.place) == cell.place;
                    census.odd += usize::from(!is_like_others || !is_row(whole.of(head), cell));
                    census.has_names |= first.is_some_and(|row| has_names(row, cell));
                }
                // A game with few words is no evidence.
                Some(_) => {}
                None => census.others += usize::from(!is_cut),
            }
            if number == 0 {
                first = Some(whole.of(head));
            }
            if is_cut {
                break;
            }
            at = after_line(head, end);
        }
        census
    }

    fn is_table(&self) -> bool {
        match self.games {
            0 => false,
            1 => self.others == 1 && self.has_names,
            games => self.others <= 1 + games / 4,
        }
    }
}

/// True if a row cannot be a line of a list. It begins with a quote, or no delimiter has a blank beside it and a cell
/// has other words.
fn is_row(row: &[u8], game: GameCell) -> bool {
    let (_, cells) = cells(row, game.delimiter);
    let is_other = |cell: &&[u8]| count_words(cell).1 > 0;
    row.starts_with(b"\"") || cells.iter().all(|cell| cell.trim_ascii() == *cell) && cells.iter().any(is_other)
}

/// True if a row contains column names, one for each cell of a game's row.
fn has_names(row: &[u8], game: GameCell) -> bool {
    let (is_sound, cells) = cells(row, game.delimiter);
    let is_name = |cell: &&[u8]| cell.len() <= MAX_NAME_BYTES && cell.trim_ascii() == *cell && count_words(cell).0 == 0;
    is_sound && cells.len() == game.place.1 && cells.iter().all(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_told_from_other_texts() {
        for (text, is) in [
            ("id,white,moves\n7,Kim,1. e4 e5 2. Nf3 Nc6\n", true),
            ("id,white,moves\n7,Kim,1. d4 d5\n8,Lee,1. e4 e5 2. Nf3 Nc6", true),
            ("Game Id;White Player;Game\n7;Kim, A.;1. e4 {yes, ok} e5 2. Nf3 Nc6\n", true),
            ("Dear Kim, look at\nthis, 1. e4 e5 2. Nf3 Nc6\n", false),
            ("1. e4 e5 2. Nf3 Nc6\n1. d4 d5 2. c4 e6\n", false),
            ("1. e4 {yes, ok} e5 2. Nf3 Nc6 3. Bb5\n1. d4 {no, why} d5 2. c4 e6 3. Nc3\n", false),
            ("1. e4 e5 2. Nf3 Nc6 (2... d6, solid) 3. Bb5\n1. d4 d5 2. c4 e6 (2... c6, too) 3. Nc3\n", false),
            ("name,value\na,b\nc,d\n", false),
            ("e4 e5, Nf3 Nc6, Bb5 a6\n", false),
            (
                "{\"game\": 1, \"moves\": \"e2e4 e7e5 g1f3 b8c6\"}\n{\"game\": 2, \"moves\": \"d2d4 d7d5 c2c4 e7e6\"}\n",
                false,
            ),
        ] {
            assert_eq!(looks_like(text.as_bytes()), is, "{text}");
        }
    }

    #[test]
    fn lines_of_a_list_are_no_regular_rows() {
        for (text, is) in [
            ("1. e4 e5 2. Nf3 Nc6\tKim\n1. d4 d5 2. c4 e6\tLee\n", true),
            ("moves,white\n1. e4 e5 2. Nf3 Nc6,Kim\n1. d4 d5 2. c4 e6,Lee\n", true),
            ("1. e4 e5 2. Nf3 Nc6, 3. Bb5 a6\n1. d4 d5 2. c4 e6, 3. Nc3 Nf6\n", false),
            ("1. e4 e5 2. Nf3 Nc6 ; Four knights\n1. d4 d5 2. c4 e6 ; Gambit\n", false),
        ] {
            assert_eq!(is_regular(text.as_bytes()), is, "{text}");
        }
    }
}
