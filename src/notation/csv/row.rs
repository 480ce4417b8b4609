//! Finds the end of a table row, and the cell that contains a game.

use super::grammar::{DELIMITERS, row};
use crate::list::{begins_game, count_words, is_like_move};
use partie_record::span::Span;

/// Minimum number of movetext words that make a cell a game, whatever it begins with.
pub(super) const MIN_WORDS: usize = 4;
/// Maximum length of a quoted cell, as for open comments of PGN.
const MAX_QUOTE_BYTES: usize = 64 << 10;
/// Minimum number of movetext words in a game for each word that is not movetext.
const MIN_MOVETEXT_RATIO: usize = 8;

/// A quote that begins a cell.
enum Quote {
    /// The offset after the closing quote.
    Closed(usize),
    /// The quote is text of a cell that is not quoted.
    Plain,
    /// More of the text is needed to decide.
    Undecided,
}

impl Quote {
    fn at(bytes: &[u8], quote: usize, last: bool) -> Self {
        let from = quote + 1;
        let horizon = bytes.len().min(from + MAX_QUOTE_BYTES);
        let mut at = from;
        while let Some(found) = memchr::memchr(b'"', &bytes[at..horizon]) {
            let after = at + found + 1;
            match bytes.get(after) {
                None if !last => return Self::Undecided,
                None => return Self::Closed(after),
                Some(b'"') => at = (after + 1).min(horizon),
                Some(byte) if is_cell_end(*byte) => return Self::Closed(after),
                Some(_) => return Self::Plain,
            }
        }
        if !last && horizon < from + MAX_QUOTE_BYTES { Self::Undecided } else { Self::Plain }
    }
}

fn is_cell_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r') || DELIMITERS.contains(&byte)
}

/// Returns the end of the row that begins at `from`, for any delimiter; `None` if it is beyond `bytes`.
///
/// Each byte is examined once; bytes after an unclosed quote twice, as no quote among them opens a cell.
pub(super) fn row_end(bytes: &[u8], from: usize, last: bool) -> Option<usize> {
    let mut at = from;
    loop {
        if bytes.get(at) == Some(&b'"') {
            match Quote::at(bytes, at, last) {
                Quote::Closed(after) => at = after,
                Quote::Plain => at += 1,
                Quote::Undecided => return None,
            }
        }
        let Some(length) = bytes[at..].iter().position(|byte| is_cell_end(*byte)) else {
            return last.then_some(bytes.len());
        };
        at += length;
        if matches!(bytes[at], b'\n' | b'\r') {
            return Some(at);
        }
        at += 1;
    }
}

/// Returns the start of the next row that is not blank. Tabs are not skipped, as a tab may end an empty first cell.
pub(super) fn row_start(bytes: &[u8], from: usize) -> usize {
    from + bytes[from..].iter().take_while(|byte| matches!(byte, b' ' | b'\n' | b'\r')).count()
}

/// Splits a row into cells; true if the grammar accepts it.
pub(super) fn cells(text: &[u8], delimiter: u8) -> (bool, Vec<&[u8]>) {
    match row(delimiter)(text) {
        Ok(([], cells)) => (true, cells),
        _ => (false, text.split(|byte| *byte == delimiter).map(without_quotes).collect()),
    }
}

fn without_quotes(cell: &[u8]) -> &[u8] {
    let cell = cell.strip_prefix(b"\"").unwrap_or(cell);
    cell.strip_suffix(b"\"").unwrap_or(cell)
}

/// The cell of a row that is a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameCell {
    pub(super) span: Span,
    /// Number of movetext words in the cell.
    pub(super) words: usize,
    /// True if the cell is quoted or one of several, and its comments and variations end in the cell. In a list of
    /// games, comments may contain the delimiter.
    pub(super) is_of_table: bool,
    pub(super) delimiter: u8,
    /// Index of the cell in its row, and the number of cells.
    pub(super) place: (usize, usize),
}

impl GameCell {
    /// Finds the game of the row `bytes[whole]`: the cell with the most movetext and fewest other words, for any
    /// delimiter.
    pub(super) fn of(bytes: &[u8], whole: Span) -> Option<Self> {
        let text = whole.of(bytes);
        let (mut best, mut most) = (None, None);
        for delimiter in DELIMITERS {
            let (is_sound, cells) = cells(text, delimiter);
            for (column, cell) in cells.iter().copied().enumerate() {
                let from = whole.from as usize + (cell.as_ptr() as usize - text.as_ptr() as usize);
                let is_quoted = from > whole.from as usize && bytes[from - 1] == b'"';
                // A tab separates cells, whatever the delimiter is.
                if !is_quoted && cell.contains(&b'\t') {
                    continue;
                }
                let Some((words, excess)) = movetext(cell) else { continue };
                let is_parted = is_quoted || cells.len() > 1;
                let is_of_table = is_parted && (is_quoted || is_balanced(cell));
                let rank = Some((is_sound, is_parted, is_of_table, excess));
                if rank > most {
                    let span = Span::new(from, from + cell.len());
                    best = Some(Self { span, words, is_of_table, delimiter, place: (column, cells.len()) });
                    most = rank;
                }
            }
        }
        best
    }
}

/// The number of movetext words in a cell that is a game, and their excess over the minimum for its other words.
fn movetext(cell: &[u8]) -> Option<(usize, usize)> {
    let (words, other) = count_words(cell);
    let excess = words.checked_sub(other * MIN_MOVETEXT_RATIO)?;
    let has_move = || {
        let mut parts = cell.split(|byte| byte.is_ascii_whitespace() || *byte == b'.');
        parts.any(is_like_move)
    };
    let is_game = words > 0 && if words < MIN_WORDS { begins_game(cell) } else { has_move() };
    is_game.then_some((words, excess))
}

/// True if all comments and variations of a text begin and end in it.
fn is_balanced(text: &[u8]) -> bool {
    let (mut is_comment, mut depth) = (false, 0_usize);
    for byte in text {
        match (byte, is_comment) {
            (b'{', _) => is_comment = true,
            (b'}', true) => is_comment = false,
            (b'(', false) => depth += 1,
            (b')', false) if depth > 0 => depth -= 1,
            (b'}' | b')', false) => return false,
            _ => {}
        }
    }
    !is_comment && depth == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> Option<&str> {
        let end = row_end(text.as_bytes(), 0, true)?;
        let cell = GameCell::of(text.as_bytes(), Span::new(0, end))?;
        text.get(cell.span.from as usize..cell.span.to as usize)
    }

    #[test]
    fn the_longest_cell_of_movetext_is_the_game() {
        for (row, cell) in [
            ("7,Kim,1. d4 d5", Some("1. d4 d5")),
            ("7,Kim,e4", Some("e4")),
            ("7,Kim,1-0", None),
            ("7,2 3 4 5,B20", None),
            ("7;1. e4 {yes, ok} e5 2. Nf3 Nc6 3. Bb5 a6;1-0", Some("1. e4 {yes, ok} e5 2. Nf3 Nc6 3. Bb5 a6")),
            ("7;1. e4 e5, 2. Nf3 Nc6, 3. Bb5 a6 4. Ba4;1-0", Some("1. e4 e5, 2. Nf3 Nc6, 3. Bb5 a6 4. Ba4")),
            ("Lee, 7\t1. e4 e5 2. Nf3 Nc6\t1-0", Some("1. e4 e5 2. Nf3 Nc6")),
            ("7,\"1. e4 e5\n2. Nf3\",1-0\n8", Some("1. e4 e5\n2. Nf3")),
            // Quotes that do not open a cell, or are not closed.
            ("\"The Rock\" Lee,1. e4 e5 2. Nf3 Nc6\n", Some("1. e4 e5 2. Nf3 Nc6")),
            ("7,\"1. d4 d5\n8,\"1. e4 e5\"\n", Some("1. d4 d5")),
        ] {
            assert_eq!(game(row), cell, "{row}");
        }
    }

    #[test]
    fn a_quote_waits_for_its_end() {
        let text = b"7,\"1. e4 e5\n2. Nf3 \"\"x\"\"\",1-0\n";
        for length in 0..text.len() {
            assert_eq!(row_end(&text[..length], 0, false), None, "{length}");
        }
        assert_eq!(row_end(text, 0, false), Some(text.len() - 1));
        let open = [&b"7,\"1. e4 e5\n"[..], &b"8,x\n".repeat(MAX_QUOTE_BYTES / 4)].concat();
        assert_eq!(row_end(&open[..MAX_QUOTE_BYTES], 0, false), None);
        assert_eq!(row_end(&open, 0, false), Some(11));
        assert_eq!(row_end(&open[..99], 0, true), Some(11));
    }
}
