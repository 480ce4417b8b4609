//! Finds the two cells of a row by separators, gaps, Black's column and readable moves. Text between two rows is
//! handled in `parts`.

use super::super::table_cell::{cell, is_whole};
use super::glued;
use super::number::Style;
use super::words::Word;
use partie_record::Movetext;
use partie_record::span::Span;

/// Minimum number of blanks between two cells.
const MIN_CELL_GAP: usize = 2;
/// Maximum length in bytes of a cell.
const MAX_CELL: usize = 44;

/// Maximum length in bytes of a word in a move.
const MAX_WORD: usize = 16;

/// Contents of a row after its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cells {
    pub moves: [Option<Span>; 2],
    /// The number of the row, repeated before Black's move.
    pub again: Option<Span>,
    /// Number of readable moves.
    pub read: usize,
}

/// Properties shared by all rows of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    pub bytes: &'a [u8],
    pub movetext: Movetext,
    pub style: Style,
    /// Distance from a row number to Black's column, if the table has one.
    pub column: Option<usize>,
    /// True if each cell has a line of its own.
    pub in_lines: bool,
}

impl Known<'_> {
    /// True if a text is a complete move.
    pub(super) fn is_move(&self, span: Span) -> bool {
        is_whole(span.of(self.bytes), self.movetext)
    }

    /// The span of a cell without notes and trailing separators; `None` if it contains only dots or nothing.
    pub(super) fn trimmed(&self, words: &[Word]) -> Option<Span> {
        let mut words = words;
        let is_left_out = |word: &Word| is_rule(word.of(self.bytes)) || is_note(word.of(self.bytes));
        while let Some((last, before)) = words.split_last()
            && (last.parts(self.bytes) || is_left_out(last) && !before.is_empty())
        {
            words = before;
        }
        let (first, last) = (words.first()?, words.last()?);
        if words.iter().all(|word| is_dots(word.of(self.bytes))) {
            return None;
        }
        let span = Span { from: first.span.from, to: last.span.to };
        let text = span.of(self.bytes);
        let read = cell(text, self.movetext).unwrap_or(0);
        // A comma ends the cell; a sentence follows it.
        let goes_on = text[..read].ends_with(b",");
        let glued =
            goes_on || matches!(text[read..], [b'-', b'a'..=b'h']) || is_note(&text[read..]) || is_rule(&text[read..]);
        if read > 0 && glued {
            return Some(Span { to: span.from + read as u32, ..span });
        }
        Some(span)
    }

    /// True if the words are exactly one move, apart from trailing separators.
    fn is_one(&self, words: &[Word]) -> bool {
        let last = words.iter().rposition(|word| !word.parts(self.bytes)).map_or(0, |last| last + 1);
        let span = words[..last].first().zip(words[..last].last());
        span.is_some_and(|(first, last)| self.is_move(Span { from: first.span.from, to: last.span.to }))
    }

    /// Rates the evidence that White's move ends before word `at` and Black's begins with it.
    fn weigh(&self, words: &[Word], at: usize) -> usize {
        let whole = |words: &[Word]| self.trimmed(words).is_some_and(|span| self.is_move(span));
        let parted = words[at - 1].parts(self.bytes);
        4 * usize::from(whole(&words[..at])) + 4 * usize::from(whole(&words[at..])) + usize::from(parted)
    }

    /// The cells in the words after row number `value`, which starts in column `begin`.
    pub(super) fn cells(&self, words: &[Word], value: u32, begin: usize) -> Cells {
        let found = self.cells_of(words, value, begin);
        if found.read == found.moves.len() {
            return found;
        }
        let parted =
            glued::part_moves(self.bytes, words, self.movetext).map(|words| self.cells_of(&words, value, begin));
        parted.filter(|parted| parted.read > found.read).unwrap_or(found)
    }

    fn cells_of(&self, words: &[Word], value: u32, begin: usize) -> Cells {
        let words = self.row_words(words);
        let places = 1..words.len();
        let again = places.clone().find_map(|at| Some((at, self.number_again(&words[at..], value)?)));
        // Punctuation after a repeated row number may be misread if the number is between two moves.
        let closed = |at: usize| {
            let length = self.style.at_lines().exact(words[at].of(self.bytes), value)?;
            let parts = length == words[at].of(self.bytes).len() && self.style.has_sign();
            (parts && self.is_one(&words[..at]) && self.is_one(&words[at + 1..])).then_some((at, length))
        };
        let again = again.or_else(|| places.clone().find_map(closed));
        let mut found = Cells::default();
        let (white, black) = match again {
            Some((at, length)) => {
                let word = words[at].span;
                found.again = Some(Span { to: word.from + length as u32, ..word });
                (&words[..at], &words[at + 1..])
            }
            None => words.split_at(self.parting(words, begin).unwrap_or(words.len())),
        };
        found.moves = [self.trimmed(white), self.trimmed(self.row_words(black))];
        self.count(&mut found);
        found
    }

    /// Length of row number `value` if it is repeated before Black's cell. If a wide gap precedes it, one of its
    /// characters may be wrong.
    fn number_again(&self, words: &[Word], value: u32) -> Option<usize> {
        let (word, _) = words.split_first()?;
        let text = word.of(self.bytes);
        let is_apart = word.gap >= MIN_CELL_GAP;
        // A number without punctuation may be the rank of a square, and so may a number before a comma.
        let style = if text.ends_with(b",") { self.style.anywhere() } else { self.style };
        let exact = style.exact(text, value).filter(|_| is_apart || self.style.has_sign());
        let exact = exact.filter(|length| is_apart || *length < text.len() || !text[*length - 1].is_ascii_digit());
        let is_near =
            || is_apart && self.style.has_sign() && self.style.near(text, value, false) && !self.is_one(words);
        exact.or_else(|| is_near().then_some(text.len()))
    }

    pub(super) fn count(&self, cells: &mut Cells) {
        cells.read = cells.moves.iter().flatten().filter(|span| self.is_move(**span)).count();
    }

    /// The words of a cell without leading separators.
    fn row_words<'w>(&self, words: &'w [Word]) -> &'w [Word] {
        let skip = words.iter().take_while(|word| word.parts(self.bytes)).count();
        &words[skip..]
    }

    fn parting(&self, words: &[Word], begin: usize) -> Option<usize> {
        let places = || 1..words.len();
        let stroke = places().find(|at| matches!(words[*at].of(self.bytes), b"/" | b"|"));
        if let Some(stroke) = stroke.filter(|at| at + 1 < words.len()) {
            return Some(stroke);
        }
        let wide = |at: &usize| words[*at].gap >= MIN_CELL_GAP && words[*at].line == words[0].line;
        if let Some(column) = self.column {
            let near = |at: &usize| words[*at].column.abs_diff(begin + column);
            if let Some(at) = places().filter(wide).min_by_key(near).filter(|at| near(at) <= 2) {
                return Some(at);
            }
        }
        let mut gaps = places().filter(wide);
        if let (Some(at), None) = (gaps.next(), gaps.next()) {
            return Some(at);
        }
        let best = places().max_by_key(|at| (self.weigh(words, *at), usize::MAX - at))?;
        match self.weigh(words, best) {
            _ if self.is_one(words) => None,
            0..4 => Some(places().find(|at| words[*at - 1].parts(self.bytes)).unwrap_or(words.len().div_ceil(2))),
            _ => Some(best),
        }
    }
}

/// True if a text is short enough for a move.
pub(super) fn is_short(span: Span) -> bool {
    (span.to - span.from) as usize <= MAX_CELL
}

/// True if a text is short enough for a word of a move and has a digit, as a square does.
pub(super) fn has_square(text: &[u8]) -> bool {
    text.len() <= MAX_WORD && text.iter().any(u8::is_ascii_digit)
}

/// True if a word consists of dots or dashes in place of a move.
fn is_dots(text: &[u8]) -> bool {
    text.iter().all(|byte| b".-".contains(byte)) || matches!(text, [0xe2, 0x80, 0x93 | 0x94 | 0xa6])
}

/// True if a text is a drawn line, or what a scan left of it.
fn is_rule(text: &[u8]) -> bool {
    let signs = std::str::from_utf8(text).unwrap_or("a");
    signs.chars().all(|sign| "=~-–—_".contains(sign))
}

/// True if a text refers to a note: `(a)`.
fn is_note(text: &[u8]) -> bool {
    matches!(text, [b'(' | b'[', sign, b')' | b']'] if sign.is_ascii_alphanumeric())
}
